//! Fetching an icon: one request that tells nobody anything.
//!
//! It carries no credentials, no cookies, no referrer and none of the headers that the person has
//! set for the server; it goes through the guard for addresses that a peer has named; and what
//! comes back is bounded, whatever it says of its length (2026-07-28 basic, "`icons`", security
//! considerations).

use std::{error::Error as _, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode, header};
use url::Url;

use super::{MAX_FILE_BYTES, Refused, RefusedReason, refused::too_large};
use crate::{
    error::{Error, ErrorCode},
    net::{HttpClient, OtherOrigin, describe_status, exchange},
    text::display_safe,
};

/// What is asked for.
const ACCEPT: &str = "image/png, image/jpeg, image/webp, image/gif, image/svg+xml";

/// A file, and what its server says that it is.
pub(super) struct Fetched {
    pub(super) bytes: Bytes,
    pub(super) media_type: Option<String>,
}

/// Fetches the file at an address that was judged. `client` must be a guarded one. Dropping the
/// future ends the exchange.
pub(super) async fn fetch(
    client: &HttpClient,
    url: &Url,
    time: Duration,
) -> Result<Fetched, Refused> {
    let request = Request::get(url.as_str())
        .header(header::ACCEPT, ACCEPT)
        .body(Bytes::new())
        .map_err(|_| unreachable("the icon's address cannot be asked for"))?;
    let answer = exchange(client, request, MAX_FILE_BYTES, time).await;
    let (head, bytes) = answer.map_err(|error| failed(&error))?;
    if head.status != StatusCode::OK {
        let status = describe_status(head.status);
        return Err(unreachable(format!("the icon's server answers with {status}")));
    }
    Ok(Fetched { bytes, media_type: media_type(&head.headers) })
}

/// The type in the head of an answer. One that is no text is none that is known.
fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn failed(error: &Error) -> Refused {
    let leads_elsewhere = error.source().is_some_and(<dyn std::error::Error>::is::<OtherOrigin>);
    match error.code() {
        _ if leads_elsewhere => Refused::new(RefusedReason::Origin, said(error)),
        ErrorCode::Limit => too_large(MAX_FILE_BYTES),
        ErrorCode::Denied => Refused::new(RefusedReason::Origin, said(error)),
        _ => unreachable(said(error)),
    }
}

fn said(error: &Error) -> String {
    display_safe(error.message()).into_owned()
}

fn unreachable(sentence: impl Into<std::borrow::Cow<'static, str>>) -> Refused {
    Refused::new(RefusedReason::Unreachable, sentence)
}
