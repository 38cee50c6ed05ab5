//! What every request must pass, and what all of them together may cost.

use std::{num::NonZeroUsize, time::Duration};

use bytes::Bytes;
use http::{Method, Request};
use http_body_util::StreamBody;
use serde_json::json;
use tokio::time::Instant;

use crate::auth::{BearerCheck, Principal, ProtectedResource, Secret};

use super::{
    HttpOptions,
    bench::{Ask, bench, bench_with, server},
};

fn list() -> Ask {
    Ask::modern("tools/list", json!({}))
}

fn most(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

#[tokio::test(start_paused = true)]
async fn foreign_hosts_and_origins_are_forbidden_everywhere() {
    let bench = bench();
    for path in ["/mcp", "/sse", "/messages", "/other"] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let ask = || Ask::new(method.clone()).at(path);
            let got = bench.send(ask().with("host", "evil.example")).await;
            assert_eq!(got.status, 403, "{method} {path}");
            let error = got.json().await;
            assert!(error.get("id").is_none() && error["error"]["code"].is_i64());
            let got = bench.send(ask().with("origin", "http://evil.example")).await;
            assert_eq!(got.status, 403, "{method} {path}");
        }
    }
    assert_eq!(bench.send(list().with("origin", "http://localhost:3000")).await.status, 200);
    let open = bench_with(HttpOptions::new().allow_any_host_and_origin());
    assert_eq!(open.send(list().with("host", "evil.example")).await.status, 200);
    let named = HttpOptions::new().allow_host("mcp.example").allow_origin("https://app.example");
    let ask = list().with("host", "mcp.example").with("origin", "https://app.example");
    assert_eq!(bench_with(named).send(ask).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn options_that_cannot_be_used_are_refused() {
    let handle = server(&super::bench::Handlers::default()).build().unwrap();
    let new = HttpOptions::new;
    for options in [
        new().allow_host("a b"),
        new().allow_origin("app.example"),
        new().path("mcp"),
        new().path("/mcp?x=y"),
        new().path("/mcp#x"),
        new().path(""),
        new().path("/sse"),
        new().sse_paths("/sse", "messages"),
        new().sse_paths("/sse", "/sse"),
        new().nested_at("api"),
        new().nested_at("/api/"),
        new().body_wait(Duration::MAX),
        new().keep_alive(Duration::MAX),
        new().keep_alive(Duration::ZERO),
    ] {
        let error = handle.http_service(options).unwrap_err();
        assert_eq!(error.code(), crate::ErrorCode::InvalidInput);
    }
}

#[tokio::test(start_paused = true)]
async fn only_json_is_taken_and_both_kinds_of_answer_must_be_accepted() {
    let bench = bench();
    assert_eq!(bench.send(list().with("content-type", "text/plain")).await.status, 415);
    assert_eq!(bench.send(list().without("content-type")).await.status, 415);
    let accepts = |accept| bench.send(list().with("accept", accept));
    for bad in ["application/json", "text/event-stream", "text/html", "*/*;q=0"] {
        assert_eq!(accepts(bad).await.status, 406, "{bad}");
    }
    for good in ["*/*", "application/*, text/*", "text/event-stream;q=0.1,application/json"] {
        assert_eq!(accepts(good).await.status, 200, "{good}");
    }
    let get = Ask::new(Method::GET).at("/sse").with("accept", "application/json");
    assert_eq!(bench.send(get).await.status, 406);
}

#[tokio::test(start_paused = true)]
async fn a_body_beyond_the_limit_is_refused() {
    let bench = bench_with(HttpOptions::new().body_limit(1 << 10));
    let fits = Ask::modern("tools/list", json!({"x": "a".repeat(500)}));
    assert_eq!(bench.send(fits).await.status, 200);
    let long = Ask::modern("tools/list", json!({"x": "a".repeat(1000)}));
    assert_eq!(bench.send(long).await.status, 413);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{deep}}}"#);
    assert_eq!(bench.refusal(Ask::post(&*deep)).await, (400, -32600));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_given_up() {
    let bench = bench_with(HttpOptions::new().body_wait(Duration::from_secs(3)));
    let start = Instant::now();
    let (head, _) = list().into_request().into_parts();
    let never = StreamBody::new(Never);
    let got = bench.send_request(Request::from_parts(head, never)).await;
    assert_eq!((got.status.as_u16(), start.elapsed().as_secs()), (408, 3));
}

struct Never;

