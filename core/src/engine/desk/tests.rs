//! The desk alone: messages and a clock made by hand go in, effects come out.

use std::time::Duration;

use super::*;
use crate::{
    engine::Ids,
    error::ErrorCode,
    jsonrpc::{INTERNAL_ERROR, Limits, Outcome, ResultText, decode},
};

#[path = "asked_tests.rs"]
mod asked;
#[path = "batch_tests.rs"]
mod batch;
#[path = "walk_tests.rs"]
mod walk;

/// A desk with its effects sorted, and a clock that only moves when told to.
pub(super) struct Bench {
    desk: Desk<u32>,
    ids: Ids,
    now: Instant,
    /// What was sent, written shortly, and the exchange that it went to.
    sent: Vec<(String, Option<RequestId>)>,
    served: Vec<(u64, RequestId)>,
    stopped: Vec<u64>,
    heard: Vec<Box<str>>,
    abandoned: Vec<RequestId>,
    resolved: Vec<(u32, Result<Bytes>)>,
    departures: usize,
    drained: usize,
}

impl Bench {
    fn new(link: Link) -> Self {
        Self::with_limits(link, ServingLimits::default())
    }

    fn shared() -> Self {
        Self::new(Link::Shared)
    }

    fn with_limits(link: Link, limits: ServingLimits) -> Self {
        Self {
            desk: Desk::new(link, limits),
            ids: Ids::default(),
            now: Instant::now(),
            sent: Vec::new(),
            served: Vec::new(),
            stopped: Vec::new(),
            heard: Vec::new(),
            abandoned: Vec::new(),
            resolved: Vec::new(),
            departures: 0,
            drained: 0,
        }
    }

    fn act(&mut self, act: impl FnOnce(&mut Desk<u32>, Instant, &mut Vec<Effect<u32>>)) {
        let mut fx = Vec::new();
        act(&mut self.desk, self.now, &mut fx);
        for effect in fx {
            match effect {
                Effect::Send(outgoing) => self.sent.push((shown(&outgoing.body), outgoing.related)),
                Effect::Abandon(exchange) => self.abandoned.push(exchange),
                Effect::Serve { key, request } => self.served.push((key, request.id)),
                Effect::Stop(key) => self.stopped.push(key),
                Effect::Hear(notification) => self.heard.push(notification.method),
                Effect::Resolve { waiter, outcome } => self.resolved.push((waiter, outcome)),
                Effect::Depart(_) => self.departures += 1,
                Effect::Drained => self.drained += 1,
            }
        }
    }

    fn hear(&mut self, text: &str) {
        self.hear_in(None, text);
    }

    fn hear_in(&mut self, via: Option<i64>, text: &str) {
        let frame = decode(&Bytes::copy_from_slice(text.as_bytes()), &Limits::default());
        let via = via.map(RequestId::Number);
        self.act(|desk, _, fx| desk.frame(frame, via.as_ref(), fx));
    }

    /// A request arrives; the key under which it is served, if it is.
    fn request(&mut self, id: i64) -> Option<u64> {
        let before = self.served.len();
        self.hear(&request(id));
        self.served.get(before).map(|(key, _)| *key)
    }

    fn cancel(&mut self, id: i64) {
        self.hear(&cancellation_of(id));
    }

    fn settle(&mut self, key: u64) {
        self.act(|desk, _, fx| desk.settle(key, Ok(ResultText::empty()), fx));
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
        if self.desk.next_deadline().is_some_and(|deadline| deadline <= self.now) {
            self.act(super::Desk::tick);
        }
    }

    fn said(&self) -> Vec<&str> {
        self.sent.iter().map(|(text, _)| text.as_str()).collect()
    }
}

fn request(id: i64) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{}}}}"#)
}

