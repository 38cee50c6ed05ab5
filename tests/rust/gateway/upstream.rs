//! What the servers behind the gateway get to read: nothing of what lets a client in.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Arc, Mutex},
};

use hostline::{
    Client, Error, ErrorCode,
    auth::{Auth, MemoryStore, flow::Visit},
    client::ProtocolChoice,
    model::{CompletionReference, LoggingLevel, PromptReference, SubscriptionFilter},
    net::HttpSettings,
    server::HttpServer,
};
use hostline_tests::authorization_server::{
    AuthorizationServer, Endpoint, ProtectedServer, browse,
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, copy},
    net::{TcpListener, TcpStream},
    process::{Child, Command},
    task::JoinSet,
    time::timeout,
};

use super::{
    asking::Person,
    support::{ALLOW, ERAS, House, PATIENCE, PEER, folder, table, text},
    web::listening,
};
use crate::cli::support::program;

/// A server of a legacy version, of which less can be wanted.
const OLD: &str = "2025-11-25";
/// What a client brings along beside its token.
const COOKIE: &str = "cookie-of-the-client";
const KEY: &str = "key-of-the-client";
/// What a client says, so that it is known what would be found.
const SAID: &str = "words-of-the-client";

/// Carries bytes to a server over HTTP, and keeps all that the server reads.
struct Wire {
    address: SocketAddr,
    read: Arc<Mutex<Vec<u8>>>,
    _carrying: JoinSet<()>,
    _server: Child,
}

impl Wire {
    /// In front of a server that says where it listens.
    async fn to(words: &[&str]) -> Self {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.expect("it must listen").unwrap();
        let digits = |character: char| !character.is_ascii_digit();
        // `http://127.0.0.1:80/mcp` or `listening 80`.
        let line = line.unwrap().trim_end_matches("/mcp").to_owned();
        let port: u16 = line.rsplit(digits).next().unwrap().parse().unwrap();

        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let read = Arc::<Mutex<Vec<u8>>>::default();
        let (keeping, mut carrying) = (read.clone(), JoinSet::new());
        carrying.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                connections.spawn(carry(client, server, keeping.clone()));
            }
        });
        Self { address, read, _carrying: carrying, _server: server }
    }

    fn table(&self, name: &str) -> String {
        format!("[servers.{name}]\naddress = \"http://{}/mcp\"\n", self.address)
    }

    fn read(&self) -> String {
        String::from_utf8_lossy(&self.read.lock().unwrap()).into_owned()
    }
}

async fn carry(client: TcpStream, server: TcpStream, read: Arc<Mutex<Vec<u8>>>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let keep = async {
        let mut buffer = vec![0; 1 << 14];
        while let Ok(count @ 1..) = from_client.read(&mut buffer).await {
            read.lock().unwrap().extend(&buffer[..count]);
            if to_server.write_all(&buffer[..count]).await.is_err() {
                return;
            }
        }
        let _ = to_server.shutdown().await;
    };
    tokio::join!(keep, async { drop(copy(&mut from_server, &mut to_client).await) });
}

/// A server over its standard streams; what it reads, and its environment, is kept in files.
struct Pipe(PathBuf);

impl Pipe {
    fn table(&self, name: &str, words: &[&str]) -> String {
        let script = "env > \"$0.environment\"; place=$0; tee -a \"$place\" | \"$@\"";
        let words = [&["sh", "-c", script, self.0.to_str().unwrap()], words].concat();
        table(name, &words, "")
    }

    fn read(&self) -> String {
        let environment = self.0.with_extension("environment");
        [&self.0, &environment].map(|path| fs::read_to_string(path).unwrap()).concat()
    }
}

/// Comes over HTTP with a token, and with more than that.
async fn connect(server: &HttpServer, era: ProtocolChoice, token: &str) -> Client {
    let http = HttpSettings::new()
        .header("Authorization", &format!("Bearer {token}"))
        .and_then(|http| http.header("Cookie", &format!("session={COOKIE}")))
        .and_then(|http| http.header("X-Api-Key", KEY))
        .unwrap();
    let person = Person::new(
        json!({"name": "Ann", "cups": 2, "city": "Lyon", "day": "Monday", "place": "Lyon"}),
    );
    let builder = Client::builder().protocol(era).http(http).input_handler(person);
    builder.connect(format!("http://{}/mcp", server.address())).await.unwrap()
}

