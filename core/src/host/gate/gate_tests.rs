use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;

use super::*;
use crate::{
    future::BoxFuture,
    host::{
        Digest, ServerIdentity, ServerName,
        audit::{AuditFilter, AuditLine, AuditOrder, AuditOutcome, AuditSettings, read},
        policy::{ClientName, Constraint, PinStanding, Posture, ToolCall},
        test_folder::TestFolder,
    },
};

/// A gate, and the folder of its record.
struct Door {
    gate: Arc<Gate>,
    folder: TestFolder,
}

async fn door(rules: &str) -> Door {
    #[derive(serde::Deserialize)]
    struct Rules {
        #[serde(default)]
        policy: Vec<Rule>,
    }
    let Rules { policy } = toml_edit::de::from_str(rules).unwrap();
    let folder = TestFolder::new();
    let grants = GrantStore::open(folder.path().join("host")).await.unwrap();
    let record = folder.path().join("audit");
    let audit = Audit::open(record, AuditSettings::default()).await.unwrap();
    let questions = Questions::new(Duration::from_mins(1)).unwrap();
    let gate = Gate::new(grants, audit, questions);
    gate.apply(policy, false);
    Door { gate, folder }
}

impl Door {
    /// What was recorded, in its order.
    fn record(&self) -> Vec<AuditLine> {
        let filter = AuditFilter { order: AuditOrder::OldestFirst, ..AuditFilter::default() };
        let lines = read(&self.folder.path().join("audit"), filter).unwrap();
        lines.map(|line| line.unwrap()).collect()
    }

    /// The verdicts that were recorded, and how what was allowed has ended.
    fn verdicts(&self) -> Vec<String> {
        let told = |line: AuditLine| match line.event {
            AuditEvent::Decided(it) if it.verdict == AuditVerdict::Allow => "allow".to_owned(),
            AuditEvent::Decided(_) => "deny".to_owned(),
            AuditEvent::Ended(ended) => match ended.outcome {
                AuditOutcome::Ok => "ok".to_owned(),
                AuditOutcome::Failed(code) => code.name().to_owned(),
            },
            AuditEvent::Damaged(_) => "damaged".to_owned(),
        };
        self.record().into_iter().map(told).collect()
    }
}

/// The wish to call a tool.
fn wish(caller: &Caller, posture: Posture, arguments: &serde_json::Value) -> Wish {
    let arguments = Json::encode(arguments).unwrap();
    let definition = Digest::of(b"write");
    let call = ToolCall {
        tool: "write".into(),
        definition,
        standing: PinStanding::Approved,
        classed_read: false,
        annotations: None,
        arguments: crate::host::policy::Arguments::parse(Some(&arguments)).unwrap(),
    };
    Wish {
        request: Request {
            server: ServerName::parse("files").unwrap(),
            identity: ServerIdentity::of_address("https://example.com/mcp", None).unwrap(),
            trusted: false,
            posture,
            client: ClientName::parse(caller.name().as_str()).unwrap(),
            session: Some(caller.session().clone()),
            home: None,
            roots: Vec::new(),
            action: Action::CallTool(call),
            now: SystemTime::now(),
        },
        matter: Matter::CallTool {
            tool: "write".into(),
            definition,
            arguments: arguments.clone(),
            before: None,
        },
        arguments: Some(arguments),
        confinement: ConfinementState::Off,
        is_for_surface: false,
    }
}

/// A person who always decides the same, and notes what they were asked.
struct Person {
    decision: Decision,
    asked: AtomicUsize,
    last: Mutex<Option<Question>>,
}

impl ConsentHandler for Person {
    fn decide(&self, question: Question) -> BoxFuture<'_, Result<Decision>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        *self.last.lock().unwrap() = Some(question);
        Box::pin(std::future::ready(Ok(self.decision.clone())))
    }
}

fn person(decision: Decision) -> (Arc<Person>, Caller) {
    let person = Arc::new(Person { decision, asked: AtomicUsize::new(0), last: Mutex::default() });
    (person.clone(), Caller::new("agent").unwrap().with_consent(person))
}

