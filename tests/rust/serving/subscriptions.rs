//! Hearing of changes, in the modern version.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{MODERN, audit::META_SUBSCRIPTION, fixture::Fixture, raw::RawClient};

const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const CANCELLED: &str = "notifications/cancelled";
const TOOLS: &str = "notifications/tools/list_changed";
const PROMPTS: &str = "notifications/prompts/list_changed";
const RESOURCES: &str = "notifications/resources/list_changed";
const UPDATED: &str = "notifications/resources/updated";

async fn listen(client: &mut RawClient, wanted: Value) -> Value {
    client.start("subscriptions/listen", json!({"notifications": wanted})).await
}

#[tokio::test(start_paused = true)]
async fn a_subscription_that_the_server_ends_is_cancelled_by_its_id() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let one = listen(&mut client, json!({"toolsListChanged": true})).await;
    client.next_of(ACKNOWLEDGED).await;
    let other = listen(&mut client, json!({"promptsListChanged": true})).await;
    client.next_of(ACKNOWLEDGED).await;
    // One that the client has ended is not ended a second time.
    let ended = listen(&mut client, json!({"toolsListChanged": true})).await;
    client.next_of(ACKNOWLEDGED).await;
    client.notify(CANCELLED, json!({"requestId": ended})).await;
    client.expect_silence().await;
    fixture.handle.end_subscriptions();
    let mut cancelled = BTreeSet::new();
    for id in [&one, &other] {
        let answer = client.answer_to(id).await;
        assert_eq!(answer["result"]["resultType"], "complete");
        assert_eq!(answer["result"]["_meta"][META_SUBSCRIPTION], *id);
    }
    for message in client.take_heard() {
        assert_eq!(message["method"], CANCELLED, "{message}");
        assert!(cancelled.insert(message["params"]["requestId"].to_string()), "{message}");
    }
    assert_eq!(cancelled, BTreeSet::from([one, other].map(|id| id.to_string())));
    client.expect_silence().await;
    client.close().await;
}

/// Changes everything once: what a subscription to all of it would hear.
async fn change_everything(fixture: &Fixture, client: &mut RawClient) {
    client.call("grow", json!({"text": "grown"})).await;
    fixture.handle.prompts_changed();
    fixture.handle.resources_changed();
    for uri in ["note://one", "note://pixel"] {
        fixture.handle.resource_updated(uri);
    }
}

#[tokio::test(start_paused = true)]
async fn only_what_was_asked_for_is_told() {
    for (wanted, expected) in [
        (json!({}), vec![]),
        (json!({"toolsListChanged": false, "resourceSubscriptions": []}), vec![]),
        (json!({"toolsListChanged": true}), vec![TOOLS]),
        (json!({"promptsListChanged": true, "toolsListChanged": false}), vec![PROMPTS]),
        (json!({"resourcesListChanged": true}), vec![RESOURCES]),
        (json!({"resourceSubscriptions": ["note://one"]}), vec![UPDATED]),
        (json!({"resourceSubscriptions": ["note://on", "note://one/more"]}), vec![]),
        (
            json!({
                "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
                "resourceSubscriptions": ["note://pixel", "note://one", "note://pixel"],
            }),
            vec![PROMPTS, RESOURCES, UPDATED, UPDATED, TOOLS],
        ),
    ] {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, MODERN).await;
        listen(&mut client, wanted.clone()).await;
        client.next_of(ACKNOWLEDGED).await;
        change_everything(&fixture, &mut client).await;
        client.expect_end_of_news().await;
        let heard = client.take_heard();
        let mut methods: Vec<&str> =
            heard.iter().map(|message| message["method"].as_str().unwrap()).collect();
        methods.sort_unstable();
        assert_eq!(methods, expected, "{wanted}");
        for update in heard.iter().filter(|message| message["method"] == UPDATED) {
            let watched = wanted["resourceSubscriptions"].as_array().unwrap();
            assert!(watched.contains(&update["params"]["uri"]), "{update}");
        }
        client.close().await;
    }
    // And without a subscription nothing is told at all.
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    change_everything(&fixture, &mut client).await;
    client.expect_silence().await;
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn the_acknowledgement_comes_first_and_carries_the_id() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let wanted = json!({
        "toolsListChanged": true, "promptsListChanged": false,
        "resourceSubscriptions": ["note://one", "note://nothing/such"],
    });
    for id in [json!("listening"), json!(4711)] {
        let mut request =
            client.request("subscriptions/listen", json!({"notifications": wanted.clone()}));
        request["id"] = id.clone();
        client.send(&request).await;
        // This is heard before the subscription was acknowledged.
        fixture.handle.tools_changed();
        fixture.handle.resource_updated("note://one");
        let acknowledged = loop {
            let message = client.next().await;
            if message["params"]["_meta"][META_SUBSCRIPTION] == id {
                break message;
            }
        };
        assert_eq!(acknowledged["method"], ACKNOWLEDGED, "{acknowledged}");
        // Only what will be told is acknowledged.
        let agreed = json!({"toolsListChanged": true, "resourceSubscriptions": ["note://one"]});
        assert_eq!(acknowledged["params"]["notifications"], agreed);
        client.expect_end_of_news().await;
        client.take_heard();
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn each_notification_carries_the_id_of_its_subscription() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let everything = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
        "resourceSubscriptions": ["note://one"],
    });
    for id in [json!("one"), json!(2000)] {
        let mut request =
            client.request("subscriptions/listen", json!({"notifications": everything.clone()}));
        request["id"] = id;
        client.send(&request).await;
        client.next_of(ACKNOWLEDGED).await;
    }
    change_everything(&fixture, &mut client).await;
    client.expect_end_of_news().await;
    let heard = client.take_heard();
    for id in [json!("one"), json!(2000)] {
        let of = |message: &&Value| message["params"]["_meta"][META_SUBSCRIPTION] == id;
        assert_eq!(heard.iter().filter(of).count(), 4, "{id}: {heard:?}");
    }
    assert_eq!(heard.len(), 8);
    client.close().await;
}
