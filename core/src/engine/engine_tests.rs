//! The engine alone: messages and a clock made by hand go in, effects come out.

use std::time::Duration;

use super::*;
use crate::{
    Json,
    dialect::{Handshake, InputNeeded, PerRequest, Purpose, method},
    error::{ErrorCode, Result},
    jsonrpc::{Limits, decode},
    version::Version,
};

#[path = "permit_tests.rs"]
mod permits;
#[path = "sessions_tests.rs"]
mod sessions;

/// An engine with its effects sorted, and a clock that only moves when told to.
struct Bench {
    engine: Engine<u32>,
    ids: Ids,
    now: Instant,
    sent: Vec<serde_json::Value>,
    resolved: Vec<(u32, Result<Bytes>)>,
    asked: Vec<(Ask, Asked)>,
    other: Vec<Effect<u32>>,
}

impl Bench {
    fn new(dialect: Arc<dyn Dialect>, link: Link) -> Self {
        let ids = Ids::default();
        Self {
            engine: Engine::new(dialect, link, ids.clone()),
            ids,
            now: Instant::now(),
            sent: Vec::new(),
            resolved: Vec::new(),
            asked: Vec::new(),
            other: Vec::new(),
        }
    }

    fn modern() -> Self {
        let dialect = PerRequest::new(Version::V2026_07_28, b"{}", b"{}");
        Self::new(Arc::new(dialect), Link::Shared)
    }

    fn legacy(version: Version) -> Self {
        Self::new(Arc::new(Handshake::new(version, Bytes::from_static(b"{}"))), Link::Shared)
    }

    fn act(&mut self, act: impl FnOnce(&mut Engine<u32>, Instant, &mut Vec<Effect<u32>>)) {
        let mut fx = Vec::new();
        act(&mut self.engine, self.now, &mut fx);
        for effect in fx {
            match effect {
                Effect::Send(outgoing) => {
                    self.sent.push(serde_json::from_slice(&outgoing.body).unwrap());
                }
                Effect::Resolve { waiter, outcome, .. } => self.resolved.push((waiter, outcome)),
                Effect::Ask { ask, asked, .. } => self.asked.push((ask, asked)),
                other => self.other.push(other),
            }
        }
    }

    fn start(&mut self, waiter: u32, method: &'static str) -> i64 {
        self.start_call(waiter, Call::new(method, Bytes::from_static(b"{}")))
    }

    fn start_call(&mut self, waiter: u32, mut call: Call) -> i64 {
        call.timeout = call.timeout.or(Some(Duration::from_mins(1)));
        let key = self.ids.next();
        self.act(|engine, now, fx| engine.start(now, key, call, Some(waiter), fx));
        key
    }

    fn hear(&mut self, text: &str) {
        let frame = decode(&Bytes::copy_from_slice(text.as_bytes()), &Limits::default());
        self.act(|engine, now, fx| engine.frame(now, frame, None, fx));
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        if self.engine.next_deadline().is_some_and(|deadline| deadline <= self.now) {
            self.act(super::Engine::tick);
        }
    }

    fn codes(&self) -> Vec<(u32, Option<ErrorCode>)> {
        self.resolved.iter().map(|(w, o)| (*w, o.as_ref().err().map(Error::code))).collect()
    }

    fn departures(&self) -> usize {
        self.other.iter().filter(|effect| matches!(effect, Effect::Depart(_))).count()
    }
}

#[test]
fn answers_find_their_requests_in_any_order() {
    let mut bench = Bench::modern();
    let first = bench.start(1, method::TOOLS_LIST);
    let second = bench.start(2, method::PROMPTS_LIST);
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{second},"result":{{"a":2}}}}"#));
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":"{first}","result":{{"a":1}}}}"#));
    let results: Vec<_> = bench.resolved.iter().map(|(w, o)| (*w, o.clone().unwrap())).collect();
    assert_eq!(
        results,
        [(2, Bytes::from_static(br#"{"a":2}"#)), (1, Bytes::from_static(br#"{"a":1}"#))]
    );
}

#[test]
fn an_answer_counts_once() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_LIST);
    let answer = format!(r#"{{"jsonrpc":"2.0","id":{key},"result":{{}}}}"#);
    bench.hear(&answer);
    bench.hear(&answer);
    assert_eq!(bench.codes(), [(1, None)]);
    assert_eq!(bench.departures(), 1);
}

#[test]
fn a_broken_answer_fails_its_own_request_only() {
    let mut bench = Bench::modern();
    let broken = bench.start(1, method::TOOLS_CALL);
    let whole = bench.start(2, method::TOOLS_CALL);
    bench.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{broken},"result":{{}},"error":{{"code":1,"message":""}}}}"#
    ));
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{whole},"result":{{}}}}"#));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Protocol)), (2, None)]);
}

