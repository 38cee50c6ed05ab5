//! Text and bytes that must appear nowhere: tokens, passwords, and records that hold them.
//!
//! Neither shows itself to who prints or serializes it, and both are wiped when their last owner
//! lets go. What others copy out of them is theirs to wipe.

use std::{io, sync::Arc};

use zeroize::Zeroizing;

/// A secret text. Only [`Secret::expose`] tells it; clones share one copy, which is wiped when the
/// last of them is dropped.
///
/// ```
/// use hostline::auth::Secret;
/// assert_eq!(Secret::new("hunter2").expose(), "hunter2");
/// ```
///
/// It cannot be printed, not even by a type that holds it:
///
/// ```compile_fail,E0277
/// println!("{:?}", hostline::auth::Secret::new("hunter2"));
/// ```
#[derive(Clone)]
pub struct Secret(Arc<Zeroizing<String>>);

impl Secret {
    /// Takes a text as a secret. An owned text is taken without a copy; of a borrowed one, the
    /// caller's copy stays.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Arc::new(Zeroizing::new(text.into())))
    }

    /// The text itself. Whoever takes it answers for where it goes.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Secret bytes, such as a stored record. They are wiped when dropped, and can be written to.
///
/// ```
/// use std::io::Write;
/// use hostline::auth::{Secret, SecretBytes};
/// let mut record = SecretBytes::with_capacity(16);
/// record.write_all(b"token=")?;
/// record.write_all(Secret::new("hunter2").expose().as_bytes())?;
/// assert_eq!(record.expose(), b"token=hunter2");
/// # std::io::Result::Ok(())
/// ```
pub struct SecretBytes(Zeroizing<Vec<u8>>);

impl SecretBytes {
    /// No bytes yet, and room for some.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Zeroizing::new(Vec::with_capacity(capacity)))
    }

    /// The bytes themselves. Whoever takes them answers for where they go.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// The bytes as a secret text, or `None` if they are not UTF-8.
    pub fn to_secret(&self) -> Option<Secret> {
        std::str::from_utf8(&self.0).ok().map(Secret::new)
    }
}

impl From<&Secret> for SecretBytes {
    fn from(secret: &Secret) -> Self {
        Self::from(secret.expose().as_bytes().to_vec())
    }
}

impl From<Vec<u8>> for SecretBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }
}

impl io::Write for SecretBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.0.len() + bytes.len();
        if length > self.0.capacity() {
            // A vector that grows by itself leaves its old place unwiped.
            let mut grown = Self::with_capacity(length.max(self.0.capacity().saturating_mul(2)));
            grown.0.extend_from_slice(&self.0);
            *self = grown;
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, io::Write};

    use super::*;

    #[test]
    fn every_kind_of_text_becomes_a_secret() {
        let kinds = [
            Secret::new("text"),
            Secret::new(String::from("text")),
            Secret::new(Box::<str>::from("text")),
            Secret::new(Cow::Borrowed("text")),
        ];
        assert!(kinds.iter().all(|secret| secret.expose() == "text"));
    }

    #[test]
    fn bytes_that_are_written_grow_beyond_their_room() {
        let mut bytes = SecretBytes::with_capacity(2);
        for part in ["one", "", " two", " three"] {
            bytes.write_all(part.as_bytes()).unwrap();
        }
        assert_eq!(bytes.to_secret().unwrap().expose(), "one two three");
    }

    #[test]
    fn bytes_that_are_no_text_are_no_secret_text() {
        assert!(SecretBytes::from(vec![0xff]).to_secret().is_none());
        assert_eq!(SecretBytes::from(&Secret::new("text")).expose(), b"text");
    }
}
