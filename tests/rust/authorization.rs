//! Clients that sign in, against a server and an issuer that misbehave as they are told.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::{
    collections::BTreeSet,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use hostline::{
    Client, Error, ErrorCode,
    auth::{
        Auth, AuthEvent, BoxFuture, MemoryStore, OAuth, SealedFiles, Secret, SecretBytes,
        StoreLock, TokenStore,
    },
};
use hostline_tests::authorization_server::AuthorizationServer;
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::Command,
    task::JoinSet,
};

use crate::cli::support;

const REDIRECT: &str = "http://127.0.0.1:8765/callback";

/// A folder that goes with its test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("hostline-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Signing in where the person agrees to everything.
fn agreeing(store: impl TokenStore) -> OAuth {
    Auth::oauth().store(store).visit_with(REDIRECT, |visit| async move {
        AuthorizationServer::browse(&visit.url)
            .await
            .map_err(|cause| Error::new(ErrorCode::AuthFailed, "no page").with_source(cause))
    })
}

async fn connect(server: &AuthorizationServer, auth: OAuth) -> hostline::Result<Client> {
    Client::builder().auth(auth).connect(&server.url).await
}

async fn use_it(client: &Client) -> hostline::Result<()> {
    client.list_tools().fresh().await.map(drop)
}

#[tokio::test]
async fn the_first_call_signs_in_and_later_ones_need_nobody() {
    let server = AuthorizationServer::start().await.unwrap();
    let store = MemoryStore::new();
    let client = connect(&server, agreeing(store.clone())).await.unwrap();
    use_it(&client).await.unwrap();
    let later = connect(&server, Auth::oauth().unattended().store(store)).await.unwrap();
    use_it(&later).await.unwrap();
    let status = later.account().unwrap().status().await.unwrap();
    let session = status.session.unwrap();
    assert_eq!(session.client_id.as_deref(), Some("registered"));
    assert!(session.can_be_renewed && session.expires_at.is_some());
    assert_eq!(server.counts(), (1, 0));
}

#[tokio::test]
async fn where_nobody_may_be_asked_the_sign_in_waits() {
    let server = AuthorizationServer::start().await.unwrap();
    let auth = agreeing(MemoryStore::new()).unattended();
    let http = hostline::net::HttpClient::default();
    let account = auth.account(&http, &server.url.parse().unwrap()).unwrap();
    let connect = || Client::builder().auth(account.clone()).connect(&server.url);
    let error = connect().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthRequired);
    assert!(server.book().visits.is_empty());
    account.sign_in().await.unwrap();
    use_it(&connect().await.unwrap()).await.unwrap();
    assert_eq!(server.book().visits.len(), 1);
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_opens_no_browser() {
    let server = AuthorizationServer::start().await.unwrap();
    let client = connect(&server, agreeing(MemoryStore::new())).await.unwrap();
    server.forget_access();
    server.forget_refresh();
    let error = client.list_tools().fresh().unattended().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthRequired);
    assert_eq!(server.book().visits.len(), 1);
    use_it(&client).await.unwrap();
    assert_eq!(server.book().visits.len(), 2);
}

#[tokio::test]
async fn a_token_that_the_server_forgot_is_renewed_once_for_all_that_wait() {
    let server = AuthorizationServer::start().await.unwrap();
    let client = connect(&server, agreeing(MemoryStore::new())).await.unwrap();
    server.forget_access();
    let mut running = JoinSet::new();
    for _ in 0..32 {
        let client = client.clone();
        running.spawn(async move { use_it(&client).await });
    }
    while let Some(outcome) = running.join_next().await {
        outcome.unwrap().unwrap();
    }
    assert_eq!(server.counts(), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_processes_of_32_tasks_renew_a_token_once() {
    let folder = Scratch::new("accounts");
    let server = AuthorizationServer::start().await.unwrap();
    let store = || SealedFiles::with_passphrase(Some(folder.0.clone()), Secret::new("open sesame"));
    connect(&server, agreeing(store().unwrap())).await.unwrap().close().await.unwrap();
    server.forget_access();
    let mut running = JoinSet::new();
    for _ in 0..4 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_account-user"));
        command.arg(&server.url).arg(&folder.0).arg("32");
        command.stdin(Stdio::null()).kill_on_drop(true);
        running.spawn(async move { command.output().await });
    }
    while let Some(outcome) = running.join_next().await {
        let output = outcome.unwrap().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "32", "{told}");
    }
    assert_eq!(server.book().refreshes, 1);
    // Nothing that was ever a token is in a file.
    let given = server.book().given.clone();
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            for token in &given {
                let found = bytes.windows(token.len()).any(|window| window == token.as_bytes());
                assert!(!found, "{} holds a token", path.display());
            }
        }
    }
}

