//! Tools: their list, and calls of them.

use super::{
    CacheScope, ContentBlock, Dropped, Icon, List, Map, Meta, TaskMetadata, Ttl,
    decode::{Misfit, Notes},
    empty_object,
    wire::{open_enum, wire},
};
use crate::{jsonrpc::Json, schema::SchemaError};

wire! {
    /// Something that a server can do (2026-07-28 `server/tools`, "Tool").
    pub struct Tool {
        required {
            /// The name by which it is called.
            name: String = "name";
        }
        repaired {
            /// The JSON Schema of its arguments; any object where a peer sent none.
            input_schema: Json = "inputSchema", schema_or_any;
        }
        optional {
            /// The JSON Schema of its structured content (since 2025-06-18).
            with_output_schema output_schema: Json = "outputSchema";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
            /// What it does, in words that a model reads.
            with_description description: String = "description";
            /// Hints about what it does (since 2025-03-26). They are the server's own word.
            with_annotations annotations: ToolAnnotations = "annotations";
            /// How it can be run (2025-11-25 only).
            with_execution execution: ToolExecution = "execution";
            /// Pictures that stand for it (since 2025-11-25).
            with_icons icons: Vec<Icon> = "icons";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

/// A tool without a schema of its arguments is kept as one that takes any object.
fn schema_or_any(found: Option<Json>, notes: &mut Notes) -> Json {
    match found {
        Some(schema) if schema.is_object() => schema,
        found => {
            let what = if found.is_some() { "no object" } else { "missing" };
            notes.push(Misfit::new(format!("{what}; taken as any object")).within("inputSchema"));
            Json::encode(&Map::<String>::from([("type", "object")])).unwrap_or(empty_object())
        }
    }
}

wire! {
    /// Hints about what a tool does (2026-07-28 `schema`, `ToolAnnotations`). They must not be
    /// trusted unless the server is.
    pub struct ToolAnnotations {
        salvaged {
            /// The name that people see.
            with_title title: String = "title";
            /// The tool changes nothing. Taken as false when absent.
            with_read_only_hint read_only_hint: bool = "readOnlyHint";
            /// The tool may destroy something. Taken as true when absent.
            with_destructive_hint destructive_hint: bool = "destructiveHint";
            /// Calling the tool again with the same arguments does no more. Taken as false when
            /// absent.
            with_idempotent_hint idempotent_hint: bool = "idempotentHint";
            /// The tool reaches the world outside. Taken as true when absent.
            with_open_world_hint open_world_hint: bool = "openWorldHint";
        }
    }
}

wire! {
    /// How a tool can be run (2025-11-25 `schema`, `ToolExecution`).
    pub struct ToolExecution {
        salvaged {
            /// Whether calls of it can become tasks. Taken as forbidden when absent.
            with_task_support task_support: TaskSupport = "taskSupport";
        }
    }
}

open_enum! {
    /// Whether calls of a tool can become tasks (2025-11-25 `basic/utilities/tasks`, "Tool-Level
    /// Negotiation").
    pub enum TaskSupport {
        /// They cannot.
        Forbidden = "forbidden",
        /// They can.
        Optional = "optional",
        /// They must.
        Required = "required",
    }
}

wire! {
    /// One page of a server's tools (2026-07-28 `server/tools`, "Listing Tools").
    pub struct ListToolsResult {
        required {
            /// The tools.
            tools: List<Tool> = "tools";
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
    /// The parameters of `tools/call` (2026-07-28 `server/tools`, "Calling Tools").
    pub struct CallToolParams {
        required {
            /// The tool's name.
            name: String = "name";
        }
        optional {
            /// The arguments: an object.
            with_arguments arguments: Json = "arguments";
            /// Asks that the call become a task (2025-11-25 only).
            with_task task: TaskMetadata = "task";
            /// The answers to what the server asked for (since 2026-07-28).
            with_input_responses input_responses: Map<Json> = "inputResponses";
            /// The server's own state, given back untouched (since 2026-07-28).
            with_request_state request_state: Json = "requestState";
        }
        salvaged {
            /// What is attached to the call.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// What a tool answered (2026-07-28 `server/tools`, "Tool Result").
    pub struct CallToolResult {
        repaired {
            /// The answer for people and models.
            content: List<ContentBlock> = "content", content_or_none;
        }
        optional {
            /// The answer for programs (since 2025-06-18; an object before 2026-07-28).
            with_structured_content structured_content: Json = "structuredContent";
            /// Whether the tool failed.
            with_is_error is_error: bool = "isError";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
        beside {
            /// Whether the structured content fits the tool's output schema. It is found here, and
            /// not sent.
            validation: Validation;
        }
    }
}

impl CallToolResult {
    /// Whether the tool says that it failed.
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }

    /// The texts of the answer, a line each.
    pub fn text(&self) -> String {
        let texts: Vec<_> = self.content.iter().filter_map(ContentBlock::as_text).collect();
        texts.join("\n")
    }
}

/// Some servers leave `content` out when they have structured content.
fn content_or_none(found: Option<List<ContentBlock>>, _: &mut Notes) -> List<ContentBlock> {
    found.unwrap_or_else(|| {
        let mut none = List::new();
        none.report(Dropped::new(0, None, "content: missing or no array", false));
        none
    })
}

/// Whether structured content fits the schema that the tool promised.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Validation {
    /// It was not checked: there is no schema, no content, or nobody asked.
    #[default]
    Unchecked,
    /// It fits.
    Valid,
    /// It does not fit; each sentence names a place and a rule.
    Mismatch(Vec<String>),
    /// The schema itself cannot be used.
    Schema(SchemaError),
}
