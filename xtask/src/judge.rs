//! Judges one scenario of the conformance suite by its checks.
//!
//! The suite's own verdict is not enough: to it, a scenario without any check has passed, and so
//! has one whose checks were all skipped.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::workspace::{Context, Result};

/// One entry of a `checks.json`.
#[derive(Deserialize)]
pub(crate) struct Check {
    /// What the check is called; several may share an id, but not this.
    name: String,
    status: String,
    #[serde(default, rename = "errorMessage")]
    message: Option<String>,
}

/// What is demanded of one scenario.
#[derive(Default, Deserialize)]
pub(crate) struct Demand {
    /// Names of the checks that may be skipped.
    #[serde(default)]
    pub(crate) skipped: Vec<String>,
    /// The least number of checks that must succeed, by run.
    #[serde(flatten)]
    pub(crate) least: BTreeMap<String, usize>,
}

/// Every scenario that counts.
pub(crate) type Demands = BTreeMap<String, Demand>;

/// How a scenario did in one run.
#[derive(Debug, PartialEq)]
pub(crate) struct Verdict {
    /// How many checks succeeded.
    pub(crate) succeeded: usize,
    /// Why the scenario has not passed; empty when it has.
    pub(crate) complaints: Vec<String>,
}

impl Verdict {
    pub(crate) fn failed(complaint: impl Into<String>) -> Self {
        Self { succeeded: 0, complaints: vec![complaint.into()] }
    }

    pub(crate) fn passed(&self) -> bool {
        self.complaints.is_empty()
    }
}

/// Reads a file of minimums.
pub(crate) fn read_demands(text: &str) -> Result<Demands> {
    toml::from_str(text).context("not as expected")
}

/// Reads `later.txt`: a scenario a line, and comments.
pub(crate) fn read_later(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Judges the text of a `checks.json` by what is demanded of its scenario.
pub(crate) fn judge(checks: &str, least: usize, may_be_skipped: &[String]) -> Verdict {
    let checks: Vec<Check> = match serde_json::from_str(checks) {
        Ok(checks) => checks,
        Err(error) => return Verdict::failed(format!("checks.json is not as expected: {error}")),
    };
    let mut complaints = Vec::new();
    let mut succeeded = 0;
    for check in &checks {
        match check.status.as_str() {
            "SUCCESS" => succeeded += 1,
            "INFO" => (),
            "SKIPPED" if may_be_skipped.contains(&check.name) => (),
            status => {
                let message = check.message.as_deref().unwrap_or_default();
                complaints.push(format!("{status} {} {message}", check.name).trim_end().to_owned());
            }
        }
    }
    // A demand of nothing would be met by who does nothing.
    if succeeded < least.max(1) {
        complaints.push(format!("{succeeded} checks succeeded, {} are demanded", least.max(1)));
    }
    Verdict { succeeded, complaints }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checks(statuses: &[&str]) -> String {
        let check =
            |(index, status)| format!(r#"{{"id":"i","name":"n{index}","status":"{status}"}}"#);
        format!("[{}]", statuses.iter().enumerate().map(check).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn enough_successes_pass_and_information_does_not_matter() {
        let verdict = judge(&checks(&["SUCCESS", "INFO", "SUCCESS"]), 2, &[]);
        assert_eq!(verdict, Verdict { succeeded: 2, complaints: Vec::new() });
    }

    #[test]
    fn fewer_successes_than_demanded_fail() {
        assert!(!judge(&checks(&["SUCCESS"]), 2, &[]).passed());
    }

    #[test]
    fn a_scenario_without_checks_fails_even_when_nothing_is_demanded() {
        assert!(!judge("[]", 0, &[]).passed());
    }

    #[test]
    fn a_failure_or_a_warning_or_an_unknown_status_fails() {
        for status in ["FAILURE", "WARNING", "ODD"] {
            assert!(!judge(&checks(&["SUCCESS", status]), 1, &[]).passed(), "{status}");
        }
    }

    #[test]
    fn only_expected_checks_may_be_skipped() {
        let text = checks(&["SUCCESS", "SKIPPED"]);
        assert!(!judge(&text, 1, &[]).passed());
        assert!(judge(&text, 1, &["n1".to_owned()]).passed());
    }

    #[test]
    fn what_is_no_list_of_checks_fails() {
        assert!(!judge("{}", 1, &[]).passed());
    }

    #[test]
    fn demands_are_read_by_run() {
        let demands = read_demands("[a]\nskipped = [\"x\"]\n\"2026-07-28\" = 3\nall = 2\n");
        let demands = demands.expect("it is valid");
        assert_eq!(demands["a"].least["2026-07-28"], 3);
        assert_eq!(demands["a"].skipped, ["x"]);
    }
}
