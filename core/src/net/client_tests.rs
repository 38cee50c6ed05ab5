//! Whole exchanges through the client: redirects, compression, TLS, proxies.

use std::sync::Arc;

use async_compression::tokio::write::{BrotliEncoder, GzipEncoder, ZlibEncoder};
use http::{Method, StatusCode, Uri};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

use super::*;
use crate::{
    ErrorCode,
    net::ProxyPolicy,
    transport::http::{
        test_secure::{self, Certificate, certificate},
        test_server::{Answer, Seen, Server, answer, json, stream, with_header},
    },
};

fn request(method: Method, url: &str) -> Request<Full<Bytes>> {
    let mut request = Request::new(Full::from("the message"));
    *request.method_mut() = method;
    *request.uri_mut() = url.parse().unwrap();
    request
}

async fn fetch(client: &HttpClient, method: Method, url: &str) -> Result<(StatusCode, Bytes)> {
    let build = || {
        let mut request = request(method.clone(), url);
        *request.headers_mut() = client.headers().clone();
        Ok(request)
    };
    let response = client.send(build).await?;
    let status = response.status();
    Ok((status, response.into_body().collect(1 << 20).await?))
}

async fn post(client: &HttpClient, url: &str) -> Result<(StatusCode, Bytes)> {
    fetch(client, Method::POST, url).await
}

