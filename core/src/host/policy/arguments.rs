//! The arguments of a call, as they are judged.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::{Map, Value};

use super::secretlike::{is_secret, looks_secret, names_secret};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    host::tree::{Tree, tree},
};

/// The arguments of a call: an object in which no member stands twice at any depth, so that a
/// server cannot read another value than the one that was judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// Reads arguments. None, and `null`, are an empty object.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no object, or a member stands twice in it. Such a call
    /// must not be made.
    pub fn parse(json: Option<&Json>) -> Result<Self> {
        match json.map(tree).transpose()? {
            None | Some(Value::Null) => Ok(Self::default()),
            Some(Value::Object(members)) => Ok(Self(members)),
            Some(_) => {
                Err(Error::new(ErrorCode::InvalidInput, "the arguments of a tool are an object"))
            }
        }
    }

    /// The value at a place: a JSON pointer (RFC 6901) if it begins with `/`, else the name of a
    /// member.
    pub(super) fn at(&self, place: &str) -> Option<&Value> {
        let Some(pointer) = place.strip_prefix('/') else { return self.0.get(place) };
        let (first, rest) = match pointer.find('/') {
            Some(end) => pointer.split_at(end),
            None => (pointer, ""),
        };
        self.0.get(&first.replace("~1", "/").replace("~0", "~"))?.pointer(rest)
    }

    /// Whether something in the arguments is probably a secret: by its name, by what it stands in,
    /// or by its looks.
    pub(super) fn holds_secret(&self) -> bool {
        self.0.iter().any(|(name, value)| holds_secret(name, value, false))
    }

    /// Whether a text or a number in the arguments is such a one, given the name of the nearest
    /// member that it stands in. Of whatever else there is, the name is asked for with no text.
    pub(super) fn any_text(&self, is_such: impl Fn(&str, &str) -> bool) -> bool {
        self.0.iter().any(|(name, value)| any_text(name, value, &is_such))
    }
}

/// Whether a member is probably a secret, or holds one.
fn holds_secret(name: &str, value: &Value, is_inside: bool) -> bool {
    let is_such = |text: &str| is_secret(name, text) || (is_inside && !text.is_empty());
    let within = is_inside || names_secret(name);
    looks_secret(name)
        || match value {
            Value::String(text) => is_such(text),
            Value::Number(number) => is_such(&number.to_string()),
            Value::Null | Value::Bool(_) => false,
            Value::Array(items) => items.iter().any(|item| holds_secret(name, item, within)),
            Value::Object(members) => {
                members.iter().any(|(name, value)| holds_secret(name, value, within))
            }
        }
}

fn any_text(name: &str, value: &Value, is_such: &impl Fn(&str, &str) -> bool) -> bool {
    match value {
        Value::String(text) => is_such(name, text),
        Value::Number(number) => is_such(name, &number.to_string()),
        Value::Null | Value::Bool(_) => is_such(name, ""),
        Value::Array(items) => {
            is_such(name, "") || items.iter().any(|item| any_text(name, item, is_such))
        }
        Value::Object(members) => {
            is_such(name, "") || members.iter().any(|(name, value)| any_text(name, value, is_such))
        }
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Tree::deserialize(deserializer)? {
            Tree(Value::Object(members)) => Ok(Self(members)),
            Tree(_) => Err(D::Error::custom("the arguments of a tool are an object")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_an_object_that_can_be_read_in_one_way() {
        let parse = |text: &str| Arguments::parse(Some(&Json::parse(text).unwrap()));
        assert_eq!(Arguments::parse(None).unwrap(), Arguments::default());
        assert_eq!(parse("null").unwrap(), Arguments::default());
        assert_eq!(parse("{}").unwrap(), Arguments::default());
        for wrong in
            ["[]", "1", r#""a""#, r#"{"path":"/a","path":"/b"}"#, r#"{"a":[{"b":1,"b":1}]}"#]
        {
            assert_eq!(parse(wrong).unwrap_err().code(), ErrorCode::InvalidInput, "{wrong}");
            assert!(serde_json::from_str::<Arguments>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_value_is_found_by_its_name_or_by_a_pointer() {
        let text = r#"{"path":"/a","a/b":{"c":[1,{"~d":2}]},"":3}"#;
        let arguments: Arguments = serde_json::from_str(text).unwrap();
        for (place, value) in [
            ("path", Some(json!("/a"))),
            ("/path", Some(json!("/a"))),
            ("a/b", Some(json!({ "c": [1, { "~d": 2 }] }))),
            ("/a~1b/c/0", Some(json!(1))),
            ("/a~1b/c/1/~0d", Some(json!(2))),
            ("/a~1b/c/2", None),
            ("/", Some(json!(3))),
            ("c", None),
            ("/a/b", None),
        ] {
            assert_eq!(arguments.at(place), value.as_ref(), "{place}");
        }
    }
}
