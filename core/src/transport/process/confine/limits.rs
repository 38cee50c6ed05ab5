//! Bounds on memory and processes, and what a server inherits of us that it must not.
//!
//! Both must be there before the server's program runs: set from outside, it could be faster.

use std::{fs, io};

use rustix::process::{Resource, Rlimit, geteuid, getrlimit, getuid, setrlimit};
use tokio::process::Command;

use super::{Confinement, unavailable};
use crate::error::Result;

/// The first descriptor behind the three standard streams.
const FIRST_DESCRIPTOR: libc::c_uint = 3;

/// Limits as the kernel takes them.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    memory: Option<Rlimit>,
    processes: Option<Rlimit>,
}

impl Limits {
    pub(super) fn new(confinement: &Confinement) -> Result<Self> {
        let processes = match confinement.processes {
            None => None,
            Some(more) => {
                let now = processes_of_this_user().map_err(|error| {
                    unavailable("the processes of this user cannot be counted").with_source(error)
                })?;
                Some(lowered(Resource::Nproc, now.saturating_add(u64::from(more))))
            }
        };
        // Not the address space: Node.js and others reserve far more of it than they use.
        let memory = confinement.memory.map(|bytes| lowered(Resource::Data, bytes));
        Ok(Self { memory, processes })
    }

    /// # Errors
    /// The kernel does not keep to such a limit for this user.
    pub(super) fn can_count_processes() -> Result<(), &'static str> {
        if geteuid().is_root() {
            return Err("a limit on processes cannot be had for the system's administrator");
        }
        Ok(())
    }

    /// Sets the limits in the new process, between its beginning and that of the program.
    ///
    /// Descriptors that were left open for every program, by us or by whoever started us, lead past
    /// all rules on files, and are closed with that.
    pub(super) fn set_before_start_of(self, command: &mut Command) {
        let set = move || {
            close_on_start()?;
            self.memory.map_or(Ok(()), |limit| setrlimit(Resource::Data, limit))?;
            self.processes.map_or(Ok(()), |limit| setrlimit(Resource::Nproc, limit))?;
            Ok(())
        };
        // SAFETY: `set` runs in the child of a fork of a process that has several threads, where
        // nothing may be done that needs a lock another thread may have held, memory above all.
        // `set` holds plain numbers (`Self` is `Copy`), makes three system calls and looks at what
        // they return; its errors hold a number each, so it neither allocates nor panics.
        #[expect(unsafe_code, reason = "nothing safe runs before a program and after its fork")]
        unsafe {
            command.pre_exec(set);
        }
    }
}

/// Has all descriptors but the standard streams closed when the program starts. They are not closed
/// at once, as one of them reports whether it has started.
fn close_on_start() -> io::Result<()> {
    // SAFETY: the call takes numbers only, and no pointer. It closes nothing now, so that no
    // descriptor that anybody owns loses its meaning, and changes only this process's own table.
    #[expect(unsafe_code, reason = "there is no safe function for this call")]
    let outcome = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            FIRST_DESCRIPTOR,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A limit that nobody may raise again; never above the one that there is.
fn lowered(resource: Resource, wanted: u64) -> Rlimit {
    let most = getrlimit(resource).maximum.map_or(wanted, |most| most.min(wanted));
    Rlimit { current: Some(most), maximum: Some(most) }
}

/// How many processes and threads the user of this process has.
fn processes_of_this_user() -> io::Result<u64> {
    let user = getuid().as_raw();
    let mut count = 0;
    for entry in fs::read_dir("/proc")?.flatten() {
        let is_process = entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit);
        // A process may end while it is counted.
        if is_process && let Ok(status) = fs::read_to_string(entry.path().join("status")) {
            count += threads_of(&status, user);
        }
    }
    Ok(count)
}

/// How many threads a process has, if it is this user's; `status` is what `/proc` says of it.
fn threads_of(status: &str, user: u32) -> u64 {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    // The first of the four is the real user, for whom the kernel counts.
    if field("Uid:") == Some(u64::from(user)) { field("Threads:").unwrap_or(0) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_of_this_user_are_counted() {
        let status = "Name:\tx\nUid:\t1000\t0\t0\t0\nThreads:\t7\n";
        assert_eq!((threads_of(status, 1000), threads_of(status, 0)), (7, 0));
        assert!(processes_of_this_user().unwrap() > 0);
    }

    #[test]
    fn a_limit_is_never_raised() {
        let there = getrlimit(Resource::Core).maximum;
        let limit = lowered(Resource::Core, u64::MAX - 1);
        assert_eq!(limit.maximum, there.or(Some(u64::MAX - 1)));
        assert_eq!(lowered(Resource::Core, 0).current, Some(0));
    }
}
