//! The client over HTTP, against small servers on loopback.

use serde_json::{Value, json};

use super::{Client, ProtocolChoice};
use crate::{
    ErrorCode, Json,
    transport::http::test_server::{Answer, Seen, Server, answer, json as json_answer},
};

const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],
    "capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}"#;
const TOOLS: &str = r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[
    {"name":"query","inputSchema":{"type":"object",
        "properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}"#;
const ANSWERED: &str = r#"{"resultType":"complete","content":[]}"#;

/// A modern server whose tool wants its region repeated.
fn modern(seen: &Seen) -> Answer {
    let message: Value = serde_json::from_slice(&seen.body).expect("the client sends JSON");
    let id = &message["id"];
    let result = |text| json_answer(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{text}}}"#));
    match message["method"].as_str().unwrap_or_default() {
        "server/discover" => result(DISCOVERED),
        "tools/list" => result(TOOLS),
        _ if seen.header("mcp-param-region") == Some("eu") => result(ANSWERED),
        _ => {
            let error = r#"{"code":-32020,"message":"Header mismatch"}"#;
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
            answer(400, "application/json", text)
        }
    }
}

fn methods(server: &Server) -> Vec<String> {
    let name = |seen: &Seen| seen.header("mcp-method").unwrap_or_default().to_owned();
    server.seen().iter().map(name).collect()
}

#[tokio::test]
async fn a_call_whose_headers_the_server_misses_is_made_again_with_them() {
    let params = || Json::from(json!({"name": "query", "arguments": {"region": "eu"}}));
    for raw in [false, true] {
        let server = Server::start(|seen| async move { modern(&seen) }).await;
        let client = Client::connect(server.url.as_str()).await.unwrap();
        for _ in 0..2 {
            if raw {
                client.request("tools/call", Some(params())).await.unwrap();
            } else {
                client.call_tool("query", json!({"region": "eu"})).await.unwrap();
            }
        }
        let expected = ["server/discover", "tools/call", "tools/list", "tools/call", "tools/call"];
        assert_eq!(methods(&server), expected);
    }
}

#[tokio::test]
async fn where_only_the_modern_version_will_do_the_refusal_is_the_cause() {
    let server = Server::start(|_| async { answer(404, "", "") }).await;
    let builder = Client::builder().protocol(ProtocolChoice::Modern);
    let error = builder.connect(server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnsupportedVersion);
    let cause = std::error::Error::source(&error).unwrap();
    assert!(cause.to_string().contains("404"), "{cause}");
}

#[tokio::test]
async fn a_list_ends_at_its_limit_of_bytes_however_many_pages_it_has() {
    let page = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |seen| {
        let message: Value = serde_json::from_slice(&seen.body).expect("the client sends JSON");
        let number = page.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let result = match message["method"].as_str() {
            Some("server/discover") => serde_json::from_str(DISCOVERED).expect("JSON"),
            _ => json!({"tools": [], "nextCursor": number.to_string()}),
        };
        let reply = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
        std::future::ready(json_answer(reply.to_string()))
    })
    .await;
    let client = Client::connect(server.url.as_str()).await.unwrap();
    let error = client.list_tools().max_bytes(200).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
    assert!(server.seen().len() < 12, "{}", server.seen().len());
}

#[tokio::test]
async fn a_call_whose_result_cannot_be_read_may_have_run() {
    let server = Server::start(|seen| async move {
        let message: Value = serde_json::from_slice(&seen.body).expect("the client sends JSON");
        match message["method"].as_str() {
            Some("tools/call") => {
                let result = 3;
                let reply = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
                json_answer(reply.to_string())
            }
            _ => modern(&seen),
        }
    })
    .await;
    let client = Client::connect(server.url.as_str()).await.unwrap();
    let error = client.call_tool("query", json!({})).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Protocol);
    assert!(error.may_have_run());
}

#[tokio::test]
async fn a_call_is_checked_again_against_the_tool_that_the_server_has_now() {
    let lists = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |seen| {
        let message: Value = serde_json::from_slice(&seen.body).expect("the client sends JSON");
        let schema = || json!({"$schema": "https://unknown.example/", "type": "object"});
        let answer = match message["method"].as_str() {
            Some("tools/list") => {
                let later = lists.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0;
                let mut tool = json!({"name": "query", "inputSchema": {"type": "object"}});
                if later {
                    tool["outputSchema"] = schema();
                }
                let result = json!({"tools": [tool]});
                let reply = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
                json_answer(reply.to_string())
            }
            _ => modern(&seen),
        };
        std::future::ready(answer)
    })
    .await;
    let builder = Client::builder().strict_schemas(true);
    let client = builder.connect(server.url.as_str()).await.unwrap();
    let error = client.call_tool("query", json!({"region": "eu"})).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert_eq!(methods(&server).iter().filter(|method| *method == "tools/call").count(), 1);
}
