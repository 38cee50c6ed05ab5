//! Prints the contract that the bindings are generated from, as JSON.

use std::{io::Write as _, process::ExitCode};

fn main() -> ExitCode {
    let contract = hostline::facade::contract::contract();
    let Ok(mut text) = serde_json::to_vec_pretty(&contract) else { return ExitCode::FAILURE };
    text.push(b'\n');
    match std::io::stdout().write_all(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
