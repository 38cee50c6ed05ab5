//! The legacy dialect: a session opened by `initialize`, and a server that sends requests.

use std::sync::Arc;

use bytes::Bytes;

use super::{
    Call, CancelBy, Dialect, InputNeeded, Profile, Purpose, Reply, Round, Stamped, method, splice,
    write_call,
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    jsonrpc::{RawResult, RequestId, RpcError},
    transport::Link,
    version::{Era, Version},
};

/// The error by which 2025-11-25 asks for URL elicitations before a request can go on.
const URL_ELICITATION_REQUIRED: i64 = -32042;

/// The dialect of 2024-11-05 to 2025-11-25.
pub(crate) struct Handshake {
    profile: &'static Profile,
    initialize: Bytes,
}

impl Handshake {
    /// The dialect that opens with `version` and these parameters of `initialize`.
    pub(crate) fn new(version: Version, initialize: Bytes) -> Self {
        Self { profile: Profile::of(version), initialize }
    }

    fn add_meta(call: &Call, id: &RequestId, out: &mut Vec<u8>) {
        splice(out, b"{}", |members| {
            if call.progress {
                crate::jsonrpc::write_id_value(members.key("progressToken"), id);
            }
            for (key, value) in &call.meta {
                members.add(key, value.as_str().as_bytes());
            }
        });
    }
}

impl Dialect for Handshake {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn stamp(&self, id: &RequestId, call: &Call, _round: Option<&Round>, link: Link) -> Stamped {
        let body = write_call(id, call, |out| {
            splice(out, &call.params, |members| {
                if call.progress || !call.meta.is_empty() {
                    Self::add_meta(call, id, members.key("_meta"));
                }
            });
        });
        let headers = match call.purpose {
            Purpose::Opening => Vec::new(),
            Purpose::Ordinary | Purpose::Subscription => self.headers(link),
        };
        Stamped { body, headers }
    }

    fn headers(&self, link: Link) -> Vec<(Box<str>, Box<str>)> {
        if link == Link::Shared || !self.profile.version_header {
            return Vec::new();
        }
        vec![("mcp-protocol-version".into(), self.profile.version.as_str().into())]
    }

    fn read_result(&self, _method: &str, result: RawResult) -> Reply {
        Reply::Complete(result.bytes)
    }

    fn read_error(&self, error: RpcError) -> Reply {
        let asks = self.profile.url_elicitation_error && error.code == URL_ELICITATION_REQUIRED;
        match error {
            RpcError { data: Some(data), .. } if asks => {
                Reply::InputRequired(InputNeeded::UrlElicitations(data))
            }
            error => Reply::Error(error),
        }
    }

    fn cancel(&self, _link: Link) -> CancelBy {
        CancelBy::Notification
    }

    fn answers_requests(&self) -> bool {
        true
    }

    fn opening(&self) -> Option<Call> {
        let mut call = Call::new(method::INITIALIZE, self.initialize.clone());
        call.purpose = Purpose::Opening;
        Some(call)
    }

    fn opened(&self, result: &[u8]) -> Result<Arc<dyn Dialect>> {
        let version = chosen_version(result)?;
        Ok(Arc::new(Self::new(version, self.initialize.clone())))
    }
}

/// The version that the server chose in its answer to `initialize`.
pub(crate) fn chosen_version(result: &[u8]) -> Result<Version> {
    #[derive(serde::Deserialize)]
    struct Chosen {
        #[serde(rename = "protocolVersion")]
        version: Json,
    }
    let chosen: Chosen = serde_json::from_slice(result).map_err(|source| {
        Error::new(ErrorCode::Protocol, "the server's answer names no protocol version")
            .with_method(method::INITIALIZE)
            .with_source(source)
    })?;
    let text: String = chosen.version.decode().unwrap_or_else(|_| chosen.version.to_string());
    match text.parse::<Version>() {
        Ok(version) if version.era() == Era::Legacy => Ok(version),
        _ => Err(Error::new(
            ErrorCode::UnsupportedVersion,
            format!("the server chose protocol version {text}, which cannot follow a handshake"),
        )
        .with_method(method::INITIALIZE)
        .with_next_step("update the server, or Hostline")),
    }
}
