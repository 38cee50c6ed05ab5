//! Where the peer's words go: the process's output, one HTTP exchange, or the standing stream.

use std::{
    io::Write,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{Response, StatusCode};
use hyper_server::body::{Body, Frame, SizeHint};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::lock;

/// A message on its way out.
pub(super) struct Parcel {
    /// The bytes of one JSON message.
    pub(super) body: Vec<u8>,
    /// The SSE event's id, where there is one.
    pub(super) event_id: Option<String>,
    /// How many bytes go in one write, where the message is to be torn.
    pub(super) split: Option<usize>,
    /// The HTTP status, where the message is the whole answer.
    pub(super) status: u16,
    /// Whether it is the reply to the exchange's request.
    pub(super) last: bool,
}

impl Parcel {
    pub(super) fn new(message: &Value) -> Self {
        let body = message.to_string().into_bytes();
        Self { body, event_id: None, split: None, status: 200, last: false }
    }
}

/// One way to the client.
#[derive(Clone)]
pub(super) enum Channel {
    /// Lines on the standard output.
    Lines(Arc<Mutex<std::io::Stdout>>),
    /// The answer to one POST.
    Exchange(Arc<Exchange>),
    /// The stream that the client opened by GET.
    Standing(Arc<Standing>),
}

impl Channel {
    /// Sends one message.
    pub(super) fn send(&self, parcel: Parcel) {
        match self {
            Self::Lines(out) => {
                let mut bytes = parcel.body;
                bytes.push(b'\n');
                print(out, &bytes, parcel.split);
            }
            Self::Exchange(exchange) => exchange.send(parcel),
            Self::Standing(standing) => standing.push(Piece::Data(event(&parcel))),
        }
    }

    /// Sends bytes as they are.
    pub(super) fn write(&self, bytes: Vec<u8>, split: Option<usize>) {
        match self {
            Self::Lines(out) => print(out, &bytes, split),
            Self::Exchange(exchange) => {
                for chunk in bytes.chunks(split.unwrap_or(usize::MAX)) {
                    exchange.stream(Piece::Data(Bytes::copy_from_slice(chunk)));
                }
            }
            Self::Standing(standing) => standing.push(Piece::Data(bytes.into())),
        }
    }

    /// Ends the stream in good order.
    pub(super) fn end(&self) {
        match self {
            Self::Lines(_) => {}
            Self::Exchange(exchange) => exchange.finish(),
            Self::Standing(standing) => standing.push(Piece::End),
        }
    }

    /// Breaks the connection off in the middle. A process simply ends.
    pub(super) fn abort(&self) {
        match self {
            Self::Lines(_) => std::process::exit(0),
            Self::Exchange(exchange) => exchange.stream(Piece::Abort),
            Self::Standing(standing) => standing.push(Piece::Abort),
        }
    }
}

fn print(out: &Mutex<std::io::Stdout>, bytes: &[u8], split: Option<usize>) {
    let mut out = lock(out);
    for chunk in bytes.chunks(split.unwrap_or(usize::MAX).max(1)) {
        // A client that has gone away is no failure of the peer.
        let _ = out.write_all(chunk).and_then(|()| out.flush());
    }
}

/// One message as a Server-Sent Event.
fn event(parcel: &Parcel) -> Bytes {
    let mut text = Vec::with_capacity(parcel.body.len() + 64);
    text.extend_from_slice(b"event: message\n");
    if let Some(id) = &parcel.event_id {
        text.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    text.extend_from_slice(b"data: ");
    text.extend_from_slice(&parcel.body);
    text.extend_from_slice(b"\n\n");
    text.into()
}

/// A piece of a streamed body.
pub(super) enum Piece {
    Data(Bytes),
    End,
    Abort,
}

enum Progress {
    /// Nothing has been answered yet.
    Waiting(oneshot::Sender<Response<Answer>>),
    /// An event stream is open.
    Streaming(mpsc::UnboundedSender<Piece>),
    /// All has been said.
    Done,
}

/// The answer to one POST: a JSON body if the reply is the first thing said, else a stream.
pub(super) struct Exchange {
    progress: Mutex<Progress>,
    replied: AtomicBool,
    headers: Vec<(String, String)>,
}

impl Exchange {
    /// An exchange whose answer goes to `answer`, with these headers.
    pub(super) fn new(
        answer: oneshot::Sender<Response<Answer>>,
        headers: Vec<(String, String)>,
    ) -> Self {
        let progress = Mutex::new(Progress::Waiting(answer));
        Self { progress, replied: AtomicBool::new(false), headers }
    }

    /// Whether all has been said, so that the client may hang up.
    pub(super) fn is_done(&self) -> bool {
        self.replied.load(Ordering::Relaxed) || matches!(*lock(&self.progress), Progress::Done)
    }

    fn send(&self, parcel: Parcel) {
        self.replied.fetch_or(parcel.last, Ordering::Relaxed);
        let waiting = matches!(*lock(&self.progress), Progress::Waiting(_));
        if waiting && parcel.last {
            let status = parcel.status;
            self.respond(status, "application/json", &[], parcel.body.into());
            return;
        }
        self.stream(Piece::Data(event(&parcel)));
    }

    /// Answers with one body.
    pub(super) fn respond(
        &self,
        status: u16,
        content_type: &str,
        headers: &[(String, String)],
        body: Bytes,
    ) {
        let mut progress = lock(&self.progress);
        if let Progress::Waiting(answer) = std::mem::replace(&mut *progress, Progress::Done) {
            let all = self.headers.iter().chain(headers);
            let _ = answer.send(response(status, content_type, all, Answer::whole(body)));
        }
    }

    /// Begins the event stream, if it has not begun.
    pub(super) fn begin(&self) {
        let mut progress = lock(&self.progress);
        if !matches!(*progress, Progress::Waiting(_)) {
            return;
        }
        let (pieces, body) = mpsc::unbounded_channel();
        let waiting = std::mem::replace(&mut *progress, Progress::Streaming(pieces));
        if let Progress::Waiting(answer) = waiting {
            let body = Answer::stream(body);
            let _ = answer.send(response(200, "text/event-stream", &self.headers, body));
        }
    }

    fn stream(&self, piece: Piece) {
        self.begin();
        if let Progress::Streaming(pieces) = &*lock(&self.progress) {
            let _ = pieces.send(piece);
        }
    }

    /// Ends the stream. What is still waiting for an answer is answered with 202.
    pub(super) fn finish(&self) {
        let mut progress = lock(&self.progress);
        match std::mem::replace(&mut *progress, Progress::Done) {
            Progress::Waiting(answer) => {
                let empty = Answer::whole(Bytes::new());
                let _ = answer.send(response(202, "", &self.headers, empty));
            }
            Progress::Streaming(pieces) => {
                let _ = pieces.send(Piece::End);
            }
            Progress::Done => {}
        }
    }
}

/// The stream that a client keeps open by GET. What is said before it opens is kept for it.
#[derive(Default)]
pub(super) struct Standing(Mutex<(Vec<Piece>, Option<mpsc::UnboundedSender<Piece>>)>);

impl Standing {
    /// Opens the stream anew and gives its body.
    pub(super) fn open(&self) -> Answer {
        let (pieces, body) = mpsc::unbounded_channel();
        let mut inner = lock(&self.0);
        for piece in inner.0.drain(..) {
            let _ = pieces.send(piece);
        }
        inner.1 = Some(pieces);
        Answer::stream(body)
    }

    fn push(&self, piece: Piece) {
        let mut inner = lock(&self.0);
        let piece = match &inner.1 {
            Some(pieces) => match pieces.send(piece) {
                Ok(()) => return,
                Err(unsent) => unsent.0,
            },
            None => piece,
        };
        inner.0.push(piece);
    }
}

/// The body of an HTTP answer.
pub(super) struct Answer {
    whole: Option<Bytes>,
    pieces: Option<mpsc::UnboundedReceiver<Piece>>,
    broken: bool,
    /// Told when the body is dropped before it has ended: the client has hung up.
    pub(super) on_drop: Option<Box<dyn FnOnce() + Send>>,
}

impl Answer {
    pub(super) fn whole(body: Bytes) -> Self {
        Self {
            whole: Some(body).filter(|body| !body.is_empty()),
            pieces: None,
            broken: false,
            on_drop: None,
        }
    }

    fn stream(pieces: mpsc::UnboundedReceiver<Piece>) -> Self {
        Self { whole: None, pieces: Some(pieces), broken: false, on_drop: None }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Some(tell) = self.on_drop.take() {
            tell();
        }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Some(whole) = self.whole.take() {
            return Poll::Ready(Some(Ok(Frame::data(whole))));
        }
        if self.broken {
            return Poll::Ready(Some(Err(std::io::Error::other("broken off"))));
        }
        let Some(pieces) = &mut self.pieces else { return Poll::Ready(None) };
        match std::task::ready!(pieces.poll_recv(cx)) {
            Some(Piece::Data(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            // What was said before is written out first: the body fails at the next poll.
            Some(Piece::Abort) => {
                self.broken = true;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Some(Piece::End) | None => {
                self.pieces = None;
                Poll::Ready(None)
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.whole.is_none() && self.pieces.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        match &self.pieces {
            Some(_) => SizeHint::default(),
            None => SizeHint::with_exact(self.whole.as_ref().map_or(0, |w| w.len() as u64)),
        }
    }
}

/// An HTTP answer. Headers that cannot be sent are left out: scripts may hold anything.
pub(super) fn response<'a>(
    status: u16,
    content_type: &str,
    headers: impl IntoIterator<Item = &'a (String, String)>,
    body: Answer,
) -> Response<Answer> {
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let own = ("content-type".to_owned(), content_type.to_owned());
    let mut insert = |(name, value): &(String, String)| {
        let name = http::HeaderName::from_bytes(name.as_bytes());
        let value = http::HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value)
            && !value.is_empty()
        {
            response.headers_mut().insert(name, value);
        }
    };
    insert(&own);
    headers.into_iter().for_each(insert);
    response
}
