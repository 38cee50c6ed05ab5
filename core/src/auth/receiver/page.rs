//! What the browser shows in the end. Nothing of the request is in it, and it can do nothing.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use http_body_util::Full;

/// The same for consent and refusal: whether signing in went well is for the program to say, which
/// knows.
const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Back to the program</title>\n\
    <p>You can close this page and go back to the program.</p>\n</html>\n";

/// The page for the browser that brought the answer.
pub(super) fn page() -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(PAGE.as_bytes())));
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    guarded(response)
}

/// For everybody else.
pub(super) fn nothing(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    if status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET"));
    }
    guarded(response)
}

fn guarded(mut response: Response<Full<Bytes>>) -> Response<Full<Bytes>> {
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONNECTION, "close"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
