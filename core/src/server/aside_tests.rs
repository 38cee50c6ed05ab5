//! That long work is done somewhere else, and only so much of it at a time.

use std::{
    pin::pin,
    sync::mpsc,
    task::{Context, Waker},
};

use tokio::task::{LocalSet, yield_now};

use super::*;

fn long() -> Bytes {
    format!("[{}0]", "0,".repeat(LONG)).into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn long_json_is_taken_apart_for_whoever_runs_on_one_thread_of_several() {
    let tasks = LocalSet::new();
    let numbers =
        tasks.run_until(async { Aside::default().decode::<Vec<u8>>(&long()).await }).await;
    assert_eq!(numbers.unwrap().len(), LONG + 1);
}

#[test]
fn long_json_is_taken_apart_without_a_runtime() {
    let (aside, text) = (Aside::default(), long());
    let mut decoding = pin!(aside.decode::<Vec<u8>>(&text));
    let decoded = decoding.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(decoded.is_ready());
}

#[tokio::test]
async fn there_is_room_for_as_much_long_work_as_there_are_cores() {
    let aside = Aside::default();
    let cores = available_parallelism().map_or(1, usize::from);
    let (begins, begun) = mpsc::channel();
    let mut ends = Vec::new();
    let mut working = tokio::task::JoinSet::new();
    for _ in 0..cores {
        let (end, ended) = mpsc::channel::<()>();
        let begins = begins.clone();
        ends.push(end);
        let aside = aside.clone();
        working.spawn(async move {
            let work = move || {
                begins.send(()).unwrap();
                ended.recv().is_err()
            };
            aside.run(work).await
        });
    }
    for _ in 0..cores {
        while begun.try_recv().is_err() {
            yield_now().await;
        }
    }
    let mut more = pin!(aside.run(|| ()));
    for _ in 0..100 {
        let poll = more.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(poll.is_pending(), "all cores are taken");
        yield_now().await;
    }
    drop(ends);
    more.await;
    assert_eq!(working.join_all().await, vec![true; cores]);
}

#[tokio::test]
async fn a_panic_in_long_work_is_that_of_whoever_waits_for_it() {
    let mut tasks = tokio::task::JoinSet::new();
    tasks.spawn(async { Aside::default().run(|| panic!("broken")).await });
    assert!(tasks.join_next().await.unwrap().unwrap_err().is_panic());
}
