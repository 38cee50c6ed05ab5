//! What a party is told, on its way to it.
//!
//! Whoever tells waits for room, so that nothing is lost, nothing grows, and a party that is slow is
//! still one.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// The most bytes of events that wait for a party; whoever tells more waits.
const MAX_WAITING_BYTES: usize = 4 << 20;
/// The longest event, in bytes. It fits into a line of an attached program.
const MAX_EVENT_BYTES: usize = 8 << 20;
/// What an event costs beside its data, roughly.
const OVERHEAD: usize = 128;

/// Something that a party is told.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartyEvent {
    /// Which event it is: see [`Party`](super::Party).
    pub event: &'static str,
    /// What belongs to it.
    pub data: Json,
}

/// What a party is told. Dropping it ends all that the party listens to.
pub struct PartyEvents(mpsc::UnboundedReceiver<Queued>);

struct Queued {
    told: PartyEvent,
    /// What it takes of the room there is.
    _room: Option<OwnedSemaphorePermit>,
}

impl PartyEvents {
    /// The next event; nothing once the party has gone. Dropping the future loses none.
    pub async fn next(&mut self) -> Option<PartyEvent> {
        self.0.recv().await.map(|queued| queued.told)
    }
}

/// What tells a party of events. Clones tell the same one.
#[derive(Clone)]
pub(super) struct Tell {
    queue: mpsc::UnboundedSender<Queued>,
    room: Arc<Semaphore>,
}

/// What tells a party, and what the party hears.
pub(super) fn telling() -> (Tell, PartyEvents) {
    let (queue, queued) = mpsc::unbounded_channel();
    let room = Arc::new(Semaphore::new(MAX_WAITING_BYTES));
    (Tell { queue, room }, PartyEvents(queued))
}

impl Tell {
    /// Tells an event behind those of before, once there is room. Dropping the future tells nothing.
    ///
    /// # Errors
    /// [`ErrorCode::Closed`]: the party has gone. [`ErrorCode::Limit`]: the event is too large.
    pub(super) async fn tell(&self, event: &'static str, data: Json) -> Result<()> {
        let weight = weight(&data)?;
        let room = tokio::select! {
            room = self.room.clone().acquire_many_owned(weight) => room.map_err(|_| gone())?,
            () = self.queue.closed() => return Err(gone()),
        };
        self.send(event, data, Some(room))
    }

    /// Tells an event that may be missed: only if there is room now.
    pub(super) fn tell_in_passing(&self, event: &'static str, data: Json) {
        let Ok(weight) = weight(&data) else { return };
        if let Ok(room) = self.room.clone().try_acquire_many_owned(weight) {
            // It may have gone.
            let _ = self.send(event, data, Some(room));
        }
    }

    /// Tells an event that ends another one, which was told before and had its room.
    pub(super) fn tell_end(&self, event: &'static str, data: Json) {
        // It may have gone.
        let _ = self.send(event, data, None);
    }

    fn send(
        &self,
        event: &'static str,
        data: Json,
        room: Option<OwnedSemaphorePermit>,
    ) -> Result<()> {
        let told = PartyEvent { event, data };
        self.queue.send(Queued { told, _room: room }).map_err(|_| gone())
    }
}

/// How much room an event takes. One that is larger than all the room there is takes all of it.
fn weight(data: &Json) -> Result<u32> {
    let bytes = data.as_str().len() + OVERHEAD;
    if bytes > MAX_EVENT_BYTES {
        let message = format!("an event of {bytes} bytes is too large to be told");
        return Err(Error::new(ErrorCode::Limit, message));
    }
    Ok(u32::try_from(bytes.min(MAX_WAITING_BYTES)).unwrap_or(u32::MAX))
}

fn gone() -> Error {
    Error::new(ErrorCode::Closed, "whoever was told of events has gone")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn large(bytes: usize) -> Json {
        Json::encode(&"x".repeat(bytes)).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_tells_a_slow_party_waits_and_nothing_is_lost() {
        let (tell, mut events) = telling();
        for _ in 0..3 {
            tell.tell("a", large(1 << 20)).await.unwrap();
        }
        let one_more = tell.tell("b", large(2 << 20));
        assert!(timeout(Duration::from_hours(1), one_more).await.is_err(), "there is no room");
        tell.tell_in_passing("c", large(2 << 20));
        tell.tell_end("d", Json::default());
        let telling = async { tell.tell("e", large(2 << 20)).await.unwrap() };
        let hearing = async {
            let mut heard = String::new();
            while !heard.ends_with('e') {
                heard.push_str(events.next().await.unwrap().event);
            }
            heard
        };
        let ((), heard) = tokio::join!(telling, hearing);
        assert_eq!(heard, "aaade");
    }

    #[tokio::test]
    async fn what_is_too_large_is_refused_and_what_fills_all_room_is_told() {
        let (tell, mut events) = telling();
        let error = tell.tell("a", large(MAX_EVENT_BYTES)).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Limit);
        tell.tell("b", large(MAX_WAITING_BYTES)).await.unwrap();
        assert_eq!(events.next().await.unwrap().event, "b");
        drop(events);
        let error = tell.tell("c", Json::default()).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Closed);
    }
}
