//! Clients over HTTP that mean harm, or are broken. Whatever they do is their own loss: a call of
//! somebody else goes through meanwhile.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use hostline::server::{Context, HttpOptions, NoArguments};
use http_body_util::{BodyExt, Full};
use hyper_server::{body::Incoming, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    sync::Notify,
    task::JoinSet,
};

use super::{
    LEGACY, MODERN, VERSIONS,
    fixture::Fixture,
    web::{Ask, Site, WebClient, soon},
};

/// How many messages the tool `flood` sends, of more than four kibibytes each.
const FLOOD: usize = 8 << 10;

fn most(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// Makes sure that somebody else is served.
async fn others_are_served(site: &Site) {
    for version in [LEGACY[3], MODERN] {
        let mut client = WebClient::open(site, version).await;
        assert_eq!(client.said("echo", json!({"text": "a"})).await, "a");
        if version != MODERN {
            assert_eq!(client.end().status().await, 204);
        }
    }
}

/// A call that would be served at once.
fn call(site: &Site) -> Ask {
    let mut client = WebClient::new(site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    client.post(&call)
}

async fn connect(site: &Site) -> TcpStream {
    TcpStream::connect(site.address()).await.unwrap()
}

/// All that comes until the server hangs up.
async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // Whether it hangs up politely does not matter.
    let _ = soon(stream.read_to_end(&mut text)).await;
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn requests_that_never_end_keep_nobody_waiting() {
    let site = Site::open().await;
    let whole = [call(&site).head(), b"{\"jsonrpc\"".to_vec()].concat();
    let mut open = Vec::new();
    for length in [0, 1, 10, whole.len() / 2, whole.len() - 12, whole.len()] {
        for _ in 0..20 {
            let mut stream = connect(&site).await;
            stream.write_all(&whole[..length]).await.unwrap();
            open.push(stream);
        }
    }
    others_are_served(&site).await;
}

#[tokio::test]
async fn a_body_that_does_not_come_in_time_is_given_up() {
    let options = HttpOptions::new().body_wait(Duration::from_millis(50));
    let mut site = Site::with(options).await;
    let mut stream = connect(&site).await;
    stream.write_all(&call(&site).head()).await.unwrap();
    let answer = rest(stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(site.fixture.events().is_empty(), "nothing has run");
    others_are_served(&site).await;
}

#[tokio::test]
async fn a_body_that_breaks_off_is_no_request() {
    let mut site = Site::open().await;
    let ask = call(&site);
    for body in [&b"{\"jsonrpc\":\"2.0\""[..], b""] {
        let mut stream = connect(&site).await;
        stream.write_all(&ask.head()).await.unwrap();
        stream.write_all(body).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = rest(stream).await;
        assert!(!answer.contains(" 200 "), "{answer}");
    }
    assert!(site.fixture.events().is_empty(), "nothing has run");
    others_are_served(&site).await;
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused_however_its_length_is_told() {
    let limit = 4 << 10;
    let mut site = Site::with(HttpOptions::new().body_limit(limit)).await;
    let mut client = WebClient::new(&site, MODERN);
    let padded = |client: &mut WebClient, length: usize| {
        let call = client.call("echo", json!({"text": ""}));
        let text = "a".repeat(length - call.to_string().len());
        let call = client.call("echo", json!({"text": text}));
        client.post(&call)
    };
    assert_eq!(padded(&mut client, limit - 8).status().await, 200);
    site.event().await;
    assert_eq!(padded(&mut client, limit + 1).status().await, 413);
    // Nothing of it needs to come.
    let huge = call(&site).body("").also("content-length", "999999999999");
    assert_eq!(huge.status().await, 413);
    // Nor is there an end to wait for.
    let mut stream = connect(&site).await;
    let endless = call(&site).body("").also("transfer-encoding", "chunked");
    stream.write_all(&endless.head()).await.unwrap();
    let piece = [b"1000\r\n".as_slice(), &[b' '; 0x1000], b"\r\n"].concat();
    for _ in 0..3 {
        // The server may have left already.
        let _ = stream.write_all(&piece).await;
    }
    let answer = rest(stream).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(site.fixture.events().is_empty(), "nothing has run");
    others_are_served(&site).await;
}

#[tokio::test]
async fn a_body_that_is_nested_too_deeply_is_refused() {
    let site = Site::open().await;
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let params = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{deep}}}}}"#
        );
        for body in [deep, params] {
            let status = call(&site).body(&body).status().await;
            assert_eq!(status, 400, "{}", &body[..40]);
        }
    }
    others_are_served(&site).await;
}

