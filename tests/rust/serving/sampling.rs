//! Questions to the host's model.

use hostline::{
    model::{
        ContentBlock, CreateMessageParams, Role, SamplingContent, SamplingMessage, TextContent,
        ToolResultContent, ToolUseContent,
    },
    server::{Context, NoArguments, Server, ServerHandle},
};
use serde_json::{Value, json};

use super::{LEGACY, MODERN, VERSIONS, able, fixture::Fixture, obliging, raw::RawClient, text};

/// The versions in which a model may be offered tools.
const WITH_TOOLS: [&str; 2] = [LEGACY[3], MODERN];

#[tokio::test(start_paused = true)]
async fn tools_are_offered_only_where_they_were_declared() {
    for version in VERSIONS {
        for (sampling, declared) in [
            (json!({}), false),
            (json!({"context": {}}), false),
            (json!({"tools": {}}), WITH_TOOLS.contains(&version)),
        ] {
            let fixture = Fixture::new();
            let abilities = json!({"sampling": sampling});
            let mut client = RawClient::open_with(&fixture.handle, version, abilities).await;
            let mut offered = false;
            let params = json!({"name": "think-with-tools"});
            let answer = client
                .answer_asking("tools/call", params, |method, params| {
                    offered |= params.get("tools").is_some();
                    obliging(method, params)
                })
                .await;
            assert_eq!(offered, declared, "{version} {sampling}");
            assert_eq!(answer.get("result").is_some(), declared, "{version}: {answer}");
            // Without tools, nothing is wanting.
            let answer =
                client.answer_asking("tools/call", json!({"name": "think"}), |method, params| {
                    assert!(params.get("tools").is_none() && params.get("toolChoice").is_none());
                    obliging(method, params)
                });
            assert_eq!(text(&answer.await["result"]), "m", "{version}");
            client.close().await;
        }
    }
}

fn said(text: &str) -> SamplingContent {
    SamplingContent::Text(TextContent::new(text))
}

fn used(id: &str) -> SamplingContent {
    SamplingContent::ToolUse(ToolUseContent::new(id, "look", json!({})))
}

fn result(id: &str) -> SamplingContent {
    SamplingContent::ToolResult(ToolResultContent::new(id, vec![ContentBlock::text("seen")]))
}

fn user(content: Vec<SamplingContent>) -> SamplingMessage {
    SamplingMessage::new(Role::User, content)
}

fn model(content: Vec<SamplingContent>) -> SamplingMessage {
    SamplingMessage::new(Role::Assistant, content)
}

/// A server that asks a model with this conversation.
fn asking(messages: Vec<SamplingMessage>) -> ServerHandle {
    Server::new("some", "1")
        .tool("think", "Asks a model", move |_: NoArguments, cx: Context| {
            let params = CreateMessageParams::new(messages.clone(), 10_u64);
            async move { cx.sample("thought", params).await.map(|answer| answer.model) }
        })
        .build()
        .unwrap()
}

/// Whether a client is asked with this conversation.
async fn expect_asked(messages: Vec<SamplingMessage>, expected: bool) {
    for version in WITH_TOOLS {
        let server = asking(messages.clone());
        let mut client = RawClient::open_with(&server, version, able()).await;
        let mut asked = Vec::new();
        let params = json!({"name": "think"});
        let answer = client
            .answer_asking("tools/call", params, |method, params| {
                asked.push(params["messages"].clone());
                obliging(method, params)
            })
            .await;
        if expected {
            assert_eq!(asked, [json!(messages)], "{version}");
            assert_eq!(text(&answer["result"]), "m", "{version}");
        } else {
            assert_eq!(asked, Vec::<Value>::new(), "{version}: {messages:?}");
            assert_eq!(answer["error"]["code"], -32603, "{version}: {answer}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_with_results_of_tools_holds_nothing_else() {
    let before =
        || vec![user(vec![said("Look.")]), model(vec![said("Well"), used("1"), used("2")])];
    let with = |last: SamplingMessage| [before(), vec![last]].concat();
    expect_asked(with(user(vec![result("1"), result("2")])), true).await;
    expect_asked(with(user(vec![result("1"), result("2"), said("Now?")])), false).await;
    expect_asked(with(user(vec![said("Here:"), result("1"), result("2")])), false).await;
    expect_asked(with(model(vec![result("1"), result("2")])), false).await;
}

#[tokio::test(start_paused = true)]
async fn each_use_of_a_tool_is_followed_by_its_result() {
    let start = || user(vec![said("Look.")]);
    let uses = || model(vec![used("1"), used("2")]);
    let results = || user(vec![result("2"), result("1")]);
    for (messages, fine) in [
        (vec![start(), uses(), results()], true),
        (vec![start(), uses(), results(), model(vec![said("So.")]), start()], true),
        (vec![start(), uses(), results(), model(vec![used("3")]), user(vec![result("3")])], true),
        (vec![start(), uses()], false),
        (vec![start(), uses(), user(vec![result("1")])], false),
        (vec![start(), uses(), user(vec![result("1"), result("3")])], false),
        (vec![start(), uses(), start(), results()], false),
        (vec![start(), uses(), user(vec![result("1")]), user(vec![result("2")])], false),
        (vec![start(), user(vec![result("1")])], false),
    ] {
        expect_asked(messages, fine).await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_said_in_several_pieces_is_said_piece_by_piece_to_older_clients() {
    let pieces = || vec![user(vec![said("one"), said("two")]), model(vec![said("three")])];
    for version in VERSIONS {
        let server = asking(pieces());
        let mut client = RawClient::open_with(&server, version, able()).await;
        let mut messages = 0;
        let params = json!({"name": "think"});
        client
            .answer_asking("tools/call", params, |method, params| {
                messages = params["messages"].as_array().unwrap().len();
                obliging(method, params)
            })
            .await;
        assert_eq!(messages, if WITH_TOOLS.contains(&version) { 2 } else { 3 }, "{version}");
        client.close().await;
    }
}
