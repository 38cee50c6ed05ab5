//! Counts, for tests, the calls of tools that hosts send, and those that their records allow.
//!
//! Where the environment names a folder, each adds a byte to a file there, so that many processes
//! count together. Both must come to the same: whoever sends a call without the gate, or records one
//! that is not sent, shows. Unit tests of the crate, which try the gate without any server, count
//! nothing.

use std::{fs::OpenOptions, io::Write as _, path::PathBuf, sync::OnceLock};

/// The variable of the environment that names the folder.
const FOLDER: &str = "HOSTLINE_TEST_COUNTS";

/// A host has sent a call of a tool. The rounds of one call count once.
pub(crate) fn sent() {
    add("sent");
}

/// A host has recorded that a tool may be called.
pub(crate) fn allowed() {
    add("allowed");
}

fn add(file: &str) {
    static PLACE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let place = PLACE.get_or_init(|| std::env::var_os(FOLDER).map(PathBuf::from));
    let Some(folder) = place.as_ref().filter(|_| !cfg!(test)) else { return };
    let file = OpenOptions::new().create(true).append(true).open(folder.join(file));
    // A count that is lost makes the two differ, which is what they are for.
    let _ = file.and_then(|mut file| file.write_all(b"."));
}
