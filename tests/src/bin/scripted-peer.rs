//! The peer's side of a scenario, as a program: see `tests/scenarios/README.md`.

use std::{path::PathBuf, process::ExitCode};

use hostline_tests::{
    peer::{self, Peer},
    scenario::Run,
};

const USAGE: &str = "\
scripted-peer stdio|http|sse --scenario FILE --version VERSION [--log FILE]
scripted-peer demo stdio|http [--version VERSION | --dual]
scripted-peer idle [--ignore-term]";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scripted-peer: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(words: &[String]) -> std::io::Result<()> {
    let usage = || std::io::Error::other(USAGE);
    let option = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1).map(String::as_str)
    };
    let version = option("--version");
    let (transport, peer) = match words.first().map(String::as_str) {
        Some("idle") => {
            peer::idle(words.iter().any(|word| word == "--ignore-term")).await;
            return Ok(());
        }
        Some("demo") => {
            let transport = words.get(1).ok_or_else(usage)?;
            let run = Run::new(version.unwrap_or("2025-11-25"), transport).ok_or_else(usage)?;
            (run.transport, Peer::of_demo(version.map(|_| run.version), run.transport)?)
        }
        Some(transport) => {
            let run = Run::new(version.ok_or_else(usage)?, transport).ok_or_else(usage)?;
            let scenario = option("--scenario").ok_or_else(usage)?;
            let log = option("--log").map(PathBuf::from);
            (run.transport, Peer::of_scenario(scenario.as_ref(), run, log.as_deref())?)
        }
        None => return Err(usage()),
    };
    if transport == "stdio" { peer::serve_stdio(peer).await } else { peer::serve_http(peer).await }
}
