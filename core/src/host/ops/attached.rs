//! A program that is attached to the owner of a configuration.

use tokio::task::JoinSet;

use super::{Party, PartyEvents};
use crate::host::{
    Host,
    owner::{Operation, Session, Teller},
};

/// Serves an attached program until it goes: its operations side by side, each until it is done or
/// cancelled. How many there are at once, the session bounds. Dropping the future ends all of them.
pub async fn attached(mut session: Session, host: Host) {
    let (party, events) = match Party::new(host, session.name()) {
        Ok(party) => party,
        Err(error) => {
            tracing::warn!(target: "hostline::host", %error, "a program was let go");
            return;
        }
    };
    let mut running = JoinSet::new();
    running.spawn(tell(events, session.teller()));
    loop {
        tokio::select! {
            operation = session.next() => match operation {
                Some(operation) => { running.spawn(serve(party.clone(), operation)); }
                None => return,
            },
            Some(_) = running.join_next() => {}
        }
    }
}

/// Hands on what the party is told, as fast as the program takes it.
async fn tell(mut events: PartyEvents, teller: Teller) {
    while let Some(told) = events.next().await {
        if teller.tell(told.event, &told.data).await.is_err() {
            return;
        }
    }
}

async fn serve(party: Party, operation: Operation) {
    let outcome = tokio::select! {
        biased;
        // Nobody waits for what is dropped here.
        () = operation.cancelled() => return,
        outcome = party.perform(operation.op(), operation.params()) => outcome,
    };
    operation.reply(outcome);
}
