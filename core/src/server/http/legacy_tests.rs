//! Legacy sessions.

use std::{num::NonZeroUsize, time::Duration};

use http::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    HttpOptions,
    bench::{Ask, Bench, Got, bench, bench_with, settle},
};
use crate::auth::Principal;

fn initialize(version: &str) -> Ask {
    let params = json!({"protocolVersion": version, "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "old", "version": "1"}});
    Ask::post(json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
}

fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

fn call(id: i64, tool: &str) -> Value {
    let params = json!({"name": tool, "arguments": {}, "_meta": {"progressToken": id}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
}

/// A session of a version, on a bench.
struct Session<'a> {
    bench: &'a Bench,
    name: String,
    version: &'static str,
    subject: Option<&'static str>,
}

impl<'a> Session<'a> {
    async fn open(bench: &'a Bench, version: &'static str) -> Self {
        Self::open_by(bench, version, None).await
    }

    async fn open_by(
        bench: &'a Bench,
        version: &'static str,
        subject: Option<&'static str>,
    ) -> Self {
        let ask = initialize(version);
        let ask = if let Some(subject) = subject { ask.by(subject) } else { ask };
        let got = bench.send(ask).await;
        assert_eq!(got.status, 200);
        let name = got.header("mcp-session-id").to_owned();
        assert_eq!(got.json().await["result"]["protocolVersion"], version);
        let session = Self { bench, name, version, subject };
        assert_eq!(session.post(&initialized()).await.status, 202);
        session
    }

    fn ask(&self, method: Method) -> Ask {
        let ask = if method == Method::POST { Ask::post("") } else { Ask::new(method) };
        let ask = ask.with("mcp-session-id", &self.name).with("mcp-protocol-version", self.version);
        if let Some(subject) = self.subject { ask.by(subject) } else { ask }
    }

    async fn post(&self, body: &Value) -> Got {
        let mut ask = self.ask(Method::POST);
        ask.body = body.to_string().into();
        self.bench.send(ask).await
    }

    async fn get(&self) -> Got {
        self.bench.send(self.ask(Method::GET)).await
    }

    async fn resume(&self, id: &str) -> Got {
        self.bench.send(self.ask(Method::GET).with("last-event-id", id)).await
    }

    async fn status(&self) -> u16 {
        let ping = json!({"jsonrpc": "2.0", "id": 99, "method": "ping"});
        self.post(&ping).await.status.as_u16()
    }
}

fn text_of(reply: &Value) -> &str {
    reply["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn initialize_opens_a_session_whose_name_is_plain_and_cannot_be_guessed() {
    let bench = bench();
    let one = Session::open(&bench, "2025-11-25").await;
    let other = Session::open(&bench, "2025-06-18").await;
    assert_ne!(one.name, other.name);
    assert!(one.name.len() >= 43 && one.name.bytes().all(|byte| (0x21..=0x7e).contains(&byte)));
    let echo = json!({"name": "echo", "arguments": {"text": "hello"}});
    let echo = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": echo});
    let reply = one.post(&echo).await.json().await;
    assert_eq!((&reply["id"], text_of(&reply)), (&json!(1), "hello"));
}

#[tokio::test(start_paused = true)]
async fn a_request_without_a_session_is_refused_with_400_and_one_of_another_with_404() {
    let bench = bench();
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    for body in [&ping, &initialized()] {
        assert_eq!(bench.refusal(Ask::post(body)).await, (400, -32600));
        let ask = Ask::post(body).with("mcp-session-id", "unknown");
        assert_eq!(bench.refusal(ask).await, (404, -32600));
    }
    let session = Session::open(&bench, "2025-11-25").await;
    let twice = session.ask(Method::GET).and("mcp-session-id", &session.name);
    assert_eq!(bench.send(twice).await.status, 404);
}

#[tokio::test(start_paused = true)]
async fn an_initialize_that_fails_opens_no_session() {
    let bench = bench();
    let body = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    let got = bench.send(Ask::post(body)).await;
    assert!(!got.headers.contains_key("mcp-session-id"));
    assert_eq!(got.json().await["error"]["code"], -32602);
    assert_eq!(bench.service.shared().sessions.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_session_is_ended_by_delete_and_is_unknown_then() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut standing = session.get().await;
    let waiting = call(1, "wait");
    tokio::select! {
        _ = session.post(&waiting) => panic!("answered"),
        () = bench.handlers.until_begun(1) => {}
    }
    let got = bench.send(session.ask(Method::DELETE)).await;
    assert_eq!(got.status, 204);
    assert_eq!(got.text().await, "");
    assert_eq!(session.status().await, 404);
    assert_eq!(session.get().await.status, 404);
    assert_eq!(bench.send(session.ask(Method::DELETE)).await.status, 404);
    assert!(standing.message().await.is_none(), "its streams end");
    bench.handlers.until_dropped(1).await;
}

#[tokio::test(start_paused = true)]
async fn to_another_principal_a_session_does_not_exist() {
    let bench = bench();
    let session = Session::open_by(&bench, "2025-11-25", Some("anna")).await;
    let reply = session.post(&call(1, "whoami")).await.json().await;
    assert_eq!(text_of(&reply), "anna");
    for method in [Method::POST, Method::GET, Method::DELETE] {
        let mut ask = session.ask(method.clone()).by("bob");
        if method == Method::POST {
            ask.body = call(2, "whoami").to_string().into();
        }
        assert_eq!(bench.send(ask).await.status, 404, "{method}");
    }
    assert_eq!(session.status().await, 200);
}

#[tokio::test(start_paused = true)]
async fn a_version_that_no_session_has_is_refused_and_any_other_passes() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    for version in ["v999", ""] {
        let ask = session.ask(Method::GET).with("mcp-protocol-version", version);
        assert_eq!(bench.send(ask).await.status, 400, "{version:?}");
    }
    for version in ["2024-11-05", "2025-03-26"] {
        let ask = session.ask(Method::GET).with("mcp-protocol-version", version);
        assert_eq!(bench.send(ask).await.status, 200, "{version:?}");
    }
    let ask = session.ask(Method::GET).without("mcp-protocol-version");
    assert_eq!(bench.send(ask).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn batches_are_taken_where_the_version_has_them() {
    let bench = bench();
    let batch = json!([initialized(), {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}]);
    let session = Session::open(&bench, "2025-03-26").await;
    let replies = session.post(&batch).await.json().await;
    assert_eq!(replies.as_array().unwrap().len(), 2);
    assert_eq!(session.post(&json!([initialized()])).await.status, 202);
    for version in ["2025-06-18", "2025-11-25"] {
        let session = Session::open(&bench, version).await;
        assert_eq!(session.post(&batch).await.status, 400, "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_standing_stream_tells_what_changes() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut standing = session.get().await;
    assert!(standing.is_stream());
    bench.handle.tools_changed();
    let (id, data) = standing.event().await.unwrap();
    assert!(data.contains("notifications/tools/list_changed"));
    drop(standing);
    bench.handle.tools_changed();
    settle().await;
    let mut standing = session.resume(&id).await;
    assert!(standing.event().await.unwrap().1.contains("notifications/tools/list_changed"));
    let newer = session.get().await;
    assert!(standing.event().await.is_none(), "the newer connection has the stream");
    drop(newer);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_gone_on_with_is_refused_without_ending_the_session() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    assert_eq!(session.resume("nonsense").await.status, 400);
    assert_eq!(session.resume("99-1").await.status, 400);
    session.post(&call(1, "whoami")).await.json().await;
    assert_eq!(session.resume("2-1").await.status, 410);
    assert_eq!(session.status().await, 200);
}

#[tokio::test(start_paused = true)]
async fn a_call_goes_on_without_its_connection_and_its_answer_can_be_fetched() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut got = session.post(&call(1, "report")).await;
    assert!(got.is_stream());
    let (primer, nothing) = got.event().await.unwrap();
    assert_eq!(nothing, "", "the stream begins with a place to come back to");
    drop(got);
    bench.handlers.go.notify_one();
    bench.handlers.until_dropped(1).await;
    let mut resumed = session.resume(&primer).await;
    assert_eq!(resumed.message().await.unwrap()["params"]["progress"], 1.0);
    assert_eq!(resumed.message().await.unwrap()["params"]["progress"], 2.0);
    assert_eq!(text_of(&resumed.message().await.unwrap()), "done");
    assert!(resumed.message().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn what_a_client_does_not_read_in_time_is_left_out_but_never_the_answer() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut got = session.post(&call(1, "flood")).await;
    settle().await;
    let mut messages = Vec::new();
    while let Some((_, data)) = got.event().await {
        messages.push(data);
    }
    assert!(messages.len() < 1000, "{}", messages.len());
    assert!(messages.last().unwrap().contains("done"));
}

#[tokio::test(start_paused = true)]
async fn before_the_version_that_has_them_streams_begin_with_a_message() {
    let bench = bench();
    for version in ["2025-03-26", "2025-06-18"] {
        let session = Session::open(&bench, version).await;
        let mut got = session.post(&call(1, "report")).await;
        assert_eq!(got.message().await.unwrap()["method"], "notifications/progress", "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_handler_may_let_its_connection_go_and_the_client_comes_back() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut got = session.post(&call(1, "release")).await;
    let (primer, _) = got.event().await.unwrap();
    assert!(got.event().await.is_none());
    assert_eq!(got.retry(), Some(1000));
    let mut resumed = session.resume(&primer).await;
    bench.handlers.go.notify_one();
    assert_eq!(text_of(&resumed.message().await.unwrap()), "done");
}

#[tokio::test(start_paused = true)]
async fn a_question_goes_out_on_the_stream_of_its_call_and_its_answer_comes_by_post() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut got = session.post(&call(1, "ask")).await;
    let (_, primer) = got.event().await.unwrap();
    assert_eq!(primer, "");
    let question = got.message().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    let answer = json!({"action": "accept", "content": {"name": "Anna"}});
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": answer});
    assert_eq!(session.post(&answer).await.status, 202);
    assert_eq!(text_of(&got.message().await.unwrap()), "Hello, \"Anna\"");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_cancelled_before_its_answer_begins_gets_an_empty_one() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let wait = call(1, "wait");
    let cancelling = async {
        bench.handlers.until_begun(1).await;
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": 1}});
        assert_eq!(session.post(&cancel).await.status, 202);
    };
    let (got, ()) = tokio::join!(session.post(&wait), cancelling);
    assert!(got.is_stream());
    assert_eq!(got.text().await, "");
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_is_dropped_and_its_stream_ends_without_an_answer() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let mut got = session.post(&call(1, "wait")).await;
    assert!(got.is_stream());
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 1}});
    assert_eq!(session.post(&cancel).await.status, 202);
    assert_eq!(got.event().await.unwrap().1, "");
    assert!(got.event().await.is_none());
    bench.handlers.until_dropped(1).await;
}

#[tokio::test(start_paused = true)]
async fn a_modern_request_needs_no_session_and_does_not_touch_one() {
    let bench = bench();
    let session = Session::open(&bench, "2025-11-25").await;
    let ask = Ask::modern("tools/list", json!({})).with("mcp-session-id", &session.name);
    let reply = bench.send(ask).await.json().await;
    assert_eq!(reply["result"]["resultType"], "complete");
    let reply = session.post(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert!(reply.json().await["result"].get("resultType").is_none());
}

#[tokio::test(start_paused = true)]
async fn a_session_that_nobody_uses_ends_after_a_while() {
    let idle = Duration::from_mins(30);
    let bench = bench();
    let used = Session::open(&bench, "2025-11-25").await;
    let listening = Session::open(&bench, "2025-11-25").await;
    let standing = listening.get().await;
    let left = Session::open(&bench, "2025-11-25").await;
    for _ in 0..2 {
        tokio::time::sleep(idle * 2 / 3).await;
        assert_eq!(used.status().await, 200);
    }
    assert_eq!(left.status().await, 404);
    assert_eq!(listening.status().await, 200, "a stream to it is open");
    drop(standing);
    tokio::time::sleep(idle * 2).await;
    assert_eq!(bench.service.shared().sessions.count(), 0);
    assert_eq!(bench.service.shared().tasks().len(), 1, "only who looks after them is left");
}

fn limits(in_all: usize, of_one: usize) -> HttpOptions {
    let number = |number| NonZeroUsize::new(number).unwrap();
    HttpOptions::new().max_sessions(number(in_all), number(of_one))
}

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_of_all_the_session_ends_that_was_left_alone_for_longest() {
    let bench = bench_with(limits(2, 1));
    let one = Session::open(&bench, "2025-11-25").await;
    settle().await;
    let other = Session::open(&bench, "2025-11-25").await;
    settle().await;
    assert_eq!(one.status().await, 200);
    settle().await;
    let newest = Session::open_by(&bench, "2025-11-25", Some("anna")).await;
    assert_eq!((one.status().await, other.status().await), (200, 404));
    let _streams = (one.get().await, newest.get().await);
    let got = bench.send(initialize("2025-11-25")).await;
    assert_eq!((got.status.as_u16(), got.header("retry-after")), (503, "1"));
    assert_eq!(one.status().await, 200);
}

#[tokio::test(start_paused = true)]
async fn a_session_in_which_a_request_runs_is_not_left_alone() {
    let idle = Duration::from_mins(30);
    let bench = bench_with(limits(1, 1));
    let session = Session::open(&bench, "2025-11-25").await;
    let hung_up = timeout(Duration::from_secs(1), session.post(&call(1, "wait"))).await;
    drop(hung_up);
    tokio::time::sleep(idle * 3).await;
    assert_eq!(bench.send(initialize("2025-11-25")).await.status, 503);
    assert_eq!(bench.handlers.dropped(), 0);
    bench.handlers.go.notify_one();
    tokio::time::sleep(idle * 2).await;
    assert_eq!(session.status().await, 404);
}

#[tokio::test(start_paused = true)]
async fn a_standing_stream_ends_with_the_token_that_it_was_opened_by() {
    let bench = bench();
    let session = Session::open_by(&bench, "2025-11-25", Some("anna")).await;
    let hour = Duration::from_hours(1);
    let anna = Principal::new("https://id.example", "anna");
    let anna = anna.with_expiry(std::time::SystemTime::now() + hour);
    let begin = tokio::time::Instant::now();
    let mut standing = bench.send(session.ask(Method::GET).by_principal(anna)).await;
    while standing.piece().await.is_some() {}
    assert_eq!(begin.elapsed().as_secs().div_ceil(60), 60);
    assert_eq!(session.status().await, 200);
}

#[tokio::test(start_paused = true)]
async fn beyond_its_own_limit_a_principal_loses_what_it_has_left_alone_for_longest() {
    let bench = bench_with(limits(10, 2));
    let anna = |bench| Session::open_by(bench, "2025-11-25", Some("anna"));
    let oldest = anna(&bench).await;
    settle().await;
    let older = anna(&bench).await;
    settle().await;
    let others = Session::open_by(&bench, "2025-11-25", Some("bob")).await;
    assert_eq!(oldest.status().await, 200);
    settle().await;
    let newest = anna(&bench).await;
    assert_eq!((oldest.status().await, older.status().await), (200, 404));
    assert_eq!((newest.status().await, others.status().await), (200, 200));
    let _streams = (oldest.get().await, newest.get().await);
    let got = bench.send(initialize("2025-11-25").by("anna")).await;
    assert_eq!(got.status, 503, "none of them is idle");
}