async fn server(respond: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Server {
    Server::start(move |seen| std::future::ready(respond(&seen))).await
}

#[tokio::test]
async fn a_redirect_within_the_origin_keeps_method_headers_and_body() {
    let server = server(|seen| match &*seen.target {
        "/mcp" => with_header(answer(307, "", ""), "location", "/next"),
        "/next" => with_header(answer(308, "", ""), "location", "last"),
        _ => json("arrived"),
    })
    .await;
    let settings = HttpSettings::new().header("authorization", "Bearer abc").unwrap();
    let (_, body) = post(&HttpClient::new(settings), server.url.as_str()).await.unwrap();
    assert_eq!(body, "arrived");
    let seen = server.seen();
    let targets: Vec<_> = seen.iter().map(|seen| &*seen.target).collect();
    assert_eq!(targets, ["/mcp", "/next", "/last"]);
    for seen in &seen {
        assert_eq!(seen.method, Method::POST);
        assert_eq!(seen.body, "the message");
        assert_eq!(seen.header("authorization"), Some("Bearer abc"));
    }
}

#[tokio::test]
async fn a_redirect_to_another_origin_is_refused_and_nothing_is_sent_there() {
    let other = server(|_| json("leaked")).await;
    let location = other.url.to_string();
    let server = server(move |_| with_header(answer(308, "", ""), "location", &location)).await;
    let error = post(&HttpClient::default(), server.url.as_str()).await.unwrap_err();
    assert_eq!((error.code(), error.http_status()), (ErrorCode::Transport, Some(308)));
    for url in [&server.url, &other.url] {
        assert!(error.message().contains(&url.origin().ascii_serialization()), "{error}");
    }
    assert_eq!(other.connections(), 0);
}

#[tokio::test]
async fn redirects_end_after_five() {
    let server = server(|_| with_header(answer(307, "", ""), "location", "/mcp")).await;
    let error = post(&HttpClient::default(), server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert_eq!(server.seen().len(), 6);
}

async fn compress(coding: &str, text: &[u8]) -> Vec<u8> {
    macro_rules! with {
        ($encoder:ident) => {{
            let mut encoder = $encoder::new(Vec::new());
            encoder.write_all(text).await.unwrap();
            encoder.shutdown().await.unwrap();
            encoder.into_inner()
        }};
    }
    match coding {
        "gzip" => with!(GzipEncoder),
        "deflate" => with!(ZlibEncoder),
        _ => with!(BrotliEncoder),
    }
}

#[tokio::test]
async fn compressed_answers_are_decompressed() {
    let text = "hello ".repeat(10_000);
    for coding in ["gzip", "deflate", "br"] {
        let body = compress(coding, text.as_bytes()).await;
        let server = server(move |seen| {
            assert_eq!(seen.header("accept-encoding"), Some("gzip, br, deflate"));
            with_header(answer(200, "application/json", body.clone()), "content-encoding", coding)
        })
        .await;
        let (_, body) = post(&HttpClient::default(), server.url.as_str()).await.unwrap();
        assert_eq!(body, text, "{coding}");
    }
}

#[tokio::test]
async fn compression_can_be_switched_off() {
    let server = server(|seen| {
        assert_eq!(seen.header("accept-encoding"), None);
        json("plain")
    })
    .await;
    let client = HttpClient::new(HttpSettings::new().compression(false));
    assert_eq!(post(&client, server.url.as_str()).await.unwrap().1, "plain");
}

#[tokio::test]
async fn a_compression_bomb_ends_at_the_limit() {
    let body = compress("gzip", &vec![b'x'; 64 << 20]).await;
    assert!(body.len() < 1 << 20);
    let server = server(move |_| {
        with_header(answer(200, "application/json", body.clone()), "content-encoding", "gzip")
    })
    .await;
    let error = post(&HttpClient::default(), server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
}

#[tokio::test]
async fn who_throws_a_bomb_away_lets_others_run() {
    let body = compress("gzip", &vec![b':'; 64 << 20]).await;
    let server = server(move |_| {
        with_header(answer(200, "text/event-stream", body.clone()), "content-encoding", "gzip")
    })
    .await;
    let client = HttpClient::default();
    let response = client.send(|| Ok(request(Method::GET, server.url.as_str()))).await.unwrap();
    let mut body = response.into_body();
    let turns = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = turns.clone();
    let mut others = JoinSet::new();
    others.spawn(async move {
        loop {
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            tokio::task::yield_now().await;
        }
    });
    let mut bytes = 0;
    while let Some(chunk) = body.chunk().await.unwrap() {
        bytes += chunk.len();
    }
    assert_eq!(bytes, 64 << 20);
    let turns = turns.load(std::sync::atomic::Ordering::Relaxed);
    assert!(turns >= 20, "others had {turns} turns");
}

#[tokio::test]
async fn a_compressed_stream_arrives_event_by_event() {
    let (pieces, body) = stream();
    let body = std::sync::Mutex::new(Some(with_header(body, "content-encoding", "gzip")));
    let server = server(move |_| body.lock().unwrap().take().unwrap()).await;
    let client = HttpClient::default();
    let mut encoder = GzipEncoder::new(Vec::new());
    encoder.write_all(b"data: one\n\n").await.unwrap();
    encoder.flush().await.unwrap();
    pieces.send(encoder.get_ref().clone().into()).unwrap();
    let response = client.send(|| Ok(request(Method::GET, server.url.as_str()))).await.unwrap();
    let mut body = response.into_body();
    assert_eq!(body.chunk().await.unwrap().unwrap(), "data: one\n\n");
    let sent = encoder.get_ref().len();
    encoder.write_all(b"data: two\n\n").await.unwrap();
    encoder.shutdown().await.unwrap();
    pieces.send(encoder.get_ref()[sent..].to_vec().into()).unwrap();
    drop(pieces);
    assert_eq!(body.chunk().await.unwrap().unwrap(), "data: two\n\n");
    assert!(body.chunk().await.unwrap().is_none());
}

#[tokio::test]
async fn broken_or_unknown_compression_is_a_typed_error() {
    for (coding, code) in [("gzip", ErrorCode::Transport), ("zstd", ErrorCode::Protocol)] {
        let server = server(move |_| {
            with_header(answer(200, "application/json", "not it"), "content-encoding", coding)
        })
        .await;
        let error = post(&HttpClient::default(), server.url.as_str()).await.unwrap_err();
        assert_eq!(error.code(), code, "{coding}");
    }
}

#[tokio::test]
async fn a_body_that_goes_silent_breaks_after_the_idle_timeout() {
    let (_pieces, body) = stream();
    let body = std::sync::Mutex::new(Some(body));
    let server = server(move |_| body.lock().unwrap().take().unwrap()).await;
    let settings = HttpSettings::new().idle_timeout(Duration::from_millis(20));
    let error = post(&HttpClient::new(settings), server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.message().contains("silent"), "{error}");
}

#[tokio::test]
async fn a_head_that_does_not_come_is_a_timeout() {
    let server = Server::start(|_| std::future::pending()).await;
    let settings = HttpSettings::new().head_timeout(Duration::from_millis(20));
    let error = post(&HttpClient::new(settings), server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.may_have_run());
}

#[tokio::test]
async fn a_peer_that_accepts_but_does_not_speak_tls_is_bounded() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    let certificate = certificate("known");
    let settings = HttpSettings::new()
        .connect_timeout(Duration::from_millis(50))
        .certificate_authority(certificate.authority.as_bytes())
        .unwrap();
    let error = post(&HttpClient::new(settings), &url).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.message().contains("within 50ms") && !error.may_have_run(), "{error}");
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_said_to_be_so() {
    let error = post(&no_proxy(), "http://nowhere.invalid/").await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.message().contains("name was not found"), "{error}");
}

#[tokio::test]
async fn an_answer_that_is_not_http_is_said_to_be_so() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let peer = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.read(&mut [0; 1024]).await;
        stream.write_all(b"SSH-2.0-OpenSSH_9.6\r\n").await.unwrap();
    };
    let client = HttpClient::default();
    let (outcome, ()) = tokio::join!(post(&client, &url), peer);
    assert!(outcome.unwrap_err().message().contains("not HTTP"));
}