fn cancellation_of(id: i64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

/// One text that was sent: `1: {}` for a result, `1! -32600` for an error, the same in brackets for
/// a batch, or the method.
fn shown(text: &Bytes) -> String {
    match decode(text, &Limits::default()) {
        Frame::Message(message) => one(message),
        Frame::Batch(members) => {
            let members: Vec<String> =
                members.into_iter().map(|member| one(member.unwrap())).collect();
            format!("[{}]", members.join(", "))
        }
        Frame::Invalid(invalid) => panic!("{invalid:?}"),
    }
}

fn one(message: Message) -> String {
    match message {
        Message::Request(request) => format!("{} asks {}", request.id, request.method),
        Message::Notification(notification) => notification.method.into(),
        Message::Response(response) => {
            let id = response.id.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            match response.outcome {
                Outcome::Result(result) => {
                    format!("{id}: {}", String::from_utf8_lossy(&result.bytes))
                }
                Outcome::Error(error) => format!("{id}! {}", error.code),
                Outcome::Malformed(reason) => panic!("{reason}"),
            }
        }
    }
}

#[test]
fn only_so_many_bytes_of_requests_are_served_at_once() {
    let limits = ServingLimits { bytes: 1_000, ..ServingLimits::default() };
    let mut bench = Bench::with_limits(Link::Shared, limits);
    let request = |id: i64, bytes: usize| {
        let text = "x".repeat(bytes);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"a":"{text}"}}}}"#)
    };
    bench.hear(&request(1, 2_000));
    bench.hear(&request(2, 10));
    assert_eq!(bench.said(), ["2! -32603"], "the first is alone, and the second is not");
    bench.settle(1);
    bench.hear(&request(3, 600));
    bench.hear(&request(4, 600));
    bench.hear(&request(5, 300));
    bench.cancel(3);
    bench.hear(&request(6, 600));
    assert_eq!(bench.said(), ["2! -32603", "1: {}", "4! -32603"]);
}

#[test]
fn replies_leave_in_the_exchanges_of_their_requests_in_any_order() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    bench.hear_in(Some(101), &request(2));
    bench.settle(2);
    bench.act(|desk, _, fx| desk.settle(1, Err(RpcError::new(-1, "no")), fx));
    let sent = [("2: {}".to_owned(), Some(101.into())), ("1! -1".to_owned(), Some(100.into()))];
    assert_eq!(bench.sent, sent);
}

#[test]
fn what_is_said_about_a_request_leaves_in_its_exchange_until_the_reply() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    bench.act(|desk, _, fx| desk.notify(Some(1), "a", b"{}", fx));
    bench.act(|desk, _, fx| desk.notify(None, "b", b"{}", fx));
    bench.settle(1);
    bench.act(|desk, _, fx| desk.notify(Some(1), "c", b"{}", fx));
    let sent = [
        ("a".to_owned(), Some(100.into())),
        ("b".to_owned(), None),
        ("1: {}".to_owned(), Some(100.into())),
    ];
    assert_eq!(bench.sent, sent);
}

#[test]
fn an_id_that_is_served_already_is_refused_without_answering_the_first() {
    let mut bench = Bench::shared();
    let key = bench.request(1).unwrap();
    assert_eq!(bench.request(1), None);
    assert_eq!(bench.said(), ["nobody! -32600"]);
    bench.settle(key);
    assert_eq!(bench.said(), ["nobody! -32600", "1: {}"]);
    assert!(bench.request(1).is_some(), "it is free again");
}

#[test]
fn an_id_that_is_served_already_is_refused_in_its_own_exchange() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    bench.hear_in(Some(101), &request(1));
    bench.settle(1);
    let sent = [("1! -32600".to_owned(), Some(101.into())), ("1: {}".to_owned(), Some(100.into()))];
    assert_eq!(bench.sent, sent);
}

#[test]
fn numbers_and_strings_are_different_ids() {
    let mut bench = Bench::shared();
    bench.hear(&request(1));
    bench.hear(r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#);
    assert_eq!(bench.served, [(1, 1.into()), (2, "1".into())]);
}

#[test]
fn a_request_taken_back_is_stopped_and_gets_no_reply() {
    let mut bench = Bench::shared();
    let key = bench.request(1).unwrap();
    bench.cancel(1);
    assert_eq!(bench.stopped, [key]);
    bench.settle(key);
    bench.act(|desk, _, fx| desk.notify(Some(key), "late", b"{}", fx));
    assert!(bench.sent.is_empty());
    assert_eq!(bench.departures, 0);
}

#[test]
fn taking_back_what_has_not_come_or_is_over_is_no_fault() {
    let mut bench = Bench::shared();
    bench.cancel(1);
    let key = bench.request(1).unwrap();
    bench.settle(key);
    bench.cancel(1);
    assert_eq!((bench.said(), bench.stopped.len(), bench.departures), (vec!["1: {}"], 0, 0));
}

#[test]
fn the_exchange_of_a_request_taken_back_is_closed() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    bench.hear_in(Some(101), &cancellation_of(1));
    assert_eq!(bench.abandoned, [RequestId::Number(100)]);
    assert!(bench.sent.is_empty());
}

