//! Operations, events and their ends, over a real socket.

use std::fmt::Write as _;

use tokio::{io::AsyncWriteExt, net::UnixStream, time::timeout};

use super::{claim_tests::Bench, *};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

fn json(text: &str) -> Json {
    Json::parse(text).unwrap()
}

/// An owner, a program that is attached to it, and the owner's view of that.
async fn attached(bench: &Bench) -> (Owner, Attached, Session) {
    let mut owner = bench.own().await;
    let attached = bench.taken().await.attach("desktop").await.unwrap();
    let session = bench.session(&mut owner).await;
    (owner, attached, session)
}

/// A call that has begun, on a task of its own.
fn call(attached: &Attached, op: &'static str, params: Json) -> Call {
    let attached = attached.clone();
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(async move { attached.call(op, &params).await });
    Call(tasks)
}

struct Call(tokio::task::JoinSet<Result<Json>>);

impl Call {
    async fn done(mut self) -> Result<Json> {
        self.0.join_next().await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn an_operation_goes_to_the_owner_and_its_outcome_comes_back() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    assert_eq!(session.name(), "desktop");
    assert_eq!(attached.process(), std::process::id());
    let calls = [
        call(&attached, "tools/list", json(r#"{"server": "files"}"#)),
        call(&attached, "nothing", Json::default()),
        call(&attached, "tools/call", json("{\n\"a\": \"\u{1F600}\\n\"\n}")),
    ];
    for _ in 0..3 {
        let operation = session.next().await.unwrap();
        let outcome = match operation.op() {
            "tools/list" => Ok(json(r#"["read"]"#)),
            "nothing" => Ok(operation.params().clone()),
            _ => {
                assert_eq!(operation.params(), &json("{\"a\": \"\u{1F600}\\n\"}"));
                Err(Error::new(ErrorCode::Denied, "a person refused").with_next_step("ask again"))
            }
        };
        operation.reply(outcome);
    }
    let [list, nothing, refused] = calls;
    assert_eq!(list.done().await.unwrap(), json(r#"["read"]"#));
    assert!(nothing.done().await.unwrap().is_null());
    let refused = refused.done().await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Denied);
    assert_eq!(refused.to_string(), "a person refused; ask again");
}

#[tokio::test]
async fn dropping_a_call_cancels_it_at_the_owner() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let given_up = call(&attached, "slow", Json::default());
    let operation = session.next().await.unwrap();
    drop(given_up);
    operation.cancelled().await;
    operation.reply(Ok(json("1")));
    // What comes too late reaches nobody.
    let next = call(&attached, "next", Json::default());
    session.next().await.unwrap().reply(Ok(json("2")));
    assert_eq!(next.done().await.unwrap(), json("2"));
}

#[tokio::test]
async fn an_operation_that_is_let_go_is_answered() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let waiting = call(&attached, "slow", Json::default());
    drop(session.next().await.unwrap());
    assert_eq!(waiting.done().await.unwrap_err().code(), ErrorCode::Cancelled);
}

#[tokio::test]
async fn operations_beyond_the_limit_wait_for_their_turn() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let calls: Vec<Call> =
        (0..=MAX_OPERATIONS).map(|_| call(&attached, "op", Json::default())).collect();
    let mut running = Vec::new();
    for _ in 0..MAX_OPERATIONS {
        running.push(session.next().await.unwrap());
    }
    let next = timeout(Duration::from_millis(50), session.next()).await;
    assert!(next.is_err(), "one more than the limit has begun");
    running.pop().unwrap().reply(Ok(Json::default()));
    running.push(session.next().await.unwrap());
    for operation in running {
        operation.reply(Ok(Json::default()));
    }
    for call in calls {
        call.done().await.unwrap();
    }
}

#[tokio::test]
async fn much_goes_both_ways_at_once() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let large = json(&format!("\"{}\"", "x".repeat(4 << 20)));
    let calls: Vec<Call> = (0..6).map(|_| call(&attached, "echo", large.clone())).collect();
    for _ in 0..6 {
        let operation = session.next().await.unwrap();
        let params = operation.params().clone();
        operation.reply(Ok(params));
    }
    for call in calls {
        assert_eq!(call.done().await.unwrap().as_str().len(), large.as_str().len());
    }
}

#[tokio::test]
async fn what_is_too_long_fails_alone() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let huge = json(&format!("\"{}\"", "x".repeat(MAX_LINE_BYTES)));
    let refused = attached.call("op", &huge).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Limit);
    let asked = call(&attached, "op", Json::default());
    session.next().await.unwrap().reply(Ok(huge.clone()));
    assert_eq!(asked.done().await.unwrap_err().code(), ErrorCode::Limit);
    assert_eq!(session.teller().tell("event", &huge).await.unwrap_err().code(), ErrorCode::Limit);
    let next = call(&attached, "next", Json::default());
    session.next().await.unwrap().reply(Ok(json("1")));
    assert_eq!(next.done().await.unwrap(), json("1"));
}

