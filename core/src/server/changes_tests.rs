//! What subscribers hear, and what they never hear.

use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

use super::*;

fn filter(uris: &[&str]) -> SubscriptionFilter {
    let uris: Vec<String> = uris.iter().map(|uri| (*uri).to_owned()).collect();
    SubscriptionFilter::new().with_resource_subscriptions(uris)
}

fn all_lists() -> SubscriptionFilter {
    SubscriptionFilter::new()
        .with_tools_list_changed(true)
        .with_prompts_list_changed(true)
        .with_resources_list_changed(true)
}

/// What the subscriber hears without waiting; nothing if it would wait.
fn heard(subscriber: &Subscriber) -> Vec<Change> {
    match pin!(subscriber.next()).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(changes) => changes.expect("nothing has ended"),
        Poll::Pending => Vec::new(),
    }
}

fn updated(uri: &str) -> Change {
    Change::Resource(uri.into())
}

#[test]
fn a_subscriber_hears_of_what_it_named_and_of_nothing_else() {
    let changes = Changes::default();
    let named = SubscriptionFilter { tools_list_changed: Some(true), ..filter(&["a:1"]) };
    let subscriber = changes.subscribe(&named, None).unwrap();
    changes.prompts();
    changes.resources();
    changes.resource_updated("a:2");
    changes.resource_updated("a:1/below");
    assert_eq!(heard(&subscriber), []);
    changes.resource_updated("a:1");
    changes.tools();
    let expected = [Change::List(List::Tools), updated("a:1")];
    assert_eq!(heard(&subscriber), expected);
    assert_eq!(heard(&subscriber), []);
}

#[test]
fn changes_that_nobody_takes_become_one() {
    let changes = Changes::default();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    subscriber.watch("a:1").unwrap();
    subscriber.watch("a:2").unwrap();
    for _ in 0..1000 {
        changes.resource_updated("a:2");
        changes.resource_updated("a:1");
        changes.resources();
        changes.tools();
    }
    let [tools, resources] = [List::Tools, List::Resources].map(Change::List);
    let expected = [tools, resources, updated("a:2"), updated("a:1")];
    assert_eq!(heard(&subscriber), expected);
    changes.resource_updated("a:2");
    assert_eq!(heard(&subscriber), [updated("a:2")]);
}

#[test]
fn what_changes_before_it_is_subscribed_to_is_not_heard() {
    let changes = Changes::default();
    changes.tools();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    assert_eq!(heard(&subscriber), []);
}

#[test]
fn each_subscriber_hears_a_change_for_itself() {
    let changes = Changes::default();
    let first = changes.subscribe(&filter(&["a:1"]), None).unwrap();
    let second = changes.clone().subscribe(&filter(&["a:1"]), None).unwrap();
    changes.resource_updated("a:1");
    assert_eq!(heard(&first), [updated("a:1")]);
    assert_eq!(heard(&second), [updated("a:1")]);
}

#[tokio::test]
async fn one_who_waits_is_woken_by_a_change() {
    let changes = Changes::default();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    let (heard, ()) = tokio::join!(subscriber.next(), async { changes.prompts() });
    assert_eq!(heard, Some(vec![Change::List(List::Prompts)]));
}

#[test]
fn a_future_that_is_dropped_takes_nothing_with_it() {
    let changes = Changes::default();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    {
        let mut waiting = pin!(subscriber.next());
        let poll = waiting.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(poll.is_pending());
        changes.tools();
    }
    assert_eq!(heard(&subscriber), [Change::List(List::Tools)]);
}

#[test]
fn a_change_that_is_not_wanted_any_more_is_not_heard() {
    let changes = Changes::default();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    subscriber.watch("a:1").unwrap();
    subscriber.watch("a:2").unwrap();
    changes.tools();
    changes.resource_updated("a:1");
    changes.resource_updated("a:2");
    subscriber.unwatch("a:1");
    subscriber.set_filter(&filter(&["a:2", "a:3"])).unwrap();
    assert_eq!(heard(&subscriber), [updated("a:2")]);
    changes.resource_updated("a:1");
    changes.tools();
    assert_eq!(heard(&subscriber), []);
}

#[tokio::test]
async fn the_end_is_heard_by_all_after_what_came_before_it() {
    let changes = Changes::default();
    let subscriber = changes.subscribe(&all_lists(), None).unwrap();
    let waiting = async { tokio::join!(subscriber.next(), subscriber.next(), subscriber.next()) };
    let ((first, second, third), ()) = tokio::join!(waiting, async {
        changes.tools();
        changes.end();
    });
    let told: Vec<_> = [first, second, third].into_iter().flatten().collect();
    assert_eq!(told, [vec![Change::List(List::Tools)]], "one heard of the change, all of the end");
    let late = changes.subscribe(&all_lists(), None).unwrap();
    assert_eq!(late.next().await, None);
}

#[test]
fn one_subscriber_watches_only_so_many_resources() {
    let changes = Changes::default();
    let uris: Vec<String> = (0..=MAX_URIS).map(|number| format!("a:{number}")).collect();
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    let refused = changes.subscribe(&filter(&uris), None).map(|_| ()).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Limit);
    assert!(changes.lock().subscribers.is_empty(), "a refused one is forgotten");

    let subscriber = changes.subscribe(&filter(&uris[1..]), None).unwrap();
    subscriber.watch(uris[1]).unwrap();
    assert_eq!(subscriber.watch(uris[0]).unwrap_err().code(), ErrorCode::Limit);
    assert!(subscriber.set_filter(&filter(&uris)).is_err());
    changes.resource_updated(uris[1]);
    assert_eq!(heard(&subscriber), [updated(uris[1])], "it is as it was");
    subscriber.unwatch(uris[1]);
    subscriber.watch(uris[0]).unwrap();
}

#[test]
fn addresses_are_bounded_in_bytes_for_one_and_for_all() {
    let changes = Changes::default();
    let long = "a".repeat(MAX_URI_BYTES - URI_OVERHEAD);
    let hoarders: Vec<Subscriber> = (0..MAX_ALL_URI_BYTES / MAX_URI_BYTES)
        .map(|_| changes.subscribe(&filter(&[&long]), None).unwrap())
        .collect();
    assert!(hoarders[0].watch("b").is_err(), "one has its share");
    assert!(changes.subscribe(&filter(&["b"]), None).is_err(), "all have theirs");
    drop(hoarders);
    changes.subscribe(&filter(&["b"]), None).unwrap();
}

#[test]
fn the_number_of_subscribers_is_bounded_and_who_is_dropped_makes_room() {
    let changes = Changes::default();
    let mut subscribers: Vec<Subscriber> =
        (0..MAX_SUBSCRIBERS).map(|_| changes.subscribe(&filter(&["a:1"]), None).unwrap()).collect();
    let refused = changes.subscribe(&all_lists(), None).map(|_| ()).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Limit);
    subscribers.pop();
    changes.subscribe(&all_lists(), None).unwrap();
    drop(subscribers);
    let registry = changes.lock();
    assert!(registry.subscribers.is_empty() && registry.watchers.is_empty());
    assert_eq!(registry.uri_bytes, 0);
}