#[tokio::test]
async fn heads_that_are_too_long_or_ambiguous_are_refused() {
    let mut site = Site::open().await;
    let good = call(&site);
    let long = good.clone().also("x-long", "a".repeat(1 << 20));
    assert_eq!(long.status().await, 431);
    let many = (0..200).fold(good.clone(), |ask, at| ask.also(&format!("x-{at}"), "a"));
    assert_eq!(many.status().await, 431);
    let ask = good.clone().also("content-length", "5").also("content-length", "6");
    assert_eq!(ask.status().await, 400, "two lengths");
    let ask = good.clone().also("content-length", "-1");
    assert_eq!(ask.status().await, 400, "no length");
    let ask = good.clone().also("transfer-encoding", "chunked, identity");
    assert_eq!(ask.status().await, 400, "no end");
    for split in ["x-a\r\nx-b", "x a", "x-a:", ""] {
        let status = good.clone().also(split, "b").status().await;
        assert!([200, 400].contains(&status), "{split:?} {status}");
    }
    site.fixture.events();
    others_are_served(&site).await;
}

#[tokio::test]
async fn what_comes_after_a_body_is_not_taken_for_a_part_of_it() {
    let mut site = Site::open().await;
    // The second request hides where one of the two lengths says that the first goes on.
    let hidden = call(&site).head();
    let ask = call(&site)
        .also("transfer-encoding", "chunked")
        .also("content-length", (hidden.len() + 5).to_string())
        .body([b"0\r\n\r\n".as_slice(), &hidden].concat());
    let mut stream = connect(&site).await;
    stream.write_all(&[ask.head(), ask.bytes().to_vec()].concat()).await.unwrap();
    stream.shutdown().await.unwrap();
    let answer = rest(stream).await;
    assert!(!answer.contains(" 200 "), "{answer}");
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn requests_that_come_at_once_are_answered_in_their_order() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let mut stream = connect(&site).await;
    let calls: Vec<Value> =
        (0..20).map(|at| client.call("echo", json!({"text": at.to_string()}))).collect();
    let all: Vec<u8> = calls
        .iter()
        .map(|call| client.post(call))
        .flat_map(|post| [post.head(), post.bytes().to_vec()].concat())
        .collect();
    stream.write_all(&all).await.unwrap();
    let mut stream = BufReader::new(stream);
    for (at, call) in calls.iter().enumerate() {
        let reply = client.post(call).answered_on(stream).await;
        assert_eq!(reply.status, 200);
        let (text, rest) = reply.finish().await;
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&answer["id"], super::text(&answer["result"])),
            (&call["id"], &*at.to_string())
        );
        stream = rest;
    }
}

/// A server with tools that say more than any client wants to hear, and what tells that one is done.
async fn flooding() -> (Site, Arc<Notify>) {
    let done = Arc::new(Notify::new());
    let over = done.clone();
    let fixture = Fixture::with(|server| {
        let burst = |_: NoArguments, cx: Context| async move {
            (0..FLOOD).for_each(|step| say(&cx, step));
            "done"
        };
        let flood = move |_: NoArguments, cx: Context| {
            let done = done.clone();
            async move {
                for step in 0..FLOOD {
                    say(&cx, step);
                    if step % 64 == 0 {
                        tokio::task::yield_now().await;
                    }
                }
                done.notify_one();
                "done"
            }
        };
        server.tool("flood", "Says too much", flood).tool("burst", "Says it at once", burst)
    });
    (Site::of(fixture, HttpOptions::new()).await, over)
}

fn say(cx: &Context, step: usize) {
    let step = u32::try_from(step).unwrap();
    cx.progress(step.into(), None, Some(&"a".repeat(4 << 10)));
}

