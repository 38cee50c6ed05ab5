//! What a relay must know of the messages that pass it, for the day its owner ends.
//!
//! It changes no message. It knows which requests wait for a reply, in both directions, and how the
//! client has opened its session, so that the next owner can be told the same.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;

use crate::jsonrpc::{
    Frame, INTERNAL_ERROR, Limits, Message, Outcome, Request, RequestId, Response, RpcError,
    decode, error_reply, write_request,
};

/// The most requests of one direction that are known to wait. Those beyond get no error when the
/// owner ends.
const MAX_WAITING: usize = 4096;
const INITIALIZE: &str = "initialize";
const INITIALIZED: &str = "notifications/initialized";
const SET_LEVEL: &str = "logging/setLevel";
const SUBSCRIBE: &str = "resources/subscribe";
const UNSUBSCRIBE: &str = "resources/unsubscribe";
/// The most resources that the next owner is told to watch.
const MAX_WATCHED: usize = 1024;
/// The longest parameters that are kept, in bytes.
const MAX_KEPT: usize = 8 << 10;

/// The books of one client.
#[derive(Default)]
pub(super) struct Books {
    limits: Limits,
    /// What the client waits for.
    waiting: HashSet<RequestId>,
    /// What the client was asked and has not answered.
    asked: HashSet<RequestId>,
    /// What an owner that has ended had asked: nobody wants the answers.
    stale: HashSet<RequestId>,
    /// How the client has opened its session, where it did: the request with its identifier, and
    /// what it said behind the reply.
    opening: Option<(RequestId, Bytes)>,
    is_opened: bool,
    /// What the session has come to since: the parameters of the last level of log messages, and of
    /// each resource that is watched, by its address.
    level: Option<Bytes>,
    watched: BTreeMap<String, Bytes>,
    /// What was said again in the client's name: nobody waits for the replies.
    again: HashSet<RequestId>,
    said_again: u64,
}

/// The parameters that name a resource.
#[derive(Deserialize)]
struct Named {
    uri: String,
}

impl Books {
    /// Notes a line of the client. Says whether it is for the owner.
    pub(super) fn note_client(&mut self, line: &Bytes) -> bool {
        match decode(line, &self.limits) {
            Frame::Message(message) => self.note_client_message(&message, Some(line)),
            Frame::Batch(members) => {
                let mut are_for_owner = members.is_empty();
                for member in &members {
                    // What is no message the owner answers, too.
                    are_for_owner |= member
                        .as_ref()
                        .map_or(true, |message| self.note_client_message(message, None));
                }
                are_for_owner
            }
            // The owner answers what is no message.
            Frame::Invalid(_) => true,
        }
    }

    /// Notes a message of the client, which stands alone in its `line`, or in a batch.
    fn note_client_message(&mut self, message: &Message, line: Option<&Bytes>) -> bool {
        match message {
            Message::Request(request) => {
                self.note_session(request, line);
                note(&mut self.waiting, &request.id);
                true
            }
            Message::Notification(notification) => {
                if &*notification.method == INITIALIZED {
                    self.is_opened = true;
                }
                true
            }
            Message::Response(Response { id: Some(id), .. }) => {
                self.asked.remove(id) || !self.stale.remove(id)
            }
            Message::Response(_) => true,
        }
    }

    /// Notes what the client makes of its session.
    fn note_session(&mut self, request: &Request, line: Option<&Bytes>) {
        let params = request.params.as_ref().filter(|params| params.len() <= MAX_KEPT);
        let address = || {
            let params = params?;
            serde_json::from_slice::<Named>(params).ok().map(|named| named.uri)
        };
        match &*request.method {
            INITIALIZE => {
                // In a batch it opens no session (2025-03-26 `basic/lifecycle`).
                let Some(line) = line else { return };
                self.opening = Some((request.id.clone(), line.clone()));
                (self.is_opened, self.level) = (false, None);
                self.watched.clear();
            }
            SET_LEVEL => self.level = params.cloned(),
            SUBSCRIBE if self.watched.len() < MAX_WATCHED => {
                if let (Some(address), Some(params)) = (address(), params) {
                    self.watched.insert(address, params.clone());
                }
            }
            UNSUBSCRIBE => {
                address().and_then(|address| self.watched.remove(&address));
            }
            _ => {}
        }
    }

