//! The processes of this machine, as `/proc` tells of them.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::workspace::{Context, Result};

/// The living processes in whose environment or command line a path stands.
pub(super) fn that_know(path: &Path) -> BTreeSet<u32> {
    let path = path.as_os_str().as_encoded_bytes();
    all()
        .filter(|id| {
            ["environ", "cmdline"]
                .iter()
                .any(|file| read(*id, file).windows(path.len()).any(|part| part == path))
        })
        .collect()
}

/// The children of a process that have been started with these arguments, whatever their program
/// calls itself.
pub(super) fn children(parent: u32, command: &[String]) -> Vec<u32> {
    let arguments = &command[1..];
    let is_such = |id: &u32| {
        parent_of(*id) == Some(parent) && words(*id).get(1..).is_some_and(|own| own == arguments)
    };
    all().filter(is_such).collect()
}

/// What a process is, for a report.
pub(super) fn describe(id: u32) -> String {
    format!("{id}: {}", words(id).join(" "))
}

/// Ends a process at once, and asks it nothing.
pub(super) fn kill(id: u32) -> Result<()> {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("kill -KILL {id}")).stderr(Stdio::null());
    let status = command.status().context("sh")?;
    if status.success() { Ok(()) } else { Err(format!("there is no process {id}").into()) }
}

fn all() -> impl Iterator<Item = u32> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok())
}

fn words(id: u32) -> Vec<String> {
    let line = read(id, "cmdline");
    let words =
        line.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned());
    let mut words: Vec<String> = words.collect();
    // Each word ends with a zero byte, the last one too.
    words.pop();
    words
}

fn parent_of(id: u32) -> Option<u32> {
    // The name of the program stands in parentheses, and may hold any character.
    let stat = String::from_utf8_lossy(&read(id, "stat")).into_owned();
    stat.rsplit(')').next()?.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// A file of a process; nothing of one that has ended.
fn read(id: u32, file: &str) -> Vec<u8> {
    fs::read(format!("/proc/{id}/{file}")).unwrap_or_default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::process::Group;

    #[test]
    fn a_child_is_found_by_its_arguments_and_by_a_path_that_it_knows_until_it_is_killed() {
        let words = ["sleep", "6001"].map(str::to_owned);
        let place = std::env::temp_dir().join("hostline-that-is-known");
        let mut command = Command::new(&words[0]);
        let child = Group::start(command.arg(&words[1]).env("PLACE", &place)).expect("it starts");
        let ours = std::process::id();
        // A process that has just been started has no words for a moment.
        while super::words(child.id()).is_empty() {
            std::thread::yield_now();
        }
        assert_eq!(children(ours, &words), [child.id()]);
        assert!(children(child.id(), &words).is_empty());
        assert!(children(ours, &["sleep", "6002"].map(str::to_owned)).is_empty());
        assert!(that_know(&place).contains(&child.id()));
        assert!(describe(child.id()).ends_with(": sleep 6001"), "{}", describe(child.id()));
        kill(child.id()).expect("it is there");
        let id = child.id();
        drop(child);
        assert!(!that_know(&place).contains(&id));
    }
}
