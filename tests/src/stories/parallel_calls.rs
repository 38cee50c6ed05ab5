//! A tool in which calls wait for each other, so that each must run at the same time as the others.

use std::collections::BTreeSet;

use hostline::server::{Context, Failure, JsonSchema, Server};
use tokio::sync::watch;

#[derive(serde::Deserialize, JsonSchema)]
struct Guest {
    tag: String,
    party: BTreeSet<String>,
}

pub(super) fn server() -> Server {
    let arrived = watch::Sender::new(BTreeSet::<String>::new());
    Server::new("parallel-calls-example", "1.0").tool(
        "meet",
        "Waits until everyone is there",
        move |guest: Guest, cx: Context| {
            let mut there = arrived.subscribe();
            arrived.send_modify(|there| {
                there.insert(guest.tag.clone());
            });
            async move {
                there.wait_for(|there| guest.party.is_subset(there)).await?;
                cx.progress(1.0, Some(1.0), Some(&guest.tag));
                Ok::<_, Failure>(guest.tag)
            }
        },
    )
}