#[tokio::test]
async fn what_is_denied_is_recorded_and_nobody_is_asked() {
    let door = door("").await;
    let (person, caller) = person(Decision::allow());
    let wish = wish(&caller, Posture::Block, &json!({}));
    let error = door.gate.pass(Some(&caller), wish).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Denied);
    assert!(error.message().contains("the server is blocked"), "{error}");
    assert_eq!(person.asked.load(Ordering::Relaxed), 0);
    assert_eq!(door.verdicts(), ["deny"]);
}

#[tokio::test]
async fn with_nobody_to_ask_it_is_a_no() {
    let door = door("").await;
    let caller = Caller::new("agent").unwrap();
    let wish = wish(&caller, Posture::default(), &json!({}));
    let error = door.gate.pass(Some(&caller), wish).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Denied);
    assert_eq!(door.verdicts(), ["deny"]);
}

#[tokio::test]
async fn what_is_allowed_is_recorded_before_and_after() {
    let door = door("[[policy]]\nname = 'all'\neffect = 'allow'").await;
    let caller = Caller::new("agent").unwrap();
    let secret = json!({"path": "/tmp/x", "password": "open sesame"});
    let wish = wish(&caller, Posture::default(), &secret);
    let passage = door.gate.pass(Some(&caller), wish).await.unwrap();
    assert_eq!(door.verdicts(), ["allow"]);
    passage.end(&Ok(()));
    assert_eq!(door.verdicts(), ["allow", "ok"]);
    let AuditEvent::Decided(decided) = &door.record()[0].event else { panic!("no verdict") };
    assert_eq!(decided.because, "the rule `all` says so");
    let text = serde_json::to_string(decided).unwrap();
    assert!(text.contains("string(6)") && !text.contains("sesame"), "{text}");
}

#[tokio::test]
async fn what_is_recorded_when_it_is_sent_is_not_sent_without() {
    let door = door("[[policy]]\nname = 'all'\neffect = 'allow'").await;
    let caller = Caller::new("agent").unwrap();
    let wished = || wish(&caller, Posture::default(), &json!({}));
    let (passage, permit) = door.gate.permit(&caller, wished()).await.unwrap();
    assert!(door.record().is_empty());
    permit.ask().unwrap();
    assert_eq!(door.verdicts(), ["allow"]);
    passage.end(&Ok(()));
    assert_eq!(door.verdicts(), ["allow", "ok"]);
    assert_eq!(permit.ask().unwrap_err().code(), ErrorCode::Cancelled);
    // Whoever has gone before it was sent leaves nothing, and it is not sent.
    let (passage, permit) = door.gate.permit(&caller, wished()).await.unwrap();
    drop(passage);
    assert_eq!(permit.ask().unwrap_err().code(), ErrorCode::Cancelled);
    assert_eq!(door.verdicts(), ["allow", "ok"]);
    // What is said again in other words is recorded again.
    let (passage, permit) = door.gate.permit(&caller, wished()).await.unwrap();
    permit.ask().unwrap();
    permit.ask().unwrap();
    drop(passage);
    let rest = door.verdicts().split_off(2);
    assert_eq!(rest, ["allow", "allow", "cancelled", "cancelled"]);
}

