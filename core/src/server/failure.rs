//! Why a handler could not do what was asked, before the version decides how that is said.

use std::{error::Error as StdError, fmt, time::Duration};

use crate::{
    Json,
    dialect::Profile,
    jsonrpc::{INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError},
    model::{
        CallToolResult, ClientCapabilities, ContentBlock, ElicitUrlParams, HEADER_MISMATCH,
        MISSING_REQUIRED_CLIENT_CAPABILITY, MissingCapabilityData, RESOURCE_NOT_FOUND,
        URL_ELICITATION_REQUIRED, UrlElicitationRequiredData,
    },
};

/// The JSON-RPC error of a call that came too soon after others. It lies outside of the range that
/// JSON-RPC keeps for itself (2026-07-28 `basic`, "Error Codes"); its data has `retryAfterMs`.
pub const RATE_LIMITED: i64 = 4290;

/// The JSON-RPC error of a request whose principal lacks a scope, outside of that range as well; its
/// data has `requiredScopes`.
pub const INSUFFICIENT_SCOPE: i64 = 4030;

/// Why a handler could not do what was asked.
///
/// Any error becomes one with `?`. From a tool, its text is the tool's own answer (`isError`),
/// which a model reads and can act on (2026-07-28 `server/tools`, "Error Handling"), so it must hold
/// nothing that the client may not know. From a resource or a prompt, and for a [`RpcError`], it is
/// an error of the protocol.
///
/// ```
/// use hostline::server::Failure;
/// fn parse(text: &str) -> Result<u32, Failure> {
///     Ok(text.trim().parse::<u32>()?)
/// }
/// assert!(parse("no number").is_err());
/// ```
#[derive(Debug)]
pub struct Failure(Kind);

#[derive(Debug)]
enum Kind {
    /// Words for whoever asked.
    Said(String),
    /// An error of the protocol, as it is.
    Rpc(RpcError),
    /// There is no such resource.
    ResourceNotFound(Option<String>),
    /// The client has not declared what this needs.
    MissingCapability(Box<ClientCapabilities>),
    /// A person must open these addresses first.
    UrlElicitation(Vec<ElicitUrlParams>),
    /// Something that whoever asked need not know.
    Hidden(String),
}

impl Failure {
    /// A failure in words. Whoever asked reads them.
    pub fn new(said: impl Into<String>) -> Self {
        Self(Kind::Said(said.into()))
    }

    /// The resource that was asked for does not exist.
    pub fn not_found() -> Self {
        Self(Kind::ResourceNotFound(None))
    }

    /// The parameters do not fit: `-32602` in every version.
    pub fn invalid_params(why: impl fmt::Display) -> Self {
        Self(Kind::Rpc(RpcError::new(INVALID_PARAMS, format!("Invalid params: {why}"))))
    }

    /// A fault whose text goes into the log and not to the client, which learns `-32603`.
    pub fn internal(why: impl fmt::Display) -> Self {
        Self(Kind::Hidden(why.to_string()))
    }

    /// The principal lacks scopes: name all that the request needs, so that its client asks for
    /// them once. Over HTTP this is the status 403 with `insufficient_scope`, as long as the answer
    /// has not begun (2026-07-28 `basic/authorization`, "Runtime Insufficient Scope Errors");
    /// elsewhere [`INSUFFICIENT_SCOPE`].
    pub fn insufficient_scope<S: Into<String>>(needed: impl IntoIterator<Item = S>) -> Self {
        let needed: Vec<String> = needed.into_iter().map(Into::into).collect();
        let message = format!("Insufficient scope: {} needed", needed.join(" "));
        let error = RpcError::new(INSUFFICIENT_SCOPE, message);
        Self(Kind::Rpc(error.with_data(serde_json::json!({ "requiredScopes": needed }))))
    }

    /// The arguments of a tool do not fit: the tool's own answer where the version has it so, since
    /// a model can mend them, or `-32602`.
    pub(crate) fn arguments(why: impl fmt::Display, profile: &Profile) -> Self {
        if profile.says.argument_faults_are_results {
            Self::new(format!("the arguments do not fit: {why}"))
        } else {
            Self::invalid_params(why)
        }
    }

    /// Nothing of this name, or nothing that the caller may know of: both read the same.
    pub(crate) fn unknown(what: &str, name: &str) -> Self {
        let name = crate::text::shorten(name, MOST_NAME_CHARS);
        Self(Kind::Rpc(RpcError::new(INVALID_PARAMS, format!("Unknown {what}: {name}"))))
    }

