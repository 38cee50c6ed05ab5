//! State of a handler that its client keeps (2026-07-28 `basic/patterns/mrtr`, "Server
//! Requirements"): sealed, so that the client can neither read nor change it, and bound to who was
//! asked and for what.
//!
//! A state opens once in each process. Its text is base64url of a format's number, the number of
//! the key, a random salt, and the encryption of when it expires and of the state itself. It knows
//! neither requests nor principals, only bytes that stand for them.

use std::{
    collections::BTreeMap,
    fmt, mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    digest::{self, SHA256, SHA256_OUTPUT_LEN},
    hkdf::{HKDF_SHA256, Prk},
    rand::{SecureRandom, SystemRandom},
};

use super::share::{Owner, Shares};
use crate::error::{Error, ErrorCode, Result};

/// How long a state can be opened, unless it is set.
pub(crate) const DEFAULT_TTL: Duration = Duration::from_mins(10);
/// The longest state, in bytes.
pub(crate) const MAX_STATE: usize = 64 * 1024;
/// The most opened states that are remembered until they expire.
pub(crate) const MAX_OPENED: usize = 100_000;
/// The most of them that one principal has opened.
pub(crate) const MAX_OPENED_BY_ONE: usize = 10_000;
/// The longest text that is looked at: that of the longest state, in bytes.
const MAX_TEXT: usize = (HEADER_LEN + EXPIRY_LEN + MAX_STATE + TAG_LEN).div_ceil(3) * 4;

const FORMAT: u8 = 1;
const KEY_NUMBER_LEN: usize = 4;
const SALT_LEN: usize = 24;
const HEADER_LEN: usize = 1 + KEY_NUMBER_LEN + SALT_LEN;
const EXPIRY_LEN: usize = size_of::<u64>();
const TAG_LEN: usize = 16;

/// What the keys that are made of a key are for.
const FOR_NUMBER: &[u8] = b"hostline request state: number of the key";
const FOR_STATE: &[u8] = b"hostline request state: key of one state";

/// Seals the state that a handler leaves with its client between two rounds of a request.
///
/// Each state can be opened once, for ten minutes, by whom it was given to and for the same
/// request. That it opens once holds within a process; where several processes share keys, a state
/// can be opened once in each, so what must never happen twice has to be guarded where it happens.
pub(crate) struct Sealer {
    /// Newest first. There is at least one.
    keys: Vec<Key>,
    ttl: Duration,
    opened: Mutex<Opened>,
}

struct Key {
    number: [u8; KEY_NUMBER_LEN],
    secret: Prk,
}

/// What a state is bound to: it opens only with the same.
pub(crate) struct Bound<'a> {
    principal: &'a [u8],
    request: [u8; SHA256_OUTPUT_LEN],
    /// Whom it is counted for that a state was opened.
    owner: Option<Owner>,
}

/// Why a state was not opened. A client is told no more than that it was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// No sealer writes such a text.
    Malformed,
    /// It was changed, sealed with a key that is not known, or given to somebody else or for
    /// another request.
    Forged,
    /// Its time is over.
    Expired,
    /// It was opened before.
    Replayed,
    /// More than [`MAX_OPENED`] states were opened whose time is not over, or more than
    /// [`MAX_OPENED_BY_ONE`] by the same principal. To forget one of them would let it be replayed,
    /// so no other is opened until one expires.
    Overloaded,
}

/// A state that is open.
pub(crate) struct Unsealed<'a> {
    sealer: &'a Sealer,
    entry: Entry,
    plain: Vec<u8>,
    opened_before: bool,
    spent: bool,
}

/// A state: when it expires, and its salt.
type Entry = (u64, [u8; SALT_LEN]);

/// Which states were opened, until they expire.
#[derive(Default)]
struct Opened {
    /// By the time at which they expire.
    states: BTreeMap<Entry, Known>,
    /// How many of them each principal has opened.
    shares: Shares,
    /// What expires up to here may have been forgotten, and stays closed if the clock goes back.
    forgotten: u64,
}

/// What is known of a state that was opened.
struct Known {
    owner: Option<Owner>,
    /// Whether its request came to nothing, so that it may be opened again.
    is_free: bool,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Overloaded => "too many requests are being repeated",
            // Which check it failed is nobody's business.
            Self::Malformed | Self::Forged | Self::Expired | Self::Replayed => {
                "it is not valid, or not valid any more"
            }
        })
    }
}

