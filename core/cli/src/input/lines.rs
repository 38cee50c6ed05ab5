//! The lines that a person types.

use std::{
    io::{self, BufRead, Read},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use tokio::sync::mpsc;

/// How many lines may wait for the next question.
const MAX_WAITING: usize = 64;
/// The longest line, in bytes. The end of a longer one is taken for another line.
const MAX_LINE: u64 = 64 * 1024;

/// Reads the standard input on a thread of its own, which begins with the first question.
///
/// A read cannot be taken back, so a question that ends early leaves the thread waiting; the next
/// question goes on with it.
#[derive(Default)]
pub(super) struct Lines(Mutex<Option<mpsc::Receiver<String>>>);

impl Lines {
    /// Forgets what was typed before the question was on the screen: it answers nothing.
    pub(super) fn forget(&self) {
        if let Some(receiver) = &mut *self.receiver() {
            while receiver.try_recv().is_ok() {}
        }
        #[cfg(unix)]
        // An input that cannot be flushed is no terminal, and then nobody is asked.
        let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
    }

    /// The next line; nothing once the input has ended.
    pub(super) async fn next(&self) -> Option<String> {
        let receiver = self.receiver().take().unwrap_or_else(start);
        let mut borrowed = Borrowed { home: self, receiver: Some(receiver) };
        borrowed.receiver.as_mut()?.recv().await
    }

    fn receiver(&self) -> MutexGuard<'_, Option<mpsc::Receiver<String>>> {
        // A panic while it was held cannot leave it half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The receiver on loan; it goes home also when its borrower is dropped while waiting.
struct Borrowed<'a> {
    home: &'a Lines,
    receiver: Option<mpsc::Receiver<String>>,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        *self.home.receiver() = self.receiver.take();
    }
}

/// Lines as they come, for as long as somebody receives them.
pub(super) fn start() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line);
            match read {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    let line = String::from_utf8_lossy(&line).into_owned();
                    if sender.blocking_send(line).is_err() {
                        return;
                    }
                }
            }
        }
    });
    receiver
}
