//! The command line `hostline`, which is the same in the packages of all languages.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line, whose first word is the program's own name, and gives its exit code. Other
/// threads of Python go on meanwhile.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| hostline_cli::run(words))
}