#[tokio::test]
async fn a_client_that_does_not_read_costs_little_and_still_gets_its_answer() {
    let (site, over) = flooding().await;
    for (version, tool) in [(VERSIONS[2], "flood"), (LEGACY[3], "flood"), (MODERN, "burst")] {
        let mut client = WebClient::open(&site, version).await;
        let params = json!({"name": tool, "_meta": {"progressToken": 1}});
        let flood = client.request("tools/call", params);
        // Only the head of the answer is read for now.
        let stream = client.post(&flood).send().await;
        if tool == "flood" {
            soon(over.notified()).await;
        }
        others_are_served(&site).await;
        let messages = stream.messages().await;
        let last = messages.last().unwrap();
        assert_eq!((&last["id"], super::text(&last["result"])), (&flood["id"], "done"));
        // What was kept is bounded by the buffers of the system and by a mebibyte of ours.
        assert!(messages.len() < FLOOD / 2, "{version}: {}", messages.len());
    }
}

#[tokio::test]
async fn sessions_beyond_the_limit_are_refused_while_all_others_are_in_use() {
    let options = HttpOptions::new().max_sessions(most(8), most(4));
    let site = Site::with(options).await;
    let mut open = Vec::new();
    let mut streams = Vec::new();
    for _ in 0..8 {
        let client = WebClient::open(&site, LEGACY[3]).await;
        streams.push(client.listen().send().await);
        open.push(client);
    }
    for _ in 0..20 {
        let mut client = WebClient::new(&site, LEGACY[3]);
        let opening = client.opening();
        let reply = client.post(&opening).send().await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"));
        assert_eq!(reply.header("mcp-session-id"), "");
    }
    for client in &mut open {
        assert_eq!(client.said("echo", json!({"text": "a"})).await, "a");
    }
    assert_eq!(open.pop().unwrap().end().status().await, 204);
    others_are_served(&site).await;
}

#[tokio::test]
async fn streams_beyond_the_limit_are_refused_and_requests_are_not() {
    let site = Site::with(HttpOptions::new().max_streams(most(3), most(3))).await;
    let mut client = WebClient::new(&site, MODERN);
    let listen = json!({"notifications": {"toolsListChanged": true}});
    let session = WebClient::open(&site, LEGACY[3]).await;
    let old = WebClient::new(&site, LEGACY[0]).listen().target("/sse");
    let listen = client.request("subscriptions/listen", listen);
    let asks = [client.post(&listen), session.listen(), old];
    let mut open = Vec::new();
    for ask in &asks {
        open.push(ask.clone().send().await);
    }
    assert!(open.iter().all(|reply| reply.status == 200));
    for ask in &asks {
        let reply = ask.clone().send().await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"));
    }
    others_are_served(&site).await;
    // Whoever leaves makes room; when it is seen, is the server's business.
    drop(open.pop());
    soon(async { while asks[2].clone().status().await == 503 {} }).await;
}

#[tokio::test]
async fn requests_beyond_the_limit_are_refused_until_there_is_room() {
    let mut site = Site::with(HttpOptions::new().max_requests(most(2))).await;
    let mut client = WebClient::new(&site, MODERN);
    let mut open = Vec::new();
    for _ in 0..2 {
        let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
        let wait = client.clone().request("tools/call", params);
        open.push(WebClient::new(&site, MODERN).post(&wait).send().await);
        assert_eq!(site.event().await, "began");
    }
    for _ in 0..20 {
        let reply = call(&site).send().await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"));
    }
    open.clear();
    assert_eq!((site.event().await, site.event().await), ("dropped".into(), "dropped".into()));
    assert_eq!(client.said("echo", json!({"text": "a"})).await, "a");
}

