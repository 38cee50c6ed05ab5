//! Errors in the form in which one language is compared with another: what an agent must say, and
//! nothing that is another in each run.

use serde_json::{Map, Value, json};

/// The errors that a run has met with and expected, in their order.
pub type Said = Vec<Value>;

/// What an error says (`tests/agents/README.md`, "Errors").
const MEMBERS: [&str; 7] =
    ["code", "message", "nextStep", "mayHaveRun", "rpc", "httpStatus", "sentence"];

/// The error without what depends on the run. `target` is what was connected to.
pub(super) fn comparable(error: &Value, target: &str) -> Value {
    let mut said = Map::new();
    for member in MEMBERS {
        if let Some(value) = error.get(member).filter(|value| !value.is_null()) {
            said.insert(member.to_owned(), steady(value, target));
        }
    }
    said.into()
}

fn steady(value: &Value, target: &str) -> Value {
    match value {
        Value::String(text) => steady_text(text, target).into(),
        // Some languages have one kind of number only.
        Value::Number(number) => number.as_f64().map_or(Value::Null, |number| json!(number)),
        Value::Array(items) => items.iter().map(|item| steady(item, target)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), steady(value, target))).collect()
        }
        other => other.clone(),
    }
}

/// The target is named as such, since it holds the place of the peer's log, or its port.
fn steady_text(text: &str, target: &str) -> String {
    if target.is_empty() {
        return text.to_owned();
    }
    let text = text.replace(target, "TARGET");
    let port = target.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split('/').next());
    match port {
        Some(port) => text.replace(&format!(":{port}"), ":PORT"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depends_on_the_run_or_on_the_language_is_left_out() {
        let error = json!({
            "code": "rpc",
            "rpc": {"code": -32603, "message": "at http://localhost:4711/x"},
            "httpStatus": null,
            "sentence": "http://127.0.0.1:4711/mcp: no",
            "stack": "at line 3",
        });
        let said = comparable(&error, "http://127.0.0.1:4711/mcp");
        assert_eq!(
            said,
            json!({
                "code": "rpc",
                "rpc": {"code": -32603.0, "message": "at http://localhost:PORT/x"},
                "sentence": "TARGET: no",
            })
        );
    }
}