#[test]
fn the_opening_request_cannot_be_taken_back() {
    let mut bench = Bench::shared();
    bench.hear(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#);
    bench.cancel(1);
    bench.settle(1);
    assert_eq!((bench.said(), bench.stopped.len(), bench.departures), (vec!["1: {}"], 0, 1));
}

#[test]
fn a_broken_cancellation_is_dropped_and_progress_is_not_passed_on() {
    let mut bench = Bench::shared();
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":"#;
    bench.hear(&format!(r#"{cancelled}{{"requestId":true}}}}"#));
    bench.hear(&format!("{cancelled}{{}}}}"));
    bench.hear(r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#);
    bench.hear(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(bench.heard, ["notifications/initialized".into()]);
    assert_eq!(bench.departures, 1);
    assert!(bench.sent.is_empty());
}

#[test]
fn a_flood_of_requests_is_refused_beyond_the_limit() {
    let mut bench = Bench::shared();
    for id in 0..600 {
        bench.hear(&request(id));
    }
    assert_eq!(bench.served.len(), MAX_IN_FLIGHT);
    assert_eq!(bench.sent.len(), 600 - MAX_IN_FLIGHT);
    assert_eq!(bench.sent[0].0, format!("{MAX_IN_FLIGHT}! {INTERNAL_ERROR}"));
    bench.settle(1);
    assert!(bench.request(700).is_some(), "there is room again");
}

#[test]
fn what_is_not_json_is_never_answered_where_all_share_one_channel() {
    let mut bench = Bench::shared();
    bench.hear("hello");
    assert!(bench.sent.is_empty());
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), "hello");
    bench.hear_in(None, "hello");
    assert_eq!(bench.sent, [("nobody! -32700".to_owned(), Some(100.into()))]);
}

#[test]
fn json_that_is_no_request_is_refused_under_its_id_if_nothing_else_has_it() {
    let mut bench = Bench::shared();
    bench.request(5);
    bench.hear("7");
    bench.hear(r#"{"id":4,"method":"x"}"#);
    bench.hear(r#"{"id":5,"method":"x"}"#);
    assert_eq!(bench.said(), ["nobody! -32600", "4! -32600", "nobody! -32600"]);
}

#[test]
fn a_desk_that_drains_refuses_what_is_new_and_ends_with_its_last_request() {
    let mut bench = Bench::shared();
    let key = bench.request(1).unwrap();
    let until = bench.now + Duration::from_secs(5);
    bench.act(|desk, _, fx| desk.drain(until, fx));
    assert_eq!(bench.request(2), None);
    assert_eq!(bench.drained, 0);
    bench.settle(key);
    assert_eq!(bench.said(), ["2! -32603", "1: {}"]);
    assert_eq!(bench.drained, 1);
}

#[test]
fn a_desk_that_drains_waits_no_longer_than_the_shortest_grace() {
    let mut bench = Bench::shared();
    bench.request(1);
    for seconds in [9, 5, 7] {
        let until = bench.now + Duration::from_secs(seconds);
        bench.act(|desk, _, fx| desk.drain(until, fx));
    }
    bench.pass(Duration::from_secs(4));
    assert_eq!(bench.drained, 0);
    bench.pass(Duration::from_secs(1));
    assert_eq!(bench.drained, 1);
    assert_eq!(bench.desk.next_deadline(), None);
}

#[test]
fn an_idle_desk_is_drained_at_once_and_so_is_one_whose_last_request_is_taken_back() {
    let mut bench = Bench::shared();
    let until = bench.now + Duration::from_secs(5);
    bench.act(|desk, _, fx| desk.drain(until, fx));
    assert_eq!(bench.drained, 1);
    let mut bench = Bench::shared();
    bench.request(1);
    bench.act(|desk, _, fx| desk.drain(until, fx));
    bench.cancel(1);
    assert_eq!(bench.drained, 1);
}

#[test]
fn a_closed_desk_serves_and_asks_nothing() {
    let mut bench = Bench::shared();
    let key = bench.request(1).unwrap();
    let cause = Error::new(ErrorCode::Closed, "over");
    bench.act(|desk, _, fx| desk.close(&cause, fx));
    assert_eq!(bench.stopped, [key]);
    bench.settle(key);
    assert!(bench.sent.is_empty());
    assert_eq!(bench.request(2), None);
}
