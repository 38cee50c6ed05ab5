//! The configuration, read again: as a whole or not at all, and by one at a time.

use std::{
    sync::{Arc, PoisonError, Weak},
    time::{Duration, SystemTime},
};

use serde_json::Value;
use tokio::{
    sync::oneshot,
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use super::{
    Host, HostSettings,
    config::{AuditArguments, Config, ConfigFile, PolicyTable, Reading, Revision},
    core::{Core, Member},
    policy::{Rule, check_rules},
};
use crate::error::{Error, ErrorCode, Result};

/// How often it is looked whether the file is another than it was.
const LOOK: Duration = Duration::from_secs(1);

impl Host {
    /// Reads the configuration and the grants again. Servers that are reached in another way now end,
    /// and are started again when they are needed; the others go on. Where other tools are on, or
    /// other roots are named, they are offered so, and the server hears of its roots.
    ///
    /// A change of the file is noticed by itself within two or three seconds, if it says anything that
    /// can be used.
    ///
    /// # Errors
    /// As of [`Self::open`]; everything then stays as it was.
    pub async fn reload(&self) -> Result<()> {
        let _turn = self.turn().await?;
        self.grants().refresh(SystemTime::now()).await?;
        self.read_again().await
    }

    /// Reads the configuration again, if its file is another than it was when it was read, and the
    /// same as at the look before: somebody may still be writing it, and the half that is there may
    /// lack the very rule that forbids something. Says whether it was read.
    ///
    /// # Errors
    /// As of [`Self::reload`].
    pub(super) async fn look(&self, before: &mut Option<Revision>) -> Result<bool> {
        let _turn = self.turn().await?;
        let known = self.0.read.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(now) = self.1.config().revision_since(known.as_ref()).await? else {
            *before = None;
            return Ok(false);
        };
        if known.as_ref() == Some(&now) {
            // The bytes are the same, and next time they need not be read to see that.
            *self.0.read.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
            *before = None;
            return Ok(false);
        }
        if before.as_ref() != Some(&now) {
            *before = Some(now);
            return Ok(false);
        }
        let reading = self.1.config().read().await?;
        if reading.revision != now {
            *before = Some(reading.revision);
            return Ok(false);
        }
        self.adopt(reading).await.map(|()| true)
    }

    /// One reads at a time, so that what was written last is what holds.
    async fn turn(&self) -> Result<tokio::sync::SemaphorePermit<'_>> {
        let ended = |_| Error::new(ErrorCode::Closed, "the host has ended");
        self.0.turn.acquire().await.map_err(ended)
    }

    async fn read_again(&self) -> Result<()> {
        self.adopt(self.1.config().read().await?).await
    }

    async fn adopt(&self, reading: Reading) -> Result<()> {
        let changes = self.take_over(reading)?;
        let (core, (done, applied)) = (self.0.clone(), oneshot::channel());
        // Whoever waits no more does not leave it half done.
        self.spawn(async move {
            changes.apply(&core).await;
            let _ = done.send(());
        });
        let _ = applied.await;
        Ok(())
    }

    /// Makes everything that of a configuration, and says what has become of the servers. What can
    /// fail fails before anything has changed.
    pub(super) fn take_over(&self, reading: Reading) -> Result<Changes> {
        let Reading { config, revision, .. } = reading;
        let rules = rules(&config)?;
        let in_full = config.audit.arguments == AuditArguments::Full;
        let mut members = self.0.members.write().unwrap_or_else(PoisonError::into_inner);
        let next = self.next_members(&config, &members)?;
        let mut changes = Changes::default();
        for (name, member) in &*members {
            match next.get(name).filter(|now| Arc::ptr_eq(&now.way, &member.way)) {
                Some(now) if Arc::ptr_eq(now, member) => {}
                Some(now) => changes.described.push((member.clone(), now.clone())),
                None => {
                    changes.gone.push(member.clone());
                    self.0.withdraw(name);
                }
            }
        }
        self.0.gate.apply(rules, in_full);
        *members = next;
        *self.0.read.lock().unwrap_or_else(PoisonError::into_inner) = Some(revision);
        Ok(changes)
    }
}

/// What a configuration makes of the servers that there were.
#[derive(Default)]
pub(super) struct Changes {
    /// These are not any more, or are reached in another way.
    gone: Vec<Arc<Member>>,
    /// These go on, and something else is said of them.
    described: Vec<(Arc<Member>, Arc<Member>)>,
}

impl Changes {
    /// Offers what is left as it is described now, and ends what is not any more.
    async fn apply(self, core: &Arc<Core>) {
        for (before, now) in self.described {
            now.way.offer(core).await;
            if before.entry.roots != now.entry.roots
                && let Some(live) = now.kept.now()
            {
                live.client().roots_changed();
            }
        }
        let mut ending = JoinSet::new();
        for member in self.gone {
            ending.spawn(async move { member.kept.stop().await });
        }
        while ending.join_next().await.is_some() {}
    }
}

/// Adds a rule behind the others of a configuration. One that could not be read would keep every
/// host from opening.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: it is no rule, or another one has its name. And those of
/// [`ConfigFile::add_rule`].
pub(crate) async fn add_rule(file: &ConfigFile, rule: &Value) -> Result<()> {
    let added: Rule = serde_json::from_value(rule.clone()).map_err(|source| {
        Error::new(ErrorCode::InvalidInput, "it is no rule")
            .with_next_step("see docs/policy.md for what a rule says")
            .with_source(source)
    })?;
    let mut rules = rules(&file.read().await?.config)?;
    rules.push(added);
    check_rules(&rules)?;
    file.add_rule(rule).await.map(drop)
}

/// The rules of a configuration.
fn rules(config: &Config) -> Result<Vec<Rule>> {
    let rules: Vec<Rule> = config.policy.iter().map(PolicyTable::read).collect::<Result<_>>()?;
    check_rules(&rules)?;
    Ok(rules)
}

/// Looks at the file for as long as the host lives. What is wrong with it is told once.
pub(super) async fn watch(core: Weak<Core>, settings: Arc<HostSettings>) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut told, mut before) = (String::new(), None);
    loop {
        looks.tick().await;
        let Some(core) = core.upgrade() else { return };
        match Host(core, settings.clone()).look(&mut before).await {
            Ok(_) => told.clear(),
            Err(error) => {
                let error = error.to_string();
                if error != told {
                    tracing::warn!(target: "hostline::host", %error, "the configuration stays");
                    told = error;
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "reloading_tests.rs"]
mod tests;
