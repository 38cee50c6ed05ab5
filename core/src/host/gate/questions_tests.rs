use std::{collections::HashSet, time::SystemTime};

use serde_json::json;
use tokio::task::JoinSet;

use super::{
    super::{
        question::{Decision, Matter, Question, Term},
        surface::{QuestionEvent, RETURN},
    },
    *,
};
use crate::{
    Json,
    host::{Digest, ServerIdentity, ServerName},
};

const PATIENCE: Duration = Duration::from_mins(1);

/// A question of a client about a call with this argument.
fn question(questions: &Questions, client: &str, argument: u32) -> Question {
    let now = SystemTime::now();
    Question {
        id: questions.number(),
        asked: now,
        until: now + PATIENCE,
        client: client.to_owned(),
        server: ServerName::parse("files").unwrap(),
        identity: ServerIdentity::of_address("https://example.com/mcp", None).unwrap(),
        matter: Matter::CallTool {
            tool: "write".into(),
            definition: Digest::of(b""),
            arguments: Json::encode(&json!({ "n": argument })).unwrap(),
            before: None,
        },
        reasons: Vec::new(),
        risks: Vec::new(),
        terms: vec![Term::Once, Term::Always],
        waiting: 1,
    }
}

/// The next question of a surface.
async fn asked(surface: &Surface) -> Question {
    match surface.next().await {
        QuestionEvent::Asked(question) => *question,
        QuestionEvent::Settled(id) => panic!("question {id} was settled"),
    }
}

#[tokio::test(start_paused = true)]
async fn the_first_answer_counts_and_the_other_surfaces_see_it() {
    let questions = Questions::new(PATIENCE).unwrap();
    let (window, terminal) = (questions.surface("window"), questions.surface("terminal"));
    let asking = questions.ask(None, question(&questions, "agent", 1));
    let answering = async {
        let id = asked(&window).await.id;
        assert_eq!(asked(&terminal).await.id, id);
        terminal.answer(id, Decision::allow()).unwrap();
        let error = window.answer(id, Decision::deny()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput);
        assert!(matches!(window.next().await, QuestionEvent::Settled(settled) if settled == id));
    };
    let (answer, ()) = tokio::join!(asking, answering);
    let answer = answer.unwrap();
    assert_eq!((answer.decision, &*answer.surface), (Decision::allow(), "terminal"));
    assert!(questions.waiting().is_empty());
}

/// Requests that wait side by side, each of this caller about a call with this argument.
fn requests(questions: &Questions, all: &[(&str, u32)]) -> JoinSet<Result<Answer>> {
    let mut asking = JoinSet::new();
    for (caller, argument) in all {
        let (questions, caller) = (questions.clone(), SessionId::from(*caller));
        let question = question(&questions, "agent", *argument);
        asking.spawn(async move { questions.ask(Some(&caller), question).await });
    }
    asking
}

