//! The server of a story, as a program. See `tests/stories/README.md`.

use std::process::ExitCode;

use hostline::{Result, server::Server};
use hostline_tests::stories;

const USAGE: &str = "usage: story-server NAME [--http PORT [--path PATH]]";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(served) = serve(&words).await else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("story-server: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves what the words say, if they say something.
async fn serve(words: &[&str]) -> Option<Result<()>> {
    let (story, how) = words.split_first()?;
    let server = stories::server(story)?;
    match how {
        [] => Some(server.serve_stdio().await),
        ["--http", port] => Some(listen(story, server, port.parse().ok()?, "/mcp").await),
        ["--http", port, "--path", path] => {
            Some(listen(story, server, port.parse().ok()?, path).await)
        }
        _ => None,
    }
}

async fn listen(story: &str, server: Server, port: u16, path: &str) -> Result<()> {
    let endpoint = format!("http://127.0.0.1:{port}{path}");
    let options = stories::options(story, &endpoint)?.path(path);
    server.build()?.bind_http(port, options).await?.ended().await;
    Ok(())
}
