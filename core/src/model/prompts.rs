//! Prompts: their list, and getting one filled in.

use super::{CacheScope, ContentBlock, Icon, List, Map, Meta, Role, Ttl, wire::wire};
use crate::jsonrpc::Json;

wire! {
    /// A prompt that a server can fill in (2026-07-28 `server/prompts`, "Prompt").
    pub struct Prompt {
        required {
            /// The name by which it is asked for.
            name: String = "name";
        }
        optional {
            /// What it wants to be filled in with.
            with_arguments arguments: Vec<PromptArgument> = "arguments";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
            /// What it is for.
            with_description description: String = "description";
            /// Pictures that stand for it (since 2025-11-25).
            with_icons icons: Vec<Icon> = "icons";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Something that a prompt is filled in with (2026-07-28 `schema`, `PromptArgument`).
    pub struct PromptArgument {
        required {
            /// Its name.
            name: String = "name";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
            /// What it is.
            with_description description: String = "description";
            /// Whether it must be given.
            with_required required: bool = "required";
        }
    }
}

wire! {
    /// One page of a server's prompts (2026-07-28 `server/prompts`, "Listing Prompts").
    pub struct ListPromptsResult {
        required {
            /// The prompts.
            prompts: List<Prompt> = "prompts";
        }
        optional {
            /// Where the next page begins; absent on the last one.
            with_next_cursor next_cursor: String = "nextCursor";
            /// For how long the page may be kept.
            with_ttl_ms ttl_ms: Ttl = "ttlMs";
            /// Who may be given the kept page.
            with_cache_scope cache_scope: CacheScope = "cacheScope";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the page.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `prompts/get` (2026-07-28 `server/prompts`, "Getting a Prompt").
    pub struct GetPromptParams {
        required {
            /// The prompt's name.
            name: String = "name";
        }
        optional {
            /// What it is filled in with.
            with_arguments arguments: Map<String> = "arguments";
            /// The answers to what the server asked for (since 2026-07-28).
            with_input_responses input_responses: Map<Json> = "inputResponses";
            /// The server's own state, given back untouched (since 2026-07-28).
            with_request_state request_state: Json = "requestState";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A prompt that was filled in (2026-07-28 `server/prompts`, "Getting a Prompt").
    pub struct GetPromptResult {
        required {
            /// The messages, in the order in which a model is given them.
            messages: List<PromptMessage> = "messages";
        }
        optional {
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What the prompt is for.
            with_description description: String = "description";
            /// What is attached to the prompt.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// One message of a prompt (2026-07-28 `server/prompts`, "PromptMessage").
    pub struct PromptMessage {
        required {
            /// Who says it.
            role: Role = "role";
            /// What is said.
            content: ContentBlock = "content";
        }
    }
}
