//! A host with demonstration servers, its gateway, and clients of both eras.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use hostline::{
    Client,
    auth::MemoryStore,
    client::{Event, Events, InputHandler, ProtocolChoice, Target},
    gateway::Gateway,
    host::{
        Host, HostSettings, ServerIdentity, ServerName,
        config::ConfigFile,
        grants::{GrantEffect, GrantStore, Granted, NewGrant, Scope},
        policy::{ActionKind, ClientName},
    },
    model::CallToolResult,
    transport::memory,
};
use serde_json::Value;
use tokio::{task::JoinSet, time::timeout};

use crate::cli::support::program;

/// How long anything may take.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);
/// A server of any version.
pub(super) const PEER: &str = env!("CARGO_BIN_EXE_scripted-peer");
/// Both eras, each as a client chooses it.
pub(super) const ERAS: [ProtocolChoice; 2] = [ProtocolChoice::Modern, ProtocolChoice::Legacy];
/// A rule by which everything is done, whoever asks, but what is never done without a question.
pub(super) const ALLOW: &str = r#"
[[policy]]
name = "all"
effect = "allow"
action = ["call-tool", "elicit", "sample", "answer-sampling", "roots"]
"#;

/// A folder of its own for each test.
pub(super) fn folder() -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gw-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The table of a server that is a demonstration server.
pub(super) fn demo(name: &str, more: &str) -> String {
    table(name, &[program().to_str().unwrap(), "demo-server"], more)
}

/// The table of a server that is this command.
pub(super) fn table(name: &str, command: &[&str], more: &str) -> String {
    let command = serde_json::to_string(command).unwrap();
    format!("[servers.{name}]\ncommand = {command}\n{more}\n")
}

/// Writes a configuration, and approves the start of each of its servers.
pub(super) async fn configure(folder: &Path, text: &str) -> ConfigFile {
    let path = folder.join("hostline.toml");
    fs::write(&path, format!("version = 1\n{text}")).unwrap();
    let file = ConfigFile::at(&path).unwrap();
    let grants = GrantStore::open(folder.join("data/host")).await.unwrap();
    for (name, entry) in &file.read().await.unwrap().config.servers {
        let start = start_of(name, entry.identity().unwrap());
        grants.add(start, SystemTime::now()).await.unwrap();
    }
    file
}

fn start_of(name: &ServerName, server: ServerIdentity) -> NewGrant {
    NewGrant {
        effect: GrantEffect::Allow,
        server,
        server_name: name.clone(),
        what: Granted::Action(ActionKind::Start),
        client: None,
        constraints: Vec::new(),
        scope: Scope::Always,
        created_by: "a test".to_owned(),
    }
}

/// A gateway in this process, and what it stands on.
pub(super) struct House {
    pub(super) gateway: Gateway,
    folder: PathBuf,
    clients: JoinSet<()>,
}

impl House {
    /// One in front of the servers of a configuration.
    pub(super) async fn new(text: &str) -> Self {
        Self::with(text, MemoryStore::new()).await
    }

    /// The same with somebody's sign-ins.
    pub(super) async fn with(text: &str, store: MemoryStore) -> Self {
        let folder = folder();
        let file = configure(&folder, text).await;
        let settings = HostSettings::at(file, folder.join("data")).store(Arc::new(store));
        let gateway = Gateway::new(Host::open(settings).await.unwrap()).unwrap();
        Self { gateway, folder, clients: JoinSet::new() }
    }

    /// One in front of a single demonstration server, which may do everything.
    pub(super) async fn of_demo() -> Self {
        Self::new(&format!("{}{ALLOW}", demo("demo", ""))).await
    }

    /// A client that can answer nothing.
    pub(super) async fn client(&mut self, era: ProtocolChoice, name: &str) -> Client {
        self.connect(Client::builder().protocol(era), name).await
    }

    /// A client that answers what it is asked.
    pub(super) async fn answering(
        &mut self,
        era: ProtocolChoice,
        name: &str,
        input: impl InputHandler,
    ) -> Client {
        self.connect(Client::builder().protocol(era).input_handler(input), name).await
    }

    pub(super) async fn connect(
        &mut self,
        builder: hostline::client::ClientBuilder,
        name: &str,
    ) -> Client {
        let (ours, theirs) = memory::pair();
        let (gateway, name) = (self.gateway.clone(), ClientName::parse(name).ok());
        self.clients.spawn(async move { drop(gateway.serve(theirs, name).await) });
        let connecting = builder.connect(Target::transport("the gateway", ours));
        timeout(PATIENCE, connecting).await.expect("it must answer").unwrap()
    }

    /// What was decided about calls of tools, as the record has it.
    pub(super) fn calls(&self) -> Vec<Value> {
        let mut lines = Vec::new();
        for file in fs::read_dir(self.folder.join("data/audit")).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap_or_default();
            lines.extend(text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()));
        }
        let decided = lines.into_iter().map(|mut line| line["decided"].take());
        decided.filter(|decided| decided["action"] == "tools/call").collect()
    }

    /// The folder of all that is kept, the configuration among it.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends everything.
    pub(super) async fn close(self) {
        self.gateway.host().close().await;
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The text of a result.
pub(super) fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.collect::<Vec<_>>().join("\n")
}

/// Waits for an event.
pub(super) async fn event(events: &mut Events, is_it: impl Fn(&Event) -> bool) -> Event {
    let waiting = async {
        loop {
            let event = events.next().await.expect("the connection goes on");
            if is_it(&event) {
                return event;
            }
        }
    };
    timeout(PATIENCE, waiting).await.expect("it must come")
}
