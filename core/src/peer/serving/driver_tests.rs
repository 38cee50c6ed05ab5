//! The driver between a servant made by hand and a client in memory.

use std::{
    future::pending,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use bytes::Bytes;
use tokio::time::timeout;

use super::*;
use crate::{
    jsonrpc::{Frame, Message},
    peer::{
        BoxFuture,
        serving::{ServingPeer, start},
    },
    transport::{MemoryTransport, Outgoing, OutgoingKind, memory},
};

/// More than any test needs, so that a driver that has stopped fails its test.
const LONG: Duration = Duration::from_secs(10);

/// What a test's servant does with a request.
type Serves = Box<dyn Fn(Request, Line) -> Serving + Send + Sync>;

struct Hands {
    serves: Serves,
    heard: Mutex<Vec<String>>,
}

impl Servant for Hands {
    fn serve(&self, request: Request, line: Line) -> Serving {
        (self.serves)(request, line)
    }

    fn hear(&self, notification: Notification, _line: &Line) {
        self.heard.lock().unwrap().push(notification.method.into());
    }
}

/// The client's end of a connection.
struct Client {
    transport: MemoryTransport,
    peer: ServingPeer,
    servant: Arc<Hands>,
    _tasks: JoinSet<()>,
}

impl Client {
    fn new(serves: impl Fn(Request, Line) -> Serving + Send + Sync + 'static) -> Self {
        Self::with_limits(serves, ServingLimits::default())
    }

    fn with_limits(
        serves: impl Fn(Request, Line) -> Serving + Send + Sync + 'static,
        limits: ServingLimits,
    ) -> Self {
        let (transport, server) = memory::pair();
        let servant = Arc::new(Hands { serves: Box::new(serves), heard: Mutex::default() });
        let mut tasks = JoinSet::new();
        let peer =
            start("the client".into(), Box::new(server), servant.clone(), limits, &mut tasks);
        Self { transport, peer, servant, _tasks: tasks }
    }

    fn say(&mut self, text: &str) {
        let body = Bytes::copy_from_slice(text.as_bytes());
        let kind = OutgoingKind::Notification;
        self.transport.send(Outgoing { body, kind, headers: Vec::new(), related: None });
    }

    fn request(&mut self, id: i64, method: &str) {
        self.say(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#));
    }

    fn cancel(&mut self, id: i64) {
        self.say(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        ));
    }

    async fn next(&mut self) -> Incoming {
        timeout(LONG, poll_fn(|cx| self.transport.poll_incoming(cx))).await.expect("it comes")
    }

    /// The next message, written shortly.
    async fn told(&mut self) -> String {
        match self.next().await {
            Incoming::Frame { frame: Frame::Message(message), .. } => shown(message),
            other => panic!("no message: {other:?}"),
        }
    }
}

fn shown(message: Message) -> String {
    match message {
        Message::Request(request) => format!("{} asks {}", request.id, request.method),
        Message::Notification(told) => {
            format!("{} {}", told.method, String::from_utf8_lossy(&told.params.unwrap_or_default()))
        }
        Message::Response(response) => {
            let id = response.id.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            match response.outcome {
                crate::jsonrpc::Outcome::Result(result) => {
                    format!("{id}: {}", String::from_utf8_lossy(&result.bytes))
                }
                crate::jsonrpc::Outcome::Error(error) => format!("{id}! {}", error.code),
                crate::jsonrpc::Outcome::Malformed(reason) => panic!("{reason}"),
            }
        }
    }
}

fn running(handler: impl Future<Output = Outcome> + Send + 'static) -> Serving {
    Serving::Running(Box::pin(handler))
}

fn done(text: &'static str) -> Outcome {
    Ok(Bytes::from_static(text.as_bytes()))
}

#[tokio::test]
async fn a_request_gets_the_result_of_its_handler() {
    let mut client = Client::new(|request, _| match &*request.method {
        "quick" => Serving::Done(done("1")),
        _ => running(async { done("2") }),
    });
    client.request(7, "slow");
    client.request(8, "quick");
    let mut told = [client.told().await, client.told().await];
    told.sort();
    assert_eq!(told, ["7: 2", "8: 1"]);
}
