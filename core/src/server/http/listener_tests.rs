//! Real sockets.

use std::{num::NonZeroUsize, time::Duration};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
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