    /// What the client gave back as the server's state cannot be used. Why, is nobody's business.
    /// Other servers say it in the same words, which their clients know.
    pub(crate) fn unusable_state() -> Self {
        let error = RpcError::new(INVALID_PARAMS, "Invalid or expired requestState");
        let data = serde_json::json!({ "reason": "invalid_request_state" });
        Self(Kind::Rpc(error.with_data(data)))
    }

    pub(crate) fn no_such_method() -> Self {
        Self(Kind::Rpc(RpcError::new(METHOD_NOT_FOUND, "Method not found")))
    }

    pub(crate) fn missing_capability(required: ClientCapabilities) -> Self {
        Self(Kind::MissingCapability(Box::new(required)))
    }

    pub(crate) fn url_elicitation(url: ElicitUrlParams) -> Self {
        Self(Kind::UrlElicitation(vec![url]))
    }

    pub(crate) fn header_mismatch(why: impl fmt::Display) -> Self {
        Self(Kind::Rpc(RpcError::new(HEADER_MISMATCH, format!("Header mismatch: {why}"))))
    }

    pub(crate) fn rate_limited(what: &str, wait: Duration) -> Self {
        let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1);
        let error = RpcError::new(
            RATE_LIMITED,
            format!("{what} was called too often; try again in {millis} ms"),
        );
        Self(Kind::Rpc(error.with_data(serde_json::json!({ "retryAfterMs": millis }))))
    }

    /// Names the resource, where the handler has not.
    pub(crate) fn about_resource(self, uri: &str) -> Self {
        match self.0 {
            Kind::ResourceNotFound(None) => Self(Kind::ResourceNotFound(Some(uri.to_owned()))),
            kind => Self(kind),
        }
    }

    /// The result of a tool that failed, or the error of the protocol that it is.
    pub(crate) fn into_tool_result(self) -> Result<CallToolResult, Self> {
        match self.0 {
            Kind::Said(text) => {
                let content = vec![ContentBlock::text(text)];
                Ok(CallToolResult::new(content).with_is_error(true))
            }
            kind => Err(Self(kind)),
        }
    }

    /// The error of the protocol, in the words of one version.
    pub(crate) fn into_rpc(self, profile: &Profile) -> RpcError {
        let encode = |data: Result<Json, serde_json::Error>| data.unwrap_or_default();
        match self.0 {
            Kind::Said(text) => RpcError::new(INTERNAL_ERROR, text),
            Kind::Rpc(error) => in_codes_of(profile, error),
            Kind::ResourceNotFound(uri) => {
                let error = RpcError::new(profile.says.resource_not_found, "Resource not found");
                match uri {
                    Some(uri) => error.with_data(serde_json::json!({ "uri": uri })),
                    None => error,
                }
            }
            Kind::MissingCapability(required) => {
                let code = profile.says.missing_capability;
                let error = RpcError::new(code, "Missing required client capability");
                if code != MISSING_REQUIRED_CLIENT_CAPABILITY {
                    return error;
                }
                error.with_data(encode(Json::encode(&MissingCapabilityData::new(*required))))
            }
            Kind::UrlElicitation(elicitations) => {
                let data = UrlElicitationRequiredData::new(elicitations);
                RpcError::new(URL_ELICITATION_REQUIRED, "This request requires more information")
                    .with_data(encode(Json::encode(&data)))
            }
            Kind::Hidden(why) => {
                tracing::error!(target: "hostline::server", %why, "a handler failed");
                RpcError::new(INTERNAL_ERROR, "Internal error")
            }
        }
    }
}

/// An error of a handler's own making, without the codes that the version does not have (2026-07-28
/// `basic`, "Error Codes").
fn in_codes_of(profile: &Profile, mut error: RpcError) -> RpcError {
    error.code = match error.code {
        RESOURCE_NOT_FOUND => profile.says.resource_not_found,
        URL_ELICITATION_REQUIRED if !profile.url_elicitation_error => INTERNAL_ERROR,
        code if profile.lacks_error(code) => INTERNAL_ERROR,
        code => code,
    };
    error
}

/// How much of a name is repeated to whoever sent it.
const MOST_NAME_CHARS: usize = 200;

impl<E: StdError + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let error: Box<dyn StdError + Send + Sync> = error.into();
        match error.downcast::<RpcError>() {
            Ok(rpc) => Self(Kind::Rpc(*rpc)),
            Err(other) => Self(Kind::Said(other.to_string())),
        }
    }
}
