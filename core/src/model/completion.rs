//! Completing what a person types (2026-07-28 `server/utilities/completion`).

use super::{
    Map, Meta,
    wire::{tagged, wire},
};

wire! {
    /// The parameters of `completion/complete`.
    pub struct CompleteParams {
        required {
            /// What the argument belongs to.
            reference: CompletionReference = "ref";
            /// The argument and what was typed of it.
            argument: CompletionArgument = "argument";
        }
        optional {
            /// What is known already (since 2025-06-18).
            with_context context: CompletionContext = "context";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

tagged! {
    /// What an argument belongs to.
    pub enum CompletionReference by "type" {
        /// A prompt.
        Prompt(PromptReference) = "ref/prompt";
        /// A resource template.
        Resource(ResourceTemplateReference) = "ref/resource";
    }
}

wire! {
    /// A prompt, by its name.
    pub struct PromptReference {
        tag "type" = "ref/prompt";
        required {
            /// The prompt's name.
            name: String = "name";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
        }
    }
}

wire! {
    /// A resource template, by its pattern.
    pub struct ResourceTemplateReference {
        tag "type" = "ref/resource";
        required {
            /// The pattern, by RFC 6570.
            uri: String = "uri";
        }
    }
}

wire! {
    /// An argument and what was typed of it.
    pub struct CompletionArgument {
        required {
            /// The argument's name.
            name: String = "name";
            /// What was typed.
            value: String = "value";
        }
    }
}

wire! {
    /// What is known already.
    pub struct CompletionContext {
        optional {
            /// The arguments that have a value.
            with_arguments arguments: Map<String> = "arguments";
        }
    }
}

wire! {
    /// What the argument may become.
    pub struct CompleteResult {
        required {
            /// The proposals.
            completion: Completion = "completion";
        }
        optional {
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the proposals.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Proposals, best first.
    pub struct Completion {
        required {
            /// At most 100 values.
            values: Vec<String> = "values";
        }
        salvaged {
            /// How many there are in all.
            with_total total: u64 = "total";
            /// Whether there are more, even if it is not known how many.
            with_has_more has_more: bool = "hasMore";
        }
    }
}
