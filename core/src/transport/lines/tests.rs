use std::{
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadBuf, duplex};

use super::*;
use crate::{
    jsonrpc::{Message, RequestId},
    transport::OutgoingKind,
};

type Ours = Lines<DuplexStream, DuplexStream>;

fn limits(bytes: usize) -> Limits {
    Limits { bytes, ..Limits::default() }
}

/// Our side, what the peer writes to it, and what the peer reads from it.
fn connected(room: usize, limits: Limits) -> (Ours, DuplexStream, DuplexStream) {
    let (reader, peer_writer) = duplex(room);
    let (writer, peer_reader) = duplex(room);
    (Lines::new(reader, writer, limits), peer_writer, peer_reader)
}

async fn next<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(lines: &mut Lines<R, W>) -> Incoming {
    poll_fn(|cx| lines.poll_incoming(cx)).await
}

/// Everything up to the end, in short words.
async fn all<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(lines: &mut Lines<R, W>) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        match next(lines).await {
            Incoming::Closed(_) => return seen,
            other => seen.push(word(&other)),
        }
    }
}

fn word(incoming: &Incoming) -> String {
    match incoming {
        Incoming::Frame { frame: Frame::Message(message), .. } => match message {
            Message::Request(request) => format!("request {}", request.id),
            Message::Notification(notification) => format!("notification {}", notification.method),
            Message::Response(response) => match &response.id {
                Some(id) => format!("reply {id}"),
                None => "reply".into(),
            },
        },
        Incoming::Frame { frame: Frame::Batch(batch), .. } => format!("batch of {}", batch.len()),
        Incoming::Frame { frame: Frame::Invalid(invalid), .. } => {
            format!("invalid {:?} {:?}", invalid.kind, invalid.id)
        }
        Incoming::Notice(Notice::Noise(text)) => format!("noise {text}"),
        Incoming::Notice(Notice::Oversized { id, bytes }) => format!("oversized {id:?} {bytes}"),
        Incoming::Notice(Notice::ByteOrderMark) => "mark".into(),
        other => format!("{other:?}"),
    }
}

/// Reads a text in pieces of given sizes, then the end.
struct Pieces<'a> {
    text: &'a [u8],
    cuts: Vec<usize>,
    at: usize,
    starved: bool,
}

impl<'a> Pieces<'a> {
    fn new(text: &'a [u8], mut cuts: Vec<usize>) -> Self {
        cuts.push(text.len());
        cuts.retain(|&cut| cut > 0);
        cuts.dedup();
        cuts.reverse();
        Self { text, cuts, at: 0, starved: false }
    }
}

impl AsyncRead for Pieces<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        space: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // Every second poll has nothing to give, as on a real stream.
        self.starved = !self.starved;
        if self.starved {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let end = self.cuts.last().copied().unwrap_or(self.at);
        let piece = &self.text[self.at..end];
        let piece = &piece[..piece.len().min(space.remaining())];
        space.put_slice(piece);
        self.at += piece.len();
        if self.at == end {
            self.cuts.pop();
        }
        Poll::Ready(Ok(()))
    }
}

fn request(id: i64, body: impl Into<Bytes>) -> Outgoing {
    let kind = OutgoingKind::Request {
        id: RequestId::from(id),
        opening: false,
        repeatable: true,
        may_ask: false,
        attended: true,
    };
    Outgoing { body: body.into(), kind, headers: Vec::new(), related: None }
}

fn notification(body: impl Into<Bytes>) -> Outgoing {
    Outgoing {
        body: body.into(),
        kind: OutgoingKind::Notification,
        headers: Vec::new(),
        related: None,
    }
}

const MIXED: &str = concat!(
    "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"a\\nb\"}}\n",
    "Server listening on stdio\n",
    "\r\n",
    "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\r\n",
    "{\"jsonrpc\":\"2.0\",\"id\":\"ä\",\"method\":\"m\"}\n",
    "   \n",
    "[{\"jsonrpc\":\"2.0\",\"method\":\"n\"}]\n",
    "42\n",
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
);

const MIXED_WORDS: [&str; 8] = [
    "mark",
    "reply 1",
    "noise Server listening on stdio",
    "notification n",
    "request \"ä\"",
    "batch of 1",
    "invalid NotARequest None",
    "reply 2",
];

#[tokio::test]
async fn every_split_point_gives_the_same_messages() {
    let text = MIXED.as_bytes();
    for first in 0..text.len() {
        for second in [first, (first + 1).min(text.len()), (first + 7).min(text.len())] {
            let pieces = Pieces::new(text, vec![first, second]);
            let mut lines = Lines::new(pieces, tokio::io::sink(), Limits::default());
            assert_eq!(all(&mut lines).await, MIXED_WORDS, "cut at {first} and {second}");
        }
    }
}

