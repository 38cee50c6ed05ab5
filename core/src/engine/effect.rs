//! What the engine wants done.

use std::borrow::Cow;

use bytes::Bytes;

use crate::{
    dialect::{InputNeeded, Round},
    error::Result,
    jsonrpc::{RequestId, RpcError},
    model::{Progress, ServerNotification},
    transport::Outgoing,
};

/// One thing to do.
#[derive(Debug)]
pub(crate) enum Effect<W> {
    /// Give this to the transport.
    Send(Outgoing),
    /// Tell the transport that nothing of this request is wanted any more.
    Abandon(RequestId),
    /// Tell the transport that the handshake is done.
    Established,
    /// Wake the caller of a request with its undecoded result.
    Resolve {
        /// The request.
        key: i64,
        /// Whom to wake.
        waiter: W,
        /// What came of the request.
        outcome: Result<Bytes>,
        /// How many rounds of input it took.
        rounds: u8,
    },
    /// Tell the caller of a request about its progress.
    Progress {
        /// The request.
        key: i64,
        /// How far it is.
        progress: Progress,
    },
    /// Get input that the server needs, and come back with [`super::Engine::answer`].
    Ask {
        /// What to come back with.
        ask: Ask,
        /// What the server needs.
        asked: Asked,
        /// Who answers, where that is not whoever answers for the connection.
        route: Option<u64>,
    },
    /// Nobody waits for this input any more.
    Withdraw(Ask),
    /// Tell whoever listens.
    Notify {
        /// The notification.
        notification: ServerNotification,
        /// The subscription that it belongs to, by the key of its request.
        subscription: Option<i64>,
    },
    /// Note that the server left the specification.
    Depart(Cow<'static, str>),
}

/// Which question an answer belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ask {
    /// A round of input of a request of ours, by its key.
    Round(i64),
    /// A request of the server.
    Request(RequestId),
}

/// What the server needs.
#[derive(Debug)]
pub(crate) enum Asked {
    /// Input to go on with a request of ours.
    Needed(InputNeeded),
    /// An answer to a request of its own.
    Request {
        /// The method.
        method: Box<str>,
        /// The parameters, undecoded.
        params: Option<Bytes>,
    },
}

/// What came of a question.
#[derive(Debug)]
pub(crate) enum Answer {
    /// What the next round of a request of ours carries, or why there is none.
    Round {
        /// What it carries.
        round: Result<Round>,
        /// URL elicitations that must be complete before the next round makes sense.
        elicitations: Vec<String>,
    },
    /// The result of a request of the server, as JSON text, or the error.
    Reply(std::result::Result<Bytes, RpcError>),
}