    /// Notes a line of the owner. Says whether it is for the client.
    pub(super) fn note_owner(&mut self, line: &Bytes) -> bool {
        let messages = match decode(line, &self.limits) {
            Frame::Message(Message::Response(Response { id: Some(id), .. }))
                if self.again.remove(&id) =>
            {
                return false;
            }
            Frame::Message(message) => vec![message],
            Frame::Batch(members) => members.into_iter().flatten().collect(),
            Frame::Invalid(_) => return true,
        };
        for message in messages {
            match message {
                Message::Request(request) => note(&mut self.asked, &request.id),
                Message::Response(Response { id: Some(id), .. }) => {
                    self.waiting.remove(&id);
                }
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        true
    }

    /// The owner has ended: what the client is told of all that it waits for, and of all that it was
    /// asked. The opening of a session goes on waiting, since the next owner answers it.
    pub(super) fn lose(&mut self) -> Vec<Bytes> {
        self.again.clear();
        let opening = self.opening.as_ref().map(|(id, _)| id.clone());
        let mut told = Vec::new();
        for id in std::mem::take(&mut self.waiting) {
            if opening.as_ref() == Some(&id) {
                self.waiting.insert(id);
            } else {
                told.push(error_reply(Some(&id), &lost()));
            }
        }
        for id in std::mem::take(&mut self.asked) {
            let params =
                json!({ "requestId": &id, "reason": "nobody waits for the answer any more" });
            let cancelled =
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            told.push(cancelled.to_string().into());
            note(&mut self.stale, &id);
        }
        told
    }

    /// What opens the client's session at the next owner, where there is one.
    pub(super) fn opening(&self) -> Option<Bytes> {
        self.opening.as_ref().map(|(_, line)| line.clone())
    }

    /// Whether a line of the owner is the reply to the opening, and if so, whether it is a good one
    /// and whether the client still waits for it.
    pub(super) fn reopened(&mut self, line: &Bytes) -> Option<Reopened> {
        let (opening, _) = self.opening.as_ref()?;
        let Frame::Message(Message::Response(response)) = decode(line, &self.limits) else {
            return None;
        };
        if response.id.as_ref() != Some(opening) {
            return None;
        }
        let is_good = matches!(response.outcome, Outcome::Result(_));
        Some(Reopened { is_good, is_wanted: self.waiting.remove(opening) })
    }

    /// What the client has said once its session was open, and what brings the session to where it
    /// was: the level of its log messages, and what it watches.
    pub(super) fn opened(&mut self) -> Vec<Bytes> {
        if !self.is_opened {
            return Vec::new();
        }
        // What stood beside it in a batch is not said again.
        let mut opened = Vec::new();
        write_request(&mut opened, None, INITIALIZED, None);
        let level = self.level.iter().map(|params| (SET_LEVEL, params.clone()));
        let watched = self.watched.values().map(|params| (SUBSCRIBE, params.clone()));
        let mut said = vec![opened.into()];
        for (method, params) in level.chain(watched).collect::<Vec<_>>() {
            self.said_again += 1;
            let id = RequestId::String(format!("hostline/again/{}", self.said_again).into());
            let mut line = Vec::new();
            write_request(&mut line, Some(&id), method, Some(&params));
            self.again.insert(id);
            said.push(line.into());
        }
        said
    }
}

/// The reply to an opening that was said again.
pub(super) struct Reopened {
    pub(super) is_good: bool,
    pub(super) is_wanted: bool,
}

fn note(ids: &mut HashSet<RequestId>, id: &RequestId) {
    if ids.len() < MAX_WAITING {
        ids.insert(id.clone());
    }
}

fn lost() -> RpcError {
    let message = "the process that owned the servers has ended; what was asked of it may have \
                   been done all the same";
    RpcError::new(INTERNAL_ERROR, message).with_data(json!({"code": "closed", "mayHaveRun": true}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Bytes {
        Bytes::copy_from_slice(text.as_bytes())
    }

    fn lost_ids(books: &mut Books) -> Vec<String> {
        let id = |line: Bytes| {
            let told: serde_json::Value = serde_json::from_slice(&line).unwrap();
            let of_reply = told.get("id").filter(|_| told["error"]["data"]["mayHaveRun"] == true);
            of_reply.unwrap_or(&told["params"]["requestId"]).to_string()
        };
        let mut ids: Vec<String> = books.lose().into_iter().map(id).collect();
        ids.sort();
        ids
    }

    #[test]
    fn only_what_waits_is_told_of_the_end() {
        let mut books = Books::default();
        for request in [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{}}"#,
            r#"[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","id":4,"method":"ping"}]"#,
            r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#,
            "garbage",
        ] {
            assert!(books.note_client(&line(request)), "{request}");
        }
        books.note_owner(&line(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
        books.note_owner(&line(r#"[{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}]"#));
        assert_eq!(lost_ids(&mut books), ["\"b\"", "3"]);
        assert!(books.lose().is_empty());
    }

    #[test]
    fn an_answer_to_an_owner_that_has_ended_reaches_no_other() {
        let mut books = Books::default();
        books.note_owner(&line(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#));
        assert_eq!(lost_ids(&mut books), ["7"]);
        let answer = line(r#"{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}"#);
        assert!(!books.note_client(&answer));
        books.note_owner(&line(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#));
        assert!(books.note_client(&answer));
    }

    #[test]
    fn an_opening_is_said_again_and_waits_for_the_next_owner() {
        let mut books = Books::default();
        assert!(books.opening().is_none());
        let opening = line(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
        let reply = line(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#);
        books.note_client(&opening);
        assert!(books.lose().is_empty());
        assert_eq!(books.opening(), Some(opening));
        assert!(books.reopened(&line(r#"{"jsonrpc":"2.0","id":5,"result":{}}"#)).is_none());
        let first = books.reopened(&reply).unwrap();
        assert!(first.is_good && first.is_wanted);
        let opened = line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        books.note_client(&opened);
        assert_eq!(books.opened(), [opened]);
        assert!(!books.reopened(&reply).unwrap().is_wanted);
        let refused = line(r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":""}}"#);
        assert!(!books.reopened(&refused).unwrap().is_good);
    }

    #[test]
    fn the_next_owner_is_told_what_the_session_has_come_to() {
        let mut books = Books::default();
        let subscribe = |id: u8, method: &str, uri: &str| {
            line(&format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"uri":"{uri}"}}}}"#
            ))
        };
        let level = |id: u8, level: &str| {
            line(&format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"logging/setLevel","params":{{"level":"{level}"}}}}"#
            ))
        };
        for said in [
            line(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#),
            line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
            level(1, "debug"),
            subscribe(2, SUBSCRIBE, "demo://one"),
            subscribe(3, SUBSCRIBE, "demo://two"),
            subscribe(4, UNSUBSCRIBE, "demo://one"),
            level(5, "error"),
        ] {
            assert!(books.note_client(&said));
        }
        books.lose();
        let said: Vec<serde_json::Value> =
            books.opened().iter().map(|line| serde_json::from_slice(line).unwrap()).collect();
        let told = |index: usize| (said[index]["method"].clone(), said[index]["params"].clone());
        assert_eq!(said.len(), 3);
        assert_eq!(told(1), (json!(SET_LEVEL), json!({"level": "error"})));
        assert_eq!(told(2), (json!(SUBSCRIBE), json!({"uri": "demo://two"})));
        // The replies are nobody's; others are the client's.
        for said in &said[1..] {
            let reply = json!({"jsonrpc": "2.0", "id": said["id"], "result": {}}).to_string();
            assert!(!books.note_owner(&line(&reply)));
        }
        assert!(books.note_owner(&line(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#)));
        // A new session begins with nothing.
        let opening = line(r#"{"jsonrpc":"2.0","id":8,"method":"initialize","params":{}}"#);
        books.note_client(&opening);
        books.note_client(&line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#));
        assert_eq!(books.opened().len(), 1);
    }

    #[test]
    fn what_stood_in_a_batch_beside_an_opening_is_not_said_again() {
        let mut books = Books::default();
        books.note_client(&line(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#));
        let batch = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"},
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete"}},
            {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"other":1}}]"#;
        assert!(books.note_client(&line(&batch.replace('\n', ""))));
        books.lose();
        let said = books.opened();
        assert_eq!(said.len(), 1);
        assert!(!String::from_utf8_lossy(&said[0]).contains("tools/call"));
        assert!(!String::from_utf8_lossy(&books.opening().unwrap()).contains("other"));
        // Answers to an owner that has ended reach no other in a batch either.
        books.note_owner(&line(r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#));
        books.lose();
        let answers = r#"[{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}]"#;
        assert!(!books.note_client(&line(answers)));
    }
}