#[tokio::test]
async fn one_byte_at_a_time_gives_the_same_messages() {
    let text = MIXED.as_bytes();
    let pieces = Pieces::new(text, (1..text.len()).collect());
    let mut lines = Lines::new(pieces, tokio::io::sink(), Limits::default());
    assert_eq!(all(&mut lines).await, MIXED_WORDS);
}

#[tokio::test]
async fn giving_up_a_poll_loses_no_half_line() {
    let (mut lines, mut peer, _out) = connected(64, Limits::default());
    let text = br#"{"jsonrpc":"2.0","id":5,"result":{}}"#;
    for byte in text {
        peer.write_all(&[*byte]).await.unwrap();
        // Each of these futures is dropped while it waits in the middle of the line.
        tokio::select! {
            biased;
            other = next(&mut lines) => panic!("{other:?}"),
            () = std::future::ready(()) => {}
        }
    }
    peer.write_all(b"\n").await.unwrap();
    assert_eq!(word(&next(&mut lines).await), "reply 5");
}

#[tokio::test]
async fn all_lines_of_one_read_are_delivered_in_order() {
    const COUNT: usize = 100_000;
    let mut text = Vec::new();
    for id in 0..COUNT {
        text.extend_from_slice(
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n").as_bytes(),
        );
    }
    let mut lines = Lines::new(text.as_slice(), tokio::io::sink(), Limits::default());
    for id in 0..COUNT {
        assert_eq!(word(&next(&mut lines).await), format!("reply {id}"));
    }
    assert!(matches!(next(&mut lines).await, Incoming::Closed(_)));
}

#[tokio::test(start_paused = true)]
async fn a_large_line_arrives_whole_and_leaves_no_memory_behind() {
    let (mut lines, mut peer, _out) = connected(64 << 10, Limits::default());
    let payload = "x".repeat(8 << 20);
    let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"text\":\"{payload}\"}}}}\n");
    let write = async { peer.write_all(line.as_bytes()).await.unwrap() };
    let (incoming, ()) = tokio::join!(next(&mut lines), write);
    let Incoming::Frame { frame: Frame::Message(Message::Response(reply)), .. } = incoming else {
        panic!("{incoming:?}")
    };
    let crate::jsonrpc::Outcome::Result(result) = reply.outcome else { panic!("no result") };
    assert_eq!(result.bytes.len(), payload.len() + 11);
    drop(result);
    tokio::select! {
        other = next(&mut lines) => panic!("{other:?}"),
        () = tokio::time::sleep(Duration::from_secs(2)) => {}
    }
    assert!(lines.inbox.held() <= 8 << 10, "{} bytes held", lines.inbox.held());
}

