//! A long conversation at random, against what it should come to.

use std::collections::HashSet;

use super::*;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// What a conversation has come to.
#[derive(Default)]
struct Account {
    next: i64,
    /// Requests that wait, by key.
    waiting: Vec<(u64, i64)>,
    settled: HashSet<i64>,
    cancelled: HashSet<i64>,
    refused: HashSet<i64>,
}

impl Account {
    fn fresh(&mut self) -> i64 {
        self.next += 1;
        self.next
    }

    /// Moves what has begun to be served into the account.
    fn note(&mut self, bench: &mut Bench, ids: &[i64]) {
        let begun: Vec<(u64, RequestId)> = bench.served.drain(..).collect();
        let begun = begun.iter().map(|(key, id)| (*key, id.as_integer().unwrap()));
        let before = self.waiting.len();
        self.waiting.extend(begun);
        let served: HashSet<i64> = self.waiting[before..].iter().map(|(_, id)| *id).collect();
        self.refused.extend(ids.iter().filter(|id| !served.contains(id)));
    }
}

fn step(bench: &mut Bench, dice: &mut Dice, account: &mut Account) {
    match dice.below(8) {
        0 | 1 => {
            let id = account.fresh();
            bench.hear(&request(id));
            account.note(bench, &[id]);
        }
        2 => {
            let ids: Vec<i64> = (0..=dice.below(4)).map(|_| account.fresh()).collect();
            let members: Vec<String> = ids.iter().map(|id| request(*id)).collect();
            bench.hear(&format!("[{}]", members.join(",")));
            account.note(bench, &ids);
        }
        3 | 4 if !account.waiting.is_empty() => {
            let at = dice.below(account.waiting.len() as u64);
            let (key, id) = account.waiting.swap_remove(usize::try_from(at).unwrap());
            bench.settle(key);
            account.settled.insert(id);
        }
        5 if !account.waiting.is_empty() => {
            let at = dice.below(account.waiting.len() as u64);
            let (key, id) = account.waiting.swap_remove(usize::try_from(at).unwrap());
            bench.cancel(id);
            bench.settle(key);
            account.cancelled.insert(id);
        }
        6 => {
            bench.ask(0);
        }
        7 => {
            let id = dice.below(account.next.unsigned_abs() + 2);
            bench.hear(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
            bench.pass(Duration::from_secs(1));
        }
        _ => {}
    }
}

#[test]
fn each_request_is_answered_once_or_taken_back_and_nothing_is_left() {
    for seed in 1..=20 {
        let limits = ServingLimits { in_flight: 16, asked: 8, ..ServingLimits::default() };
        let mut bench = Bench::with_limits(Link::Shared, limits);
        bench.desk.allow_batches(true);
        let (mut dice, mut account) = (Dice(seed), Account::default());
        for _ in 0..1_000 {
            step(&mut bench, &mut dice, &mut account);
        }
        for (key, id) in std::mem::take(&mut account.waiting) {
            bench.settle(key);
            account.settled.insert(id);
        }
        bench.pass(Duration::from_hours(1));
        let mut answered: Vec<i64> = Vec::new();
        let said = bench.said();
        for answer in said.iter().flat_map(|text| text.trim_matches(['[', ']']).split(", ")) {
            let end = answer.find([':', '!']);
            answered.extend(end.and_then(|end| answer[..end].parse::<i64>().ok()));
        }
        let distinct: HashSet<i64> = answered.iter().copied().collect();
        assert_eq!(distinct.len(), answered.len(), "seed {seed}: one answer each");
        let owed: HashSet<i64> = account.settled.union(&account.refused).copied().collect();
        assert_eq!(distinct, owed, "seed {seed}");
        assert!(distinct.is_disjoint(&account.cancelled), "seed {seed}");
        assert!(bench.desk.served.is_empty() && bench.desk.keys.is_empty());
        assert!(bench.desk.asked.is_empty());
        assert_eq!(bench.desk.next_deadline(), None);
    }
}
