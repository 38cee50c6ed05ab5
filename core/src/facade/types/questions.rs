//! What a server asks the program around Hostline.

use crate::{
    Json,
    model::{CreateMessageParams, Meta, wire::wire},
};

wire! {
    /// A form that the client shows (2026-07-28 `client/elicitation`, "Form Mode").
    pub struct ElicitFormQuestion {
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

wire! {
    /// A server's request for a model's answer (2026-07-28 `client/sampling`).
    pub struct CreateMessageQuestion {
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
            /// What it asks: untrusted text.
            params: CreateMessageParams = "params";
        }
    }
}

wire! {
    /// A server's question in which folders it may work (2026-07-28 `client/roots`).
    pub struct ListRootsQuestion {
        required {
            /// The server that asks, as the user named it.
            target: String = "target";
        }
        optional {
            /// What is attached to the question.
            with_meta meta: Meta = "_meta";
        }
    }
}
