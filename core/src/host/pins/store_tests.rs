use std::{
    fs,
    time::{Duration, SystemTime},
};

use serde_json::json;

use super::*;
use crate::host::test_folder::TestFolder;

fn server(name: &str) -> ServerIdentity {
    ServerIdentity::of_address(name, None).unwrap()
}

fn tool(name: &str, description: &str) -> Definition {
    let schema = json!({ "type": "object", "properties": { "a": { "maximum": 0.1 } } });
    let tool = json!({ "name": name, "description": description, "inputSchema": schema });
    Definition::of_tool(&serde_json::from_value(tool).unwrap()).unwrap()
}

fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000)
}

fn names(pins: &Pins) -> Vec<&str> {
    pins.iter().map(|pin| pin.definition.name()).collect()
}

#[tokio::test]
async fn what_was_approved_of_a_server_is_found_by_another_process() {
    let folder = TestFolder::new();
    let store = PinStore::open(folder.path());
    assert!(store.look(server("a")).await.unwrap().is_empty());
    let all = vec![tool("one", "x"), tool("two", "x"), Definition::of_instructions("x").unwrap()];
    store.approve(server("a"), all.clone(), now()).await.unwrap();

    let again = PinStore::open(folder.path());
    let pins = again.look(server("a")).await.unwrap();
    assert_eq!(names(&pins), ["one", "two", ""]);
    assert!(all.iter().all(|definition| pins.approves(definition)));
    assert!(!pins.approves(&tool("one", "y")));
    let pin = pins.pin(DefinitionKind::Tool, "one").unwrap();
    assert_eq!((pin.digest, pin.approved_at), (all[0].digest(), now()));
    assert!(pins.compare(&all).iter().all(|difference| !difference.is_held()));
    assert!(again.look(server("b")).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_later_approval_takes_the_place_of_the_earlier_one() {
    let folder = TestFolder::new();
    let store = PinStore::open(folder.path());
    store.approve(server("a"), vec![tool("one", "x"), tool("two", "x")], now()).await.unwrap();
    let pins = store.approve(server("a"), vec![tool("one", "y")], now()).await.unwrap();
    assert!(pins.approves(&tool("one", "y")) && pins.approves(&tool("two", "x")));
    assert!(!pins.approves(&tool("one", "x")));
    assert_eq!(store.look(server("a")).await.unwrap(), pins);
}

#[tokio::test]
async fn approvals_are_taken_back_one_by_one_or_all_at_once() {
    let folder = TestFolder::new();
    let store = PinStore::open(folder.path());
    store.approve(server("a"), vec![tool("one", "x"), tool("two", "x")], now()).await.unwrap();
    let forget = |name: &str| store.forget(server("a"), DefinitionKind::Tool, name.to_owned());
    assert!(forget("one").await.unwrap());
    assert!(!forget("one").await.unwrap());
    assert_eq!(names(&store.look(server("a")).await.unwrap()), ["two"]);
    assert!(store.forget_all(server("a")).await.unwrap());
    assert!(!store.forget_all(server("a")).await.unwrap());
    assert!(store.look(server("a")).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_file_that_was_damaged_or_changed_is_an_error_and_stays() {
    let folder = TestFolder::new();
    let store = PinStore::open(folder.path());
    store.approve(server("a"), vec![tool("one", "harmless")], now()).await.unwrap();
    let file = folder.file(".pins.json");
    let whole = fs::read_to_string(&file).unwrap();
    let digest = tool("one", "harmless").digest().to_string();
    for bad in [
        String::new(),
        whole[..whole.len() / 2].to_owned(),
        whole.replace("harmless", "harmful!"),
        whole.replace(&digest, &tool("one", "harmful!").digest().to_string()),
        whole.replace(r#""version":1"#, r#""version":2"#),
        "{}".to_owned(),
    ] {
        assert_ne!(bad, whole);
        fs::write(&file, &bad).unwrap();
        let error = store.look(server("a")).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Storage, "{bad}");
        assert!(error.next_step().is_some());
        let approved = store.approve(server("a"), vec![tool("two", "x")], now()).await;
        assert_eq!(approved.unwrap_err().code(), ErrorCode::Storage);
        assert_eq!(fs::read_to_string(&file).unwrap(), bad);
    }
    // Nobody else's pins are lost with them.
    assert!(store.look(server("b")).await.unwrap().is_empty());
    assert!(store.forget_all(server("a")).await.unwrap());
    assert!(store.look(server("a")).await.unwrap().is_empty());
}

#[tokio::test]
async fn more_than_a_server_may_have_is_refused_as_a_whole() {
    let folder = TestFolder::new();
    let store = PinStore::open(folder.path());
    store.approve(server("a"), vec![tool("one", "x")], now()).await.unwrap();
    let many = (0..MAX_PINS).map(|number| tool(&format!("many-{number}"), "x")).collect();
    let error = store.approve(server("a"), many, now()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
    let text = "x".repeat(MAX_PINS_BYTES / 20);
    let long = (0..21).map(|number| tool(&format!("long-{number}"), &text)).collect();
    let error = store.approve(server("a"), long, now()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
    assert_eq!(names(&store.look(server("a")).await.unwrap()), ["one"]);
}

#[tokio::test]
async fn approvals_at_once_are_all_kept() {
    let folder = TestFolder::new();
    let mut approving = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = PinStore::open(folder.path());
        approving.spawn(async move {
            let definition = tool(&format!("tool-{number}"), "x");
            store.approve(server("a"), vec![definition], now()).await
        });
    }
    for approved in approving.join_all().await {
        approved.unwrap();
    }
    let pins = PinStore::open(folder.path()).look(server("a")).await.unwrap();
    assert_eq!(pins.iter().len(), 8);
}
