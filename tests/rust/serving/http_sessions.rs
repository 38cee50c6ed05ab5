//! Sessions over Streamable HTTP.

use std::collections::HashSet;

use hostline::{
    auth::{BearerCheck, Principal, ProtectedResource},
    server::HttpOptions,
};
use serde_json::{Value, json};

use super::{
    MODERN, VERSIONS, able, obliging,
    web::{Reply, Site, WebClient, soon},
};

/// The versions whose sessions have a name, over this transport.
const SESSIONS: [&str; 3] = [VERSIONS[1], VERSIONS[2], VERSIONS[3]];
const CHANGED: &str = "notifications/tools/list_changed";

/// A call of the tool that tells that it waits, and goes on when it is let through.
fn pace(client: &mut WebClient) -> Value {
    let params = json!({"name": "pace", "_meta": {"progressToken": "pace"}});
    client.request("tools/call", params)
}

/// The next message and the id of its event.
async fn next(stream: &mut Reply) -> (Value, Option<String>) {
    loop {
        let event = stream.event().await.expect("the stream goes on");
        if !event.data.is_empty() {
            return (event.json(), event.id);
        }
    }
}

#[tokio::test]
async fn one_path_takes_post_and_get() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        assert_eq!(client.said("echo", json!({"text": "a"})).await, "a");
        assert_eq!(client.listen().status().await, 200, "{version}");
        let reply = client.listen().method("PUT").send().await;
        assert_eq!((reply.status, reply.header("allow")), (405, "GET, POST, DELETE"));
        assert_eq!(client.listen().target("/other").status().await, 404);
    }
}

#[tokio::test]
async fn a_notification_or_response_is_taken_with_202_and_no_body() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open_with(&site, version, able()).await;
        let call = client.call("think", json!({}));
        let mut stream = client.post(&call).send().await;
        let (question, _) = next(&mut stream).await;
        let answer = obliging(question["method"].as_str().unwrap(), &question["params"]);
        for message in [
            json!({"jsonrpc": "2.0", "method": "notifications/unknown"}),
            json!({"jsonrpc": "2.0", "id": question["id"], "result": answer}),
            json!({"jsonrpc": "2.0", "id": "nobody asked", "result": {}}),
        ] {
            let reply = client.post(&message).send().await;
            assert_eq!((reply.status, reply.header("content-type")), (202, ""), "{message}");
            assert_eq!(reply.text().await, "");
        }
        let answer = stream.messages().await.pop().unwrap();
        assert_eq!((&answer["id"], super::text(&answer["result"])), (&call["id"], "m"));
    }
}

#[tokio::test]
async fn a_notification_that_cannot_be_taken_gets_an_error_status() {
    let site = Site::open().await;
    for version in SESSIONS {
        let client = WebClient::open(&site, version).await;
        let note = json!({"jsonrpc": "2.0", "method": "notifications/unknown"});
        let post = client.post(&note);
        assert_eq!(post.clone().without("mcp-session-id").status().await, 400);
        assert_eq!(post.clone().header("mcp-session-id", "made-up").status().await, 404);
        assert_eq!(post.clone().header("content-type", "text/plain").status().await, 415);
        assert_eq!(post.clone().header("accept", "text/html").status().await, 406);
        for broken in ["", "{", "7", r#"{"jsonrpc":"2.0"}"#, r#"{"jsonrpc":"2.0","method":7}"#] {
            assert_eq!(post.clone().body(broken).status().await, 400, "{broken}");
        }
        let batch = post.body(json!([note]).to_string()).status().await;
        assert_eq!(batch, if version == VERSIONS[1] { 202 } else { 400 }, "{version}");
    }
}

#[tokio::test]
async fn a_request_is_answered_as_json_or_as_a_stream() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let call = client.call("echo", json!({"text": "a"}));
        let reply = client.post(&call).send().await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"));
        assert_eq!(reply.json().await["id"], call["id"]);
        let params = json!({"name": "count", "_meta": {"progressToken": 1}});
        let call = client.request("tools/call", params);
        let reply = client.post(&call).send().await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "text/event-stream"));
        let messages = reply.messages().await;
        assert_eq!(messages.len(), 4, "{messages:?}");
        assert_eq!(messages[3]["id"], call["id"]);
        // An error of the protocol is an answer as good as any.
        let unknown = client.answer("nothing/such", json!({})).await;
        assert_eq!(unknown["error"]["code"], -32601);
    }
}

