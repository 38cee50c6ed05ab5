//! Opening a connection: which era, which version, which transport.
//!
//! [`crate::dialect::negotiate`] judges, this asks. It is the one place outside of the dialects
//! that knows eras, since here they are chosen; what it returns has one.

mod channel;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod way;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::task::JoinSet;

#[cfg(feature = "icons")]
use super::icons::ServerIcons;
use super::{
    Client, ClientBuilder, InputCapabilities, ProtocolChoice, Target,
    cache::Cache,
    connection::{Connection, Defaults, Facts},
    hub::Hub,
    input,
    route::InputRoutes,
    target::Kind,
    tools::Toolbox,
    watched::Watched,
};
#[cfg(feature = "http")]
pub(super) use way::Way;

#[cfg(feature = "http")]
use crate::{
    auth::Account,
    transport::{Observed, Observer},
};
use crate::{
    dialect::{
        Call, Dialect, Handshake, PerRequest, Profile, Purpose, method,
        negotiate::{self, Judgement, Probe},
    },
    error::{Error, ErrorCode, Result},
    model::{DiscoverResult, Implementation, InitializeResult, ServerCapabilities, decode, keys},
    peer::Peer,
    transport::{Link, Transport},
    version::{Era, Version},
};

/// What a connection has found out about a server, to be kept and given back the next time.
///
/// It belongs to the server's configuration, not to a process: era and version are properties of
/// the server (2026-07-28 `basic/versioning`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The era.
    pub era: Era,
    /// The version that was spoken.
    pub version: Version,
    /// The transport: `stdio`, `streamable-http`, `http+sse` or `custom`.
    pub transport: String,
}

/// Connects to a target.
pub(super) async fn connect(
    builder: ClientBuilder,
    label: Arc<str>,
    target: Target,
    #[cfg(feature = "http")] way: Way,
) -> Result<Client> {
    let limits = builder.limits;
    #[cfg(feature = "icons")]
    let icons = ServerIcons::new(
        builder.icons.clone(),
        label.clone(),
        &target,
        #[cfg(feature = "http")]
        way.http.clone(),
    );
    let opening = Opening::new(
        builder,
        label,
        #[cfg(feature = "icons")]
        icons,
    );
    #[cfg(feature = "http")]
    let opening = opening.for_account(&way);
    let outcome = match target.0 {
        Kind::Command(command) => opening.open_command(command, limits).await,
        Kind::Transport(_, transport) => opening.open_transport(transport).await,
        #[cfg(feature = "http")]
        Kind::Http(url) => opening.open_http(url, way, limits).await,
        #[cfg(not(feature = "http"))]
        Kind::Http(_) => {
            Err(Error::new(ErrorCode::InvalidInput, "this build of Hostline does not speak HTTP"))
        }
    };
    outcome.map_err(|error| match (error.code(), error.next_step()) {
        // What breaks the protocol at once is mostly something else.
        (ErrorCode::Protocol, None) => error.with_next_step("check whether it is an MCP server"),
        _ => error,
    })
}

/// What every attempt to open a connection needs.
struct Opening {
    label: Arc<str>,
    protocol: ProtocolChoice,
    verdict: Option<Verdict>,
    probe_timeout: Duration,
    startup_timeout: Duration,
    client_info: Value,
    capabilities: InputCapabilities,
    extensions: Map<String, Value>,
    input: Option<Arc<dyn super::InputHandler>>,
    routes: Arc<InputRoutes>,
    defaults: Mutex<Option<Defaults>>,
    cache: Cache,
    hub: Arc<Hub>,
    #[cfg(feature = "http")]
    account: Option<Account>,
    #[cfg(feature = "http")]
    observer: Option<Observer>,
    is_guarded: bool,
    #[cfg(feature = "icons")]
    icons: Arc<ServerIcons>,
}

/// A driver that runs, before its connection is open.
struct Started {
    peer: Peer,
    tasks: JoinSet<()>,
    link: Link,
    transport: &'static str,
}

/// How to begin.
enum Plan {
    /// Ask which era, and go by the answer.
    Ask,
    /// Open with a handshake.
    Handshake,
}

