use std::sync::Arc;

use super::*;
use crate::transport::http::server::Budget;

fn store(events: usize, stream_bytes: usize, bytes: usize) -> Store {
    let limits = StoreLimits { events, stream_bytes, bytes, ended: 2, ..StoreLimits::default() };
    Store::new(limits, Budget::new(1000).share())
}

/// A store of a session among others, which keeps ten bytes in any case.
fn one_of_many(budget: &Arc<Budget>) -> Store {
    let limits = StoreLimits { unread: 100, unread_in_any_case: 10, ..StoreLimits::default() };
    Store::new(limits, budget.share())
}

/// Leaves a reply in a stream whose client may come back.
fn leave(store: &mut Store, bytes: usize) -> u64 {
    let number = store.open();
    store.name(number, 0);
    store.detach(number, false);
    store.add(number, vec![b'x'; bytes].into(), Worth::Much);
    store.end(number);
    number
}

fn keeps(store: &mut Store, number: u64) -> bool {
    matches!(store.next(number, 0), Next::Event { .. })
}

#[test]
fn what_all_sessions_keep_for_nobody_is_bounded() {
    let budget = Budget::new(100);
    let mut stores: Vec<Store> = (0..4).map(|_| one_of_many(&budget)).collect();
    let numbers: Vec<u64> = stores.iter_mut().map(|store| leave(store, 50)).collect();
    let kept = stores.iter_mut().zip(&numbers).map(|(store, number)| keeps(store, *number));
    assert_eq!(kept.collect::<Vec<_>>(), [true, true, false, false]);
    assert_eq!(stores[2].find("0-1"), Err(Stale::Forgotten));
    let small = leave(&mut stores[2], 10);
    assert!(keeps(&mut stores[2], small), "a little is kept in any case");
    stores.remove(0);
    let other = leave(&mut stores[2], 50);
    assert!(keeps(&mut stores[2], other), "a session that ends makes room");
}

#[test]
fn a_reply_that_nobody_reads_is_kept_up_to_a_bound_of_its_own() {
    let mut store = one_of_many(&Budget::new(1000));
    let number = leave(&mut store, 101);
    assert_eq!(store.find(&format!("{number}-1")), Err(Stale::Forgotten));
    assert_eq!((store.bytes, store.share.bytes()), (0, 0));
}

#[test]
fn whoever_reads_loses_nothing_to_the_bound_of_all_sessions() {
    let budget = Budget::new(20);
    let mut store = one_of_many(&budget);
    let number = store.open();
    store.name(number, 0);
    store.add(number, vec![b'x'; 500].into(), Worth::Much);
    assert!(keeps(&mut store, number));
    store.add(number, vec![b'x'; 20].into(), Worth::Much);
    assert_eq!(store.share.bytes(), 0);
    store.detach(number, false);
    assert_eq!((store.bytes, store.share.bytes()), (20, 10), "the oldest goes first");
    store.attach(number);
    assert_eq!(store.share.bytes(), 0);
    store.detach(number, false);
    let other = leave(&mut store, 15);
    assert!(!keeps(&mut store, other));
    assert!(budget.take(11).is_none());
    drop(store);
    assert!(budget.take(20).is_some());
}

fn event(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

/// What a reader at a place finds, one after the other.
fn rest(store: &mut Store, number: u64, mut place: u64) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        match store.next(number, place) {
            Next::Event { place: at, data, missing } => {
                let gap = if missing > 0 { format!("({missing} missing) ") } else { String::new() };
                found.push(format!("{gap}{}", String::from_utf8(data.to_vec()).unwrap()));
                place = at;
            }
            Next::Wait => return found,
            Next::End => {
                found.push("end".to_owned());
                return found;
            }
        }
    }
}

#[test]
fn events_come_in_order_and_again_from_any_place_in_their_own_stream() {
    let mut store = store(10, 100, 100);
    let (one, other) = (store.open(), store.open());
    for (number, text) in [(one, "a"), (other, "x"), (one, "b"), (one, "c")] {
        assert!(store.add(number, event(text), Worth::Much));
    }
    assert_eq!(rest(&mut store, one, 0), ["a", "b", "c"]);
    store.end(one);
    assert!(!store.add(one, event("late"), Worth::Much));
    assert_eq!(store.find("0-1"), Ok((one, 1)));
    assert_eq!(rest(&mut store, one, 1), ["b", "c", "end"]);
    assert_eq!(rest(&mut store, other, 0), ["x"]);
}

#[test]
fn identifiers_name_one_place_and_nothing_else_is_one() {
    let mut store = store(10, 100, 100);
    let number = store.open();
    store.add(number, event("a"), Worth::Much);
    assert_eq!(&*store.name(number, 0), "0-0");
    assert_eq!(store.find("0-0"), Ok((0, 0)));
    assert_eq!(store.find("0-1"), Ok((0, 1)));
    for unknown in ["0-2", "1-0", "", "-", "0", "0-", "-0", "+0-0", "00-0", "0-00", "0-1-0", "a-b"]
    {
        assert_eq!(store.find(unknown), Err(Stale::Unknown), "{unknown:?}");
    }
    store.forget(number);
    assert_eq!(store.find("0-1"), Err(Stale::Forgotten));
}