#[tokio::test]
async fn a_yes_to_other_arguments_is_none() {
    let door = door("").await;
    let edited = Some(Json::parse(r#"{"path":"/etc"}"#).unwrap());
    let decision = Decision { edited, ..Decision::allow().for_term(Term::Always) };
    let (_, caller) = person(decision);
    let asked = wish(&caller, Posture::default(), &json!({"path": "/tmp/x"}));
    let error = door.gate.pass(Some(&caller), asked).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Denied);
    assert_eq!(door.verdicts(), ["deny"]);
    assert!(door.gate.grants().list(SystemTime::now()).is_empty());
}

#[tokio::test]
async fn what_is_dropped_is_recorded_as_cancelled() {
    let door = door("[[policy]]\nname = 'all'\neffect = 'allow'").await;
    let caller = Caller::new("agent").unwrap();
    let wish = wish(&caller, Posture::default(), &json!({}));
    drop(door.gate.pass(Some(&caller), wish).await.unwrap());
    assert_eq!(door.verdicts(), ["allow", "cancelled"]);
}

#[tokio::test]
async fn an_answer_holds_as_long_as_it_was_given_for() {
    let door = door("").await;
    let (person, caller) = person(Decision::allow().for_term(Term::Session));
    for _ in 0..3 {
        let wish = wish(&caller, Posture::default(), &json!({}));
        door.gate.pass(Some(&caller), wish).await.unwrap().end(&Ok(()));
    }
    assert_eq!(person.asked.load(Ordering::Relaxed), 1);
    // Another client of the same name has a session of its own.
    let other = Caller::new("agent").unwrap();
    let wish_of_other = wish(&other, Posture::default(), &json!({}));
    assert!(door.gate.pass(Some(&other), wish_of_other).await.is_err());
    door.gate.grants().end_session(caller.session());
    let again = wish(&caller, Posture::default(), &json!({}));
    drop(door.gate.pass(Some(&caller), again).await.unwrap());
    assert_eq!(person.asked.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_no_for_always_is_not_asked_again() {
    let door = door("").await;
    let (person, caller) = person(Decision::deny().for_term(Term::Always));
    for _ in 0..2 {
        let wish = wish(&caller, Posture::default(), &json!({}));
        let error = door.gate.pass(Some(&caller), wish).await.err().unwrap();
        assert_eq!(error.code(), ErrorCode::Denied);
    }
    assert_eq!(person.asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn what_is_asked_each_time_can_only_be_answered_once() {
    let door = door("[[policy]]\nname = 'careful'\neffect = 'ask'").await;
    let (person, caller) = person(Decision::allow().for_term(Term::Always));
    for asked in 1..=2 {
        let wish = wish(&caller, Posture::default(), &json!({}));
        door.gate.pass(Some(&caller), wish).await.unwrap().end(&Ok(()));
        assert_eq!(person.asked.load(Ordering::Relaxed), asked);
    }
    let last = person.last.lock().unwrap().clone().unwrap();
    assert_eq!(last.terms, [Term::Once]);
    assert_eq!(last.reasons, ["the rule `careful` wants it asked each time"]);
    assert!(door.gate.grants().list(SystemTime::now()).is_empty());
}

#[tokio::test]
async fn a_question_that_is_given_up_lets_nothing_pass() {
    let door = door("").await;
    let surface = door.gate.questions().surface("window");
    let caller = Caller::new("agent").unwrap();
    let wish = wish(&caller, Posture::default(), &json!({}));
    let passing = Box::pin(door.gate.pass(Some(&caller), wish));
    tokio::select! {
        _ = passing => unreachable!("nobody has answered"),
        event = surface.next() => assert!(matches!(event, QuestionEvent::Asked(_))),
    }
    assert!(matches!(surface.next().await, QuestionEvent::Settled(_)));
    assert!(door.verdicts().is_empty());
}

#[tokio::test]
async fn what_is_too_large_to_be_shown_is_denied_and_nobody_is_asked() {
    let door = door("").await;
    let (person, caller) = person(Decision::allow());
    let large = json!({ "text": "x".repeat(MAX_SHOWN_BYTES) });
    let mut wish = wish(&caller, Posture::default(), &large);
    let surface = door.gate.questions().surface("window");
    let error = door.gate.pass(Some(&caller), wish).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Denied);
    assert!(error.message().contains("too large to be shown"), "{error}");
    drop(surface);
    // The same holds for what is no call, and where the client would be asked.
    wish = self::wish(&caller, Posture::default(), &json!({}));
    wish.matter = Matter::Definition { what: "tool x".into(), pinned: None, now: large.into() };
    let error = door.gate.approve(&wish, Vec::new()).await.err().unwrap();
    assert!(error.message().contains("too large to be shown"), "{error}");
    assert_eq!(person.asked.load(Ordering::Relaxed), 0);
    assert_eq!(door.verdicts(), ["deny", "deny"]);
}

#[tokio::test]
async fn one_answer_that_holds_for_later_is_one_grant_whoever_waits_for_it() {
    let door = door("").await;
    let surface = door.gate.questions().surface("window");
    let caller = Caller::new("agent").unwrap();
    let mut passing = tokio::task::JoinSet::new();
    for _ in 0..5 {
        let (gate, caller) = (door.gate.clone(), caller.clone());
        let wish = wish(&caller, Posture::default(), &json!({}));
        passing.spawn(async move { gate.pass(Some(&caller), wish).await.map(drop) });
    }
    while door.gate.questions().waiting().first().is_none_or(|question| question.waiting < 5) {
        tokio::task::yield_now().await;
    }
    let id = door.gate.questions().waiting()[0].id;
    surface.answer(id, Decision::allow().for_term(Term::HalfDay)).unwrap();
    while let Some(passed) = passing.join_next().await {
        passed.unwrap().unwrap();
    }
    assert_eq!(door.gate.grants().list(SystemTime::now()).len(), 1);
    let lines = door.record();
    let decided = |line: &AuditLine| match &line.event {
        AuditEvent::Decided(decided) => Some((decided.action, decided.because.clone())),
        _ => None,
    };
    let (action, because) = lines.iter().find_map(decided).unwrap();
    assert_eq!(action, AuditAction::AddGrant, "it is recorded before anything comes of it");
    let said = "allows the client `agent` to call `write` of the server `files`, for a time";
    assert_eq!(because, format!("said by a person at window: it {said}"));
    let granted = lines.iter().filter_map(decided).filter(|(it, _)| *it == AuditAction::AddGrant);
    assert_eq!(granted.count(), 1, "what is granted once is recorded once");
}

/// Asks whether a wish may pass, and answers.
async fn asked(door: &Door, wish: Wish, decision: Decision) -> Result<()> {
    let surface = door.gate.questions().surface("window");
    let caller = Caller::new("agent").unwrap();
    let asking = door.gate.pass(Some(&caller), wish);
    let answering = async {
        while door.gate.questions().waiting().is_empty() {
            tokio::task::yield_now().await;
        }
        surface.answer(door.gate.questions().waiting()[0].id, decision).unwrap();
    };
    tokio::join!(asking, answering).0.map(drop)
}

#[tokio::test]
async fn the_record_of_a_grant_holds_no_value_of_an_argument() {
    let door = door("").await;
    let caller = Caller::new("agent").unwrap();
    let wish = wish(&caller, Posture::default(), &json!({ "to": "hunter2" }));
    let mut decision = Decision::allow().for_term(Term::Always);
    decision.constraints = vec![Constraint::one_of("to", [json!("hunter2")]).unwrap()];
    asked(&door, wish, decision).await.unwrap();
    let lines = format!("{:?}", door.record());
    assert!(lines.contains("where `to` is a value that it names"), "{lines}");
    assert!(!lines.contains("hunter2"), "{lines}");
}

#[tokio::test]
async fn an_answer_that_cannot_be_kept_lets_nobody_pass_and_is_no_grant_in_the_record() {
    let door = door("").await;
    let caller = Caller::new("agent").unwrap();
    let mut wish = wish(&caller, Posture::default(), &json!({}));
    wish.request.action = Action::Start { command_line: "server".to_owned(), known: false };
    let mut decision = Decision::allow().for_term(Term::Always);
    decision.constraints = vec![Constraint::one_of("to", [json!("x")]).unwrap()];
    let error = asked(&door, wish, decision).await.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Denied);
    assert!(error.message().contains("cannot be kept for later"), "{error}");
    assert_eq!(door.verdicts(), ["deny"]);
    assert!(door.gate.grants().list(SystemTime::now()).is_empty());
}

#[tokio::test]
async fn what_cannot_be_recorded_is_not_granted_for_later_either() {
    let door = door("").await;
    let surface = door.gate.questions().surface("window");
    let caller = Caller::new("agent").unwrap();
    let wish = wish(&caller, Posture::default(), &json!({}));
    let asking = door.gate.pass(Some(&caller), wish);
    let answering = async {
        while door.gate.questions().waiting().is_empty() {
            tokio::task::yield_now().await;
        }
        std::fs::remove_dir_all(door.folder.path().join("audit")).unwrap();
        let id = door.gate.questions().waiting()[0].id;
        surface.answer(id, Decision::allow().for_term(Term::Always)).unwrap();
    };
    let (passed, ()) = tokio::join!(asking, answering);
    assert_eq!(passed.err().unwrap().code(), ErrorCode::Storage);
    assert!(door.gate.grants().list(SystemTime::now()).is_empty());
}
