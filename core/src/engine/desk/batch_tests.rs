//! Arrays of messages.

use super::*;

fn batching() -> Bench {
    let mut bench = Bench::shared();
    bench.desk.allow_batches(true);
    bench
}

fn array(members: &[String]) -> String {
    format!("[{}]", members.join(","))
}

#[test]
fn a_batch_is_refused_unless_it_was_allowed() {
    let mut bench = Bench::shared();
    bench.hear(&array(&[request(1)]));
    assert_eq!(bench.said(), ["nobody! -32600"]);
    bench.desk.allow_batches(true);
    bench.hear(&array(&[request(1)]));
    assert_eq!(bench.served.len(), 1);
}

#[test]
fn a_batch_is_answered_once_when_all_its_requests_are_done() {
    let mut bench = batching();
    let noted = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned();
    bench.hear(&array(&[request(1), noted, request(2)]));
    assert_eq!(bench.heard.len(), 1);
    bench.settle(2);
    assert!(bench.sent.is_empty());
    bench.settle(1);
    assert_eq!(bench.said(), ["[2: {}, 1: {}]"]);
}

#[test]
fn a_batch_without_requests_is_not_answered() {
    let mut bench = batching();
    bench.hear(r#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]"#);
    assert_eq!((bench.heard.len(), bench.sent.len()), (2, 0));
}

#[test]
fn an_empty_batch_or_one_that_opens_or_mixes_is_refused_as_a_whole() {
    let opening = r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#.to_owned();
    let reply = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned();
    for members in [vec![], vec![opening, request(2)], vec![reply, request(3)]] {
        let mut bench = batching();
        bench.hear(&array(&members));
        assert_eq!(bench.said(), ["nobody! -32600"]);
        assert!(bench.served.is_empty());
    }
}

#[test]
fn members_taken_back_leave_the_batch() {
    let mut bench = batching();
    bench.hear(&array(&[request(1), request(2), request(3)]));
    bench.cancel(2);
    bench.settle(1);
    bench.settle(2);
    assert!(bench.sent.is_empty(), "one is still served");
    bench.settle(3);
    assert_eq!(bench.said(), ["[1: {}, 3: {}]"]);
}

#[test]
fn a_member_taken_back_last_lets_the_others_answers_go() {
    let mut bench = batching();
    bench.hear(&array(&[request(1), request(2)]));
    bench.settle(1);
    bench.cancel(2);
    assert_eq!(bench.said(), ["[1: {}]"]);
}

#[test]
fn a_batch_taken_back_by_a_message_of_its_own_is_not_answered() {
    let mut bench = batching();
    bench.hear(&array(&[request(1), cancellation_of(1)]));
    assert_eq!(bench.stopped, [1]);
    assert!(bench.sent.is_empty());
    assert!(bench.request(1).is_some(), "the id is free again");
}

#[test]
fn the_exchange_of_a_batch_is_closed_when_nothing_is_left_to_answer() {
    let mut bench = Bench::new(Link::Exchanges);
    bench.desk.allow_batches(true);
    bench.hear_in(Some(100), &array(&[request(1), request(2)]));
    bench.cancel(1);
    assert!(bench.abandoned.is_empty());
    bench.cancel(2);
    assert_eq!(bench.abandoned, [RequestId::Number(100)]);
    bench.hear_in(Some(101), &array(&[request(3)]));
    bench.settle(3);
    assert_eq!(bench.sent, [("[3: {}]".to_owned(), Some(101.into()))]);
}

#[test]
fn members_that_cannot_be_served_are_answered_in_the_batch() {
    let mut bench = batching();
    bench.request(1);
    bench.hear(&array(&[request(1), "7".to_owned(), request(2)]));
    bench.settle(2);
    assert_eq!(bench.said(), ["[nobody! -32600, nobody! -32600, 2: {}]"]);
}

#[test]
fn a_flood_in_a_batch_is_refused_member_by_member() {
    let limits = ServingLimits { in_flight: 2, ..ServingLimits::default() };
    let mut bench = Bench::with_limits(Link::Shared, limits);
    bench.desk.allow_batches(true);
    bench.hear(&array(&[request(1), request(2), request(3)]));
    bench.settle(1);
    bench.settle(2);
    assert_eq!(bench.said(), ["[3! -32603, 1: {}, 2: {}]"]);
}

#[test]
fn a_batch_of_answers_resolves_each_of_its_questions() {
    let mut bench = batching();
    let (first, second) = (bench.ask(1), bench.ask(2));
    let answer = |id: i64| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{id}}}"#);
    bench.hear(&array(&[answer(second), answer(first)]));
    let answered: Vec<u32> = bench.resolved.iter().map(|(waiter, _)| *waiter).collect();
    assert_eq!(answered, [2, 1]);
}

#[test]
fn questions_answered_in_a_batch_that_is_refused_fail_at_once() {
    let mut bench = Bench::shared();
    let id = bench.ask(1);
    bench.hear(&array(&[format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)]));
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Protocol))]);
}