#[tokio::test]
async fn dropping_the_client_ends_its_connections() {
    let (pieces, body) = stream();
    let body = std::sync::Mutex::new(Some(body));
    let server = server(move |_| body.lock().unwrap().take().unwrap()).await;
    let client = HttpClient::default();
    let response = client.send(|| Ok(request(Method::GET, server.url.as_str()))).await.unwrap();
    drop(client);
    pieces.closed().await;
    drop(response);
}

fn no_proxy() -> HttpClient {
    HttpClient::new(HttpSettings::new().proxy(ProxyPolicy::off()))
}

#[tokio::test]
async fn http_2_is_spoken_where_it_is_offered_and_shares_one_connection() {
    let certificate = certificate("known");
    let mut config = (*certificate.config).clone();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/mcp", listener.local_addr().unwrap());
    let serving = async {
        // A second connection would not be accepted.
        let (stream, _) = listener.accept().await.unwrap();
        let stream = TokioIo::new(acceptor.accept(stream).await.unwrap());
        let service = service_fn(|request: Request<hyper::body::Incoming>| async move {
            assert_eq!(request.version(), http::Version::HTTP_2);
            Ok::<_, std::convert::Infallible>(Response::new(Full::<Bytes>::from("second version")))
        });
        let builder = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
        builder.serve_connection(stream, service).await.unwrap();
    };
    let settings =
        HttpSettings::new().certificate_authority(certificate.authority.as_bytes()).unwrap();
    let client = HttpClient::new(settings);
    let exchanges = async {
        assert_eq!(post(&client, &url).await.unwrap().1, "second version");
        let (one, two) = tokio::join!(post(&client, &url), post(&client, &url));
        assert_eq!(one.unwrap(), two.unwrap());
    };
    tokio::select! {
        () = exchanges => {}
        () = serving => panic!("the server ended"),
    }
}

async fn secure_server(certificate: &Certificate) -> Server {
    test_secure::server(certificate, |_| std::future::ready(json("secure"))).await
}

#[tokio::test]
async fn a_given_authority_is_trusted_and_an_unknown_one_is_not() {
    let certificate = certificate("known");
    let server = secure_server(&certificate).await;
    let settings =
        HttpSettings::new().certificate_authority(certificate.authority.as_bytes()).unwrap();
    let client = HttpClient::new(settings);
    assert_eq!(post(&client, server.url.as_str()).await.unwrap().1, "secure");

    let other = self::certificate("other");
    let settings = HttpSettings::new().certificate_authority(other.authority.as_bytes()).unwrap();
    let error = post(&HttpClient::new(settings), server.url.as_str()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert!(error.message().contains("not trusted"), "{error}");
    assert!(error.next_step().is_some() && !error.may_have_run());
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let certificate = certificate("known");
    let server = secure_server(&certificate).await;
    let settings =
        HttpSettings::new().certificate_authority(certificate.authority.as_bytes()).unwrap();
    let url = server.url.as_str().replace("127.0.0.1", "localhost");
    let error = post(&HttpClient::new(settings), &url).await.unwrap_err();
    assert!(error.message().contains("another name"), "{error}");
}

#[tokio::test]
async fn plain_http_behind_an_https_address_is_explained() {
    let server = server(|_| json("plain")).await;
    let certificate = certificate("known");
    let settings =
        HttpSettings::new().certificate_authority(certificate.authority.as_bytes()).unwrap();
    let url = server.url.as_str().replace("http:", "https:");
    let error = post(&HttpClient::new(settings), &url).await.unwrap_err();
    assert!(error.message().contains("does not speak TLS"), "{error}");
}

/// A proxy for one connection: what it was asked, and what it answers before it connects the client
/// with `target`, if it does.
async fn connect_proxy(
    listener: TcpListener,
    status: &'static str,
    target: Option<std::net::SocketAddr>,
) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    stream.write_all(format!("HTTP/1.1 {status}\r\n\r\n").as_bytes()).await.unwrap();
    if let Some(target) = target {
        let mut onward = TcpStream::connect(target).await.unwrap();
        let _ = copy_bidirectional(&mut stream, &mut onward).await;
    }
    String::from_utf8(head).unwrap()
}

