//! The command `hostline`: talk to Model Context Protocol servers from a terminal.
//!
//! It is a library, so that the packages of other languages ship the same command. Everything that
//! it knows about the protocol comes from the crate `hostline`; here are words, columns, questions
//! to a person, and exit codes ([`exit_code`]).
//!
//! Two rules hold everywhere: text that came from a server reaches the terminal through
//! [`hostline::text`] only, and nothing but results is written to the standard output.

mod args;
mod arguments;
mod commands;
mod demo;
mod door;
mod drive;
mod exit;
mod input;
mod kinds;
mod output;
mod sign_in;
mod signals;
mod target;

use std::{ffi::OsString, io, sync::Arc};

use clap::{CommandFactory, Parser};

use crate::{
    args::{Cli, Command},
    exit::{Exit, Outcome},
    output::Console,
};

pub use crate::exit::exit_code;

/// Runs one command line, whose first word is the program's own name, and returns its exit code.
///
/// It reads the standard input when asked to, takes over Ctrl-C while it runs, and returns when
/// all that it started has ended and all that it says is written.
///
/// ```
/// assert_eq!(hostline_cli::run(["hostline", "--version"]), 0);
/// ```
pub fn run<A>(arguments: impl IntoIterator<Item = A>) -> u8
where
    A: Into<OsString> + Clone,
{
    let code = run_line(arguments);
    // Another language's program ends without doing this. Nobody may read any more, which is no
    // failure.
    let _ = io::Write::flush(&mut io::stdout());
    code
}

fn run_line<A>(arguments: impl IntoIterator<Item = A>) -> u8
where
    A: Into<OsString> + Clone,
{
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(refusal) => {
            // Help that nobody reads is no failure.
            let _ = refusal.print();
            return u8::try_from(refusal.exit_code()).unwrap_or(Exit::USAGE.0);
        }
    };
    if let Command::Completions { shell } = cli.command {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "hostline", &mut script);
        // A reader that has seen enough is no failure.
        let _ = io::Write::write_all(&mut io::stdout().lock(), &script);
        return Exit::OK.0;
    }
    if let Some(outcome) = commands::without_a_server(&cli.command) {
        return outcome;
    }
    let Some(common) = cli.command.common() else { return Exit::OK.0 };
    let console = Arc::new(Console::new(common.output));
    ended(drive::run(&cli.command, common, &console), &console)
}

/// The exit code of what a command came to; a failure is told.
fn ended(outcome: Outcome, console: &Console) -> u8 {
    match outcome {
        Ok(exit) => exit.0,
        Err(failure) => console.fail(&failure).0,
    }
}
