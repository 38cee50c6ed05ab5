use std::{fs, time::Duration};

use super::*;
use crate::host::{
    Digest, ServerIdentity, ServerName,
    grants::{GrantEffect, Scope},
    policy::{Action, Arguments, ClientName, Constraint, PinStanding, Posture, ToolCall},
    test_folder::TestFolder,
};

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn identity() -> ServerIdentity {
    ServerIdentity::of_address("https://files.example/mcp", None).unwrap()
}

fn new(tool: &str, scope: Scope) -> NewGrant {
    NewGrant {
        effect: GrantEffect::Allow,
        server: identity(),
        server_name: ServerName::parse("files").unwrap(),
        what: Granted::Tool { tool: tool.to_owned(), definition: Digest::of(b"definition") },
        client: Some(ClientName::parse("editor").unwrap()),
        constraints: Vec::new(),
        scope,
        created_by: "terminal".to_owned(),
    }
}

fn request(tool: &str, seconds: u64) -> Request {
    Request {
        server: ServerName::parse("files").unwrap(),
        identity: identity(),
        trusted: false,
        posture: Posture::AskForWrites,
        client: ClientName::parse("editor").unwrap(),
        session: Some(SessionId::from("one")),
        home: None,
        roots: Vec::new(),
        action: Action::CallTool(ToolCall {
            tool: tool.to_owned(),
            definition: Digest::of(b"definition"),
            standing: PinStanding::Approved,
            classed_read: false,
            annotations: None,
            arguments: Arguments::default(),
        }),
        now: at(seconds),
    }
}

fn is_allowed(store: &GrantStore, tool: &str, seconds: u64) -> bool {
    matches!(store.decide(&request(tool, seconds), &[]), Verdict::Allow(_))
}

fn tools(store: &GrantStore, seconds: u64) -> Vec<String> {
    let tool = |grant: Grant| match grant.said.what {
        Granted::Tool { tool, .. } => tool,
        Granted::Action(kind) => kind.to_string(),
    };
    store.list(at(seconds)).into_iter().map(tool).collect()
}

#[tokio::test]
async fn lasting_grants_are_found_by_another_process_and_passing_ones_are_not() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    let scopes = [
        Scope::Always,
        Scope::Until(at(5_000)),
        Scope::Once,
        Scope::Session(SessionId::from("one")),
    ];
    for (at_second, (name, scope)) in ["a", "b", "c", "d"].into_iter().zip(scopes).enumerate() {
        let mut grant = new(name, scope);
        grant.constraints = vec![Constraint::below("path", "/srv").unwrap()];
        store.add(grant, at(1_000 + at_second as u64)).await.unwrap();
    }
    assert_eq!(tools(&store, 2_000), ["a", "b", "c", "d"]);
    let again = GrantStore::open(folder.path()).await.unwrap();
    assert_eq!(tools(&again, 2_000), ["a", "b"]);
    assert_eq!(again.list(at(2_000)), store.list(at(2_000))[..2]);
}

#[tokio::test]
async fn a_grant_for_one_use_answers_one_of_many_requests_at_once() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    store.add(new("a", Scope::Once), at(1_000)).await.unwrap();
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            std::thread::spawn(move || is_allowed(&store, "a", 1_001))
        })
        .collect();
    let allowed = threads.into_iter().map(|thread| thread.join().unwrap());
    assert_eq!(allowed.filter(|allowed| *allowed).count(), 1);
    assert_eq!(tools(&store, 1_001), Vec::<String>::new());
}

