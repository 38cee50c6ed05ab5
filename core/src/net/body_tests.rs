//! Compressed bodies that go on and on and come to nothing.

use std::{future::ready, sync::Mutex};

use async_compression::tokio::write::GzipEncoder;
use http::Request;
use http_body_util::Full;
use tokio::{io::AsyncWriteExt, time::timeout};

use super::*;
use crate::{
    net::HttpClient,
    transport::http::test_server::{Pieces, Server, answer, stream, with_header},
};

/// A member of gzip that holds nothing.
const EMPTY_MEMBER: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";
/// How a member begins.
const HEAD: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03";
/// A block that holds nothing, and is not the last one.
const EMPTY_BLOCK: &[u8] = b"\0\0\0\xff\xff";

/// A server whose answer begins so, is compressed, and does not end.
async fn endless(begin: Vec<u8>) -> (Server, Pieces) {
    let (pieces, body) = stream();
    pieces.send(begin.into()).unwrap();
    let body = Mutex::new(Some(with_header(body, "content-encoding", "gzip")));
    let server = Server::start(move |_| ready(body.lock().unwrap().take().unwrap())).await;
    (server, pieces)
}

async fn body_of(server: &Server, client: &HttpClient) -> Body {
    let build = || Ok(Request::get(server.url.as_str()).body(Full::default()).unwrap());
    client.send(build).await.unwrap().into_body()
}

/// The answer to somebody who is not let wait for ever.
async fn soon<T>(answer: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), answer).await.expect("it goes on and on")
}

#[tokio::test]
async fn compressed_bytes_that_come_to_nothing_are_counted() {
    let client = HttpClient::default();
    let blocks = [HEAD, &EMPTY_BLOCK.repeat(1 << 19)].concat();
    for begin in [EMPTY_MEMBER.repeat(1 << 17), blocks] {
        let (server, _more) = endless(begin.clone()).await;
        let error = soon(body_of(&server, &client).await.collect(1 << 20)).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Limit);
        let (server, _more) = endless(begin).await;
        let error = soon(body_of(&server, &client).await.chunk()).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Limit);
    }
}

#[tokio::test]
async fn a_little_now_and_then_does_not_make_a_whole_body_longer() {
    let mut encoder = GzipEncoder::new(Vec::new());
    encoder.write_all(b"x").await.unwrap();
    encoder.shutdown().await.unwrap();
    let client = HttpClient::default();
    let part = [encoder.into_inner(), EMPTY_MEMBER.repeat(1 << 13)].concat();
    let (server, _more) = endless(part.repeat(20)).await;
    let error = soon(body_of(&server, &client).await.collect(1 << 20)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
    // As a stream it is a slow one, and may go on.
    let (server, _more) = endless(part.repeat(20)).await;
    let mut body = body_of(&server, &client).await;
    let mut bytes = 0;
    while bytes < 20 {
        let chunk = soon(body.chunk()).await.unwrap().unwrap();
        assert!(chunk.iter().all(|byte| *byte == b'x'), "{chunk:?}");
        bytes += chunk.len();
    }
}

#[tokio::test]
async fn a_body_that_does_not_get_shorter_by_compression_is_read_whole() {
    let bytes: Vec<u8> =
        (0..1_u32 << 16).flat_map(|n| n.wrapping_mul(0x9e37_79b1).to_le_bytes()).collect();
    // Each is a member of its own, as of a server that compresses piece by piece.
    let mut packed = Vec::new();
    for piece in bytes.chunks(1 << 14) {
        let mut encoder = GzipEncoder::new(Vec::new());
        encoder.write_all(piece).await.unwrap();
        encoder.shutdown().await.unwrap();
        packed.extend(encoder.into_inner());
    }
    let respond = move |_| {
        let body = answer(200, "application/json", packed.clone());
        ready(with_header(body, "content-encoding", "gzip"))
    };
    let server = Server::start(respond).await;
    let client = HttpClient::default();
    assert_eq!(body_of(&server, &client).await.collect(bytes.len()).await.unwrap(), bytes);
}
