//! Results and errors in the form in which one language is compared with another: what an agent must
//! say, and nothing that is another in each run.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use serde_json::{Map, Value, json};

/// What the steps of a run have given, by their places.
pub type Said = BTreeMap<String, Value>;

/// What an error says (`tests/agents/README.md`, "Errors").
const ERROR: [&str; 7] =
    ["code", "message", "nextStep", "mayHaveRun", "rpc", "httpStatus", "sentence"];

/// A value that is longer, as text, is kept by its beginning, its length and its hash.
const LONGEST: usize = 4_000;

/// The outcome without what depends on the run. `target` is what was connected to.
pub(super) fn comparable(outcome: Result<&Value, &Value>, target: &str) -> Value {
    let said = match outcome {
        Ok(result) => {
            let mut result = steady(result, target);
            if let Some(members) = result.as_object_mut() {
                // Reports that come faster than they are taken are left out.
                members.remove("progress");
            }
            result
        }
        Err(error) => {
            let members = ERROR.iter().filter_map(|member| Some((*member, error.get(member)?)));
            let members = members.map(|(member, value)| (member.to_owned(), value.clone()));
            json!({"error": steady(&Value::Object(members.collect::<Map<_, _>>()), target)})
        }
    };
    let text = said.to_string();
    if text.len() <= LONGEST {
        return said;
    }
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let start: String = text.chars().take(200).collect();
    json!({"start": start, "length": text.len(), "hash": format!("{:016x}", hasher.finish())})
}

/// The value in one spelling: no member without a value, and one kind of number, as some languages
/// have only that.
fn steady(value: &Value, target: &str) -> Value {
    match value {
        Value::String(text) => steady_text(text, target).into(),
        Value::Number(number) => number.as_f64().map_or(Value::Null, |number| json!(number)),
        Value::Array(items) => items.iter().map(|item| steady(item, target)).collect(),
        Value::Object(map) => {
            let given = map.iter().filter(|(_, value)| !value.is_null());
            given.map(|(key, value)| (key.clone(), steady(value, target))).collect()
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
        assert_eq!(
            comparable(Err(&error), "http://127.0.0.1:4711/mcp"),
            json!({"error": {
                "code": "rpc",
                "rpc": {"code": -32603.0, "message": "at http://localhost:PORT/x"},
                "sentence": "TARGET: no",
            }})
        );
        let result = json!({"n": 1, "nothing": null, "progress": [{"progress": 1}]});
        assert_eq!(comparable(Ok(&result), ""), json!({"n": 1.0}));
    }

    #[test]
    fn what_is_long_is_still_compared() {
        let long = |end: &str| json!(["x".repeat(LONGEST), end]);
        let one = comparable(Ok(&long("a")), "");
        assert!(one.to_string().len() < 400, "{one}");
        assert_eq!(one, comparable(Ok(&long("a")), ""));
        assert_ne!(one, comparable(Ok(&long("b")), ""));
    }
}
