//! What each side has declared, and that nothing else is used.

use hostline::server::{
    CompletionRequest, Context, NoArguments, ResourceRequest, ServedPrompt, Server,
};
use serde_json::{Value, json};

use super::{LEGACY, MODERN, VERSIONS, fixture::Fixture, raw::RawClient};

/// A tool of the fixture, what it needs, and what has almost that.
fn needs() -> [(&'static str, Value, Vec<Value>); 5] {
    [
        (
            "greet",
            json!({"elicitation": {"form": {}}}),
            vec![json!({}), json!({"elicitation": {"url": {}}}), json!({"sampling": {}})],
        ),
        (
            "visit",
            json!({"elicitation": {"url": {}}}),
            vec![json!({}), json!({"elicitation": {}}), json!({"elicitation": {"form": {}}})],
        ),
        ("think", json!({"sampling": {}}), vec![json!({}), json!({"roots": {}})]),
        (
            "think-with-tools",
            json!({"sampling": {"tools": {}}}),
            vec![json!({}), json!({"sampling": {}}), json!({"sampling": {"context": {}}})],
        ),
        ("folders", json!({"roots": {}}), vec![json!({}), json!({"sampling": {}})]),
    ]
}

#[tokio::test(start_paused = true)]
async fn what_the_client_has_not_declared_is_not_used() {
    for version in VERSIONS {
        for (name, _, lacking) in needs() {
            for abilities in lacking {
                let fixture = Fixture::new();
                let mut client =
                    RawClient::open_with(&fixture.handle, version, abilities.clone()).await;
                let error = client.error("tools/call", json!({"name": name})).await;
                let expected = if version == MODERN { -32021 } else { -32600 };
                assert_eq!(error["code"], expected, "{version} {name} {abilities}: {error}");
                client.expect_silence().await;
                client.close().await;
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_ability_that_is_missing_is_named_in_the_error() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for (name, needed, lacking) in needs() {
        for abilities in lacking {
            client.declare(abilities);
            let error = client.error("tools/call", json!({"name": name})).await;
            assert_eq!(error["data"], json!({"requiredCapabilities": needed}), "{name}");
        }
    }
    client.close().await;
}

type Offer = fn(Server) -> Server;
/// Methods with parameters for them.
type Requests = &'static [(&'static str, &'static str)];

/// What a server may offer, how it is declared, and the requests that come with it.
fn offers() -> [(&'static str, Offer, Requests); 5] {
    let tools: Offer =
        |server| server.tool("nothing", "Does nothing", |_: NoArguments, _| async {});
    let resources: Offer = |server| {
        server.resource("note://one", "one", |_: ResourceRequest, _: Context| async { "1" })
    };
    let prompts: Offer =
        |server| server.prompt("plain", "Plain", |_: NoArguments, _: Context| async { "plain" });
    let completions: Offer = |server| {
        let plain = |_: NoArguments, _: Context| async { "plain" };
        let none = |_: CompletionRequest, _: Context| async { Vec::<String>::new() };
        server.with_prompt(ServedPrompt::new("plain", "Plain", plain).complete("a", none))
    };
    [
        ("tools", tools, &[("tools/list", "{}"), ("tools/call", r#"{"name": "nothing"}"#)]),
        (
            "resources",
            resources,
            &[
                ("resources/list", "{}"),
                ("resources/templates/list", "{}"),
                ("resources/read", r#"{"uri": "note://one"}"#),
                ("resources/subscribe", r#"{"uri": "note://one"}"#),
                ("resources/unsubscribe", r#"{"uri": "note://one"}"#),
            ],
        ),
        ("prompts", prompts, &[("prompts/list", "{}"), ("prompts/get", r#"{"name": "plain"}"#)]),
        (
            "completions",
            completions,
            &[(
                "completion/complete",
                r#"{"ref": {"type": "ref/prompt", "name": "plain"},
                    "argument": {"name": "a", "value": ""}}"#,
            )],
        ),
        ("logging", Server::logging, &[("logging/setLevel", r#"{"level": "error"}"#)]),
    ]
}

#[tokio::test(start_paused = true)]
async fn what_is_served_is_declared_and_nothing_else_in_every_version() {
    for version in VERSIONS {
        for (offered, offer, _) in offers() {
            let server = offer(Server::new("some", "1")).build().unwrap();
            let mut client = RawClient::join(&server, version);
            let mut declared = declared(&mut client).await;
            if offered == "completions" {
                // It is completed for a prompt, and the first version does not declare it.
                assert_eq!(declared.remove("prompts"), Some(json!({"listChanged": true})));
                if version == LEGACY[0] {
                    declared.insert("completions".to_owned(), json!({}));
                }
            }
            let names: Vec<&String> = declared.keys().collect();
            assert_eq!(names, [offered], "{version}");
            for (ability, _, requests) in offers() {
                for (method, params) in requests {
                    let known = version != MODERN || !is_legacy(method);
                    let prompts = offered == "completions" && ability == "prompts";
                    let served = known && (ability == offered || prompts);
                    let params = serde_json::from_str(params).unwrap();
                    let answer = client.answer(method, params).await;
                    let absent = answer["error"]["code"] == -32601;
                    assert_eq!(!absent, served, "{version} {offered} {method}: {answer}");
                }
            }
            client.close().await;
        }
    }
}

fn is_legacy(method: &str) -> bool {
    matches!(method, "resources/subscribe" | "resources/unsubscribe" | "logging/setLevel")
}

/// What the server declares to this client.
async fn declared(client: &mut RawClient) -> serde_json::Map<String, Value> {
    let opened = client.begin(json!({})).await;
    let found = match opened {
        Value::Null => client.result("server/discover", json!({})).await,
        opened => opened,
    };
    found["capabilities"].as_object().unwrap().clone()
}
