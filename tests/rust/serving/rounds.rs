//! Questions of a modern server, which it asks in results.

use std::time::Duration;

use hostline::{
    model::{
        CallToolParams, CallToolResult, Capability, CompleteParams, CompleteResult, Completion,
        ContentBlock, ElicitFormParams, GetPromptParams, GetPromptResult, Implementation,
        ListCapability, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, ReadResourceParams, ReadResourceResult, ResourcesCapability,
        ServerCapabilities,
    },
    server::{Answer, Context, Failure, Handler, NoArguments, Principal, Server},
};
use serde_json::{Value, json};

use super::{
    LEGACY, MODERN, able,
    fixture::{Fixture, form, page, thought},
    obliging,
    raw::RawClient,
    text,
};

/// The answer to a request with these parameters, which asks for input.
async fn asked(client: &mut RawClient, params: Value) -> Value {
    let result = client.result("tools/call", params).await;
    assert_eq!(result["resultType"], "input_required", "{result}");
    result
}

/// The next round of a request: what was asked, answered.
fn next_round(mut params: Value, asked: &Value) -> Value {
    for (key, question) in asked["inputRequests"].as_object().into_iter().flatten() {
        let method = question["method"].as_str().unwrap();
        params["inputResponses"][key] = obliging(method, &question["params"]);
    }
    params["requestState"] = asked["requestState"].clone();
    params
}

fn greet() -> Value {
    json!({"name": "greet"})
}

#[tokio::test(start_paused = true)]
async fn no_request_of_the_server_is_ever_sent_in_the_modern_version() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for name in ["greet", "visit", "require", "think", "think-with-tools", "folders", "survey"] {
        let answer = client.answer_asking("tools/call", json!({"name": name}), obliging).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{name}: {answer}");
        assert_eq!(client.take_heard(), Vec::<Value>::new(), "{name}");
    }
    client.expect_silence().await;
    client.close().await;
}

/// A handler that asks whatever is asked of it.
struct Curious;

async fn ask(cx: Context) -> Result<(), Failure> {
    cx.elicit("who", form()).await.map(drop)
}

impl Handler for Curious {
    fn implementation(&self) -> Implementation {
        Implementation::new("curious", "1")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new()
            .with_tools(ListCapability::new())
            .with_resources(ResourcesCapability::new())
            .with_prompts(ListCapability::new())
            .with_completions(Capability::new())
    }

    fn list_tools(&self, _: Option<String>, cx: Context) -> Answer<'_, ListToolsResult> {
        Box::pin(async { ask(cx).await.map(|()| ListToolsResult::new(Vec::new())) })
    }

    fn call_tool(&self, _: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(async { ask(cx).await.map(|()| CallToolResult::new(Vec::new())) })
    }

    fn list_resources(&self, _: Option<String>, cx: Context) -> Answer<'_, ListResourcesResult> {
        Box::pin(async { ask(cx).await.map(|()| ListResourcesResult::new(Vec::new())) })
    }

    fn list_resource_templates(
        &self,
        _: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourceTemplatesResult> {
        Box::pin(async { ask(cx).await.map(|()| ListResourceTemplatesResult::new(Vec::new())) })
    }

    fn read_resource(&self, _: ReadResourceParams, cx: Context) -> Answer<'_, ReadResourceResult> {
        Box::pin(async { ask(cx).await.map(|()| ReadResourceResult::new(Vec::new())) })
    }

    fn list_prompts(&self, _: Option<String>, cx: Context) -> Answer<'_, ListPromptsResult> {
        Box::pin(async { ask(cx).await.map(|()| ListPromptsResult::new(Vec::new())) })
    }

    fn prompt(&self, _: GetPromptParams, cx: Context) -> Answer<'_, GetPromptResult> {
        Box::pin(async { ask(cx).await.map(|()| GetPromptResult::new(Vec::new())) })
    }

    fn complete(&self, _: CompleteParams, cx: Context) -> Answer<'_, CompleteResult> {
        let nothing = || CompleteResult::new(Completion::new(Vec::new()));
        Box::pin(async move { ask(cx).await.map(|()| nothing()) })
    }
}

