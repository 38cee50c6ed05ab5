//! Notes that change while a client listens, and a tool that comes later.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use hostline::{
    model::ContentBlock,
    server::{Context, Failure, JsonSchema, NoArguments, ResourceRequest, ServedTool, Server},
};

#[derive(serde::Deserialize, JsonSchema)]
struct Edit {
    name: String,
    text: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Query {
    query: String,
}

#[derive(Clone)]
struct Notes(Arc<Mutex<BTreeMap<String, String>>>);

impl Notes {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, String>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn having(&self, query: &str) -> Vec<ContentBlock> {
        self.with(|notes| {
            let fitting = notes.iter().filter(|(_, text)| text.contains(query));
            fitting.map(|(name, _)| ContentBlock::text(name)).collect()
        })
    }
}

pub(super) fn server() -> Server {
    let begin = [("todo", "buy milk"), ("journal", "day one")];
    let notes = begin.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let notes = Notes(Arc::new(Mutex::new(BTreeMap::from(notes))));
    let (read, edited) = (notes.clone(), notes.clone());
    Server::new("subscriptions-example", "1.0")
        .resource("note://{name}", "note", move |asked: ResourceRequest, _cx: Context| {
            let name = asked.variables.value("name").unwrap_or_default();
            let text = read.with(|notes| notes.get(name).cloned());
            async move { text.ok_or_else(Failure::not_found) }
        })
        .tool("edit_note", "Changes a note", move |edit: Edit, cx: Context| {
            let address = format!("note://{}", edit.name);
            edited.with(|notes| notes.insert(edit.name, edit.text));
            cx.server().resource_updated(&address);
            async { "saved" }
        })
        .tool("enable_search", "Adds a tool", move |_: NoArguments, cx: Context| {
            let notes = notes.clone();
            let search =
                ServedTool::new("search", "Finds notes", move |asked: Query, _cx: Context| {
                    let found = notes.having(&asked.query);
                    async move { found }
                });
            async move { cx.server().add_tool(search).map(|()| "search is live") }
        })
}
