//! The server that the official conformance suite judges: `conformance-server --stdio`.
//!
//! It has exactly the tools, prompts and resources that the suite's scenarios name, made with the
//! public API as a program would make them. Their names, texts and schemas are the suite's. What
//! went over the wire the suite judges by itself.

mod changes;
mod content;
mod elicitation;
mod prompts;
mod resources;
mod rounds;
mod schemas;
mod speaking;

use std::{process::ExitCode, time::Duration};

use hostline::server::Server;

const USAGE: &str = "usage: conformance-server --stdio";

/// For how long clients may keep the lists: the suite wants to see that it is said.
const LIST_TTL: Duration = Duration::from_mins(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let served = match words[..] {
        ["--stdio"] => server().serve_stdio().await,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn server() -> Server {
    let server = Server::new("hostline-conformance-server", env!("CARGO_PKG_VERSION"))
        .logging()
        .list_ttl(LIST_TTL);
    let server = content::add(server);
    let server = speaking::add(server);
    let server = elicitation::add(server);
    let server = rounds::add(server);
    let server = schemas::add(server);
    let server = changes::add(server);
    let server = resources::add(server);
    prompts::add(server)
}
