//! Whether two answers are the same.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What a result carries for its exchange rather than for its reader: the modern era marks it as
/// complete and names the server in it.
const OF_THE_EXCHANGE: [&str; 2] = ["resultType", "_meta"];

/// Whose the two answers are.
const ANSWERS: [&str; 2] = ["hostline", "the raw script"];

/// The first difference between two tool lists, whatever their order.
///
/// A server may offer some tools only to clients with a certain capability. `ours` may have those,
/// since the raw script declares none.
pub(crate) fn tools(ours: &[Value], theirs: &[Value], conditional: &[&str]) -> Option<String> {
    let by_name = |tools: &[Value]| -> BTreeMap<String, Value> {
        tools.iter().map(|tool| (tool["name"].to_string(), tool.clone())).collect()
    };
    let (mut ours, theirs) = (by_name(ours), by_name(theirs));
    ours.retain(|name, _| {
        theirs.contains_key(name) || !conditional.contains(&name.trim_matches('"'))
    });
    difference(ANSWERS, "tools", &to_object(ours), &to_object(theirs))
}

/// The first difference between two results of a call.
pub(crate) fn results(ours: &Value, theirs: &Value) -> Option<String> {
    difference(ANSWERS, "result", &without_exchange(ours), &without_exchange(theirs))
}

/// The first difference between what a client saw and what it should have seen.
pub(crate) fn walks(seen: &Value, expected: &Value) -> Option<String> {
    difference(["the client", "the expectation"], "walk", seen, expected)
}

fn to_object(values: BTreeMap<String, Value>) -> Value {
    Value::Object(values.into_iter().collect())
}

fn without_exchange(result: &Value) -> Value {
    let mut members: Map<String, Value> = result.as_object().cloned().unwrap_or_default();
    members.retain(|name, _| !OF_THE_EXCHANGE.contains(&name.as_str()));
    // Absent means false, says the specification.
    members.entry("isError").or_insert(Value::Bool(false));
    Value::Object(members)
}

/// Where two values differ first, by path. Numbers are compared by value: 3 is 3.0.
fn difference(sides: [&str; 2], path: &str, ours: &Value, theirs: &Value) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(left), Value::Object(right)) => {
            left.keys().chain(right.keys()).find_map(|name| {
                match (left.get(name), right.get(name)) {
                    (Some(left), Some(right)) => {
                        difference(sides, &format!("{path}.{name}"), left, right)
                    }
                    (Some(_), None) => Some(format!("{path}.{name}: only {} has it", sides[0])),
                    _ => Some(format!("{path}.{name}: only {} has it", sides[1])),
                }
            })
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            left.iter().zip(right).enumerate().find_map(|(index, (left, right))| {
                difference(sides, &format!("{path}[{index}]"), left, right)
            })
        }
        (Value::Number(left), Value::Number(right)) if left.as_f64() == right.as_f64() => None,
        _ if ours == theirs => None,
        _ => Some(format!("{path}: {} has {ours}, {} {theirs}", sides[0], sides[1])),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn order_of_tools_and_form_of_numbers_do_not_matter() {
        let ours = [json!({"name": "a", "n": 3}), json!({"name": "b"})];
        let theirs = [json!({"name": "b"}), json!({"name": "a", "n": 3.0})];
        assert_eq!(tools(&ours, &theirs, &[]), None);
    }

    #[test]
    fn a_tool_too_many_or_too_few_is_a_difference() {
        let both = [json!({"name": "a"}), json!({"name": "b"})];
        assert!(tools(&both, &both[..1], &[]).is_some());
        assert!(tools(&both[..1], &both, &[]).is_some());
        assert_eq!(tools(&both, &both[..1], &["b"]), None);
        assert!(tools(&both[..1], &both, &["b"]).is_some());
    }

    #[test]
    fn a_schema_that_differs_deep_inside_is_found_by_its_path() {
        let ours = [json!({"name": "a", "inputSchema": {"required": ["x"]}})];
        let theirs = [json!({"name": "a", "inputSchema": {"required": ["y"]}})];
        let found = tools(&ours, &theirs, &[]).expect("they differ");
        assert!(found.starts_with("tools.\"a\".inputSchema.required[0]"), "{found}");
    }

    #[test]
    fn a_result_is_compared_without_what_belongs_to_its_exchange() {
        let ours = json!({"content": [], "isError": false});
        let theirs = json!({"content": [], "resultType": "complete", "_meta": {"k": 1}});
        assert_eq!(results(&ours, &theirs), None);
        assert!(results(&json!({"content": [], "isError": true}), &theirs).is_some());
    }
}
