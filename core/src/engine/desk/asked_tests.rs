//! Questions to the client.

use super::*;

const MINUTE: Duration = Duration::from_mins(1);

impl Bench {
    /// Asks for nothing in particular, for a minute.
    pub(super) fn ask(&mut self, waiter: u32) -> i64 {
        self.ask_for(None, waiter)
    }

    fn ask_for(&mut self, request: Option<u64>, waiter: u32) -> i64 {
        let id = self.ids.next();
        let params = Bytes::from_static(b"{}");
        let question = Question { request, method: "roots/list", params, wait: MINUTE };
        self.act(|desk, now, fx| desk.ask(now, id, question, waiter, fx));
        id
    }

    pub(super) fn codes(&self) -> Vec<(u32, Option<ErrorCode>)> {
        self.resolved.iter().map(|(w, o)| (*w, o.as_ref().err().map(Error::code))).collect()
    }

    fn answer(&mut self, id: &str, what: &str) {
        self.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},{what}}}"#));
    }
}

#[test]
fn answers_find_their_questions_in_any_order_and_spelling() {
    let mut bench = Bench::shared();
    bench.ask(1);
    bench.ask(2);
    bench.answer("2", r#""result":{"a":2}"#);
    bench.answer("\"1\"", r#""error":{"code":-1,"message":"no"}"#);
    assert_eq!(bench.said(), ["1 asks roots/list", "2 asks roots/list"]);
    assert_eq!(bench.codes(), [(2, None), (1, Some(ErrorCode::Rpc))]);
    assert_eq!(bench.resolved[0].1.as_ref().unwrap(), r#"{"a":2}"#);
    assert_eq!(bench.desk.next_deadline(), None);
}

#[test]
fn an_answer_counts_once_and_one_to_nobody_is_a_fault() {
    let mut bench = Bench::shared();
    bench.ask(1);
    bench.answer("1", r#""result":{}"#);
    bench.answer("1", r#""result":{}"#);
    bench.answer("9", r#""result":{}"#);
    bench.answer("null", r#""error":{"code":-1,"message":"no"}"#);
    assert_eq!(bench.codes(), [(1, None)]);
    assert_eq!(bench.departures, 3);
}

#[test]
fn a_broken_answer_fails_its_own_question() {
    let mut bench = Bench::shared();
    bench.ask(1);
    bench.ask(2);
    bench.ask(3);
    bench.answer("1", r#""result":{},"error":{"code":-1,"message":"no"}"#);
    bench.answer("2", r#""result":{},"id":2"#);
    bench.act(|desk, _, fx| desk.oversized(Some(&3.into()), 1 << 30, fx));
    let (broken, long) = (Some(ErrorCode::Protocol), Some(ErrorCode::Limit));
    assert_eq!(bench.codes(), [(1, broken), (2, broken), (3, long)]);
}

#[test]
fn silence_ends_at_the_deadline_and_the_client_is_told() {
    let mut bench = Bench::shared();
    bench.ask(1);
    bench.pass(MINUTE / 2);
    bench.ask(2);
    bench.pass(MINUTE / 2);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Timeout))]);
    assert_eq!(bench.said()[2..], ["notifications/cancelled"]);
    bench.answer("1", r#""result":{}"#);
    assert_eq!(bench.departures, 0, "it is only late");
    bench.pass(MINUTE / 2);
    assert_eq!(bench.codes().len(), 2);
}

#[test]
fn a_question_nobody_waits_for_is_taken_back() {
    let mut bench = Bench::shared();
    let id = bench.ask(1);
    bench.act(|desk, _, fx| desk.withdraw(id, fx));
    bench.act(|desk, _, fx| desk.withdraw(id, fx));
    assert_eq!(bench.said(), ["1 asks roots/list", "notifications/cancelled"]);
    assert!(bench.resolved.is_empty());
}

#[test]
fn questions_beyond_the_limit_fail_at_once() {
    let mut bench = Bench::shared();
    for waiter in 0..70 {
        bench.ask(waiter);
    }
    assert_eq!(bench.sent.len(), MAX_ASKED);
    assert_eq!(bench.resolved.len(), 70 - MAX_ASKED);
    assert_eq!(bench.codes()[0], (64, Some(ErrorCode::Limit)));
    bench.answer("1", r#""result":{}"#);
    bench.ask(70);
    assert_eq!(bench.sent.len(), MAX_ASKED + 1);
}

#[test]
fn a_question_goes_where_its_request_came_from_and_ends_with_it() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    bench.ask_for(Some(1), 1);
    bench.ask(2);
    bench.cancel(1);
    let sent = [
        ("1 asks roots/list".to_owned(), Some(100.into())),
        ("2 asks roots/list".to_owned(), None),
        ("notifications/cancelled".to_owned(), Some(100.into())),
    ];
    assert_eq!(bench.sent, sent);
    assert_eq!(bench.abandoned, [RequestId::Number(100)]);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Cancelled))]);
    bench.ask_for(Some(1), 3);
    assert_eq!(bench.codes()[1..], [(3, Some(ErrorCode::Cancelled))]);
}

#[test]
fn a_question_outlives_the_reply_to_its_request() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.hear_in(Some(100), &request(1));
    let id = bench.ask_for(Some(1), 1);
    bench.settle(1);
    bench.act(|desk, _, fx| desk.withdraw(id, fx));
    assert_eq!(bench.sent.last().unwrap(), &("notifications/cancelled".to_owned(), None));
}

#[test]
fn a_question_that_the_transport_loses_fails() {
    let mut bench = Bench::shared();
    bench.ask(1);
    let error = Error::new(ErrorCode::Transport, "gone");
    bench.act(|desk, _, fx| desk.failed(&1.into(), error.clone(), fx));
    bench.act(|desk, _, fx| desk.failed(&1.into(), error, fx));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Transport))]);
}

#[test]
fn the_end_fails_all_questions_and_those_to_come() {
    let mut bench = Bench::shared();
    bench.ask(1);
    let cause = Error::new(ErrorCode::Closed, "over");
    bench.act(|desk, _, fx| desk.close(&cause, fx));
    bench.ask(2);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Closed)), (2, Some(ErrorCode::Closed))]);
}

#[test]
fn an_unreadable_message_with_the_id_of_a_question_fails_it_and_answers_nobody() {
    let mut bench = Bench::shared();
    bench.ask(1);
    bench.hear(r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#);
    assert_eq!(bench.said()[1..], ["1! -32600"]);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Protocol))]);
}