#[test]
fn silence_ends_at_the_deadline_and_the_server_is_told() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    bench.pass(Duration::from_secs(59));
    assert!(bench.resolved.is_empty());
    bench.pass(Duration::from_secs(1));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Timeout))]);
    assert!(bench.resolved[0].1.as_ref().err().unwrap().may_have_run());
    assert_eq!(bench.sent[1]["method"], "notifications/cancelled");
    assert_eq!(bench.sent[1]["params"]["requestId"], key);
    // The late answer is no departure: the server could not know.
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{key},"result":{{}}}}"#));
    assert_eq!(bench.departures(), 0);
}

#[test]
fn progress_moves_the_deadline_but_not_the_total() {
    let mut bench = Bench::modern();
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.progress = true;
    call.max_total = Some(Duration::from_secs(100));
    let key = bench.start_call(1, call);
    for step in 1..=2 {
        bench.pass(Duration::from_secs(45));
        bench.hear(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{key},"progress":{step}}}}}"#
        ));
    }
    assert!(bench.resolved.is_empty());
    bench.pass(Duration::from_secs(10));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Timeout))]);
}

#[test]
fn a_dropped_request_is_cancelled_and_its_answer_ignored() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    bench.act(|engine, _, fx| engine.cancel(key, "enough", fx));
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{key},"result":{{}}}}"#));
    assert!(bench.resolved.is_empty());
    assert_eq!(bench.sent.len(), 2);
    assert_eq!(bench.departures(), 0);
}

#[test]
fn closing_an_exchange_cancels_where_each_request_has_one() {
    let dialect = PerRequest::new(Version::V2026_07_28, b"{}", b"{}");
    let mut bench = Bench::new(Arc::new(dialect), Link::Exchanges);
    let key = bench.start(1, method::TOOLS_CALL);
    bench.act(|engine, _, fx| engine.cancel(key, "enough", fx));
    assert_eq!(bench.sent.len(), 1);
    assert!(matches!(&bench.other[..], [Effect::Abandon(id)] if *id == RequestId::Number(key)));
}

fn input_required(id: i64, state: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","requestState":"{state}"}}}}"#
    )
}

#[test]
fn a_request_goes_on_with_its_input_under_a_fresh_id() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    bench.hear(&input_required(key, "s"));
    assert!(matches!(
        &bench.asked[..],
        [(Ask::Round(asked), Asked::Needed(InputNeeded::Result(_)))] if *asked == key
    ));
    let round = Round {
        input_responses: Some(Bytes::from_static(br#"{"a":{}}"#)),
        request_state: Some(Json::parse(r#""s""#).unwrap()),
    };
    let answer = Answer::Round { round: Ok(round), elicitations: Vec::new() };
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Round(key), answer, fx));
    let second = bench.sent[1]["id"].as_i64().unwrap();
    assert_ne!(second, key);
    assert_eq!(bench.sent[1]["params"]["requestState"], "s");
    // An answer to the first round is not wanted any more.
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{key},"result":{{"old":1}}}}"#));
    assert!(bench.resolved.is_empty());
    bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{second},"result":{{"new":1}}}}"#));
    assert_eq!(bench.resolved[0].1.as_ref().unwrap(), &Bytes::from_static(br#"{"new":1}"#));
}

#[test]
fn rounds_of_input_end() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    let mut id = key;
    for _ in 0..MAX_ROUNDS {
        bench.hear(&input_required(id, "again"));
        let round = Round { input_responses: None, request_state: None };
        let answer = Answer::Round { round: Ok(round), elicitations: Vec::new() };
        bench.act(|engine, now, fx| engine.answer(now, &Ask::Round(key), answer, fx));
        id = bench.sent.last().unwrap()["id"].as_i64().unwrap();
    }
    bench.hear(&input_required(id, "again"));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Limit))]);
}

#[test]
fn a_person_may_take_longer_than_a_deadline() {
    for (mut bench, question) in [
        (
            Bench::legacy(Version::V2025_06_18),
            r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}}"#.to_owned(),
        ),
        (Bench::modern(), input_required(1, "s")),
    ] {
        bench.start(1, method::TOOLS_CALL);
        bench.pass(Duration::from_secs(50));
        bench.hear(&question);
        bench.pass(Duration::from_mins(10));
        assert!(bench.resolved.is_empty());
        let (ask, asked) = bench.asked.pop().unwrap();
        let answer = match asked {
            Asked::Request { .. } => Answer::Reply(Ok(Bytes::from_static(b"{}"))),
            Asked::Needed(_) => Answer::Round {
                round: Ok(Round { input_responses: None, request_state: None }),
                elicitations: Vec::new(),
            },
        };
        bench.act(|engine, now, fx| engine.answer(now, &ask, answer, fx));
        bench.pass(Duration::from_secs(9));
        assert!(bench.resolved.is_empty());
        bench.pass(Duration::from_mins(1));
        assert_eq!(bench.codes(), [(1, Some(ErrorCode::Timeout))]);
    }
}

