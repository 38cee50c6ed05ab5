//! The modern dialect: each request says for itself who asks, in which version, and what the
//! client can do (2026-07-28 `basic`, "Per-request protocol fields").

use std::sync::Arc;

use bytes::Bytes;

use super::{
    Call, CancelBy, Dialect, InputNeeded, Profile, Reply, Round, Stamped, method, mirror, splice,
    write_call,
};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::{RawResult, RequestId, RpcError},
    transport::Link,
    version::Version,
};

/// The dialect of 2026-07-28.
pub(crate) struct PerRequest {
    profile: &'static Profile,
    /// The members of `_meta` that are the same in every request: version and client.
    fixed_meta: Bytes,
    /// What the client can do, unless a request says otherwise.
    capabilities: Bytes,
}

impl PerRequest {
    /// The dialect of a client with this identity and these capabilities, each as JSON text.
    pub(crate) fn new(version: Version, client_info: &[u8], capabilities: &[u8]) -> Self {
        let mut fixed = Vec::new();
        splice(&mut fixed, b"{}", |members| {
            let name = format!("\"{version}\"");
            members.add("io.modelcontextprotocol/protocolVersion", name.as_bytes());
            members.add("io.modelcontextprotocol/clientInfo", client_info);
        });
        let capabilities = Bytes::copy_from_slice(capabilities);
        Self { profile: Profile::of(version), fixed_meta: fixed.into(), capabilities }
    }

    fn mirrored(&self, call: &Call) -> Vec<(Box<str>, Box<str>)> {
        let mut headers = Vec::with_capacity(3 + call.parameter_headers.len());
        headers.push(("mcp-protocol-version".into(), self.profile.version.as_str().into()));
        headers.push(("mcp-method".into(), mirror::encode_value(&call.method).into()));
        if let Some(name) = &call.name {
            headers.push(("mcp-name".into(), mirror::encode_value(name).into()));
        }
        headers.extend(call.parameter_headers.iter().cloned());
        headers
    }
}

impl Dialect for PerRequest {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn stamp(&self, id: &RequestId, call: &Call, round: Option<&Round>, link: Link) -> Stamped {
        let body = write_call(id, call, |out| {
            splice(out, &call.params, |members| {
                members.round(round);
                splice(members.key("_meta"), &self.fixed_meta, |meta| {
                    let capabilities = call.capabilities.as_ref().unwrap_or(&self.capabilities);
                    meta.add("io.modelcontextprotocol/clientCapabilities", capabilities);
                    if call.progress {
                        crate::jsonrpc::write_id_value(meta.key("progressToken"), id);
                    }
                    if let Some(level) = &call.log_level {
                        let key = meta.key("io.modelcontextprotocol/logLevel");
                        crate::jsonrpc::write_string(key, level.as_str());
                    }
                    for (key, value) in &call.meta {
                        meta.add(key, value.as_str().as_bytes());
                    }
                });
            });
        });
        let headers = if link == Link::Exchanges { self.mirrored(call) } else { Vec::new() };
        Stamped { body, headers }
    }

    fn headers(&self, link: Link) -> Vec<(Box<str>, Box<str>)> {
        match link {
            Link::Shared => Vec::new(),
            Link::Exchanges => {
                vec![("mcp-protocol-version".into(), self.profile.version.as_str().into())]
            }
        }
    }

    fn read_result(&self, method: &str, result: RawResult) -> Reply {
        // An absent type is "complete", for servers of earlier versions (2026-07-28 `basic`,
        // "ResultType").
        match result.tag.as_deref() {
            None | Some(br#""complete""#) => Reply::Complete(result.bytes),
            Some(br#""input_required""#) if method::may_need_input(method) => {
                Reply::InputRequired(InputNeeded::Result(result.bytes))
            }
            Some(br#""input_required""#) => Reply::Invalid(
                "the server asked for input where the protocol does not allow it".into(),
            ),
            Some(other) => Reply::Invalid(format!(
                "the server's result has the unknown type {}",
                String::from_utf8_lossy(&other[..other.len().min(80)])
            )),
        }
    }

    fn read_error(&self, error: RpcError) -> Reply {
        Reply::Error(error)
    }

    fn cancel(&self, link: Link) -> CancelBy {
        match link {
            Link::Shared => CancelBy::Notification,
            Link::Exchanges => CancelBy::ClosingTheExchange,
        }
    }

    fn answers_requests(&self) -> bool {
        false
    }

    fn opening(&self) -> Option<Call> {
        None
    }

    fn opened(&self, _result: &[u8]) -> Result<Arc<dyn Dialect>> {
        Err(Error::new(ErrorCode::Internal, "this protocol version has no session to open"))
    }
}