impl Opening {
    fn new(
        builder: ClientBuilder,
        label: Arc<str>,
        #[cfg(feature = "icons")] icons: ServerIcons,
    ) -> Self {
        let mut client_info = json!({"name": builder.name, "version": builder.version});
        if let Some(title) = builder.title {
            client_info["title"] = title.into();
        }
        let capabilities =
            builder.input.as_ref().map_or(InputCapabilities::none(), |h| h.capabilities());
        let cache = Cache::default();
        let extensions =
            builder.extensions.iter().map(|(id, settings)| (id.clone(), settings.to_value()));
        Self {
            hub: Hub::new(label.clone(), cache.clone(), builder.listeners),
            label,
            protocol: builder.protocol,
            verdict: builder.verdict,
            probe_timeout: builder.probe_timeout,
            startup_timeout: builder.startup_timeout,
            client_info,
            capabilities,
            extensions: extensions.collect(),
            input: builder.input,
            routes: Arc::default(),
            defaults: Mutex::new(Some(builder.defaults)),
            cache,
            #[cfg(feature = "http")]
            account: None,
            #[cfg(feature = "http")]
            observer: builder.observers.map(|observers| observers.messages),
            is_guarded: builder.is_guarded,
            #[cfg(feature = "icons")]
            icons: Arc::new(icons),
        }
    }

    /// Tells the connection's listeners of what is done for the sake of its account.
    #[cfg(feature = "http")]
    fn for_account(mut self, way: &Way) -> Self {
        self.account.clone_from(&way.account);
        let hub = Arc::downgrade(&self.hub);
        if let Some(account) = &self.account {
            account.listen(Arc::new(move |event| {
                // An account outlives the connections that are made with it.
                let hub = hub.upgrade();
                hub.inspect(|hub| hub.tell_of_account(event)).is_some()
            }));
        }
        self
    }

    fn plan(&self) -> Plan {
        let known = self.verdict.as_ref().map(|verdict| verdict.era);
        match (self.protocol, known) {
            (ProtocolChoice::Legacy, _) | (ProtocolChoice::Auto, Some(Era::Legacy)) => {
                Plan::Handshake
            }
            (ProtocolChoice::Exact(version), _) if version.era() == Era::Legacy => Plan::Handshake,
            _ => Plan::Ask,
        }
    }

    /// Whether a legacy server will do.
    fn allows_legacy(&self) -> bool {
        match self.protocol {
            ProtocolChoice::Auto | ProtocolChoice::Legacy => true,
            ProtocolChoice::Modern => false,
            ProtocolChoice::Exact(version) => version.era() == Era::Legacy,
        }
    }

    /// How long a server may be silent on the first question. One that is known to be modern is
    /// given all the time there is.
    fn patience(&self) -> Duration {
        let known_modern = self.verdict.as_ref().is_some_and(|v| v.era == Era::Modern);
        if known_modern || !self.allows_legacy() {
            self.startup_timeout
        } else {
            self.probe_timeout
        }
    }

    fn start(
        &self,
        transport: Box<dyn Transport>,
        dialect: Arc<dyn Dialect>,
        kind: &'static str,
    ) -> Started {
        let mut tasks = JoinSet::new();
        let link = transport.link();
        #[cfg(feature = "http")]
        let transport: Box<dyn Transport> = match &self.observer {
            Some(observer) => Box::new(Observed::new(transport, observer.clone())),
            None => transport,
        };
        let peer = Peer::start(
            self.label.clone(),
            transport,
            dialect,
            input::asker(
                self.label.clone(),
                self.input.clone(),
                self.routes.clone(),
                self.hub.clone(),
            ),
            self.hub.listener(),
            self.is_guarded,
            &mut tasks,
        );
        Started { peer, tasks, link, transport: kind }
    }

    fn modern_dialect(&self) -> Arc<dyn Dialect> {
        let capabilities = self.client_capabilities(Profile::of(Version::LATEST));
        Arc::new(PerRequest::new(
            Version::LATEST,
            self.client_info.to_string().as_bytes(),
            capabilities.to_string().as_bytes(),
        ))
    }

    fn legacy_dialect(&self) -> Arc<Handshake> {
        let version = match self.protocol {
            ProtocolChoice::Exact(version) if version.era() == Era::Legacy => version,
            _ => Version::LATEST_LEGACY,
        };
        let params = json!({
            "protocolVersion": version.as_str(),
            "capabilities": self.client_capabilities(Profile::of(version)),
            "clientInfo": self.client_info,
        });
        Arc::new(Handshake::new(version, params.to_string().into()))
    }

    /// What the client can do, as a version says it.
    fn client_capabilities(&self, profile: &Profile) -> Value {
        let mut all = self.capabilities.declared(profile);
        if !self.extensions.is_empty() {
            // Versions without extensions know this place for what they do not know.
            let place = if profile.extensions { "extensions" } else { "experimental" };
            all.insert(place.into(), self.extensions.clone().into());
        }
        all.into()
    }

