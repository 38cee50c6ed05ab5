//! Names that nobody can guess.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::rand::{SecureRandom, SystemRandom};

use crate::error::{Error, ErrorCode, Result};

/// How many random bytes such a name stands for.
const RANDOM_BYTES: usize = 32;

/// A new name: 43 characters, all of them visible ASCII and plain in an address.
///
/// # Errors
/// [`ErrorCode::Internal`]: the operating system gives no random bytes.
pub(crate) fn unguessable() -> Result<Box<str>> {
    let mut bytes = [0; RANDOM_BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| {
        Error::new(ErrorCode::Internal, "the operating system gives no random bytes")
    })?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_are_plain_in_headers_and_addresses() {
        let (one, other) = (unguessable().unwrap(), unguessable().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    }
}
