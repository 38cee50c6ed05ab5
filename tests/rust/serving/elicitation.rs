//! Questions to a person: forms, and pages to visit.

use hostline::{
    model::{ElicitFormParams, ElicitUrlParams},
    server::{Context, NoArguments, Server},
};
use serde_json::{Value, json};

use super::{
    LEGACY, MODERN, VERSIONS, able,
    fixture::{Fixture, form, page},
    obliging,
    raw::RawClient,
    text,
};

/// The versions that ask by forms, and those that send to pages.
const FORMS: [&str; 3] = [LEGACY[2], LEGACY[3], MODERN];
const PAGES: [&str; 2] = [LEGACY[3], MODERN];
const COMPLETE: &str = "notifications/elicitation/complete";

/// Calls a tool and gives the parameters of its questions, which are answered, and its answer.
async fn questions(client: &mut RawClient, name: &str) -> (Vec<Value>, Value) {
    let mut questions = Vec::new();
    let answer = client
        .answer_asking("tools/call", json!({"name": name}), |method, params| {
            questions.push(params.clone());
            obliging(method, params)
        })
        .await;
    (questions, answer)
}

#[tokio::test(start_paused = true)]
async fn only_declared_modes_are_used() {
    for version in FORMS {
        for (modes, by_form, by_page) in [
            (json!({}), true, false),
            (json!({"form": {}}), true, false),
            (json!({"url": {}}), false, true),
            (json!({"form": {}, "url": {}}), true, true),
        ] {
            let fixture = Fixture::new();
            let abilities = json!({"elicitation": modes});
            let mut client = RawClient::open_with(&fixture.handle, version, abilities).await;
            for (name, declared) in
                [("greet", by_form), ("visit", by_page && PAGES.contains(&version))]
            {
                let (asked, answer) = questions(&mut client, name).await;
                assert_eq!(asked.len(), usize::from(declared), "{version} {modes} {name}");
                assert_eq!(answer.get("result").is_some(), declared, "{version}: {answer}");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_form_has_a_message_and_a_flat_schema() {
    for version in FORMS {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        let (asked, _) = questions(&mut client, "greet").await;
        assert_eq!(asked[0]["message"], "Who are you?", "{version}");
        assert_eq!(asked[0]["requestedSchema"], form().requested_schema.to_value(), "{version}");
        let mode = (version != LEGACY[2]).then(|| json!("form"));
        assert_eq!(asked[0].get("mode"), mode.as_ref(), "{version}");
        client.close().await;
        let nested = json!({"type": "object", "properties": {}});
        for schema in [
            json!({}),
            json!({"type": "object"}),
            json!({"type": "string"}),
            json!({"type": "object", "properties": {"a": nested}}),
            json!({"type": "object", "properties": {"a": {"type": "array", "items": nested}}}),
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}}),
        ] {
            let form = ElicitFormParams::new("Who are you?", schema.clone());
            let server = Server::new("some", "1")
                .tool("ask", "Asks", move |_: NoArguments, cx: Context| {
                    let form = form.clone();
                    async move { cx.elicit("who", form).await.map(|_| "asked") }
                })
                .build()
                .unwrap();
            let mut client = RawClient::open_with(&server, version, able()).await;
            let (asked, answer) = questions(&mut client, "ask").await;
            assert!(asked.is_empty(), "{version}: {asked:?}");
            assert_eq!(answer["error"]["code"], -32603, "{version} {schema}: {answer}");
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn choices_are_said_as_the_clients_version_knows_them() {
    let titled = json!({
        "type": "string",
        "title": "Size",
        "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
        "default": "l",
    });
    let text = json!({"type": "string", "default": "Ada"});
    let several = json!({"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}});
    for version in FORMS {
        let is_old = version == LEGACY[2];
        let schema = |field: &Value| json!({"type": "object", "properties": {"name": {"type": "string"}, "choice": field}});
        for (field, expected) in [
            (
                &titled,
                Some(if is_old {
                    json!({
                        "type": "string",
                        "title": "Size",
                        "enum": ["s", "l"],
                        "enumNames": ["Small", "Large"],
                    })
                } else {
                    titled.clone()
                }),
            ),
            (&text, Some(if is_old { json!({"type": "string"}) } else { text.clone() })),
            (&several, (!is_old).then(|| several.clone())),
        ] {
            let form = ElicitFormParams::new("Which?", schema(field));
            let server = Server::new("some", "1")
                .tool("ask", "Asks", move |_: NoArguments, cx: Context| {
                    let form = form.clone();
                    async move { cx.elicit("which", form).await.map(|_| "asked") }
                })
                .build()
                .unwrap();
            let mut client = RawClient::open_with(&server, version, able()).await;
            let (asked, answer) = questions(&mut client, "ask").await;
            if let Some(expected) = expected {
                assert_eq!(asked[0]["requestedSchema"], schema(&expected), "{version}");
            } else {
                assert!(asked.is_empty(), "{version}: {asked:?}");
                assert!(answer.to_string().contains("several values"), "{version}: {answer}");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_has_a_message_and_a_valid_address() {
    for version in PAGES {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        let (asked, _) = questions(&mut client, "visit").await;
        assert_eq!(asked[0]["mode"], "url", "{version}");
        assert_eq!(asked[0]["message"], "Sign in, please", "{version}");
        assert_eq!(asked[0]["url"], "https://example.com/sign-in", "{version}");
        let named = asked[0]["elicitationId"].as_str().is_some_and(|id| !id.is_empty());
        assert_eq!(named, version == LEGACY[3], "{version}: {asked:?}");
        client.close().await;
        for address in ["", "example.com", "/sign-in", "https://", "https://exa mple.com"] {
            let server = Server::new("some", "1")
                .tool("visit", "Sends", move |_: NoArguments, cx: Context| async move {
                    let page = ElicitUrlParams::new("Sign in", address);
                    cx.elicit_url("page", page).await.map(|_| "sent")
                })
                .tool("require", "Sends", move |_: NoArguments, cx: Context| async move {
                    let page = ElicitUrlParams::new("Sign in", address);
                    cx.require_url("page", page).await.map(|()| "sent")
                })
                .build()
                .unwrap();
            let mut client = RawClient::open_with(&server, version, able()).await;
            for name in ["visit", "require"] {
                let (asked, answer) = questions(&mut client, name).await;
                assert!(asked.is_empty(), "{version}: {asked:?}");
                assert_eq!(answer["error"]["code"], -32603, "{version} {address:?}: {answer}");
            }
            client.close().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn that_a_page_is_done_is_told_to_the_client_that_was_asked_with_its_id() {
    let version = LEGACY[3];
    let fixture = Fixture::with(|server| {
        server.tool("named", "Sends", |_: NoArguments, cx: Context| async move {
            let page = page().with_elicitation_id("ours");
            cx.elicit_url("page", page).await.map(|_| "sent")
        })
    });
    let mut one = RawClient::open_with(&fixture.handle, version, able()).await;
    let mut other = RawClient::open_with(&fixture.handle, version, able()).await;
    let (asked, _) = questions(&mut one, "named").await;
    assert_eq!(asked[0]["elicitationId"], "ours");
    questions(&mut other, "visit").await;
    // Pages are required by an error, too.
    let error = other.error("tools/call", json!({"name": "require"})).await;
    let required = error["data"]["elicitations"][0]["elicitationId"].as_str().unwrap().to_owned();

    assert!(!fixture.handle.elicitation_complete("unknown"));
    assert!(fixture.handle.elicitation_complete("ours"));
    assert_eq!(one.next_of(COMPLETE).await["params"], json!({"elicitationId": "ours"}));
    assert!(!fixture.handle.elicitation_complete("ours"), "it is done once");
    other.expect_silence().await;
    assert!(fixture.handle.elicitation_complete(&required));
    assert_eq!(other.next_of(COMPLETE).await["params"], json!({"elicitationId": required}));
    one.expect_silence().await;
    one.close().await;
    other.close().await;

    // Clients that know no such message do not get it.
    let mut modern = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    questions(&mut modern, "named").await;
    assert!(!fixture.handle.elicitation_complete("ours"));
    modern.expect_silence().await;
    modern.close().await;
}

#[tokio::test(start_paused = true)]
async fn the_error_that_requires_pages_lists_pages_with_their_ids() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, LEGACY[3], able()).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let error = client.error("tools/call", json!({"name": "require"})).await;
        assert_eq!(error["code"], -32042);
        let pages = error["data"]["elicitations"].as_array().unwrap();
        assert_eq!(pages.len(), 1);
        assert_eq!(pages[0]["mode"], "url");
        assert_eq!(pages[0]["url"], "https://example.com/sign-in");
        assert_eq!(pages[0]["message"], "Sign in, please");
        let id = pages[0]["elicitationId"].as_str().unwrap().to_owned();
        assert!(id.len() > 16 && !ids.contains(&id), "{id} could be guessed");
        ids.push(id);
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn the_error_that_requires_pages_is_sent_in_no_other_version() {
    for version in VERSIONS.into_iter().filter(|version| *version != LEGACY[3]) {
        for abilities in [json!({}), able()] {
            let fixture = Fixture::new();
            let mut client = RawClient::open_with(&fixture.handle, version, abilities).await;
            for name in ["require", "visit", "greet"] {
                let answer =
                    client.answer_asking("tools/call", json!({"name": name}), obliging).await;
                assert_ne!(answer["error"]["code"], -32042, "{version} {name}: {answer}");
            }
            client.close().await;
        }
    }
    // And in its own version for nothing else.
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, LEGACY[3]).await;
    assert_eq!(client.code("tools/call", json!({"name": "require"})).await, -32600);
    client.close().await;
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let (asked, answer) = questions(&mut client, "require").await;
    assert_eq!((asked.len(), text(&answer["result"])), (1, "signed in"));
    client.close().await;
}
