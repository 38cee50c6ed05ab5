use std::{collections::BTreeSet, path::Path};

use serde_json::json;

use super::*;

#[test]
fn what_every_language_has_is_played_by_every_language() {
    let run = json!({
        "client": {"input": {"form": [], "url": []}, "timeoutMs": 5},
        "steps": [
            {"op": "connect"},
            {"op": "parallel", "steps": [{"op": "tools/call"}, {"op": "tools/list"}]},
            {"op": "events", "expect": []},
        ],
        "expect": {"peerSaw": [], "inputs": [], "closed": true},
    });
    assert_eq!(left_out(&run), None);
}

#[test]
fn what_only_some_languages_have_leaves_a_run_out() {
    let inside = json!({"steps": [{"op": "parallel", "steps": [{"op": "ping"}]}]});
    assert_eq!(left_out(&inside).as_deref(), Some("the step ping"));
    let asked = json!({"client": {"input": {"form": [], "roots": []}}, "steps": []});
    assert_eq!(left_out(&asked).as_deref(), Some("the input roots"));
    let counted = json!({"steps": [], "expect": {"diagnostics": {}}});
    assert_eq!(left_out(&counted).as_deref(), Some("the diagnostics"));
}

#[test]
fn a_run_is_left_out_only_for_what_is_known_to_be_missing() {
    const MISSING: [&str; 20] = [
        "the input roots",
        "the input sampling",
        "the step completion/complete",
        "the step logging/setLevel",
        "the step ping",
        "the step prompts/get",
        "the step prompts/list",
        "the step reconnect",
        "the step request",
        "the step resources/list",
        "the step resources/read",
        "the step resources/templates/list",
        "the step subscribe",
        "the step subscriptionEnds",
        "the step tasks/cancel",
        "the step tasks/get",
        "the step tasks/list",
        "the step tasks/result",
        "the step unsubscribe",
        "the diagnostics",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let scenarios = Scenario::read_all(&folder).expect("the scenario files can be read");
    let reasons: BTreeSet<String> = scenarios
        .iter()
        .flat_map(|scenario| scenario.runs().into_iter().map(|run| scenario.resolve(run)))
        .filter_map(|run| left_out(&run))
        .collect();
    let unknown: Vec<_> = reasons.iter().filter(|why| !MISSING.contains(&why.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(eligible(&scenarios).len() >= 1000);
}
