//! Settings for a connection.

use std::{sync::Arc, time::Duration};

use super::{
    Client, Events, InputHandler, Target, Verdict, connect, connection::Defaults, events::Sender,
};
#[cfg(feature = "http")]
use crate::auth::Account;
use crate::{
    Json,
    error::{Error, Result},
    jsonrpc::Limits,
    model::{ExtensionId, LoggingLevel},
    version::Version,
};

/// Which protocol versions a client tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProtocolChoice {
    /// Find out: the modern one if the server speaks it, else the newest legacy one in common.
    #[default]
    Auto,
    /// The modern version only.
    Modern,
    /// The newest legacy version in common.
    Legacy,
    /// This version, or none.
    Exact(Version),
}

/// Who sees what passes on a connection.
#[cfg(feature = "http")]
pub(crate) struct Observers {
    /// Messages, and what else a transport tells.
    pub(crate) messages: crate::transport::Observer,
    /// Exchanges over HTTP, where there are any.
    pub(crate) exchanges: crate::net::Observer,
}

/// Settings for a connection, each with a default that suits most.
pub struct ClientBuilder {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) protocol: ProtocolChoice,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) input: Option<Arc<dyn InputHandler>>,
    pub(crate) extensions: Vec<(String, Json)>,
    pub(crate) probe_timeout: Duration,
    pub(crate) startup_timeout: Duration,
    pub(crate) limits: Limits,
    pub(crate) defaults: Defaults,
    #[cfg(feature = "http")]
    pub(crate) http: crate::net::HttpSettings,
    #[cfg(feature = "http")]
    pub(crate) auth: Option<crate::auth::Auth>,
    #[cfg(feature = "icons")]
    pub(crate) icons: crate::icon::Icons,
    pub(crate) listeners: Vec<Sender>,
    #[cfg(feature = "http")]
    pub(crate) observers: Option<Observers>,
    pub(crate) is_guarded: bool,
    label: Option<Arc<str>>,
    fault: Option<Error>,
}

impl ClientBuilder {
    pub(super) fn new() -> Self {
        Self {
            name: "hostline".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            title: None,
            protocol: ProtocolChoice::Auto,
            verdict: None,
            input: None,
            extensions: Vec::new(),
            probe_timeout: Duration::from_secs(5),
            startup_timeout: Duration::from_mins(1),
            limits: Limits::default(),
            defaults: Defaults {
                timeout: Duration::from_mins(1),
                max_total: Duration::from_mins(30),
                log_level: None,
                strict_schemas: false,
                steps_aside: false,
            },
            #[cfg(feature = "http")]
            http: crate::net::HttpSettings::default(),
            #[cfg(feature = "http")]
            auth: None,
            #[cfg(feature = "icons")]
            icons: crate::icon::Icons::default(),
            listeners: Vec::new(),
            #[cfg(feature = "http")]
            observers: None,
            is_guarded: false,
            label: None,
            fault: None,
        }
    }

    /// The program's name, which the server is told. Default `hostline`.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The program's version, which the server is told. Default Hostline's own.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// The program's name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Which protocol versions to try. Default: find out.
    pub fn protocol(mut self, protocol: ProtocolChoice) -> Self {
        self.protocol = protocol;
        self
    }

    /// What an earlier connection to the same server has found out ([`Client::verdict`]). If it
    /// turns out to be wrong, the question is asked again.
    pub fn verdict(mut self, verdict: Verdict) -> Self {
        self.verdict = Some(verdict);
        self
    }

    /// Who answers when the server needs input. Without a handler the server is told that no input
    /// can be had.
    pub fn input_handler(mut self, handler: impl InputHandler) -> Self {
        self.input = Some(Arc::new(handler));
        self
    }

    /// Like [`Self::input_handler`], for a handler that is shared.
    pub fn shared_input_handler(mut self, handler: Arc<dyn InputHandler>) -> Self {
        self.input = Some(handler);
        self
    }

    /// Declares an extension that the program supports (2026-07-28 `basic/versioning`, "Extension
    /// Negotiation"). An identifier that breaks the grammar is an error of [`Self::connect`].
    pub fn extension(mut self, id: &str, settings: impl Into<Json>) -> Self {
        match ExtensionId::parse(id) {
            Ok(_) => self.extensions.push((id.to_owned(), settings.into())),
            Err(error) => self.fault = self.fault.or(Some(error)),
        }
        self
    }

