//! How connections end, by the client's side and by ours, with time that is held.

use std::{future::pending, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex, split},
    task::{JoinHandle, JoinSet, yield_now},
    time::{Instant, sleep},
};

use super::*;
use crate::{error::Result, model::ElicitFormParams, transport::stream};

/// What the documentation promises a client that has closed its end.
const LAST_REPLIES: Duration = Duration::from_secs(5);

fn server() -> ServerHandle {
    Server::new("slow", "1.0")
        .tool("slow", "Takes a second", |_: NoArguments, _: Context| async {
            sleep(Duration::from_secs(1)).await;
            "done"
        })
        .tool("endless", "Never ends", |_: NoArguments, _: Context| pending::<&str>())
        .tool("ask", "Asks", |_: NoArguments, cx: Context| async move {
            let schema = json!({"type": "object", "properties": {}});
            let answer = cx.elicit("who", ElicitFormParams::new("Who?", schema)).await;
            if answer.is_err() { "nobody answers" } else { "somebody answers" }
        })
        .offers_tools()
        .build()
        .unwrap()
}

/// A client that says what it wants to, over streams in memory.
struct Client {
    reader: Lines<BufReader<tokio::io::ReadHalf<DuplexStream>>>,
    writer: tokio::io::WriteHalf<DuplexStream>,
    serving: JoinSet<Result<()>>,
}

impl Client {
    fn join(server: &ServerHandle) -> Self {
        let (near, far) = duplex(1 << 16);
        let server = server.clone();
        let mut serving = JoinSet::new();
        serving.spawn(async move { server.serve(stream::split(far)).await });
        let (reader, writer) = split(near);
        Self { reader: BufReader::new(reader).lines(), writer, serving }
    }

    async fn say(&mut self, message: &Value) {
        self.writer.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn request(&mut self, id: u32, method: &str, mut params: Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "client", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(&request).await;
    }

    async fn call(&mut self, id: u32, tool: &str) {
        self.request(id, "tools/call", json!({"name": tool, "arguments": {}})).await;
    }

    async fn next(&mut self) -> Option<Value> {
        let line = self.reader.next_line().await.unwrap()?;
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The text of the next message, which must be a tool's result.
    async fn text(&mut self) -> String {
        let answer = self.next().await.expect("an answer comes");
        answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    }

    async fn ended(&mut self) {
        self.serving.join_next().await.unwrap().unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn what_runs_when_the_client_closes_its_end_is_answered() {
    let mut client = Client::join(&server());
    client.call(1, "slow").await;
    client.writer.shutdown().await.unwrap();
    let closed = Instant::now();
    assert_eq!(client.text().await, "done");
    assert_eq!(client.next().await, None);
    client.ended().await;
    assert_eq!(closed.elapsed().as_secs(), 1, "it ends with the last request");
}

#[tokio::test(start_paused = true)]
async fn what_never_ends_keeps_no_reply_and_keeps_the_connection_no_longer_than_promised() {
    let mut client = Client::join(&server());
    client.call(1, "endless").await;
    client.call(2, "slow").await;
    client.writer.shutdown().await.unwrap();
    let closed = Instant::now();
    assert_eq!(client.text().await, "done");
    assert_eq!(closed.elapsed().as_secs(), 1);
    assert_eq!(client.next().await, None);
    client.ended().await;
    assert_eq!(closed.elapsed(), LAST_REPLIES);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_either_is_waited_for_no_longer() {
    let mut client = Client::join(&server());
    client.call(1, "slow").await;
    client.call(2, "endless").await;
    yield_now().await;
    let Client { reader, writer, mut serving } = client;
    drop((reader, writer));
    let closed = Instant::now();
    serving.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!(closed.elapsed().as_secs(), 1, "until the first reply cannot be written");
}

#[tokio::test(start_paused = true)]
async fn nothing_that_runs_and_subscriptions_keep_no_connection_open() {
    let mut idle = Client::join(&server());
    idle.writer.shutdown().await.unwrap();
    let mut listening = Client::join(&server());
    let filter = json!({"notifications": {"toolsListChanged": true}});
    listening.request(1, "subscriptions/listen", filter).await;
    let acknowledged = listening.next().await.unwrap();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    listening.writer.shutdown().await.unwrap();
    let closed = Instant::now();
    assert_eq!(listening.next().await.unwrap()["method"], "notifications/cancelled");
    assert_eq!(listening.next().await.unwrap()["id"], 1);
    listening.ended().await;
    assert_eq!(idle.next().await, None);
    idle.ended().await;
    assert_eq!(closed.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_can_answer_fails_at_once() {
    let mut client = Client::join(&server());
    let about = json!({"name": "client", "version": "1"});
    client
        .say(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}},
            "clientInfo": about,
        }}))
        .await;
    client.next().await.unwrap();
    client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    let call = |id: u32| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": "ask", "arguments": {}}})
    };
    client.say(&call(2)).await;
    assert_eq!(client.next().await.unwrap()["method"], "elicitation/create");
    // The second one asks when the client is not listened to any more.
    client.say(&call(3)).await;
    client.writer.shutdown().await.unwrap();
    let closed = Instant::now();
    let mut answered = 0;
    while let Some(message) = client.next().await {
        if message.get("result").is_some() {
            assert_eq!(message["result"]["content"][0]["text"], "nobody answers");
            answered += 1;
        }
    }
    assert_eq!(answered, 2);
    client.ended().await;
    assert_eq!(closed.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn the_program_can_end_all_connections_in_good_order() {
    let server = server();
    let mut first = Client::join(&server);
    first.call(1, "slow").await;
    let mut second = Client::join(&server);
    second.call(1, "endless").await;
    second.request(2, "subscriptions/listen", json!({"notifications": {}})).await;
    second.next().await.unwrap();
    let begun = Instant::now();
    let ending: JoinHandle<()> = {
        let server = server.clone();
        #[expect(clippy::disallowed_methods, reason = "the test awaits it")]
        tokio::spawn(async move { server.shut_down(Duration::from_secs(3)).await })
    };
    assert_eq!(second.next().await.unwrap()["method"], "notifications/cancelled");
    second.next().await.unwrap();
    second.call(3, "slow").await;
    assert_eq!(second.next().await.unwrap()["error"]["code"], -32603, "nothing new is served");
    assert_eq!(first.text().await, "done");
    first.ended().await;
    assert_eq!(begun.elapsed().as_secs(), 1);
    assert_eq!(second.next().await, None);
    second.ended().await;
    ending.await.unwrap();
    assert_eq!(begun.elapsed().as_secs(), 3);
    let mut late = Client::join(&server);
    late.ended().await;
    server.shut_down(Duration::from_hours(1)).await;
    assert_eq!(begun.elapsed().as_secs(), 3, "nobody is there to wait for");
}
