//! Which runs of which scenarios every language must play: one rule for all, so that none has a
//! hole of its own.

use serde_json::Value;

use super::Job;
use crate::scenario::Scenario;

/// The operations that every language has, each with what a step may say of it beside what it may
/// say of every request.
pub const OPERATIONS: [(&str, &[&str]); 17] = [
    ("tools/list", PAGES),
    ("tools/call", &["name", "arguments", "allowRepeat", "checkArguments", "logLevel"]),
    ("resources/list", PAGES),
    ("resources/templates/list", PAGES),
    ("resources/read", &["uri", "fresh"]),
    ("prompts/list", PAGES),
    ("prompts/get", &["name", "arguments"]),
    ("completion/complete", &["ref", "argument", "context"]),
    ("ping", &[]),
    ("logging/setLevel", &["level"]),
    ("request", &["method", "params", "allowRepeat"]),
    ("tasks/start", &["name", "arguments", "ttlMs", "checkArguments"]),
    ("tasks/get", &["taskId"]),
    ("tasks/list", PAGES),
    ("tasks/cancel", &["taskId"]),
    ("tasks/result", &["taskId"]),
    ("notifications/roots/list_changed", &[]),
];

/// What a step may say of each list.
const PAGES: &[&str] = &["maxPages", "fresh"];

/// What a step may say of each request.
pub(super) const OF_EVERY_REQUEST: [&str; 3] = ["timeoutMs", "maxTotalMs", "meta"];

/// The steps that a language takes beside its operations, or that are the judge's own.
const STEPS: [&str; 10] = [
    "connect",
    "close",
    "cancel",
    "await",
    "events",
    "parallel",
    "peerSaw",
    "subscribe",
    "unsubscribe",
    "subscriptionEnds",
];

/// What every language can be asked.
const INPUTS: [&str; 4] = ["form", "url", "sampling", "roots"];

/// Every run that each language must play.
pub fn eligible(scenarios: &[Scenario]) -> Vec<Job> {
    let runs = scenarios
        .iter()
        .flat_map(|scenario| scenario.runs().into_iter().map(|run| (scenario.clone(), run)));
    runs.filter(|(scenario, run)| left_out(&scenario.resolve(*run)).is_none()).collect()
}

/// What a run needs that not every language has, if anything. The value is that of the one run.
pub fn left_out(run: &Value) -> Option<String> {
    let step = steps(&run["steps"]).find_map(|step| {
        let op = step["op"].as_str().unwrap_or_default();
        let known = STEPS.contains(&op) || OPERATIONS.iter().any(|(name, _)| *name == op);
        (!known).then(|| format!("the step {op}"))
    });
    let inputs = run["client"]["input"].as_object().into_iter().flatten();
    let input = inputs
        .map(|(kind, _)| kind)
        .find(|kind| !INPUTS.contains(&kind.as_str()))
        .map(|kind| format!("the input {kind}"));
    let counters = run["expect"].get("diagnostics").map(|_| "the diagnostics".to_owned());
    step.or(input).or(counters)
}

/// All steps, those within others too.
fn steps(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    let listed = value.as_array().into_iter().flatten();
    Box::new(listed.flat_map(|step| std::iter::once(step).chain(steps(&step["steps"]))))
}

#[cfg(test)]
#[path = "eligible_tests.rs"]
mod tests;
