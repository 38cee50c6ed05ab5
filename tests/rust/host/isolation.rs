//! One server's trouble is its own.

use std::time::{Duration, Instant};

use hostline::host::Activity;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use super::support::{Place, open, servers};

async fn pid(place: &Place, server: &str) -> Pid {
    let result = place.call(&format!("{server}__pid"), json!({})).await.unwrap();
    Pid::from_raw(result.text().parse().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_serves_again_and_the_others_do_not_notice() {
    let place = open(&servers(&["one", "two"])).await;
    let mut began = Instant::now();
    for _ in 0..3 {
        let killed = pid(&place, "one").await;
        began = Instant::now();
        kill_process(killed, Signal::KILL).unwrap();
        let other = place.call("two__echo", json!({"text": "x"}));
        let other = tokio::time::timeout(Duration::from_secs(1), other).await;
        assert_eq!(other.expect("the other server answers").unwrap().text(), "x");
        // A call that comes while the host has not noticed yet may end with the server.
        while place.call("one__pid", json!({})).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(5), "it stays away");
        }
    }
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_start_hides_no_other() {
    let config = servers(&["one"]) + "[servers.broken]\ncommand = ['/nowhere/at-all']\n";
    let place = open(&config).await;
    place.host.start_all().await;
    assert!(place.offered().contains(&"one__echo".to_owned()));
    let statuses = place.host.statuses();
    let broken = statuses.iter().find(|status| status.server.as_str() == "broken").unwrap();
    assert_eq!(broken.activity, Activity::Failed);
    let fault = broken.fault.as_ref().unwrap();
    assert!(fault.sentence.contains("/nowhere/at-all"), "{}", fault.sentence);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_floods_is_listed_now_and_then() {
    let place = open(&servers(&["one", "two"])).await;
    place.host.start_all().await;
    for _ in 0..5 {
        place.call("one__change", json!({"how": "flood"})).await.unwrap();
        place.call("two__echo", json!({"text": "x"})).await.unwrap();
    }
    let entries = place.host.tap("one").unwrap().entries();
    let lists = entries.iter().filter(|entry| format!("{entry:?}").contains("\"tools/list\""));
    assert!(lists.count() <= 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_process_stays_when_the_host_is_closed() {
    let place = open(&servers(&["one"])).await;
    let pid = pid(&place, "one").await;
    place.host.close().await;
    assert!(kill_process(pid, Signal::CONT).is_err(), "the server still runs");
}
