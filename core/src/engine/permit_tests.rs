//! Permits: what is asked before a request is sent for the first time.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::dialect::Permit;

/// A call of a tool, and how often its permit was asked for.
fn call(answer: Result<()>) -> (Call, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.permit = Some(Permit::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
        answer.clone()
    }));
    (call, asked)
}

fn guarded() -> Bench {
    let mut bench = Bench::modern();
    bench.engine.guard();
    bench
}

#[test]
fn a_permit_is_asked_for_once_whatever_rounds_there_are() {
    let mut bench = guarded();
    let (call, asked) = call(Ok(()));
    let key = bench.start_call(1, call);
    assert_eq!((bench.sent.len(), asked.load(Ordering::Relaxed)), (1, 1));
    bench.hear(&input_required(key, "s"));
    let round = Round { input_responses: None, request_state: None };
    let answer = Answer::Round { round: Ok(round), elicitations: Vec::new() };
    bench.act(|engine, now, fx| engine.answer(now, &Ask::Round(key), answer, fx));
    assert_eq!((bench.sent.len(), asked.load(Ordering::Relaxed)), (2, 1));
}

#[test]
fn without_its_permit_nothing_is_sent() {
    for mut bench in [guarded(), Bench::modern()] {
        let full = Error::new(ErrorCode::Storage, "the disk is full");
        let (call, asked) = call(Err(full));
        bench.start_call(1, call);
        assert_eq!((bench.sent.len(), asked.load(Ordering::Relaxed)), (0, 1));
        assert_eq!(bench.codes(), [(1, Some(ErrorCode::Storage))]);
        assert!(!bench.resolved[0].1.as_ref().unwrap_err().may_have_run());
    }
}

#[test]
fn a_guarded_connection_calls_no_tool_that_nobody_has_let_pass() {
    let mut bench = guarded();
    bench.start(1, method::TOOLS_CALL);
    bench.start(2, method::TOOLS_LIST);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Internal))]);
    assert_eq!(bench.sent.len(), 1);
    assert_eq!(bench.sent[0]["method"], method::TOOLS_LIST);
}

#[test]
fn a_permit_is_not_used_up_where_nothing_can_be_sent() {
    let mut bench = guarded();
    bench.act(|engine, _, fx| engine.close(&Error::new(ErrorCode::Closed, "over"), fx));
    let (call, asked) = call(Ok(()));
    bench.start_call(1, call);
    assert_eq!(bench.codes(), [(1, Some(ErrorCode::Closed))]);
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}
