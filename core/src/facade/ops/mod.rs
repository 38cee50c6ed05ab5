//! What each operation of the contract does, on what everybody uses in Rust.

#[cfg(feature = "http")]
mod accounts;
mod client;
mod events;
#[cfg(feature = "http")]
mod host;
#[cfg(feature = "http")]
mod host_views;
#[cfg(feature = "icons")]
mod icon;
#[cfg(feature = "http")]
mod watch;

use std::sync::Arc;

#[cfg(feature = "icons")]
pub(super) use self::icon::*;
#[cfg(feature = "http")]
pub(super) use self::{accounts::*, host::*, watch::*};
pub(super) use self::{client::*, events::*};
use super::{
    Cancel,
    opened::{Connection, Listening, Opened, Subject},
};
use crate::{
    client::Client,
    error::{Error, ErrorCode, Result},
};

/// What an operation is done on.
pub(super) struct Context {
    pub(super) opened: Arc<Opened>,
    /// What cancels the call.
    pub(super) cancel: Cancel,
}

impl Context {
    /// Reads what a caller gave, beside the thread that does the input and output where it is long.
    pub(super) fn work<T>(&self, bytes: usize, work: impl FnOnce() -> T) -> T {
        match self.client() {
            Ok(client) => client.connection().work(bytes, work),
            Err(_) => work(),
        }
    }

    pub(super) fn client(&self) -> Result<&Client> {
        self.connection().map(|connection| &connection.client)
    }

    pub(super) fn connection(&self) -> Result<&Connection> {
        match &self.opened.subject {
            Subject::Client(connection) => Ok(connection),
            _ => Err(other()),
        }
    }

    /// The host, as long as it is open.
    #[cfg(feature = "http")]
    pub(super) fn host(&self) -> Result<&super::hosting::Hosting> {
        let hosting = self.any_host()?;
        hosting.seat()?;
        Ok(hosting)
    }

    /// The host, open or closed.
    #[cfg(feature = "http")]
    pub(super) fn any_host(&self) -> Result<&super::hosting::Hosting> {
        match &self.opened.subject {
            Subject::Host(hosting) => Ok(hosting),
            _ => Err(other()),
        }
    }

    #[cfg(feature = "http")]
    pub(super) fn watch(&self) -> Result<&super::hosting::Watching> {
        match &self.opened.subject {
            Subject::Watch(watching) => Ok(watching),
            _ => Err(other()),
        }
    }

    #[cfg(feature = "http")]
    pub(super) fn accounts(&self) -> Result<&crate::facade::opened::Accounts> {
        match &self.opened.subject {
            Subject::Accounts(accounts) => Ok(accounts),
            _ => Err(other()),
        }
    }

    pub(super) fn subscription(&self) -> Result<&Listening> {
        match &self.opened.subject {
            Subject::Subscription(listening) => Ok(listening),
            _ => Err(other()),
        }
    }
}

/// What fits into memory of a number that a caller gave; a larger one is no bound.
fn counted(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The table of operations finds only those of the subject.
fn other() -> Error {
    Error::new(ErrorCode::Internal, "the operation is one of something else")
}

#[cfg(feature = "testing")]
pub(super) use super::testing::{
    testing_ask, testing_echo, testing_fail, testing_live, testing_panic, testing_sleep,
    testing_text,
};
