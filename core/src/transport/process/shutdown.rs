//! The end of a server, step by step: its input is closed, it is asked to terminate, it is killed;
//! and each step reaches the whole tree (2026-07-28 `basic/transports/stdio`, "Shutdown").
//!
//! What is waited for is the end of processes, never the end of a stream: a descendant may hold a
//! stream open for ever.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use tokio::time::{Instant, sleep, sleep_until};

use super::{Parts, command::Waits};
use crate::error::{Error, ErrorCode, Result};

/// How long descendants may outlive a server that ended as it should.
const DESCENDANTS_WAIT: Duration = Duration::from_millis(250);

/// How long killed processes may take to be gone.
const KILL_WAIT: Duration = Duration::from_secs(2);

/// The pauses between two looks at processes that are ending: the first and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(50));

/// Ends the tree. After it nothing is left, or the error says what is.
pub(super) async fn run(mut parts: Parts, waits: Waits) -> Result<()> {
    // Who is attached to whom is only known while all of them live.
    parts.tree.look().await;
    if parts.wait(waits.end_of_input, DESCENDANTS_WAIT).await {
        return Ok(());
    }
    parts.lines.shut();
    parts.tree.look().await;
    parts.tree.terminate();
    if parts.wait(waits.terminate, waits.terminate).await {
        return Ok(());
    }
    let deadline = Instant::now() + KILL_WAIT;
    while Instant::now() < deadline {
        parts.tree.look().await;
        parts.tree.kill();
        if parts.wait(PAUSES.1, PAUSES.1).await {
            return Ok(());
        }
    }
    Err(Error::new(ErrorCode::Process, "processes of the server could not be ended")
        .with_next_step("look for processes that hang in the system, and end them by hand"))
}

impl Parts {
    /// Waits for the server to end, and then for what it has left, at most `limit` in all and
    /// `for_descendants` once the server has ended. True if nothing is left.
    async fn wait(&mut self, limit: Duration, for_descendants: Duration) -> bool {
        let deadline = Instant::now() + limit;
        if !self.server_ends(limit).await {
            return false;
        }
        let deadline = deadline.min(Instant::now() + for_descendants);
        let mut pause = PAUSES.0;
        loop {
            if self.tree.seems_gone() && self.tree.look().await == 0 {
                self.tree.finish();
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            self.attend(sleep_until(deadline.min(Instant::now() + pause))).await;
            pause = PAUSES.1.min(pause * 2);
        }
    }

    /// Whether the server's own process ends in time. What is queued for it is written first, and
    /// then its input is closed.
    async fn server_ends(&mut self, wait: Duration) -> bool {
        let mut timer = pin!(sleep(wait));
        poll_fn(|cx| {
            // A server that does not take its last messages ends all the same, or is ended.
            let _ = self.lines.poll_finish(cx);
            self.stderr.drain(cx);
            if self.tree.poll_exit(cx).is_ready() {
                return Poll::Ready(true);
            }
            timer.as_mut().poll(cx).map(|()| false)
        })
        .await
    }

    /// Waits, and keeps the streams empty meanwhile.
    async fn attend(&mut self, wait: impl Future<Output = ()>) {
        let mut wait = pin!(wait);
        poll_fn(|cx| {
            let _ = self.lines.poll_drain(cx);
            self.stderr.drain(cx);
            wait.as_mut().poll(cx)
        })
        .await;
    }
}
