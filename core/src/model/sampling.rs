//! A server's request for a model's answer (2026-07-28 `client/sampling`; deprecated there).

use super::{
    AudioContent, ContentBlock, ImageContent, Meta, OneOrMany, Role, TaskMetadata, TextContent,
    Tool,
    wire::{open_enum, tagged, wire},
};
use crate::jsonrpc::Json;

wire! {
    /// The parameters of `sampling/createMessage`.
    pub struct CreateMessageParams {
        required {
            /// The conversation so far.
            messages: Vec<SamplingMessage> = "messages";
            /// The most tokens that the answer may have.
            max_tokens: u64 = "maxTokens";
        }
        optional {
            /// Which model the server would like.
            with_model_preferences model_preferences: ModelPreferences = "modelPreferences";
            /// What the model is to be told first.
            with_system_prompt system_prompt: String = "systemPrompt";
            /// Whose context is to be added; deprecated.
            with_include_context include_context: IncludeContext = "includeContext";
            /// How freely the model is to choose its words.
            with_temperature temperature: f64 = "temperature";
            /// Words at which the model is to stop.
            with_stop_sequences stop_sequences: Vec<String> = "stopSequences";
            /// What goes to the model's provider as it is.
            with_metadata metadata: Json = "metadata";
            /// The tools that the model may use (since 2025-11-25).
            with_tools tools: Vec<Tool> = "tools";
            /// Whether it must use them (since 2025-11-25).
            with_tool_choice tool_choice: ToolChoice = "toolChoice";
            /// Asks that the request become a task (2025-11-25 only).
            with_task task: TaskMetadata = "task";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// One message of the conversation.
    pub struct SamplingMessage {
        required {
            /// Who says it.
            role: Role = "role";
            /// What is said: one piece in the protocol's own form, such as
            /// `{"type": "text", "text": "hello"}`, or since 2025-11-25 several.
            content: OneOrMany<SamplingContent> = "content";
        }
        salvaged {
            /// What is attached to the message (since 2025-11-25).
            with_meta meta: Meta = "_meta";
        }
    }
}

tagged! {
    /// One piece of a message to or from a model.
    pub enum SamplingContent by "type" {
        /// Text.
        Text(TextContent) = "text";
        /// A picture.
        Image(ImageContent) = "image";
        /// Sound (since 2025-03-26).
        Audio(AudioContent) = "audio";
        /// The model wants a tool to be called (since 2025-11-25).
        ToolUse(ToolUseContent) = "tool_use";
        /// What the tool answered (since 2025-11-25).
        ToolResult(ToolResultContent) = "tool_result";
    }
}

wire! {
    /// A model wants a tool to be called.
    pub struct ToolUseContent {
        tag "type" = "tool_use";
        required {
            /// The use's identifier, which its result must carry.
            id: String = "id";
            /// The tool's name.
            name: String = "name";
            /// The arguments: an object.
            input: Json = "input";
        }
        salvaged {
            /// What is attached to the use.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// What the tool that a model wanted has answered.
    pub struct ToolResultContent {
        tag "type" = "tool_result";
        required {
            /// The identifier of the use.
            tool_use_id: String = "toolUseId";
            /// The answer.
            content: Vec<ContentBlock> = "content";
        }
        optional {
            /// The answer for programs.
            with_structured_content structured_content: Json = "structuredContent";
            /// Whether the tool failed.
            with_is_error is_error: bool = "isError";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Which model a server would like. The client need not follow.
    pub struct ModelPreferences {
        salvaged {
            /// Names, most wanted first.
            with_hints hints: Vec<ModelHint> = "hints";
            /// How much cost matters, from 0 to 1.
            with_cost_priority cost_priority: f64 = "costPriority";
            /// How much speed matters, from 0 to 1.
            with_speed_priority speed_priority: f64 = "speedPriority";
            /// How much intelligence matters, from 0 to 1.
            with_intelligence_priority intelligence_priority: f64 = "intelligencePriority";
        }
    }
}

wire! {
    /// The name of a model, or a part of it.
    pub struct ModelHint {
        salvaged {
            /// The name.
            with_name name: String = "name";
        }
    }
}

wire! {
    /// Whether a model must use tools.
    pub struct ToolChoice {
        salvaged {
            /// Whether it must; taken as `auto` when absent.
            with_mode mode: ToolChoiceMode = "mode";
        }
    }
}

open_enum! {
    /// Whether a model must use tools.
    pub enum ToolChoiceMode {
        /// As it likes.
        Auto = "auto",
        /// At least one.
        Required = "required",
        /// None.
        None = "none",
    }
}

open_enum! {
    /// Whose context is to be added to a conversation; deprecated.
    pub enum IncludeContext {
        /// None.
        None = "none",
        /// That of the server that asks.
        ThisServer = "thisServer",
        /// That of all servers.
        AllServers = "allServers",
    }
}

open_enum! {
    /// Why a model stopped.
    pub enum StopReason {
        /// It was done.
        EndTurn = "endTurn",
        /// It came to a stop sequence.
        StopSequence = "stopSequence",
        /// It had said as much as it may.
        MaxTokens = "maxTokens",
        /// It wants a tool to be called.
        ToolUse = "toolUse",
    }
}

wire! {
    /// A model's answer.
    pub struct CreateMessageResult {
        required {
            /// Who says it.
            role: Role = "role";
            /// What is said: one piece in the protocol's own form, such as
            /// `{"type": "text", "text": "hello"}`, or since 2025-11-25 several.
            content: OneOrMany<SamplingContent> = "content";
            /// The model's name.
            model: String = "model";
        }
        optional {
            /// Why the model stopped.
            with_stop_reason stop_reason: StopReason = "stopReason";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl CreateMessageResult {
    /// The texts of the answer, joined by line breaks.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter_map(|content| match content {
            SamplingContent::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}