impl Sealer {
    /// A sealer with a key of its own: its states open in this process only.
    ///
    /// It fails if the system has no random numbers.
    pub(crate) fn random() -> Result<Self> {
        Self::with_keys([random()?])
    }

    /// A sealer with keys that other processes, or this program after a restart, have too. The
    /// first seals, all open; so a new key is put before the old one, and the old one is taken away
    /// once its last state has expired.
    ///
    /// The keys must be random. They stay in memory as long as the sealer does. It fails if there
    /// is no key.
    pub(crate) fn with_keys(newest_first: impl IntoIterator<Item = [u8; 32]>) -> Result<Self> {
        let keys: Vec<Key> = newest_first.into_iter().map(|key| Key::new(&key)).collect();
        if keys.is_empty() {
            let message = "request state cannot be sealed without a key";
            return Err(Error::new(ErrorCode::InvalidInput, message));
        }
        Ok(Self { keys, ttl: DEFAULT_TTL, opened: Mutex::default() })
    }

    /// How long a state can be opened, instead of ten minutes. It should leave a person the time to
    /// answer.
    pub(crate) fn with_ttl(self, ttl: Duration) -> Self {
        Self { ttl, ..self }
    }

    /// Seals a state.
    ///
    /// It fails with [`ErrorCode::Limit`] if it is longer than [`MAX_STATE`], and if the system has
    /// no random numbers.
    pub(crate) fn seal(&self, plain: &[u8], bound: &Bound<'_>, now: SystemTime) -> Result<String> {
        if plain.len() > MAX_STATE {
            let message = format!("the state of a request is longer than {MAX_STATE} bytes");
            return Err(Error::new(ErrorCode::Limit, message));
        }
        let key = &self.keys[0];
        let salt: [u8; SALT_LEN] = random()?;
        let mut text = Vec::with_capacity(HEADER_LEN + EXPIRY_LEN + plain.len() + TAG_LEN);
        text.push(FORMAT);
        text.extend(key.number);
        text.extend(salt);
        let mut sealed = Vec::with_capacity(text.capacity() - HEADER_LEN);
        sealed.extend(millis(now).saturating_add(duration_millis(self.ttl)).to_be_bytes());
        sealed.extend(plain);
        key.of_state(&salt)
            .seal_in_place_append_tag(nonce(), bound.with_header(&text), &mut sealed)
            .map_err(|_| Error::new(ErrorCode::Internal, "the request state was not sealed"))?;
        text.extend(sealed);
        Ok(URL_SAFE_NO_PAD.encode(text))
    }

    /// Opens a state. While what this returns exists, and for ever once it is spent, the state does
    /// not open again; so a state whose request came to nothing can be used once more.
    pub(crate) fn open(
        &self,
        text: &str,
        bound: &Bound<'_>,
        now: SystemTime,
    ) -> Result<Unsealed<'_>, Rejected> {
        if text.len() > MAX_TEXT {
            return Err(Rejected::Malformed);
        }
        let mut bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Rejected::Malformed)?;
        let (header, sealed) = bytes.split_at_mut_checked(HEADER_LEN).ok_or(Rejected::Malformed)?;
        let (&format, rest) = header.split_first().ok_or(Rejected::Malformed)?;
        let (number, salt) =
            rest.split_first_chunk::<KEY_NUMBER_LEN>().ok_or(Rejected::Malformed)?;
        let salt = <[u8; SALT_LEN]>::try_from(salt).map_err(|_| Rejected::Malformed)?;
        if format != FORMAT {
            return Err(Rejected::Malformed);
        }
        let key = self.keys.iter().find(|key| key.number == *number).ok_or(Rejected::Forged)?;
        let plain = key
            .of_state(&salt)
            .open_in_place(nonce(), bound.with_header(header), sealed)
            .map_err(|_| Rejected::Forged)?;
        let (expiry, state) = plain.split_first_chunk().ok_or(Rejected::Malformed)?;
        let entry = (u64::from_be_bytes(*expiry), salt);
        let plain = state.to_vec();
        let opened_before = self.lock().note(entry, bound.owner, millis(now))?;
        Ok(Unsealed { sealer: self, entry, plain, opened_before, spent: false })
    }

    fn lock(&self) -> MutexGuard<'_, Opened> {
        // A panic while it was held cannot leave the set half changed.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unsealed<'_> {
    /// What was sealed.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// Whether it was opened before, for a request that came to nothing.
    pub(crate) fn was_opened_before(&self) -> bool {
        self.opened_before
    }

    /// Its request has an outcome, so it must never open again.
    pub(crate) fn spend(mut self) {
        self.spent = true;
    }
}

