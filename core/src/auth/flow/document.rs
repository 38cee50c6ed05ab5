//! A JSON document of a peer, of which each member is taken only if it has the right type.

use serde_json::{Map, Value};

/// The most entries of a list that are read.
const MAX_ENTRIES: usize = 512;

/// The members of a JSON object.
pub(super) struct Document(Map<String, Value>);

impl Document {
    /// Nothing if the text is no JSON object.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok().map(Self)
    }

    /// Whether there is something by this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    /// A text; nothing where there is none, or something else.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// A list of texts, without what is no text in it; nothing where there is no list.
    pub(super) fn texts(&self, name: &str) -> Option<Vec<String>> {
        let list = self.0.get(name)?.as_array()?;
        let texts = list.iter().take(MAX_ENTRIES).filter_map(Value::as_str);
        Some(texts.map(str::to_owned).collect())
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool) == Some(true)
    }

    /// Whether a flag may be set: also where something else stands there than a flag, since it is
    /// the safer reading of it.
    pub(super) fn may_be_set(&self, name: &str) -> bool {
        !matches!(self.0.get(name), None | Some(Value::Null | Value::Bool(false)))
    }

    /// A count of seconds, also where it is written as a text; nothing where it makes no sense.
    pub(super) fn seconds(&self, name: &str) -> Option<u64> {
        let number = match self.0.get(name)? {
            Value::Number(number) => number.as_f64()?,
            Value::String(text) => text.trim().parse().ok()?,
            _ => return None,
        };
        // What is too large for the type becomes its greatest value.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        (number.is_finite() && number >= 1.0).then_some(number as u64)
    }
}