#[tokio::test]
async fn an_issuer_that_fails_for_a_while_costs_no_sign_in() {
    let server = AuthorizationServer::start().await.unwrap();
    let client = connect(&server, agreeing(MemoryStore::new())).await.unwrap();
    server.forget_access();
    server.book().refresh_failures = vec![500, 503];
    assert!(use_it(&client).await.is_err());
    assert!(use_it(&client).await.is_err());
    use_it(&client).await.unwrap();
    assert_eq!(server.counts(), (1, 1));
}

#[tokio::test]
async fn tokens_that_the_issuer_takes_back_are_dropped_and_that_is_told() {
    let server = AuthorizationServer::start().await.unwrap();
    let dropped = Arc::new(AtomicUsize::new(0));
    let count = dropped.clone();
    let auth = agreeing(MemoryStore::new()).on_event(move |event| {
        if matches!(event, AuthEvent::Dropped { .. }) {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let client = connect(&server, auth).await.unwrap();
    server.forget_access();
    server.forget_refresh();
    use_it(&client).await.unwrap();
    assert_eq!((dropped.load(Ordering::SeqCst), server.counts().0), (1, 2));
}

#[tokio::test]
async fn a_server_that_refuses_every_token_is_asked_no_second_time() {
    let server = AuthorizationServer::start().await.unwrap();
    server.book().refuses_all = true;
    let error = connect(&server, agreeing(MemoryStore::new())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthFailed, "{error}");
    assert_eq!(server.book().visits.len(), 1);
}

#[tokio::test]
async fn a_call_that_needs_more_asks_for_it_beside_what_there_is() {
    let server = AuthorizationServer::start().await.unwrap();
    let auth = agreeing(MemoryStore::new()).scopes(["read"]);
    let client = connect(&server, auth).await.unwrap();
    server.book().needs = Some("write");
    use_it(&client).await.unwrap();
    let visits: Vec<BTreeSet<String>> = server
        .book()
        .visits
        .iter()
        .map(|scopes| scopes.split(' ').map(str::to_owned).collect())
        .collect();
    let set = |scopes: &[&str]| scopes.iter().map(|scope| (*scope).to_owned()).collect();
    assert_eq!(visits, [set(&["read"]), set(&["read", "write"])]);
}

#[tokio::test]
async fn no_time_runs_while_a_person_signs_in() {
    let server = AuthorizationServer::start().await.unwrap();
    let auth = Auth::oauth().store(MemoryStore::new()).visit_with(REDIRECT, |visit| async move {
        // The person is slower than every deadline of the program.
        tokio::time::sleep(Duration::from_millis(700)).await;
        AuthorizationServer::browse(&visit.url)
            .await
            .map_err(|cause| Error::new(ErrorCode::AuthFailed, "no page").with_source(cause))
    });
    let builder = Client::builder().auth(auth).startup_timeout(Duration::from_millis(500));
    let client = builder.timeout(Duration::from_millis(500)).connect(&server.url).await.unwrap();
    server.forget_access();
    server.forget_refresh();
    use_it(&client).await.unwrap();
    assert_eq!(server.book().visits.len(), 2);
}

#[tokio::test]
async fn odd_lifetimes_and_long_tokens_are_used_like_others() {
    for lifetime in [json!(null), json!("soon"), json!(0), json!(-5), json!(1e30), json!("3600")] {
        let server = AuthorizationServer::start().await.unwrap();
        server.book().lifetime = lifetime.clone();
        server.book().padding = "x".repeat(9 << 10);
        let store = MemoryStore::new();
        use_it(&connect(&server, agreeing(store.clone())).await.unwrap()).await.unwrap();
        let later = Auth::oauth().unattended().store(store);
        use_it(&connect(&server, later).await.unwrap()).await.unwrap();
        assert_eq!(server.counts(), (1, 0), "{lifetime}");
    }
}

#[tokio::test]
async fn a_token_of_a_moment_is_renewed_no_more_often_than_a_few_times_for_a_request() {
    let server = AuthorizationServer::start().await.unwrap();
    server.book().lifetime = json!(1);
    let client = connect(&server, agreeing(MemoryStore::new())).await.unwrap();
    for _ in 0..3 {
        use_it(&client).await.unwrap();
    }
    let (visits, refreshes) = server.counts();
    assert!(refreshes <= 6, "{refreshes}");
    assert_eq!(visits, 1);
}

#[tokio::test]
async fn signing_out_takes_tokens_back_and_leaves_nothing() {
    let server = AuthorizationServer::start().await.unwrap();
    let store = MemoryStore::new();
    let client = connect(&server, agreeing(store.clone())).await.unwrap();
    assert!(client.account().unwrap().sign_out().await.unwrap());
    let given = server.book().given.clone();
    let revoked = server.book().revoked.clone();
    assert!(given.iter().all(|token| revoked.contains(token)));
    assert!(store.names().await.unwrap().is_empty());
    assert!(!client.account().unwrap().sign_out().await.unwrap());
}

/// A store that stops to keep anything, as that of a process does that is killed.
#[derive(Clone)]
struct Dying(MemoryStore, Arc<AtomicBool>);

impl TokenStore for Dying {
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<Option<SecretBytes>>> {
        self.0.load(name)
    }

    fn save<'a>(
        &'a self,
        name: &'a str,
        record: SecretBytes,
    ) -> BoxFuture<'a, hostline::Result<()>> {
        if self.1.load(Ordering::SeqCst) {
            return Box::pin(async { Err(Error::new(ErrorCode::Storage, "gone")) });
        }
        self.0.save(name, record)
    }

    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<bool>> {
        self.0.remove(name)
    }

    fn names(&self) -> BoxFuture<'_, hostline::Result<Vec<String>>> {
        self.0.names()
    }

    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<StoreLock>> {
        self.0.lock(name)
    }

    fn describe(&self) -> String {
        self.0.describe()
    }
}

