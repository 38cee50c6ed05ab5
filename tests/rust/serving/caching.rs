//! For how long and for whom a modern client may keep a result.

use std::{num::NonZeroUsize, time::Duration};

use hostline::server::{Context, ResourceRequest, ServedResource, Server};
use serde_json::{Value, json};

use super::{MODERN, fixture::Fixture, raw::RawClient};

const LISTS: [&str; 4] =
    ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

#[tokio::test(start_paused = true)]
async fn a_lifetime_is_always_told_and_never_negative() {
    let kept = |server: Server, ttl| {
        let read = |_: ResourceRequest, _: Context| async { "kept" };
        let kept = ServedResource::new("note://kept", "kept", read).ttl(ttl).public();
        server.list_ttl(ttl).with_resource(kept)
    };
    for ttl in [None, Some(Duration::ZERO), Some(Duration::from_millis(1500)), Some(Duration::MAX)]
    {
        let fixture = match ttl {
            None => Fixture::new(),
            Some(ttl) => Fixture::with(|server| kept(server, ttl)),
        };
        let mut client = RawClient::open(&fixture.handle, MODERN).await;
        let mut told = vec![client.result("server/discover", json!({})).await];
        for list in LISTS {
            told.push(client.result(list, json!({})).await);
        }
        for uri in ["note://one", "note://by/ada", "note://kept"] {
            if uri != "note://kept" || ttl.is_some() {
                told.push(client.result("resources/read", json!({"uri": uri})).await);
            }
        }
        for result in &told {
            assert!(result["ttlMs"].is_u64(), "{ttl:?}: {result}");
            assert!(["public", "private"].iter().any(|scope| result["cacheScope"] == *scope));
        }
        if ttl == Some(Duration::from_millis(1500)) {
            assert_eq!(told[1]["ttlMs"], 1500);
            assert_eq!(told.last().unwrap()["ttlMs"], 1500);
            assert_eq!(told.last().unwrap()["cacheScope"], "public");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn all_pages_of_a_list_have_one_scope() {
    for guarded in [false, true] {
        let fixture = Fixture::with(|server| {
            let server = server.page_size(NonZeroUsize::MIN);
            if guarded { server.visible(|_, _| true) } else { server }
        });
        let mut client = RawClient::open(&fixture.handle, MODERN).await;
        for list in LISTS {
            let mut cursor = Value::Null;
            let mut pages = 0;
            loop {
                let params = if cursor.is_null() { json!({}) } else { json!({"cursor": cursor}) };
                let page = client.result(list, params).await;
                let scope = if guarded { "private" } else { "public" };
                assert_eq!(page["cacheScope"], scope, "{list}");
                pages += 1;
                cursor = page["nextCursor"].clone();
                if cursor.is_null() {
                    break;
                }
            }
            assert!(pages > 1 || list == "resources/templates/list", "{list} has one page");
        }
        client.close().await;
    }
}
