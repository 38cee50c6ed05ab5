//! A server's question to a person (2026-07-28 `client/elicitation`; since 2025-06-18).

use std::marker::PhantomData;

use serde::{Deserializer, Serializer, de::MapAccess};

use super::{
    FormSchema, Map, Meta, TaskMetadata,
    decode::{Decoded, Misfit, Notes, Object, Tagged, Wire},
    members::Members,
    visit::TaggedVisitor,
    wire::{open_enum, wire, wire_serde},
};
use crate::jsonrpc::Json;

/// The parameters of `elicitation/create`, told apart by `mode`; none means a form.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ElicitParams {
    /// A form that the client shows.
    Form(ElicitFormParams),
    /// An address that the person opens.
    Url(ElicitUrlParams),
}

impl ElicitParams {
    /// What the server says to the person: untrusted text.
    pub fn message(&self) -> &str {
        match self {
            Self::Form(params) => &params.message,
            Self::Url(params) => &params.message,
        }
    }
}

wire! {
    /// A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode").
    pub struct ElicitFormParams {
        required {
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The JSON Schema of the form, as it arrived; [`Self::form`] takes it apart.
            requested_schema: Json = "requestedSchema";
        }
        optional {
            /// `form` where the server says so (since 2025-11-25).
            with_mode mode: String = "mode";
            /// Asks that the request become a task (2025-11-25 only).
            with_task task: TaskMetadata = "task";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl ElicitFormParams {
    /// The fields that the person is asked to fill in.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Protocol`], naming the property, when the schema is not of the flat kind
    /// that forms have. The question must then be declined.
    pub fn form(&self) -> crate::Result<FormSchema> {
        FormSchema::parse(&self.requested_schema)
    }
}

wire! {
    /// An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode"; since
    /// 2025-11-25).
    pub struct ElicitUrlParams {
        tag "mode" = "url";
        required {
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The address. It must be shown to the person, and opened only with consent.
            url: String = "url";
        }
        optional {
            /// What `notifications/elicitation/complete` will name (2025-11-25 only).
            with_elicitation_id elicitation_id: String = "elicitationId";
            /// Asks that the request become a task (2025-11-25 only).
            with_task task: TaskMetadata = "task";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl Tagged for ElicitParams {
    const TAG: &'static str = "mode";
    const DEFAULT: Option<&'static str> = Some("form");

    fn dispatch<'de, A: MapAccess<'de>>(
        tag: &str,
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        match tag {
            "form" => {
                let said = members.tag_read.then(|| tag.to_owned());
                let params = ElicitFormParams::members(members, notes)?;
                Ok(params.map(|params| Self::Form(ElicitFormParams { mode: said, ..params })))
            }
            "url" => Ok(ElicitUrlParams::members(members, notes)?.map(Self::Url)),
            _ => {
                members.ignore_rest()?;
                Ok(Err(Misfit::expected("\"form\" or \"url\"", "another mode").within("mode")))
            }
        }
    }
}

impl Wire for ElicitParams {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(TaggedVisitor(notes, PhantomData))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Form(params) => params.encode(serializer),
            Self::Url(params) => params.encode(serializer),
        }
    }
}

wire_serde!(ElicitParams);

impl From<ElicitFormParams> for ElicitParams {
    fn from(params: ElicitFormParams) -> Self {
        Self::Form(params)
    }
}

impl From<ElicitUrlParams> for ElicitParams {
    fn from(params: ElicitUrlParams) -> Self {
        Self::Url(params)
    }
}

open_enum! {
    /// What a person did with a question (2026-07-28 `client/elicitation`, "Response Actions").
    pub enum ElicitAction {
        /// The person answered, or agreed to open the address.
        Accept = "accept",
        /// The person refused.
        Decline = "decline",
        /// The person closed the question without an answer.
        Cancel = "cancel",
    }
}

wire! {
    /// A person's answer.
    pub struct ElicitResult {
        required {
            /// What the person did.
            action: ElicitAction = "action";
        }
        optional {
            /// What the person filled in: strings, numbers, booleans and, since 2025-11-25, lists
            /// of strings.
            with_content content: Map<Json> = "content";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl ElicitResult {
    /// The person answered with this content.
    pub fn accept(content: impl Into<Map<Json>>) -> Self {
        Self::new(ElicitAction::Accept).with_content(content)
    }

    /// What the person filled in; nothing where the person did not accept.
    pub fn accepted(&self) -> Option<&Map<Json>> {
        self.content.as_ref().filter(|_| self.action == ElicitAction::Accept)
    }

    /// The person refused.
    pub fn decline() -> Self {
        Self::new(ElicitAction::Decline)
    }

    /// The person closed the question.
    pub fn cancel() -> Self {
        Self::new(ElicitAction::Cancel)
    }
}

wire! {
    /// The parameters of `notifications/elicitation/complete` (2025-11-25 `client/elicitation`;
    /// only there).
    pub struct ElicitationCompleteParams {
        required {
            /// The question that was dealt with.
            elicitation_id: String = "elicitationId";
        }
        salvaged {
            /// What is attached to the notification.
            with_meta meta: Meta = "_meta";
        }
    }
}