#[tokio::test(start_paused = true)]
async fn only_calls_reads_and_prompts_may_ask() {
    let server = Server::with_handler(Curious).build().unwrap();
    let mut client = RawClient::open_with(&server, MODERN, able()).await;
    for (method, params) in [
        ("tools/call", json!({"name": "any"})),
        ("resources/read", json!({"uri": "note://any"})),
        ("prompts/get", json!({"name": "any"})),
    ] {
        let result = client.result(method, params).await;
        assert_eq!(result["resultType"], "input_required", "{method}");
    }
    let reference = json!({"type": "ref/prompt", "name": "any"});
    for (method, params) in [
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("prompts/list", json!({})),
        ("completion/complete", json!({"ref": reference, "argument": {"name": "a", "value": ""}})),
    ] {
        assert_eq!(client.code(method, params).await, -32603, "{method}");
    }
    let discovered = client.result("server/discover", json!({})).await;
    assert_eq!(discovered["resultType"], "complete");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn two_questions_under_one_key_are_refused() {
    let other = || ElicitFormParams::new("How old are you?", form().requested_schema);
    let fixture = Fixture::with(|server| {
        server
            .tool("at-once", "Asks twice at once", move |_: NoArguments, cx: Context| async move {
                let (one, two) = tokio::join!(cx.elicit("who", form()), cx.elicit("who", other()));
                one.and(two).map(|_| "asked")
            })
            .tool("in-turn", "Asks twice in turn", move |_: NoArguments, cx: Context| async move {
                cx.elicit("who", form()).await?;
                cx.elicit("who", other()).await.map(|_| "asked")
            })
            .tool("again", "Asks the same twice", |_: NoArguments, cx: Context| async move {
                cx.elicit("who", form()).await?;
                cx.elicit("who", form()).await.map(|_| "asked")
            })
    });
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for name in ["at-once", "in-turn"] {
        let answer = client.answer_asking("tools/call", json!({"name": name}), obliging).await;
        assert_eq!(answer["error"]["code"], -32603, "{name}: {answer}");
    }
    let answer = client.answer_asking("tools/call", json!({"name": "again"}), obliging).await;
    assert_eq!(text(&answer["result"]), "asked", "one question may be asked twice");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn questions_are_of_the_three_kinds_in_their_shape() {
    let fixture = Fixture::with(|server| {
        server.tool("all", "Asks everything", |_: NoArguments, cx: Context| async move {
            let (form, page, thought, roots) = tokio::join!(
                cx.elicit("form", form()),
                cx.elicit_url("page", page()),
                cx.sample("thought", thought()),
                cx.roots("roots"),
            );
            form.and(page).map(drop).and(thought.map(drop)).and(roots.map(drop)).map(|()| "asked")
        })
    });
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let all = asked(&mut client, json!({"name": "all"})).await;
    let questions = all["inputRequests"].as_object().unwrap();
    let method = |question: &Value| question["method"].as_str().unwrap().to_owned();
    let kinds: Vec<String> =
        questions.iter().map(|(key, question)| format!("{key}: {}", method(question))).collect();
    let expected = [
        "form: elicitation/create",
        "page: elicitation/create",
        "roots: roots/list",
        "thought: sampling/createMessage",
    ];
    assert_eq!(kinds, expected);
    for question in questions.values() {
        assert_eq!(question.get("id"), None, "it is no request of its own: {question}");
        assert_eq!(question.get("jsonrpc"), None, "it is no request of its own: {question}");
    }
    assert_eq!(questions["page"]["params"]["mode"], "url");
    let answer = client.result("tools/call", next_round(json!({"name": "all"}), &all)).await;
    assert_eq!(text(&answer), "asked");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_state_that_was_changed_or_made_up_is_refused() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let first = asked(&mut client, greet()).await;
    let state = first["requestState"].as_str().unwrap().to_owned();
    let mut forged = vec![String::new(), "made up".to_owned(), "AAAA".repeat(50)];
    for at in (0..state.len()).step_by(7) {
        let other = if &state[at..=at] == "A" { "B" } else { "A" };
        forged.push([&state[..at], other, &state[at + 1..]].concat());
        forged.push(state[..at].to_owned());
    }
    forged.push(format!("{state}AAAA"));
    for forged in forged {
        let mut params = next_round(greet(), &first);
        params["requestState"] = json!(forged);
        assert_eq!(client.code("tools/call", params).await, -32602, "{forged}");
    }
    for odd in [json!(7), json!({"a": 1}), json!([state])] {
        let mut params = next_round(greet(), &first);
        params["requestState"] = odd.clone();
        assert_eq!(client.code("tools/call", params).await, -32602, "{odd}");
    }
    // It is still good for the one to whom it was given.
    let greeted = client.result("tools/call", next_round(greet(), &first)).await;
    assert!(text(&greeted).contains("Ada"), "{greeted}");
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_state_of_another_request_is_refused() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let first = asked(&mut client, greet()).await;
    for (method, other) in [
        ("tools/call", json!({"name": "survey"})),
        ("tools/call", json!({"name": "greet", "arguments": {}})),
        ("tools/call", json!({"name": "greet", "arguments": {"more": 1}})),
        ("prompts/get", json!({"name": "greet"})),
        ("prompts/get", json!({"name": "ask"})),
        ("resources/read", json!({"uri": "note://one"})),
    ] {
        let code = client.code(method, next_round(other.clone(), &first)).await;
        assert_eq!(code, -32602, "{method} {other}");
    }
    client.result("tools/call", next_round(greet(), &first)).await;
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_state_is_taken_once() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let first = asked(&mut client, greet()).await;
    let again = next_round(greet(), &first);
    client.result("tools/call", again.clone()).await;
    assert_eq!(client.code("tools/call", again.clone()).await, -32602);
    let mut elsewhere = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    assert_eq!(elsewhere.code("tools/call", again).await, -32602);
    elsewhere.close().await;
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_result_that_requires_input_holds_questions_or_a_state() {
    let fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for name in ["greet", "visit", "require", "think", "folders", "survey"] {
        let mut params = json!({"name": name});
        loop {
            let result = client.result("tools/call", params).await;
            if result["resultType"] == "complete" {
                break;
            }
            let questions = result["inputRequests"].as_object().is_some_and(|all| !all.is_empty());
            assert!(questions || result["requestState"].is_string(), "{name}: {result}");
            params = next_round(json!({"name": name}), &result);
        }
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn what_the_client_has_not_declared_is_not_asked() {
    let fixture = Fixture::with(|server| {
        server.tool("either", "Asks what it can", |_: NoArguments, cx: Context| async move {
            let (form, page) =
                tokio::join!(cx.elicit("form", form()), cx.elicit_url("page", page()));
            form.or(page).map(|_| "answered")
        })
    });
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for (modes, expected) in [(json!({"form": {}}), "form"), (json!({"url": {}}), "page")] {
        client.declare(json!({"elicitation": modes}));
        let either = asked(&mut client, json!({"name": "either"})).await;
        let keys: Vec<&String> = either["inputRequests"].as_object().unwrap().keys().collect();
        assert_eq!(keys, [expected]);
        let answer =
            client.result("tools/call", next_round(json!({"name": "either"}), &either)).await;
        assert_eq!(text(&answer), "answered");
    }
    client.declare(json!({"sampling": {}, "roots": {}}));
    assert_eq!(client.code("tools/call", json!({"name": "either"})).await, -32021);
    // What was declared with the first round is not declared with the second.
    client.declare(able());
    let first = asked(&mut client, json!({"name": "survey"})).await;
    client.declare(json!({}));
    let code = client.code("tools/call", next_round(json!({"name": "survey"}), &first)).await;
    assert_eq!(code, -32021);
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_comes_back_leaves_nothing_behind() {
    const OFTEN: usize = 2_000;
    let mut fixture = Fixture::new();
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for _ in 0..OFTEN {
        asked(&mut client, json!({"name": "survey"})).await;
    }
    // Nothing of the handlers is left, and nothing keeps others from being served.
    assert_eq!(fixture.events(), vec!["dropped"; OFTEN]);
    let answer = client.answer_asking("tools/call", json!({"name": "survey"}), obliging).await;
    assert_eq!(text(&answer["result"]), r#""Ada" "Ada" "Ada" 7"#);
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_state_of_another_principal_is_refused() {
    let fixture = Fixture::new();
    let ada = || Principal::new("https://id.example", "ada").with_client_id("editor");
    let mut client = RawClient::join_as(&fixture.handle, MODERN, ada());
    client.begin(able()).await;
    let first = asked(&mut client, greet()).await;
    for other in [
        Principal::anonymous(),
        Principal::new("https://id.example", "alan").with_client_id("editor"),
        Principal::new("https://other.example", "ada").with_client_id("editor"),
        Principal::new("https://id.example", "ada").with_client_id("other"),
    ] {
        let mut thief = RawClient::join_as(&fixture.handle, MODERN, other.clone());
        thief.begin(able()).await;
        let code = thief.code("tools/call", next_round(greet(), &first)).await;
        assert_eq!(code, -32602, "{other:?}");
        thief.close().await;
    }
    // The same principal may come by another connection, and with other scopes.
    let mut same = RawClient::join_as(&fixture.handle, MODERN, ada().with_scopes(["read"]));
    same.begin(able()).await;
    let greeted = same.result("tools/call", next_round(greet(), &first)).await;
    assert!(text(&greeted).contains("Ada"), "{greeted}");
    same.close().await;
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_question_that_was_declined_cancelled_or_not_answered_reaches_the_handler() {
    for version in [LEGACY[2], LEGACY[3], MODERN] {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        for action in ["decline", "cancel"] {
            let refuse = |_: &str, _: &Value| json!({"action": action});
            let answer = client.answer_asking("tools/call", greet(), refuse).await;
            let told: Value = serde_json::from_str(text(&answer["result"])).unwrap();
            assert_eq!(told, json!({"action": action}), "{version}");
        }
        if version == MODERN {
            // A round without an answer, or with one that does not fit, brings the question again.
            let first = asked(&mut client, greet()).await;
            let mut params = next_round(greet(), &first);
            params.as_object_mut().unwrap().remove("inputResponses");
            let mut params = next_round(greet(), &asked(&mut client, params).await);
            params["inputResponses"]["who"]["content"] = json!({"name": 7});
            asked(&mut client, params).await;
        } else {
            for refuse in [
                json!({"error": {"code": -32603, "message": "nobody is here"}}),
                json!({"result": {"action": "accept", "content": {"name": 7}}}),
                json!({"result": {}}),
            ] {
                let id = client.start("tools/call", greet()).await;
                let question = client.next_of("elicitation/create").await;
                let mut answer = json!({"jsonrpc": "2.0", "id": question["id"]});
                let members = answer.as_object_mut().unwrap();
                members.extend(refuse.as_object().unwrap().clone());
                client.send(&answer).await;
                let answer = client.answer_to(&id).await;
                assert_eq!(answer["result"]["isError"], true, "{version}: {answer}");
            }
            let id = client.start("tools/call", greet()).await;
            client.next_of("elicitation/create").await;
            tokio::time::advance(Duration::from_hours(1)).await;
            client.next_of("notifications/cancelled").await;
            let answer = client.answer_to(&id).await;
            assert_eq!(answer["result"]["isError"], true, "{version}: {answer}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_made_once_is_made_once() {
    let fixture = Fixture::with(|server| {
        let count = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        server.tool("once", "Counts its runs", move |_: NoArguments, cx: Context| {
            let count = count.clone();
            async move {
                let next =
                    || async { Ok(count.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) };
                let made: u32 = cx.once("made", next).await?;
                cx.elicit("first", form()).await?;
                cx.elicit("second", form()).await?;
                Ok::<_, Failure>(vec![ContentBlock::text(made.to_string())])
            }
        })
    });
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    for expected in ["0", "1"] {
        let answer = client.answer_asking("tools/call", json!({"name": "once"}), obliging).await;
        assert_eq!(text(&answer["result"]), expected);
    }
    client.close().await;
}
