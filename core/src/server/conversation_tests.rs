//! Clients that do not read while much changes.

#[cfg(feature = "http")]
use std::time::Duration;
use std::{
    collections::HashSet,
    task::{self, Poll, Waker},
};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::task::{JoinSet, yield_now};

use super::*;
#[cfg(feature = "http")]
use crate::{engine::Ids, peer::serving::start};
use crate::{
    jsonrpc::{Frame, Message},
    server::{ResourceRequest, Server, ServerHandle},
    transport::{Incoming, MemoryTransport, Outgoing, OutgoingKind, Transport, memory},
};

/// How many resources are watched: more than a session's store keeps.
const WATCHED: usize = 300;
/// How often all of them change.
const ROUNDS: usize = 50;

fn notes() -> ServerHandle {
    let read = |_: ResourceRequest, _: Context| async { "a note" };
    Server::new("notes", "1.0").resource("note://{number}", "note", read).build().unwrap()
}

fn address(number: usize) -> String {
    format!("note://{number}")
}

/// Changes all that is watched.
fn change(server: &ServerHandle) {
    (0..WATCHED).for_each(|number| server.resource_updated(&address(number)));
}

fn request(id: usize, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// What opens a session and watches everything.
fn opening(version: &str) -> Vec<String> {
    let about = json!({"name": "client", "version": "1"});
    let open = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": about});
    let mut messages = vec![
        request(WATCHED, "initialize", &open),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
    ];
    messages
        .extend((0..WATCHED).map(|number| {
            request(number, "resources/subscribe", &json!({"uri": address(number)}))
        }));
    messages
}

/// What watches everything in one request.
fn listening() -> Vec<String> {
    let uris: Vec<_> = (0..WATCHED).map(address).collect();
    let params = json!({
        "notifications": {"resourceSubscriptions": uris},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "client", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    vec![request(1, "subscriptions/listen", &params)]
}

fn say(client: &mut MemoryTransport, text: &str) {
    let body = Bytes::copy_from_slice(text.as_bytes());
    let kind = OutgoingKind::Notification;
    client.send(Outgoing { body, kind, headers: Vec::new(), related: None });
}

/// Lets everything go on that can.
async fn settle() {
    for _ in 0..50 {
        yield_now().await;
    }
}

/// The address in a notification that a resource has changed.
fn updated(frame: Frame) -> Option<String> {
    let Frame::Message(Message::Notification(heard)) = frame else { return None };
    if &*heard.method != "notifications/resources/updated" {
        return None;
    }
    let params: Value = serde_json::from_slice(&heard.params?).unwrap();
    Some(params["uri"].as_str()?.to_owned())
}

/// The addresses that a client hears of when it reads what there is and what comes then. `next`
/// gives what can be read at once.
async fn read_all(mut next: impl FnMut(&mut task::Context<'_>) -> Option<Frame>) -> Vec<String> {
    let mut cx = task::Context::from_waker(Waker::noop());
    let mut heard = Vec::new();
    loop {
        let mut nothing_came = true;
        while let Some(frame) = next(&mut cx) {
            heard.extend(updated(frame));
            nothing_came = false;
        }
        if nothing_came {
            return heard;
        }
        settle().await;
    }
}

/// Whether each resource was told of, and in all not much oftener than once.
fn assert_coalesced(heard: &[String]) {
    let distinct: HashSet<_> = heard.iter().collect();
    assert_eq!(distinct.len(), WATCHED);
    assert!(heard.len() < 5 * WATCHED, "{}", heard.len());
}

#[tokio::test]
async fn changes_become_one_while_the_client_does_not_read() {
    for messages in [opening("2025-11-25"), listening()] {
        let (mut client, far) = memory::pair();
        let server = notes();
        let mut tasks = JoinSet::new();
        let serving = server.clone();
        tasks.spawn(async move { serving.serve(far).await });
        for message in messages {
            say(&mut client, &message);
        }
        settle().await;
        for _ in 0..ROUNDS {
            change(&server);
            settle().await;
        }
        let heard = read_all(|cx| match client.poll_incoming(cx) {
            Poll::Ready(Incoming::Frame { frame, .. }) => Some(frame),
            Poll::Ready(other) => panic!("{other:?}"),
            Poll::Pending => None,
        });
        assert_coalesced(&heard.await);
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn no_change_is_lost_while_a_session_has_no_stream() {
    use crate::transport::http::server::{Budget, Posted, SessionOptions, Source, session};

    let server = notes();
    let (transport, door) = session(SessionOptions::default(), &Budget::new(1 << 20));
    let conversation = server.core().conversation(Arc::new(Principal::anonymous()));
    let limits = server.core().settings.limits;
    let mut tasks = JoinSet::new();
    let _peer = start(
        "client".into(),
        Box::new(transport),
        conversation,
        limits,
        Ids::default(),
        &mut tasks,
    );
    for message in opening("2025-11-25") {
        let posted = door.post(decoded(&message.into()), |_| Box::new(())).await;
        let Ok(posted) = posted else { panic!("it has ended") };
        if let Posted::Exchange(exchange) = posted {
            exchange.answer(Duration::from_secs(10)).await;
        }
    }
    for _ in 0..ROUNDS {
        change(&server);
        settle().await;
    }
    let mut reader = door.listen();
    let heard = read_all(|cx| match reader.poll_event(cx) {
        Poll::Ready(Some(event)) => {
            assert_eq!(event.missing, 0);
            Some(decoded(&event.data.unwrap_or_default()))
        }
        Poll::Ready(None) => panic!("the stream has ended"),
        Poll::Pending => None,
    });
    assert_coalesced(&heard.await);
}

#[cfg(feature = "http")]
fn decoded(text: &Bytes) -> Frame {
    crate::jsonrpc::decode(text, &crate::jsonrpc::Limits::default())
}
