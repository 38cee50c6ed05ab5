//! Clients that sign in, against a server and an issuer that misbehave as they are told.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod command;
mod issuers;
mod redirects;
mod renewing;
mod signing_in;
mod tokens;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use hostline::{
    Client, Error, ErrorCode,
    auth::{Auth, MemoryStore, OAuth, TokenStore, flow::Visit},
    model::CallToolResult,
};
use hostline_tests::authorization_server::{
    AuthorizationServer, Endpoint, ProtectedServer, browse,
};
use serde_json::json;
use tokio::time::timeout;

/// Where the browser is sent back to; nobody listens there.
const REDIRECT: &str = "http://127.0.0.1:8765/callback";
/// How long anything may take before the test fails. Nothing waits for it to pass.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that wants tokens, and who gives them.
struct Site {
    issuer: AuthorizationServer,
    server: ProtectedServer,
}

impl Site {
    async fn start() -> Self {
        let issuer = AuthorizationServer::start().await;
        let server = ProtectedServer::start(&issuer).await;
        Self { issuer, server }
    }

    fn url(&self) -> &str {
        self.server.url().as_str()
    }

    async fn connect(&self, auth: OAuth) -> hostline::Result<Client> {
        connect(&self.server, auth).await
    }

    /// How often a person was asked.
    fn visits(&self) -> usize {
        self.issuer.requests_to(Endpoint::Authorization).len()
    }

    /// Waits until a person is sent somewhere for the second time.
    async fn server_asked_for_more(&self) {
        self.issuer.sees(Endpoint::ResourceMetadata, 2).await;
    }

    /// How often a person was asked, and how many refreshes there were.
    fn counts(&self) -> (usize, usize) {
        (self.visits(), self.issuer.refreshes())
    }

    /// Signs in, which must fail: the error, after which nothing is stored.
    async fn refuse(&self) -> Error {
        let store = MemoryStore::new();
        let error = self.connect(agreeing(store.clone())).await.unwrap_err();
        assert!(store.names().await.unwrap().is_empty(), "something is stored after {error}");
        let next_step = error.next_step().unwrap_or_default();
        assert!(!next_step.is_empty(), "nobody is told what to do: {error}");
        error
    }
}

async fn connect(server: &ProtectedServer, auth: OAuth) -> hostline::Result<Client> {
    let connecting = Client::builder().auth(auth).connect(server.url().as_str());
    timeout(PATIENCE, connecting).await.expect("it must come to an end")
}

/// Signing in where the person agrees to everything.
fn agreeing(store: impl TokenStore) -> OAuth {
    Auth::oauth().store(store).visit_with(REDIRECT, agree)
}

async fn agree(visit: Visit) -> hostline::Result<String> {
    browse(&visit.url)
        .await
        .map_err(|cause| Error::new(ErrorCode::AuthFailed, "no page").with_source(cause))
}

async fn use_it(client: &Client) -> hostline::Result<()> {
    client.list_tools().fresh().await.map(drop)
}

/// Calls the tool that needs a scope of its own.
async fn write(client: &Client) -> hostline::Result<CallToolResult> {
    client.call_tool("write", json!({})).await
}

/// Collects what is told of a sign-in.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn listen(&self, auth: OAuth) -> OAuth {
        let told = self.0.clone();
        auth.on_event(move |event| told.lock().unwrap().push(format!("{event:?}")))
    }

    fn text(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

/// A folder that goes with its test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-{name}-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Changes one byte of the file whose name ends so.
    fn spoil(&self, end: &str) {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.to_str().unwrap().ends_with(end));
        let [file] = &files[..] else { panic!("{files:?}") };
        let mut bytes = std::fs::read(file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(file, bytes).unwrap();
    }

    /// Fails if a file holds one of the secrets.
    fn holds_none_of(&self, secrets: &[String]) {
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = std::fs::read(&path).unwrap();
                for secret in secrets {
                    let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
                    assert!(!found, "{} holds a secret", path.display());
                }
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