impl Drop for Unsealed<'_> {
    fn drop(&mut self) {
        if !self.spent
            && let Some(known) = self.sealer.lock().states.get_mut(&self.entry)
        {
            known.is_free = true;
        }
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealer")
            .field("keys", &self.keys.len())
            .field("ttl", &self.ttl)
            .finish_non_exhaustive()
    }
}

impl<'a> Bound<'a> {
    /// What a principal asked for: the method, and what of the parameters must be the same in the
    /// next round, part by part. Neither the answers nor the state itself are among them, and JSON
    /// must be in one form whatever a client makes of spaces and the order of members.
    pub(crate) fn new(principal: &'a [u8], method: &str, salient: &[&[u8]]) -> Self {
        let mut digest = digest::Context::new(&SHA256);
        for part in [method.as_bytes()].iter().chain(salient) {
            // With its length, so that no two lists of parts read the same.
            digest.update(&length(part));
            digest.update(part);
        }
        let mut request = [0; SHA256_OUTPUT_LEN];
        request.copy_from_slice(digest.finish().as_ref());
        Self { principal, request, owner: None }
    }

    /// Counts the states that are opened for this owner.
    pub(crate) fn counted_for(self, owner: Option<Owner>) -> Self {
        Self { owner, ..self }
    }

    fn with_header(&self, header: &[u8]) -> Aad<Vec<u8>> {
        // The header has one length, and so has the digest.
        Aad::from([header, &self.request, self.principal].concat())
    }
}

impl Key {
    fn new(key: &[u8; 32]) -> Self {
        let secret = Prk::new_less_safe(HKDF_SHA256, key);
        let mut long = [0; SHA256_OUTPUT_LEN];
        secret
            .expand(&[FOR_NUMBER], HKDF_SHA256)
            .and_then(|number| number.fill(&mut long))
            .expect("one digest is less than the 255 that can be expanded");
        let mut number = [0; KEY_NUMBER_LEN];
        number.copy_from_slice(&long[..KEY_NUMBER_LEN]);
        Self { number, secret }
    }

    /// The key of one state, of which no other state is sealed with: so any number of states can be
    /// sealed, where random nonces of one key would repeat too soon.
    fn of_state(&self, salt: &[u8; SALT_LEN]) -> LessSafeKey {
        let info = [FOR_STATE, salt];
        let key = self
            .secret
            .expand(&info, &CHACHA20_POLY1305)
            .expect("one key is less than the 255 digests that can be expanded");
        LessSafeKey::new(UnboundKey::from(key))
    }
}

impl Opened {
    /// Notes that a state was opened, unless that must not be. True if it was opened before.
    fn note(&mut self, state: Entry, owner: Option<Owner>, now: u64) -> Result<bool, Rejected> {
        while let Some(first) = self.states.first_entry()
            && first.key().0 <= now
        {
            let ((expired, _), known) = first.remove_entry();
            self.forgotten = expired;
            self.shares.give_back(known.owner, 1);
        }
        if state.0 <= now.max(self.forgotten) {
            return Err(Rejected::Expired);
        }
        if let Some(known) = self.states.get_mut(&state) {
            let was_free = mem::replace(&mut known.is_free, false);
            return if was_free { Ok(true) } else { Err(Rejected::Replayed) };
        }
        if self.states.len() >= MAX_OPENED || self.shares.of(owner) >= MAX_OPENED_BY_ONE {
            return Err(Rejected::Overloaded);
        }
        self.shares.take(owner, 1);
        self.states.insert(state, Known { owner, is_free: false });
        Ok(false)
    }
}

/// Always the same, since each key seals once.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

fn random<const LEN: usize>() -> Result<[u8; LEN]> {
    let mut bytes = [0; LEN];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| Error::new(ErrorCode::Internal, "the system has no random numbers"))?;
    Ok(bytes)
}

/// Milliseconds since 1970; a clock that stands before that stands there.
fn millis(now: SystemTime) -> u64 {
    duration_millis(now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

fn duration_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn length(part: &[u8]) -> [u8; 8] {
    (part.len() as u64).to_be_bytes()
}

#[cfg(test)]
#[path = "seal_tests.rs"]
mod tests;
