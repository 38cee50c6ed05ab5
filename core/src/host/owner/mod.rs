//! One owner for each configuration.
//!
//! Whoever holds the lock of a configuration owns it: its servers, what a person has allowed, the
//! record. The owner listens on a socket that only the same user reaches; everybody else comes
//! there, as a relay that carries one client's messages or attached with operations. This module
//! owns the lock, the socket and what is said on it. It knows no message, and of operations only
//! which of them are answers.
//!
//! # What is said
//!
//! A connection begins with one line each way. `{"relay":{"client":"…","wire":1}}` makes the rest of
//! it one client's messages, byte for byte. `{"attach":{"name":"…","release":"…"}}` opens it for
//! lines: `{"id":1,"op":"…","params":…}` asks, `{"cancel":1}` gives it up, `{"id":1,"result":…}` or
//! `{"id":1,"error":…}` answers, `{"event":"…","data":…}` tells. The owner's first line is
//! `{"welcome":…}`, or `{"refused":…}` with an error.
//!
//! The lock decides, never a file that a dead owner has left behind. The file `owner.json` beside
//! the lock says where the socket is.

mod attached;
mod books;
mod carry;
mod claim;
mod lines;
#[cfg(not(unix))]
mod nowhere;
mod opening;
mod place;
mod reception;
mod relay;
mod report;
mod room;
mod session;
#[cfg(unix)]
mod socket;

use std::time::Duration;

#[cfg(not(unix))]
use self::nowhere as socket;
pub use self::{
    attached::{Attached, Events, Told},
    carry::{Carried, ClientLines},
    claim::{Claim, Owner, Taken},
    place::Place,
    reception::{Arrival, Relayed},
    relay::RelayStream,
    session::{Operation, Session, Teller},
};

/// The most connections that an owner has at once.
pub const MAX_CONNECTIONS: usize = 64;
/// The most operations that one attached program has under way; the next one waits. Of those of
/// [`ANSWERS`] it may have as many besides.
pub const MAX_OPERATIONS: usize = 64;
/// The operations that answer what somebody waits for: a program that waits with all the operations
/// that it may have can still answer.
pub const ANSWERS: [&str; 2] = ["answer", "asks/answer"];
/// The longest line of an attached program or for it, in bytes.
pub const MAX_LINE_BYTES: usize = 16 << 20;
/// The most bytes of events that wait for an attached program. Whoever tells it more waits.
pub const MAX_WAITING_EVENTS: usize = 8 << 20;
/// How many events an attached program may be behind before it misses the oldest.
pub const MAX_MISSABLE_EVENTS: usize = 256;
/// How long the first line may take, each way.
const OPENING_WAIT: Duration = Duration::from_secs(5);
/// How long the other side may take nothing of a line.
const WRITE_WAIT: Duration = Duration::from_secs(10);

#[cfg(test)]
#[cfg(unix)]
mod attached_tests;
#[cfg(test)]
#[cfg(unix)]
mod claim_tests;
#[cfg(test)]
#[cfg(unix)]
mod stranger_tests;
