//! A list of resources that grows, of which the client is told.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use hostline::server::{Context, JsonSchema, ResourceRequest, ServedResource, Server};

#[derive(serde::Deserialize, JsonSchema)]
struct Note {
    content: String,
}

pub(super) fn server() -> Server {
    let notes = Arc::new(AtomicU32::new(0));
    Server::new("standalone-get-example", "1.0")
        .with_resource(note("initial", "the first one".to_owned()))
        .tool("add_note", "Adds a note", move |new: Note, cx: Context| {
            let number = notes.fetch_add(1, Ordering::Relaxed) + 1;
            async move {
                let name = format!("note-{number}");
                cx.server().add_resource(note(&name, new.content)).map(|()| name)
            }
        })
}

fn note(name: &str, text: String) -> ServedResource {
    ServedResource::new(format!("note://{name}"), name, move |_: ResourceRequest, _cx: Context| {
        let text = text.clone();
        async { text }
    })
}
