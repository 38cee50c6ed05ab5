//! What a call is made with, as far as the record may tell.

use std::{cell::Cell, fmt};

use serde::{
    Deserialize, Serialize,
    de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

use crate::Json;

/// The longest arguments that the record takes in full, in bytes. Of longer ones it tells the shape.
pub const MAX_FULL_BYTES: usize = 64 << 10;
/// How many members a shape tells of in all. The others of their object are counted.
const MAX_MEMBERS: usize = 128;
/// How deep a shape goes.
const MAX_DEPTH: usize = 4;
/// How many characters of a member's name it tells.
const MAX_NAME: usize = 64;

/// Arguments, as far as the record tells of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Arguments {
    /// The kinds of their values, with lengths, and none of the values:
    /// `{"path": "string(23)", "n": "number"}`. Lengths are characters, items and members.
    Shape(Json),
    /// The values, but for those that look like secrets: `secret` stands in their place, with
    /// how many characters they have.
    Full(Json),
}

/// Judges what looks like a secret: a value, by the name of the member that it stands in and by
/// itself. With an empty value it judges the name alone, and without a name the value alone.
pub type LooksSecret<'a> = &'a dyn Fn(Option<&str>, &str) -> bool;

impl Arguments {
    /// Their shape. Names of members are told as they are, but for those that look like a secret.
    pub fn shape(arguments: &Json, looks_secret: LooksSecret<'_>) -> Self {
        let left = Cell::new(MAX_MEMBERS);
        let seed = Shape { depth: 0, left: &left, looks_secret };
        let mut text = serde_json::Deserializer::from_str(arguments.as_str());
        // Numbers that no number can hold, and what is nested too deeply.
        let shape = seed
            .deserialize(&mut text)
            .unwrap_or_else(|_| format!("json({})", arguments.as_str().len()).into());
        Self::Shape(shape.into())
    }

    /// Their values, but for what looks like a secret. What is longer than [`MAX_FULL_BYTES`] comes
    /// as its shape.
    pub fn full(arguments: &Json, looks_secret: LooksSecret<'_>) -> Self {
        if arguments.as_str().len() <= MAX_FULL_BYTES
            && let Ok(value) = arguments.decode::<Value>()
        {
            return Self::Full(redacted(value, None, false, looks_secret).into());
        }
        Self::shape(arguments, looks_secret)
    }
}

/// Puts something else in the place of secrets. `hidden` says that everything here is one, as some
/// name on the way to it says.
fn redacted(
    value: Value,
    name: Option<&str>,
    hidden: bool,
    looks_secret: LooksSecret<'_>,
) -> Value {
    let is_secret = |text: &str| hidden || looks_secret(name, text);
    match value {
        Value::String(text) if is_secret(&text) => secret(&text).into(),
        Value::Number(number) if is_secret(&number.to_string()) => "secret".into(),
        Value::Bool(_) if hidden => "secret".into(),
        Value::Array(items) => {
            let items = items.into_iter().map(|item| redacted(item, name, hidden, looks_secret));
            items.collect()
        }
        Value::Object(members) => {
            let mut told = Map::new();
            for (name, value) in members {
                let hidden = hidden || looks_secret(Some(&name), "");
                let value = redacted(value, Some(&name), hidden, looks_secret);
                insert(&mut told, &told_name(&name, looks_secret), value);
            }
            told.into()
        }
        other => other,
    }
}

fn secret(text: &str) -> String {
    format!("secret({})", text.chars().count())
}

/// The name of a member, as far as it is told.
fn told_name(name: &str, looks_secret: LooksSecret<'_>) -> String {
    if looks_secret(None, name) { secret(name) } else { name.to_owned() }
}

/// Adds a member whose name may have become that of another one.
fn insert(members: &mut Map<String, Value>, name: &str, value: Value) {
    let mut number = members.len();
    let mut free = name.to_owned();
    while members.contains_key(&free) {
        number += 1;
        free = format!("{name}'{number}");
    }
    members.insert(free, value);
}

/// Reads a value and keeps its shape only, so that a large one costs no memory.
struct Shape<'a> {
    depth: usize,
    /// How many members may still be told of.
    left: &'a Cell<usize>,
    looks_secret: LooksSecret<'a>,
}

