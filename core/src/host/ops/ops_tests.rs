use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{task::JoinSet, time::timeout};

use super::*;
use crate::{
    auth::MemoryStore,
    host::{
        Digest, HostSettings, ServerIdentity, ServerName,
        config::ConfigFile,
        gate::{Matter, Question, Term},
        grants::{GrantEffect, Granted, NewGrant, Scope},
        policy::ActionKind,
        test_folder::TestFolder,
    },
};

const PATIENCE: Duration = Duration::from_secs(10);

/// A host of one server that was never started.
async fn host() -> (Host, TestFolder) {
    let folder = TestFolder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let config = folder.path().join("hostline.toml");
    std::fs::write(&config, "[servers.files]\ncommand = [\"a-server-that-is-not\"]\n").unwrap();
    let settings = HostSettings::at(ConfigFile::at(&config).unwrap(), folder.path().join("data"));
    let host = Host::open(settings.store(Arc::new(MemoryStore::new()))).await.unwrap();
    (host, folder)
}

/// A party, and what it is told.
fn party(host: &Host) -> (Party, PartyEvents) {
    Party::new(host.clone(), "desktop").unwrap()
}

async fn next(told: &mut PartyEvents) -> (String, Value) {
    let PartyEvent { event, data } = timeout(PATIENCE, told.next()).await.unwrap().unwrap();
    (event.to_owned(), data.to_value())
}

async fn done(party: &Party, op: &str, params: Value) -> Result<Value> {
    party.perform(op, &params.into()).await.map(|result| result.to_value())
}

fn question(host: &Host) -> Question {
    let now = std::time::SystemTime::now();
    Question {
        id: host.questions().number(),
        asked: now,
        until: now + PATIENCE,
        client: "claude".into(),
        server: ServerName::parse("files").unwrap(),
        identity: ServerIdentity::of_address("https://example.com/mcp", None).unwrap(),
        matter: Matter::CallTool {
            tool: "write".into(),
            definition: Digest::of(b"write"),
            arguments: json!({ "path": "/a" }).into(),
            before: None,
        },
        reasons: vec!["no rule and no grant allows it".into()],
        risks: Vec::new(),
        terms: vec![Term::Once, Term::Always],
        waiting: 1,
    }
}

#[tokio::test]
async fn an_unknown_operation_is_told_those_that_there_are() {
    let (host, _folder) = host().await;
    let (party, _told) = party(&host);
    let error = done(&party, "tools/list", Value::Null).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    for op in OPERATIONS.iter().chain(&["questions/listen"]).chain(&crate::host::owner::ANSWERS) {
        assert!(error.next_step().unwrap().contains(op), "{op}");
    }
    let caller = Caller::new("desktop").unwrap();
    let error = perform(&host, &caller, "status/listen", &Json::default()).await.unwrap_err();
    assert!(error.message().contains("status/listen"));
}

