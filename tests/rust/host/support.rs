//! A host of its own for each test: a configuration, a folder for data, a person.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use hostline::{
    Json, Result,
    auth::MemoryStore,
    host::{
        CallOptions, Caller, Host, HostSettings,
        audit::{AuditEvent, AuditFilter, AuditLine, AuditOrder, read},
        config::ConfigFile,
        gate::{Decision, Matter, Question, QuestionEvent},
    },
    model::CallToolResult,
};
use serde_json::Value;
use tokio::task::JoinSet;

/// A server that changes itself.
pub(super) const CHANGING: &str = env!("CARGO_BIN_EXE_changing-server");

/// A folder that is removed with all that is in it.
pub(super) struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("hostline-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a person decides.
type Decides = Box<dyn Fn(&Question) -> Decision + Send>;

/// A host, and the person before it.
pub(super) struct Place {
    pub(super) host: Host,
    pub(super) folder: Folder,
    /// What the person was asked.
    pub(super) asked: Arc<Mutex<Vec<Question>>>,
    pub(super) caller: Caller,
    _person: JoinSet<()>,
}

/// A host of this configuration, with a person who approves starts and says no to all else.
pub(super) async fn open(config: &str) -> Place {
    open_with(config, Box::new(|_| Decision::deny())).await
}

/// The same, with a person who decides about what is no start.
pub(super) async fn open_with(config: &str, decides: Decides) -> Place {
    let folder = Folder::new();
    let file = folder.path().join("hostline.toml");
    fs::write(&file, format!("version = 1\n{config}")).unwrap();
    let settings = HostSettings::at(ConfigFile::at(&file).unwrap(), folder.path().join("data"))
        .store(Arc::new(MemoryStore::new()))
        .patience(Duration::from_secs(10));
    let host = Host::open(settings).await.unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let mut person = JoinSet::new();
    let (surface, noted) = (host.questions().surface("person"), asked.clone());
    person.spawn(async move {
        loop {
            let QuestionEvent::Asked(question) = surface.next().await else { continue };
            let decision = match question.matter {
                Matter::Start { .. } => Decision::allow(),
                _ => decides(&question),
            };
            let id = question.id;
            noted.lock().unwrap().push(*question);
            let _ = surface.answer(id, decision);
        }
    });
    let caller = Caller::new("test").unwrap();
    Place { host, folder, asked, caller, _person: person }
}

impl Place {
    /// Calls a tool by its name in the catalogue.
    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Result<CallToolResult> {
        let arguments = Json::from(arguments);
        self.host.call_tool(&self.caller, None, tool, arguments, CallOptions::default()).await
    }

    /// The names of the tools that are offered.
    pub(super) fn offered(&self) -> Vec<String> {
        let catalogue = self.host.catalogue().borrow().clone();
        let offered = catalogue.tools.iter().filter(|tool| tool.standing.is_offered());
        offered.map(|tool| tool.name.clone()).collect()
    }

    /// Waits until the catalogue is as it should be.
    pub(super) async fn until(&self, is_so: impl Fn(&Self) -> bool) {
        let mut catalogue = self.host.catalogue();
        let waiting = async {
            while !is_so(self) {
                catalogue.changed().await.unwrap();
            }
        };
        tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("it becomes so");
    }

    /// What was recorded, in its order.
    pub(super) fn record(&self) -> Vec<AuditLine> {
        let filter = AuditFilter { order: AuditOrder::OldestFirst, ..AuditFilter::default() };
        let lines = read(&self.folder.path().join("data/audit"), filter).unwrap();
        lines.map(|line| line.unwrap()).collect()
    }

    /// How many calls were allowed, as the record has it.
    pub(super) fn allowed_calls(&self) -> usize {
        use hostline::host::audit::{AuditAction, AuditVerdict};
        let is_allowed = |line: &AuditLine| match &line.event {
            AuditEvent::Decided(it) => {
                it.action == AuditAction::CallTool && it.verdict == AuditVerdict::Allow
            }
            _ => false,
        };
        self.record().iter().filter(|line| is_allowed(line)).count()
    }
}

/// A configuration of servers that change themselves, by these names, of which everything is
/// allowed.
pub(super) fn servers(names: &[&str]) -> String {
    let server = |name: &&str| format!("[servers.{name}]\ncommand = [{CHANGING:?}, {name:?}]\n");
    let servers: String = names.iter().map(server).collect();
    servers + "[[policy]]\nname = 'all'\neffect = 'allow'\naction = ['call-tool', 'roots']\n"
}
