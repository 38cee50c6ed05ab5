//! What a tap tells.

use std::time::{Duration, SystemTime};

use crate::jsonrpc::RequestId;

/// One thing that happened between a server and us.
#[derive(Clone, Debug)]
pub struct TapEntry {
    /// Its place in the order of the tap's entries, from 1 on.
    pub number: u64,
    /// When it was recorded, by the system's clock.
    pub at: SystemTime,
    /// What it was.
    pub event: TapEvent,
}

/// Which way a message went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From us to the server.
    Sent,
    /// From the server to us.
    Received,
}

/// What happened. In all of its texts secrets are replaced by `[hidden]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TapEvent {
    /// A message of JSON-RPC, or an array of replies.
    Message {
        /// Which way it went.
        direction: Direction,
        /// The method of a request or a notification.
        method: Option<Box<str>>,
        /// The identifier of a request or a reply.
        id: Option<RequestId>,
        /// How long the whole message is, in bytes. That of one that was received does not count
        /// what stands in it beside the members that JSON-RPC knows.
        bytes: usize,
        /// Its JSON text, or the beginning of it.
        text: Box<str>,
        /// Whether the text was cut after 64 KiB.
        cut: bool,
    },
    /// A request over HTTP and the head of its answer, or one that is asked for the sake of signing
    /// in. A redirect is followed by another.
    Http {
        /// The method of HTTP.
        method: Box<str>,
        /// The address without credentials, query and fragment.
        address: Box<str>,
        /// The status of the answer; none if there was no answer.
        status: Option<u16>,
        /// How long it took until the head of the answer was here.
        took: Duration,
        /// The names of the request's headers. Their values are not recorded.
        sent: Vec<Box<str>>,
        /// The names of the answer's headers. Their values are not recorded.
        received: Vec<Box<str>>,
    },
    /// A line that the server's process wrote to its standard error.
    Stderr {
        /// The line, or the beginning of it.
        line: Box<str>,
    },
    /// What became of the server or its connection.
    Status {
        /// A sentence for a person.
        text: Box<str>,
    },
}

impl TapEvent {
    /// How many bytes of memory it takes beyond its own size.
    pub(in crate::host) fn weight(&self) -> usize {
        let all = |names: &[Box<str>]| {
            names.iter().map(|name| name.len() + size_of::<Box<str>>()).sum::<usize>()
        };
        match self {
            Self::Message { method, id, text, .. } => {
                let id = match id {
                    Some(RequestId::String(id)) => id.len(),
                    Some(RequestId::Number(_)) | None => 0,
                };
                method.as_ref().map_or(0, |method| method.len()) + id + text.len()
            }
            Self::Http { method, address, sent, received, .. } => {
                method.len() + address.len() + all(sent) + all(received)
            }
            Self::Stderr { line: text } | Self::Status { text } => text.len(),
        }
    }
}