#[tokio::test]
async fn wrong_parameters_are_refused_and_not_repeated() {
    let (host, _folder) = host().await;
    let (party, _told) = party(&host);
    for (op, params) in [
        ("start", json!({})),
        ("start", json!({ "server": "files", "more": "hunter2" })),
        ("call", json!({ "tool": 7, "arguments": { "password": "hunter2" } })),
        ("call", json!({ "server": "files", "tool": "a", "timeout": -1.0 })),
        ("answer", json!({ "id": 1, "decision": "hunter2" })),
        ("pins/approve", json!({ "server": "files", "digests": ["hunter2"] })),
        ("log", json!({ "server": "hunter2 x" })),
        ("servers", json!({ "server": "other" })),
    ] {
        let error = done(&party, op, params).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{op}: {error}");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_nobody_has_needed_is_listed_and_offers_nothing() {
    let (host, _folder) = host().await;
    let (party, _told) = party(&host);
    let servers = done(&party, "servers", Value::Null).await.unwrap();
    assert_eq!(servers[0]["server"], "files");
    assert_eq!(servers[0]["activity"], "idle");
    assert_eq!(servers[0]["sentence"], "not needed yet");
    let catalogue = done(&party, "catalogue", json!({ "server": "files" })).await.unwrap();
    assert_eq!(catalogue["tools"], json!([]));
    let pins = done(&party, "pins", json!({ "server": "files" })).await.unwrap();
    assert_eq!((&pins["is_compared"], &pins["approved"]), (&json!(false), &json!([])));
    let log = done(&party, "log", json!({ "server": "files" })).await.unwrap();
    assert_eq!(log, json!({ "entries": [], "missed": 0, "has_more": false }));
    let wanted = json!({ "server": "files", "digests": [Digest::of(b"unseen")] });
    let error = done(&party, "pins/approve", wanted).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
}

#[tokio::test]
async fn a_server_that_may_not_start_is_a_fault_of_the_catalogue_and_in_its_log() {
    let (host, _folder) = host().await;
    let (party, mut told) = party(&host);
    done(&party, "status/listen", Value::Null).await.unwrap();
    done(&party, "log/listen", json!({ "server": "files" })).await.unwrap();
    let catalogue = done(&party, "catalogue", json!({ "start": true })).await.unwrap();
    let fault = &catalogue["faults"][0];
    assert_eq!(fault["server"], "files");
    assert!(fault["sentence"].as_str().unwrap().contains("nobody to ask"), "{fault}");
    let log = done(&party, "log", json!({ "server": "files", "after": 1 })).await.unwrap();
    assert_eq!(log["entries"][0]["number"], 2);
    assert_eq!(log["entries"][0]["kind"], "status");
    let (mut statuses, mut entries) = (0, 0);
    while statuses == 0 || entries == 0 {
        match next(&mut told).await {
            (event, data) if event == "status" && data["server"] == "files" => statuses += 1,
            (event, data) if event == "log" && data["server"] == "files" => entries += 1,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_is_granted_is_listed_in_words_and_revoked() {
    let (host, _folder) = host().await;
    let (party, _told) = party(&host);
    let grant = NewGrant {
        effect: GrantEffect::Allow,
        server: ServerIdentity::of_address("https://example.com/mcp", None).unwrap(),
        server_name: ServerName::parse("files").unwrap(),
        what: Granted::Action(ActionKind::Start),
        client: None,
        constraints: Vec::new(),
        scope: Scope::Always,
        created_by: "a test".into(),
    };
    host.grants().add(grant, std::time::SystemTime::now()).await.unwrap();
    let result = party.perform("grants", &Json::default()).await.unwrap();
    let grants: Vec<GrantView> = result.decode().unwrap();
    assert!(grants[0].sentence.starts_with("allows every client to start the server `files`"));
    let id = json!({ "id": grants[0].grant.id });
    assert_eq!(done(&party, "grant/revoke", id.clone()).await.unwrap(), true);
    assert_eq!(done(&party, "grant/revoke", id).await.unwrap(), false);
    assert_eq!(done(&party, "grants", Value::Null).await.unwrap(), json!([]));
    let lines = record(&host);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["decided"]["action"], "grant/revoke");
    assert_eq!(
        (&lines[0]["decided"]["client"], &lines[0]["decided"]["server"]),
        (&json!("desktop"), &json!("files"))
    );
}

/// What was recorded, in its order.
fn record(host: &Host) -> Vec<Value> {
    use crate::host::audit::{AuditFilter, AuditOrder, read};
    let filter = AuditFilter { order: AuditOrder::OldestFirst, ..AuditFilter::default() };
    let lines = read(&host.data().join("audit"), filter).unwrap();
    lines.map(|line| serde_json::to_value(line.unwrap()).unwrap()).collect()
}

#[tokio::test]
async fn a_start_that_fails_is_recorded_as_failed() {
    let (host, _folder) = host().await;
    let (party, mut told) = party(&host);
    done(&party, "questions/listen", Value::Null).await.unwrap();
    let starting = done(&party, "start", json!({ "server": "files" }));
    let answering = async {
        let (event, data) = next(&mut told).await;
        assert_eq!(
            (&*event, &data["matter"]["command"]),
            ("question/asked", &json!("a-server-that-is-not"))
        );
        assert!(data["matter"]["folder"].is_string(), "{data}");
        let yes = json!({ "id": data["id"], "decision": { "allow": true } });
        done(&party, "answer", yes).await.unwrap();
    };
    let (started, ()) = tokio::join!(starting, answering);
    assert_eq!(started.unwrap_err().code(), ErrorCode::Process);
    let lines = record(&host);
    assert_eq!(lines[0]["decided"]["verdict"], "allow");
    assert_eq!(
        (&lines[1]["ended"]["action"], &lines[1]["ended"]["outcome"]),
        (&json!("server/start"), &json!("process"))
    );
}

#[tokio::test]
async fn who_listens_to_questions_is_a_surface_that_answers() {
    let (host, _folder) = host().await;
    let (party, mut told) = party(&host);
    done(&party, "questions/listen", Value::Null).await.unwrap();
    done(&party, "questions/listen", Value::Null).await.unwrap();
    let (asked, mut tasks) = (question(&host), JoinSet::new());
    let questions = host.questions().clone();
    tasks.spawn(async move { questions.ask(None, asked).await });
    let (event, data) = next(&mut told).await;
    assert_eq!((&*event, &data["matter"]["arguments"]), ("question/asked", &json!({"path": "/a"})));
    let shown: Question = Json::from(&data).decode().unwrap();
    let waiting = party.perform("questions", &Json::default()).await.unwrap();
    assert_eq!(waiting.decode::<Vec<Question>>().unwrap()[0].id, shown.id);
    let session = json!({ "id": shown.id, "decision": { "allow": true, "term": "session" } });
    assert!(done(&party, "answer", session).await.is_err(), "a term that was not offered");
    let yes = json!({ "id": shown.id, "decision": { "allow": true } });
    done(&party, "answer", yes).await.unwrap();
    let answer = tasks.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!((answer.decision.allow, &*answer.surface), (true, "desktop"));
    assert_eq!(next(&mut told).await, ("question/settled".into(), json!({ "id": shown.id })));
    drop(party);
    assert!(timeout(PATIENCE, told.next()).await.unwrap().is_none(), "it listens no more");
}

#[tokio::test]
async fn a_party_is_asked_what_it_can_answer_and_nothing_else() {
    use crate::host::gate::ConsentHandler;
    let (host, _folder) = host().await;
    let (tell, mut told) = telling::telling();
    let asks = asks::Asks::new(tell).unwrap();
    let error = asks.decide(question(&host)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Denied);
    asks.offer(read("asks/offer", &json!({ "consent": true }).into()).unwrap());
    let (asked, mut tasks) = (question(&host), JoinSet::new());
    let asking = asks.clone();
    tasks.spawn(async move { asking.decide(asked).await });
    let (event, data) = next(&mut told).await;
    assert_eq!(event, "ask/consent");
    let first = data["id"].as_u64().unwrap();
    let answer = json!({ "id": first, "answer": { "allow": true, "term": "always" } });
    asks.answer(read("asks/answer", &answer.clone().into()).unwrap()).unwrap();
    let decision = tasks.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!((decision.allow, decision.term), (true, Term::Always));
    assert!(asks.answer(read("asks/answer", &answer.into()).unwrap()).is_err());

    let (asked, asking) = (question(&host), asks.clone());
    tasks.spawn(async move { asking.decide(asked).await });
    assert_eq!(next(&mut told).await.1["id"], first + 1);
    tasks.shutdown().await;
    assert_eq!(next(&mut told).await, ("ask/withdrawn".into(), json!({ "id": first + 1 })));
}

#[tokio::test]
async fn a_surface_that_takes_nothing_is_still_one_and_hears_everything_later() {
    let (host, _folder) = host().await;
    let (party, mut told) = party(&host);
    done(&party, "questions/listen", Value::Null).await.unwrap();
    let mut tasks = JoinSet::new();
    let large = "x".repeat(900 << 10);
    for number in 0..8 {
        let (mut asked, questions) = (question(&host), host.questions().clone());
        let arguments = json!({ "number": number, "text": large }).into();
        let definition = Digest::of(b"write");
        asked.matter =
            Matter::CallTool { tool: "write".into(), definition, arguments, before: None };
        tasks.spawn(async move { questions.ask(None, asked).await });
    }
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
    }
    assert!(host.questions().are_for_surfaces());
    let mut heard = 0;
    while heard < 8 {
        let (event, data) = next(&mut told).await;
        if event == "question/asked" {
            let yes = json!({ "id": data["id"], "decision": { "allow": true } });
            done(&party, "answer", yes).await.unwrap();
            heard += 1;
        }
    }
    while let Some(answer) = tasks.join_next().await {
        assert!(answer.unwrap().unwrap().decision.allow);
    }
}
