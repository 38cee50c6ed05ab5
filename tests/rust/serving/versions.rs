//! Which versions a modern request may name.

use serde_json::json;

use super::{LEGACY, MODERN, VERSIONS, audit::META_VERSION, fixture::Fixture, raw::RawClient};

#[tokio::test(start_paused = true)]
async fn an_unknown_version_is_refused_with_those_that_are_spoken() {
    let mut fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    for named in ["1999-01-01", "2031-01-01", "", "latest", LEGACY[0], LEGACY[3]] {
        for method in ["server/discover", "tools/call", "nothing/such"] {
            let params = json!({
                "name": "echo", "arguments": {"text": "a"}, "_meta": {META_VERSION: named},
            });
            let error = client.error(method, params).await;
            assert_eq!(error["code"], -32022, "{named} {method}: {error}");
            assert_eq!(error["data"]["requested"], named, "{method}");
            let mut spoken: Vec<&str> = error["data"]["supported"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|v| v.as_str())
                .collect();
            spoken.sort_unstable();
            assert_eq!(spoken, VERSIONS, "{named} {method}");
        }
    }
    assert!(fixture.events().is_empty(), "a tool ran");
    client.close().await;
}
