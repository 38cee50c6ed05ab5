use std::{collections::BTreeSet, path::Path};

use hostline::facade::contract::contract;

use serde_json::json;

use super::*;
use crate::runner::Edges;

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
    let inside = json!({"steps": [{"op": "parallel", "steps": [{"op": "reconnect"}]}]});
    assert_eq!(left_out(&inside).as_deref(), Some("the step reconnect"));
    let asked = json!({"client": {"input": {"form": [], "smell": []}}, "steps": []});
    assert_eq!(left_out(&asked).as_deref(), Some("the input smell"));
    let counted = json!({"steps": [], "expect": {"diagnostics": {}}});
    assert_eq!(left_out(&counted).as_deref(), Some("the diagnostics"));
}

#[test]
fn a_run_is_left_out_only_for_what_is_known_to_be_missing() {
    const MISSING: [&str; 2] = ["the step reconnect", "the diagnostics"];
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

#[test]
fn every_operation_on_a_connection_is_played() {
    // A scripted peer can show neither: the tests of each language do.
    const ELSEWHERE: [&str; 5] =
        ["close", "icon", "account/status", "account/signIn", "account/signOut"];
    let contract = serde_json::to_value(contract()).expect("the contract has a JSON form");
    let operations = contract["operations"].as_array().into_iter().flatten();
    let shown = |it: &&Value| it["audience"] == "public" && it["on"] == "Client";
    for operation in operations.filter(shown) {
        let name = operation["name"].as_str().unwrap_or_default();
        let known = OPERATIONS.iter().find(|(known, _)| *known == name);
        assert!(known.is_some() || ELSEWHERE.contains(&name), "{name} is played by nobody");
    }
}

#[test]
fn every_option_of_the_contract_is_played_by_every_language() {
    let contract = serde_json::to_value(contract()).expect("the contract has a JSON form");
    let played = played();
    let mut missing = Vec::new();
    for (name, _) in OPERATIONS {
        let steps: Vec<&Value> = played
            .iter()
            .flat_map(|run| steps(&run["steps"]))
            .filter(|s| s["op"] == name)
            .collect();
        let used = |option: &str| {
            let pointer = format!("/{}", option.replace('.', "/"));
            steps.iter().any(|step| step.pointer(&pointer).is_some())
        };
        let operations = contract["operations"].as_array().into_iter().flatten();
        let operation = operations.clone().find(|operation| operation["name"] == name);
        let params = &operation.expect("the contract has it")["params"]["value"];
        missing.extend(options(&contract, params, "").into_iter().filter(|option| !used(option)));
    }
    let used = |option: &str| {
        let pointer = format!("/{}", option.replace('.', "/"));
        let client = |run: &Value| run["client"].pointer(&pointer).is_some();
        let step = |step: &Value| step["options"].pointer(&pointer).is_some();
        played.iter().any(|run| client(run) || steps(&run["steps"]).any(step))
    };
    let connect = &contract["openings"][0]["operation"]["params"]["value"];
    // The agents give what says which inputs there are.
    let given = ["answers", "samplingTools"];
    // Signing in has tests of its own.
    let signing_in = ["auth", "tokenStore"];
    let connect = options(&contract, connect, "").into_iter();
    let connect = connect.filter(|option| {
        let option = option.as_str();
        !given.contains(&option) && !signing_in.contains(&option) && !option.starts_with("oauth.")
    });
    missing.extend(connect.filter(|option| !used(option)));
    assert!(missing.is_empty(), "nobody plays {missing:?}");
}

/// Everything that every language plays: eligible runs, and edges.
fn played() -> Vec<Value> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scenarios = Scenario::read_all(&tests.join("scenarios")).expect("the scenarios");
    let Edges(edges) = Edges::read(&tests.join("edges/edges.json")).expect("the edges");
    let edges = edges.into_iter().flat_map(|edge| {
        let runs = edge.runs().into_iter();
        runs.map(|run| edge.resolve(run)).collect::<Vec<_>>()
    });
    let runs = eligible(&scenarios).into_iter().map(|(scenario, run)| scenario.resolve(run));
    runs.chain(edges).collect()
}

/// The members of a type of the contract, those of its parts with a dot.
fn options(contract: &Value, shape: &Value, within: &str) -> Vec<String> {
    let named = shape["named"].as_str().unwrap_or_default();
    let members = contract["types"][named]["object"].as_array().cloned().unwrap_or_default();
    let mut options = Vec::new();
    for member in members {
        let name = format!("{within}{}", member["name"].as_str().unwrap_or_default());
        let inner = options_of_part(contract, &member["shape"], &name);
        if inner.is_empty() { options.push(name) } else { options.extend(inner) }
    }
    options
}

fn options_of_part(contract: &Value, shape: &Value, name: &str) -> Vec<String> {
    options(contract, shape, &format!("{name}."))
}
