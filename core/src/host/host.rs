//! The host itself: its servers, and what callers do with them.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, atomic::AtomicU64},
    time::Duration,
};

use tokio::sync::{broadcast, watch};

use super::{
    Caller, ServerName, Status,
    catalogue::{Catalogue, split_address},
    config::{Config, ConfigFile, ServerEntry, Start},
    connecting::{Connecting, refuse_blocked},
    core::{Core, Member},
    gate::{Gate, Questions},
    grants::GrantStore,
    owner::Place,
    pins::PinStore,
    reloading::watch,
    supervisor::{Activity, Live, keep},
    tap::Tap,
    underway::Said,
    verdicts::Verdicts,
};
use crate::{
    auth::{Auth, SealedFiles, TokenStore},
    error::Result,
    host::audit::{Audit, AuditSettings},
};

/// How long a question waits for a person. Default 5 min.
const PATIENCE: Duration = Duration::from_mins(5);
/// How long somebody waits for a server to be ready: it may have to be approved first.
const READY: Duration = Duration::from_mins(6);

/// What a host needs to know.
pub struct HostSettings {
    config: ConfigFile,
    data: PathBuf,
    store: Option<Arc<dyn TokenStore>>,
    patience: Duration,
    starts: bool,
}

impl HostSettings {
    /// Those of the person who runs the program: the configuration where it belongs on this system,
    /// and the data where those of that configuration belong ([`Place`]).
    ///
    /// # Errors
    /// [`crate::ErrorCode::Storage`]: the environment names no place for them.
    pub fn standard() -> Result<Self> {
        let config = ConfigFile::standard()?;
        let place = Place::of(&config.path())?;
        Ok(Self::at(config, place.data()))
    }

    /// Those of a configuration, with a folder for what the host keeps: grants, pins, the record.
    pub fn at(config: ConfigFile, data: impl Into<PathBuf>) -> Self {
        Self { config, data: data.into(), store: None, patience: PATIENCE, starts: true }
    }

    /// Where tokens and secrets are. Default: sealed files whose key is in the system's keychain.
    pub fn store(mut self, store: Arc<dyn TokenStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// How long a question waits for a person. Default 5 min.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Starts no server because the host is opened, but only those that are needed.
    pub fn at_rest(mut self) -> Self {
        self.starts = false;
        self
    }

    /// The configuration's file.
    pub fn config(&self) -> &ConfigFile {
        &self.config
    }

    /// The folder for what the host keeps.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder of the record, which [`super::audit`] reads without a host.
    pub fn audit_folder(&self) -> PathBuf {
        self.data.join("audit")
    }

    /// What a person has granted, as it is kept, without a host.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Storage`]: it is damaged or cannot be read.
    pub async fn grants(&self) -> Result<GrantStore> {
        GrantStore::open(self.data.join("host")).await
    }
}

/// Many servers behind one gate.
///
/// Cloning it is cheap. When the last clone is dropped all of its servers end; [`Host::close`] ends
/// them in good order.
#[derive(Clone)]
pub struct Host(pub(super) Arc<Core>, pub(super) Arc<HostSettings>);

impl Host {
    /// Opens a configuration. At most one process may have it open at a time: see
    /// [`super::owner`]. Servers that are to be there from the beginning are started.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Storage`]: the configuration, or something that the host keeps, is damaged
    /// or cannot be read or written. [`crate::ErrorCode::InvalidInput`]: a rule is none.
    pub async fn open(settings: HostSettings) -> Result<Self> {
        let reading = settings.config.read().await?;
        let grants = settings.grants().await?;
        let audit = Audit::open(settings.audit_folder(), AuditSettings::default()).await?;
        let gate = Gate::new(grants, audit, Questions::new(settings.patience)?);
        let store = match &settings.store {
            Some(store) => store.clone(),
            None => Arc::new(SealedFiles::with_keychain(None)?),
        };
        let core = Core::new(
            gate,
            PinStore::open(settings.data.join("pins")),
            Verdicts::open(settings.data.join("host")),
            #[cfg(feature = "icons")]
            crate::icon::Icons::default(),
            Auth::oauth().shared_store(store.clone()),
            store,
        );
        let host = Self(core, Arc::new(settings));
        host.take_over(reading)?;
        host.spawn(watch(Arc::downgrade(&host.0), host.1.clone()));
        for (_, member) in host.0.all() {
            let is_wanted = member.entry.enabled && member.entry.start == Start::AtStart;
            if is_wanted && host.1.starts {
                member.kept.start().await?;
            }
        }
        Ok(host)
    }

    /// The folder for what the host keeps.
    pub fn data(&self) -> &Path {
        &self.1.data
    }

    /// The configuration's file.
    pub fn config(&self) -> &ConfigFile {
        &self.1.config
    }

    /// The status of every server, in the order of their names.
    pub fn statuses(&self) -> Vec<Status> {
        let all = self.0.all().into_iter();
        all.map(|(_, member)| {
            let mut status = member.kept.ladder().status();
            if !member.entry.enabled {
                status.activity = Activity::Disabled;
            }
            status
        })
        .collect()
    }

    /// Whether there is a server of this name, turned on or not.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: there is none.
    pub(super) fn exists(&self, server: &ServerName) -> Result<()> {
        if self.0.all().iter().any(|(name, _)| name == server) {
            return Ok(());
        }
        self.0.member(server.as_str()).map(drop)
    }

