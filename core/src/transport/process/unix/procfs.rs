//! The system's processes, read from `/proc`.

use std::{fs::File, io::Read};

use memchr::memmem;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use super::{Listed, Process};

/// More than the longest `stat` line.
const STAT_BYTES: usize = 1 << 10;

/// The most of an environment that is searched for the mark.
const ENVIRONMENT_BYTES: u64 = 1 << 20;

/// All living processes. Of those that are older than `not_before` nobody asks for the mark.
pub(super) fn list(mark: &str, not_before: u64) -> Vec<Listed> {
    let Ok(folders) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = folders.filter_map(|folder| folder.ok()?.file_name().to_str()?.parse().ok());
    pids.filter_map(|pid: i32| {
        let stat = Stat::read(pid)?;
        if !stat.lives {
            return None;
        }
        let marked = stat.started >= not_before && carries(pid, mark);
        let process = Process { pid, started: stat.started };
        Some(Listed { process, parent: stat.parent, group: stat.group, marked })
    })
    .collect()
}

/// When a living process was started; nothing if there is none.
pub(super) fn started(pid: i32) -> Option<u64> {
    Stat::read(pid).filter(|stat| stat.lives).map(|stat| stat.started)
}

/// Sends a signal to exactly this process.
pub(super) fn signal(pid: Pid, process: Process, signal: Signal) {
    // The descriptor holds on to whatever process has the identifier now; if that is the right one,
    // no other can get the signal.
    let held = pidfd_open(pid, PidfdFlags::empty());
    if started(process.pid) != Some(process.started) {
        return;
    }
    // A process that ended meanwhile needs no signal.
    let _ = match held {
        Ok(held) => pidfd_send_signal(held, signal),
        Err(_) => kill_process(pid, signal),
    };
}

struct Stat {
    lives: bool,
    parent: i32,
    group: i32,
    started: u64,
}

impl Stat {
    fn read(pid: i32) -> Option<Self> {
        let mut text = [0; STAT_BYTES];
        let count = File::open(format!("/proc/{pid}/stat")).ok()?.read(&mut text).ok()?;
        Self::parse(&text[..count])
    }

    /// Reads the fields behind the program's name, which may hold anything, also parentheses.
    fn parse(text: &[u8]) -> Option<Self> {
        let name_end = memchr::memrchr(b')', text)?;
        let rest = std::str::from_utf8(&text[name_end + 1..]).ok()?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().take(20).collect();
        Some(Self {
            lives: !matches!(*fields.first()?, "Z" | "X" | "x"),
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            started: fields.get(19)?.parse().ok()?,
        })
    }
}

/// Whether the mark stands in the environment that the process was started with. Those of other
/// users cannot be read, and are not ours to end.
fn carries(pid: i32, mark: &str) -> bool {
    let Ok(file) = File::open(format!("/proc/{pid}/environ")) else { return false };
    let mut text = Vec::new();
    let read = file.take(ENVIRONMENT_BYTES).read_to_end(&mut text);
    read.is_ok() && !mark.is_empty() && memmem::find(&text, mark.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_does_not_confuse() {
        let fields = "S 7 8 9 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4242 0 0";
        let text = format!("12 (a) R 1 2 (b) {fields}");
        let stat = Stat::parse(text.as_bytes()).unwrap();
        assert_eq!((stat.lives, stat.parent, stat.group, stat.started), (true, 7, 8, 4242));
    }

    #[test]
    fn broken_text_is_no_process() {
        for text in ["", "12", "12 (a)", "12 (a) S", "12 (a) S 1 2 3", "12 (a) S x 2 3"] {
            assert!(Stat::parse(text.as_bytes()).is_none(), "{text}");
        }
    }
}