    /// The wait of the opening requests. The wait for the whole start is always before it, so that a
    /// server that is not ready is always told of in the same words.
    fn behind_startup(&self) -> Duration {
        self.startup_timeout.saturating_mul(2)
    }

    /// The first question of all.
    fn discover_call(&self) -> Call {
        let mut call = Call::new(method::DISCOVER, Bytes::from_static(b"{}"));
        // It may be put to a server that does not know it; such a server needs no cancellation.
        call.purpose = Purpose::Opening;
        call.timeout = Some(self.behind_startup());
        call
    }

    /// Opens a session and reads what the server says of itself.
    async fn initialize(&self, started: &Started) -> Result<(Arc<dyn Dialect>, Said)> {
        let dialect = self.legacy_dialect();
        let mut call = dialect.opening().ok_or_else(|| {
            Error::new(ErrorCode::Internal, "the legacy dialect has no opening request")
        })?;
        call.timeout = Some(self.behind_startup());
        let result = started.peer.call(call).await?;
        let chosen = dialect.opened(&result)?;
        if let ProtocolChoice::Exact(wanted) = self.protocol
            && chosen.profile().version != wanted
        {
            return Err(Error::new(
                ErrorCode::UnsupportedVersion,
                format!(
                    "the server chose protocol version {}, and only {wanted} was allowed",
                    chosen.profile().version
                ),
            ));
        }
        let said: InitializeResult = self.hub.read(method::INITIALIZE, &result)?;
        started.peer.use_dialect(chosen.clone());
        started.peer.notify(method::INITIALIZED, None);
        started.peer.established();
        let said = Said {
            info: Some(said.server_info),
            capabilities: Some(said.capabilities),
            instructions: said.instructions,
        };
        Ok((chosen, said))
    }

    fn finish(&self, started: Started, dialect: &dyn Dialect, said: Said) -> Result<Client> {
        let profile = dialect.profile();
        let defaults = self.defaults.lock().ok().and_then(|mut defaults| defaults.take());
        let verdict = Verdict {
            era: profile.version.era(),
            version: profile.version,
            transport: started.transport.into(),
        };
        tracing::info!(
            target: "hostline::connection",
            server = %self.label,
            version = %profile.version,
            transport = started.transport,
            "connected"
        );
        Ok(Client(Arc::new(Connection {
            facts: Facts {
                label: self.label.clone(),
                profile,
                link: started.link,
                transport: started.transport,
                info: said.info,
                capabilities: said.capabilities,
                instructions: said.instructions,
                verdict,
            },
            peer: started.peer,
            hub: self.hub.clone(),
            routes: self.routes.clone(),
            cache: self.cache.clone(),
            toolbox: Toolbox::default(),
            watched: Watched::default(),
            defaults: defaults
                .ok_or_else(|| Error::new(ErrorCode::Internal, "a connection was opened twice"))?,
            tasks: Mutex::new(started.tasks),
            #[cfg(feature = "http")]
            account: self.account.clone(),
            #[cfg(feature = "icons")]
            icons: self.icons.clone(),
        })))
    }

    /// The error of a server that is legacy where only modern will do.
    fn too_old(&self) -> Error {
        let mut error = negotiate::no_common_version(&[]);
        if !self.allows_legacy() {
            error = Error::new(
                ErrorCode::UnsupportedVersion,
                "the server does not speak protocol version 2026-07-28",
            )
            .with_next_step("allow legacy versions too");
        }
        error
    }
}

/// What a server says of itself.
struct Said {
    info: Option<Implementation>,
    capabilities: Option<ServerCapabilities>,
    instructions: Option<String>,
}

/// Takes the answer to the first question apart; nothing if it is no [`DiscoverResult`].
fn read_discovery(result: &[u8]) -> Option<DiscoverResult> {
    decode::<DiscoverResult>(method::DISCOVER, result).ok()
}

fn said_by(result: DiscoverResult) -> Said {
    Said {
        info: result.meta.as_ref().and_then(|meta| meta.typed(keys::SERVER_INFO)),
        capabilities: Some(result.capabilities),
        instructions: result.instructions,
    }
}

/// Judges the answer to the first question with the judge of its transport.
fn judge(
    outcome: &Result<Bytes>,
    judge: impl Fn(&Probe<'_>) -> Judgement,
) -> (Judgement, Option<DiscoverResult>) {
    match outcome {
        Err(error) => (judge(&Probe::Failed(error)), None),
        Ok(bytes) => {
            let result = read_discovery(bytes);
            let versions: Option<Vec<String>> =
                result.as_ref().map(|result| result.supported_versions.clone());
            (judge(&Probe::Result(versions.as_deref())), result)
        }
    }
}
