//! The flat schemas of which forms are made (2026-07-28 `client/elicitation`, "Requested Schema").

use serde::{Serialize, Serializer};

use super::{
    BooleanSchema, EnumChoice, LegacyTitledEnumSchema, Map, NumberSchema, StringSchema,
    TitledMultiSelectEnumSchema, TitledSingleSelectEnumSchema, UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
    decode::{Encoded, Wire},
};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::Json,
};

/// The most fields that one form may have. Default 256.
pub const MAX_FORM_FIELDS: usize = 256;

/// A form: what a person is asked to fill in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FormSchema {
    /// The fields by name, in the order in which the server wants them shown.
    pub properties: Vec<(String, FormField)>,
    /// The names of the fields that must be filled in.
    pub required: Vec<String>,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FormField {
    /// A line of text.
    String(StringSchema),
    /// A number, whole or not.
    Number(NumberSchema),
    /// Yes or no.
    Boolean(BooleanSchema),
    /// One of some values.
    SingleSelect(UntitledSingleSelectEnumSchema),
    /// One of some values that have titles.
    TitledSingleSelect(TitledSingleSelectEnumSchema),
    /// Any of some values (since 2025-11-25).
    MultiSelect(UntitledMultiSelectEnumSchema),
    /// Any of some values that have titles (since 2025-11-25).
    TitledMultiSelect(TitledMultiSelectEnumSchema),
    /// One of some values whose titles stand in a list beside them; deprecated.
    LegacySelect(LegacyTitledEnumSchema),
}

impl FormSchema {
    /// A form with these fields, of which none must be filled in.
    pub fn new(properties: impl IntoIterator<Item = (impl Into<String>, FormField)>) -> Self {
        let properties = properties.into_iter().map(|(name, field)| (name.into(), field)).collect();
        Self { properties, required: Vec::new() }
    }

    /// Says which fields must be filled in.
    pub fn with_required(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.required = names.into_iter().map(Into::into).collect();
        self
    }

    /// Takes a `requestedSchema` apart.
    ///
    /// # Errors
    /// [`ErrorCode::Protocol`], naming the property, when the schema is not of the flat kind that
    /// forms have.
    pub fn parse(schema: &Json) -> crate::Result<Self> {
        let refuse = |reason: &str| unsupported("the schema", reason);
        let members: Map<Json> = schema.decode().map_err(|error| refuse(&error.to_string()))?;
        if kind_of(&members).as_deref() != Some("object") {
            return Err(refuse("its type is not \"object\""));
        }
        let properties = members.get("properties").ok_or_else(|| refuse("no properties"))?;
        let properties: Map<Json> =
            properties.decode().map_err(|error| refuse(&error.to_string()))?;
        if properties.len() > MAX_FORM_FIELDS {
            return Err(refuse("it has too many properties"));
        }
        let required = members.get("required").map(Json::decode::<Option<Vec<String>>>);
        let required = required.transpose().map_err(|error| refuse(&error.to_string()))?;
        let properties = properties
            .into_iter()
            .map(|(name, schema)| match FormField::parse(&schema) {
                Ok(field) => Ok((name, field)),
                Err(reason) => Err(unsupported(&format!("the property `{name}`"), &reason)),
            })
            .collect::<crate::Result<_>>()?;
        Ok(Self { properties, required: required.flatten().unwrap_or_default() })
    }

    /// The field with a name.
    pub fn field(&self, name: &str) -> Option<&FormField> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, field)| field)
    }

    /// Whether a field must be filled in.
    pub fn is_required(&self, name: &str) -> bool {
        self.required.iter().any(|key| key == name)
    }

    /// The JSON Schema of the form.
    pub fn to_json(&self) -> Json {
        let mut properties = Map::<Json>::new();
        for (name, field) in &self.properties {
            properties.push(name.clone(), Json::encode(field).unwrap_or_default());
        }
        let mut schema = Map::<Json>::new();
        schema.insert("type", serde_json::Value::from("object"));
        schema.insert("properties", Json::encode(&properties).unwrap_or_default());
        if !self.required.is_empty() {
            schema.insert("required", serde_json::Value::from(self.required.clone()));
        }
        Json::encode(&schema).unwrap_or_default()
    }
}

impl From<FormSchema> for Json {
    fn from(schema: FormSchema) -> Self {
        schema.to_json()
    }
}