fn address(server: &Server) -> std::net::SocketAddr {
    let port = server.url.port().unwrap();
    ([127, 0, 0, 1], port).into()
}

#[tokio::test]
async fn https_goes_through_a_tunnel_with_the_proxys_credentials() {
    let certificate = certificate("known");
    let server = secure_server(&certificate).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = format!("http://user:pass@{}", listener.local_addr().unwrap());
    let settings = HttpSettings::new()
        .proxy(ProxyPolicy::url(&proxy).unwrap())
        .certificate_authority(certificate.authority.as_bytes())
        .unwrap();
    let proxying = connect_proxy(listener, "200 Connected", Some(address(&server)));
    let client = HttpClient::new(settings);
    let exchange = async {
        let body = post(&client, "https://secure.invalid/mcp").await.unwrap().1;
        drop(client);
        body
    };
    let (body, head) = tokio::join!(exchange, proxying);
    assert_eq!(body, "secure");
    assert!(head.starts_with("CONNECT secure.invalid:443 HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("Basic dXNlcjpwYXNz"), "{head}");
    let seen = &server.seen()[0];
    assert_eq!(seen.target, "/mcp");
    assert_eq!(seen.header("proxy-authorization"), None);
}

#[tokio::test]
async fn a_proxy_that_refuses_is_named_with_what_it_said() {
    for (status, said) in
        [("407 Proxy Authentication Required", "407"), ("502 No", "did not connect")]
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let client = HttpClient::new(HttpSettings::new().proxy(ProxyPolicy::url(&origin).unwrap()));
        let exchange = post(&client, "https://secure.invalid/mcp");
        let (outcome, _) = tokio::join!(exchange, connect_proxy(listener, status, None));
        let error = outcome.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Transport);
        assert!(error.message().contains(said) && error.message().contains(&origin), "{error}");
        assert!(!error.may_have_run());
    }
}

#[tokio::test]
async fn plain_http_is_forwarded_by_the_proxy() {
    let proxy = server(|_| json("forwarded")).await;
    let policy =
        ProxyPolicy::url(&proxy.url.as_str().replace("http://", "http://user:pass@")).unwrap();
    let client = HttpClient::new(HttpSettings::new().proxy(policy));
    assert_eq!(post(&client, "http://plain.invalid/mcp?x=1").await.unwrap().1, "forwarded");
    let seen = &proxy.seen()[0];
    assert_eq!(seen.target, "http://plain.invalid/mcp?x=1");
    assert_eq!(seen.header("host"), Some("plain.invalid"));
    assert_eq!(seen.header("proxy-authorization"), Some("Basic dXNlcjpwYXNz"));

    // The proxy's own answer to a lack of credentials is an ordinary status here.
    let direct = server(|_| json("direct")).await;
    assert_eq!(post(&client, direct.url.as_str()).await.unwrap().1, "direct");
}

#[tokio::test]
async fn a_proxy_that_is_not_there_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = HttpClient::new(HttpSettings::new().proxy(ProxyPolicy::url(&origin).unwrap()));
    let error = post(&client, "https://secure.invalid/").await.unwrap_err();
    assert!(error.message().contains("could not reach the proxy"), "{error}");
    assert!(error.message().contains(&origin), "{error}");
}

#[tokio::test]
async fn socks_proxies_are_spoken_to() {
    let plain = server(|_| json("through socks")).await;
    let target = address(&plain);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let proxy = format!("socks5://{}", listener.local_addr().unwrap());
    let client = HttpClient::new(HttpSettings::new().proxy(ProxyPolicy::url(&proxy).unwrap()));
    let proxying = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut greeting = [0; 3];
        stream.read_exact(&mut greeting).await.unwrap();
        stream.write_all(&[5, 0]).await.unwrap();
        let mut wanted = [0; 4 + 1 + 13 + 2];
        stream.read_exact(&mut wanted).await.unwrap();
        stream.write_all(&[5, 0, 0, 1, 127, 0, 0, 1, 0, 80]).await.unwrap();
        let mut onward = TcpStream::connect(target).await.unwrap();
        let _ = copy_bidirectional(&mut stream, &mut onward).await;
        wanted
    };
    let exchange = async {
        let body = post(&client, "http://plain.invalid/mcp").await.unwrap().1;
        drop(client);
        body
    };
    let (body, wanted) = tokio::join!(exchange, proxying);
    assert_eq!(body, "through socks");
    assert_eq!(&wanted[5..18], b"plain.invalid");
    assert_eq!(Uri::from_static("/mcp"), *plain.seen()[0].target);
}