#[tokio::test]
async fn events_come_in_order_and_what_was_missed_is_counted() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let teller = session.teller();
    teller.tell("first", &json("1")).await.unwrap();
    let asked = call(&attached, "op", Json::default());
    let operation = session.next().await.unwrap();
    teller.tell("second", &json("2")).await.unwrap();
    operation.reply(Ok(Json::default()));
    asked.done().await.unwrap();
    let mut events = attached.events();
    let event =
        |event: &str, data: &str| Some(Told::Event { event: event.to_owned(), data: json(data) });
    assert_eq!(events.next().await, event("first", "1"));
    assert_eq!(events.next().await, event("second", "2"));
    for number in 0..MAX_MISSABLE_EVENTS + 3 {
        teller.tell("many", &json(&number.to_string())).await.unwrap();
    }
    let asked = call(&attached, "op", Json::default());
    session.next().await.unwrap().reply(Ok(Json::default()));
    asked.done().await.unwrap();
    assert_eq!(events.next().await, Some(Told::Missed(3)));
    assert_eq!(events.next().await, event("many", "3"));
    drop(session);
    while events.next().await.is_some() {}
}

#[tokio::test]
async fn a_program_that_does_not_listen_is_let_go() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let mut deaf = UnixStream::connect(bench.socket()).await.unwrap();
    let opening = opening::Opening::attach("deaf");
    deaf.write_all(&lines::line(&opening).unwrap()).await.unwrap();
    let mut session = bench.session(&mut owner).await;
    let data = json(&format!("\"{}\"", "x".repeat(64 << 10)));
    // It is waited for, but not for ever.
    tokio::time::pause();
    let error = loop {
        if let Err(error) = session.teller().tell("event", &data).await {
            break error;
        }
    };
    assert_eq!(error.code(), ErrorCode::Closed);
    assert!(session.next().await.is_none());
    drop(deaf);
}

#[tokio::test]
async fn the_end_of_the_owner_ends_what_waits_for_it() {
    let bench = Bench::new();
    let (owner, attached, mut session) = attached(&bench).await;
    let waiting = call(&attached, "slow", Json::default());
    let operation = session.next().await.unwrap();
    drop((owner, session));
    let error = waiting.done().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Closed);
    assert!(error.may_have_run());
    attached.closed().await;
    operation.cancelled().await;
    assert!(attached.events().next().await.is_none());
    let error = attached.call("late", &Json::default()).await.unwrap_err();
    assert_eq!((error.code(), error.may_have_run()), (ErrorCode::Closed, false));
}

#[tokio::test]
async fn the_end_of_a_program_ends_what_it_has_begun() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let waiting = call(&attached, "slow", Json::default());
    let operation = session.next().await.unwrap();
    drop((waiting, attached));
    operation.cancelled().await;
    assert!(session.next().await.is_none());
    let told = session.teller().tell("event", &Json::default()).await;
    assert_eq!(told.unwrap_err().code(), ErrorCode::Closed);
}

#[tokio::test]
async fn a_program_whose_places_are_all_taken_can_answer_and_cancel() {
    let bench = Bench::new();
    let (_owner, attached, mut session) = attached(&bench).await;
    let mut waiting: Vec<Call> =
        (0..=MAX_OPERATIONS).map(|_| call(&attached, "slow", Json::default())).collect();
    let mut running = Vec::new();
    for _ in 0..MAX_OPERATIONS {
        running.push(session.next().await.unwrap());
    }
    for op in ANSWERS {
        let answered = call(&attached, op, Json::default());
        let operation = session.next().await.unwrap();
        assert_eq!(operation.op(), op);
        operation.reply(Ok(json("1")));
        assert_eq!(answered.done().await.unwrap(), json("1"));
    }
    waiting.clear();
    for operation in running {
        operation.cancelled().await;
    }
}

#[tokio::test]
async fn what_a_program_says_behind_too_many_operations_is_heard() {
    let bench = Bench::new();
    let mut owner = bench.own().await;
    let mut stream = UnixStream::connect(bench.socket()).await.unwrap();
    let opening = opening::Opening::attach("eager");
    stream.write_all(&lines::line(&opening).unwrap()).await.unwrap();
    let mut session = bench.session(&mut owner).await;
    let mut said = String::new();
    for id in 0..=MAX_OPERATIONS {
        writeln!(said, "{{\"id\":{id},\"op\":\"slow\"}}").unwrap();
    }
    said += "{\"cancel\":0}\n{\"id\":900,\"op\":\"answer\"}\n";
    stream.write_all(said.as_bytes()).await.unwrap();
    let mut begun = Vec::new();
    for _ in 0..=MAX_OPERATIONS {
        begun.push(session.next().await.unwrap());
    }
    begun[0].cancelled().await;
    assert_eq!(begun.iter().filter(|operation| operation.op() == "answer").count(), 1);
    // More than that is no program that counts.
    let more = said.replace("\"id\":", "\"id\":1000");
    let _ = stream.write_all(more.repeat(2).as_bytes()).await;
    drop(begun.remove(0));
    while session.next().await.is_some() {}
}
