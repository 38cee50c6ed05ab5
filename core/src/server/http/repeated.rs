//! What headers repeat of a modern request, compared with the request itself (2026-07-28
//! `basic/transports/streamable-http`, "Server Validation").

use std::borrow::Cow;

use http::{HeaderMap, HeaderName};

use crate::{
    dialect::mirror::{decode_value, named_member},
    jsonrpc::{self, Request, RpcError},
    model::{HEADER_MISMATCH, Meta, keys},
    server::context::Mirrored,
    transport::http::names::{METHOD, NAME, PROTOCOL_VERSION},
};

/// What the headers of repeated parameters begin with.
const PARAMETER_PREFIX: &str = "mcp-param-";

/// Checks that the version is there, and the same in both places. A request that says none itself is
/// left to whoever reads what it says.
///
/// # Errors
/// `-32020`: the header is missing, there twice, or differs.
pub(super) fn check_version(headers: &HeaderMap, meta: &Meta) -> Result<(), RpcError> {
    let shown = "MCP-Protocol-Version";
    let sent = required(headers, &PROTOCOL_VERSION, shown)?;
    let said = meta.get(keys::PROTOCOL_VERSION).and_then(|said| text_of(said.as_str().as_bytes()));
    if said.is_some_and(|said| said != sent) { Err(differs(shown)) } else { Ok(()) }
}

/// Checks that the method, and the name where there must be one, are the same in both places.
///
/// # Errors
/// `-32020`: a header is missing, there twice, encoded in a wrong way, or differs.
pub(super) fn check_method_and_name(
    headers: &HeaderMap,
    request: &Request,
) -> Result<(), RpcError> {
    if required(headers, &METHOD, "Mcp-Method")? != &*request.method {
        return Err(differs("Mcp-Method"));
    }
    let Some(member) = named_member(&request.method) else { return Ok(()) };
    let sent = only(headers, &NAME, "Mcp-Name")?;
    let name = request.params.as_ref().and_then(|params| jsonrpc::member(params, member));
    let Some(name) = name.as_deref().and_then(text_of) else {
        return sent.map_or(Ok(()), |_| Err(differs("Mcp-Name")));
    };
    let sent = sent.ok_or_else(|| mismatch("Mcp-Name is missing"))?;
    let sent = decode_value(sent).ok_or_else(|| mismatch("Mcp-Name has invalid characters"))?;
    if sent == name { Ok(()) } else { Err(differs("Mcp-Name")) }
}

/// The headers that repeat parameters, as they came. Which of them mean something is known to
/// whoever knows the tool.
///
/// # Errors
/// `-32020`: one is there twice.
pub(super) fn parameters(headers: &HeaderMap) -> Result<Mirrored, RpcError> {
    let mut found = Mirrored::new();
    for (name, value) in headers {
        if name.as_str().starts_with(PARAMETER_PREFIX) {
            // What is not ASCII becomes something that is not either, and is refused as such.
            let value = String::from_utf8_lossy(value.as_bytes());
            if found.insert(name.as_str().into(), value.into()).is_some() {
                return Err(mismatch("a parameter is repeated by two headers"));
            }
        }
    }
    Ok(found)
}

fn required<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
    shown: &str,
) -> Result<&'a str, RpcError> {
    only(headers, name, shown)?.ok_or_else(|| mismatch(&format!("{shown} is missing")))
}

/// The value of a header that may be there once.
fn only<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
    shown: &str,
) -> Result<Option<&'a str>, RpcError> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(mismatch(&format!("{shown} is there twice")));
    }
    let invalid = || mismatch(&format!("{shown} has invalid characters"));
    value.to_str().map(|value| Some(value.trim())).map_err(|_| invalid())
}

/// What a JSON string says; nothing where this is none.
fn text_of(json: &[u8]) -> Option<Cow<'_, str>> {
    // Only a string with escapes must be copied.
    let plain = serde_json::from_slice::<&str>(json).map(Cow::Borrowed);
    plain.or_else(|_| serde_json::from_slice::<String>(json).map(Cow::Owned)).ok()
}

fn differs(shown: &str) -> RpcError {
    mismatch(&format!("{shown} does not say what the body says"))
}

fn mismatch(why: &str) -> RpcError {
    RpcError::new(HEADER_MISMATCH, format!("Header mismatch: {why}"))
}
