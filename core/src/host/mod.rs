//! Many servers behind one gate.
//!
//! A host owns one configuration: which servers there are, what each may do, what a person has
//! allowed, and the record of what was done. It owns their connections, and [`gate`] is the one door
//! through which a side effect passes, whoever asks for it. It knows clients and their typed calls,
//! and neither a transport's insides nor a protocol version.

mod approving;
pub mod audit;
mod caller;
mod calling;
mod canonical;
pub mod catalogue;
pub mod config;
mod connecting;
mod core;
mod digest;
mod document;
pub mod gate;
pub mod grants;
#[expect(clippy::module_inception, reason = "the host is what the module is called after")]
mod host;
mod identity;
mod input;
mod name;
pub mod ops;
pub mod owner;
pub mod pins;
pub mod policy;
mod reading;
mod reloading;
mod starting;
mod supervisor;
mod tap;
#[cfg(test)]
mod test_folder;
mod time;
mod tree;
mod underway;
mod verdicts;

#[cfg(feature = "http")]
pub(crate) use self::reloading::add_rule;
pub use self::{
    caller::Caller,
    calling::CallOptions,
    digest::Digest,
    host::{Host, HostSettings},
    identity::ServerIdentity,
    name::{MAX_SERVER_NAME, ServerName},
    reading::Watching,
    supervisor::{Activity, Fault, Lists, Status, Step},
    tap::{Direction, Tap, TapEntry, TapEvent, TapRead, TapReader},
    underway::Said,
};
