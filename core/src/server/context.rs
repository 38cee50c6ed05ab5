//! What a handler knows of a request, and what it can say while it works.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    Failure, ServerHandle, aside::is_too_large, core::Core, outlet::Outlet, rounds::Rounds,
    share::Owner,
};
use crate::{
    Json,
    auth::Principal,
    dialect::{
        Profile, method,
        mirror::ParameterHeaders,
        serving::{Caller, Facts},
    },
    model::{ClientCapabilities, Implementation, LoggingLevel, LoggingMessage, Meta, Progress},
    peer::serving::Line,
    version::Version,
};

/// The headers by which an HTTP request repeats arguments of a tool: names in lower case, and
/// values as they came.
pub(crate) type Mirrored = HashMap<Box<str>, Box<str>>;

/// What a handler knows of a request, and what it can say while it works. Cheap to clone.
///
/// Nothing here tells which era the client belongs to: a handler that needs input asks the same way
/// ([`Self::elicit`]), and progress and log messages go wherever the client waits for them. Once
/// the request is answered, what is said is dropped.
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    core: Arc<Core>,
    facts: Facts,
    principal: Arc<Principal>,
    outlet: Outlet,
    pub(super) input: InputSource,
    log_filter: LogFilter,
    mirrored: Option<Mirrored>,
    progress: Mutex<f64>,
    answered: AtomicBool,
}

/// Where a handler's questions go.
pub(crate) enum InputSource {
    /// Into the answer of the request, which then comes again.
    Rounds(Arc<Rounds>),
    /// To the client at once, as requests of ours.
    Requests(Line),
    /// Nowhere: this request cannot need input.
    None,
}

/// Which log messages the client wants.
#[derive(Clone)]
pub(crate) enum LogFilter {
    /// Those of a request, from this level on, if any.
    Request(Option<LoggingLevel>),
    /// Those of a session, from the level on that it was told last.
    Session(Arc<SessionLevel>),
}

/// The least grave level of a session, as its place in [`LoggingLevel::ALL`].
pub(crate) struct SessionLevel(AtomicU8);

impl Default for SessionLevel {
    /// What is usual for whoever has not chosen: everything from `info` on.
    fn default() -> Self {
        Self(AtomicU8::new(1))
    }
}

impl SessionLevel {
    pub(crate) fn set(&self, severity: usize) {
        self.0.store(u8::try_from(severity).unwrap_or(u8::MAX), Ordering::Relaxed);
    }
}

impl LogFilter {
    fn lets_pass(&self, level: &LoggingLevel) -> bool {
        let Some(severity) = level.severity() else { return false };
        match self {
            Self::Request(None) => false,
            Self::Request(Some(least)) => least.severity().is_some_and(|least| severity >= least),
            Self::Session(least) => severity >= usize::from(least.0.load(Ordering::Relaxed)),
        }
    }
}

impl Context {
    pub(crate) fn new(
        core: Arc<Core>,
        facts: Facts,
        principal: Arc<Principal>,
        outlet: Outlet,
        input: InputSource,
        log_filter: LogFilter,
        mirrored: Option<Mirrored>,
    ) -> Self {
        Self(Arc::new(Inner {
            core,
            facts,
            principal,
            outlet,
            input,
            log_filter,
            mirrored,
            progress: Mutex::new(f64::NEG_INFINITY),
            answered: AtomicBool::new(false),
        }))
    }

    /// The protocol version that the client speaks.
    pub fn version(&self) -> Version {
        self.profile().version
    }

    /// Who the client says it is. It proves nothing: decide nothing by it.
    pub fn client_info(&self) -> Option<&Implementation> {
        self.caller().info.as_ref()
    }

    /// What the client says it can do.
    pub fn client_capabilities(&self) -> &ClientCapabilities {
        &self.caller().capabilities
    }

