//! The server of a story, as a program: `story-server NAME`. See `tests/stories/README.md`.

use std::process::ExitCode;

use hostline_tests::stories;

const USAGE: &str = "usage: story-server NAME";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let server = match &*words {
        [story] => stories::server(story),
        _ => None,
    };
    let Some(server) = server else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match server.serve_stdio().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("story-server: {error}");
            ExitCode::FAILURE
        }
    }
}
