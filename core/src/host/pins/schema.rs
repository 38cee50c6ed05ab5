//! What has changed between two JSON Schemas.
//!
//! Narrowing is proved keyword by keyword, in places where taking less within means taking less in
//! all: `properties`, `items`, `additionalProperties`, `allOf` and `anyOf`. Below a `not`, a
//! condition, a `oneOf` or a definition that is referred to, taking less can mean taking more, so
//! that everything but wording is a widening there.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::change::{Findings, Weight};
use crate::text::shorten;

/// How much of a name is told, in characters: places are many, and names can be long.
const MAX_SHOWN_NAME: usize = 64;

/// What only people and models read.
const WORDING: [&str; 4] = ["title", "description", "examples", "$comment"];
/// Keywords whose value is a schema.
const OF_A_SCHEMA: [&str; 11] = [
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
];
/// Keywords whose value is a list of schemas.
const OF_SCHEMAS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/// Keywords whose value is an object of schemas under names.
const OF_NAMED_SCHEMAS: [&str; 5] =
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];
/// Keywords that stand for a schema elsewhere, perhaps below a `not`, and those that look at what
/// the rules beside them have let pass: where one of them stands, a tighter rule proves nothing.
const FAR_REACHING: [&str; 5] =
    ["$ref", "$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"];

const ANYTHING: &Value = &Value::Bool(true);

/// Compares two schemas. One that is absent takes anything.
pub(super) fn compare(
    before: Option<&Value>,
    now: Option<&Value>,
    place: &str,
    findings: &mut Findings,
) {
    let (before, now) = (before.unwrap_or(ANYTHING), now.unwrap_or(ANYTHING));
    let can_narrow = !reaches_far(before) && !reaches_far(now);
    Comparison { findings, can_narrow }.schemas(before, now, place);
}

/// The schema without what only people and models read.
pub(super) fn without_wording(schema: &Value) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let bare = members.iter().filter(|(keyword, _)| !WORDING.contains(&keyword.as_str()));
    bare.map(|(keyword, value)| (keyword.clone(), bare_value(keyword, value))).collect()
}

fn bare_value(keyword: &str, value: &Value) -> Value {
    match value {
        Value::Object(_) if OF_A_SCHEMA.contains(&keyword) => without_wording(value),
        Value::Object(named) if OF_NAMED_SCHEMAS.contains(&keyword) => {
            named.iter().map(|(name, schema)| (name.clone(), without_wording(schema))).collect()
        }
        Value::Array(schemas) if OF_SCHEMAS.contains(&keyword) => {
            schemas.iter().map(without_wording).collect()
        }
        // Whatever else there is may be data, in which no name has a meaning.
        _ => value.clone(),
    }
}

/// Whether a far-reaching keyword stands anywhere; also where it is only a name.
fn reaches_far(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| FAR_REACHING.contains(&name.as_str()) || reaches_far(value)),
        Value::Array(items) => items.iter().any(reaches_far),
        _ => false,
    }
}

struct Comparison<'f> {
    findings: &'f mut Findings,
    /// Whether a tighter rule proves that less is taken.
    can_narrow: bool,
}

/// One keyword in both schemas.
struct Keyword<'a> {
    name: &'a str,
    before: Option<&'a Value>,
    now: Option<&'a Value>,
    place: String,
}

