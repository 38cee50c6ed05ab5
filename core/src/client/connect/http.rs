//! Opening a connection over HTTP (2026-07-28 `basic/transports/streamable-http`, "Backward
//! Compatibility"): modern, else a session, else HTTP+SSE.

use url::Url;

use super::{Client, InputCapabilities, Opening, Plan, Started, Way, judge, said_by};
use crate::{
    dialect::negotiate::{self, Judgement, judge_http},
    error::{Error, Result},
    jsonrpc::Limits,
    transport::http::{HttpLimits, Session, SseLegacy, Stateless},
};

/// The name of Streamable HTTP, in both eras.
const STREAMABLE: &str = "streamable-http";
/// The name of the transport of 2024-11-05.
const HTTP_SSE: &str = "http+sse";

impl Opening {
    pub(super) async fn open_http(self, url: Url, way: Way, limits: Limits) -> Result<Client> {
        if let Plan::Ask = self.plan() {
            return self.open_asking(&way, &url, limits).await;
        }
        let knows_sse = self.verdict.as_ref().is_some_and(|v| v.transport == HTTP_SSE);
        let outcome = if knows_sse {
            self.open_sse(&way, &url, limits).await
        } else {
            self.open_legacy(&way, &url, limits).await
        };
        match outcome {
            // What was found out earlier no longer holds.
            Err(error) if self.verdict.is_some() && says_other_shape(&error) => {
                self.open_asking(&way, &url, limits).await
            }
            outcome => outcome,
        }
    }

    async fn open_asking(&self, way: &Way, url: &Url, limits: Limits) -> Result<Client> {
        let transport = Stateless::through(way.http.clone(), way.door(), url, http_limits(limits))?;
        let started = self.start(Box::new(transport), self.modern_dialect(), STREAMABLE);
        let mut outcome = started.peer.call(self.discover_call()).await;
        let mut judged = judge(&outcome, judge_http);
        if let (Judgement::Modern, None) = judged {
            // It refused a version that it says it speaks; it is asked once more.
            outcome = started.peer.call(self.discover_call()).await;
            judged = judge(&outcome, judge_http);
        }
        match judged {
            (Judgement::Modern, Some(result)) => {
                self.finish(started, &*self.modern_dialect(), said_by(result))
            }
            (Judgement::Fail(error), _) => Err(error),
            // What is not there, or takes no messages, is of no era.
            _ if !self.allows_legacy() && is_nothing_at_all(&outcome) => {
                Err(outcome.err().unwrap_or_else(|| self.too_old()))
            }
            _ if !self.allows_legacy() => {
                Err(outcome.err().map_or_else(|| self.too_old(), |e| self.too_old().with_source(e)))
            }
            (Judgement::Modern, None) => Err(outcome.err().unwrap_or_else(|| self.too_old())),
            (Judgement::Legacy | Judgement::LegacyAfterRestart, _) => {
                drop(started);
                self.open_legacy(way, url, limits).await
            }
        }
    }

    /// A session; where the endpoint does not take a POST, the transport before that.
    async fn open_legacy(&self, way: &Way, url: &Url, limits: Limits) -> Result<Client> {
        let transport = Session::through(way.http.clone(), way.door(), url, http_limits(limits))?
            .that_is_asked(self.capabilities != InputCapabilities::none());
        let started = self.start(Box::new(transport), self.legacy_dialect(), STREAMABLE);
        match self.initialize(&started).await {
            Ok((dialect, said)) => self.finish(started, &*dialect, said),
            Err(error) if is_no_session_endpoint(&error) => {
                drop(started);
                match SseLegacy::open_through(
                    way.http.clone(),
                    way.door(),
                    url,
                    http_limits(limits),
                )
                .await
                {
                    Ok(transport) => self.initialize_sse(transport).await,
                    // There is no such stream either, so the first refusal says more.
                    Err(second) => Err(error.with_source(second)),
                }
            }
            Err(error) => Err(error),
        }
    }

    async fn open_sse(&self, way: &Way, url: &Url, limits: Limits) -> Result<Client> {
        let transport =
            SseLegacy::open_through(way.http.clone(), way.door(), url, http_limits(limits)).await?;
        self.initialize_sse(transport).await
    }

    async fn initialize_sse(&self, transport: SseLegacy) -> Result<Client> {
        let started: Started = self.start(Box::new(transport), self.legacy_dialect(), HTTP_SSE);
        let (dialect, said) = self.initialize(&started).await?;
        self.finish(started, &*dialect, said)
    }
}

/// The limits of one connection, for HTTP.
fn http_limits(limits: Limits) -> HttpLimits {
    HttpLimits { message: limits, ..HttpLimits::default() }
}

/// Whether the address has nothing that speaks the protocol.
fn is_nothing_at_all(outcome: &Result<bytes::Bytes>) -> bool {
    outcome
        .as_ref()
        .is_err_and(|error| matches!(error.http_status(), Some(404 | 405)) && error.rpc().is_none())
}

/// Whether the answer to a POST says that the endpoint is of HTTP+SSE.
fn is_no_session_endpoint(error: &Error) -> bool {
    matches!(error.http_status(), Some(400 | 404 | 405))
        && !error.rpc().is_some_and(|rpc| negotiate::is_modern_error(rpc.code))
}

/// Whether the failure may come from speaking in the wrong shape, and not from the network.
fn says_other_shape(error: &Error) -> bool {
    error.rpc().is_some() || matches!(error.http_status(), Some(400 | 404 | 405 | 406 | 415 | 422))
}
