//! Filling in the defaults that a schema declares.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};
use serde_json::Value;

use crate::jsonrpc::Json;

/// How many references in a row are followed.
const MAX_REFERENCES: usize = 8;
/// How deep in objects defaults are filled in.
const MAX_DEPTH: usize = 32;

/// Adds what is absent from `arguments` and has a default in `schema`.
///
/// Looks at the schema's `properties` and, for members that are objects, at theirs; references
/// within the schema are followed. What is present stays as it was spelled. A default of `null` is
/// left out: it says the same as an absent member, and some servers refuse it. When either is no
/// object or cannot be read, the arguments come back unchanged.
///
/// ```
/// use hostline::{Json, schema::fill_defaults};
/// let schema = Json::parse(r#"{"properties": {"unit": {"type": "string", "default": "C"}}}"#)?;
/// let filled = fill_defaults(&schema, &Json::parse(r#"{"city":"Rome"}"#)?);
/// assert_eq!(filled.as_str(), r#"{"city":"Rome","unit":"C"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn fill_defaults(schema: &Json, arguments: &Json) -> Json {
    // A schema without the word has nothing to fill in.
    if !arguments.is_object() || !schema.as_str().contains("\"default\"") {
        return arguments.clone();
    }
    let Ok(root) = schema.decode::<Value>() else {
        return arguments.clone();
    };
    fill(&root, &root, arguments, MAX_DEPTH).unwrap_or_else(|| arguments.clone())
}

/// The object with its defaults, or `None` when there is nothing to add.
fn fill(root: &Value, schema: &Value, object: &Json, depth: usize) -> Option<Json> {
    let properties = resolve(root, schema)?.get("properties")?.as_object()?;
    let mut members: Members = object.decode().ok()?;
    let mut changed = false;
    for (name, property) in properties {
        let present = members.0.iter_mut().filter(|(key, _)| key == name);
        let mut absent = true;
        for (_, value) in present {
            absent = false;
            if depth > 0
                && value.is_object()
                && let Some(filled) = fill(root, property, value, depth - 1)
            {
                *value = filled;
                changed = true;
            }
        }
        let default = property.get("default").filter(|default| !default.is_null());
        if absent && let Some(default) = default {
            members.0.push((name.clone(), Json::from(default)));
            changed = true;
        }
    }
    if changed { Json::encode(&members).ok() } else { None }
}

/// The schema that a reference within the same document leads to.
fn resolve<'a>(root: &'a Value, mut schema: &'a Value) -> Option<&'a Value> {
    for _ in 0..MAX_REFERENCES {
        let Some(Value::String(reference)) = schema.get("$ref") else {
            return Some(schema);
        };
        schema = root.pointer(reference.strip_prefix('#')?)?;
    }
    None
}

/// An object's members in their order and spelling.
struct Members(Vec<(String, Json)>);

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_members_with_a_default_are_added() {
        let schema = r##"{
            "type": "object",
            "$defs": {
                "Options": {"properties": {"depth": {"default": 3}, "mode": {"default": "fast"}}},
                "Loop": {"$ref": "#/$defs/Loop"}
            },
            "properties": {
                "name": {"type": "string"},
                "unit": {"type": "string", "default": "C"},
                "count": {"type": "integer", "default": 1},
                "none": {"default": null},
                "options": {"$ref": "#/$defs/Options"},
                "loop": {"$ref": "#/$defs/Loop"},
                "list": {"type": "array", "items": {"properties": {"x": {"default": 1}}}}
            }
        }"##;
        let table = [
            ("{}", r#"{"count":1,"unit":"C"}"#),
            (r#"{"unit":"F","count":null}"#, r#"{"unit":"F","count":null}"#),
            (r#"{"unit":"F","count":1e400}"#, r#"{"unit":"F","count":1e400}"#),
            (
                r#"{"unit":"F","count":9,"options":{"depth":12345678901234567890123}}"#,
                r#"{"unit":"F","count":9,"options":{"depth":12345678901234567890123,"mode":"fast"}}"#,
            ),
            (r#"{"unit":"F","count":9,"options":7}"#, r#"{"unit":"F","count":9,"options":7}"#),
            (r#"{"unit":"F","count":9,"loop":{}}"#, r#"{"unit":"F","count":9,"loop":{}}"#),
            (r#"{"unit":"F","count":9,"list":[{}]}"#, r#"{"unit":"F","count":9,"list":[{}]}"#),
            ("null", "null"),
            ("[]", "[]"),
        ];
        let schema = Json::parse(schema).unwrap();
        for (arguments, expected) in table {
            let filled = fill_defaults(&schema, &Json::parse(arguments).unwrap());
            assert_eq!(filled.as_str(), expected, "for {arguments}");
            assert_eq!(fill_defaults(&schema, &filled).as_str(), expected, "again");
        }
    }

    #[test]
    fn a_schema_that_cannot_be_read_changes_nothing() {
        let deep = format!("{{\"default\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        let arguments = Json::parse(r#"{"a":1}"#).unwrap();
        for schema in ["true", "{}", r#"{"default":{}}"#, r#"{"properties":[],"default":1}"#, &deep]
        {
            let schema = Json::parse(schema).unwrap();
            assert_eq!(fill_defaults(&schema, &arguments).as_str(), arguments.as_str());
        }
    }
}
