//! What a modern server says of itself.

use serde_json::json;

use super::{MODERN, VERSIONS, fixture::Fixture, raw::RawClient};

#[tokio::test(start_paused = true)]
async fn versions_abilities_and_identity_are_told() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let found = client.result("server/discover", json!({})).await;
    let versions = found["supportedVersions"].as_array().unwrap();
    for version in VERSIONS {
        assert!(versions.contains(&json!(version)), "{versions:?}");
    }
    for ability in ["tools", "resources", "prompts", "logging", "completions"] {
        assert!(found["capabilities"][ability].is_object(), "{ability}: {found}");
    }
    assert_eq!(found["instructions"], "Ask for anything.");
    let who = &found["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&who["name"], &who["version"]), (&json!("fixture"), &json!("1.0")));
    assert_eq!(who["title"], "Fixture");
    client.close().await;
}
