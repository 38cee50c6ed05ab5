//! A tool that uses what was opened when the server began.

use std::{collections::BTreeMap, sync::Arc};

use hostline::server::{Context, Failure, JsonSchema, Server};

#[derive(serde::Deserialize, JsonSchema)]
struct Key {
    key: String,
}

pub(super) fn server() -> Server {
    let store = Arc::new(BTreeMap::from([("alpha", "one"), ("beta", "two")]));
    Server::new("lifespan-example", "1.0").tool(
        "lookup",
        "Finds a value",
        move |asked: Key, _cx: Context| {
            let found = store.get(&*asked.key).copied();
            async move { found.ok_or_else(|| Failure::new("there is no such key")) }
        },
    )
}
