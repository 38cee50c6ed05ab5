//! A client that outlives its owners.

use tokio::{
    io::{
        AsyncBufReadExt, AsyncReadExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
    },
    task::JoinSet,
};

use super::*;

const OPENING: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
const OPENED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const REPLY: &str = r#"{"jsonrpc":"2.0","id":0,"result":{}}"#;

/// One end of a connection, in lines.
struct End {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
}

impl End {
    fn new(stream: DuplexStream) -> Self {
        let (reader, writer) = split(stream);
        Self { reader: BufReader::new(reader), writer }
    }

    async fn say(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    async fn hear(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).await.unwrap();
        line.trim_end().to_owned()
    }
}

type Client = ClientLines<ReadHalf<DuplexStream>, WriteHalf<DuplexStream>>;

/// A client, and the process that carries for it.
fn client() -> (End, Client) {
    let (near, far) = duplex(1 << 10);
    let (reader, writer) = split(far);
    (End::new(near), ClientLines::new(reader, writer))
}

/// An owner that the lines are carried to, until either end.
struct Carrying {
    owner: End,
    task: JoinSet<(Client, Result<Carried>)>,
}

impl Carrying {
    fn begin(mut client: Client) -> Self {
        let (near, far) = duplex(1 << 10);
        let mut task = JoinSet::new();
        task.spawn(async move {
            let carried = client.carry(far).await;
            (client, carried)
        });
        Self { owner: End::new(near), task }
    }

    /// The owner ends.
    async fn end(mut self) -> (Client, Result<Carried>) {
        drop(self.owner);
        self.task.join_next().await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn lines_go_both_ways_until_the_client_ends() {
    let (mut client, lines) = client();
    let mut carrying = Carrying::begin(lines);
    client.say(r#"{ "jsonrpc":"2.0", "id":1, "method":"ping" }"#).await;
    assert_eq!(carrying.owner.hear().await, r#"{ "jsonrpc":"2.0", "id":1, "method":"ping" }"#);
    client.say("no message").await;
    assert_eq!(carrying.owner.hear().await, "no message");
    client.writer.shutdown().await.unwrap();
    assert_eq!(carrying.owner.hear().await, "");
    // Its last reply still comes.
    carrying.owner.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await;
    assert_eq!(client.hear().await, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!(carrying.end().await.1.unwrap(), Carried::Client);
}

#[tokio::test]
async fn what_waits_for_an_owner_that_ends_gets_an_error_and_the_next_request_the_next_owner() {
    let (mut client, lines) = client();
    let mut first = Carrying::begin(lines);
    client.say(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).await;
    first.owner.hear().await;
    // Half a line has been read when the owner ends.
    let (half, rest) = (r#"{"jsonrpc":"2.0","id":2,"#, r#""method":"tools/list"}"#);
    client.writer.write_all(half.as_bytes()).await.unwrap();
    let (lines, carried) = first.end().await;
    assert_eq!(carried.unwrap(), Carried::Owner);
    let told: serde_json::Value = serde_json::from_str(&client.hear().await).unwrap();
    assert_eq!((&told["id"], &told["error"]["data"]["code"]), (&1.into(), &"closed".into()));
    let mut second = Carrying::begin(lines);
    client.say(rest).await;
    assert_eq!(second.owner.hear().await, format!("{half}{rest}"));
}

#[tokio::test]
async fn a_session_is_opened_again_without_the_client_hearing_of_it() {
    let (mut client, lines) = client();
    let mut first = Carrying::begin(lines);
    client.say(OPENING).await;
    first.owner.hear().await;
    first.owner.say(REPLY).await;
    assert_eq!(client.hear().await, REPLY);
    client.say(OPENED).await;
    first.owner.hear().await;
    let (lines, _) = first.end().await;
    let mut second = Carrying::begin(lines);
    client.say(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
    assert_eq!(second.owner.hear().await, OPENING);
    second.owner.say(r#"{"jsonrpc":"2.0","method":"notifications/message"}"#).await;
    second.owner.say(REPLY).await;
    assert_eq!(second.owner.hear().await, OPENED);
    assert_eq!(second.owner.hear().await, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert_eq!(client.hear().await, r#"{"jsonrpc":"2.0","method":"notifications/message"}"#);
    second.owner.say(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).await;
    assert_eq!(client.hear().await, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
}

#[tokio::test]
async fn an_opening_that_was_not_answered_is_answered_by_the_next_owner() {
    let (mut client, lines) = client();
    let mut first = Carrying::begin(lines);
    client.say(OPENING).await;
    first.owner.hear().await;
    let (lines, _) = first.end().await;
    let mut second = Carrying::begin(lines);
    assert_eq!(second.owner.hear().await, OPENING);
    second.owner.say(REPLY).await;
    assert_eq!(client.hear().await, REPLY);
    client.say(OPENED).await;
    assert_eq!(second.owner.hear().await, OPENED);
}

#[tokio::test]
async fn an_owner_that_does_not_open_the_session_is_an_error() {
    let (mut client, lines) = client();
    let mut first = Carrying::begin(lines);
    client.say(OPENING).await;
    first.owner.hear().await;
    first.owner.say(REPLY).await;
    client.hear().await;
    let (lines, _) = first.end().await;
    let mut second = Carrying::begin(lines);
    second.owner.hear().await;
    second.owner.say(r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no"}}"#).await;
    let (_, carried) = second.task.join_next().await.unwrap().unwrap();
    assert_eq!(carried.unwrap_err().code(), ErrorCode::Closed);
    drop(client);
    let mut rest = Vec::new();
    second.owner.reader.read_to_end(&mut rest).await.unwrap();
    assert!(rest.is_empty());
}
