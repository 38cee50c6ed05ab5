//! How many calls pass, how long the others wait, and what is forgotten.

use super::*;

fn rate(calls: u32, per: Duration) -> Rate {
    Rate { calls: NonZeroU32::new(calls).unwrap(), per }
}

fn rates(calls: u32, per: Duration) -> Rates {
    Rates::new(rate(calls, per))
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn so_many_calls_pass_at_once_and_then_one_for_each_share_of_the_time() {
    let rates = rates(3, seconds(30));
    let start = Instant::now();
    for _ in 0..3 {
        assert_eq!(rates.take(b"alice", "send", start), Ok(()));
    }
    assert_eq!(rates.take(b"alice", "send", start), Err(seconds(10)));
    assert_eq!(rates.take(b"alice", "send", start + seconds(9)), Err(seconds(1)));
    assert_eq!(rates.take(b"alice", "send", start + seconds(10)), Ok(()));
    assert_eq!(rates.take(b"alice", "send", start + seconds(10)), Err(seconds(10)));
    for _ in 0..3 {
        assert_eq!(rates.take(b"alice", "send", start + seconds(40)), Ok(()));
    }
    assert!(rates.take(b"alice", "send", start + seconds(40)).is_err(), "and no more than three");
}

#[test]
fn each_client_has_a_bucket_for_each_name() {
    let rates = rates(1, seconds(1));
    let now = Instant::now();
    for (identity, name) in
        [("alice", "send"), ("bob", "send"), ("alice", "read"), ("alices", "end"), ("", "")]
    {
        assert_eq!(rates.take(identity.as_bytes(), name, now), Ok(()), "{identity} {name}");
        assert!(rates.take(identity.as_bytes(), name, now).is_err(), "{identity} {name}");
    }
}

#[test]
fn never_more_calls_pass_than_the_rate_says() {
    let now = Instant::now();
    for (calls, per) in [(7, Duration::from_nanos(3)), (99_999, seconds(1)), (1, seconds(1))] {
        let rates = rates(calls, per);
        let passed = (0..calls + 10).filter(|_| rates.take(b"a", "b", now).is_ok()).count();
        assert_eq!(passed, calls as usize, "{calls} in {per:?}");
    }
}

#[test]
fn a_clock_that_goes_back_and_a_time_without_end_do_no_harm() {
    let rates = rates(1, Duration::MAX);
    let start = Instant::now();
    assert_eq!(rates.take(b"a", "b", start + seconds(60)), Ok(()));
    let wait = rates.take(b"a", "b", start).unwrap_err();
    assert!(wait <= MAX_PER + seconds(60));
}

#[test]
fn full_buckets_are_forgotten() {
    let rates = rates(2, seconds(10));
    let start = Instant::now();
    for number in 0..1000_u32 {
        rates.take(&number.to_be_bytes(), "a", start).unwrap();
    }
    assert_eq!(rates.lock().full_at.len(), 1000);
    rates.take(b"alice", "a", start + seconds(5)).unwrap();
    let buckets = rates.lock();
    assert_eq!((buckets.full_at.len(), buckets.order.len()), (1, 1));
}

#[test]
fn beyond_the_limit_the_fullest_bucket_is_forgotten() {
    let rates = rates(2, seconds(86_400));
    let start = Instant::now();
    for _ in 0..2 {
        rates.take(b"alice", "a", start).unwrap();
    }
    for number in 0..MAX_BUCKETS as u64 + 100 {
        rates.take(&number.to_be_bytes(), "a", start + Duration::from_millis(number)).unwrap();
    }
    let now = start + seconds(100);
    assert!(rates.take(b"alice", "a", now).is_err(), "the emptiest is remembered");
    let buckets = rates.lock();
    assert_eq!(buckets.full_at.len(), MAX_BUCKETS);
    assert_eq!(buckets.order.len(), MAX_BUCKETS);
}