impl futures_core::Stream for Never {
    type Item = Result<http_body::Frame<Bytes>, std::io::Error>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Pending
    }
}

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_of_requests_further_ones_are_refused_until_one_is_over() {
    let bench = bench_with(HttpOptions::new().max_requests(most(1)));
    let running = bench.send(Ask::call("wait")).await;
    assert!(running.is_stream());
    let got = bench.send(list()).await;
    assert_eq!((got.status.as_u16(), got.header("retry-after")), (503, "1"));
    drop(running);
    assert_eq!(bench.send(list()).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_of_streams_further_ones_are_refused_but_no_requests() {
    let bench = bench_with(HttpOptions::new().max_streams(most(2), most(2)).max_requests(most(1)));
    let listen = || Ask::modern("subscriptions/listen", json!({"notifications": {}}));
    let one = bench.send(listen()).await;
    let other = bench.send(Ask::new(Method::GET).at("/sse")).await;
    assert!(one.is_stream() && other.is_stream());
    assert_eq!(bench.send(listen()).await.status, 503);
    assert_eq!(bench.send(Ask::new(Method::GET).at("/sse")).await.status, 503);
    assert_eq!(bench.send(list()).await.status, 200);
    drop(one);
    assert!(bench.send(listen()).await.is_stream());
}

#[tokio::test(start_paused = true)]
async fn no_principal_has_more_than_its_share_of_the_streams() {
    let bench = bench_with(HttpOptions::new().max_streams(most(3), most(1)));
    let open = |subject| bench.send(Ask::new(Method::GET).at("/sse").by(subject));
    let one = open("anna").await;
    assert_eq!(open("anna").await.status, 503);
    assert!(open("bob").await.is_stream());
    drop(one);
    assert!(open("anna").await.is_stream());
}

#[tokio::test(start_paused = true)]
async fn no_principal_has_more_than_its_share_of_the_requests() {
    let bench = bench_with(HttpOptions::new().max_requests(most(2)));
    let wait = |subject| bench.send(Ask::call("wait").by(subject));
    let running = wait("anna").await;
    assert!(running.is_stream());
    let refused = wait("anna").await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"));
    assert_eq!(bench.send(list().by("bob")).await.status, 200);
    drop(running);
    assert_eq!(bench.send(list().by("anna")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn what_never_arrives_keeps_nobody_out() {
    let bench = bench();
    let slow = |_| {
        let (head, _) = list().into_request().into_parts();
        bench.send_request(Request::from_parts(head, StreamBody::new(Never)))
    };
    // As much as eight connections over HTTP/2 can send.
    let mut slow: Vec<_> = (0..8 * 128).map(|number| Box::pin(slow(number))).collect();
    for slow in &mut slow {
        assert!(tokio::time::timeout(Duration::from_millis(1), slow).await.is_err());
    }
    assert_eq!(bench.send(list()).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn what_arrives_slowly_takes_no_place_from_what_is_served() {
    let bench = bench_with(HttpOptions::new().max_requests(most(1)));
    let slow = |_| {
        let (head, _) = list().into_request().into_parts();
        bench.send_request(Request::from_parts(head, StreamBody::new(Never)))
    };
    let mut slow: Vec<_> = (0..10).map(|number| Box::pin(slow(number))).collect();
    for slow in &mut slow {
        assert!(tokio::time::timeout(Duration::from_millis(1), slow).await.is_err());
    }
    assert_eq!(bench.send(list()).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn the_bytes_of_all_requests_are_bounded_while_they_are_kept() {
    let bench = bench_with(HttpOptions::new().body_limit(1500).max_request_bytes(0, 0));
    let wait = || {
        let params = json!({"name": "wait", "arguments": {}, "_meta": {"x": "a".repeat(600)}});
        Ask::modern("tools/call", params)
    };
    let running = bench.send(wait()).await;
    assert!(running.is_stream());
    assert_eq!(bench.send(wait()).await.status, 503);
    assert_eq!(bench.send(list()).await.status, 200, "a short one has room");
    drop(running);
    assert!(bench.send(wait()).await.is_stream());
}

#[tokio::test(start_paused = true)]
async fn what_is_not_json_is_a_parse_error_wherever_it_stands() {
    let bench = bench();
    let broken = |ask: Ask, body: &'static str| Ask { body: body.into(), ..ask };
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":tru}}"#;
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"a":nul}}"#;
    let response = r#"{"jsonrpc":"2.0","id":1,"result":{"a":01}}"#;
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\x"}}]"#;
    for body in [request, notification, response, batch, "{"] {
        for ask in [list(), list().without("mcp-protocol-version").without("mcp-method")] {
            assert_eq!(bench.refusal(broken(ask, body)).await, (400, -32700), "{body}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn paths_can_be_chosen() {
    let bench = bench();
    assert_eq!(bench.send(list().at("/")).await.status, 404);
    assert_eq!(bench.send(list().at("/mcp?x=y")).await.status, 200);
    let chosen = HttpOptions::new().path("/").sse_paths("/events", "/send");
    let bench = bench_with(chosen);
    assert_eq!(bench.send(list().at("/")).await.status, 200);
    assert_eq!(bench.send(list()).await.status, 404);
    let mut stream = bench.send(Ask::new(Method::GET).at("/events")).await;
    assert!(stream.event_of("endpoint").await.1.starts_with("/send?"));
    let bench = bench_with(HttpOptions::new().nested_at("/api"));
    let mut stream = bench.send(Ask::new(Method::GET).at("/sse")).await;
    assert!(stream.event_of("endpoint").await.1.starts_with("/api/messages?"));
    let bench = bench_with(HttpOptions::new().without_sse());
    assert_eq!(bench.send(Ask::new(Method::GET).at("/sse")).await.status, 404);
    let bench = bench_with(HttpOptions::new().any_path());
    assert_eq!(bench.send(list().at("/whatever")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn whom_a_request_acts_for_comes_with_the_request() {
    let bench = bench();
    let name = |reply: serde_json::Value| reply["result"]["content"][0]["text"].clone();
    assert_eq!(name(bench.send(Ask::call("whoami")).await.json().await), "nobody");
    assert_eq!(name(bench.send(Ask::call("whoami").by("anna")).await.json().await), "anna");
}

fn guarded() -> HttpOptions {
    let resource = ProtectedResource::new("https://h.example/mcp").unwrap();
    let resource = resource.authorization_server("https://id.example").unwrap();
    let check = BearerCheck::custom(resource, |token: Secret| async move {
        Ok(match token.expose() {
            "good" => Some(Principal::new("https://id.example", "anna").with_scopes(["use"])),
            "nobody" => Some(Principal::anonymous().with_scopes(["use"])),
            "narrow" => Some(Principal::new("https://id.example", "bob")),
            _ => None,
        })
    });
    HttpOptions::new().bearer(check.require_scope("use").unwrap())
}

#[tokio::test(start_paused = true)]
async fn without_a_good_token_nothing_is_served_and_no_body_is_read() {
    let bench = bench_with(guarded());
    let asks = [list(), Ask::new(Method::GET), Ask::new(Method::DELETE), list().at("/messages")];
    for ask in asks.into_iter().chain([Ask::new(Method::GET).at("/sse")]) {
        for (token, status) in
            [(None, 401), (Some("Bearer bad"), 401), (Some("Bearer narrow"), 403)]
        {
            let ask = token.map_or(ask.clone(), |token| ask.clone().with("authorization", token));
            let (head, _) = ask.into_request().into_parts();
            let got = bench.send_request(Request::from_parts(head, StreamBody::new(Never))).await;
            assert_eq!(got.status, status, "{token:?}");
            assert!(got.header("www-authenticate").contains("resource_metadata="));
        }
    }
    let call = |token| bench.send(Ask::call("whoami").with("authorization", token).by("mallory"));
    let reply = call("Bearer good").await.json().await;
    assert_eq!(reply["result"]["content"][0]["text"], "anna");
    // All who are nobody would share their sessions.
    assert_eq!(call("Bearer nobody").await.status, 500);
    let in_address = Ask::call("whoami").at("/mcp?access_token=good");
    assert_eq!(bench.send(in_address).await.status, 400);
}

#[tokio::test(start_paused = true)]
async fn where_tokens_come_from_is_told_to_everybody() {
    let bench = bench_with(guarded());
    let well_known = "/.well-known/oauth-protected-resource";
    for path in [well_known.to_owned(), format!("{well_known}/mcp")] {
        let metadata = bench.send(Ask::new(Method::GET).at(&path)).await.json().await;
        assert_eq!(metadata["resource"], "https://h.example/mcp");
        assert_eq!(metadata["authorization_servers"], json!(["https://id.example"]));
        assert_eq!(bench.send(Ask::post("{}").at(&path)).await.status, 405);
    }
    assert_eq!(super::bench::bench().send(Ask::new(Method::GET).at(well_known)).await.status, 404);
}

#[test]
fn a_check_whose_clients_are_told_of_no_issuer_is_refused() {
    let resource = || ProtectedResource::new("https://h.example/mcp").unwrap();
    let guarded = |resource| {
        let check = BearerCheck::custom(resource, |_: Secret| async { Ok(None) });
        HttpOptions::new().bearer(check).checked()
    };
    assert_eq!(guarded(resource()).unwrap_err().code(), crate::ErrorCode::InvalidInput);
    let named = resource().authorization_server("https://id.example").unwrap();
    assert!(guarded(named).is_ok());
}

#[test]
fn a_service_fits_into_what_others_mount_services_in() {
    fn mountable<S, B>()
    where
        S: tower_service::Service<Request<B>, Response = http::Response<super::HttpBody>>
            + Clone
            + Send
            + Sync
            + 'static,
        S::Future: Send + 'static,
        S::Error: Into<std::convert::Infallible>,
    {
    }
    mountable::<super::HttpService, hyper::body::Incoming>();
    mountable::<super::HttpService, http_body_util::Full<Bytes>>();
}
