//! Real sockets.

use std::{num::NonZeroUsize, sync::atomic::Ordering, time::Duration};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

use super::{
    HttpOptions, HttpServer,
    bench::{Ask, Handlers, server},
};
use crate::{
    Client, Version,
    client::{ProtocolChoice, Target},
};

struct Running {
    server: HttpServer,
    handlers: Handlers,
}

async fn run(options: HttpOptions) -> Running {
    let handlers = Handlers::default();
    let handle = server(&handlers).build().unwrap();
    let server = handle.bind_http(0, options).await.unwrap();
    Running { server, handlers }
}

impl Running {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.server.address()).await.unwrap()
    }

    fn url(&self) -> String {
        format!("http://{}/mcp", self.server.address())
    }
}

/// A request as bytes.
fn bytes(ask: &Ask) -> Vec<u8> {
    let mut text = format!("{} {} HTTP/1.1\r\n", ask.method, ask.path).into_bytes();
    for (name, value) in &ask.headers {
        text.extend_from_slice(format!("{name}: {}\r\n", value.to_str().unwrap()).as_bytes());
    }
    text.extend_from_slice(format!("content-length: {}\r\n\r\n", ask.body.len()).as_bytes());
    text.extend_from_slice(&ask.body);
    text
}

/// Reads until the text holds this.
async fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let mut text = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let read = stream.read(&mut piece).await.unwrap();
        text.extend_from_slice(&piece[..read]);
        let so_far = String::from_utf8_lossy(&text);
        assert!(read > 0 || so_far.contains(wanted), "ended: {so_far}");
        if so_far.contains(wanted) {
            return so_far.into_owned();
        }
    }
}

#[tokio::test]
async fn our_own_client_is_served_in_every_version_that_has_http() {
    let running = run(HttpOptions::new()).await;
    for version in Version::ALL {
        let path = if version == Version::V2024_11_05 { "/sse" } else { "/mcp" };
        let url = format!("http://{}{path}", running.server.address());
        let builder = Client::builder().protocol(ProtocolChoice::Exact(version));
        let client = builder.connect(Target::parse(&url).unwrap()).await.unwrap();
        let result = client.call_tool("echo", json!({"text": "hello"})).await.unwrap();
        assert_eq!(result.text(), "hello", "{version}");
        client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_client_that_hangs_up_on_a_stream_cancels_its_request() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    let params = json!({"name": "report", "arguments": {}, "_meta": {"progressToken": 1}});
    stream.write_all(&bytes(&Ask::modern("tools/call", params))).await.unwrap();
    read_until(&mut stream, "notifications/progress").await;
    assert_eq!(running.handlers.dropped(), 0);
    drop(stream);
    running.handlers.until_dropped(1).await;
}

#[tokio::test]
async fn a_client_that_hangs_up_before_the_first_byte_cancels_too() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    stream.write_all(&bytes(&Ask::call("wait"))).await.unwrap();
    running.handlers.until_begun(1).await;
    drop(stream);
    running.handlers.until_dropped(1).await;
}

#[tokio::test]
async fn a_request_that_is_broken_off_harms_nobody() {
    let running = run(HttpOptions::new()).await;
    let whole = bytes(&Ask::call("whoami"));
    for end in [10, whole.len() / 2, whole.len() - 1] {
        let mut stream = running.connect().await;
        stream.write_all(&whole[..end]).await.unwrap();
    }
    let mut stream = running.connect().await;
    stream.write_all(&whole).await.unwrap();
    read_until(&mut stream, "nobody").await;
    // The connection can be used again.
    stream.write_all(&whole).await.unwrap();
    read_until(&mut stream, "nobody").await;
}

