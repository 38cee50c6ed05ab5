//! JSON as a tree of values, in which no member stands twice.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    text::shorten,
};

/// How much of a member's name an error repeats, in characters.
const MAX_SHOWN_NAME: usize = 64;

/// The value as a tree.
///
/// A member that stands twice is refused: readers disagree about which of the two counts, and what
/// a person has judged would not be what a server or a model reads.
pub(super) fn tree(json: &Json) -> Result<Value> {
    let read: serde_json::Result<Tree> = json.decode();
    read.map(|Tree(value)| value).map_err(|source| {
        Error::new(ErrorCode::InvalidInput, format!("the JSON cannot be judged: {source}"))
            .with_source(source)
    })
}

/// A value that was read without a member that stands twice.
pub(super) struct Tree(pub(super) Value);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor).map(Self)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number is too large"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Tree(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some((name, Tree(value))) = map.next_entry::<String, Tree>()? {
            if members.contains_key(&name) {
                let name = shorten(&name, MAX_SHOWN_NAME);
                return Err(A::Error::custom(format!("the member `{name}` stands twice")));
            }
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Result<Value> {
        tree(&Json::parse(text).unwrap())
    }

    #[test]
    fn a_tree_holds_what_the_text_says() {
        let text = r#"{"a":[1,-2,0.5,18446744073709551615],"b":{"c":null,"d":true},"e":"\u0041"}"#;
        let value = json!({
            "a": [1, -2, 0.5, u64::MAX], "b": { "c": null, "d": true }, "e": "A",
        });
        assert_eq!(read(text).unwrap(), value);
    }

    #[test]
    fn a_member_that_stands_twice_is_refused_at_any_depth() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"c":0,"\u0063":1}}]"#] {
            let error = read(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidInput);
            assert!(error.message().contains("stands twice"), "{error}");
        }
    }

    #[test]
    fn what_no_tree_can_hold_is_refused() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for text in ["1e999", &deep] {
            assert_eq!(read(text).unwrap_err().code(), ErrorCode::InvalidInput);
        }
    }
}