impl<'de> DeserializeSeed<'de> for Shape<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Shape<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok("null".into())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok("boolean".into())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value, E> {
        Ok("number".into())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value, E> {
        Ok("number".into())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Value, E> {
        Ok("number".into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(format!("string({})", text.chars().count()).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut count = 0_usize;
        while items.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(format!("array({count})").into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut told = Map::new();
        let mut untold = 0_usize;
        while let Some(name) = members.next_key::<String>()? {
            if self.depth == MAX_DEPTH || self.left.get() == 0 {
                members.next_value::<IgnoredAny>()?;
                untold += 1;
                continue;
            }
            self.left.set(self.left.get() - 1);
            let seed = Shape { depth: self.depth + 1, ..self };
            let shape = members.next_value_seed(seed)?;
            let name = told_name(&name, self.looks_secret);
            let name: String = name.chars().take(MAX_NAME).collect();
            insert(&mut told, &name, shape);
        }
        if told.is_empty() && untold > 0 {
            return Ok(format!("object({untold})").into());
        }
        if untold > 0 {
            insert(&mut told, "…", format!("{untold} more").into());
        }
        Ok(told.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks_secret(name: Option<&str>, value: &str) -> bool {
        name.is_some_and(|name| name.contains("token")) || value.starts_with("sk-")
    }

    fn shape(json: &str) -> Value {
        match Arguments::shape(&Json::parse(json).unwrap(), &looks_secret) {
            Arguments::Shape(shape) => shape.to_value(),
            Arguments::Full(_) => panic!("it is no shape"),
        }
    }

    fn full(json: &str) -> String {
        match Arguments::full(&Json::parse(json).unwrap(), &looks_secret) {
            Arguments::Full(json) | Arguments::Shape(json) => json.as_str().to_owned(),
        }
    }

    #[test]
    fn a_shape_tells_kinds_and_lengths_and_no_value() {
        let arguments = r#"{"path": "/home/mä", "n": 1.5, "all": true, "of": [1, "x"], "no": null,
            "deep": {"a": {"b": {"c": {"d": 1, "e": 2}}}}, "sk-123": "x"}"#;
        let expected = serde_json::json!({
            "path": "string(8)", "n": "number", "all": "boolean", "of": "array(2)", "no": "null",
            "deep": {"a": {"b": {"c": "object(2)"}}}, "secret(6)": "string(1)",
        });
        assert_eq!(shape(arguments), expected);
        assert_eq!(shape(r#""x""#), "string(1)");
        assert_eq!(shape("1e999"), "json(5)");
        assert_eq!(shape("{}"), serde_json::json!({}));
    }

    #[test]
    fn a_shape_is_small_whatever_the_arguments_are() {
        let members: Vec<String> = (0..10_000).map(|at| format!(r#""{at:0100}": 1"#)).collect();
        let told = shape(&format!("{{{}}}", members.join(",")));
        assert_eq!(told["…"], "9872 more");
        assert!(told.to_string().len() < 16 << 10);
        let wide = format!("[{}1]", "[],".repeat(1_000));
        assert_eq!(shape(&wide), "array(1001)");
    }

    #[test]
    fn in_full_a_secret_shows_how_long_it_is_and_nothing_else() {
        let arguments = r#"{"a":"plain","b":["sk-1","x"],"token":"abc"}"#;
        assert_eq!(full(arguments), r#"{"a":"plain","b":["secret(4)","x"],"token":"secret(3)"}"#);
        let below = r#"{"tokens":{"one":[1,"x",true,null],"two":{"deep":"y"}}}"#;
        assert_eq!(
            full(below),
            r#"{"tokens":{"one":["secret","secret(1)","secret",null],"two":{"deep":"secret(1)"}}}"#
        );
        assert_eq!(full(r#"{"sk-1":1,"sk-2":2}"#), r#"{"secret(4)":1,"secret(4)'2":2}"#);
    }

    #[test]
    fn what_is_too_long_for_a_line_is_told_as_its_shape() {
        let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(MAX_FULL_BYTES));
        assert_eq!(full(&long), format!(r#"{{"text":"string({MAX_FULL_BYTES})"}}"#));
    }
}
