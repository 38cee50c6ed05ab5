//! The steps of a suite: a line for each, and their sum.

use std::{process::ExitCode, time::Instant};

use crate::workspace::Result;

/// How many steps passed, and how many failed.
#[derive(Default)]
pub(crate) struct Tally {
    passed: u32,
    failed: u32,
}

impl Tally {
    /// Takes a step and prints its line, and below it what went wrong.
    pub(crate) fn take(&mut self, name: &str, step: impl FnOnce() -> Result<()>) {
        let started = Instant::now();
        let outcome = step();
        let seconds = started.elapsed().as_secs_f32();
        let word = if outcome.is_ok() { "ok" } else { "FAILED" };
        println!("{word:<8} {name:<62} {seconds:>5.1} s");
        match outcome {
            Ok(()) => self.passed += 1,
            Err(error) => {
                self.failed += 1;
                error.to_string().lines().for_each(|line| println!("    {line}"));
            }
        }
    }

    /// Prints the sum. Success means that steps were taken, and that none failed.
    pub(crate) fn finish(&self, suite: &str) -> ExitCode {
        println!("\n{suite}: {} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 && self.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
