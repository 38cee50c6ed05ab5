//! The text of a result on its way into a reply.
//!
//! A large result is written once and copied nowhere: what a reply says before its result is put
//! into room that was left for it.

use bytes::Bytes;
use serde::Serialize;

use super::{
    RequestId,
    codec::{write_result, write_result_head},
};

/// How many bytes are left for what stands before the result. Only an identifier of more than 60
/// bytes needs more.
const ROOM: usize = 96;
/// The least that is set aside for a result.
const LEAST: usize = 512;

/// The JSON text of a result.
#[derive(Clone, Debug)]
pub(crate) struct ResultText {
    /// The room, and the result after it.
    text: Vec<u8>,
}

impl ResultText {
    /// Writes a result that is of about so many bytes: a wrong guess costs time and nothing else.
    ///
    /// # Errors
    /// The result has no JSON form.
    pub(crate) fn encode(result: &impl Serialize, about: usize) -> Result<Self, serde_json::Error> {
        // A line break or a quote in a text takes two bytes. Room that is not used costs nothing.
        let mut text = Vec::with_capacity(LEAST + about * 2);
        text.resize(ROOM, b' ');
        serde_json::to_writer(&mut text, result)?;
        Ok(Self { text })
    }

    /// The result that says no more than that there is one.
    pub(crate) fn empty() -> Self {
        let mut text = vec![b' '; ROOM];
        text.extend_from_slice(b"{}");
        Self { text }
    }

    /// The result alone.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.text[ROOM..]
    }

    /// The successful reply to a request.
    pub(crate) fn into_reply(mut self, id: &RequestId) -> Bytes {
        let mut head = Vec::with_capacity(ROOM);
        write_result_head(&mut head, id);
        let Some(start) = ROOM.checked_sub(head.len()) else {
            let mut reply = Vec::with_capacity(head.len() + self.text.len());
            write_result(&mut reply, id, self.as_bytes());
            return reply.into();
        };
        self.text[start..ROOM].copy_from_slice(&head);
        self.text.push(b'}');
        Bytes::from(self.text).slice(start..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_the_same_whether_its_identifier_has_room_or_not() {
        for id in ["1".to_owned(), "x".repeat(60), "x".repeat(61), "\n".repeat(400)] {
            let id = RequestId::String(id.into());
            let result = ResultText::encode(&["a", "b"], 0).unwrap();
            let mut expected = Vec::new();
            write_result(&mut expected, &id, br#"["a","b"]"#);
            assert_eq!(result.into_reply(&id), expected);
        }
        assert_eq!(ResultText::empty().as_bytes(), b"{}");
    }
}