impl FormField {
    /// Takes the schema of one property apart; the error says what is unsupported about it.
    fn parse(schema: &Json) -> Result<Self, String> {
        let members: Map<Json> = schema.decode().map_err(|error| error.to_string())?;
        let has = |name: &str| members.get(name).is_some_and(|value| !value.is_null());
        let kind = kind_of(&members).ok_or("its type is not one name")?;
        let parsed = match kind.as_str() {
            "string" if has("oneOf") => schema.decode().map(Self::TitledSingleSelect),
            "string" if has("enumNames") => schema.decode().map(Self::LegacySelect),
            "string" if has("enum") => schema.decode().map(Self::SingleSelect),
            "string" => schema.decode().map(Self::String),
            "number" | "integer" => schema.decode().map(Self::Number),
            "boolean" => schema.decode().map(Self::Boolean),
            "array" => {
                let items: Map<Json> = members
                    .get("items")
                    .and_then(|items| items.decode().ok())
                    .ok_or("it is a list of anything")?;
                if items.get("anyOf").is_some() {
                    schema.decode().map(Self::TitledMultiSelect)
                } else if items.get("enum").is_some() {
                    schema.decode().map(Self::MultiSelect)
                } else {
                    return Err("it is a list of more than choices".to_owned());
                }
            }
            "object" => return Err("it is nested".to_owned()),
            _ => return Err("its type has no field in a form".to_owned()),
        };
        parsed.map_err(|error| error.to_string())
    }

    /// The title that people see.
    pub fn title(&self) -> Option<&str> {
        self.texts().0
    }

    /// What the field is for.
    pub fn description(&self) -> Option<&str> {
        self.texts().1
    }

    fn texts(&self) -> (Option<&str>, Option<&str>) {
        macro_rules! texts {
            ($($variant:ident)+) => {
                match self {
                    $(Self::$variant(schema) => {
                        (schema.title.as_deref(), schema.description.as_deref())
                    })+
                }
            };
        }
        texts!(String Number Boolean SingleSelect TitledSingleSelect MultiSelect TitledMultiSelect LegacySelect)
    }

    /// The values that can be chosen, each with its title; none if the field is no choice.
    pub fn choices(&self) -> Option<Vec<(&str, &str)>> {
        fn plain(values: &[String]) -> Vec<(&str, &str)> {
            values.iter().map(|value| (value.as_str(), value.as_str())).collect()
        }
        fn titled(choices: &[EnumChoice]) -> Vec<(&str, &str)> {
            choices.iter().map(|choice| (choice.value.as_str(), choice.title.as_str())).collect()
        }
        match self {
            Self::String(_) | Self::Number(_) | Self::Boolean(_) => None,
            Self::SingleSelect(schema) => Some(plain(&schema.choices)),
            Self::MultiSelect(schema) => Some(plain(&schema.items.choices)),
            Self::TitledSingleSelect(schema) => Some(titled(&schema.one_of)),
            Self::TitledMultiSelect(schema) => Some(titled(&schema.items.any_of)),
            Self::LegacySelect(schema) => {
                let mut choices = plain(&schema.choices);
                for ((_, title), name) in choices.iter_mut().zip(schema.enum_names.iter().flatten())
                {
                    *title = name;
                }
                Some(choices)
            }
        }
    }

    /// Whether several values can be chosen.
    pub fn is_multiple(&self) -> bool {
        matches!(self, Self::MultiSelect(_) | Self::TitledMultiSelect(_))
    }

    /// The value that the field starts with, as JSON.
    pub fn default_value(&self) -> Option<Json> {
        fn json<T: Wire>(value: Option<&T>) -> Option<Json> {
            Json::encode(&Encoded(value?)).ok()
        }
        match self {
            Self::String(schema) => json(schema.default.as_ref()),
            Self::Number(schema) => json(schema.default.as_ref()),
            Self::Boolean(schema) => json(schema.default.as_ref()),
            Self::SingleSelect(schema) => json(schema.default.as_ref()),
            Self::TitledSingleSelect(schema) => json(schema.default.as_ref()),
            Self::MultiSelect(schema) => json(schema.default.as_ref()),
            Self::TitledMultiSelect(schema) => json(schema.default.as_ref()),
            Self::LegacySelect(schema) => json(schema.default.as_ref()),
        }
    }
}

impl Serialize for FormField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(schema) => schema.serialize(serializer),
            Self::Number(schema) => schema.serialize(serializer),
            Self::Boolean(schema) => schema.serialize(serializer),
            Self::SingleSelect(schema) => schema.serialize(serializer),
            Self::TitledSingleSelect(schema) => schema.serialize(serializer),
            Self::MultiSelect(schema) => schema.serialize(serializer),
            Self::TitledMultiSelect(schema) => schema.serialize(serializer),
            Self::LegacySelect(schema) => schema.serialize(serializer),
        }
    }
}

fn kind_of(members: &Map<Json>) -> Option<String> {
    members.get("type")?.decode().ok()
}

fn unsupported(what: &str, reason: &str) -> Error {
    Error::new(ErrorCode::Protocol, format!("the server's form cannot be shown: {what}: {reason}"))
        .with_next_step("decline the question, and report it to the author of the server")
}
