//! Opening a connection over one channel: a process, a socket, a pipe (2026-07-28
//! `basic/transports/stdio`, "Backward Compatibility").

use bytes::Bytes;

use super::{Client, Opening, Plan, Said, Started, judge, said_by};
use crate::{
    dialect::{
        Dialect,
        negotiate::{Judgement, judge_channel},
    },
    error::{Error, Result},
    jsonrpc::Limits,
    model::DiscoverResult,
    transport::{Command, ProcessTransport, Transport},
};

/// What the first question led to.
enum Era {
    Modern(Box<DiscoverResult>),
    Legacy(std::sync::Arc<dyn Dialect>, Box<Said>),
    /// The server ended because of the question.
    LegacyAfterRestart(Error),
}

impl Opening {
    pub(super) async fn open_command(self, command: Command, limits: Limits) -> Result<Client> {
        let command = command.limits(limits);
        let spawn =
            || -> Result<Box<dyn Transport>> { Ok(Box::new(ProcessTransport::spawn(&command)?)) };
        let started = self.start_channel(spawn()?, "stdio");
        match self.settle_era(&started).await? {
            Era::LegacyAfterRestart(cause) => {
                drop(started);
                tracing::debug!(
                    target: "hostline::connection",
                    server = %self.label, %cause,
                    "the server ended on the first question; starting it again"
                );
                let again = self.start(spawn()?, self.legacy_dialect(), "stdio");
                let (dialect, said) = self.initialize(&again).await?;
                self.finish(again, &*dialect, said)
            }
            era => self.finish_channel(started, era),
        }
    }

    pub(super) async fn open_transport(self, transport: Box<dyn Transport>) -> Result<Client> {
        let started = self.start_channel(transport, "custom");
        let era = self.settle_era(&started).await?;
        self.finish_channel(started, era)
    }

    fn start_channel(&self, transport: Box<dyn Transport>, kind: &'static str) -> Started {
        let dialect = match self.plan() {
            Plan::Ask => self.modern_dialect(),
            Plan::Handshake => self.legacy_dialect(),
        };
        self.start(transport, dialect, kind)
    }

    fn finish_channel(&self, started: Started, era: Era) -> Result<Client> {
        match era {
            Era::Modern(result) => self.finish(started, &*self.modern_dialect(), said_by(*result)),
            Era::Legacy(dialect, said) => self.finish(started, &*dialect, *said),
            Era::LegacyAfterRestart(cause) => Err(cause),
        }
    }

    async fn settle_era(&self, started: &Started) -> Result<Era> {
        if let Plan::Handshake = self.plan() {
            let (dialect, said) = self.initialize(started).await?;
            return Ok(Era::Legacy(dialect, Box::new(said)));
        }
        let mut probe = Box::pin(started.peer.call(self.discover_call()));
        match tokio::time::timeout(self.patience(), &mut probe).await {
            Ok(outcome) => self.follow(started, outcome).await,
            Err(_) if self.allows_legacy() => self.ask_both(started, probe).await,
            Err(_) => Err(self.too_old()),
        }
    }

    async fn follow(&self, started: &Started, outcome: Result<Bytes>) -> Result<Era> {
        let (judgement, result) = judge(&outcome, judge_channel);
        match (judgement, result) {
            (Judgement::Modern, Some(result)) => Ok(Era::Modern(Box::new(result))),
            (Judgement::Modern, None) => {
                // It refused a version that it says it speaks; it is asked once more.
                let again = started.peer.call(self.discover_call()).await;
                match judge(&again, judge_channel) {
                    (Judgement::Modern, Some(result)) => Ok(Era::Modern(Box::new(result))),
                    _ => Err(again.err().unwrap_or_else(|| self.too_old())),
                }
            }
            (Judgement::Fail(error), _) => Err(error),
            (Judgement::Legacy | Judgement::LegacyAfterRestart, _) if !self.allows_legacy() => {
                Err(outcome.err().map_or_else(|| self.too_old(), |e| self.too_old().with_source(e)))
            }
            (Judgement::Legacy, _) => {
                started.peer.use_dialect(self.legacy_dialect());
                let (dialect, said) = self.initialize(started).await?;
                Ok(Era::Legacy(dialect, Box::new(said)))
            }
            (Judgement::LegacyAfterRestart, _) => {
                Ok(Era::LegacyAfterRestart(outcome.err().unwrap_or_else(|| self.too_old())))
            }
        }
    }

    /// The server is silent: it is legacy, or slow to start. The handshake is tried while the
    /// first question stays open, so that a slow modern server is not taken for a broken one.
    async fn ask_both(
        &self,
        started: &Started,
        probe: std::pin::Pin<Box<impl Future<Output = Result<Bytes>>>>,
    ) -> Result<Era> {
        started.peer.use_dialect(self.legacy_dialect());
        let refusal = match self.initialize(started).await {
            Ok((dialect, said)) => return Ok(Era::Legacy(dialect, Box::new(said))),
            Err(error) => error,
        };
        if refusal.rpc().is_none() {
            return Err(refusal);
        }
        // A server that has refused the handshake has started, and would have answered by now.
        let late = tokio::time::timeout(self.probe_timeout, probe).await;
        let Ok(late) = late else { return Err(refusal) };
        match judge(&late, judge_channel) {
            (Judgement::Modern, Some(result)) => {
                started.peer.use_dialect(self.modern_dialect());
                Ok(Era::Modern(Box::new(result)))
            }
            _ => Err(refusal),
        }
    }
}