#[tokio::test]
async fn nothing_that_is_said_becomes_a_header_or_an_event() {
    let site = Site::open().await;
    let evil = "a\r\nset-cookie: evil=1\r\n\r\nevent: endpoint\ndata: /evil\n\n\u{2028}\u{85}\0";
    for version in [VERSIONS[1], LEGACY[3], MODERN] {
        let mut client = WebClient::open(&site, version).await;
        let encoded = format!("=?base64?{}?=", base64(evil));
        for (method, member) in
            [("tools/call", "name"), ("prompts/get", "name"), ("resources/read", "uri")]
        {
            let request = client.request(method, json!({member: evil}));
            let ask = client.post(&request).without("mcp-name").also("mcp-name", &encoded);
            let reply = ask.send().await;
            assert_eq!(reply.header("set-cookie"), "", "{version} {method}");
            assert!(
                [-32602, -32002].contains(&reply.json().await["error"]["code"].as_i64().unwrap())
            );
        }
        let params = json!({
            "name": "count", "_meta": {"progressToken": evil},
        });
        let request = client.request("tools/call", params);
        let mut stream = client.post(&request).send().await;
        let mut events = Vec::new();
        while let Some(event) = stream.event().await {
            assert_eq!(event.name, None, "{event:?}");
            events.extend((!event.data.is_empty()).then(|| event.json()));
        }
        assert_eq!(events.len(), 4, "{version}: {events:?}");
        assert_eq!(events[0]["params"]["progressToken"], evil);
        assert_eq!(client.said("echo", json!({"text": evil})).await, evil);
    }
}

fn base64(text: &str) -> String {
    use base64::{Engine, prelude::BASE64_STANDARD};
    BASE64_STANDARD.encode(text)
}

#[tokio::test]
async fn hanging_up_in_a_session_cancels_nothing_until_the_client_says_so() {
    let mut site = Site::open().await;
    for version in [VERSIONS[1], VERSIONS[2], LEGACY[3]] {
        let mut client = WebClient::open(&site, version).await;
        let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
        let wait = client.request("tools/call", params);
        let mut stream = client.post(&wait).send().await;
        assert_eq!(site.event().await, "began");
        assert_eq!(stream.message().await.unwrap()["method"], "notifications/progress");
        drop(stream);
        others_are_served(&site).await;
        let others: Vec<String> = site.fixture.events();
        assert!(others.iter().all(|event| event == "echo"), "{version}: {others:?}");
        let cancelled = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": {"requestId": wait["id"]},
        });
        assert_eq!(client.post(&cancelled).status().await, 202);
        assert_eq!(site.event().await, "dropped", "{version}");
    }
}

/// The whole answer to a request over HTTP/2, which must have been served.
async fn answer(
    request: impl Future<Output = hyper_server::Result<http::Response<Incoming>>>,
) -> bytes::Bytes {
    let response = soon(request).await.unwrap();
    assert_eq!(response.status(), 200);
    soon(response.into_body().collect()).await.unwrap().to_bytes()
}

#[tokio::test]
async fn over_http_2_requests_share_a_connection_and_end_alone() {
    let mut site = Site::open().await;
    let io = TokioIo::new(connect(&site).await);
    let (mut sender, connection) =
        http2::handshake::<_, _, Full<bytes::Bytes>>(TokioExecutor::new(), io).await.unwrap();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        // It ends with the test.
        let _ = connection.await;
    });
    let mut client = WebClient::new(&site, MODERN);
    let mut waiting = Vec::new();
    for token in ["one", "two"] {
        let params = json!({"name": "wait", "_meta": {"progressToken": token}});
        let wait = client.request("tools/call", params);
        let mut response = soon(sender.send_request(client.post(&wait).into_http())).await.unwrap();
        assert_eq!(site.event().await, "began");
        let piece = soon(response.body_mut().frame()).await.unwrap().unwrap();
        assert!(piece.into_data().unwrap().starts_with(b"data: "));
        waiting.push(response);
    }
    let calls: Vec<Value> =
        (0..10).map(|at| client.call("echo", json!({"text": at.to_string()}))).collect();
    for call in &calls {
        let text = answer(sender.send_request(client.post(call).into_http())).await;
        let message: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(message["id"], call["id"]);
        assert_eq!(site.event().await, "echo");
    }
    // Giving one answer up is cancelling that request, and no other.
    waiting.pop();
    assert_eq!(site.event().await, "dropped");
    let call = client.call("echo", json!({"text": "a"}));
    answer(sender.send_request(client.post(&call).into_http())).await;
    assert_eq!(site.event().await, "echo");
    assert!(site.fixture.events().is_empty());
    waiting.pop();
    assert_eq!(site.event().await, "dropped");
}
