//! The one error of the library: a stable code, a sentence for a person, and the cause.

use std::{borrow::Cow, convert::Infallible, error::Error as StdError, fmt, sync::Arc};

use crate::jsonrpc::RpcError;

/// The code of earlier versions for a resource that is not there.
const RESOURCE_NOT_FOUND: i64 = -32002;

/// A result with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! codes {
    ($($(#[doc = $about:literal])+ $code:ident = $name:literal,)+) => {
        /// What kind of failure an [`Error`] is. The names are the same in every language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(#[doc = $about])+ $code,)+
        }

        impl ErrorCode {
            /// Every code, in the order of its declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$code),+];

            /// The code of a stable name.
            #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only the host reads it"))]
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|code| code.name() == name)
            }

            /// The code's stable name, in snake case.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }

            /// What the code means, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$code => concat!($($about),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// The caller cancelled the request.
    Cancelled = "cancelled",
    /// The peer did not answer in time.
    Timeout = "timeout",
    /// The connection is closed.
    Closed = "closed",
    /// Bytes could not be exchanged with the peer.
    Transport = "transport",
    /// The peer broke the protocol.
    Protocol = "protocol",
    /// No protocol version is spoken by both sides.
    UnsupportedVersion = "unsupported_version",
    /// The peer does not offer what the request needs.
    MissingCapability = "missing_capability",
    /// The peer answered with a JSON-RPC error.
    Rpc = "rpc",
    /// The caller gave something that cannot be sent.
    InvalidInput = "invalid_input",
    /// A policy or a person refused.
    Denied = "denied",
    /// The server wants the caller to sign in.
    AuthRequired = "auth_required",
    /// Signing in failed.
    AuthFailed = "auth_failed",
    /// Stored data could not be read or written.
    Storage = "storage",
    /// A server's process could not be started or ended badly.
    Process = "process",
    /// A limit on what a peer may cost was reached.
    Limit = "limit",
    /// A fault of Hostline itself.
    Internal = "internal",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why something did not work.
///
/// Its sentence names the server and the method where there are any, says what happened, and ends
/// with what to do next. Cloning is cheap, so that one cause can reach every request that it ends.
#[derive(Clone)]
pub struct Error(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    code: ErrorCode,
    message: Cow<'static, str>,
    next_step: Option<Cow<'static, str>>,
    server: Option<Arc<str>>,
    method: Option<Cow<'static, str>>,
    rpc: Option<RpcError>,
    status: Option<u16>,
    may_have_run: bool,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error with a code and a lower-case sentence without a full stop.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Arc::new(Inner {
            code,
            message: message.into(),
            next_step: None,
            server: None,
            method: None,
            rpc: None,
            status: None,
            may_have_run: false,
            source: None,
        }))
    }

    /// The error that a server's JSON-RPC error becomes.
    pub fn from_rpc(rpc: RpcError) -> Self {
        Self::answered("server", rpc)
    }

    /// The error that a client's JSON-RPC error becomes, where we serve.
    pub(crate) fn from_client_rpc(rpc: RpcError) -> Self {
        Self::answered("client", rpc)
    }

    fn answered(who: &'static str, rpc: RpcError) -> Self {
        // A sentence is one line, and some servers lay out a whole list of faults.
        let said = if rpc.message.contains('\n') {
            Cow::Owned(rpc.message.split_whitespace().collect::<Vec<_>>().join(" "))
        } else {
            Cow::Borrowed(&*rpc.message)
        };
        let message = format!("the {who} answered with error {}: {said}", rpc.code);
        let mut error = Self::new(ErrorCode::Rpc, message);
        error.inner().rpc = Some(rpc);
        error
    }

    /// Says what to do about it, as a lower-case sentence without a full stop.
    pub fn with_next_step(mut self, next_step: impl Into<Cow<'static, str>>) -> Self {
        self.inner().next_step = Some(next_step.into());
        self
    }

    /// Adds the cause.
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.inner().source = Some(Arc::from(source.into()));
        self
    }

    /// Names the server, unless the error names one already.
    pub(crate) fn with_server(mut self, server: &Arc<str>) -> Self {
        if self.0.server.is_none() {
            self.inner().server = Some(server.clone());
        }
        self
    }

    /// Names no server, for where it is told beside the error.
    #[cfg(feature = "http")]
    pub(crate) fn without_server(mut self) -> Self {
        self.inner().server = None;
        self
    }

    /// Names the method, unless the error names one already.
    pub(crate) fn with_method(mut self, method: impl Into<Cow<'static, str>>) -> Self {
        if self.0.method.is_none() {
            self.inner().method = Some(method.into());
        }
        self
    }

    /// Keeps the peer's JSON-RPC error.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only the host passes it on"))]
    pub(crate) fn with_rpc(mut self, rpc: RpcError) -> Self {
        self.inner().rpc = Some(rpc);
        self
    }

    /// Keeps the HTTP status that the peer answered with.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has statuses"))]
    pub(crate) fn with_status(mut self, status: u16) -> Self {
        self.inner().status = Some(status);
        self
    }

    /// Says that the request may have taken effect at the peer all the same.
    pub(crate) fn that_may_have_run(mut self) -> Self {
        self.inner().may_have_run = true;
        self
    }

    /// The kind of failure.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// What happened, without the server's name, the method or the next step.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it, where there is something to say.
    pub fn next_step(&self) -> Option<&str> {
        self.0.next_step.as_deref()
    }

    /// The server that it happened with, as the user named it.
    pub fn server(&self) -> Option<&str> {
        self.0.server.as_deref()
    }

    /// The method of the request that failed.
    pub fn method(&self) -> Option<&str> {
        self.0.method.as_deref()
    }

    /// The peer's JSON-RPC error, where the peer sent one.
    pub fn rpc(&self) -> Option<&RpcError> {
        self.0.rpc.as_ref()
    }

    /// The HTTP status that the peer answered with, where that was the failure.
    pub fn http_status(&self) -> Option<u16> {
        self.0.status
    }

    /// Whether the request may have taken effect although it failed. Repeating it may do it twice.
    pub fn may_have_run(&self) -> bool {
        self.0.may_have_run
    }

    /// Whether the peer says that what was asked for does not exist.
    ///
    /// Versions before 2026-07-28 have a code of their own for a resource that is not there
    /// (`-32002`), which is understood in every version; 2026-07-28 says it with `-32602` and the
    /// resource's address in the data (`server/resources`, "Error Handling").
    pub fn is_not_found(&self) -> bool {
        let Some(rpc) = self.rpc() else { return false };
        let names_resource =
            || rpc.data.as_ref().is_some_and(|data| data.to_value().get("uri").is_some());
        match rpc.code {
            RESOURCE_NOT_FOUND => true,
            crate::jsonrpc::INVALID_PARAMS => names_resource(),
            _ => false,
        }
    }

    /// Says that nothing can have taken effect, because the request does nothing.
    pub(crate) fn that_did_nothing(mut self) -> Self {
        if self.0.may_have_run {
            self.inner().may_have_run = false;
        }
        self
    }

    fn inner(&mut self) -> &mut Inner {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Infallible> for Error {
    /// Never happens: it lets what cannot fail stand where something else can.
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(server) = self.server() {
            write!(f, "{}: ", crate::text::display_safe(server))?;
        }
        if let Some(method) = self.method() {
            write!(f, "{}: ", crate::text::display_safe(method))?;
        }
        write!(f, "{}", crate::text::display_safe(self.message()))?;
        if self.0.may_have_run {
            write!(f, "; the server may have done it all the same")?;
        }
        if let Some(next_step) = self.next_step() {
            write!(f, "; {}", crate::text::display_safe(next_step))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())?;
        let mut cause = self.source();
        while let Some(error) = cause {
            write!(f, "\n  because {}", crate::text::display_safe(&error.to_string()))?;
            cause = error.source();
        }
        Ok(())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