#[tokio::test]
async fn a_grant_ends_with_its_time_its_session_or_its_revocation() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    store.add(new("timed", Scope::Until(at(2_000))), at(1_000)).await.unwrap();
    let session = SessionId::from("one");
    store.add(new("session", Scope::Session(session.clone())), at(1_000)).await.unwrap();
    let always = store.add(new("always", Scope::Always), at(1_000)).await.unwrap();
    for tool in ["timed", "session", "always"] {
        assert!(is_allowed(&store, tool, 1_999), "{tool}");
    }
    assert!(!is_allowed(&store, "timed", 2_000));
    store.end_session(&session);
    assert!(!is_allowed(&store, "session", 1_999));
    assert!(store.revoke(&always.id, at(1_999)).await.unwrap());
    assert!(!is_allowed(&store, "always", 1_999));
    assert!(!store.revoke(&always.id, at(1_999)).await.unwrap());
    assert_eq!(store.find(&always.id, at(1_999)), None);
}

#[tokio::test]
async fn uses_are_counted_and_written_down_now_and_then() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    let grant = store.add(new("a", Scope::Always), at(1_000)).await.unwrap();
    assert!(is_allowed(&store, "a", 1_001) && is_allowed(&store, "a", 1_002));
    let again = GrantStore::open(folder.path()).await.unwrap();
    assert_eq!(again.find(&grant.id, at(1_002)).unwrap().uses, 0);

    store.keep_uses(at(1_002)).await.unwrap();
    assert!(is_allowed(&store, "a", 1_003));
    again.refresh(at(1_003)).await.unwrap();
    let kept = again.find(&grant.id, at(1_003)).unwrap();
    assert_eq!((kept.uses, kept.last_used), (2, Some(at(1_002))));

    // What is not written down yet is not lost when something else is, and is not counted twice.
    store.refresh(at(1_004)).await.unwrap();
    assert_eq!(store.find(&grant.id, at(1_004)).unwrap().uses, 3);
    store.add(new("b", Scope::Always), at(1_004)).await.unwrap();
    store.keep_uses(at(1_004)).await.unwrap();
    for store in [&store, &GrantStore::open(folder.path()).await.unwrap()] {
        let counted = store.find(&grant.id, at(1_004)).unwrap();
        assert_eq!((counted.uses, counted.last_used), (3, Some(at(1_003))));
    }
}

#[tokio::test]
async fn grants_whose_time_is_over_leave_the_file_with_the_next_change() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    store.add(new("timed", Scope::Until(at(2_000))), at(1_000)).await.unwrap();
    store.add(new("a", Scope::Always), at(3_000)).await.unwrap();
    let text = fs::read_to_string(folder.file("grants.json")).unwrap();
    assert!(text.contains("\"a\"") && !text.contains("timed"), "{text}");
}

#[tokio::test]
async fn what_two_processes_add_and_revoke_at_once_is_all_kept() {
    let folder = TestFolder::new();
    let one = GrantStore::open(folder.path()).await.unwrap();
    let first = one.add(new("first", Scope::Always), at(1_000)).await.unwrap();
    let other = GrantStore::open(folder.path()).await.unwrap();
    let mut adding = tokio::task::JoinSet::new();
    for number in 0..6 {
        let store = if number % 2 == 0 { one.clone() } else { other.clone() };
        let grant = new(&format!("tool-{number}"), Scope::Always);
        adding.spawn(async move { store.add(grant, at(1_000)).await.map(drop) });
    }
    let revoking = other.clone();
    adding.spawn(async move { revoking.revoke(&first.id, at(1_000)).await.map(drop) });
    for added in adding.join_all().await {
        added.unwrap();
    }
    one.refresh(at(1_001)).await.unwrap();
    other.refresh(at(1_001)).await.unwrap();
    assert_eq!(tools(&one, 1_001).len(), 6);
    assert_eq!(one.list(at(1_001)), other.list(at(1_001)));
}

