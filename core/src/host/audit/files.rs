//! What stands in the folder of the record, and how it is called.

use crate::{error::Result, folder::Folder};

/// Held by whoever writes.
pub(super) const LOCK: &str = "audit.lock";
/// Says which line was the last one.
pub(super) const HEAD: &str = "head.json";
const PREFIX: &str = "audit-";
const END: &str = ".jsonl";

/// The file of a number. The first one has 1.
pub(super) fn file_name(number: u32) -> String {
    format!("{PREFIX}{number:06}{END}")
}

/// Where what could not be read from there on is moved to.
pub(super) fn damaged_name(number: u32, offset: u64) -> String {
    format!("damaged-{number:06}-{offset}{END}")
}

/// The numbers of the files that are there, the oldest first.
pub(super) fn numbers(folder: &Folder) -> Result<Vec<u32>> {
    let number = |name: String| {
        let number = name.strip_prefix(PREFIX)?.parse().ok()?;
        // Of two spellings of a number, only ours is a file of the record.
        (file_name(number) == format!("{name}{END}")).then_some(number)
    };
    let mut numbers: Vec<u32> = folder.files(END)?.into_iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}