#[test]
fn an_address_to_open_is_waited_for_and_then_the_request_is_sent_again() {
    let mut bench = Bench::legacy(Version::V2025_11_25);
    let key = bench.start(1, method::TOOLS_CALL);
    bench.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{key},"error":{{"code":-32042,"message":"","data":{{}}}}}}"#
    ));
    let answer = Answer::Round {
        round: Ok(Round { input_responses: None, request_state: None }),
        elicitations: vec!["e1".into()],
    };
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Round(key), answer, fx));
    assert_eq!(bench.sent.len(), 1);
    bench.hear(
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}"#,
    );
    assert_eq!(bench.sent.len(), 2);
    assert_eq!(bench.sent[1]["method"], "tools/call");
}

#[test]
fn an_address_may_be_dealt_with_before_the_answer_comes_back() {
    let mut bench = Bench::legacy(Version::V2025_11_25);
    let key = bench.start(1, method::TOOLS_CALL);
    bench.hear(
        r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}"#,
    );
    bench.hear(&format!(
        r#"{{"jsonrpc":"2.0","id":{key},"error":{{"code":-32042,"message":"","data":{{}}}}}}"#
    ));
    let answer = Answer::Round {
        round: Ok(Round { input_responses: None, request_state: None }),
        elicitations: vec!["e1".into()],
    };
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Round(key), answer, fx));
    assert_eq!(bench.sent.len(), 2);
}

