//! The system's processes, as `ps` tells them: for Unix systems without `/proc`, such as macOS.
//!
//! `ps` is a program of its own, so each look costs some milliseconds. It is only used while a
//! server ends. A signal goes to whoever has the identifier, right after the listing.

use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{Listed, Process};

/// What `ps` prints: identifiers, the state, the starting time in five words, and the command with
/// its environment.
const COLUMNS: &str = "pid=,ppid=,pgid=,state=,lstart=,command=";

/// All living processes.
pub(super) fn list(mark: &str, _not_before: u64) -> Vec<Listed> {
    run(&["-axEww", "-o", COLUMNS])
        .lines()
        .filter_map(parse)
        .map(|(mut listed, command)| {
            listed.marked = !mark.is_empty() && command.contains(mark);
            listed
        })
        .collect()
}

/// When a living process was started; nothing if there is none.
pub(super) fn started(pid: i32) -> Option<u64> {
    let text = run(&["-o", COLUMNS, "-p", &pid.to_string()]);
    text.lines().find_map(parse).map(|(listed, _)| listed.process.started)
}

/// Sends a signal to a process.
pub(super) fn signal(pid: Pid, _process: Process, signal: Signal) {
    // A process that ended meanwhile needs no signal.
    let _ = kill_process(pid, signal);
}

fn run(arguments: &[&str]) -> String {
    let output = Command::new("/bin/ps")
        .args(arguments)
        .env_clear()
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// Reads one line; zombies are no processes.
fn parse(line: &str) -> Option<(Listed, &str)> {
    let mut rest = line;
    let mut word = || {
        let trimmed = rest.trim_start();
        let end = trimmed.find(' ').unwrap_or(trimmed.len());
        let (word, behind) = trimmed.split_at(end);
        rest = behind;
        word
    };
    let (pid, parent, group) = (word().parse().ok()?, word().parse().ok()?, word().parse().ok()?);
    let lives = !word().starts_with('Z');
    let (_weekday, month, day, time, year) = (word(), word(), word(), word(), word());
    let started = moment(year, month, day, time)?;
    let listed = Listed { process: Process { pid, started }, parent, group, marked: false };
    lives.then_some((listed, rest))
}

/// A number that grows with time and is the same for the same second.
fn moment(year: &str, month: &str, day: &str, time: &str) -> Option<u64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let month = MONTHS.find(month)? as u64 / 3;
    let days = (year.parse::<u64>().ok()? * 12 + month) * 31 + day.parse::<u64>().ok()?;
    let mut clock = time.split(':').map(str::parse::<u64>);
    let mut part = || clock.next()?.ok();
    Some(((days * 24 + part()?) * 60 + part()?) * 60 + part()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_ps_is_read() {
        let line =
            "  312     1   310 S    Sun Nov 29 09:05:07 2026     node x.js HOSTLINE_TREE=a-b-0";
        let (listed, command) = parse(line).unwrap();
        assert_eq!((listed.process.pid, listed.parent, listed.group), (312, 1, 310));
        assert!(command.contains("HOSTLINE_TREE=a-b-0"));
        assert!(parse(&line.replace(" S ", " Z+ ")).is_none());
        let later = parse(&line.replace("09:05:07", "09:05:08")).unwrap().0;
        assert!(later.process.started > listed.process.started);
    }
}
