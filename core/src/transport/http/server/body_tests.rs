use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use http_body::{Frame, SizeHint};
use http_body_util::Full;
use tokio::{sync::mpsc, time::Instant};

use super::*;
use crate::transport::http::server::Budget;

const WAIT: Duration = Duration::from_secs(30);

/// A body whose pieces come when they are sent, and whose length may be claimed.
struct Slow {
    pieces: mpsc::UnboundedReceiver<Result<Frame<Bytes>, ()>>,
    claimed: u64,
}

impl Body for Slow {
    type Data = Bytes;
    type Error = ();

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ()>>> {
        self.pieces.poll_recv(cx)
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = SizeHint::new();
        hint.set_lower(self.claimed);
        hint
    }
}

type Sender = mpsc::UnboundedSender<Result<Frame<Bytes>, ()>>;

fn slow(claimed: u64) -> (Sender, Slow) {
    let (sender, pieces) = mpsc::unbounded_channel();
    (sender, Slow { pieces, claimed })
}

fn send(sender: &Sender, text: &'static str) {
    sender.send(Ok(Frame::data(text.into()))).unwrap();
}

async fn status<B: Body>(body: B, most: usize) -> u16 {
    read(body, most, WAIT, &mut Budget::new(1 << 30).share()).await.unwrap_err().status().as_u16()
}

#[tokio::test(start_paused = true)]
async fn a_body_within_the_limit_is_read_whole() {
    let whole =
        read(Full::new(Bytes::from_static(b"1234")), 4, WAIT, &mut Budget::new(1 << 30).share())
            .await
            .unwrap();
    assert_eq!(whole, "1234");
    let (sender, body) = slow(0);
    for piece in ["", "ab", "cd", "e"] {
        send(&sender, piece);
    }
    sender.send(Ok(Frame::trailers(http::HeaderMap::new()))).unwrap();
    drop(sender);
    assert_eq!(read(body, 5, WAIT, &mut Budget::new(1 << 30).share()).await.unwrap(), "abcde");
}

#[tokio::test(start_paused = true)]
async fn a_body_in_several_buffers_is_read_whole() {
    let chained = Bytes::from_static(b"ab").chain(Bytes::from_static(b"cd"));
    let pieces = futures(vec![chained]);
    assert_eq!(read(pieces, 4, WAIT, &mut Budget::new(1 << 30).share()).await.unwrap(), "abcd");
}

/// A body of ready pieces of any kind of buffer.
fn futures<D: Buf>(pieces: Vec<D>) -> impl Body<Data = D, Error = Infallible> {
    struct Ready<D>(std::vec::IntoIter<D>);
    impl<D> Unpin for Ready<D> {}
    impl<D: Buf> Body for Ready<D> {
        type Data = D;
        type Error = Infallible;
        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<D>, Infallible>>> {
            Poll::Ready(self.0.next().map(|piece| Ok(Frame::data(piece))))
        }
    }
    Ready(pieces.into_iter())
}

#[tokio::test(start_paused = true)]
async fn a_claimed_length_over_the_limit_is_refused_before_anything_is_read() {
    let (sender, body) = slow(6);
    assert_eq!(status(body, 5).await, 413);
    assert!(sender.is_closed());
    let (_sender, body) = slow(u64::MAX);
    assert_eq!(status(body, 5).await, 413);
}

#[tokio::test(start_paused = true)]
async fn an_unclaimed_length_over_the_limit_is_refused_when_it_is_passed() {
    let (sender, body) = slow(0);
    send(&sender, "abc");
    send(&sender, "def");
    assert_eq!(status(body, 5).await, 413);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_in_time_is_refused() {
    let start = Instant::now();
    let (sender, body) = slow(4);
    send(&sender, "ab");
    assert_eq!(status(body, 5).await, 408);
    assert_eq!(start.elapsed().as_secs(), 30);
    drop(sender);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_is_broken_off_is_refused() {
    let (sender, body) = slow(4);
    send(&sender, "ab");
    sender.send(Err(())).unwrap();
    assert_eq!(status(body, 5).await, 400);
}
