//! The server that the official conformance suite judges: `conformance-server [PORT | --stdio]`.
//!
//! It listens at `http://127.0.0.1:PORT/mcp`; the port may also stand in the variable `PORT`, and
//! 0 is any that is free. The first line that it prints is `listening PORT`.
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

use std::{error::Error, process::ExitCode, time::Duration};

use hostline::server::{HttpOptions, Server};

const USAGE: &str = "usage: conformance-server [PORT | --stdio], or PORT in the environment";

/// For how long clients may keep the lists: the suite wants to see that it is said.
const LIST_TTL: Duration = Duration::from_mins(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance-server: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let word = std::env::args().nth(1).or_else(|| std::env::var("PORT").ok()).ok_or(USAGE)?;
    if word == "--stdio" {
        return Ok(server().serve_stdio().await?);
    }
    let port: u16 = word.parse().map_err(|_| USAGE)?;
    let listening = server().build()?.bind_http(port, HttpOptions::new()).await?;
    println!("listening {}", listening.address().port());
    listening.ended().await;
    Ok(())
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