#[tokio::test]
async fn a_token_that_was_renewed_and_not_stored_is_signed_in_for_anew() {
    let server = AuthorizationServer::start().await.unwrap();
    let store = Dying(MemoryStore::new(), Arc::default());
    let client = connect(&server, agreeing(store.clone())).await.unwrap();
    server.forget_access();
    store.1.store(true, Ordering::SeqCst);
    // This process still has it.
    use_it(&client).await.unwrap();
    store.1.store(false, Ordering::SeqCst);
    drop(client);
    server.forget_access();
    // The next one has the token that was spent, which the issuer takes for stolen.
    let next = connect(&server, agreeing(store.clone())).await.unwrap();
    use_it(&next).await.unwrap();
    assert_eq!(server.book().visits.len(), 2);
}

#[tokio::test]
async fn a_server_without_an_address_cannot_be_signed_in_to() {
    let builder = Client::builder().auth(agreeing(MemoryStore::new()));
    let error = builder.connect("some-program --flag").await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.to_string().contains("environment"), "{error}");
}

#[tokio::test]
async fn what_is_told_of_a_sign_in_holds_no_token() {
    let server = AuthorizationServer::start().await.unwrap();
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = told.clone();
    let auth = agreeing(MemoryStore::new())
        .on_event(move |event| heard.lock().unwrap().push(format!("{event:?}")));
    let client = connect(&server, auth).await.unwrap();
    server.forget_access();
    use_it(&client).await.unwrap();
    let told = told.lock().unwrap().join("\n");
    assert!(told.contains("Renewed") && told.contains("Token"), "{told}");
    let given = server.book().given.clone();
    for token in &given {
        assert!(!told.contains(token.as_str()), "{told}");
    }
    assert!(!told.contains("code-1"), "{told}");
}

