//! The commands of this repository, as `cargo xtask COMMAND`.
//!
//! Each command has a file of its own. They share [`workspace`] (where things are), [`process`]
//! (children with deadlines) and [`setup`] (what the commands need from outside of cargo).

mod bench;
mod check;
mod clients;
mod conformance;
mod counts;
mod demo;
mod faults;
mod fuzz;
mod generate;
mod guards;
mod home;
mod hosted;
mod judge;
mod languages;
mod loopback;
mod process;
mod real;
mod requirements;
mod same;
mod servers;
mod setup;
mod sign_in;
mod stories;
mod suites;
mod tally;
mod test;
mod workspace;

use std::process::ExitCode;

use clients::Front;
use conformance::{CLIENT, Chosen, GATEWAY, Language, SERVER, Side};
use workspace::{Result, Workspace};

const HELP: &str = "\
The commands of this repository.

Usage: cargo xtask COMMAND

  demo                          show what Hostline does, in this terminal
  app                           start the desktop app
  test [NAME...]                run all test suites, or those that are named
  check                         the quick suites: format, clippy, layers, docs, features
  conformance client [--only S] run the official conformance suite, or one scenario of it, against
                                the client
  conformance client --lang python|node [--only S | --named]
                                the same through a package; --named: what `test` plays
  conformance server [--only S] the same against the server
  conformance gateway [--only S]
                                the same against the server behind a gateway
  bench [--quick]               measure the client in Rust, Python and Node.js beside its peers
  bench server [--quick]        measure the server beside its peers, and with a crowd of clients
  bench gateway [--quick]       measure what `hostline serve` adds to a call
  bench icons [--quick]         measure drawing an icon beside doing it without any caution
  requirements [--open]         say which of the specification's rules are tested
  guards [MOST]                 turn off each guard of icons, or as many, and see a test turn red
  gen [--verify]                write the typed APIs of all languages, or say whether they are true
  bundle NAME                   make the package that the users of a language install, and try it
  fuzz TARGET SECONDS           feed random input to one of the fuzz targets

Options:
  -h, --help                    print this

Each command installs what it needs: Debian packages when it may (as root), and pinned Node.js and
Python packages into a cache of its own. Where it may not, it says what to install.

  HOSTLINE_CACHE     where that cache is (default: $XDG_CACHE_HOME/hostline or ~/.cache/hostline)
  CARGO_TARGET_DIR   where cargo builds (default: target)
  CI                 when set, a suite that cannot run has failed
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some((&command, rest)) = words.split_first() else {
        print!("{HELP}");
        return Ok(ExitCode::FAILURE);
    };
    if words.iter().any(|word| matches!(*word, "-h" | "--help")) || command == "help" {
        print!("{HELP}\n{}", test::help());
        return Ok(ExitCode::SUCCESS);
    }

    process::end_children_on_signals()?;
    let workspace = Workspace::find()?;
    match (command, rest) {
        ("demo", []) => demo::run(&workspace),
        ("test", names) => test::run(&workspace, names),
        ("check", []) => check::run(&workspace),
        ("conformance", ["client", "--lang", language, rest @ ..]) => {
            let language = Some(Language::of(language)?);
            conformance::run(&workspace, &CLIENT, language, chosen(rest)?)
        }
        ("conformance", [side, rest @ ..]) => {
            conformance::run(&workspace, side_of(side)?, None, chosen(rest)?)
        }
        // What suites run as processes of their own; `test NAME` is their public name.
        ("suite", [name]) => languages::run(&workspace, name),
        // What the suite `real` runs as a process of its own; `test real` is its public name.
        ("real", []) => real::run(&workspace),
        // As above; with a name, that one only.
        ("clients", []) => clients::run(&workspace, Front::Nothing, None),
        ("clients", [client]) => clients::run(&workspace, Front::Nothing, Some(client)),
        ("clients-gateway", []) => clients::run(&workspace, Front::Gateway, None),
        ("clients-gateway", [client]) => clients::run(&workspace, Front::Gateway, Some(client)),
        ("sign-in", []) => sign_in::run(&workspace),
        ("counts", []) => counts::run(&workspace),
        ("hosted", []) => hosted::run(&workspace),
        ("stories", []) => stories::run(&workspace, None),
        ("stories", [story]) => stories::run(&workspace, Some(story)),
        ("app", []) => languages::desktop::app(&workspace),
        ("bundle", [name]) => languages::bundle(&workspace, name),
        ("bench", flags) => bench::run(&workspace, flags),
        ("requirements", flags) => requirements::run(&workspace, flags),
        ("guards", []) => guards::run(&workspace, usize::MAX),
        ("guards", [most]) => {
            let most = most.parse().map_err(|_| format!("{most} is no number of guards"))?;
            guards::run(&workspace, most)
        }
        ("gen", []) => generate::run(&workspace, false),
        ("gen", ["--verify"]) => generate::run(&workspace, true),
        ("fuzz", [target, seconds]) => fuzz::run(&workspace, target, seconds),
        _ => Err(format!("no such command: {}\n\n{HELP}", words.join(" ")).into()),
    }
}

/// The scenarios that the flags of `conformance` choose.
fn chosen<'a>(flags: &[&'a str]) -> Result<Chosen<'a>> {
    match flags {
        [] => Ok(Chosen::All),
        ["--only", scenario] => Ok(Chosen::Only(scenario)),
        ["--named"] => Ok(Chosen::Named),
        _ => Err(format!("no such flags: {}", flags.join(" ")).into()),
    }
}

fn side_of(name: &str) -> Result<&'static Side> {
    match name {
        "client" => Ok(&CLIENT),
        "server" => Ok(&SERVER),
        "gateway" => Ok(&GATEWAY),
        _ => Err(format!("{name} is neither client, server nor gateway").into()),
    }
}
