//! The one table of what a binding offers: what can be opened, operations, questions, notifications
//! and their types.
//!
//! Dispatch, the typed API of every language and its documentation come from these rows. A new
//! operation is a row in `operations` and a function in `ops`.

mod declare;
mod description;
mod operations;
mod questions;

use serde::{Serialize, Serializer};

use self::description::operation;
pub(super) use self::operations::{dispatch, unknown};
pub use self::{
    description::{Asked, Audience, Code, Contract, Data, On, Opening, Operation, Told},
    operations::Output,
    questions::{Notification, Place, Question},
};
#[cfg(feature = "http")]
use super::types::{AccountsOptions, HostEvent, HostInfo, HostOptions, WatchOptions};
use super::types::{
    ConnectOptions, Connected, DisplaySafeRequest, ErrorReport, Event, Nothing, SubscribeOptions,
    read,
};
use crate::{
    error::{ErrorCode, Result},
    jsonrpc::taken_apart,
    model::{
        Wire,
        shape::{Types, documentation},
    },
    text::{display_safe, display_safe_lines, shorten, shorten_lines},
};

/// Serialises any value of the façade into the values of another language.
///
/// # Errors
/// Those of the serialiser, and numbers that only JSON text can hold.
pub fn to_values<T: Serialize + ?Sized, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    taken_apart(|| value.serialize(serializer))
}

/// The contract.
pub fn contract() -> Contract {
    let mut types = Types::new();
    let operations = operations::rows(&mut types);
    let codes = ErrorCode::ALL.map(|code| Code { name: code.name(), about: code.about() });
    Contract {
        version: env!("CARGO_PKG_VERSION"),
        openings: openings(&mut types),
        operations,
        functions: functions(&mut types),
        questions: questions::asked(&mut types),
        notifications: questions::told(&mut types),
        error: ErrorReport::shape(&mut types),
        error_codes: codes.into(),
        types,
    }
}

/// Documentation, written as everywhere else.
macro_rules! about {
    ($(#[doc = $about:literal])*) => {
        [$($about),*]
    };
}

/// What can be found out at once.
fn functions(types: &mut Types) -> Vec<Operation> {
    vec![operation::<DisplaySafeRequest, String>(
        types,
        On::Nothing,
        "display_safe",
        "display_safe",
        &about! {
            /// Makes a text from a server or a model safe to show: nothing in it can write over other
            /// text, change its direction or hide. What could is made visible.
        },
        Audience::Public,
    )]
}

/// Does what the function of this name does, at once.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: there is no such function, or it takes something else.
pub fn evaluate(function: &str, params: &[u8]) -> Result<String> {
    match function {
        "display_safe" => {
            let DisplaySafeRequest { text, lines, most, .. } = read("display_safe", params)?;
            let safe = match most.map(|most| usize::try_from(most).unwrap_or(usize::MAX)) {
                Some(most) if lines == Some(true) => shorten_lines(&text, most),
                Some(most) => shorten(&text, most),
                None if lines == Some(true) => display_safe_lines(&text),
                None => display_safe(&text),
            };
            Ok(safe.into_owned())
        }
        _ => Err(unknown(function)),
    }
}

/// What can be opened: each is a class in other languages.
fn openings(types: &mut Types) -> Vec<Opening> {
    let event = Event::shape(types);
    vec![
        Opening {
            opens: On::Client,
            about: documentation(&about! {
                /// A connection to one server.
                ///
                /// It ends when it is closed, or when nothing refers to it any more.
            }),
            on: None,
            event: Some(event.clone()),
            iterates: false,
            operation: operation::<ConnectOptions, Connected>(
                types,
                On::Any,
                "connect",
                "connect",
                &about! {
                    /// Connects to a server: an address, or a command line that is split by the
                    /// platform's rules and never run by a shell.
                    ///
                    /// It finds out by itself which protocol versions the server speaks.
                },
                Audience::Public,
            ),
        },
        Opening {
            opens: On::Subscription,
            about: documentation(&about! {
                /// A subscription to changes: iterate over it to hear of them, until it is closed or
                /// the connection has ended. One reader at a time.
                ///
                /// An event `missed` stands for changes that may have been lost while a broken stream
                /// was opened again.
            }),
            on: Some(On::Client),
            event: Some(event),
            iterates: true,
            operation: operation::<SubscribeOptions, Nothing>(
                types,
                On::Client,
                "subscribe",
                "subscribe",
                &about! {
                    /// Subscribes to changes (2026-07-28 `basic/patterns/subscriptions`).
                    ///
                    /// A stream that breaks is opened again. Older versions send list changes
                    /// unasked, and changes of resources after `resources/subscribe`; what arrives is
                    /// the same. A subscription that nothing refers to any more ends.
                },
                Audience::Public,
            ),
        },
        #[cfg(feature = "http")]
        Opening {
            opens: On::Accounts,
            about: documentation(&about! {
                /// Where tokens and secrets are kept: accounts at servers, and secrets by their names.
            }),
            on: None,
            event: None,
            iterates: false,
            operation: operation::<AccountsOptions, Nothing>(
                types,
                On::Any,
                "accounts/open",
                "open_accounts",
                &about! {
                    /// Opens the place where tokens and secrets are kept.
                },
                Audience::Public,
            ),
        },
        #[cfg(feature = "http")]
        Opening {
            opens: On::Host,
            about: documentation(&about! {
                /// Many servers behind one gate: those of a configuration, what each may do, what a
                /// person has allowed, and the record of what was done.
                ///
                /// It ends when it is closed, or when nothing refers to it any more.
            }),
            on: None,
            event: None,
            iterates: false,
            operation: operation::<HostOptions, HostInfo>(
                types,
                On::Any,
                "host/open",
                "open_host",
                &about! {
                    /// Opens a configuration and its servers. Where another process owns the
                    /// configuration, everything is done there.
                },
                Audience::Public,
            ),
        },
        #[cfg(feature = "http")]
        Opening {
            opens: On::Watch,
            about: documentation(&about! {
                /// What a host says: iterate over it to hear it, until it is closed or the host has
                /// ended. One reader at a time.
            }),
            on: Some(On::Host),
            event: Some(HostEvent::shape(types)),
            iterates: true,
            operation: operation::<WatchOptions, Nothing>(
                types,
                On::Host,
                "watch",
                "watch",
                &about! {
                    /// Listens to a host: how its servers stand, questions, and what is said.
                },
                Audience::Public,
            ),
        },
    ]
}