/// The command, with a place of its own for what it keeps.
fn command(folder: &Scratch, arguments: &[&str]) -> Command {
    let mut command = support::command(arguments);
    command
        .env("HOSTLINE_STORE", "passphrase")
        .env("HOSTLINE_PASSPHRASE", "open sesame")
        .env("HOSTLINE_DATA_DIR", &folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it to its end: its exit code, and everything that it said.
async fn run(folder: &Scratch, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = command(folder, arguments).spawn().unwrap();
    // What is refused at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes()).await;
    let output = child.wait_with_output().await.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[tokio::test]
async fn the_command_signs_in_tells_how_it_stands_and_signs_out() {
    let folder = Scratch::new("command");
    let server = AuthorizationServer::start().await.unwrap();
    let url = &*server.url;
    let (code, said) = run(&folder, &["tools", url], "").await;
    assert_eq!(code, Some(9), "{said}");
    assert!(said.contains(&format!("hostline login {url}")), "{said}");
    let (code, _) = run(&folder, &["auth", "status", url], "").await;
    assert_eq!(code, Some(9));

    let mut login = command(&folder, &["login", url, "--no-browser"]).spawn().unwrap();
    let mut lines = BufReader::new(login.stderr.take().unwrap()).lines();
    let page = loop {
        let line = lines.next_line().await.unwrap().unwrap();
        if line.contains("/authorize?") {
            break line.parse().unwrap();
        }
    };
    let address = AuthorizationServer::browse(&page).await.unwrap();
    let mut input = login.stdin.take().unwrap();
    input.write_all(format!("{address}\n").as_bytes()).await.unwrap();
    assert!(login.wait().await.unwrap().success());
    let mut told = String::new();
    login.stdout.take().unwrap().read_to_string(&mut told).await.unwrap();
    assert!(told.contains("registered by itself"), "{told}");

    let (code, said) = run(&folder, &["tools", url, "--json"], "").await;
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&folder, &["auth", "status", url, "--json"], "").await;
    assert_eq!(code, Some(0), "{said}");
    for token in server.book().given.clone() {
        assert!(!said.contains(&token) && !told.contains(&token));
    }
    let (code, _) = run(&folder, &["logout", url], "").await;
    assert_eq!(code, Some(0));
    let (code, _) = run(&folder, &["auth", "status", url], "").await;
    assert_eq!(code, Some(9));
    assert_eq!(server.book().revoked.len(), 2);
}

#[tokio::test]
async fn the_command_keeps_secrets_and_shows_them_to_nobody() {
    let folder = Scratch::new("secrets");
    let (code, said) = run(&folder, &["secret", "set", "weather-key"], "hush\n").await;
    assert_eq!((code, said.contains("hush")), (Some(0), false), "{said}");
    let (_, said) = run(&folder, &["secret", "list"], "").await;
    assert_eq!(said.trim(), "weather-key");
    let (code, said) = run(&folder, &["secret", "set", "no/slash"], "hush\n").await;
    assert_eq!(code, Some(2), "{said}");
    let header = "authorization: @secret:unknown";
    let (code, said) =
        run(&folder, &["tools", "http://127.0.0.1:1/mcp", "--header", header], "").await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("unknown"), "{said}");
    let (code, _) = run(&folder, &["secret", "delete", "weather-key"], "").await;
    assert_eq!(code, Some(0));
    let (code, _) = run(&folder, &["secret", "delete", "weather-key"], "").await;
    assert_eq!(code, Some(2));
}

#[tokio::test]
async fn the_command_signs_in_to_servers_with_an_address_only() {
    let folder = Scratch::new("targets");
    for target in ["some-program --flag", "https://me:hush@server.example/mcp"] {
        let (code, said) = run(&folder, &["login", target], "").await;
        assert_eq!((code, said.contains("hush")), (Some(2), false), "{said}");
    }
    let document = ["auth", "client-document", "https://app.example/client.json"];
    let (code, said) = run(&folder, &document, "").await;
    assert_eq!(code, Some(0));
    assert!(said.contains("http://[::1]/callback"), "{said}");
}
