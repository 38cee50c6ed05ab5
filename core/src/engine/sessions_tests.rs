//! Sessions that are lost, and what the next one is told.

use super::*;

/// A connection in a session, and what of it the server answers.
struct InSession(Bench);

impl InSession {
    fn new() -> Self {
        let dialect = Handshake::new(Version::V2025_11_25, Bytes::from_static(b"{}"));
        Self(Bench::new(Arc::new(dialect), Link::Exchanges))
    }

    fn lose(&mut self, key: Option<i64>) {
        let id = key.map(RequestId::Number);
        self.0.act(|engine, now, fx| engine.session_lost(now, id.as_ref(), fx));
    }

    /// Answers the last message.
    fn answer(&mut self, result: &str) {
        let id = &self.0.sent.last().unwrap()["id"];
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        self.0.hear(&text);
    }

    /// The methods sent since the last look.
    fn sent(&mut self) -> Vec<String> {
        let name = |message: serde_json::Value| message["method"].as_str().unwrap().to_owned();
        self.0.sent.drain(..).map(name).collect()
    }
}

const OPENED: &str = r#"{"protocolVersion":"2025-11-25"}"#;

#[test]
fn a_lost_session_is_opened_again_once_for_all() {
    let dialect = Handshake::new(Version::V2025_11_25, Bytes::from_static(b"{}"));
    let mut bench = Bench::new(Arc::new(dialect), Link::Exchanges);
    let call = bench.start(1, method::TOOLS_CALL);
    let list = bench.start(2, method::TOOLS_LIST);
    for key in [call, list] {
        bench.act(|engine, now, fx| engine.session_lost(now, Some(&RequestId::Number(key)), fx));
    }
    let third = bench.start(3, method::PROMPTS_LIST);
    assert_eq!(bench.sent.len(), 3, "one initialize, and nothing else until it is answered");
    let opening = bench.sent[2]["id"].as_i64().unwrap();
    bench.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{opening},"result":{{"protocolVersion":"2025-06-18"}}}}"#
    ));
    let methods: Vec<_> =
        bench.sent[2..].iter().map(|m| m["method"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        methods,
        ["initialize", "notifications/initialized", "tools/call", "tools/list", "prompts/list"]
    );
    assert!(bench.other.iter().any(|effect| matches!(effect, Effect::Established)));
    let ids: Vec<_> = bench.sent[4..].iter().map(|m| m["id"].as_i64().unwrap()).collect();
    assert!(!ids.contains(&call) && !ids.contains(&list) && !ids.contains(&third));
    // A server that forgets every session is not believed for ever.
    bench.act(|engine, now, fx| engine.session_lost(now, Some(&RequestId::Number(ids[0])), fx));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Transport))]);
}

#[test]
fn a_late_refusal_of_a_session_that_was_replaced_opens_no_third_one() {
    let mut session = InSession::new();
    let first = session.0.start(1, method::TOOLS_CALL);
    let second = session.0.start(2, method::TOOLS_CALL);
    session.lose(Some(first));
    session.answer(OPENED);
    session.sent();
    session.lose(Some(second));
    assert_eq!(session.sent(), ["tools/call"]);
}

#[test]
fn a_new_session_is_tried_again_with_the_next_request() {
    let mut session = InSession::new();
    let first = session.0.start(1, method::TOOLS_CALL);
    session.lose(Some(first));
    let opening = session.0.sent.last().unwrap()["id"].as_i64().unwrap();
    let down = Error::new(ErrorCode::Transport, "starting").with_status(503);
    session.0.act(|engine, now, fx| engine.failed(now, &RequestId::Number(opening), down, fx));
    assert_eq!(session.0.codes(), [(1, Some(ErrorCode::Transport))]);
    session.sent();
    session.0.start(2, method::TOOLS_LIST);
    session.answer(OPENED);
    assert_eq!(session.sent(), ["initialize", "notifications/initialized", "tools/list"]);
}

