//! Whether a value is what a scenario expects: objects by the members that are listed, arrays
//! exactly, and a few operators for the rest.

use serde_json::{Map, Value};

/// Where and how a value differs from what is expected, or nothing.
pub fn mismatch(expected: &Value, actual: &Value) -> Option<String> {
    differs(expected, actual, "")
}

/// Whether a value is what is expected.
pub fn matches(expected: &Value, actual: &Value) -> bool {
    mismatch(expected, actual).is_none()
}

fn differs(expected: &Value, actual: &Value, path: &str) -> Option<String> {
    let fault =
        |what: String| Some(format!("{}: {what}", if path.is_empty() { "." } else { path }));
    match (expected, actual) {
        (Value::Object(map), _) if is_operators(map) => {
            map.iter().find_map(|(name, argument)| operator(name, argument, Some(actual), path))
        }
        (Value::Object(expected), Value::Object(actual)) => {
            expected.iter().find_map(|(key, value)| {
                let path = format!("{path}.{key}");
                match (actual.get(key), value) {
                    (None, Value::Object(map))
                        if map.contains_key("$absent") || map.contains_key("$not") =>
                    {
                        None
                    }
                    (None, _) => Some(format!("{path}: is missing, expected {value}")),
                    (Some(actual), value) => differs(value, actual, &path),
                }
            })
        }
        (Value::Array(expected), Value::Array(actual)) => {
            if expected.len() != actual.len() {
                let (wanted, found) = (expected.len(), actual.len());
                return fault(format!("has {found} items instead of {wanted}: {}", short(actual)));
            }
            let mut pairs = expected.iter().zip(actual).enumerate();
            pairs.find_map(|(index, (e, a))| differs(e, a, &format!("{path}[{index}]")))
        }
        (Value::Number(expected), Value::Number(actual))
            if expected.as_f64() == actual.as_f64() =>
        {
            None
        }
        _ if expected == actual => None,
        _ => fault(format!("expected {expected}, found {}", short(actual))),
    }
}

fn is_operators(map: &Map<String, Value>) -> bool {
    !map.is_empty() && map.keys().all(|key| key.starts_with('$'))
}

fn operator(name: &str, argument: &Value, actual: Option<&Value>, path: &str) -> Option<String> {
    let actual = actual?;
    let holds = match name {
        "$any" => true,
        "$text" => match (argument, actual) {
            (Value::String(part), Value::String(text)) => text.contains(part),
            _ => false,
        },
        "$contains" => match (argument, actual) {
            (Value::Array(wanted), Value::Array(items)) => {
                wanted.iter().all(|wanted| items.iter().any(|item| matches(wanted, item)))
            }
            _ => false,
        },
        "$length" => argument.as_u64() == length(actual),
        "$not" => !matches(argument, actual),
        "$oneOf" => {
            argument.as_array().is_some_and(|any| any.iter().any(|one| matches(one, actual)))
        }
        "$atLeast" => actual.as_f64() >= argument.as_f64(),
        "$atMost" => actual.as_f64() <= argument.as_f64(),
        // `$absent`, since there is a value, and names that are no operators.
        _ => false,
    };
    (!holds).then(|| format!("{path}: {name} {argument} does not hold for {}", short(actual)))
}

fn length(value: &Value) -> Option<u64> {
    let length = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        Value::String(text) => text.chars().count(),
        _ => return None,
    };
    u64::try_from(length).ok()
}

/// Values in a report are cut, since some scenarios carry megabytes.
fn short(value: impl serde::Serialize) -> String {
    const LONGEST: usize = 400;
    let text = serde_json::to_string(&value).unwrap_or_default();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn objects_match_by_listed_members_and_arrays_exactly() {
        assert!(matches(&json!({"a": 1}), &json!({"a": 1.0, "b": 2})));
        assert!(!matches(&json!({"a": [1]}), &json!({"a": [1, 2]})));
        assert!(!matches(&json!({"a": 1}), &json!({})));
    }

    #[test]
    fn operators_say_what_plain_values_cannot() {
        assert!(matches(&json!({"a": {"$absent": true}}), &json!({})));
        assert!(!matches(&json!({"a": {"$absent": true}}), &json!({"a": null})));
        assert!(matches(&json!({"$contains": [{"n": 2}]}), &json!([{"n": 1}, {"n": 2}])));
        assert!(matches(&json!({"$text": "bc", "$length": 4}), &json!("abcd")));
        assert!(matches(&json!({"$not": 3}), &json!(4)));
        assert!(matches(&json!({"$atLeast": 3}), &json!(3)));
        assert!(!matches(&json!({"$misspelt": 3}), &json!(3)));
    }

    #[test]
    fn a_report_names_the_place() {
        let report = mismatch(&json!({"a": [{"b": 1}]}), &json!({"a": [{"b": 2}]}));
        assert_eq!(report.as_deref(), Some(".a[0].b: expected 1, found 2"));
    }
}
