//! A server that changes itself while it is connected.

use hostline::{
    ErrorCode,
    host::{
        audit::{AuditEvent, AuditLine},
        catalogue::Standing,
        gate::{Decision, Matter, Question},
        pins::DefinitionKind,
    },
};
use serde_json::json;

use super::support::{Place, open, open_with, servers};

/// Changes the server, and waits until the host has seen it.
async fn change(place: &Place, how: &str) {
    let mut catalogue = place.host.catalogue();
    catalogue.mark_unchanged();
    place.call("one__change", json!({ "how": how })).await.unwrap();
    let seen = tokio::time::timeout(std::time::Duration::from_secs(20), catalogue.changed());
    seen.await.expect("the change is seen").unwrap();
}

fn standing(place: &Place, tool: &str) -> Option<Standing> {
    let catalogue = place.host.catalogue().borrow().clone();
    catalogue.tool(tool).map(|tool| tool.standing.clone())
}

fn description(place: &Place, tool: &str) -> String {
    let catalogue = place.host.catalogue().borrow().clone();
    catalogue.tool(tool).unwrap().tool.description.clone().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn other_words_are_not_shown_until_they_are_approved() {
    let place = open(&servers(&["one"])).await;
    place.host.start("one").await.unwrap();
    change(&place, "wording").await;
    assert_eq!(standing(&place, "one__notes"), Some(Standing::Offered));
    assert_eq!(description(&place, "one__notes"), "Keeps a note");
    place.call("one__notes", json!({"title": "x"})).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_or_does_more_is_held() {
    for how in ["widened", "destructive"] {
        let place = open(&servers(&["one"])).await;
        place.host.start("one").await.unwrap();
        change(&place, how).await;
        let held = standing(&place, "one__notes").unwrap();
        assert!(matches!(&held, Standing::Held(why) if !why.is_empty()), "{how}: {held:?}");
        let error = place.call("one__notes", json!({"title": "x"})).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied, "{how}");
        // The other tools go on, and so does this one when it is as it was.
        change(&place, "back").await;
        assert_eq!(standing(&place, "one__notes"), Some(Standing::Offered), "{how}");
        place.call("one__notes", json!({"title": "x"})).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_new_or_has_another_name_is_held() {
    for (how, name) in [("new", "one__more"), ("renamed", "one__notebook")] {
        let place = open(&servers(&["one"])).await;
        place.host.start("one").await.unwrap();
        change(&place, how).await;
        let held = standing(&place, name).unwrap();
        assert!(matches!(held, Standing::Held(_)), "{how}: {held:?}");
        let error = place.call(name, json!({})).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied, "{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_approves_is_served_and_stays_so() {
    let decides = |question: &Question| match &question.matter {
        Matter::Definition { what, pinned: Some(before), now } => {
            assert_eq!(what, "tool notes");
            assert_ne!(before, now);
            Decision::allow()
        }
        other => panic!("asked about {other:?}"),
    };
    let place = open_with(&servers(&["one"]), Box::new(decides)).await;
    place.host.start("one").await.unwrap();
    change(&place, "widened").await;
    for _ in 0..2 {
        place.call("one__notes", json!({"title": "x"})).await.unwrap();
    }
    let asked = place.asked.lock().unwrap().clone();
    // The start, and the definition.
    assert_eq!(asked.len(), 2);
    assert_eq!(standing(&place, "one__notes"), Some(Standing::Offered));
    // What was approved before is not what is approved now.
    change(&place, "back").await;
    assert!(matches!(standing(&place, "one__notes"), Some(Standing::Held(_))));
    change(&place, "widened").await;
    assert_eq!(standing(&place, "one__notes"), Some(Standing::Offered));
    assert!(
        place
            .host
            .forget(&place.caller, "one", Some((DefinitionKind::Tool, "notes")))
            .await
            .unwrap()
    );
    assert!(matches!(standing(&place, "one__notes"), Some(Standing::Held(_))));
    // What was approved by itself, by a person who was asked, and what was taken back.
    let about = |line: &AuditLine| match &line.event {
        AuditEvent::Decided(decided) => serde_json::to_value(decided.action).ok(),
        _ => None,
    };
    let actions: Vec<_> = place.record().iter().filter_map(about).collect();
    let of_definitions = actions.iter().filter_map(|action| action.as_str());
    let of_definitions: Vec<_> =
        of_definitions.filter(|it| it.starts_with("definition/")).collect();
    assert_eq!(of_definitions, ["definition/approve", "definition/approve", "definition/forget"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_is_gone() {
    let place = open(&servers(&["one"])).await;
    place.host.start("one").await.unwrap();
    change(&place, "removed").await;
    assert_eq!(standing(&place, "one__notes"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_approved_is_known_after_a_restart() {
    let place = open(&servers(&["one"])).await;
    place.host.start("one").await.unwrap();
    change(&place, "widened").await;
    // Started anew it is as it was at first, which is approved.
    place.host.stop("one").await.unwrap();
    place.host.start("one").await.unwrap();
    place.until(|place| standing(place, "one__notes") == Some(Standing::Offered)).await;
}