/// Waits until so many requests wait for answers, each number of them for one.
async fn until_waiting(questions: &Questions, numbers: &[usize]) {
    loop {
        let waiting: Vec<usize> = questions.waiting().iter().map(|it| it.waiting).collect();
        if waiting == numbers {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn identical_requests_of_one_caller_are_one_question() {
    let questions = Questions::new(PATIENCE).unwrap();
    let surface = questions.surface("window");
    let all = [("one", 1), ("one", 1), ("one", 1), ("one", 2), ("other", 1)];
    let mut asking = requests(&questions, &all);
    // Two that have one name are two all the same.
    until_waiting(&questions, &[3, 1, 1]).await;
    let mut ids = HashSet::new();
    while ids.len() < 3 {
        ids.insert(asked(&surface).await.id);
    }
    for id in ids {
        surface.answer(id, Decision::deny()).unwrap();
    }
    while let Some(answer) = asking.join_next().await {
        assert!(!answer.unwrap().unwrap().decision.allow);
    }
}

#[tokio::test]
async fn a_yes_for_once_lets_one_request_pass_or_as_many_as_were_shown() {
    let questions = Questions::new(PATIENCE).unwrap();
    let surface = questions.surface("window");
    let mut asking = requests(&questions, &[("one", 1); 6]);
    until_waiting(&questions, &[6]).await;
    let first = asked(&surface).await;
    surface.answer(first.id, Decision::allow()).unwrap();
    assert!(asking.join_next().await.unwrap().unwrap().unwrap().decision.allow);
    // The answer to the others is another one: nobody says it twice by chance.
    until_waiting(&questions, &[5]).await;
    assert!(surface.answer(first.id, Decision::allow()).is_err());
    assert!(matches!(surface.next().await, QuestionEvent::Settled(id) if id == first.id));
    let second = asked(&surface).await;
    assert_eq!(second.waiting, 5);
    surface.answer(second.id, Decision::allow().for_requests(3)).unwrap();
    for _ in 0..3 {
        asking.join_next().await.unwrap().unwrap().unwrap();
    }
    until_waiting(&questions, &[2]).await;
    let third = questions.waiting().remove(0);
    surface.answer(third.id, Decision::allow().for_term(Term::Always)).unwrap();
    while let Some(answer) = asking.join_next().await {
        assert_eq!(answer.unwrap().unwrap().decision.term, Term::Always);
    }
    assert!(questions.waiting().is_empty());
}

#[tokio::test(start_paused = true)]
async fn no_answer_in_time_is_a_no() {
    let questions = Questions::new(PATIENCE).unwrap();
    let _surface = questions.surface("window");
    let began = tokio::time::Instant::now();
    let error = questions.ask(None, question(&questions, "agent", 1)).await.unwrap_err();
    assert_eq!((error.code(), began.elapsed()), (ErrorCode::Denied, PATIENCE));
    assert!(questions.waiting().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_window_that_is_closed_is_a_no() {
    let questions = Questions::new(PATIENCE).unwrap();
    let surface = questions.surface("window");
    let asking = questions.ask(None, question(&questions, "agent", 1));
    let closing = async {
        asked(&surface).await;
        drop(surface);
    };
    let (answer, ()) = tokio::join!(asking, closing);
    assert_eq!(answer.unwrap_err().code(), ErrorCode::Denied);
    assert!(questions.waiting().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_waits_for_is_withdrawn() {
    let questions = Questions::new(PATIENCE).unwrap();
    let surface = questions.surface("window");
    let mut asking = Box::pin(questions.ask(None, question(&questions, "agent", 1)));
    let id = tokio::select! {
        _ = &mut asking => unreachable!("nobody has answered"),
        question = asked(&surface) => question.id,
    };
    drop(asking);
    assert!(matches!(surface.next().await, QuestionEvent::Settled(settled) if settled == id));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_floods_is_bounded_and_others_are_not() {
    let questions = Questions::new(PATIENCE).unwrap();
    let _surface = questions.surface("window");
    let mut asking = JoinSet::new();
    for argument in 0..50 {
        let (questions, question) = (questions.clone(), question(&questions, "flood", argument));
        asking.spawn(async move { questions.ask(None, question).await });
    }
    let mut refused = 0;
    while questions.waiting().len() < MAX_OF_ONE || refused < 50 - MAX_OF_ONE {
        let error = asking.join_next().await.unwrap().unwrap().unwrap_err();
        assert_eq!(error.code(), ErrorCode::Limit);
        refused += 1;
    }
    let other = question(&questions, "agent", 1);
    let (id, other) = (other.id, questions.ask(None, other));
    let answering = async { questions.answer(id, Decision::allow(), "window").unwrap() };
    let (answer, ()) = tokio::join!(other, answering);
    assert!(answer.unwrap().decision.allow);
}

#[tokio::test]
async fn an_answer_cannot_hold_for_longer_than_was_offered() {
    let questions = Questions::new(PATIENCE).unwrap();
    let surface = questions.surface("window");
    let asking = questions.ask(None, question(&questions, "agent", 1));
    let answering = async {
        let id = asked(&surface).await.id;
        let too_long = Decision::allow().for_term(Term::Session);
        assert_eq!(surface.answer(id, too_long).unwrap_err().code(), ErrorCode::InvalidInput);
        surface.answer(id, Decision::deny()).unwrap();
    };
    let (answer, ()) = tokio::join!(asking, answering);
    assert!(!answer.unwrap().decision.allow);
}

#[tokio::test(start_paused = true)]
async fn a_question_waits_for_a_surface_that_comes_back_and_goes_to_nobody_else() {
    let questions = Questions::new(PATIENCE).unwrap();
    assert!(!questions.are_for_surfaces());
    let lost = questions.surface("window");
    let asking = questions.ask(None, question(&questions, "agent", 1));
    let returning = async {
        let id = asked(&lost).await.id;
        drop(lost);
        tokio::time::sleep(RETURN / 2).await;
        assert!(questions.are_for_surfaces());
        let window = questions.surface("window");
        assert_eq!(asked(&window).await.id, id);
        window.answer(id, Decision::allow()).unwrap();
    };
    let (answer, ()) = tokio::join!(asking, returning);
    assert!(answer.unwrap().decision.allow);
    tokio::time::sleep(RETURN).await;
    assert!(!questions.are_for_surfaces());
}

#[tokio::test(start_paused = true)]
async fn nothing_grows_for_a_surface_that_does_not_look() {
    let questions = Questions::new(PATIENCE).unwrap();
    let (window, slow) = (questions.surface("window"), questions.surface("slow"));
    for argument in 0..1_000 {
        let asking = questions.ask(None, question(&questions, "agent", argument));
        let answering = async {
            let id = asked(&window).await.id;
            window.answer(id, Decision::deny()).unwrap();
            assert!(matches!(window.next().await, QuestionEvent::Settled(_)));
        };
        let (answer, ()) = tokio::join!(asking, answering);
        answer.unwrap();
    }
    assert_eq!(slow.unheard(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_a_question_of_another_owner_is_none() {
    let (before, now) = (Questions::new(PATIENCE).unwrap(), Questions::new(PATIENCE).unwrap());
    let (_before, surface) = (before.surface("window"), now.surface("window"));
    let old = question(&before, "agent", 1).id;
    let mut asking = Box::pin(now.ask(None, question(&now, "agent", 1)));
    tokio::select! {
        _ = &mut asking => unreachable!("nobody has answered"),
        _ = asked(&surface) => {}
    }
    let error = surface.answer(old, Decision::allow()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert_eq!(now.waiting().len(), 1);
}
