//! The native halves of Swift and Kotlin, which UniFFI writes from the library itself.
//!
//! They say how bytes cross and nothing of the contract, so that they change only with the few
//! objects of the crate in `bindings-swift/src`.

use std::{fs, time::Duration};

use super::{File, kotlin};
use crate::{
    process,
    workspace::{Context as _, Result, Workspace},
};

/// What UniFFI calls a file, and where it stands.
const FILES: [(&str, &str); 4] = [
    ("HostlineNative.swift", "bindings-swift/Sources/HostlineNative/HostlineNative.swift"),
    ("HostlineFFI.h", "bindings-swift/Sources/HostlineFFI/HostlineFFI.h"),
    ("HostlineFFI.modulemap", "bindings-swift/Sources/HostlineFFI/module.modulemap"),
    ("uniffi/hostline_ffi/hostline_ffi.kt", KOTLIN),
];
/// Where Kotlin's half stands.
const KOTLIN: &str = "bindings-swift/kotlin/src/main/kotlin/uniffi/hostline_ffi/hostline_ffi.kt";

/// The files of both languages. The library and UniFFI's program are built before.
pub(super) fn files(workspace: &Workspace) -> Result<Vec<File>> {
    let folder = workspace.target.join("xtask/uniffi");
    let mut command = std::process::Command::new(workspace.program("uniffi-bindgen"));
    command.current_dir(&workspace.root);
    command.args(["generate", "--language", "swift", "--language", "kotlin", "--no-format"]);
    command.args(["--metadata-no-deps", "--out-dir"]).arg(&folder);
    command.arg(workspace.library("hostline_ffi"));
    process::output(&mut command, Duration::from_mins(2)).context("uniffi-bindgen")?;

    let mut files = Vec::new();
    for (name, path) in FILES {
        let written = fs::read_to_string(folder.join(name)).context(name)?;
        // What UniFFI says of itself at the top says nothing to whoever opens the file.
        let of_itself = |line: &&str| line.starts_with("// ");
        let lines = written.lines().skip_while(of_itself).map(str::trim_end);
        let mark =
            "// Written by UniFFI for `cargo xtask gen`, from bindings-swift/src. Do not edit.";
        let lines: Vec<&str> = std::iter::once(mark).chain(lines).collect();
        let text = format!("{}\n", lines.join("\n").trim_end());
        let is_kotlin = path == KOTLIN;
        files.push(File { path, text: if is_kotlin { kotlin::hidden(&text) } else { text } });
    }
    Ok(files)
}
