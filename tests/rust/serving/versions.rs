//! Which versions a modern request may name.

use hostline::server::HttpOptions;
use serde_json::{Value, json};

use super::{
    LEGACY, MODERN, VERSIONS,
    audit::META_VERSION,
    fixture::Fixture,
    raw::RawClient,
    web::{Site, WebClient},
};

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
            assert_eq!(named_in(&error["data"]["supported"]), VERSIONS, "{named} {method}");
        }
    }
    assert!(fixture.events().is_empty(), "a tool ran");
    client.close().await;
}

#[tokio::test]
async fn a_version_that_is_switched_off_is_refused_like_an_unknown_one() {
    for (options, spoken) in
        [(HttpOptions::new(), VERSIONS.to_vec()), (HttpOptions::new().modern_only(), vec![MODERN])]
    {
        let mut site = Site::with(options).await;
        let mut client = WebClient::new(&site, MODERN);
        for named in [LEGACY[1], LEGACY[3], "1999-01-01"] {
            let params = json!({"name": "echo", "arguments": {"text": "a"}});
            let mut request = client.request("tools/call", params);
            request["params"]["_meta"][META_VERSION] = named.into();
            let reply = client.post(&request).header("mcp-protocol-version", named).send().await;
            assert_eq!(reply.status, 400, "{named}");
            let error = &reply.json().await["error"];
            assert_eq!(error["code"], -32022, "{named}: {error}");
            assert_eq!(named_in(&error["data"]["supported"]), spoken, "{named}");
        }
        let discovered = client.answer("server/discover", json!({})).await;
        assert_eq!(named_in(&discovered["result"]["supportedVersions"]), spoken);
        assert!(site.fixture.events().is_empty(), "a tool ran");
    }
}

/// The versions of a list, oldest first.
fn named_in(list: &Value) -> Vec<&str> {
    let mut versions: Vec<&str> =
        list.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    versions.sort_unstable();
    versions
}