#[tokio::test]
async fn beyond_the_limit_of_connections_a_client_is_told_to_come_later() {
    let one = NonZeroUsize::new(1).unwrap();
    let running = run(HttpOptions::new().max_connections(one)).await;
    let mut first = running.connect().await;
    first.write_all(&bytes(&Ask::call("whoami"))).await.unwrap();
    read_until(&mut first, "nobody").await;
    let mut second = running.connect().await;
    let mut text = String::new();
    second.read_to_string(&mut text).await.unwrap();
    assert!(text.starts_with("HTTP/1.1 503"), "{text}");
    drop(first);
    loop {
        let mut third = running.connect().await;
        // The refusal may come before the request is read.
        let _ = third.write_all(&bytes(&Ask::call("whoami"))).await;
        let mut piece = [0; 12];
        if third.read_exact(&mut piece).await.is_ok() && piece.ends_with(b"200") {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_says_nothing_or_half_of_a_head_is_left() {
    let running = run(HttpOptions::new()).await;
    for half in ["", "P", "PRI * HT", "POST /mcp HTTP/1.1\r\nhost: local"] {
        let mut stream = running.connect().await;
        stream.write_all(half.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        // Whether it ends in order or is broken off, it ends.
        let _ = stream.read_to_end(&mut rest).await;
        assert!(!rest.starts_with(b"HTTP/1.1 2"), "{half:?}");
    }
}

#[tokio::test]
async fn a_head_beyond_its_limit_is_refused() {
    let running = run(HttpOptions::new()).await;
    for (length, status) in [(32 << 10, "200"), (96 << 10, "431")] {
        let mut stream = running.connect().await;
        let ask = Ask::call("whoami").with("x-long", &"a".repeat(length));
        // The refusal may come before all of it is sent.
        let _ = stream.write_all(&bytes(&ask)).await;
        let text = read_until(&mut stream, "\r\n").await;
        assert_eq!(text.split(' ').nth(1), Some(status));
    }
}

#[tokio::test]
async fn what_is_running_may_end_before_the_server_does() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    stream.write_all(&bytes(&Ask::call("wait"))).await.unwrap();
    running.handlers.until_begun(1).await;
    let address = running.server.address();
    let handlers = running.handlers;
    let ending = running.server.shut_down(Duration::from_secs(30));
    let finishing = async {
        // No more connections are taken in.
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        handlers.go.notify_one();
        read_until(&mut stream, "done").await
    };
    tokio::join!(ending, finishing);
}

#[tokio::test(start_paused = true)]
async fn what_does_not_end_in_time_is_dropped() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    stream.write_all(&bytes(&Ask::call("wait"))).await.unwrap();
    running.handlers.until_begun(1).await;
    let handlers = running.handlers;
    running.server.shut_down(Duration::from_secs(5)).await;
    handlers.until_dropped(1).await;
}

#[tokio::test]
async fn an_address_in_use_is_an_error_that_names_it() {
    let running = run(HttpOptions::new()).await;
    let handle = server(&Handlers::default()).build().unwrap();
    let address = running.server.address();
    let error = handle.bind_http(address, HttpOptions::new()).await.unwrap_err();
    assert!(error.to_string().contains(&address.to_string()), "{error}");
    assert!(running.url().starts_with("http://127.0.0.1:"));
}

/// Waits until something is so, while time passes.
async fn until(what: impl Fn() -> bool) {
    for _ in 0..3600 {
        if what() {
            return;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    panic!("it never comes");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_reads_does_not_keep_its_connection() {
    let one = NonZeroUsize::new(1).unwrap();
    let running = run(HttpOptions::new().max_connections(one)).await;
    let mut greedy = running.connect().await;
    let text = bytes(&Ask::modern("server/discover", json!({})));
    // Nothing is ever read, until the server cannot write any more and takes nothing more.
    let flood = async { while greedy.write_all(&text).await.is_ok() {} };
    assert!(timeout(Duration::from_mins(10), flood).await.is_ok(), "it is still there");
    let mut other = running.connect().await;
    other.write_all(&text).await.unwrap();
    read_until(&mut other, "HTTP/1.1 200").await;
}

/// A frame of HTTP/2 (RFC 9113, section 4.1).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// How a client over HTTP/2 begins that says that it takes nothing of any answer.
fn without_a_window() -> Vec<u8> {
    let mut text = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    // SETTINGS_INITIAL_WINDOW_SIZE is zero.
    text.extend(frame(4, 0, 0, &[0, 4, 0, 0, 0, 0]));
    text
}

/// A request over HTTP/2.
fn frames(stream: u32, ask: &Ask) -> Vec<u8> {
    let length = ask.body.len().to_string();
    let mut fields = vec![(":method", "POST"), (":scheme", "http"), (":path", &*ask.path)];
    fields.extend([(":authority", "localhost"), ("content-length", &length)]);
    let named = ask.headers.iter().filter(|(name, _)| *name != "host");
    fields.extend(named.map(|(name, value)| (name.as_str(), value.to_str().unwrap())));
    let mut block = Vec::new();
    for (name, value) in fields {
        // A literal field that is not indexed (RFC 7541, section 6.2.2).
        block.push(0);
        for part in [name, value] {
            block.push(u8::try_from(part.len()).unwrap());
            block.extend(part.as_bytes());
        }
    }
    let mut text = frame(1, 4, stream, &block);
    text.extend(frame(0, 1, stream, &ask.body));
    text
}

/// Answers pings until the connection ends, and notes which streams the server resets.
async fn stay(stream: &mut TcpStream, reset: &mut Vec<u32>) {
    let mut head = [0; 9];
    while stream.read_exact(&mut head).await.is_ok() {
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        stream.read_exact(&mut payload).await.unwrap();
        if head[3] == 3 {
            reset.push(u32::from_be_bytes(head[5..].try_into().unwrap()));
        }
        let is_ping = head[3] == 6 && head[4] == 0;
        if is_ping && stream.write_all(&frame(6, 1, 0, &payload)).await.is_err() {
            return;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_takes_nothing_of_a_stream_loses_it_and_then_its_connection() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    let params = json!({"name": "report", "arguments": {}, "_meta": {"progressToken": 1}});
    let ask = Ask::modern("tools/call", params);
    stream.write_all(&[without_a_window(), frames(1, &ask)].concat()).await.unwrap();
    let losing = async {
        until(|| running.handlers.begun.load(Ordering::SeqCst) == 1).await;
        let begin = Instant::now();
        until(|| running.handlers.dropped() == 1).await;
        let lost = begin.elapsed();
        assert!((30..60).contains(&lost.as_secs()), "{lost:?}");
    };
    let begin = Instant::now();
    let mut reset = Vec::new();
    tokio::join!(stay(&mut stream, &mut reset), losing);
    assert_eq!(reset, [1]);
    assert!((2..10).contains(&(begin.elapsed().as_secs() / 60)), "{:?}", begin.elapsed());
}

fn large(bytes: usize, meta: &serde_json::Value) -> Ask {
    let params = json!({"name": "large", "arguments": {"bytes": bytes}, "_meta": meta});
    Ask::modern("tools/call", params)
}

/// The status of a request by another client.
async fn status_for_another(running: &Running) -> String {
    let mut stream = running.connect().await;
    let ask = Ask::modern("server/discover", json!({}));
    stream.write_all(&bytes(&ask)).await.unwrap();
    let text = read_until(&mut stream, "\r\n").await;
    text.split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test(start_paused = true)]
async fn a_large_answer_counts_until_its_client_has_taken_it_or_it_is_given_up() {
    let one = NonZeroUsize::new(1).unwrap();
    let running = run(HttpOptions::new().max_requests(one)).await;
    let mut stream = running.connect().await;
    let ask = large(1 << 20, &json!({}));
    stream.write_all(&[without_a_window(), frames(1, &ask)].concat()).await.unwrap();
    let losing = async {
        while status_for_another(&running).await != "503" {}
        let begin = Instant::now();
        while status_for_another(&running).await != "200" {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        let lost = begin.elapsed();
        assert!((25..60).contains(&lost.as_secs()), "{lost:?}");
    };
    let mut reset = Vec::new();
    tokio::join!(stay(&mut stream, &mut reset), losing);
    assert_eq!(reset, [1]);
}

#[tokio::test(start_paused = true)]
async fn small_answers_that_a_client_does_not_take_are_given_up() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    let ask = Ask::modern("server/discover", json!({}));
    stream.write_all(&without_a_window()).await.unwrap();
    let mut reset = Vec::new();
    // As long as something comes, the connection is not idle.
    for number in 0..10 {
        stream.write_all(&frames(2 * number + 1, &ask)).await.unwrap();
        let staying = stay(&mut stream, &mut reset);
        assert!(timeout(Duration::from_secs(20), staying).await.is_err(), "the connection ended");
    }
    assert!(reset.starts_with(&[1, 3, 5]) && !reset.contains(&19), "{reset:?}");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_reads_slowly_gets_all_of_its_answer() {
    let running = run(HttpOptions::new()).await;
    for meta in [json!({}), json!({"progressToken": 1})] {
        let mut stream = running.connect().await;
        let size = 40 << 20;
        stream.write_all(&bytes(&large(size, &meta))).await.unwrap();
        let begin = Instant::now();
        let mut piece = vec![0; 160 << 10];
        let mut read = 0;
        while read < size {
            let length = stream.read(&mut piece).await.unwrap();
            assert!(length > 0, "{read} bytes in {:?} of {meta}", begin.elapsed());
            read += length;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        assert!(begin.elapsed() > Duration::from_mins(4), "{:?}", begin.elapsed());
    }
}

#[tokio::test]
async fn a_server_that_ends_leaves_the_others_of_its_handle_alone() {
    let handle = server(&Handlers::default()).build().unwrap();
    let listen = Ask::modern("subscriptions/listen", json!({"notifications": {}}));
    let mut streams = Vec::new();
    let mut servers = Vec::new();
    for _ in 0..2 {
        let server = handle.bind_http(0, HttpOptions::new()).await.unwrap();
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(&bytes(&listen)).await.unwrap();
        read_until(&mut stream, "acknowledged").await;
        streams.push(stream);
        servers.push(server);
    }
    servers.remove(0).shut_down(Duration::from_secs(30)).await;
    read_until(&mut streams[0], "\"result\"").await;
    handle.tools_changed();
    let mut again = TcpStream::connect(servers[0].address()).await.unwrap();
    let asks = json!({"notifications": {"toolsListChanged": true}});
    let listen = Ask::modern("subscriptions/listen", asks);
    again.write_all(&bytes(&listen)).await.unwrap();
    read_until(&mut again, "acknowledged").await;
    handle.tools_changed();
    read_until(&mut again, "list_changed").await;
}

#[tokio::test]
async fn what_is_running_over_http_and_sse_may_end_too() {
    let running = run(HttpOptions::new()).await;
    let mut stream = running.connect().await;
    stream.write_all(&bytes(&Ask::new(http::Method::GET).at("/sse"))).await.unwrap();
    let text = read_until(&mut stream, "\n\n").await;
    let (_, rest) = text.split_once("data: ").unwrap();
    let address = rest.split_whitespace().next().unwrap();
    let initialize = json!({"protocolVersion": "2024-11-05", "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"}});
    let wait = json!({"name": "wait", "arguments": {}});
    let mut poster = running.connect().await;
    for (id, method, params) in [(1, "initialize", initialize), (2, "tools/call", wait)] {
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        poster.write_all(&bytes(&Ask::post(body).at(address))).await.unwrap();
        read_until(&mut poster, "202").await;
    }
    running.handlers.until_begun(1).await;
    let handlers = running.handlers;
    let address = running.server.address();
    let ending = running.server.shut_down(Duration::from_secs(30));
    let finishing = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        handlers.go.notify_one();
        read_until(&mut stream, "done").await;
        drop(poster);
    };
    tokio::join!(ending, finishing);
}
