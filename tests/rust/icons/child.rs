//! The process in which an icon is drawn.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use hostline_tests::icons::File;
use serde::Deserialize;

/// What a process says of the icon that it has drawn, or not.
#[derive(Debug, Deserialize)]
pub(super) struct Report {
    pub(super) outcome: String,
    pub(super) sentence: String,
    pub(super) cpu_us: u64,
    pub(super) memory_kib: u64,
    pub(super) png: String,
}

/// Draws a file at a size. A process that ends in another way than with a report is told as such.
pub(super) fn draw(file: &File, size: u32) -> Result<Report, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icon-sanitizer"));
    command.arg(file.name).arg(size.to_string()).args(file.declared);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A process that does not read all has ended, and says why.
    let _ = child.stdin.take().unwrap().write_all(&file.bytes);
    let output = child.wait_with_output().unwrap();
    serde_json::from_slice(&output.stdout).map_err(|_| {
        format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())
    })
}
