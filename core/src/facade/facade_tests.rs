//! The façade over servers in memory cannot be had: it is tested with real ones, in every language.
//! Here is what needs none.

use super::*;

/// The names of the types that a description leads to.
fn collect_names(value: &serde_json::Value, named: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            if let Some(name) = map.get("named").and_then(|name| name.as_str()) {
                named.push(name.to_owned());
            }
            map.values().for_each(|value| collect_names(value, named));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_names(item, named)),
        _ => {}
    }
}

#[test]
fn the_contract_describes_every_type_that_it_names() {
    let text = serde_json::to_value(contract::contract()).unwrap();
    let types = text["types"].as_object().unwrap();
    let mut named = Vec::new();
    collect_names(&text, &mut named);
    assert!(named.len() > 20);
    for name in named {
        assert!(types.contains_key(&name), "{name} is not described");
    }
}

#[test]
fn a_reader_is_woken_once_for_all_that_waits() {
    let batch = Batch::new();
    assert!(batch.push(1));
    assert!(!batch.push(2));
    assert_eq!(batch.take(), [1, 2]);
    assert!(batch.push(3));
}

#[test]
fn a_connection_that_cannot_be_opened_ends_in_the_function_too() {
    struct Nobody;
    impl Delegate for Nobody {
        fn ask(&self, _: Question) -> crate::client::BoxFuture<'static, Result<String, Failure>> {
            Box::pin(async { Err(Failure(String::new())) })
        }
        fn notify(&self, _: Notification) {}
    }
    let (sender, receiver) = std::sync::mpsc::channel();
    let done = move |opened: crate::Result<Handle>| {
        let _ = sender.send(opened.map(drop));
    };
    let nobody = std::sync::Arc::new(Nobody);
    start_open("connect", None, r#"{"target": 5}"#, nobody, &Cancel::new(), done);
    let opened = receiver.recv_timeout(std::time::Duration::from_secs(10)).unwrap();
    assert_eq!(opened.unwrap_err().code(), crate::ErrorCode::InvalidInput);
}

#[test]
fn only_so_many_notifications_wait_to_be_heard() {
    let places = Place::default();
    let mut held: Vec<Place> = std::iter::from_fn(|| places.next(3)).collect();
    assert_eq!(held.len(), 3);
    held.pop();
    assert!(places.next(3).is_some(), "what was heard makes room");
}

#[test]
fn what_is_confidential_is_seen_by_nobody_who_looks_at_options() {
    let text =
        br#"{"target": "x", "headers": {"X-Key": "open sesame"}, "environment": {"K": "hush"}}"#;
    let options: types::ConnectOptions = types::read("connect", text).unwrap();
    let seen = format!("{options:?}");
    assert!(seen.contains("X-Key"), "{seen}");
    assert!(!seen.contains("sesame") && !seen.contains("hush"), "{seen}");
}
