//! Nothing happens but through the gate.

use hostline::{
    ErrorCode,
    host::{
        audit::{AuditEvent, AuditOutcome, verify},
        gate::{Decision, Matter, Term},
    },
};
use serde_json::json;

use super::support::{CHANGING, open, open_with, servers};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_started_only_when_a_person_has_seen_its_exact_command() {
    let place = open(&servers(&["one"])).await;
    place.host.start("one").await.unwrap();
    let asked = place.asked.lock().unwrap().clone();
    let Matter::Start { command, confinement, .. } = &asked[0].matter else {
        panic!("asked about {:?}", asked[0].matter)
    };
    assert_eq!(*command, format!("{CHANGING} one"));
    assert!(confinement.starts_with("not confined"), "{confinement}");
    assert_eq!(asked.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_nobody_allows_never_reaches_its_server() {
    let config = servers(&["one"]).replace("effect = 'allow'", "effect = 'ask'");
    let place = open(&config).await;
    let error = place.call("one__echo", json!({"text": "x"})).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Denied);
    let said = place.host.tap("one").unwrap().entries();
    let said = format!("{said:?}");
    assert!(said.contains("tools/list") && !said.contains("tools/call"), "{said}");
    assert_eq!(place.allowed_calls(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_call_leaves_one_line_and_its_end() {
    let place = open(&servers(&["one"])).await;
    for _ in 0..3 {
        let result = place.call("one__echo", json!({"text": "hello"})).await.unwrap();
        assert_eq!(result.text(), "hello");
    }
    assert_eq!(place.allowed_calls(), 3);
    let ended = |line: &&hostline::host::audit::AuditLine| match &line.event {
        AuditEvent::Ended(ended) => ended.outcome == AuditOutcome::Ok,
        _ => false,
    };
    // The calls, and the start.
    assert_eq!(place.record().iter().filter(ended).count(), 4);
    let report = verify(&place.folder.path().join("data/audit")).unwrap();
    assert!(report.fault.is_none(), "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_once_for_what_holds_always() {
    let config = format!("[servers.one]\ncommand = [{CHANGING:?}]\n");
    let always = Box::new(|_: &_| Decision::allow().for_term(Term::Always));
    let place = open_with(&config, always).await;
    for text in ["a", "b"] {
        let result = place.call("one__echo", json!({ "text": text })).await.unwrap();
        assert_eq!(result.text(), text);
    }
    let asked = place.asked.lock().unwrap().clone();
    let calls: Vec<_> =
        asked.iter().filter(|it| matches!(it.matter, Matter::CallTool { .. })).collect();
    assert_eq!(calls.len(), 1);
    assert_eq!((calls[0].client.as_str(), calls[0].server.as_str()), ("test", "one"));
    assert_eq!(calls[0].reasons, ["no rule and no grant allows it"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_asks_of_nobody_is_declined() {
    let place = open(&servers(&["one"])).await;
    let result = place.call("one__ask", json!({})).await.unwrap();
    assert!(result.text().contains("decline"), "{}", result.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_told_of_its_own_roots_only() {
    let config = servers(&["one", "two"])
        .replace("[servers.two]", "roots = ['/home/me/one']\n[servers.two]")
        .replace("[[policy]]", "roots = ['/home/me/two']\n[[policy]]");
    let place = open(&config).await;
    for name in ["one", "two"] {
        let result = place.call(&format!("{name}__roots"), json!({})).await.unwrap();
        assert_eq!(result.text(), format!("file:///home/me/{name}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_is_turned_off_is_not_there() {
    let config = servers(&["one"]).replace("[[policy]]", "tools = { off = ['e*'] }\n[[policy]]");
    let place = open(&config).await;
    place.host.start("one").await.unwrap();
    assert!(!place.offered().contains(&"one__echo".to_owned()));
    let error = place.call("one__echo", json!({"text": "x"})).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Denied);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_confined_server_reads_nothing_outside_of_its_folders() {
    let config = servers(&["one", "two"])
        .replace("[servers.two]", "confine = { read = ['/usr'] }\n[servers.two]");
    let place = open(&config).await;
    let secret = place.folder.path().join("secret");
    std::fs::write(&secret, "open sesame").unwrap();
    let read = |name: &str| {
        let (tool, path) = (format!("{name}__read"), secret.display().to_string());
        let place = &place;
        async move { place.call(&tool, json!({ "path": path })).await.unwrap() }
    };
    assert_eq!(read("two").await.text(), "open sesame");
    let refused = read("one").await;
    assert!(refused.failed() && !refused.text().contains("sesame"), "{}", refused.text());
    let statuses = serde_json::to_value(place.host.statuses()).unwrap();
    assert!(statuses[0]["confinement"].as_str().unwrap().starts_with("on: files"), "{statuses}");
    assert_eq!(statuses[1]["confinement"], "off");
}