    /// The client's settings of an extension that both sides have declared. Without them it must
    /// not be used (2026-07-28 `basic/versioning`, "Extension Negotiation").
    pub fn extension(&self, name: &str) -> Option<&Json> {
        let ours = self.core().handler.capabilities().extensions;
        let both = self.profile().extensions && ours.is_some_and(|ours| ours.get(name).is_some());
        let theirs = self.client_capabilities().extensions.as_ref().filter(|_| both);
        theirs.and_then(|theirs| theirs.get(name))
    }

    /// Whom the request acts for. Where nobody signs in, it is anonymous.
    pub fn principal(&self) -> &Principal {
        &self.0.principal
    }

    /// Makes sure that the principal has a scope. For several at once there is
    /// [`Failure::insufficient_scope`].
    ///
    /// # Errors
    /// [`Failure::insufficient_scope`]: it has not, as nobody has where nobody signs in.
    pub fn require_scope(&self, scope: &str) -> Result<(), Failure> {
        if self.principal().has_scope(scope) {
            return Ok(());
        }
        Err(Failure::insufficient_scope([scope]))
    }

    /// What is attached to the request.
    pub fn meta(&self) -> &Meta {
        &self.0.facts.meta
    }

    /// The server itself, to change its tools, resources and prompts, or to tell that they changed.
    pub fn server(&self) -> ServerHandle {
        ServerHandle::of(self.0.core.clone())
    }

    /// Whether the client wants to hear of progress.
    pub fn wants_progress(&self) -> bool {
        self.0.facts.progress_token.is_some()
    }

