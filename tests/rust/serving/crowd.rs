//! Many clients of one server at once, over HTTP: what `cargo xtask bench server` does to measure,
//! done here to see that nobody is forgotten.

use std::{num::NonZeroUsize, sync::Arc};

use hostline::server::{Context, HttpOptions, JsonSchema, NoArguments, Server};
use hostline_bench::{crowd::gather, machine::allow_many_files, offer::Gathering};
use serde::Deserialize;

const CALLERS: usize = 1_000;
const LISTENERS: usize = 64;
const ROOM: NonZeroUsize = NonZeroUsize::new(2 * CALLERS).unwrap();

#[derive(Deserialize, JsonSchema)]
struct Crowd {
    calls: usize,
}

fn server() -> Server {
    let gathering = Arc::new(Gathering::default());
    Server::new("crowded", "1.0")
        .tool("gather", "Waits for so many calls", move |asked: Crowd, _: Context| {
            let gathering = gathering.clone();
            async move {
                gathering.join(asked.calls).await;
                "all are here"
            }
        })
        .tool("change", "Changes the list of tools", |_: NoArguments, cx: Context| async move {
            cx.server().tools_changed();
            "changed"
        })
}

#[tokio::test]
async fn a_thousand_calls_at_once_are_served_and_each_of_64_streams_hears_of_a_change() {
    allow_many_files().unwrap();
    let options = HttpOptions::new().max_connections(ROOM).max_requests(ROOM);
    let listening = server().build().unwrap().bind_http(0, options).await.unwrap();
    let address = format!("http://{}/mcp", listening.address());
    let gathered = gather(&address, CALLERS, LISTENERS).await.unwrap();
    assert_eq!((gathered.answered, gathered.heard), (CALLERS, LISTENERS));
}