#[test]
fn a_late_refusal_after_all_sessions_failed_opens_one_again() {
    let mut session = InSession::new();
    let slow = session.0.start(1, method::TOOLS_CALL);
    let second = session.0.start(2, method::TOOLS_CALL);
    session.lose(Some(second));
    session.answer(OPENED);
    let third = session.0.start(3, method::TOOLS_CALL);
    session.lose(Some(third));
    let opening = session.0.sent.last().unwrap()["id"].as_i64().unwrap();
    let down = Error::new(ErrorCode::Transport, "starting").with_status(503);
    session.0.act(|engine, now, fx| engine.failed(now, &RequestId::Number(opening), down, fx));
    session.sent();
    // Nobody else would ever wake it.
    session.lose(Some(slow));
    assert_eq!(session.sent(), ["initialize"]);
}

#[test]
fn a_session_lost_without_a_request_is_opened_again_if_it_was_of_use() {
    let mut session = InSession::new();
    session.lose(None);
    assert!(session.sent().is_empty());
    session.0.start(1, method::TOOLS_LIST);
    session.answer("{}");
    session.sent();
    session.lose(None);
    session.answer(OPENED);
    assert_eq!(session.sent(), ["initialize", "notifications/initialized"]);
    session.lose(None);
    assert!(session.sent().is_empty(), "the new one has answered nothing yet");
}

#[test]
fn a_new_session_is_told_what_the_old_one_had_granted() {
    let mut session = InSession::new();
    for (method, params) in [
        (method::RESOURCES_SUBSCRIBE, r#"{"uri":"a:1"}"#),
        (method::RESOURCES_SUBSCRIBE, r#"{"uri":"a:2"}"#),
        (method::RESOURCES_UNSUBSCRIBE, r#"{"uri":"a:1"}"#),
        (method::SET_LEVEL, r#"{"level":"info"}"#),
        (method::SET_LEVEL, r#"{"level":"error"}"#),
    ] {
        session.0.start_call(1, Call::new(method, Bytes::from_static(params.as_bytes())));
        session.answer("{}");
    }
    session.sent();
    session.lose(None);
    session.answer(OPENED);
    let sent = &session.0.sent;
    assert_eq!(sent.len(), 4);
    assert_eq!(sent[2]["params"], serde_json::json!({"level": "error"}));
    assert_eq!(sent[3]["params"], serde_json::json!({"uri": "a:2"}));
    let departures = session.0.departures();
    let id = &session.0.sent[3]["id"];
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"no"}}}}"#);
    session.0.hear(&text);
    assert_eq!(session.0.departures(), departures + 1);
}

#[test]
fn what_was_given_up_is_not_asked_for_in_a_new_session_though_the_server_did_not_like_it() {
    let mut session = InSession::new();
    let params = Bytes::from_static(br#"{"uri":"a:1"}"#);
    session.0.start_call(1, Call::new(method::RESOURCES_SUBSCRIBE, params.clone()));
    session.answer("{}");
    session.0.start_call(2, Call::new(method::RESOURCES_UNSUBSCRIBE, params));
    let id = &session.0.sent.last().unwrap()["id"];
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"no"}}}}"#);
    session.0.hear(&text);
    session.sent();
    session.lose(None);
    session.answer(OPENED);
    assert_eq!(session.sent(), ["initialize", "notifications/initialized"]);
}

#[test]
fn a_question_of_a_lost_session_is_not_answered_in_the_next_one() {
    let mut session = InSession::new();
    let call = session.0.start(1, method::TOOLS_CALL);
    session.0.hear(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#);
    session.lose(Some(call));
    let ask = Ask::Request(RequestId::Number(1));
    let withdrawn = |effect: &Effect<_>| matches!(effect, Effect::Withdraw(it) if *it == ask);
    assert!(session.0.other.iter().any(withdrawn));
    session.answer(OPENED);
    session.sent();
    // The new session counts from the start, and its question is another one.
    session.0.hear(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#);
    assert_eq!(session.0.asked.len(), 2);
}
