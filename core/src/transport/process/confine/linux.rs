//! Confinement on Linux: Landlock for files, a filter of system calls for sockets, and limits.
//!
//! Landlock's rules and the filter belong to a thread, and whatever it starts inherits them. So a
//! thread is started for one server only: it confines itself, starts the server and ends. The rest
//! of our process stays as free as it was.

use std::{io, path::Path, thread};

use landlock::{RulesetCreated, RulesetStatus};
use seccompiler::BpfProgram;
use tokio::{
    process::{Child, Command},
    runtime::Handle,
};

use super::{Confinement, filter, limits::Limits, rights, rules, unavailable};
use crate::error::Result;

/// A confinement that is ready to be put on a server.
pub(in crate::transport::process) struct Confined {
    ruleset: RulesetCreated,
    filter: BpfProgram,
    limits: Limits,
}

impl Confined {
    /// # Errors
    /// [`crate::ErrorCode::Process`]: the system cannot do it, or a folder is not there.
    pub(in crate::transport::process) fn prepare(
        confinement: &Confinement,
        program: &Path,
    ) -> Result<Self> {
        available(confinement).map_err(unavailable)?;
        Ok(Self {
            ruleset: rules::ruleset(confinement, program)?,
            filter: filter::program(confinement.network).map_err(unavailable)?,
            limits: Limits::new(confinement)?,
        })
    }

    /// Confines the calling thread for good, and all that it will start.
    fn confine_this_thread(self) -> io::Result<()> {
        let status = self.ruleset.restrict_self().map_err(io::Error::other)?;
        if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
            return Err(io::Error::other("the kernel took the rules and does not keep to them"));
        }
        rights::give_up()?;
        // It comes last, as it may refuse what comes after it.
        seccompiler::apply_filter(&self.filter).map_err(io::Error::other)
    }
}

/// What would be held of a confinement.
///
/// # Errors
/// Why it cannot be had.
pub(super) fn available(confinement: &Confinement) -> Result<Vec<&'static str>, &'static str> {
    let kernel = rules::kernel()?;
    filter::program(confinement.network)?;
    let mut held = vec!["files", "privileges", "sockets"];
    if kernel.holds_signals {
        held.push("signals");
    }
    if !confinement.network {
        held.push("network");
    }
    if confinement.memory.is_some() {
        held.push("memory");
    }
    if confinement.processes.is_some() {
        Limits::can_count_processes()?;
        held.push("processes");
    }
    Ok(held)
}

/// Starts a command, confined or not.
pub(in crate::transport::process) fn spawn(
    mut command: Command,
    confined: Option<Confined>,
) -> io::Result<Child> {
    let Some(confined) = confined else { return command.spawn() };
    confined.limits.set_before_start_of(&mut command);
    let runtime = Handle::current();
    let start = move || {
        // The runtime learns of the child's end by the thread that starts it.
        let _runtime = runtime.enter();
        confined.confine_this_thread()?;
        command.spawn()
    };
    let thread = thread::Builder::new().name("hostline-confine".into()).spawn(start)?;
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread that starts it has failed")))
}
