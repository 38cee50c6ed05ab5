//! Many servers behind one gate.
//!
//! A host owns one configuration: which servers there are, what each may do, what a person has
//! allowed, and the record of what was done. It owns their connections, and the gate is the one door
//! through which a side effect passes, whoever asks for it. It knows clients and their typed calls,
//! and neither a transport's insides nor a protocol version.

pub mod audit;
mod canonical;
pub mod config;
mod digest;
mod document;
pub mod grants;
mod identity;
mod name;
pub mod owner;
pub mod pins;
pub mod policy;
mod tap;
#[cfg(test)]
mod test_folder;
mod time;
mod tree;

pub use self::{
    digest::Digest,
    identity::ServerIdentity,
    name::{MAX_SERVER_NAME, ServerName},
    tap::{Direction, Tap, TapEntry, TapEvent, TapRead, TapReader},
};