    /// All changes of status from now on. Who does not keep up is told how many were missed, and
    /// finds out where all stand by [`Self::statuses`].
    pub fn status_changes(&self) -> broadcast::Receiver<Status> {
        self.0.statuses.subscribe()
    }

    /// What servers say without being asked, from now on.
    pub fn events(&self) -> broadcast::Receiver<Said> {
        self.0.events.subscribe()
    }

    /// What all servers offer that have been started, as it changes.
    pub fn catalogue(&self) -> watch::Receiver<Arc<Catalogue>> {
        self.0.catalogue()
    }

    /// What was said between us and a server.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidInput`]: there is no such server.
    pub fn tap(&self, server: &str) -> Result<Tap> {
        Ok(self.0.member(server)?.tap.clone())
    }

    /// The questions that wait for a person, and where surfaces are added.
    pub fn questions(&self) -> &Questions {
        self.0.gate.questions()
    }

    /// What a person has granted.
    pub fn grants(&self) -> &GrantStore {
        self.0.gate.grants()
    }

    /// What a person has approved of what servers offer.
    pub fn pins(&self) -> &PinStore {
        &self.0.pins
    }

    /// Starts every server that is enabled, and waits until each serves or cannot be started. None
    /// waits for another.
    pub async fn start_all(&self) {
        let mut starting = tokio::task::JoinSet::new();
        for (_, member) in self.0.all().into_iter().filter(|(_, member)| member.entry.enabled) {
            let kept = member.kept.clone();
            starting.spawn(async move { drop(kept.wanted(READY).await) });
        }
        while starting.join_next().await.is_some() {}
    }

    /// Starts a server and waits until it serves.
    ///
    /// # Errors
    /// There is no such server, it may not be started, or it could not be.
    pub async fn start(&self, server: &str) -> Result<()> {
        self.live(&*self.0.member(server)?).await.map(drop)
    }

    /// Starts a server anew, however often that has failed, without waiting for it.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn restart(&self, server: &str) -> Result<()> {
        self.0.member(server)?.kept.restart().await
    }

    /// Ends a server, with everything that it has started, until it is needed again.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn stop(&self, server: &str) -> Result<()> {
        self.0.member(server)?.kept.stop().await;
        Ok(())
    }

    /// Forgets what was granted for a caller's session.
    pub fn leave(&self, caller: &Caller) {
        self.0.gate.grants().end_session(caller.session());
    }

    /// Ends all servers in good order, and writes down what was not yet.
    pub async fn close(&self) {
        let mut ending = tokio::task::JoinSet::new();
        for (_, member) in self.0.all() {
            ending.spawn(async move { member.kept.stop().await });
        }
        while ending.join_next().await.is_some() {}
        let kept = self.0.gate.grants().keep_uses(std::time::SystemTime::now()).await;
        if let Err(error) = kept {
            tracing::warn!(target: "hostline::host", %error, "uses of grants not kept");
        }
    }

    /// Whose resource an address means.
    pub(super) fn locate<'a>(&self, address: &'a str) -> Result<(ServerName, &'a str)> {
        let all = self.0.all();
        match all.as_slice() {
            [(name, member)] if member.entry.unprefixed => Ok((name.clone(), address)),
            _ => split_address(address),
        }
    }

    pub(super) async fn live(&self, member: &Member) -> Result<Arc<Live>> {
        refuse_blocked(&member.kept.ladder().status().server, member.entry.posture)?;
        member.kept.wanted(READY).await
    }

    /// The servers of a configuration: those that are written as they were go on.
    pub(super) fn next_members(
        &self,
        config: &Config,
        members: &BTreeMap<ServerName, Arc<Member>>,
    ) -> Result<BTreeMap<ServerName, Arc<Member>>> {
        let mut next = BTreeMap::new();
        for (name, entry) in &config.servers {
            let member = match members.get(name) {
                Some(member) if member.entry == *entry => member.clone(),
                Some(member) if member.entry.is_reached_like(entry) => member.described(entry),
                _ => self.join(name, entry)?,
            };
            next.insert(name.clone(), member);
        }
        Ok(next)
    }

    /// Adds a server, which is started when it is needed.
    fn join(&self, name: &ServerName, entry: &ServerEntry) -> Result<Arc<Member>> {
        let (identity, tap) = (entry.identity()?, Tap::new([]));
        let way = Arc::new(Connecting {
            core: Arc::downgrade(&self.0),
            name: name.clone(),
            identity,
            entry: entry.clone(),
            tap: tap.clone(),
            judged: AtomicU64::new(0),
            underway: Arc::default(),
        });
        let (statuses, told) = (self.0.statuses.clone(), tap.clone());
        let tell = Box::new(move |status: &Status| {
            told.status(&status.to_string());
            // Nobody may listen.
            let _ = statuses.send(status.clone());
        });
        let (kept, keeper) = keep(name.clone(), way.clone(), tell);
        self.spawn(keeper.run());
        Ok(Arc::new(Member { entry: entry.clone(), identity, kept, tap, way }))
    }
}

impl Host {
    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("config", &self.1.config.path()).finish_non_exhaustive()
    }
}
