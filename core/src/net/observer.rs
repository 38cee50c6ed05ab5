//! Who watches the exchanges of a client.

use std::{
    mem,
    sync::Arc,
    time::{Duration, Instant},
};

use http::{HeaderMap, HeaderName, Method, Request, Response, StatusCode, Uri};

/// Sees each exchange once it is over. It is called by whoever made it and must not block.
pub(crate) type Observer = Arc<dyn Fn(Hop) + Send + Sync>;

/// One request and the head of its answer; a redirect makes another. It holds no value of a header
/// and no body.
#[derive(Clone, Debug)]
pub(crate) struct Hop {
    pub(crate) method: Method,
    uri: Uri,
    /// The names of the request's headers.
    pub(crate) sent: Vec<HeaderName>,
    /// None if there was no answer: it failed, or was given up.
    pub(crate) status: Option<StatusCode>,
    /// The names of the answer's headers.
    pub(crate) received: Vec<HeaderName>,
    /// How long it took until the head of the answer was here, or there was none.
    pub(crate) took: Duration,
}

impl Hop {
    /// The address without credentials, query and fragment.
    pub(crate) fn address(&self) -> String {
        let scheme = self.uri.scheme_str().unwrap_or("http");
        let host = self.uri.host().unwrap_or_default();
        let port = self.uri.port().map(|port| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{host}{port}{}", self.uri.path())
    }
}

/// An exchange that is under way. However it ends, its observer sees it.
pub(super) struct Watch {
    observer: Observer,
    begun: Instant,
    hop: Option<Hop>,
}

impl Watch {
    pub(super) fn begin<B>(observer: &Observer, request: &Request<B>) -> Self {
        let hop = Hop {
            method: request.method().clone(),
            uri: request.uri().clone(),
            sent: names(request.headers()),
            status: None,
            received: Vec::new(),
            took: Duration::ZERO,
        };
        Self { observer: observer.clone(), begun: Instant::now(), hop: Some(hop) }
    }

    /// The head of the answer is here.
    pub(super) fn answered<B>(mut self, response: &Response<B>) {
        if let Some(hop) = &mut self.hop {
            hop.status = Some(response.status());
            hop.received = names(response.headers());
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(mut hop) = mem::take(&mut self.hop) {
            hop.took = self.begun.elapsed();
            (self.observer)(hop);
        }
    }
}

fn names(headers: &HeaderMap) -> Vec<HeaderName> {
    headers.keys().cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn hops() -> (Observer, Arc<Mutex<Vec<Hop>>>) {
        let hops = Arc::new(Mutex::new(Vec::new()));
        let seen = hops.clone();
        (Arc::new(move |hop| seen.lock().unwrap().push(hop)), hops)
    }

    #[test]
    fn an_exchange_is_seen_without_values_and_secrets_of_its_address() {
        let (observer, hops) = hops();
        let request = Request::post("https://me:pass@example.com:8443/mcp?key=s3cret")
            .header("authorization", "Bearer s3cret")
            .body(())
            .unwrap();
        let response = Response::builder().status(401).header("x-tenant", "s3cret").body(());
        Watch::begin(&observer, &request).answered(&response.unwrap());
        let seen = hops.lock().unwrap();
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].address(), "https://example.com:8443/mcp");
        assert_eq!(
            (seen[0].method.as_str(), seen[0].status),
            ("POST", Some(StatusCode::UNAUTHORIZED))
        );
        assert_eq!(
            (seen[0].sent[0].as_str(), seen[0].received[0].as_str()),
            ("authorization", "x-tenant")
        );
    }

    #[test]
    fn an_exchange_that_is_given_up_is_seen_too() {
        let (observer, hops) = hops();
        drop(Watch::begin(&observer, &Request::get("http://[::1]/").body(()).unwrap()));
        let seen = hops.lock().unwrap();
        assert_eq!((seen[0].address().as_str(), seen[0].status), ("http://[::1]/", None));
    }
}
