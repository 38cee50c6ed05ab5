//! A piece of JSON that is carried as text, without being taken apart.

use std::{cell::Cell, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::value::RawValue;

/// One valid JSON value kept as the text it arrived in.
///
/// Schemas, structured content and unknown fields stay in this form, so that carrying them costs
/// one copy and passing them on changes nothing. Equality compares values, not spelling.
#[derive(Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Takes JSON text apart into `T`.
    ///
    /// # Errors
    /// The text does not have the shape of `T`.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }

    /// Turns any serializable value into JSON text.
    ///
    /// # Errors
    /// The value has no JSON form, such as a map whose keys are no strings.
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::value::to_raw_value(value).map(Self)
    }

    /// Checks JSON text and keeps it.
    ///
    /// # Errors
    /// The text is not one JSON value.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The value as a tree.
    pub fn to_value(&self) -> serde_json::Value {
        // A raw value is valid JSON by construction; only nesting past the parser's limit fails.
        serde_json::from_str(self.0.get()).unwrap_or(serde_json::Value::Null)
    }

    /// Whether this is the literal `null`.
    pub fn is_null(&self) -> bool {
        self.0.get() == "null"
    }

    /// Whether this is an object.
    pub fn is_object(&self) -> bool {
        self.0.get().starts_with('{')
    }
}

impl Default for Json {
    fn default() -> Self {
        Self(RawValue::NULL.to_owned())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        // What a tree cannot hold, such as `1e999`, has no value to compare but its text.
        let value = |json: &Self| json.decode::<serde_json::Value>().ok();
        self.as_str() == other.as_str()
            || value(self).is_some_and(|mine| value(other).is_some_and(|theirs| mine == theirs))
    }
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self::from(&value)
    }
}

impl From<&serde_json::Value> for Json {
    fn from(value: &serde_json::Value) -> Self {
        Self(serde_json::value::to_raw_value(value).expect("a JSON value has a JSON form"))
    }
}

thread_local! {
    /// Whether what is serialised now goes into something other than JSON text.
    static TAKEN_APART: Cell<bool> = const { Cell::new(false) };
}

/// Serialises into something other than JSON text, such as the values of another language: what is
/// carried as text is taken apart on the way.
pub(crate) fn taken_apart<T>(serialise: impl FnOnce() -> T) -> T {
    /// Puts back what was, also after a panic.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            TAKEN_APART.set(self.0);
        }
    }
    let _before = Before(TAKEN_APART.replace(true));
    serialise()
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if TAKEN_APART.get() {
            let mut text = serde_json::Deserializer::from_str(self.as_str());
            return serde_transcode::transcode(&mut text, serializer);
        }
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_carried_as_text_is_taken_apart_for_what_is_no_text() {
        let carried = vec![Json::parse(r#"{"a":[1,2.5,"x",null,true]}"#).unwrap()];
        let tree = taken_apart(|| serde_json::to_value(&carried)).unwrap();
        assert_eq!(tree, serde_json::json!([{"a": [1, 2.5, "x", null, true]}]));
        assert_eq!(serde_json::to_string(&carried).unwrap(), r#"[{"a":[1,2.5,"x",null,true]}]"#);
    }

    #[test]
    fn what_no_tree_can_hold_equals_only_its_own_text() {
        let json = |text| Json::parse(text).unwrap();
        assert_eq!(json("1e999"), json("1e999"));
        assert_ne!(json("1e999"), json("null"));
        assert_ne!(json("1e999"), json("2e999"));
        assert_eq!(json(r#"{"a":1,"b":"\u0041"}"#), json(r#"{ "b": "A", "a": 1 }"#));
    }
}
