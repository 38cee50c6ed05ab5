//! The parts of an HTTP service: what every request must pass, how answers and streams are written,
//! and the transports of what outlives a request.
//!
//! [`session()`] is legacy Streamable HTTP, [`pair()`] the two addresses of HTTP+SSE. The rest guards
//! and limits any request. Nothing here knows a method, a protocol version or an era; whatever
//! differs by them is said by whoever uses the parts.

pub(crate) mod accept;
pub(crate) mod body;
mod budget;
pub(crate) mod guard;
mod reader;
mod refusal;
mod session;
mod sse_pair;
mod store;
mod stream;
mod within;

pub use stream::HttpBody;

pub(crate) use self::{
    budget::{Budget, Share},
    guard::Guard,
    reader::Answer,
    refusal::Refusal,
    session::{Kept, Posted, SessionDoor, SessionOptions, session},
    sse_pair::{PairDoor, pair},
    store::{Stale, StoreLimits},
    stream::{Cost, Event, EventBody, Source},
    within::within,
};
pub(crate) use crate::auth::unguessable;
