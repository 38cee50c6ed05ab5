//! The client without any library: what the same exchange costs at least. It builds each request
//! and decodes id and text of each reply; it has no routing, no timeouts, no cancellation and no
//! checks. Modes: `sync` (a blocking pipe), `tokio` (a tokio pipe), `hyper` (HTTP keep-alive).

mod blocking;
mod http;
mod lines;
mod pipe;

use hostline_bench::{Result, options::Options, workload::run};

fn main() -> Result<()> {
    let options = Options::parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match options.mode.as_str() {
        "sync" => runtime.block_on(run::<blocking::Pipe>(&options)),
        "tokio" => runtime.block_on(run::<pipe::Pipe>(&options)),
        "hyper" => {
            let tasks = tokio::task::LocalSet::new();
            tasks.block_on(&runtime, run::<http::Http>(&options))
        }
        mode => Err(format!("there is no mode {mode}").into()),
    }
}