#[test]
fn beyond_the_bounds_of_a_stream_what_may_be_lost_goes_first() {
    let mut store = store(3, 100, 100);
    let number = store.open();
    for (text, worth) in [
        ("asked", Worth::Much),
        ("news 1", Worth::Little),
        ("news 2", Worth::Little),
        ("news 3", Worth::Little),
        ("reply", Worth::Much),
    ] {
        store.add(number, event(text), worth);
    }
    assert_eq!(rest(&mut store, number, 0), ["asked", "(2 missing) news 3", "reply"]);
}

#[test]
fn what_was_read_goes_before_what_was_not() {
    let mut store = store(3, 100, 100);
    let number = store.open();
    store.add(number, event("a"), Worth::Much);
    assert_eq!(rest(&mut store, number, 0), ["a"]);
    for text in ["b", "c", "d"] {
        store.add(number, event(text), Worth::Much);
    }
    assert_eq!(rest(&mut store, number, 0), ["(1 missing) b", "c", "d"]);
}

#[test]
fn the_bounds_hold_even_if_nobody_ever_reads() {
    let mut store = store(2, 100, 100);
    let number = store.open();
    store.detach(number, true);
    for text in ["a", "b", "c", "d"] {
        store.add(number, event(text), Worth::Much);
    }
    assert_eq!(rest(&mut store, number, 0), ["(2 missing) c", "d"]);
}

#[test]
fn one_large_reply_is_kept_whatever_the_bounds() {
    let mut store = store(10, 4, 8);
    let number = store.open();
    store.add(number, event("news"), Worth::Little);
    store.add(number, event("a reply of some length"), Worth::Much);
    store.end(number);
    assert_eq!(rest(&mut store, number, 0), ["(1 missing) a reply of some length", "end"]);
}

#[test]
fn beyond_the_bound_of_all_streams_the_oldest_one_that_nobody_reads_goes() {
    let mut store = store(10, 8, 8);
    let streams: Vec<u64> = (0..3).map(|_| store.open()).collect();
    for number in &streams {
        store.add(*number, event("1234"), Worth::Much);
        store.name(*number, 0);
        store.end(*number);
        store.detach(*number, false);
    }
    assert_eq!(store.find("0-0"), Err(Stale::Forgotten));
    assert_eq!(rest(&mut store, streams[1], 0), ["1234", "end"]);
    assert_eq!(rest(&mut store, streams[2], 0), ["1234", "end"]);
}

#[test]
fn a_stream_that_somebody_reads_is_not_given_up() {
    let mut store = store(10, 8, 8);
    let read = store.open();
    store.add(read, event("12345678"), Worth::Much);
    store.end(read);
    let other = store.open();
    store.add(other, event("12345678"), Worth::Much);
    assert_eq!(rest(&mut store, read, 0), ["12345678", "end"]);
    assert_eq!(rest(&mut store, other, 0), ["12345678"]);
}

#[test]
fn only_so_many_streams_are_kept_after_their_end() {
    let mut store = store(10, 100, 100);
    for _ in 0..4 {
        let number = store.open();
        store.name(number, 0);
        store.detach(number, false);
        store.end(number);
    }
    assert_eq!(store.find("0-0"), Err(Stale::Forgotten));
    assert_eq!(store.find("1-0"), Err(Stale::Forgotten));
    assert!(store.find("2-0").is_ok() && store.find("3-0").is_ok());
}

#[test]
fn for_a_client_that_cannot_come_back_nothing_is_kept() {
    let mut store = store(10, 100, 100);
    let number = store.open();
    store.add(number, event("a"), Worth::Much);
    store.detach(number, false);
    assert!(!store.add(number, event("b"), Worth::Much));
    assert_eq!(store.bytes, 0);
    store.end(number);
    assert_eq!(store.find("0-0"), Err(Stale::Forgotten));
}

#[test]
fn a_reply_that_came_alone_is_taken_whole() {
    let mut store = store(10, 100, 100);
    let number = store.open();
    assert!(store.is_untouched(number));
    store.add(number, event("reply"), Worth::Much);
    assert_eq!(store.take_whole(number), None, "there may be more");
    store.end(number);
    assert_eq!(store.take_whole(number), Some(event("reply")));
    assert_eq!(store.bytes, 0);
    let number = store.open();
    store.add(number, event("news"), Worth::Little);
    store.add(number, event("reply"), Worth::Much);
    store.end(number);
    assert_eq!(store.take_whole(number), None);
}

#[test]
fn a_stream_is_congested_while_a_quarter_of_what_is_kept_is_unread() {
    let mut store = store(8, 100, 100);
    let number = store.open();
    store.add(number, event("a"), Worth::Much);
    assert!(!store.is_congested(number));
    store.add(number, event("b"), Worth::Much);
    assert!(store.is_congested(number), "two of eight events");
    store.next(number, 0);
    assert!(!store.is_congested(number));
    store.add(number, Bytes::from(vec![b'x'; 25]), Worth::Much);
    assert!(store.is_congested(number), "a quarter of the bytes");
    store.end(number);
    assert!(!store.is_congested(number), "nothing more comes");
}

#[test]
fn what_others_hold_pushes_a_change_out_last() {
    let mut store = store(10, 100, 24);
    let [standing, other] = [store.open(), store.open()];
    for text in ["change 1", "change 2"] {
        store.add(standing, event(text), Worth::Much);
    }
    for text in ["one", "two", "three"] {
        store.add(other, event(text), Worth::Much);
    }
    assert_eq!(rest(&mut store, standing, 0), ["change 1", "change 2"]);
}