#[tokio::test]
async fn get_opens_a_stream() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let mut stream = client.listen().send().await;
        assert_eq!((stream.status, stream.header("content-type")), (200, "text/event-stream"));
        client.said("grow", json!({"text": format!("of-{version}")})).await;
        assert_eq!(next(&mut stream).await.0["method"], CHANGED);
        let narrow = client.listen().header("accept", "application/json");
        assert_eq!(narrow.status().await, 406);
    }
}

#[tokio::test]
async fn get_without_a_session_is_refused_with_405() {
    let site = Site::open().await;
    for version in SESSIONS {
        let listen = WebClient::new(&site, version).listen();
        for ask in [listen.clone(), listen.header("mcp-protocol-version", version)] {
            let reply = ask.send().await;
            assert_eq!((reply.status, reply.header("allow")), (405, "POST"), "{version}");
        }
    }
}

#[tokio::test]
async fn no_answer_comes_on_the_standing_stream() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open_with(&site, version, able()).await;
        let standing = client.listen().send().await;
        client.said("echo", json!({"text": "a"})).await;
        client.said("count", json!({})).await;
        // The connection of this one breaks before it is answered.
        let paced = pace(&mut client);
        let mut broken = client.post(&paced).send().await;
        next(&mut broken).await;
        drop(broken);
        site.fixture.release();
        client.said("grow", json!({"text": format!("of-{version}")})).await;
        assert_eq!(client.end().status().await, 204);
        let messages = standing.messages().await;
        let methods: Vec<&Value> = messages.iter().map(|message| &message["method"]).collect();
        assert_eq!(methods, [CHANGED], "{version}");
    }
}

#[tokio::test]
async fn each_message_goes_out_on_one_stream_only() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let first = client.listen().send().await;
        // Of two connections to one stream the newer one has it.
        let second = client.listen().send().await;
        assert_eq!(soon(first.messages()).await, Vec::<Value>::new());
        let paced = pace(&mut client);
        let mut pacing = client.post(&paced).send().await;
        let mut seen = vec![next(&mut pacing).await.0];
        for tool in ["count", "log"] {
            let meta = json!({"progressToken": tool});
            let call = client.request("tools/call", json!({"name": tool, "_meta": meta}));
            seen.extend(client.post(&call).send().await.messages().await);
        }
        client.said("grow", json!({"text": format!("of-{version}")})).await;
        site.fixture.release();
        seen.extend(pacing.messages().await);
        assert_eq!(client.end().status().await, 204);
        let standing = second.messages().await;
        assert_eq!(standing.len(), 1, "{standing:?}");
        seen.extend(standing);
        let once: HashSet<String> = seen.iter().map(Value::to_string).collect();
        assert_eq!(once.len(), seen.len(), "{seen:?}");
        let of_token = |token: &str| {
            seen.iter().filter(|message| message["params"]["progressToken"] == token).count()
        };
        assert_eq!((of_token("pace"), of_token("count")), (1, 3), "{version}");
    }
}

#[tokio::test]
async fn ids_of_events_are_unique_in_a_session() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let mut ids = HashSet::new();
        let mut standing = client.listen().send().await;
        for round in 0..3 {
            let meta = json!({"progressToken": round});
            let call = client.request("tools/call", json!({"name": "count", "_meta": meta}));
            let mut stream = client.post(&call).send().await;
            while let Some(event) = stream.event().await {
                let id = event.id.expect("each event can be gone on from");
                assert!(ids.insert(id.clone()), "{version}: {id} comes twice");
            }
            client.said("grow", json!({"text": format!("of-{version}-{round}")})).await;
            let (_, id) = next(&mut standing).await;
            assert!(ids.insert(id.unwrap()), "{version}");
        }
    }
}

#[tokio::test]
async fn taking_up_a_stream_brings_nothing_of_another() {
    let site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let mut standing = client.listen().send().await;
        let paced = pace(&mut client);
        let mut broken = client.post(&paced).send().await;
        let (_, last) = next(&mut broken).await;
        drop(broken);
        let meta = json!({"progressToken": "count"});
        let call = client.request("tools/call", json!({"name": "count", "_meta": meta}));
        client.post(&call).send().await.messages().await;
        client.said("grow", json!({"text": format!("of-{version}")})).await;
        assert_eq!(next(&mut standing).await.0["method"], CHANGED);
        let resume = client.listen().also("last-event-id", last.unwrap());
        let resumed = resume.clone().send().await;
        site.fixture.release();
        let rest = resumed.messages().await;
        assert_eq!(rest.len(), 1, "{rest:?}");
        assert_eq!((&rest[0]["id"], super::text(&rest[0]["result"])), (&paced["id"], "paced"));
        // An id of nothing, and one of another session, are refused, and no session ends by that.
        let stranger = WebClient::open(&site, version).await;
        let name = stranger.session.as_deref().unwrap();
        for ask in
            [resume.header("mcp-session-id", name), client.listen().also("last-event-id", "x")]
        {
            assert_eq!(ask.status().await, 400, "{version}");
        }
    }
}