#[test]
fn a_modern_server_gets_no_answer_to_a_request() {
    let mut bench = Bench::modern();
    bench.hear(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    bench.hear(r#"{"jsonrpc":"2.0","id":1,"method":3}"#);
    assert!(bench.sent.is_empty());
    assert_eq!(bench.departures(), 2);
}

#[test]
fn a_legacy_server_is_answered_while_the_handshake_runs() {
    let mut bench = Bench::legacy(Version::V2024_11_05);
    let mut call = Call::new(method::INITIALIZE, Bytes::from_static(b"{}"));
    call.purpose = Purpose::Opening;
    bench.start_call(1, call);
    bench.hear(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#);
    assert_eq!(bench.sent[1], serde_json::json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
    bench.hear(r#"{"jsonrpc":"2.0","id":"x","method":"no/such"}"#);
    assert_eq!(bench.sent[2]["error"]["code"], -32601);
    // What exists only in later versions does not exist here.
    bench.hear(r#"{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{}}"#);
    assert_eq!(bench.sent[3]["error"]["code"], -32601);
}

#[test]
fn a_question_that_the_server_takes_back_is_not_answered() {
    let mut bench = Bench::legacy(Version::V2025_06_18);
    bench.hear(r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#);
    bench
        .hear(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}"#);
    let ask = Ask::Request("q".into());
    assert!(matches!(&bench.other[..], [Effect::Withdraw(withdrawn)] if *withdrawn == ask));
    let answer = Answer::Reply(Ok(Bytes::from_static(b"{}")));
    bench.act(|engine, now, fx| engine.answer(now, &ask, answer, fx));
    assert!(bench.sent.is_empty());
}

#[test]
fn a_batch_is_answered_with_one_array() {
    let mut bench = Bench::legacy(Version::V2025_03_26);
    bench.hear(
        r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","id":"b","method":"roots/list"},
            {"jsonrpc":"2.0","method":"notifications/tools/list_changed"},7]"#,
    );
    assert!(bench.sent.is_empty());
    let answer = Answer::Reply(Ok(Bytes::from_static(br#"{"roots":[]}"#)));
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Request("b".into()), answer, fx));
    let [array] = &bench.sent[..] else { panic!("one text: {:?}", bench.sent) };
    let ids: Vec<_> = array.as_array().unwrap().iter().map(|m| m["id"].clone()).collect();
    assert_eq!(ids, [serde_json::json!("a"), serde_json::Value::Null, serde_json::json!("b")]);
    assert!(bench.other.iter().any(|effect| matches!(effect, Effect::Notify { .. })));
}

#[test]
fn answers_in_a_batch_are_answers() {
    let mut bench = Bench::legacy(Version::V2025_03_26);
    let one = bench.start(1, method::TOOLS_LIST);
    let two = bench.start(2, method::TOOLS_LIST);
    bench.hear(&format!(
        r#"[{{"jsonrpc":"2.0","id":{one},"result":{{}}}},null,{{"jsonrpc":"2.0","id":{two},"result":{{}}}}]"#
    ));
    assert_eq!(bench.codes(), [(1, None), (2, None)]);
}

#[test]
fn a_batch_is_refused_whole_where_the_rules_say_so() {
    for (version, text) in [
        (Version::V2025_03_26, "[]"),
        (
            Version::V2025_03_26,
            r#"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","id":1,"result":{}}]"#,
        ),
        (Version::V2025_03_26, r#"[{"jsonrpc":"2.0","id":"a","method":"initialize"}]"#),
        (Version::V2024_11_05, r#"[{"jsonrpc":"2.0","id":"a","method":"ping"}]"#),
        (Version::V2025_06_18, r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#),
    ] {
        let mut bench = Bench::legacy(version);
        bench.start(1, method::TOOLS_LIST);
        bench.hear(text);
        assert_eq!(bench.sent.len(), 2, "{text}");
        assert_eq!(bench.sent[1]["error"]["code"], -32600, "{text}");
        let answered = text.contains("result");
        assert_eq!(bench.codes().len(), usize::from(answered), "{text}");
    }
}

#[test]
fn only_what_may_be_repeated_is_sent_again_after_a_break() {
    let mut bench = Bench::modern();
    let list = bench.start(1, method::TOOLS_LIST);
    let call = bench.start(2, method::TOOLS_CALL);
    let broke = || Error::new(ErrorCode::Transport, "the connection broke").that_may_have_run();
    for key in [list, call] {
        bench.act(|engine, now, fx| engine.failed(now, &RequestId::Number(key), broke(), fx));
    }
    assert_eq!(bench.sent.len(), 3);
    assert_eq!(bench.sent[2]["method"], "tools/list");
    assert_eq!(bench.codes(), [(2, Some(ErrorCode::Transport))]);
    assert!(bench.resolved[0].1.as_ref().err().unwrap().may_have_run());
    let again = bench.sent[2]["id"].as_i64().unwrap();
    bench.act(|engine, now, fx| engine.failed(now, &RequestId::Number(again), broke(), fx));
    assert_eq!(bench.codes().len(), 2, "a second break is final");
}

#[test]
fn the_cause_of_an_end_reaches_every_request() {
    let mut bench = Bench::modern();
    bench.start(1, method::TOOLS_LIST);
    bench.start(2, method::TOOLS_CALL);
    let cause = Error::new(ErrorCode::Process, "the server exited with status 3");
    bench.act(|engine, _, fx| engine.close(&cause, fx));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Process)), (2, Some(ErrorCode::Process))]);
    let ran: Vec<_> =
        bench.resolved.iter().map(|(_, o)| o.as_ref().err().unwrap().may_have_run()).collect();
    assert_eq!(ran, [false, true]);
    bench.start(3, method::TOOLS_LIST);
    assert_eq!(bench.codes()[2], (3, Some(ErrorCode::Process)));
}

#[test]
fn a_message_too_long_to_be_kept_fails_the_request_that_it_names_only() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    bench.act(|engine, now, fx| engine.oversized(now, None, 1 << 30, fx));
    assert!(bench.resolved.is_empty(), "it may be a notification, or of another stream");
    let id = RequestId::Number(key);
    bench.act(|engine, now, fx| engine.oversized(now, Some(&id), 1 << 30, fx));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Limit))]);
}

#[test]
fn a_call_whose_answer_cannot_be_taken_may_have_run() {
    for answer in [
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"unheard_of"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":1,"result":{}}"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
        "",
    ] {
        let mut bench = Bench::modern();
        let id = RequestId::Number(bench.start(1, method::TOOLS_CALL));
        match answer {
            "" => bench.act(|engine, now, fx| engine.oversized(now, Some(&id), 1 << 30, fx)),
            answer => bench.hear(answer),
        }
        assert!(bench.resolved[0].1.as_ref().unwrap_err().may_have_run(), "{answer}");
    }
}

#[test]
fn a_result_without_an_id_answers_nothing() {
    let mut bench = Bench::modern();
    bench.start(1, method::TOOLS_CALL);
    bench.hear(r#"{"jsonrpc":"2.0","result":{}}"#);
    assert!(bench.resolved.is_empty());
    bench.hear(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Rpc))]);
}

