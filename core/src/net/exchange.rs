//! A whole exchange within bounds: a request out, and all of its answer back.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, response::Parts};
use http_body_util::Full;

use super::{HttpClient, failure::origin};
use crate::error::{Error, ErrorCode, Result};

/// Sends a request and reads its answer whole, redirects within the origin included. The headers of
/// the request stand beside those of the client, and in place of them where the names are the same.
/// Dropping the future ends the exchange.
///
/// # Errors
/// Those of [`HttpClient::send`]; [`ErrorCode::Limit`] if the body has more than `limit` bytes
/// after decompression; [`ErrorCode::Timeout`] if all of it takes longer than `time`. A status is
/// no error. `may_have_run` is never said of a method that changes nothing.
pub(crate) async fn exchange(
    client: &HttpClient,
    request: Request<Bytes>,
    limit: usize,
    time: Duration,
) -> Result<(Parts, Bytes)> {
    let (head, body) = request.into_parts();
    let build = || {
        let mut request = Request::new(Full::new(body.clone()));
        *request.method_mut() = head.method.clone();
        *request.uri_mut() = head.uri.clone();
        *request.headers_mut() = client.headers().clone();
        request.headers_mut().extend(head.headers.clone());
        Ok(request)
    };
    let whole = async {
        let (head, body) = client.send(build).await?.into_parts();
        let body = body.collect(limit).await.map_err(Error::that_may_have_run)?;
        Ok((head, body))
    };
    let outcome = tokio::time::timeout(time, whole).await.unwrap_or_else(|_| {
        let message = format!("{} did not answer whole within {time:?}", origin(&head.uri));
        Err(Error::new(ErrorCode::Timeout, message)
            .with_next_step("try again later")
            .that_may_have_run())
    });
    let is_safe = head.method.is_safe();
    outcome.map_err(|error| if is_safe { error.that_did_nothing() } else { error })
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use http::{Method, header};

    use super::*;
    use crate::{
        net::HttpSettings,
        transport::http::test_server::{Answer, Seen, Server, answer, json, stream},
    };

    async fn server(respond: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Server {
        Server::start(move |seen| ready(respond(&seen))).await
    }

    fn to(server: &Server, method: Method) -> Request<Bytes> {
        Request::builder()
            .method(method)
            .uri(server.url.as_str())
            .header(header::USER_AGENT, "mine")
            .header(header::ACCEPT, "application/json")
            .body(Bytes::from_static(b"a=b"))
            .unwrap()
    }

    const MINUTE: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn an_exchange_carries_all_of_the_request_and_brings_all_of_the_answer() {
        let server = server(|_| answer(404, "text/plain", "not here")).await;
        let settings = HttpSettings::new().header("x-tenant", "blue").unwrap();
        let client = HttpClient::new(settings);
        let request = to(&server, Method::POST);
        let (head, body) = exchange(&client, request, 8, MINUTE).await.unwrap();
        assert_eq!((head.status.as_u16(), &*body), (404, &b"not here"[..]));
        let seen = &server.seen()[0];
        assert_eq!((&seen.method, &*seen.body), (&Method::POST, &b"a=b"[..]));
        assert_eq!(seen.header("user-agent"), Some("mine"));
        assert_eq!(seen.header("accept"), Some("application/json"));
        assert_eq!(seen.header("x-tenant"), Some("blue"));
    }

    #[tokio::test]
    async fn a_body_beyond_the_limit_ends_the_exchange() {
        let server = server(|_| json("123456789")).await;
        for (method, may_have_run) in [(Method::GET, false), (Method::POST, true)] {
            let request = to(&server, method);
            let error = exchange(&HttpClient::default(), request, 8, MINUTE).await.unwrap_err();
            assert_eq!((error.code(), error.may_have_run()), (ErrorCode::Limit, may_have_run));
        }
    }

    #[tokio::test]
    async fn a_server_that_never_ends_its_answer_is_left_when_the_time_is_over() {
        let (pieces, body) = stream();
        pieces.send(Bytes::from_static(b"{")).unwrap();
        let body = std::sync::Mutex::new(Some(body));
        let server = server(move |_| body.lock().unwrap().take().unwrap()).await;
        let request = to(&server, Method::POST);
        let time = Duration::from_millis(50);
        let error = exchange(&HttpClient::default(), request, 8, time).await.unwrap_err();
        assert_eq!((error.code(), error.may_have_run()), (ErrorCode::Timeout, true));
        pieces.closed().await;
    }

    #[tokio::test]
    async fn a_server_that_never_answers_is_left_when_the_time_is_over() {
        let server = Server::start(|_| pending::<Answer>()).await;
        let request = to(&server, Method::GET);
        let time = Duration::from_millis(50);
        let error = exchange(&HttpClient::default(), request, 8, time).await.unwrap_err();
        assert_eq!((error.code(), error.may_have_run()), (ErrorCode::Timeout, false));
        assert!(!error.to_string().contains("/mcp"), "{error}");
    }
}
