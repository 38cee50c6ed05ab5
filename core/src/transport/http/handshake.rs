//! The one place where the order of exchanges counts.
//!
//! Exchanges overtake each other freely, but a server may refuse what reaches it before the
//! notification that ends the handshake. So what is sent after that notification waits until the
//! server has taken it.
//!
//! And a server may lose a question that it has for us before it knows the stream on which it would
//! ask, and then wait for the answer for ever. So what may lead to one waits until the server has
//! said what it thinks of that stream.

use tokio::{sync::watch, time::timeout};

use super::limits::HANDSHAKE_TIME;

/// Where the handshake stands.
#[derive(Default)]
pub(super) struct Handshake {
    opening: bool,
    ending: Option<watch::Receiver<()>>,
    listening: Option<watch::Receiver<()>>,
}

/// Held by the notification that ends the handshake, until the server has taken it or has not.
pub(super) struct Ending(
    #[expect(dead_code, reason = "dropping it is the signal")] watch::Sender<()>,
);

/// Held by the standing stream until the server has answered its first request, or has not for so
/// long that it is waited for no longer.
pub(super) struct Listening(
    #[expect(dead_code, reason = "dropping it is the signal")] watch::Sender<()>,
);

/// What a later exchange waits for before it begins.
pub(super) struct Turn {
    ending: Option<watch::Receiver<()>>,
    listening: Option<watch::Receiver<()>>,
}

impl Handshake {
    /// A request that opens a session is sent.
    pub(super) fn begin(&mut self) {
        *self = Self { opening: true, ..Self::default() };
    }

    /// A notification is sent; the first one after the opening ends the handshake.
    pub(super) fn end(&mut self) -> Option<Ending> {
        if !std::mem::take(&mut self.opening) {
            return None;
        }
        let (sender, receiver) = watch::channel(());
        self.ending = Some(receiver);
        Some(Ending(sender))
    }

    /// The standing stream is asked for.
    pub(super) fn listen(&mut self) -> Listening {
        let (sender, receiver) = watch::channel(());
        self.listening = Some(receiver);
        Listening(sender)
    }

    /// The turn of whatever else is sent now.
    pub(super) fn turn(&mut self) -> Turn {
        Turn { ending: unless_over(&mut self.ending), listening: None }
    }

    /// The turn of a request that may lead to questions.
    pub(super) fn turn_to_be_asked(&mut self) -> Turn {
        Turn { listening: unless_over(&mut self.listening), ..self.turn() }
    }
}

/// A channel whose sender is gone has done its work.
fn unless_over(channel: &mut Option<watch::Receiver<()>>) -> Option<watch::Receiver<()>> {
    if channel.as_ref().is_some_and(|channel| channel.has_changed().is_err()) {
        *channel = None;
    }
    channel.clone()
}

impl Turn {
    pub(super) async fn come(self) {
        if let Some(mut ending) = self.ending {
            // Both outcomes mean to go on: taken, or not answered for so long that waiting longer
            // would only turn one slow answer into a standstill.
            let _ = timeout(HANDSHAKE_TIME, ending.changed()).await;
        }
        if let Some(mut listening) = self.listening {
            let _ = listening.changed().await;
        }
    }
}
