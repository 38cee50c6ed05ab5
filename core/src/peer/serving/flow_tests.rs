//! Clients that do not keep up with what they are told.

use tokio::task::yield_now;

use super::*;
use crate::{
    dialect::method::{PROGRESS, RESOURCE_UPDATED},
    peer::serving::asides::{MOST_WAITING, MOST_WAITING_BYTES},
};

/// How many bytes each notification has here.
const BYTES: usize = 16 << 10;

fn params() -> Bytes {
    format!(r#"{{"x":"{}"}}"#, "x".repeat(BYTES - 8)).into()
}

/// A client whose requests are served by saying `method` so many times, each of which the driver
/// takes before the next; then they end, or do not. It hears when all is said.
fn told(method: &'static str, times: usize, ends: bool) -> (Client, mpsc::UnboundedReceiver<()>) {
    let (sender, said) = mpsc::unbounded_channel();
    let client = Client::new(move |_, line| {
        let sender = sender.clone();
        running(async move {
            let params = params();
            for _ in 0..times {
                line.notify(method, params.clone());
                yield_now().await;
            }
            let _ = sender.send(());
            if ends { done("{}") } else { pending().await }
        })
    });
    (client, said)
}

/// Reads up to the reply to request 1; how many notifications came before it.
async fn before_the_reply(client: &mut Client) -> usize {
    let mut before = 0;
    while !client.told().await.starts_with("1:") {
        before += 1;
    }
    before
}

#[tokio::test]
async fn a_flood_of_progress_costs_neither_the_connection_nor_the_reply() {
    // More than any transport lets wait.
    const FLOOD: usize = 5000;
    let (mut client, mut said) = told(PROGRESS, FLOOD, true);
    client.request(1, "x");
    soon(said.recv()).await;
    let before = before_the_reply(&mut client).await;
    // What went out at once, and the newest.
    assert!(before >= MOST_WAITING_BYTES / BYTES, "{before}");
    assert!(before < FLOOD / 10, "{before}");
    client.request(2, "x");
    assert!(client.told().await.starts_with(PROGRESS), "the connection goes on");
}

#[tokio::test]
async fn progress_that_was_held_back_comes_once_the_client_reads_again() {
    let (mut client, mut said) = told(PROGRESS, 40, false);
    client.request(1, "x");
    soon(said.recv()).await;
    for _ in 0..40 {
        assert!(client.told().await.starts_with(PROGRESS));
    }
}

#[tokio::test]
async fn of_many_small_words_the_newest_are_kept() {
    let mut client = Client::new(|_, line| {
        running(async move {
            for number in 0..1000 {
                line.notify(PROGRESS, format!("[{number}]").into());
            }
            done("{}")
        })
    });
    client.request(1, "x");
    for number in 1000 - MOST_WAITING..1000 {
        assert_eq!(client.told().await, format!("{PROGRESS} [{number}]"));
    }
    assert_eq!(client.told().await, "1: {}");
}

#[tokio::test]
async fn changes_are_never_left_out() {
    const CHANGES: usize = 500;
    let (mut client, mut said) = told(RESOURCE_UPDATED, CHANGES, true);
    client.request(1, "x");
    soon(said.recv()).await;
    assert_eq!(before_the_reply(&mut client).await, CHANGES);
}

#[tokio::test(start_paused = true)]
async fn there_is_room_while_the_client_reads() {
    let mut client = Client::new(nothing);
    let line = client.peer.line();
    let mut told = 0;
    while timeout(LONG, line.room()).await.is_ok() {
        line.notify(RESOURCE_UPDATED, params());
        told += 1;
    }
    assert!((2..20).contains(&told), "{told}");
    let reads = async {
        assert!(client.told().await.starts_with(RESOURCE_UPDATED));
        client
    };
    let (client, ()) = tokio::join!(reads, soon(line.room()));
    drop(client);
    soon(line.room()).await;
}
