//! What comes out of the operations of a connection.

use std::{marker::PhantomData, ops::Deref};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    Json,
    model::{
        self, CallToolResult as RawCallToolResult, ContentBlock, List, Meta, Wire,
        wire::{open_enum, wire},
    },
    schema::SchemaError,
};

/// A list, and what was left out of it.
#[derive(Debug)]
pub struct Listing<T>(pub(in crate::facade) List<T>);

impl<T> Deref for Listing<T> {
    type Target = List<T>;

    fn deref(&self) -> &List<T> {
        &self.0
    }
}

impl<T: Wire + Serialize> Serialize for Listing<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("items", &self.0)?;
        map.serialize_entry("dropped", &Dropped::all(&self.0))?;
        map.end()
    }
}

/// A result that is passed on as the text that it came in, and has the shape of `T`.
#[derive(Debug)]
pub struct PassedOn<T>(Json, PhantomData<fn() -> T>);

impl<T> PassedOn<T> {
    #[cfg(feature = "http")]
    pub(in crate::facade) fn new(json: Json) -> Self {
        Self(json, PhantomData)
    }
}

impl<T> Serialize for PassedOn<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

wire! {
    /// A report of an item, or of a part of one, that was left out of a list because it did not
    /// have the right shape.
    pub struct Dropped {
        required {
            /// The item's place in the list that the server sent, counted from 0.
            index: u64 = "index";
            /// What is wrong, with the place inside the item.
            reason: String = "reason";
            /// Whether the item is in the list, without the part that was wrong.
            kept: bool = "kept";
        }
        optional {
            /// The item's name or address, where it has one: untrusted text.
            with_name name: String = "name";
        }
    }
}

impl Dropped {
    fn all<T>(list: &List<T>) -> Vec<Self> {
        let report = |dropped: &model::Dropped| {
            let index = u64::try_from(dropped.index).unwrap_or(u64::MAX);
            let report = Self::new(index, dropped.reason.clone(), dropped.kept);
            Self { name: dropped.name.clone(), ..report }
        };
        list.dropped().iter().map(report).collect()
    }
}

open_enum! {
    /// Whether a result's structured content fits the schema that the tool promised.
    pub enum ValidationStatus {
        /// It was not checked: there is no schema, no content, or nobody asked.
        Unchecked = "unchecked",
        /// It fits.
        Valid = "valid",
        /// It does not fit.
        Mismatch = "mismatch",
        /// The schema's dialect is unknown, so that nothing can be said.
        UnsupportedDialect = "unsupported_dialect",
        /// The schema itself is invalid.
        InvalidSchema = "invalid_schema",
        /// The schema refers to another document, which is never fetched.
        ExternalRef = "external_ref",
    }
}

wire! {
    /// What was found about a result's structured content.
    pub struct Validation {
        required {
            /// Whether it fits.
            status: ValidationStatus = "status";
        }
        optional {
            /// What does not fit: sentences that name a place and a rule.
            with_findings findings: Vec<String> = "findings";
        }
    }
}

impl From<model::Validation> for Validation {
    fn from(validation: model::Validation) -> Self {
        match validation {
            model::Validation::Unchecked => Self::new(ValidationStatus::Unchecked),
            model::Validation::Valid => Self::new(ValidationStatus::Valid),
            model::Validation::Mismatch(findings) => {
                Self::new(ValidationStatus::Mismatch).with_findings(findings)
            }
            model::Validation::Schema(error) => {
                let status = match &error {
                    SchemaError::UnsupportedDialect(_) => ValidationStatus::UnsupportedDialect,
                    SchemaError::ExternalRef(_) => ValidationStatus::ExternalRef,
                    SchemaError::Invalid(_) => ValidationStatus::InvalidSchema,
                };
                Self::new(status).with_findings(vec![error.to_string()])
            }
        }
    }
}

wire! {
    /// What a tool answered (2026-07-28 `server/tools`, "Tool Result").
    pub struct CallToolResult {
        required {
            /// The answer for people and models.
            content: List<ContentBlock> = "content";
            /// Whether the structured content fits the tool's output schema. It is found here, and
            /// not sent.
            validation: Validation = "validation";
        }
        optional {
            /// The answer for programs (since 2025-06-18; an object before 2026-07-28).
            with_structured_content structured_content: Json = "structuredContent";
            /// Whether the tool failed.
            with_is_error is_error: bool = "isError";
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
            /// What was left out of `content`.
            with_dropped dropped: Vec<Dropped> = "dropped";
        }
    }
}

impl From<RawCallToolResult> for CallToolResult {
    fn from(result: RawCallToolResult) -> Self {
        let dropped = Dropped::all(&result.content);
        Self {
            content: result.content,
            validation: result.validation.into(),
            structured_content: result.structured_content,
            is_error: result.is_error,
            meta: result.meta,
            dropped: (!dropped.is_empty()).then_some(dropped),
            extra: result.extra,
        }
    }
}

wire! {
    /// How far a call has come (2026-07-28 `basic/patterns/progress`).
    pub struct ProgressReport {
        required {
            /// The number of the call, which tells calls apart.
            call: u64 = "call";
            /// How far it has come, more each time.
            progress: f64 = "progress";
        }
        optional {
            /// How far it has to come, where that is known.
            with_total total: f64 = "total";
            /// What is being done, in words for a person: untrusted text.
            with_message message: String = "message";
        }
    }
}
