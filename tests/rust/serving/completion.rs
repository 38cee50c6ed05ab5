//! Proposals for what a person types.

use std::{num::NonZeroU32, time::Duration};

use hostline::server::{Item, Principal, Server};
use serde_json::{Value, json};

use super::{VERSIONS, fixture::Fixture, raw::RawClient};

fn asking(reference: &Value, argument: &str, typed: &str) -> Value {
    json!({"ref": reference, "argument": {"name": argument, "value": typed}})
}

#[tokio::test(start_paused = true)]
async fn a_reference_to_nothing_is_refused() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for reference in [
            json!({"type": "ref/prompt", "name": "nothing"}),
            json!({"type": "ref/prompt"}),
            json!({"type": "ref/resource", "uri": "note://nothing/{such}"}),
            json!({"type": "ref/resource"}),
            json!({"type": "ref/tool", "name": "echo"}),
            json!({}),
            Value::Null,
        ] {
            let code = client.code("completion/complete", asking(&reference, "city", "a")).await;
            assert_eq!(code, -32602, "{version} {reference}");
        }
        for reference in [
            json!({"type": "ref/prompt", "name": "plan"}),
            json!({"type": "ref/resource", "uri": "note://by/{name}"}),
        ] {
            let argument = if reference["name"] == "plan" { "city" } else { "name" };
            let found =
                client.result("completion/complete", asking(&reference, argument, "a")).await;
            assert_eq!(found["completion"]["values"], json!(["ada", "alan"]), "{version}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_may_not_be_used_is_not_completed() {
    let visible = |item: Item<'_>, principal: &Principal| match item {
        Item::Prompt(_) | Item::ResourceTemplate(_) => principal.has_scope("read"),
        _ => true,
    };
    for version in VERSIONS {
        let fixture = Fixture::with(|server| server.visible(visible));
        let ada = Principal::new("https://id.example", "ada");
        for (principal, allowed) in [(ada.clone(), false), (ada.with_scopes(["read"]), true)] {
            let mut client = RawClient::join_as(&fixture.handle, version, principal);
            client.begin(json!({})).await;
            for (reference, nothing, argument) in [
                (
                    json!({"type": "ref/prompt", "name": "plan"}),
                    json!({"type": "ref/prompt", "name": "nope"}),
                    "city",
                ),
                (
                    json!({"type": "ref/resource", "uri": "note://by/{name}"}),
                    json!({"type": "ref/resource", "uri": "note://in/{name}"}),
                    "name",
                ),
            ] {
                let answer =
                    client.answer("completion/complete", asking(&reference, argument, "a")).await;
                assert_eq!(answer.get("result").is_some(), allowed, "{version}: {answer}");
                let unknown = client.error("completion/complete", asking(&nothing, argument, "a"));
                let unknown = unknown.await;
                // Whoever may not know of it learns no more than of what does not exist.
                assert!(allowed || answer["error"]["code"] == unknown["code"], "{version}");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_rate_are_refused() {
    let calls = NonZeroU32::new(2).unwrap();
    for version in VERSIONS {
        let limit = |server: Server| server.completion_rate_limit(calls, Duration::from_secs(20));
        let fixture = Fixture::with(limit);
        let reference = json!({"type": "ref/prompt", "name": "plan"});
        let mut client = RawClient::open(&fixture.handle, version).await;
        for _ in 0..2 {
            client.result("completion/complete", asking(&reference, "city", "a")).await;
        }
        let refused = client.error("completion/complete", asking(&reference, "city", "a")).await;
        assert_eq!(refused["code"], hostline::server::RATE_LIMITED, "{version}: {refused}");
        let wait = refused["data"]["retryAfterMs"].as_u64().unwrap();
        assert!((1..=10_000).contains(&wait), "{version}: {refused}");
        let mut other = RawClient::join_as(
            &fixture.handle,
            version,
            Principal::new("https://id.example", "ada"),
        );
        other.begin(json!({})).await;
        other.result("completion/complete", asking(&reference, "city", "a")).await;
        other.close().await;
        client.close().await;
    }
}
