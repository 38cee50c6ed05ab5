//! A wrapping key made of a passphrase.
//!
//! What is needed beside the passphrase stands in a header file in the folder: a salt, how often to
//! stir, and a digest that tells a wrong passphrase from a damaged record.

use std::{
    num::NonZeroU32,
    sync::{Arc, OnceLock},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use ring::{digest, pbkdf2};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::seal::{KEY_BYTES, Keeper, WrappingKey, random};
use crate::{
    auth::secret::Secret,
    error::{Error, ErrorCode, Result},
    folder::Folder,
};

/// How often a new key is stirred: what OWASP asks of PBKDF2-HMAC-SHA256.
pub(super) const ITERATIONS: NonZeroU32 = NonZeroU32::new(600_000).expect("it is not zero");
/// What a header may ask for at most: some seconds of work.
const MOST_ITERATIONS: u32 = 10_000_000;
const SALT_BYTES: usize = 16;
const FUNCTION: &str = "PBKDF2-HMAC-SHA256";
/// Where the header stands.
const HEADER: &str = "passphrase.json";
const MOST_HEADER_BYTES: usize = 4096;

/// The passphrase, and its key once it is known. Deriving takes a while, and blocks.
pub(super) struct Passphrase {
    secret: Secret,
    iterations: NonZeroU32,
    key: OnceLock<Arc<WrappingKey>>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    function: String,
    iterations: NonZeroU32,
    salt: String,
    check: String,
}

impl Passphrase {
    /// `iterations` are those of a new header.
    pub(super) fn new(passphrase: Secret, iterations: NonZeroU32) -> Self {
        Self { secret: passphrase, iterations, key: OnceLock::new() }
    }

    /// The key of a folder, or `None` if it has none yet.
    pub(super) fn find(&self, folder: &Folder) -> Result<Option<Arc<WrappingKey>>> {
        if let Some(key) = self.key.get() {
            return Ok(Some(key.clone()));
        }
        let Some(bytes) = folder.read(HEADER, MOST_HEADER_BYTES)? else { return Ok(None) };
        let (header, salt) = parse(&bytes).ok_or_else(|| unreadable(folder))?;
        let key = self.derive(&salt, header.iterations);
        // A digest of a strong key tells nothing, and no time of comparing it does.
        if check(&key) != header.check {
            return Err(wrong(folder));
        }
        Ok(Some(self.keep(key)))
    }

    /// The key of a folder, with a new header if it has none. The caller holds the folder's lock.
    pub(super) fn find_or_make(&self, folder: &Folder) -> Result<Arc<WrappingKey>> {
        if let Some(key) = self.find(folder)? {
            return Ok(key);
        }
        let salt: [u8; SALT_BYTES] = random()?;
        let key = self.derive(&salt, self.iterations);
        let header = Header {
            format: 1,
            function: FUNCTION.to_owned(),
            iterations: self.iterations,
            salt: BASE64_STANDARD.encode(salt),
            check: check(&key),
        };
        let header = serde_json::to_vec(&header).expect("numbers and texts become JSON");
        folder.write(HEADER, &header)?;
        Ok(self.keep(key))
    }

    fn derive(&self, salt: &[u8], iterations: NonZeroU32) -> WrappingKey {
        let mut bytes = Zeroizing::new([0; KEY_BYTES]);
        let passphrase = self.secret.expose().as_bytes();
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, iterations, salt, passphrase, &mut *bytes);
        WrappingKey::new(Keeper::Passphrase, bytes)
    }

    fn keep(&self, key: WrappingKey) -> Arc<WrappingKey> {
        self.key.get_or_init(|| Arc::new(key)).clone()
    }
}

fn parse(bytes: &[u8]) -> Option<(Header, Vec<u8>)> {
    let header: Header = serde_json::from_slice(bytes).ok()?;
    let is_known = header.format == 1
        && header.function == FUNCTION
        && header.iterations.get() <= MOST_ITERATIONS;
    let salt = BASE64_STANDARD.decode(&header.salt).ok()?;
    is_known.then_some((header, salt))
}

fn check(key: &WrappingKey) -> String {
    let mut context = digest::Context::new(&digest::SHA256);
    context.update(b"hostline: check of a passphrase\0");
    context.update(key.bytes());
    BASE64_STANDARD.encode(context.finish())
}

fn wrong(folder: &Folder) -> Error {
    let place = folder.path().display();
    Error::new(ErrorCode::Storage, format!("this is not the passphrase of the files in {place}"))
        .with_next_step("give the passphrase that they were made with, or name another folder")
}

fn unreadable(folder: &Folder) -> Error {
    let place = folder.path().join(HEADER);
    Error::new(ErrorCode::Storage, format!("cannot understand {}", place.display()))
        .with_next_step("remove it and sign in again; what was stored with it is lost")
}