    /// Tells how far the request has come, if the client wants to hear it (2026-07-28
    /// `basic/patterns/progress`).
    ///
    /// `progress` must grow from call to call; what does not is dropped, and so is what the client
    /// does not take in time.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = &self.0.facts.progress_token else { return };
        if self.is_answered() || !progress.is_finite() {
            return;
        }
        // What is told must grow, so nobody tells more before this was told.
        let mut last = self.0.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if progress <= *last {
            return;
        }
        *last = progress;
        let mut report = Progress::new(token.clone(), progress);
        report.total = total.filter(|total| total.is_finite());
        report.message = message.filter(|_| self.profile().says.progress_messages).map(Into::into);
        self.say(method::PROGRESS, &report);
    }

    /// Sends a log message, if the server declares that it does and the client wants one of this
    /// level (2026-07-28 `server/utilities/logging`; deprecated there). It must hold no secret.
    pub fn log(&self, level: LoggingLevel, data: impl Into<Json>) {
        self.log_message(&LoggingMessage::new(level, data));
    }

    /// Like [`Self::log`], with the name of the part of the server that says it.
    pub fn log_message(&self, message: &LoggingMessage) {
        let wanted = self.0.log_filter.lets_pass(&message.level);
        if wanted && !self.is_answered() && self.core().handler.capabilities().logging.is_some() {
            self.say(method::LOG_MESSAGE, message);
        }
    }

    /// Runs `make` once in all rounds of this request, and gives what it gave then in later ones
    /// (see [`Self::elicit`]). What it gives is kept by the client in between, sealed, so it must
    /// be small: a state may have 64 KiB in all, with the answers that were given.
    ///
    /// # Errors
    /// That of `make`, which is then tried again in the next round; or the value has no JSON form.
    pub async fn once<T, F>(&self, key: &str, make: impl FnOnce() -> F) -> Result<T, Failure>
    where
        T: Serialize + DeserializeOwned,
        F: Future<Output = Result<T, Failure>>,
    {
        let InputSource::Rounds(rounds) = &self.0.input else { return make().await };
        if let Some(known) = rounds.note(key).and_then(|note| note.decode().ok()) {
            return Ok(known);
        }
        let made = make().await?;
        rounds.take_note(key, Json::encode(&made)?);
        Ok(made)
    }

    /// Makes sure that the headers of the request that repeat arguments of the tool say the same as
    /// the arguments, as every server must that reads them (2026-07-28
    /// `basic/transports/streamable-http`, "Server Behavior for Custom Headers"). Which arguments are
    /// repeated, the `x-mcp-header` annotations of the input schema say. Where requests have no such
    /// headers, nothing is compared.
    ///
    /// The tools of a [`Server`](super::Server) are checked before they run; a handler of its own
    /// must see to it for its tools.
    ///
    /// # Errors
    /// They differ: the failure is for the client, with the status 400. Or the annotations break the
    /// specification.
    pub fn check_headers(&self, input_schema: &Json, arguments: &Json) -> Result<(), Failure> {
        let Some(sent) = self.mirrored() else { return Ok(()) };
        let headers = ParameterHeaders::compile(input_schema).map_err(Failure::internal)?;
        match headers {
            Some(headers) => check_mirrored(&headers, arguments, sent),
            None => Ok(()),
        }
    }

    /// Lets the connection go that the client holds open for this request; the request goes on, and
    /// the client comes back for its answer (2025-11-25 `basic/transports`, "Sending Messages to
    /// the Server"). Where there is no such connection, nothing happens.
    pub fn release_stream(&self) {
        if let Outlet::Line(line) = &self.0.outlet {
            line.release();
        }
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.core
    }

    pub(crate) fn caller(&self) -> &Arc<Caller> {
        &self.0.facts.caller
    }

    pub(crate) fn profile(&self) -> &'static Profile {
        self.0.facts.caller.profile()
    }

    /// Remembers that the client was sent to a page, where its version tells the end of that.
    pub(crate) fn visit(&self, name: &str) {
        if let Outlet::Line(line) = &self.0.outlet {
            let owner = Owner::of(self.principal());
            self.core().visits.begin(name, line.of_connection(), owner);
        }
    }

    /// Whether a question ends the request, so that its handler is dropped and runs again.
    #[cfg(feature = "http")]
    pub(crate) fn asks_in_rounds(&self) -> bool {
        matches!(self.input(), InputSource::Rounds(_))
    }

    /// The least grave level of the log messages that the client wants, if it wants any.
    #[cfg(feature = "http")]
    pub(crate) fn log_level(&self) -> Option<LoggingLevel> {
        match &self.0.log_filter {
            LogFilter::Request(level) => level.clone(),
            LogFilter::Session(level) => {
                let severity = usize::from(level.0.load(Ordering::Relaxed));
                LoggingLevel::ALL.get(severity).cloned()
            }
        }
    }

    pub(crate) fn input(&self) -> &InputSource {
        &self.0.input
    }

    /// Whether the request counts as one of its own, and is not a round of an earlier one.
    pub(crate) fn counts(&self) -> bool {
        !matches!(&self.0.input, InputSource::Rounds(rounds) if !rounds.counts())
    }

    /// Whether the client has brought something back that it was asked for, so that what comes of
    /// the request depends on more than its parameters.
    pub(crate) fn brings_input(&self) -> bool {
        let round = &self.0.facts.round;
        round.answers.is_some() || round.state.is_some()
    }

    pub(crate) fn mirrored(&self) -> Option<&Mirrored> {
        self.0.mirrored.as_ref()
    }

    /// From here on nothing more is said.
    pub(crate) fn answer(&self) {
        self.0.answered.store(true, Ordering::Relaxed);
    }

    fn is_answered(&self) -> bool {
        self.0.answered.load(Ordering::Relaxed)
    }

    fn say(&self, method: &'static str, params: &impl Serialize) {
        if let Ok(params) = serde_json::to_vec(params) {
            self.0.outlet.notify(method, params.into());
        }
    }
}

/// Compares what headers repeat with the arguments themselves.
pub(crate) fn check_mirrored(
    headers: &ParameterHeaders,
    arguments: &Json,
    sent: &Mirrored,
) -> Result<(), Failure> {
    if is_too_large(arguments.as_str().as_bytes()) {
        return Err(Failure::invalid_params("the arguments have too many parts"));
    }
    headers.verify(arguments, sent).map_err(Failure::header_mismatch)
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("version", &self.version())
            .field("principal", self.principal())
            .finish_non_exhaustive()
    }
}
