//! What the browser shows: fixed pages that repeat nothing of a request.

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};
use http_body_util::Full;

pub(super) type Page = Response<Full<Bytes>>;

/// What a request was judged to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The one that was waited for. Whether it says yes or no is not judged here.
    Received,
    WrongHost,
    WrongPath,
    WrongMethod,
    WrongState,
}

/// The browser shows a line of text, runs nothing, keeps nothing, and tells no other site of the
/// address, which has a code in it.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_TYPE, "text/html; charset=utf-8"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::CONNECTION, "close"),
];

macro_rules! page {
    ($text:literal) => {
        concat!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n",
            "<title>Hostline</title>\n<h1>Hostline</h1>\n<p>",
            $text,
            "</p>\n</html>\n",
        )
    };
}

const RECEIVED: &str =
    page!("The answer has arrived. You can close this page and go back to your program.");
const REFUSED: &str = page!("This is not the answer that is waited for. You can close this page.");

impl Verdict {
    pub(super) fn page(self) -> Page {
        let (status, text) = match self {
            Self::Received => (StatusCode::OK, RECEIVED),
            Self::WrongHost | Self::WrongState => (StatusCode::BAD_REQUEST, REFUSED),
            Self::WrongPath => (StatusCode::NOT_FOUND, REFUSED),
            Self::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, REFUSED),
        };
        let mut page = Response::new(Full::from(text));
        *page.status_mut() = status;
        for (name, value) in HEADERS {
            page.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        if self == Self::WrongMethod {
            page.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET"));
        }
        page
    }
}
