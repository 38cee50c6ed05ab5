//! Names that nobody can guess.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ring::rand::{SecureRandom, SystemRandom};

use crate::error::{Error, ErrorCode, Result};

/// How many random bytes such a name stands for.
const RANDOM_BYTES: usize = 32;
/// How many random bits a number has. A double has one more.
const NUMBER_BITS: u32 = 52;

/// A new name: 43 characters, all of them visible ASCII and plain in an address.
///
/// # Errors
/// [`ErrorCode::Internal`]: the operating system gives no random bytes.
pub(crate) fn unguessable() -> Result<Box<str>> {
    let mut bytes = [0; RANDOM_BYTES];
    fill(&mut bytes)?;
    Ok(BASE64_URL_SAFE_NO_PAD.encode(bytes).into())
}

/// A number to count on from, which no other one that was made so has come near to, as surely as by
/// chance. It and what is counted from it is exact in the JSON of every language.
///
/// # Errors
/// [`ErrorCode::Internal`]: the operating system gives no random bytes.
pub(crate) fn unguessable_number() -> Result<u64> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes) >> (u64::BITS - NUMBER_BITS))
}

fn fill(bytes: &mut [u8]) -> Result<()> {
    let none = |_| Error::new(ErrorCode::Internal, "the operating system gives no random bytes");
    SystemRandom::new().fill(bytes).map_err(none)
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

    #[test]
    fn numbers_differ_and_are_exact_in_a_double() {
        let (one, other) = (unguessable_number().unwrap(), unguessable_number().unwrap());
        assert!(one != other && one.max(other) < 1 << 52);
    }
}
