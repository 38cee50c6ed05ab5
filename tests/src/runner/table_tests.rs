use std::path::Path;

use serde_json::json;

use super::*;
use crate::{
    runner::Said,
    scenario::{Run, Scenario},
};

fn job(title: &str) -> Job {
    let value = json!({
        "name": title, "area": "a", "features": [], "cells": ["2026-07-28/stdio"], "steps": [],
    });
    let scenario = Scenario::of_value(Path::new("x.json"), title.into(), value);
    let run = Run::new("2026-07-28", "stdio").expect("a known run");
    (scenario.expect("a scenario"), run)
}

fn results(language: &str, outcomes: &[(&str, Result<Said, String>)]) -> Results {
    let mut results = Results { language: language.into(), ..Results::default() };
    let played = outcomes.iter().map(|(title, outcome)| Played {
        job: job(title),
        outcome: outcome.clone(),
        first_miss: None,
    });
    results.add(&played.collect::<Vec<_>>());
    results
}

fn said(value: Value) -> Said {
    Said::from([("0001".to_owned(), value)])
}

#[test]
fn languages_that_say_the_same_are_the_same() {
    let said = said(json!({"code": "closed", "sentence": "gone"}));
    let both = [results("a", &[("one", Ok(said.clone()))]), results("b", &[("one", Ok(said))])];
    let jobs = [job("one")];
    let table = Table::new(&both, jobs.iter());
    assert_eq!(table.passed(), 2);
    assert!(table.failures().is_empty() && table.holes().is_empty());
    assert!(table.differences().is_empty());
    assert!(table.to_string().contains("one    1       ok       ok"), "{table}");
}

#[test]
fn another_sentence_is_a_difference() {
    let said = |sentence: &str| Ok(said(json!({"code": "closed", "sentence": sentence})));
    let both = [results("a", &[("one", said("gone"))]), results("b", &[("one", said("Gone"))])];
    let jobs = [job("one")];
    let table = Table::new(&both, jobs.iter());
    let differences = table.differences();
    assert_eq!(differences.len(), 1);
    assert!(differences[0].contains("a says") && differences[0].contains("b says"));
    assert!(table.to_string().contains("ok  differs"), "{table}");
}

#[test]
fn what_only_one_language_has_given_is_a_difference() {
    let met = Ok(said(json!({"code": "closed"})));
    let both = [results("a", &[("one", Ok(Said::new()))]), results("b", &[("one", met)])];
    let jobs = [job("one")];
    assert_eq!(Table::new(&both, jobs.iter()).differences().len(), 1);
}

#[test]
fn two_versions_of_the_library_are_a_difference() {
    let mut both = [results("a", &[]), results("b", &[])];
    both[1].hostline = "2".into();
    assert_eq!(Table::new(&both, [].iter()).differences().len(), 1);
}

#[test]
fn what_was_not_played_is_a_hole() {
    let both = [
        results("a", &[("one", Ok(Said::new())), ("two", Ok(Said::new()))]),
        results("b", &[("one", Ok(Said::new()))]),
    ];
    let jobs = [job("one"), job("two")];
    let table = Table::new(&both, jobs.iter());
    assert_eq!(table.holes(), ["HOLE two 2026-07-28 stdio in b"]);
    assert_eq!(table.passed(), 3);
    assert!(table.to_string().contains("ok     hole"), "{table}");
}

#[test]
fn what_failed_is_no_difference_but_a_failure() {
    let met = Ok(said(json!({"code": "closed"})));
    let both = [results("a", &[("one", met)]), results("b", &[("one", Err("no".into()))])];
    let jobs = [job("one")];
    let table = Table::new(&both, jobs.iter());
    assert_eq!(table.failures(), ["FAILED one 2026-07-28 stdio in b: no"]);
    assert!(table.differences().is_empty());
    assert!(table.to_string().contains("ok   FAILED"), "{table}");
}

#[test]
fn results_survive_a_file() {
    let said = said(json!({"code": "closed"}));
    let before = vec![results("a", &[("one", Ok(said)), ("two", Err("no".into()))])];
    let text = serde_json::to_string(&before).expect("results are written");
    let after: Vec<Results> = serde_json::from_str(&text).expect("results are read");
    assert_eq!(before, after);
}