/// What can be wanted of any of the servers.
async fn want_little(client: &Client, server: &str) {
    let own = |name: &str| format!("{server}__{name}");
    let sum = client.call_tool(own("add"), json!({"a": 2, "b": 3})).await.unwrap();
    assert!(!sum.failed(), "{sum:?}");
    let about = client.read_resource(format!("hostline://{server}/demo://about")).await.unwrap();
    assert_eq!(about.contents.len(), 1);
    let (prompt, argument) =
        if server.starts_with("old") { ("greet", "who") } else { ("plan-visit", "country") };
    client.get_prompt(own(prompt), [(argument, SAID)]).await.unwrap();
}

/// All the rest, of the servers that have it.
async fn want_much(client: &Client, server: &str) {
    let own = |name: &str| format!("{server}__{name}");
    for (tool, arguments) in [
        ("echo", json!({"text": SAID})),
        ("who-am-i", json!({})),
        ("fail", json!({})),
        ("log", json!({})),
        ("write-note", json!({"text": SAID})),
        ("ask-form", json!({})),
        ("ask-url", json!({})),
        ("ask-twice", json!({})),
        ("ask-model", json!({"question": SAID})),
        ("ask-roots", json!({})),
    ] {
        client.call_tool(own(tool), arguments).await.unwrap();
    }
    let counting = client.call_tool(own("count"), json!({"to": 2})).on_progress(|_| ());
    assert_eq!(text(&counting.await.unwrap()), "counted to 2");
    let city = format!("hostline://{server}/demo://cities/france/lyon");
    client.read_resource(city).await.unwrap();
    let prompt = CompletionReference::Prompt(PromptReference::new(own("plan-visit")));
    client.complete(prompt, "country", "fr").await.unwrap();
    let mut filter = SubscriptionFilter::new();
    filter.resource_subscriptions = Some(vec![format!("hostline://{server}/demo://note")]);
    client.subscribe(filter).await.unwrap();
    cancel(client, &own("slow")).await;
}

/// Begins a call that takes long, and lets go of it.
async fn cancel(client: &Client, tool: &str) {
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let call = client.call_tool(tool, json!({"seconds": 600})).on_progress(move |_| {
        let _ = begun.send(());
    });
    tokio::select! {
        _ = call => panic!("it takes ten minutes"),
        begun = timeout(PATIENCE, begins.recv()) => assert!(begun.is_ok(), "it must begin"),
    }
}

/// The files below a folder, with what is in them.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let each = paths.flat_map(|path| match fs::read(&path) {
        _ if path.is_dir() => files(&path),
        // What is no file that can be read is a socket.
        bytes => vec![(path, String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned())],
    });
    each.collect()
}

