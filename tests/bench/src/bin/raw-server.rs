//! The server of every measurement, written without any library:
//! `raw-server stdio [--tools N]` and `raw-server http [--tools N] [--sse]`, which prints its port.

use std::{
    convert::Infallible,
    fs::File,
    io::{Read, Write, stdin, stdout},
    os::fd::AsFd,
    sync::Arc,
};

use bytes::Bytes;
use hostline_bench::{Result, server::Responder};
use http_body_util::{BodyExt, Full};
use hyper_server::{
    Method, Request, Response, StatusCode, body::Incoming, header::CONTENT_TYPE,
    server::conn::http1, service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, task::JoinSet};

const BUFFER_BYTES: usize = 64 << 10;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut tools = 10;
    if let Some(at) = words.iter().position(|word| word == "--tools") {
        tools = words.get(at + 1).ok_or("--tools needs a value")?.parse()?;
    }
    let responder = Responder::new(tools);
    match words.first().map(String::as_str) {
        Some("stdio") => serve_stdio(&responder),
        Some("http") => {
            let sse = words.iter().any(|word| word == "--sse");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(serve_http(Arc::new(responder), sse))
        }
        _ => Err("usage: raw-server stdio|http [--tools N] [--sse]".into()),
    }
}

/// Answers all lines of one read with one write.
fn serve_stdio(responder: &Responder) -> Result<()> {
    // The standard library's own handles would add a buffer each.
    let mut input = File::from(stdin().as_fd().try_clone_to_owned()?);
    let mut output = File::from(stdout().as_fd().try_clone_to_owned()?);
    let mut buffer = vec![0; BUFFER_BYTES];
    let (mut filled, mut scanned) = (0, 0);
    let mut replies = Vec::with_capacity(BUFFER_BYTES);
    loop {
        if filled == buffer.len() {
            buffer.resize(filled * 2, 0);
        }
        let count = input.read(&mut buffer[filled..])?;
        if count == 0 {
            return Ok(());
        }
        filled += count;
        let mut start = 0;
        while let Some(length) = memchr::memchr(b'\n', &buffer[scanned..filled]) {
            let end = scanned + length;
            if responder.answer(&buffer[start..end], &mut replies) {
                replies.push(b'\n');
            }
            start = end + 1;
            scanned = start;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
        scanned = filled;
        if output.write_all(&replies).is_err() {
            return Ok(()); // The client has gone.
        }
        replies.clear();
        replies.shrink_to(1 << 20);
    }
}

async fn serve_http(responder: Arc<Responder>, sse: bool) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?.port());
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let responder = responder.clone();
        let service = service_fn(move |request| {
            let responder = responder.clone();
            async move { Ok::<_, Infallible>(answer(&responder, request, sse).await) }
        });
        connections.spawn(
            http1::Builder::new()
                .pipeline_flush(true)
                .serve_connection(TokioIo::new(stream), service),
        );
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(
    responder: &Responder,
    request: Request<Incoming>,
    sse: bool,
) -> Response<Full<Bytes>> {
    match *request.method() {
        Method::POST => {}
        Method::DELETE => return empty(StatusCode::OK),
        _ => return empty(StatusCode::METHOD_NOT_ALLOWED),
    }
    let Ok(body) = request.into_body().collect().await else {
        return empty(StatusCode::BAD_REQUEST);
    };
    let mut reply = Vec::with_capacity(512);
    if sse {
        reply.extend_from_slice(b"event: message\ndata: ");
    }
    if !responder.answer(&body.to_bytes(), &mut reply) {
        return empty(StatusCode::ACCEPTED);
    }
    if sse {
        reply.extend_from_slice(b"\n\n");
    }
    let content_type = if sse { "text/event-stream" } else { "application/json" };
    let mut response = Response::new(Full::from(reply));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, content_type.parse().expect("a valid header value"));
    response
}

fn empty(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    *response.status_mut() = status;
    response
}