#[tokio::test]
async fn ids_of_sessions_are_visible_ascii() {
    let site = Site::open().await;
    let mut all = HashSet::new();
    for version in SESSIONS {
        for _ in 0..8 {
            let name = WebClient::open(&site, version).await.session.unwrap();
            assert!(name.len() >= 22, "{name} could be guessed");
            assert!(name.bytes().all(|byte| matches!(byte, 0x21..=0x7e)), "{name}");
            assert!(all.insert(name), "it is unique");
        }
    }
    // What failed has opened nothing.
    let mut client = WebClient::new(&site, SESSIONS[0]);
    let opening = client.request("initialize", json!({}));
    let reply = client.post(&opening).send().await;
    assert_eq!(reply.header("mcp-session-id"), "");
    assert_eq!(reply.json().await["error"]["code"], -32602);
}

#[tokio::test]
async fn a_session_that_has_ended_is_not_found() {
    let mut site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let other = WebClient::open(&site, version).await;
        let wait =
            client.request("tools/call", json!({"name": "wait", "_meta": {"progressToken": 1}}));
        let mut waiting = client.post(&wait).send().await;
        next(&mut waiting).await;
        assert_eq!(site.event().await, "began");
        assert_eq!(client.end().status().await, 204);
        assert_eq!(site.event().await, "dropped", "what runs in it ends with it");
        assert_eq!(waiting.messages().await, Vec::<Value>::new());
        let call = client.call("echo", json!({"text": "a"}));
        for ask in [client.post(&call), client.listen(), client.end()] {
            assert_eq!(ask.status().await, 404, "{version}");
        }
        let note = json!({"jsonrpc": "2.0", "method": "notifications/unknown"});
        assert_eq!(client.post(&note).status().await, 404);
        assert_eq!(other.listen().status().await, 200, "other sessions go on");
    }
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn a_version_header_that_is_invalid_or_unknown_is_refused_with_400() {
    let mut site = Site::open().await;
    for version in SESSIONS {
        let mut client = WebClient::open(&site, version).await;
        let call = client.call("echo", json!({"text": "a"}));
        for ask in [client.post(&call), client.listen(), client.end()] {
            for named in [b"2099-01-01".as_slice(), b"1.0", b"", b"\xff", MODERN.as_bytes()] {
                let ask = ask.clone().header("mcp-protocol-version", named);
                assert_eq!(ask.status().await, 400, "{version} {named:?}");
            }
            let two = ask.clone().also("mcp-protocol-version", "2099-01-01");
            assert_eq!(two.status().await, 400, "{version}");
        }
        assert!(site.fixture.events().is_empty(), "nothing has run");
        // Where it is missing, the session's own version counts.
        let bare = client.post(&call).without("mcp-protocol-version");
        assert_eq!(bare.status().await, 200, "{version}");
        assert_eq!(site.event().await, "echo");
    }
}

#[tokio::test]
async fn a_session_of_another_principal_is_not_found() {
    let resource = ProtectedResource::new("https://h.example/mcp").unwrap();
    let resource = resource.authorization_server("https://id.example").unwrap();
    let check = BearerCheck::custom(resource, |token| async move {
        Ok(Some(Principal::new("https://id.example", token.expose())))
    });
    let mut site = Site::with(HttpOptions::new().bearer(check)).await;
    for version in SESSIONS {
        let mut anna = WebClient::new(&site, version).with_token("anna");
        anna.begin().await;
        let mut bert = WebClient::new(&site, version).with_token("bert");
        bert.session.clone_from(&anna.session);
        let call = bert.call("echo", json!({"text": "a"}));
        for ask in [bert.post(&call), bert.listen(), bert.end()] {
            let reply = ask.send().await;
            assert_eq!(reply.status, 404, "{version}");
            let made_up = bert.end().header("mcp-session-id", "made-up").send().await;
            assert_eq!(reply.text().await, made_up.text().await, "it reads like none");
        }
        assert!(site.fixture.events().is_empty(), "nothing has run");
        let who: Value = serde_json::from_str(&anna.said("who", json!({})).await).unwrap();
        assert_eq!(who["subject"], "anna", "{version}");
    }
}