    /// How long a request waits for an answer or for progress. Default 60 s.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.defaults.timeout = timeout;
        self
    }

    /// How long a request waits in all, whatever progress it reports. Default 30 min. The time
    /// that a person takes to answer a question of the server does not count.
    pub fn max_total(mut self, max_total: Duration) -> Self {
        self.defaults.max_total = max_total;
        self
    }

    /// How long a server over stdio may be silent on the first question before it is taken for a
    /// legacy one. Default 5 s.
    pub fn probe_timeout(mut self, timeout: Duration) -> Self {
        self.probe_timeout = timeout;
        self
    }

    /// How long opening the connection may take in all. Default 60 s.
    pub fn startup_timeout(mut self, timeout: Duration) -> Self {
        self.startup_timeout = timeout;
        self
    }

    /// What one message of the server may cost.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The lowest level of log messages that requests ask for. Default: none are asked for.
    pub fn log_level(mut self, level: LoggingLevel) -> Self {
        self.defaults.log_level = Some(level);
        self
    }

    /// Whether a tool whose output schema cannot be used may not be called. Default: it may, and
    /// the result says that it was not checked.
    pub fn strict_schemas(mut self, strict: bool) -> Self {
        self.defaults.strict_schemas = strict;
        self
    }

    /// Whether to take large results apart, and to check them, beside the thread that does the
    /// input and output. The connection must then be used on a runtime with several threads only.
    pub(crate) fn steps_aside(mut self) -> Self {
        self.defaults.steps_aside = true;
        self
    }

    /// How HTTP is spoken: proxies, certificate authorities, headers, timeouts.
    #[cfg(feature = "http")]
    pub fn http(mut self, settings: crate::net::HttpSettings) -> Self {
        self.http = settings;
        self
    }

    /// Who the client acts for, shown to servers that want to know. Where a person is asked to sign
    /// in, the time of the request that waits for it, and of starting, does not run. Default: a
    /// server that wants to know refuses with [`crate::ErrorCode::AuthRequired`].
    #[cfg(feature = "http")]
    pub fn auth(mut self, auth: impl Into<crate::auth::Auth>) -> Self {
        self.auth = Some(auth.into());
        self
    }

    /// Who makes pictures of the server's icons ([`Client::icon`]). Give the same to every client, so
    /// that a picture is made once, and all of them together stay within its bounds. Default: one
    /// of the client's own, which keeps pictures in memory only.
    #[cfg(feature = "icons")]
    pub fn icons(mut self, icons: crate::icon::Icons) -> Self {
        self.icons = icons;
        self
    }

    /// What the server says without being asked while the connection is opened, such as the lines
    /// that its process writes to standard error. [`Client::events`] begins when it is open.
    pub fn events(&mut self) -> Events {
        let (sender, events) = Sender::channel();
        self.listeners.push(sender);
        events
    }

    /// Has all that passes on the connection seen, from its first message or exchange on.
    #[cfg(feature = "http")]
    pub(crate) fn tap(mut self, observers: Observers) -> Self {
        self.observers = Some(observers);
        self
    }

    /// Calls no tool of the server but with a permit ([`Request::permitted_by`]).
    #[cfg(feature = "http")]
    pub(crate) fn guarded(mut self) -> Self {
        self.is_guarded = true;
        self
    }

    /// What the server is called in errors, in place of its address or its command line.
    #[cfg(feature = "http")]
    pub(crate) fn label(mut self, label: &Arc<str>) -> Self {
        self.label = Some(label.clone());
        self
    }

    /// Connects to a target.
    ///
    /// # Errors
    /// The target cannot be understood, started or reached, or speaks no version in common.
    pub async fn connect<T>(self, target: T) -> Result<Client>
    where
        T: TryInto<Target>,
        Error: From<T::Error>,
    {
        let target: Target = target.try_into().map_err(Error::from)?;
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let label = self.label.clone().unwrap_or_else(|| target.label());
        let limit = self.startup_timeout;
        #[cfg(feature = "http")]
        let way = connect::Way::new(&self, &target).map_err(|error| error.with_server(&label))?;
        #[cfg(feature = "http")]
        let outcome = {
            let account = way.account.clone();
            let connecting = connect::connect(self, label.clone(), target, way);
            Account::within(account.as_ref(), limit, connecting).await
        };
        #[cfg(not(feature = "http"))]
        let outcome =
            tokio::time::timeout(limit, connect::connect(self, label.clone(), target)).await.ok();
        match outcome {
            Some(outcome) => outcome.map_err(|error| error.with_server(&label)),
            None => Err(Error::new(
                crate::ErrorCode::Timeout,
                format!("the server was not ready within {} s", limit.as_secs_f64()),
            )
            .with_server(&label)
            .with_next_step("look at what it prints, or allow more time for starting")),
        }
    }
}

impl std::fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("name", &self.name)
            .field("protocol", &self.protocol)
            .finish_non_exhaustive()
    }
}
