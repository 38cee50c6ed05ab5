//! The one place where the order of exchanges counts.
//!
//! Exchanges overtake each other freely, but a server may refuse what reaches it before the
//! notification that ends the handshake. So what is sent after that notification waits until the
//! server has taken it.

use tokio::{sync::watch, time::timeout};

use super::limits::HANDSHAKE_TIME;

/// Where the handshake stands.
#[derive(Default)]
pub(super) struct Handshake {
    opening: bool,
    ending: Option<watch::Receiver<()>>,
}

/// Held by the notification that ends the handshake, until the server has taken it or has not.
pub(super) struct Ending(
    #[expect(dead_code, reason = "dropping it is the signal")] watch::Sender<()>,
);

/// What a later exchange waits for before it begins.
pub(super) struct Turn(Option<watch::Receiver<()>>);

impl Handshake {
    /// A request that opens a session is sent.
    pub(super) fn begin(&mut self) {
        *self = Self { opening: true, ending: None };
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

    /// The turn of whatever else is sent now.
    pub(super) fn turn(&mut self) -> Turn {
        // A channel whose sender is gone has done its work.
        if self.ending.as_ref().is_some_and(|ending| ending.has_changed().is_err()) {
            self.ending = None;
        }
        Turn(self.ending.clone())
    }
}

impl Turn {
    pub(super) async fn come(self) {
        if let Some(mut ending) = self.0 {
            // Both outcomes mean to go on: taken, or not answered for so long that waiting longer
            // would only turn one slow answer into a standstill.
            let _ = timeout(HANDSHAKE_TIME, ending.changed()).await;
        }
    }
}
