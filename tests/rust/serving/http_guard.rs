//! Whom a server over HTTP listens to, before it reads what they say.

use hostline::server::HttpOptions;
use serde_json::json;

use super::{
    LEGACY, MODERN, VERSIONS,
    web::{Ask, Site, WebClient},
};

/// A first request of each version that would be served.
fn openings(site: &Site) -> Vec<Ask> {
    let opening = |version| {
        let mut client = WebClient::new(site, version);
        let request = match version {
            MODERN => client.call("echo", json!({"text": "a"})),
            _ => client.opening(),
        };
        client.post(&request)
    };
    VERSIONS.into_iter().map(opening).collect()
}

#[tokio::test]
async fn an_origin_that_is_not_allowed_is_refused() {
    let options = HttpOptions::new().allow_origin("https://app.example.com");
    let mut site = Site::with(options).await;
    for ask in openings(&site) {
        for origin in [
            "https://evil.example",
            "https://app.example.com.evil.example",
            "http://app.example.com",
            "https://app.example.com:8443",
            "https://localhost.evil.example",
            "null",
            "file://",
            "",
        ] {
            assert_eq!(ask.clone().header("origin", origin).status().await, 403, "{origin}");
        }
        let two = ask.clone().also("origin", "http://localhost").also("origin", "http://evil");
        assert_eq!(two.status().await, 403);
    }
    assert!(site.fixture.events().is_empty(), "nothing has run");
    for ask in openings(&site) {
        for origin in ["https://app.example.com", "http://localhost:3000", "http://127.0.0.1"] {
            assert_eq!(ask.clone().header("origin", origin).status().await, 200, "{origin}");
        }
    }
}

#[tokio::test]
async fn a_host_that_is_not_allowed_is_refused() {
    let site = Site::with(HttpOptions::new().allow_host("mcp.example.com:8443")).await;
    let port = site.address().port();
    for ask in openings(&site) {
        for host in [
            "evil.example",
            "mcp.example.com",
            "mcp.example.com:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost@evil.example",
        ] {
            assert_eq!(ask.clone().header("host", host).status().await, 403, "{host}");
        }
        // What a request says as if to a proxy counts as well.
        let elsewhere = ask.clone().target("http://evil.example/mcp");
        assert_eq!(elsewhere.status().await, 403);
        for host in [format!("localhost:{port}"), "[::1]".into(), "mcp.example.com:8443".into()] {
            assert_eq!(ask.clone().header("host", &host).status().await, 200, "{host}");
        }
    }
}

#[tokio::test]
async fn the_old_stream_is_guarded_too() {
    let site = Site::open().await;
    let stream = WebClient::new(&site, LEGACY[0]).listen().target("/sse");
    let mut opened = stream.clone().send().await;
    let messages = opened.event().await.unwrap().data;
    let mut client = WebClient::new(&site, LEGACY[0]);
    let opening = client.opening();
    let message = client.post(&opening).target(&messages);
    for ask in [stream, message.clone()] {
        for (name, value) in [("origin", "https://evil.example"), ("host", "evil.example")] {
            assert_eq!(ask.clone().header(name, value).status().await, 403, "{name}");
        }
    }
    assert_eq!(message.status().await, 202);
}

#[tokio::test]
async fn an_origin_that_is_not_allowed_is_refused_with_403() {
    let site = Site::open().await;
    for version in [LEGACY[3], MODERN] {
        let mut client = WebClient::open(&site, version).await;
        let call = client.call("echo", json!({"text": "a"}));
        let asks = [client.post(&call), client.listen(), client.end(), client.end().method("PUT")];
        for ask in asks {
            let reply = ask.header("origin", "https://evil.example").send().await;
            assert_eq!(reply.status, 403, "{version}");
            let error = reply.json().await;
            assert_eq!(error["error"]["code"], -32600);
            assert_eq!(error.get("id"), None, "{error}");
        }
        assert_eq!(client.said("echo", json!({"text": "a"})).await, "a", "nothing has ended");
    }
}
