use bytes::Bytes;

use super::{super::test_server::*, *};

async fn connect(server: &Server) -> Result<SseLegacy> {
    SseLegacy::open(HttpClient::default(), &server.url, HttpLimits::default()).await
}

/// A server whose GET gives a stream that begins with `first`, and whose POSTs are answered by
/// `post`, which may write on the stream.
async fn server<P>(first: &'static str, post: P) -> Server
where
    P: Fn(&Seen, &Pieces) -> Answer + Send + Sync + 'static,
{
    let pieces = std::sync::Mutex::new(None::<Pieces>);
    Server::start(move |seen| {
        let mut pieces = pieces.lock().unwrap();
        let answer = match seen.method {
            Method::GET => {
                let (sender, answer) = stream();
                sender.send(Bytes::from_static(first.as_bytes())).unwrap();
                *pieces = Some(sender);
                answer
            }
            _ => post(&seen, pieces.as_ref().unwrap()),
        };
        std::future::ready(answer)
    })
    .await
}

const ENDPOINT: &str = "event: endpoint\ndata: /messages?session=7\n\n";

fn reply_on_the_stream(seen: &Seen, pieces: &Pieces) -> Answer {
    if seen.body.starts_with(br#"{"jsonrpc":"2.0","id""#) {
        let text = format!("event: message\ndata: {}\n\n", result(seen.id()));
        pieces.send(text.into()).unwrap();
    }
    answer(202, "text/plain", "Accepted")
}

#[tokio::test]
async fn messages_go_to_the_named_address_and_replies_come_on_the_stream() {
    let server = server(ENDPOINT, reply_on_the_stream).await;
    let mut transport = connect(&server).await.unwrap();
    assert_eq!(transport.link(), Link::Shared);
    transport.send(opening(1));
    assert_eq!(shown(&next(&mut transport).await), "result 1");
    transport.send(notification());
    transport.send(ask(2));
    assert_eq!(shown(&next(&mut transport).await), "result 2");
    let seen = server.seen();
    assert_eq!((&seen[0].method, &*seen[0].target), (&Method::GET, "/mcp"));
    assert_eq!(seen.len(), 4);
    for seen in &seen[1..] {
        assert_eq!((&seen.method, &*seen.target), (&Method::POST, "/messages?session=7"));
    }
    assert!(seen[2].body.ends_with(b"initialized\"}"), "the handshake ends before the request");
}

#[tokio::test]
async fn an_address_elsewhere_is_denied() {
    for first in [
        "event: endpoint\ndata: http://127.0.0.1:1/messages\n\n",
        "event: endpoint\ndata: //example.com/messages\n\n",
        "event: endpoint\ndata: file:///etc/passwd\n\n",
        "event: endpoint\ndata:\n\n",
    ] {
        let server = server(first, reply_on_the_stream).await;
        let error = connect(&server).await.err().unwrap();
        assert_eq!(error.code(), ErrorCode::Denied, "{first}");
    }
}

#[tokio::test]
async fn a_stream_that_names_no_address_is_refused() {
    let begin = "data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n";
    let server = server(begin, reply_on_the_stream).await;
    assert_eq!(connect(&server).await.err().unwrap().code(), ErrorCode::Protocol);
    for (respond, code, status) in [
        (events as fn(&'static str) -> Answer, ErrorCode::Protocol, None),
        (|_| answer(405, "", ""), ErrorCode::Transport, Some(405)),
        (|_| answer(401, "", ""), ErrorCode::AuthRequired, Some(401)),
        (|_| answer(200, "text/html", "<html>"), ErrorCode::Protocol, None),
    ] {
        let server = Server::start(move |_| std::future::ready(respond(": nothing\n\n"))).await;
        let error = connect(&server).await.err().unwrap();
        assert_eq!((error.code(), error.http_status()), (code, status));
    }
}

#[tokio::test]
async fn the_end_of_the_stream_is_the_end_of_the_connection() {
    let post = |_: &Seen, pieces: &Pieces| {
        pieces.send(Bytes::from_static(BREAK)).unwrap();
        answer(202, "", "")
    };
    let server = server(ENDPOINT, post).await;
    let mut transport = connect(&server).await.unwrap();
    transport.send(ask(1));
    assert_eq!(shown(&next(&mut transport).await), "closed transport");
}

#[tokio::test]
async fn a_refused_post_fails_its_own_request() {
    let post = |seen: &Seen, pieces: &Pieces| match seen.id() {
        1 => answer(400, "", ""),
        _ => reply_on_the_stream(seen, pieces),
    };
    let server = server(ENDPOINT, post).await;
    let mut transport = connect(&server).await.unwrap();
    transport.send(ask(1));
    assert_eq!(shown(&next(&mut transport).await), "failed 1 transport 400");
    transport.send(ask(2));
    assert_eq!(shown(&next(&mut transport).await), "result 2");
    close(&mut transport).await;
}
