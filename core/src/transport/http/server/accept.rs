//! Which content a client sends and takes: `Content-Type` and `Accept` by their grammar (RFC 9110,
//! sections 8.3.1 and 12.5.1).

use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::Refusal;

/// Checks that a request's body is JSON in UTF-8.
///
/// # Errors
/// 415: it is something else, or its type is not said exactly once, or it is encoded.
pub(crate) fn check_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let unsupported = |message| Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(value), None) = (types.next(), types.next()) else {
        return unsupported("the content type must be said once, and be application/json");
    };
    let mut parts = split(value.as_bytes(), b';');
    let essence = parts.next().unwrap_or_default();
    if !essence.eq_ignore_ascii_case(b"application/json") {
        return unsupported("the content type must be application/json");
    }
    let is_utf8 = |parameter: &[u8]| {
        let (name, value) = pair(parameter);
        !name.eq_ignore_ascii_case(b"charset") || unquoted(value).eq_ignore_ascii_case(b"utf-8")
    };
    if !parts.all(is_utf8) {
        return unsupported("JSON-RPC messages are UTF-8");
    }
    let encodings = headers.get_all(header::CONTENT_ENCODING).iter();
    if !encodings.map(HeaderValue::as_bytes).all(|name| name.eq_ignore_ascii_case(b"identity")) {
        return unsupported("the body must not be compressed");
    }
    Ok(())
}

/// Checks that the client takes content of all these types.
///
/// # Errors
/// 406: it does not.
pub(crate) fn check_accept(
    headers: &HeaderMap,
    types: &[&'static str],
    message: &'static str,
) -> Result<(), Refusal> {
    if names_just(headers, types) || types.iter().all(|wanted| accepts(headers, wanted)) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::NOT_ACCEPTABLE, message))
}

/// Whether the client says that it takes exactly these, one after the other. Nearly all do, and
/// need not be read by the grammar.
fn names_just(headers: &HeaderMap, types: &[&str]) -> bool {
    let mut values = headers.get_all(header::ACCEPT).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let said = value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    said.eq(types.iter().map(|wanted| wanted.as_bytes()))
}

/// Whether the client takes content of this type. Who says nothing takes everything; of several
/// ranges that hold the type, the most precise one decides.
pub(crate) fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let ranges = headers.get_all(header::ACCEPT).iter();
    let ranges = ranges.flat_map(|value| split(value.as_bytes(), b','));
    let mut decisive: Option<(u8, bool)> = None;
    let mut said = false;
    for range in ranges.filter(|range| !range.is_empty()) {
        said = true;
        let Some((precision, taken)) = judge(range, wanted) else { continue };
        // Of equally precise ranges the more generous one counts: they differ in parameters that
        // our content does not have.
        let better = decisive.is_none_or(|(best, was_taken)| {
            precision > best || (precision == best && taken && !was_taken)
        });
        if better {
            decisive = Some((precision, taken));
        }
    }
    decisive.map_or(!said, |(_, taken)| taken)
}

/// How precisely a media range holds the type, and whether its weight is more than zero; nothing if
/// it does not hold it.
fn judge(range: &[u8], wanted: &str) -> Option<(u8, bool)> {
    let mut parts = split(range, b';');
    let essence = parts.next()?;
    let (kind, _) = wanted.split_once('/')?;
    let precision = if essence.eq_ignore_ascii_case(wanted.as_bytes()) {
        2
    } else if essence.len() == kind.len() + 2
        && essence[..kind.len()].eq_ignore_ascii_case(kind.as_bytes())
        && essence.ends_with(b"/*")
    {
        1
    } else if essence == b"*/*" {
        0
    } else {
        return None;
    };
    let weight = parts.map(pair).find(|(name, _)| name.eq_ignore_ascii_case(b"q"));
    let taken = weight.is_none_or(|(_, value)| !is_zero(value));
    Some((precision, taken))
}

/// Whether a weight is zero: `0`, `0.` or `0.000`.
fn is_zero(weight: &[u8]) -> bool {
    let (whole, fraction) = match weight.iter().position(|byte| *byte == b'.') {
        Some(point) => (&weight[..point], &weight[point + 1..]),
        None => (weight, b"".as_slice()),
    };
    whole == b"0" && fraction.iter().all(|byte| *byte == b'0')
}

/// The name and the value of a parameter.
fn pair(parameter: &[u8]) -> (&[u8], &[u8]) {
    match parameter.iter().position(|byte| *byte == b'=') {
        Some(sign) => (parameter[..sign].trim_ascii(), parameter[sign + 1..].trim_ascii()),
        None => (parameter, b""),
    }
}

fn unquoted(value: &[u8]) -> &[u8] {
    value.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(value)
}

/// The parts of a list, trimmed; a separator within quotes does not count.
fn split(text: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |byte| {
        let was_escaped = std::mem::take(&mut escaped);
        match byte {
            b'"' if !was_escaped => quoted = !quoted,
            b'\\' if quoted && !was_escaped => escaped = true,
            _ => {}
        }
        *byte == separator && !quoted
    })
    .map(<[u8]>::trim_ascii)
}

#[cfg(test)]
#[path = "accept_tests.rs"]
mod tests;