#[test]
fn an_exchange_that_did_not_see_its_reply_is_closed() {
    let reply = |id: &str| format!(r#"{{"jsonrpc":"2.0",{id}"result":{{}}}}"#);
    for (text, via, closed) in [
        (reply(r#""id":1,"#), Some(1), false),
        (reply(r#""id":1,"#), Some(2), true),
        (reply(r#""id":1,"#), None, true),
        (reply(""), Some(1), true),
    ] {
        let dialect = PerRequest::new(Version::V2026_07_28, b"{}", b"{}");
        let mut bench = Bench::new(Arc::new(dialect), Link::Exchanges);
        bench.start(1, method::TOOLS_CALL);
        bench.start(2, method::TOOLS_CALL);
        let frame = decode(&Bytes::from(text.clone()), &Limits::default());
        let via = via.map(RequestId::Number);
        bench.act(|engine, now, fx| engine.frame(now, frame, via.as_ref(), fx));
        assert_eq!(bench.codes(), [(1, None)], "{text}");
        let abandoned = bench
            .other
            .iter()
            .any(|effect| matches!(effect, Effect::Abandon(id) if *id == RequestId::Number(1)));
        assert_eq!(abandoned, closed, "{text} via {via:?}");
    }
}

#[test]
fn what_becomes_of_an_answered_exchange_does_not_end_the_question() {
    let mut bench = Bench::modern();
    let key = bench.start(1, method::TOOLS_CALL);
    bench.hear(&input_required(key, "s"));
    let broke = Error::new(ErrorCode::Transport, "the connection broke").that_may_have_run();
    let id = RequestId::Number(key);
    bench.act(|engine, now, fx| engine.failed(now, &id, broke, fx));
    bench.act(|engine, now, fx| engine.oversized(now, Some(&id), 1 << 30, fx));
    assert!(bench.resolved.is_empty());
}

#[test]
fn a_request_that_began_during_a_question_is_given_the_rest_of_it_only() {
    let mut bench = Bench::legacy(Version::V2025_06_18);
    bench.hear(r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#);
    bench.pass(Duration::from_hours(1));
    bench.start(1, method::TOOLS_CALL);
    bench.pass(Duration::from_secs(5));
    let answer = Answer::Reply(Ok(Bytes::from_static(b"{}")));
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Request("q".into()), answer, fx));
    bench.pass(Duration::from_secs(59));
    assert!(bench.resolved.is_empty());
    bench.pass(Duration::from_secs(1));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Timeout))]);
}

#[test]
fn a_timeout_may_be_longer_than_time() {
    let mut bench = Bench::modern();
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.timeout = Some(Duration::MAX);
    call.max_total = Some(Duration::MAX);
    bench.start_call(1, call);
    bench.pass(Duration::from_hours(1));
    assert!(bench.resolved.is_empty());
}

#[test]
fn thousands_of_requests_cross_without_a_mix_up() {
    let mut bench = Bench::modern();
    let mut waiting = std::collections::VecDeque::new();
    let mut state = 7_u64;
    for waiter in 0..20_000_u32 {
        waiting.push_back((waiter, bench.start(waiter, method::TOOLS_LIST)));
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        bench.now += Duration::from_millis(state >> 60);
        if state >> 62 != 0 && waiting.len() > 3 {
            let at = usize::try_from(state >> 40).unwrap() % waiting.len();
            let (waiter, key) = waiting.remove(at).unwrap();
            if state >> 61 == 7 {
                bench.act(|engine, _, fx| engine.cancel(key, "enough", fx));
            } else {
                bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{key},"result":{{"w":{waiter}}}}}"#));
                let (woken, outcome) = bench.resolved.pop().unwrap();
                assert_eq!(woken, waiter);
                assert_eq!(outcome.unwrap(), format!(r#"{{"w":{waiter}}}"#).as_bytes());
            }
        }
    }
    bench.act(|engine, _, fx| engine.close(&Error::new(ErrorCode::Closed, "done"), fx));
    assert_eq!(bench.resolved.len(), waiting.len());
    assert_eq!(bench.departures(), 0);
}

#[test]
fn a_handshake_that_fails_has_not_done_anything() {
    let mut bench = Bench::legacy(Version::V2025_11_25);
    let mut call = Call::new(method::INITIALIZE, Bytes::from_static(b"{}"));
    call.purpose = Purpose::Opening;
    bench.start_call(1, call);
    bench.act(|engine, _, fx| engine.close(&Error::new(ErrorCode::Process, "exited"), fx));
    assert!(!bench.resolved[0].1.as_ref().err().unwrap().may_have_run());
}