#[tokio::test]
async fn a_file_that_is_damaged_or_newer_is_an_error_and_stays() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    store.add(new("a", Scope::Always), at(1_000)).await.unwrap();
    let file = folder.file("grants.json");
    let whole = fs::read_to_string(&file).unwrap();
    for bad in ["", "{", "[]", &whole[..whole.len() - 9], &whole.replace(":1,", ":2,")] {
        assert_ne!(bad, whole);
        fs::write(&file, bad).unwrap();
        let error = GrantStore::open(folder.path()).await.err().unwrap();
        assert_eq!(error.code(), ErrorCode::Storage, "{bad}");
        assert!(error.message().contains("grants.json"), "{error}");
        let added = store.add(new("b", Scope::Always), at(1_000)).await;
        assert_eq!(added.unwrap_err().code(), ErrorCode::Storage);
        assert_eq!(fs::read_to_string(&file).unwrap(), bad);
        // What was granted before goes on being so.
        assert!(is_allowed(&store, "a", 1_001) && !is_allowed(&store, "b", 1_001));
    }
}

#[tokio::test]
async fn a_grant_that_would_hold_for_all_tools_or_never_is_refused() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    let of = |what| NewGrant { what, ..new("a", Scope::Once) };
    let constrained = |what, count| {
        let constraints = vec![Constraint::NoSecrets; count];
        NewGrant { constraints, ..of(what) }
    };
    let tool = new("a", Scope::Once).what;
    for wrong in [
        of(Granted::Action(ActionKind::CallTool)),
        of(Granted::Action(ActionKind::Open)),
        constrained(Granted::Action(ActionKind::Sample), 1),
        constrained(tool, MAX_CONSTRAINTS + 1),
    ] {
        let error = store.add(wrong, at(1_000)).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput);
    }
    store.add(of(Granted::Action(ActionKind::Sample)), at(1_000)).await.unwrap();
}

#[tokio::test]
async fn there_are_no_more_grants_than_a_person_can_survey() {
    let folder = TestFolder::new();
    let store = GrantStore::open(folder.path()).await.unwrap();
    for _ in 0..MAX_GRANTS {
        store.add(new("a", Scope::Once), at(1_000)).await.unwrap();
    }
    let error = store.add(new("a", Scope::Once), at(1_000)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
    store.add(new("a", Scope::Always), at(1_000)).await.unwrap();
}

#[test]
fn a_grant_explains_itself() {
    let explained =
        |new: NewGrant, uses| Grant { uses, ..Grant::of("g".into(), new, at(1_000)) }.to_string();
    let mut project = new("read_file", Scope::Always);
    project.constraints = vec![Constraint::below("path", "~/proj").unwrap(), Constraint::NoSecrets];
    assert_eq!(
        explained(project, 3),
        "allows the client `editor` to call `read_file` of the server `files` where `path` is \
         below ~/proj and no argument looks like a secret, until it is revoked; used 3 times"
    );
    let sampling = NewGrant {
        effect: GrantEffect::Deny,
        what: Granted::Action(ActionKind::Sample),
        client: None,
        ..new("", Scope::Once)
    };
    assert_eq!(
        explained(sampling, 0),
        "denies every client to ask a model for the server `files`, once; never used"
    );
}

#[tokio::test]
async fn what_is_said_twice_is_granted_once() {
    let folder = TestFolder::new();
    let (store, other) = (
        GrantStore::open(folder.path()).await.unwrap(),
        GrantStore::open(folder.path()).await.unwrap(),
    );
    for scope in [Scope::Always, Scope::Until(at(5_000)), Scope::Session(SessionId::from("one"))] {
        let first = store.add(new("a", scope.clone()), at(1_000)).await.unwrap();
        let again = store.add(new("a", scope.clone()), at(1_001)).await.unwrap();
        assert_eq!(first.id, again.id, "{scope:?}");
        if scope.is_lasting() {
            assert_eq!(other.add(new("a", scope), at(1_002)).await.unwrap().id, first.id);
        }
    }
    let once =
        [store.add(new("b", Scope::Once), at(1_000)), store.add(new("b", Scope::Once), at(1_000))];
    let [one, another] = once;
    assert_ne!(one.await.unwrap().id, another.await.unwrap().id);
    assert_eq!(tools(&store, 2_000).len(), 5);
}