impl Comparison<'_> {
    fn schemas(&mut self, before: &Value, now: &Value, place: &str) {
        if before == now {
            return;
        }
        if *now == Value::Bool(false) {
            return self.narrower(place, "nothing is taken here any more");
        }
        let none = Map::new();
        let (Some(before), Some(now)) = (members(before, &none), members(now, &none)) else {
            return self.wider(place, "a rule of another kind stands here");
        };
        let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        for name in names {
            let (before, changed) = (before.get(name), now.get(name));
            if before != changed {
                let place = within(place, name);
                self.keyword(&Keyword { name, before, now: changed, place }, now);
            }
        }
    }

    /// One keyword has changed; `schema` is what it stands in now.
    fn keyword(&mut self, keyword: &Keyword<'_>, schema: &Map<String, Value>) {
        match keyword.name {
            name if WORDING.contains(&name) => {
                self.findings.add(Weight::Wording, &keyword.place, "the wording has changed");
            }
            "type" => self.types(keyword),
            "enum" => self.choices(keyword),
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
                self.limit(keyword, |before, now| now >= before);
            }
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
                self.limit(keyword, |before, now| now <= before);
            }
            "uniqueItems" if keyword.now == Some(&Value::Bool(true)) => {
                self.narrower(&keyword.place, "no item may stand twice now");
            }
            "required" => self.required(keyword),
            "properties" => self.properties(keyword, schema),
            "items" | "additionalProperties" if !is_list(keyword) => {
                let (before, now) = (keyword.before, keyword.now);
                let (before, now) = (before.unwrap_or(ANYTHING), now.unwrap_or(ANYTHING));
                self.schemas(before, now, &keyword.place);
            }
            "allOf" | "anyOf" => self.branches(keyword),
            _ => self.other(keyword),
        }
    }

    fn types(&mut self, keyword: &Keyword<'_>) {
        let Some(now) = keyword.now.and_then(names) else {
            return self.wider(&keyword.place, "the type is free now");
        };
        let before = match keyword.before {
            None => return self.narrower(&keyword.place, "fewer types are taken"),
            Some(before) => names(before),
        };
        let takes = |before: &BTreeSet<&str>, name: &str| {
            before.contains(name) || (name == "integer" && before.contains("number"))
        };
        match before {
            Some(before) if now.iter().all(|name| takes(&before, name)) => {
                if before != now {
                    self.narrower(&keyword.place, "fewer types are taken");
                }
            }
            _ => self.wider(&keyword.place, "other types are taken"),
        }
    }

    fn choices(&mut self, keyword: &Keyword<'_>) {
        // Values that were not there before are words that the server puts into a model's mouth,
        // also where any value was taken.
        match (keyword.before.and_then(values), keyword.now.and_then(values)) {
            (Some(before), Some(now)) if now.is_subset(&before) => {
                if before != now {
                    self.narrower(&keyword.place, "fewer values are taken");
                }
            }
            _ => self.wider(&keyword.place, "other values are taken"),
        }
    }

    fn limit(&mut self, keyword: &Keyword<'_>, is_tighter: impl Fn(f64, f64) -> bool) {
        let number = |value: Option<&Value>| value.and_then(Value::as_f64);
        let tighter = match (keyword.before, number(keyword.before), number(keyword.now)) {
            (None, _, Some(_)) => true,
            (Some(_), Some(before), Some(now)) => is_tighter(before, now),
            _ => false,
        };
        if tighter {
            self.narrower(&keyword.place, "a limit is tighter");
        } else {
            self.wider(&keyword.place, "a limit is looser");
        }
    }

    fn required(&mut self, keyword: &Keyword<'_>) {
        let fields = |value: Option<_>| value.map_or_else(|| Some(BTreeSet::new()), names);
        let (Some(before), Some(now)) = (fields(keyword.before), fields(keyword.now)) else {
            return self.wider(&keyword.place, "the required fields have changed");
        };
        for name in now.difference(&before) {
            self.wider(&within(&keyword.place, name), "a field is required now");
        }
        for name in before.difference(&now) {
            self.wider(&within(&keyword.place, name), "a field is no longer required");
        }
    }

    fn properties(&mut self, keyword: &Keyword<'_>, schema: &Map<String, Value>) {
        let none = Map::new();
        let fields = |value: Option<_>| value.map_or(Some(&none), Value::as_object);
        let (Some(before), Some(now)) = (fields(keyword.before), fields(keyword.now)) else {
            return self.wider(&keyword.place, "the fields have changed");
        };
        let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
            && !schema.contains_key("patternProperties");
        for (name, field) in now {
            let place = within(&keyword.place, name);
            match before.get(name) {
                Some(earlier) => self.schemas(earlier, field, &place),
                None => self.wider(&place, "a field is new"),
            }
        }
        for name in before.keys().filter(|name| !now.contains_key(*name)) {
            let place = within(&keyword.place, name);
            if is_closed {
                self.narrower(&place, "a field is gone");
            } else {
                self.wider(&place, "a field is gone, and anything is taken in its place");
            }
        }
    }

    fn branches(&mut self, keyword: &Keyword<'_>) {
        let list = |value: Option<_>| value.and_then(Value::as_array);
        match (list(keyword.before), list(keyword.now)) {
            (Some(before), Some(now)) if before.len() == now.len() => {
                for (at, (before, now)) in before.iter().zip(now).enumerate() {
                    self.schemas(before, now, &format!("{}/{at}", keyword.place));
                }
            }
            (Some(before), Some(now)) if keyword.name == "anyOf" && !now.is_empty() => {
                let bare = |schemas: &[Value]| -> BTreeSet<String> {
                    schemas.iter().map(|schema| without_wording(schema).to_string()).collect()
                };
                if bare(now).is_subset(&bare(before)) {
                    self.narrower(&keyword.place, "fewer forms are taken");
                } else {
                    self.wider(&keyword.place, "other forms are taken");
                }
            }
            _ => self.other(keyword),
        }
    }

    /// A keyword of which it is not known what less of it means.
    fn other(&mut self, keyword: &Keyword<'_>) {
        let bare = |value: Option<&Value>| value.map(|value| bare_value(keyword.name, value));
        if bare(keyword.before) == bare(keyword.now) {
            self.findings.add(Weight::Wording, &keyword.place, "the wording has changed");
        } else {
            self.wider(&keyword.place, "a rule has changed");
        }
    }

    fn wider(&mut self, place: &str, sentence: &'static str) {
        self.findings.add(Weight::Widening, place, sentence);
    }

    fn narrower(&mut self, place: &str, sentence: &'static str) {
        let weight = if self.can_narrow { Weight::Narrowing } else { Weight::Widening };
        self.findings.add(weight, place, sentence);
    }
}

/// The keywords of a schema; none of a schema that takes anything.
fn members<'a>(schema: &'a Value, none: &'a Map<String, Value>) -> Option<&'a Map<String, Value>> {
    match schema {
        Value::Object(members) => Some(members),
        Value::Bool(true) => Some(none),
        _ => None,
    }
}

/// The place of a name within another.
pub(super) fn within(place: &str, name: &str) -> String {
    format!("{place}/{}", shorten(name, MAX_SHOWN_NAME))
}

/// Whether a keyword has a list in place of a schema, as earlier drafts have it.
fn is_list(keyword: &Keyword<'_>) -> bool {
    [keyword.before, keyword.now].into_iter().flatten().any(Value::is_array)
}

/// Names: one, or a list of them.
fn names(value: &Value) -> Option<BTreeSet<&str>> {
    match value {
        Value::String(name) => Some(BTreeSet::from([name.as_str()])),
        Value::Array(names) => names.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// The values of a list, in a form that can be compared.
fn values(value: &Value) -> Option<BTreeSet<String>> {
    value.as_array().map(|values| values.iter().map(Value::to_string).collect())
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