#[tokio::test]
async fn nothing_that_lets_a_client_in_reaches_a_server_or_a_file() {
    let place = folder();
    let (pipe, old_pipe) = (Pipe(place.join("pipe")), Pipe(place.join("old")));
    let hostline = program();
    let hostline = hostline.to_str().unwrap();
    let web = Wire::to(&[hostline, "demo-server", "--http", "127.0.0.1:0"]).await;
    let old_web = Wire::to(&[PEER, "demo", "http", "--version", OLD]).await;
    let tables = [
        pipe.table("pipe", &[hostline, "demo-server"]),
        old_pipe.table("old-pipe", &[PEER, "demo", "stdio", "--version", OLD]),
        web.table("web"),
        old_web.table("old-web"),
    ];
    let house = House::new(&format!("{}{ALLOW}", tables.concat())).await;
    let server = listening(&house).await;
    let token = house.gateway.clients().add_client("script").await.unwrap();
    for era in ERAS {
        let client = connect(&server, era, token.expose()).await;
        client.set_log_level(LoggingLevel::Debug).await.unwrap();
        let tools = client.list_tools().await.unwrap();
        let has = |name: &str| tools.iter().any(|tool| tool.name == name);
        client.list_resources().await.unwrap();
        client.list_resource_templates().await.unwrap();
        client.list_prompts().await.unwrap();
        client.ping().await.unwrap();
        for name in ["pipe", "old-pipe", "web", "old-web"] {
            assert!(has(&format!("{name}__add")), "{name} is not there");
            want_little(&client, name).await;
        }
        for name in ["pipe", "web"] {
            want_much(&client, name).await;
        }
        client.call_tool("old-pipe__ask", json!({})).await.unwrap();
        client.call_tool("old-web__ask", json!({})).await.unwrap();
        client.close().await.unwrap();
    }
    let secrets = [token.expose(), "authorization", "bearer", COOKIE, KEY, "x-api-key"];
    for (name, read) in [
        ("pipe", pipe.read()),
        ("old-pipe", old_pipe.read()),
        ("web", web.read()),
        ("old-web", old_web.read()),
    ] {
        assert!(read.contains(SAID), "{name} has read nothing: {read}");
        let methods = ["tools/list", "tools/call", "resources/read", "prompts/get"];
        let more = ["resources/templates/list", "completion/complete", "subscriptions/listen"];
        let more = if name.starts_with("old") { &[][..] } else { &more };
        for method in methods.iter().chain(more) {
            assert!(read.contains(method), "{method} has not reached {name}");
        }
        let read = read.to_lowercase();
        for secret in secrets.map(str::to_lowercase) {
            assert!(!read.contains(&secret), "{secret} has reached {name}: {read}");
        }
    }
    for (path, text) in files(house.folder()) {
        for secret in [token.expose(), COOKIE, KEY] {
            assert!(!text.contains(secret), "{secret} stands in {}", path.display());
        }
    }
    house.close().await;
}

/// Signs in to a server as its person does, and keeps that.
async fn signed_in(server: &ProtectedServer) -> MemoryStore {
    let store = MemoryStore::new();
    let agree = |visit: Visit| async move {
        let no_page = |cause| Error::new(ErrorCode::AuthFailed, "no page").with_source(cause);
        browse(&visit.url).await.map_err(no_page)
    };
    let auth = Auth::oauth().store(store.clone());
    let auth = auth.visit_with("http://127.0.0.1:8765/callback", agree);
    let client = Client::builder().auth(auth).connect(server.url().as_str()).await.unwrap();
    client.close().await.unwrap();
    store
}

#[tokio::test]
async fn a_server_that_wants_a_sign_in_gets_its_own_token_and_no_other() {
    let issuer = AuthorizationServer::start().await;
    let protected = ProtectedServer::start(&issuer).await;
    let store = signed_in(&protected).await;
    let table = format!("[servers.demo]\naddress = \"{}\"\n", protected.url());
    let house = House::with(&format!("{table}{ALLOW}"), store).await;
    let server = listening(&house).await;
    let token = house.gateway.clients().add_client("script").await.unwrap();
    let before = issuer.requests().len();
    for era in ERAS {
        let client = connect(&server, era, token.expose()).await;
        let said = client.call_tool("demo__who", json!({})).await.unwrap();
        assert!(!said.failed(), "{said:?}");
        // It is renewed on the way, and again nobody else's token is shown to anybody.
        issuer.expire_access_tokens();
        client.call_tool("demo__who", json!({})).await.unwrap();
        client.close().await.unwrap();
    }
    assert_eq!(issuer.refreshes(), ERAS.len());
    let own = issuer.secrets();
    let mut count = 0;
    for seen in &issuer.requests()[before..] {
        let all =
            format!("{} {:?} {}", seen.target, seen.headers, String::from_utf8_lossy(&seen.body));
        for secret in [token.expose(), COOKIE, KEY] {
            assert!(!all.contains(secret), "{secret} has gone further: {all}");
        }
        if seen.endpoint == Some(Endpoint::Protected) {
            count += 1;
            let shown = seen.headers["authorization"].to_str().unwrap();
            let shown = shown.strip_prefix("Bearer ").unwrap();
            assert!(own.iter().any(|secret| secret == shown), "whose is {shown}?");
        }
    }
    assert!(count > 0);
    house.close().await;
}
