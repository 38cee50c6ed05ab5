//! `hostline serve`, as processes.

use std::{fs, path::PathBuf, process::Stdio};

use hostline::{Client, client::ProtocolChoice, net::HttpSettings, transport::Command};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    time::timeout,
};

use super::support::{ALLOW, PATIENCE, folder, text};
use crate::cli::support::{command, program, tested};

/// A configuration and a folder for data of their own.
struct Place(PathBuf);

impl Place {
    async fn new() -> Self {
        let place = Self(folder());
        let server = format!("'{}' demo-server", program().display());
        let added = place.command(&["add", "demo", &server, "--yes"]).status().await.unwrap();
        assert!(added.success());
        let file = place.0.join("hostline.toml");
        let config = fs::read_to_string(&file).unwrap();
        fs::write(file, config + ALLOW).unwrap();
        place
    }

    fn environment(&self) -> [(&'static str, String); 4] {
        let path = |name: &str| self.0.join(name).display().to_string();
        [
            ("HOSTLINE_CONFIG", path("hostline.toml")),
            ("HOSTLINE_DATA_DIR", path("data")),
            ("HOSTLINE_STORE", "session".to_owned()),
            ("XDG_RUNTIME_DIR", path("")),
        ]
    }

    fn command(&self, arguments: &[&str]) -> tokio::process::Command {
        let mut command = command(arguments);
        command.envs(self.environment());
        command
    }

    async fn stdio(&self, name: &str, era: ProtocolChoice) -> Client {
        let serve = ["serve", "--stdio", "--client", name];
        let mut target = Command::new(tested()).args(serve);
        for (name, value) in self.environment() {
            target = target.env(name, value);
        }
        let connecting = Client::builder().protocol(era).connect(target);
        timeout(PATIENCE, connecting).await.expect("it must answer").unwrap()
    }
}

#[tokio::test]
async fn processes_share_one_copy_of_each_server_and_the_next_one_takes_over() {
    let place = Place::new().await;
    let first = place.stdio("first", ProtocolChoice::Legacy).await;
    let second = place.stdio("second", ProtocolChoice::Legacy).await;
    let note = "hostline://demo/demo://note";
    first.call_tool("demo__write-note", json!({"text": "shared"})).await.unwrap();
    let read = second.read_resource(note).await.unwrap();
    assert!(format!("{read:?}").contains("shared"), "{read:?}");

    first.close().await.unwrap();
    // What waited for the owner when it ended is told so; everything later is served.
    let served = async {
        loop {
            if let Ok(result) = second.call_tool("demo__echo", json!({"text": "again"})).await {
                return result;
            }
        }
    };
    let result = timeout(PATIENCE, served).await.expect("the next one must take over");
    assert_eq!(text(&result), "again");
    second.close().await.unwrap();
}

#[tokio::test]
async fn a_client_over_http_is_let_in_from_the_command_line() {
    let place = Place::new().await;
    let added = place.command(&["serve", "client", "add", "script"]).output().await.unwrap();
    let token = String::from_utf8(added.stdout).unwrap().trim().to_owned();
    assert!(token.starts_with("hostline_"), "{token}");
    let listed = place.command(&["serve", "client", "list"]).output().await.unwrap();
    assert_eq!(listed.stdout, b"script\n");

    let mut serve = place.command(&["serve", "--http", "0"]);
    let mut serving =
        serve.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
    let mut lines = BufReader::new(serving.stdout.take().unwrap()).lines();
    let url = timeout(PATIENCE, lines.next_line()).await.expect("it must listen").unwrap().unwrap();
    let http = HttpSettings::new().header("Authorization", &format!("Bearer {token}")).unwrap();
    let client = Client::builder().http(http).connect(url.as_str()).await.unwrap();
    let result = client.call_tool("demo__echo", json!({"text": "hello"})).await.unwrap();
    assert_eq!(text(&result), "hello");

    // One that comes over stdio meanwhile is handed on to it.
    let other = place.stdio("other", ProtocolChoice::Modern).await;
    let result = other.call_tool("demo__echo", json!({"text": "relayed"})).await.unwrap();
    assert_eq!(text(&result), "relayed");
}

/// The requests of a client that says all it has to say at once.
const ALL_AT_ONCE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"script","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"demo__echo","#,
    r#""arguments":{"text":"hello"}}}"#,
    "\n",
);

/// What `serve --stdio` makes of an input that ends.
async fn served(place: &Place, input: &[u8]) -> std::process::Output {
    let mut serve = place.command(&["serve", "--stdio"]);
    let serve = serve.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut serving = serve.kill_on_drop(true).spawn().unwrap();
    let mut stdin = serving.stdin.take().unwrap();
    let writing = async move {
        // Who is not read to the end has another end.
        let _ = stdin.write_all(input).await;
    };
    let ended = async { tokio::join!(writing, serving.wait_with_output()).1 };
    timeout(PATIENCE, ended).await.expect("it must end").unwrap()
}

#[tokio::test]
async fn a_client_that_closes_its_end_gets_the_replies_that_it_waits_for() {
    let place = Place::new().await;
    let alone = served(&place, ALL_AT_ONCE.as_bytes()).await;
    let owner = place.stdio("owner", ProtocolChoice::Modern).await;
    let behind = served(&place, ALL_AT_ONCE.as_bytes()).await;
    owner.close().await.unwrap();
    for output in [alone, behind] {
        assert!(output.status.success(), "{output:?}");
        let replies = String::from_utf8(output.stdout).unwrap();
        assert_eq!(replies.lines().count(), 2, "{replies}");
        assert!(replies.contains(r#""id":2"#) && replies.contains("hello"), "{replies}");
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_costs_only_itself() {
    let place = Place::new().await;
    let mut input = vec![b'a'; hostline::jsonrpc::Limits::default().bytes + 1];
    input.push(b'\n');
    input.extend_from_slice(ALL_AT_ONCE.as_bytes());
    let output = served(&place, &input).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
}