#[tokio::test]
async fn a_line_that_is_too_long_fails_its_own_call_only() {
    let long = "y".repeat(500);
    let table = [
        (format!(r#"{{"id":7,"jsonrpc":"2.0","result":{{"t":"{long}"}}}}"#), "Some(Number(7))"),
        (format!(r#"{{"jsonrpc":"2.0","result":{{"t":"{long}"}},"id":7}}"#), "Some(Number(7))"),
        (format!(r#"{{"result":{{"id":1,"t":"{long}"}}, "id" : 7.0 }}"#), "Some(Number(7))"),
        (
            format!(r#"{{"result":["{long}",{{"id":1}}],"id":"a\"}}b"}}"#),
            r#"Some(String("a\"}b"))"#,
        ),
        (
            format!(r#"{{"x":"\",\"id\":3,\"","result":{{"t":"{long}"}},"\u0069d":8}}"#),
            "Some(Number(8))",
        ),
        (format!(r#"{{"result":{{"id":1,"t":"{long}\\"}}}}"#), "None"),
        (format!(r#"{{"id":1,"result":{{"t":"{long}"}},"id":2}}"#), "None"),
        (format!(r#"{{"id":{{"id":4}},"result":{{"t":"{long}"}}}}"#), "None"),
        (format!(r#"[{{"id":7,"result":{{"t":"{long}"}}}}]"#), "None"),
        (format!("banner {long}"), "None"),
    ];
    for (line, id) in table {
        let text = format!("{line}\r\n{{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{{}}}}\n");
        for cut in 0..line.len() {
            let pieces = Pieces::new(text.as_bytes(), vec![cut]);
            let mut lines = Lines::new(pieces, tokio::io::sink(), limits(200));
            let seen = all(&mut lines).await;
            let bytes = line.len();
            // The carriage return counts where the line was passed over before its end was seen.
            let told = [format!("oversized {id} {bytes}"), format!("oversized {id} {}", bytes + 1)];
            assert!(told.contains(&seen[0]), "{line} cut at {cut}: {seen:?}");
            assert_eq!(seen[1..], ["reply 9"], "{line} cut at {cut}");
        }
    }
}

#[tokio::test]
async fn a_request_that_is_too_long_can_be_answered() {
    let text = format!(r#"{{"id":3,"method":"m","params":{{"t":"{}"}}}}"#, "z".repeat(500));
    let mut lines = Lines::new(text.as_bytes(), tokio::io::sink(), limits(100));
    assert_eq!(all(&mut lines).await, ["invalid TooLong Some(Number(3))"]);
}

#[tokio::test]
async fn a_line_of_exactly_the_limit_passes() {
    let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    for end in ["\n", "\r\n", ""] {
        let line = format!("{text}{end}");
        let pieces = Pieces::new(line.as_bytes(), (1..line.len()).collect());
        let mut lines = Lines::new(pieces, tokio::io::sink(), limits(text.len()));
        assert_eq!(all(&mut lines).await, ["reply 1"], "{end:?}");
        let mut lines = Lines::new(line.as_bytes(), tokio::io::sink(), limits(text.len() - 1));
        assert!(all(&mut lines).await[0].starts_with("oversized Some(Number(1))"), "{end:?}");
    }
}

#[tokio::test]
async fn an_endless_line_needs_no_memory() {
    let (mut lines, mut peer, _out) = connected(64 << 10, limits(1 << 20));
    let write = async {
        peer.write_all(br#"{"id":4,"result":""#).await.unwrap();
        for _ in 0..256 {
            peer.write_all(&vec![b'a'; 64 << 10]).await.unwrap();
        }
        drop(peer);
    };
    let watch = async {
        let incoming = next(&mut lines).await;
        assert!(word(&incoming).starts_with("oversized Some(Number(4)) 16777"), "{incoming:?}");
        assert!(lines.inbox.held() <= 1 << 20, "{} bytes held", lines.inbox.held());
    };
    tokio::join!(write, watch);
}

#[tokio::test]
async fn the_end_in_the_middle_of_a_message_is_told() {
    let mut lines = Lines::new(
        b"usage: server [options]\n{\"jsonrpc\":\"2.0\",\"id\":1,\"res".as_slice(),
        tokio::io::sink(),
        Limits::default(),
    );
    assert_eq!(word(&next(&mut lines).await), "noise usage: server [options]");
    let Incoming::Closed(error) = next(&mut lines).await else { panic!("not closed") };
    assert_eq!(error.code(), ErrorCode::Closed);
    assert!(error.message().contains("in the middle of a message, after 28 bytes"), "{error}");
    assert!(error.message().contains("usage: server"), "{error}");
}

#[tokio::test]
async fn noise_is_cut_short_and_made_text() {
    let mut text = vec![0xff; 3];
    text.extend("ö".repeat(300).bytes());
    text.push(b'\n');
    let mut lines = Lines::new(text.as_slice(), tokio::io::sink(), Limits::default());
    let Incoming::Notice(Notice::Noise(noise)) = next(&mut lines).await else { panic!("no noise") };
    assert_eq!(noise.chars().count(), 200);
    assert!(noise.starts_with("\u{fffd}\u{fffd}\u{fffd}öö"));
}

/// Counts the writes, and takes at most so much at once.
struct Counting {
    text: Vec<u8>,
    writes: usize,
    at_once: usize,
}

impl AsyncWrite for &mut Counting {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let count = bytes.len().min(self.at_once);
        self.writes += 1;
        self.text.extend_from_slice(&bytes[..count]);
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.writes += 1;
        let mut left = self.at_once;
        for piece in pieces {
            let count = piece.len().min(left);
            left -= count;
            self.text.extend_from_slice(&piece[..count]);
        }
        Poll::Ready(Ok(self.at_once - left))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }
}

/// Queues messages of many sizes and returns what must arrive.
fn queue_mixed<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(lines: &mut Lines<R, W>) -> Vec<u8> {
    let mut expected = Vec::new();
    for (id, size) in [10, 20_000, 30, 40, 70_000, 16 << 10, 1, 0].into_iter().enumerate() {
        let body = format!("\"{id}{}\"", "m".repeat(size));
        expected.extend_from_slice(body.as_bytes());
        expected.push(b'\n');
        lines.send(notification(body));
    }
    expected
}

#[tokio::test]
async fn all_that_is_queued_leaves_in_one_write() {
    let mut peer = Counting { text: Vec::new(), writes: 0, at_once: usize::MAX };
    let mut lines = Lines::new(tokio::io::empty(), &mut peer, Limits::default());
    let expected = queue_mixed(&mut lines);
    assert!(matches!(next(&mut lines).await, Incoming::Closed(_)));
    assert!(peer.text == expected, "the bytes differ");
    assert_eq!(peer.writes, 1);
}

#[tokio::test]
async fn a_stream_that_takes_few_bytes_at_once_gets_them_all() {
    for at_once in [1, 7, 4096, 20_001] {
        let mut peer = Counting { text: Vec::new(), writes: 0, at_once };
        let mut lines = Lines::new(tokio::io::empty(), &mut peer, Limits::default());
        let mut expected = queue_mixed(&mut lines);
        poll_fn(|cx| Poll::Ready(lines.write(cx))).await.unwrap();
        expected.extend(queue_mixed(&mut lines));
        assert!(matches!(next(&mut lines).await, Incoming::Closed(_)));
        assert!(peer.text == expected, "the bytes differ at {at_once}");
    }
}

#[tokio::test]
async fn messages_queued_between_partial_writes_keep_their_order() {
    let (mut lines, _in, mut peer) = connected(16, Limits::default());
    let mut expected = Vec::new();
    let mut received = Vec::new();
    for round in 0..20 {
        expected.extend(queue_mixed(&mut lines));
        for _ in 0..round {
            let mut space = [0; 1000];
            tokio::select! {
                biased;
                other = next(&mut lines) => panic!("{other:?}"),
                count = peer.read(&mut space) => received.extend_from_slice(&space[..count.unwrap()]),
            }
        }
    }
    let finish = poll_fn(|cx| lines.poll_finish(cx));
    let (finished, read) = tokio::join!(finish, peer.read_to_end(&mut received));
    finished.unwrap();
    read.unwrap();
    assert!(received == expected, "the bytes differ");
}

#[tokio::test]
async fn a_body_with_line_breaks_leaves_as_one_line() {
    let mut peer = Counting { text: Vec::new(), writes: 0, at_once: usize::MAX };
    let mut lines = Lines::new(tokio::io::empty(), &mut peer, Limits::default());
    lines.send(notification("{\n\"a\":\r\n1}"));
    next(&mut lines).await;
    assert_eq!(peer.text, b"{ \"a\":  1}\n");
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_stops_reading_ends_the_connection() {
    let (mut lines, _in, _peer) = connected(16, Limits::default());
    lines.send(request(1, "x".repeat(100)));
    let Incoming::Closed(error) = next(&mut lines).await else { panic!("not closed") };
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.message().contains("read nothing for 30 seconds"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_reads_slowly_is_waited_for() {
    let (mut lines, _in, mut peer) = connected(16, Limits::default());
    lines.send(request(1, "x".repeat(63)));
    let read = async {
        for _ in 0..4 {
            tokio::time::sleep(Duration::from_secs(29)).await;
            peer.read_exact(&mut [0; 16]).await.unwrap();
        }
        tokio::time::sleep(Duration::from_mins(5)).await;
    };
    tokio::select! {
        other = next(&mut lines) => panic!("{other:?}"),
        () = read => {}
    }
}

#[tokio::test]
async fn what_does_not_fit_the_queue_fails_alone() {
    let (mut lines, _in, _peer) = connected(16, Limits::default());
    let body = Bytes::from(vec![b'x'; 40 << 20]);
    lines.send(request(1, body.clone()));
    lines.send(request(2, body.clone()));
    lines.send(notification(body));
    let Incoming::Failed { id, error } = next(&mut lines).await else { panic!("not failed") };
    assert_eq!((id, error.code()), (RequestId::from(2), ErrorCode::Limit));
    assert!(!error.may_have_run());
    let Incoming::Notice(Notice::NotSent(error)) = next(&mut lines).await else {
        panic!("nothing told")
    };
    assert_eq!(error.code(), ErrorCode::Limit);
}

#[tokio::test]
async fn what_a_peer_said_before_it_stopped_reading_is_heard() {
    let (mut lines, mut peer, out) = connected(4096, Limits::default());
    drop(out);
    lines.send(request(1, "{}"));
    peer.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n").await.unwrap();
    drop(peer);
    assert_eq!(word(&next(&mut lines).await), "reply 1");
    let Incoming::Closed(error) = next(&mut lines).await else { panic!("not closed") };
    assert!(std::error::Error::source(&error).is_some(), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_only_stops_reading_is_given_up_soon() {
    let (mut lines, _in, out) = connected(4096, Limits::default());
    drop(out);
    lines.send(request(1, "{}"));
    let Incoming::Closed(error) = next(&mut lines).await else { panic!("not closed") };
    assert_eq!(error.code(), ErrorCode::Transport);
}

#[tokio::test]
async fn random_bytes_never_panic() {
    let alphabet = b"{}[]\",:\\id7\n\r \xef\xbb\xbfa";
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..2_000 {
        let mut text = Vec::new();
        for _ in 0..200 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let pick = usize::try_from(seed % alphabet.len() as u64).unwrap();
            text.push(alphabet[pick]);
        }
        let mut lines = Lines::new(text.as_slice(), tokio::io::sink(), limits(20));
        all(&mut lines).await;
    }
}
