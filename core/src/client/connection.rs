//! What all clones of a client share, and what every request needs of it.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::task::{AbortHandle, JoinSet};

use super::{
    Verdict, cache::Cache, hub::Hub, route::InputRoutes, tools::Toolbox, watched::Watched,
};
use crate::{
    dialect::Profile,
    error::{Error, ErrorCode, Result},
    model::{Implementation, LoggingLevel, ServerCapabilities, Wire},
    peer::Peer,
    transport::Link,
};

/// What all clones of a client share.
pub(crate) struct Connection {
    pub(crate) facts: Facts,
    pub(crate) peer: Peer,
    pub(crate) hub: Arc<Hub>,
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only hosts open routes"))]
    pub(super) routes: Arc<InputRoutes>,
    pub(crate) cache: Cache,
    pub(crate) toolbox: Toolbox,
    pub(super) watched: Watched,
    pub(crate) defaults: Defaults,
    /// The driver and whatever else belongs to the connection; all of it ends with the last clone.
    pub(super) tasks: Mutex<JoinSet<()>>,
    #[cfg(feature = "http")]
    pub(super) account: Option<crate::auth::Account>,
    #[cfg(feature = "icons")]
    pub(super) icons: Arc<super::icons::ServerIcons>,
}

/// What is known of the server since the connection was opened.
pub(crate) struct Facts {
    pub(crate) label: Arc<str>,
    pub(crate) profile: &'static Profile,
    pub(crate) link: Link,
    pub(crate) transport: &'static str,
    pub(crate) info: Option<Implementation>,
    /// Nothing where the server was not asked, because its era was known.
    pub(crate) capabilities: Option<ServerCapabilities>,
    pub(crate) instructions: Option<String>,
    pub(crate) verdict: Verdict,
}

/// What a request gets unless it says otherwise.
pub(crate) struct Defaults {
    pub(crate) timeout: Duration,
    pub(crate) max_total: Duration,
    pub(crate) log_level: Option<LoggingLevel>,
    pub(crate) strict_schemas: bool,
    /// Whether what takes long leaves the thread that it is on to others, which only a runtime with
    /// more than one thread can.
    pub(crate) steps_aside: bool,
}

/// What is at least as long, in bytes, takes long to take apart or to check.
const LONG: usize = 256 << 10;

impl Connection {
    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        // A panic while it was held cannot leave the set half changed.
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends whatever still runs.
    pub(super) fn stop(&self) {
        self.tasks().abort_all();
    }

    /// Runs a task that ends with the connection.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> AbortHandle {
        let mut tasks = self.tasks();
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task)
    }

    /// Decodes what the server answered; what does not fit is noted as a departure.
    pub(crate) fn read<T: Wire>(&self, method: &'static str, bytes: &[u8]) -> Result<T> {
        self.work(bytes.len(), || self.hub.read(method, bytes))
    }

    /// Does what takes as long as `bytes` are many, and keeps no other request waiting for it where
    /// that can be had.
    pub(crate) fn work<T>(&self, bytes: usize, work: impl FnOnce() -> T) -> T {
        if self.defaults.steps_aside && bytes >= LONG {
            tokio::task::block_in_place(work)
        } else {
            work()
        }
    }

    /// Whether parameters of tools are repeated in headers on this connection.
    pub(crate) fn mirrors(&self) -> bool {
        self.facts.link == Link::Exchanges && self.facts.profile.mirrored_parameters
    }

    /// Fails unless the version has this request.
    pub(crate) fn require_method(&self, method: &'static str) -> Result<()> {
        if self.facts.profile.knows_request(method) {
            return Ok(());
        }
        Err(Error::new(
            ErrorCode::MissingCapability,
            format!("protocol version {} has no such request", self.facts.profile.version),
        )
        .with_server(&self.facts.label)
        .with_method(method)
        .with_next_step("do without it, or connect in a version that has it"))
    }

    /// Fails unless the server offers this. A server that was not asked is given the benefit of
    /// the doubt.
    pub(crate) fn require(
        &self,
        method: &'static str,
        what: &'static str,
        offers: impl FnOnce(&ServerCapabilities) -> bool,
    ) -> Result<()> {
        self.require_method(method)?;
        if self.facts.capabilities.as_ref().is_none_or(offers) {
            return Ok(());
        }
        Err(Error::new(ErrorCode::MissingCapability, format!("the server offers no {what}"))
            .with_server(&self.facts.label)
            .with_method(method)
            .with_next_step("look at what it offers with `hostline inspect`"))
    }
}
