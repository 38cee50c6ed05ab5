//! What a JSON Schema says about the kind of a value, for typing arguments and showing types.
//!
//! It reads what people need to know and no more; whether a value fits is for `hostline::schema`.

use std::collections::BTreeSet;

use hostline::text::shorten;
use serde_json::Value;

/// How many levels of references and alternatives are followed.
const MAX_DEPTH: usize = 12;
/// How many alternatives are looked at, or named.
const MAX_ALTERNATIVES: usize = 32;
/// How many values of a choice are named.
const MAX_NAMED_CHOICES: usize = 8;
/// The longest name of a type, in characters.
const MAX_TYPE_CHARS: usize = 80;

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::String,
        Self::Integer,
        Self::Number,
        Self::Boolean,
        Self::Array,
        Self::Object,
        Self::Null,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
            Self::Null => "null",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The narrowest kind of a value.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_i64() || number.is_u64() => Self::Integer,
            Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => {
                Self::Integer
            }
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// The kinds that a schema allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kinds {
    /// The schema does not say.
    Any,
    /// One of these.
    Of(BTreeSet<Kind>),
}

impl Kinds {
    pub(crate) fn allow(&self, kind: Kind) -> bool {
        match self {
            Self::Any => true,
            // Every integer is a number.
            Self::Of(kinds) => {
                kinds.contains(&kind) || kind == Kind::Integer && kinds.contains(&Kind::Number)
            }
        }
    }

    fn both(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, kinds) | (kinds, Self::Any) => kinds,
            (one, two) => {
                let both = |kind: &Kind| one.allow(*kind) && two.allow(*kind);
                let mut kinds: BTreeSet<Kind> = Kind::ALL.into_iter().filter(both).collect();
                if kinds.contains(&Kind::Number) {
                    kinds.remove(&Kind::Integer);
                }
                Self::Of(kinds)
            }
        }
    }
}

/// One schema inside of a whole one, which its references refer to.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    root: &'a Value,
    at: &'a Value,
}

impl<'a> Place<'a> {
    pub(crate) fn root(schema: &'a Value) -> Self {
        Self { root: schema, at: schema }
    }

    fn to(self, at: &'a Value) -> Self {
        Self { at, ..self }
    }

    /// The schema, with references at its top followed.
    pub(crate) fn resolved(mut self) -> Self {
        for _ in 0..MAX_DEPTH {
            let target = self.at["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
            match target.and_then(|pointer| self.root.pointer(pointer)) {
                Some(found) => self.at = found,
                None => break,
            }
        }
        self
    }

    /// The members of the object that the schema describes, in the order of their names.
    pub(crate) fn properties(self) -> Vec<(&'a str, Self)> {
        let place = self.resolved();
        let members = place.at["properties"].as_object().into_iter().flatten();
        members.map(|(name, schema)| (name.as_str(), place.to(schema))).collect()
    }

    pub(crate) fn property(self, name: &str) -> Option<Self> {
        let place = self.resolved();
        Some(place.to(place.at.get("properties")?.get(name)?))
    }

    pub(crate) fn requires(self, name: &str) -> bool {
        let required = self.resolved().at["required"].as_array();
        required.is_some_and(|names| names.iter().any(|required| required == name))
    }

    pub(crate) fn description(self) -> Option<&'a str> {
        let own = self.at["description"].as_str();
        own.or_else(|| self.resolved().at["description"].as_str())
    }

    pub(crate) fn default(self) -> Option<&'a Value> {
        self.at.get("default").or_else(|| self.resolved().at.get("default"))
    }

    /// The kinds of value that the schema allows.
    pub(crate) fn kinds(self) -> Kinds {
        self.kinds_within(MAX_DEPTH)
    }

    fn kinds_within(self, depth: usize) -> Kinds {
        let Some(depth) = depth.checked_sub(1) else { return Kinds::Any };
        let place = self.resolved();
        let mut kinds = match &place.at["type"] {
            Value::String(name) => Kind::named(name).map_or(Kinds::Any, |k| Kinds::Of([k].into())),
            Value::Array(names) => {
                Kinds::Of(names.iter().filter_map(Value::as_str).filter_map(Kind::named).collect())
            }
            _ => Kinds::Any,
        };
        if let Some(values) = place.choices() {
            kinds = kinds.both(Kinds::Of(values.iter().copied().map(Kind::of).collect()));
        }
        for alternatives in ["anyOf", "oneOf"] {
            let Some(alternatives) = place.at[alternatives].as_array() else { continue };
            let mut union = BTreeSet::new();
            let mut any = alternatives.is_empty() || alternatives.len() > MAX_ALTERNATIVES;
            for alternative in alternatives.iter().take(MAX_ALTERNATIVES) {
                match place.to(alternative).kinds_within(depth) {
                    Kinds::Any => any = true,
                    Kinds::Of(kinds) => union.extend(kinds),
                }
            }
            if !any {
                kinds = kinds.both(Kinds::Of(union));
            }
        }
        for part in place.at["allOf"].as_array().into_iter().flatten().take(MAX_ALTERNATIVES) {
            kinds = kinds.both(place.to(part).kinds_within(depth));
        }
        kinds
    }

    /// The values that can be chosen, where the schema lists them.
    fn choices(self) -> Option<Vec<&'a Value>> {
        if let Some(values) = self.at["enum"].as_array() {
            return Some(values.iter().collect());
        }
        self.at.get("const").map(|value| vec![value])
    }

    /// The type in words for a person, safe to show.
    pub(crate) fn words(self) -> String {
        shorten(&self.words_within(4), MAX_TYPE_CHARS).into_owned()
    }

    fn words_within(self, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".into() };
        let place = self.resolved();
        if let Some(values) = place.choices() {
            return choice_words(&values);
        }
        for alternatives in ["anyOf", "oneOf"] {
            if let Some(alternatives) = place.at[alternatives].as_array() {
                let mut words: Vec<String> = Vec::new();
                for alternative in alternatives.iter().take(MAX_ALTERNATIVES) {
                    let word = place.to(alternative).words_within(depth);
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                return words.join(" or ");
            }
        }
        let Kinds::Of(kinds) = place.kinds_within(depth) else { return "any".into() };
        let words: Vec<String> = kinds.iter().map(|kind| place.kind_words(*kind, depth)).collect();
        if words.is_empty() { "nothing".into() } else { words.join(" or ") }
    }

    fn kind_words(self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Array => match self.at.get("items") {
                Some(items) if items.is_object() => {
                    format!("array of {}", self.to(items).words_within(depth))
                }
                _ => "array".into(),
            },
            Kind::String => match self.at["format"].as_str() {
                Some(format) => format!("string ({format})"),
                None => "string".into(),
            },
            Kind::Integer | Kind::Number => {
                let bound = |name: &str| self.at[name].as_f64().map(|bound| bound.to_string());
                match (bound("minimum"), bound("maximum")) {
                    (Some(least), Some(most)) => format!("{} {least} to {most}", kind.name()),
                    (Some(least), None) => format!("{} from {least}", kind.name()),
                    (None, Some(most)) => format!("{} up to {most}", kind.name()),
                    (None, None) => kind.name().into(),
                }
            }
            kind => kind.name().into(),
        }
    }
}

fn choice_words(values: &[&Value]) -> String {
    let mut words: Vec<String> = values
        .iter()
        .take(MAX_NAMED_CHOICES)
        .map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
        .collect();
    if values.len() > MAX_NAMED_CHOICES {
        words.push(format!("… ({} in all)", values.len()));
    }
    words.join(" | ")
}

#[cfg(test)]
#[path = "kinds_tests.rs"]
mod tests;
