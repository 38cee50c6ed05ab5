//! What a server asks a person.

use crate::{
    Json,
    model::{
        Meta,
        wire::{tagged, wire},
    },
};

tagged! {
    /// A server's question to a person (2026-07-28 `client/elicitation`).
    pub enum ElicitQuestion by "mode" {
        /// A form that the client shows.
        Form(ElicitFormQuestion) = "form";
        /// An address that the person opens.
        Url(ElicitUrlQuestion) = "url";
    }
}

wire! {
    /// A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode").
    pub struct ElicitFormQuestion {
        tag "mode" = "form";
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The JSON Schema of the form: an object with flat members.
            requested_schema: Json = "requestedSchema";
        }
        optional {
            /// What is attached to the question.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// An address that the person opens (2026-07-28 `client/elicitation`, "URL Mode").
    pub struct ElicitUrlQuestion {
        tag "mode" = "url";
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
            /// What the server says to the person: untrusted text.
            message: String = "message";
            /// The address. It must be shown to the person, and opened only with consent.
            url: String = "url";
        }
        optional {
            /// What the event `elicitationComplete` will name (2025-11-25 only).
            with_elicitation_id elicitation_id: String = "elicitationId";
            /// What is attached to the question.
            with_meta meta: Meta = "_meta";
        }
    }
}
