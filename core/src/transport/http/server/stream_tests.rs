use http_body_util::BodyExt;
use tokio::sync::mpsc;

use super::*;
use crate::transport::sse::{Item, Parser};

const KEEP_ALIVE_TIME: Duration = Duration::from_secs(15);

impl Source for mpsc::UnboundedReceiver<Event> {
    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        self.poll_recv(cx)
    }
}

fn stream() -> (mpsc::UnboundedSender<Event>, HttpBody) {
    let (sender, source) = mpsc::unbounded_channel();
    (sender, EventBody::response(source, KEEP_ALIVE_TIME).into_body())
}

async fn piece(body: &mut HttpBody) -> Option<Bytes> {
    body.frame().await.map(|frame| frame.unwrap().into_data().unwrap())
}

#[tokio::test(start_paused = true)]
async fn an_event_is_written_with_all_its_fields() {
    let (sender, mut body) = stream();
    sender
        .send(Event {
            name: Some("endpoint"),
            id: Some("1-2".into()),
            retry: Some(Duration::from_millis(1500)),
            data: Some("{}".into()),
            missing: 2,
        })
        .unwrap();
    assert_eq!(
        piece(&mut body).await.unwrap(),
        ": 2 earlier events are not kept any more\n\
         event: endpoint\nid: 1-2\nretry: 1500\ndata: {}\n\n"
    );
}

#[tokio::test(start_paused = true)]
async fn an_event_without_data_and_one_with_empty_data_differ() {
    let (sender, mut body) = stream();
    sender.send(Event { retry: Some(Duration::from_secs(1)), ..Event::default() }).unwrap();
    assert_eq!(piece(&mut body).await.unwrap(), "retry: 1000\n\n");
    sender.send(Event { id: Some("0-0".into()), ..Event::message(Bytes::new()) }).unwrap();
    assert_eq!(piece(&mut body).await.unwrap(), "id: 0-0\ndata: \n\n");
}

#[tokio::test(start_paused = true)]
async fn json_that_is_laid_out_in_lines_arrives_as_one_event() {
    let (sender, mut body) = stream();
    sender.send(Event::message("{\n\"a\":\r\n1\r}".into())).unwrap();
    let text = piece(&mut body).await.unwrap();
    let mut parser = Parser::new(1 << 10);
    parser.push(text);
    let Some(Item::Event(event)) = parser.next() else { panic!("no event") };
    let value: serde_json::Value = serde_json::from_slice(&event.data).unwrap();
    assert_eq!(value, serde_json::json!({"a": 1}));
    assert!(parser.next().is_none());
}

/// The sizes of all pieces of a body, and all of it.
async fn all(body: &mut HttpBody) -> (Vec<usize>, Vec<u8>) {
    let (mut sizes, mut whole) = (Vec::new(), Vec::new());
    while let Some(piece) = piece(body).await {
        sizes.push(piece.len());
        whole.extend_from_slice(&piece);
    }
    (sizes, whole)
}

#[tokio::test(start_paused = true)]
async fn what_is_ready_goes_out_in_pieces_of_bounded_size() {
    let (sender, mut body) = stream();
    for _ in 0..10 {
        sender.send(Event::message(vec![b'x'; 10 << 10].into())).unwrap();
    }
    drop(sender);
    let (sizes, _) = all(&mut body).await;
    assert_eq!(sizes.len(), 4, "{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= PIECE_BYTES), "{sizes:?}");
}

#[tokio::test(start_paused = true)]
async fn a_large_event_goes_out_in_pieces_so_that_a_slow_reader_is_seen_to_read() {
    let (sender, mut body) = stream();
    let large = vec![b'x'; PIECE_BYTES * 5];
    sender.send(Event::message(large.clone().into())).unwrap();
    sender.send(Event::message("after".into())).unwrap();
    drop(sender);
    let (sizes, whole) = all(&mut body).await;
    assert!(sizes.iter().all(|size| *size <= PIECE_BYTES), "{sizes:?}");
    assert_eq!(whole, [b"data: ", &*large, b"\n\ndata: after\n\n"].concat());
}

#[tokio::test(start_paused = true)]
async fn a_quiet_stream_is_kept_open_by_comments() {
    let (sender, mut body) = stream();
    let start = Instant::now();
    assert_eq!(piece(&mut body).await.unwrap(), ":\n\n");
    assert_eq!(start.elapsed(), KEEP_ALIVE_TIME);
    sender.send(Event::message("1".into())).unwrap();
    assert_eq!(piece(&mut body).await.unwrap(), "data: 1\n\n");
    assert_eq!(piece(&mut body).await.unwrap(), ":\n\n");
    assert_eq!(start.elapsed(), KEEP_ALIVE_TIME * 2);
    drop(sender);
    assert!(piece(&mut body).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_stream_tells_proxies_not_to_hold_it_back_or_keep_it() {
    let (_sender, source) = mpsc::unbounded_channel::<Event>();
    let response = EventBody::response(source, KEEP_ALIVE_TIME);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
}

#[tokio::test]
async fn a_whole_body_says_its_length_and_comes_once() {
    let mut body = HttpBody::whole("abc");
    assert_eq!(body.size_hint().exact(), Some(3));
    assert!(!body.is_end_stream());
    assert_eq!(piece(&mut body).await.unwrap(), "abc");
    assert!(piece(&mut body).await.is_none());
    assert!(HttpBody::empty().is_end_stream());
}

#[tokio::test]
async fn a_large_whole_body_says_its_length_and_comes_in_pieces() {
    let large = vec![b'x'; PIECE_BYTES * 2 + 1];
    let mut body = HttpBody::whole(large.clone());
    assert_eq!(body.size_hint().exact(), Some(large.len() as u64));
    assert_eq!(all(&mut body).await, (vec![PIECE_BYTES, PIECE_BYTES, 1], large));
    assert!(body.is_end_stream());
}
