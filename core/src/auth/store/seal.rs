//! Sealing one record with a wrapping key: the bytes of a file and back.
//!
//! `magic (4) | keeper of the key (1) | key's mark (8) | nonce (12) | sealed | tag (16)`; sealed are
//! the name's length (2), the name and the record. The first three parts and the digest of the name,
//! which is the file's name too, are additional data: no file opens in place of another.

use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    digest::{Context, SHA256, digest},
    rand::{SecureRandom, SystemRandom},
};
use zeroize::Zeroizing;

use crate::{
    auth::secret::SecretBytes,
    error::{Error, ErrorCode, Result},
};

/// How long a wrapping key is.
pub(super) const KEY_BYTES: usize = 32;
/// The format, with its version.
const MAGIC: [u8; 4] = *b"HLR1";
const MARK_BYTES: usize = 8;
const TAG_BYTES: usize = 16;
/// Magic, keeper and mark.
const HEAD_BYTES: usize = MAGIC.len() + 1 + MARK_BYTES;
/// What a sealed record has more than its name and itself.
pub(super) const OVERHEAD: usize = HEAD_BYTES + NONCE_LEN + 2 + TAG_BYTES;

/// Who keeps the wrapping key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeper {
    Keychain,
    Passphrase,
}

impl Keeper {
    fn byte(self) -> u8 {
        match self {
            Self::Keychain => 1,
            Self::Passphrase => 2,
        }
    }

    /// How it is called in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Keychain => "the keychain",
            Self::Passphrase => "a passphrase",
        }
    }
}

/// Tells wrapping keys apart, and tells nothing of them.
pub(super) type Mark = [u8; MARK_BYTES];

/// What records are sealed with. Wiped when dropped.
pub(super) struct WrappingKey {
    keeper: Keeper,
    mark: Mark,
    bytes: Zeroizing<[u8; KEY_BYTES]>,
}

impl WrappingKey {
    pub(super) fn new(keeper: Keeper, bytes: Zeroizing<[u8; KEY_BYTES]>) -> Self {
        let mut context = Context::new(&SHA256);
        context.update(b"hostline: mark of a wrapping key\0");
        context.update(&*bytes);
        let mut mark = Mark::default();
        mark.copy_from_slice(&context.finish().as_ref()[..MARK_BYTES]);
        Self { keeper, mark, bytes }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &*self.bytes
    }

    #[cfg(feature = "keychain")]
    pub(super) fn mark(&self) -> Mark {
        self.mark
    }

    /// Seals a record under its name. The name is at most 65535 bytes long.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`]: the operating system gives no random bytes.
    pub(super) fn seal(&self, name: &str, record: &SecretBytes) -> Result<Vec<u8>> {
        let nonce: [u8; NONCE_LEN] = random()?;
        let record = record.expose();
        // All room at once: a vector that grows leaves plain text behind.
        let mut bytes = Vec::with_capacity(OVERHEAD + name.len() + record.len());
        bytes.extend(MAGIC);
        bytes.push(self.keeper.byte());
        bytes.extend(self.mark);
        bytes.extend(nonce);
        let (head, place) = (additional(&bytes[..HEAD_BYTES], name), bytes.len());
        let length = u16::try_from(name.len()).map_err(|_| cannot_seal())?;
        bytes.extend(length.to_be_bytes());
        bytes.extend(name.as_bytes());
        bytes.extend(record);
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag =
            self.cipher().seal_in_place_separate_tag(nonce, Aad::from(head), &mut bytes[place..]);
        bytes.extend(tag.map_err(|_| cannot_seal())?.as_ref());
        Ok(bytes)
    }

    /// Opens what [`WrappingKey::seal`] made: the name and the record. `file` is the [`file_name`]
    /// that it was found under.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it was sealed with another key, or was changed since.
    pub(super) fn open(&self, file: &str, bytes: Vec<u8>) -> Result<(String, SecretBytes)> {
        let mut bytes = Zeroizing::new(bytes);
        match Envelope::read(&bytes) {
            None => return Err(damaged()),
            Some(envelope) if envelope.mark != self.mark => {
                return Err(other_key(envelope.keeper));
            }
            Some(_) => {}
        }
        let aad = [&bytes[..HEAD_BYTES], file.as_bytes()].concat();
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&bytes[HEAD_BYTES..HEAD_BYTES + NONCE_LEN]);
        let sealed = &mut bytes[HEAD_BYTES + NONCE_LEN..];
        let plain = self
            .cipher()
            .open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(aad), sealed)
            .map_err(|_| damaged())?;
        let parts = plain.split_first_chunk::<2>().and_then(|(length, rest)| {
            let (name, record) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
            Some((std::str::from_utf8(name).ok()?.to_owned(), record.to_vec().into()))
        });
        parts.filter(|(name, _)| file_name(name) == file).ok_or_else(damaged)
    }

    fn cipher(&self) -> LessSafeKey {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &*self.bytes)
            .expect("the key has the length that the cipher wants");
        LessSafeKey::new(key)
    }
}

/// What a sealed record says of its key.
pub(super) struct Envelope {
    pub(super) keeper: Keeper,
    pub(super) mark: Mark,
}

impl Envelope {
    /// Reads it without a key; `None` if this is no sealed record.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < OVERHEAD {
            return None;
        }
        let (keeper, rest) = bytes.strip_prefix(&MAGIC)?.split_first()?;
        let keeper = [Keeper::Keychain, Keeper::Passphrase]
            .into_iter()
            .find(|known| known.byte() == *keeper)?;
        Some(Self { keeper, mark: *rest.first_chunk()? })
    }
}

/// The name of the file of a record: it tells nothing of the record's own name.
pub(super) fn file_name(name: &str) -> String {
    let digest = digest(&SHA256, name.as_bytes());
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    digest.as_ref().iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Random bytes of the operating system.
///
/// # Errors
/// [`ErrorCode::Internal`]: there are none.
pub(super) fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| {
        Error::new(ErrorCode::Internal, "the operating system gives no random bytes")
    })?;
    Ok(bytes)
}

/// What is authenticated beside the record.
fn additional(head: &[u8], name: &str) -> Vec<u8> {
    [head, file_name(name).as_bytes()].concat()
}

/// Sealed with a key that is not there.
pub(super) fn other_key(keeper: Keeper) -> Error {
    let keeper = keeper.name();
    let message =
        format!("a stored sign-in is sealed with a key of {keeper} that is not there now");
    Error::new(ErrorCode::Storage, message).with_next_step(SIGN_IN)
}

/// Sealed with a key of another kind than this store has.
pub(super) fn other_keeper(keeper: Keeper) -> Error {
    let keeper = keeper.name();
    let message =
        format!("a stored sign-in is sealed with a key of {keeper}, which is not used here");
    Error::new(ErrorCode::Storage, message).with_next_step(SIGN_IN)
}

fn damaged() -> Error {
    Error::new(ErrorCode::Storage, "a stored sign-in is damaged or was changed by another program")
        .with_next_step(SIGN_IN)
}

fn cannot_seal() -> Error {
    Error::new(ErrorCode::Internal, "a record is too long to be sealed")
}

/// Whatever is wrong with one record, a new one takes its place.
const SIGN_IN: &str = "sign in again, which replaces it";
