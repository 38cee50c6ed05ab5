//! What the configuration says of a server, changed while the server is connected.

use std::fs;

use hostline::host::{Direction, TapEvent};
use serde_json::json;

use super::support::{Place, open};
use crate::cli::support::program;

/// A demonstration server, of which something more is said.
fn config(more: &str) -> String {
    let program = program();
    format!(
        "[servers.demo]\ncommand = ['{}', 'demo-server']\n{more}\n\
         [[policy]]\nname = 'all'\neffect = 'allow'\naction = ['call-tool', 'roots']\n",
        program.display()
    )
}

async fn rewrite(place: &Place, more: &str) {
    let file = place.folder.path().join("hostline.toml");
    fs::write(file, format!("version = 1\n{}", config(more))).unwrap();
    place.host.reload().await.unwrap();
}

async fn roots(place: &Place) -> String {
    let told = place.call("demo__ask-roots", json!({})).await.unwrap();
    serde_json::to_string(&told.content).unwrap()
}

/// How often the server was asked what it is, as long as it has one tap.
fn connections(place: &Place) -> usize {
    let entries = place.host.tap("demo").unwrap().entries();
    let is_question = |event: &TapEvent| match event {
        TapEvent::Message { direction: Direction::Sent, method: Some(method), .. } => {
            matches!(&**method, "server/discover" | "initialize")
        }
        _ => false,
    };
    entries.iter().filter(|entry| is_question(&entry.event)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_of_a_server_changes_while_it_goes_on() {
    let place = open(&config("roots = ['/proj/one']")).await;
    place.host.start("demo").await.unwrap();
    assert!(roots(&place).await.contains("file:///proj/one"));
    let has = |tool: &str| place.offered().iter().any(|offered| offered == tool);
    assert!(has("demo__add"));
    let tap = place.host.tap("demo").unwrap().entries().len();

    rewrite(&place, "roots = ['/proj/two']\ntools = { off = ['add'] }").await;
    assert!(!has("demo__add") && has("demo__ask-roots"));
    assert!(place.call("demo__add", json!({"a": 1, "b": 2})).await.is_err());
    let told = roots(&place).await;
    assert!(told.contains("file:///proj/two") && !told.contains("one"), "{told}");
    assert_eq!(connections(&place), 1, "the server goes on");
    assert!(place.host.tap("demo").unwrap().entries().len() > tap);

    rewrite(&place, "posture = 'block'").await;
    assert!(place.call("demo__ask-roots", json!({})).await.is_err());
    rewrite(&place, "").await;
    place.call("demo__add", json!({"a": 1, "b": 2})).await.unwrap();
    // Without roots, and nobody who has any, the server hears that it cannot ask.
    assert!(place.call("demo__ask-roots", json!({})).await.is_err());
}
