//! What goes into the operations of a host.

use super::{AuthMode, Confidential, JsonObject, TokenStoreChoice};
use crate::{
    Json,
    model::{
        Map,
        wire::{open_enum, wire},
    },
};

wire! {
    /// How to open a host.
    pub struct HostOptions {
        optional {
            /// The file of the configuration, by its whole path. Default: where it belongs on this
            /// system.
            with_config config: String = "config";
            /// What the program is called among those who use the host: consent is bound to it.
            /// Default `hostline`.
            with_client_name client_name: String = "clientName";
            /// Where tokens and secrets are kept. Default: in the system's keychain.
            with_token_store token_store: TokenStoreChoice = "tokenStore";
            /// How long a question waits for a person, in milliseconds. Default 300,000.
            with_patience_ms patience_ms: u64 = "patienceMs";
            /// Whether servers are started that the configuration starts with the host. Default
            /// true.
            with_starts starts: bool = "starts";
            /// The names of the questions that the program answers.
            with_answers answers: Vec<String> = "answers";
        }
    }
}

wire! {
    /// What is known of a host once it is open.
    pub struct HostInfo {
        required {
            /// The file of the configuration.
            config: String = "config";
            /// Whether the host is in this process. Otherwise another process owns the
            /// configuration, and everything is done there.
            is_owner: bool = "isOwner";
        }
    }
}

wire! {
    /// Which server is meant.
    pub struct ServerRequest {
        required {
            /// What the configuration calls it.
            server: String = "server";
        }
    }
}

wire! {
    /// Which servers are meant.
    pub struct ServersRequest {
        optional {
            /// One of them. Default: all.
            with_server server: String = "server";
        }
    }
}

wire! {
    /// A server to add to the configuration.
    pub struct AddServerRequest {
        required {
            /// What to call it: at most 32 letters and digits, with single `-` and `_` between them.
            /// The catalogue calls its tools `NAME__TOOL`.
            server: String = "server";
            /// An address that begins with `https://` or `http://`, or a command line.
            target: String = "target";
        }
        optional {
            /// Variables of the environment of a command; `${secret:NAME}` stands for a secret.
            with_environment environment: Confidential = "environment";
            /// The folder in which a command is started: a whole path.
            with_folder folder: String = "folder";
            /// Headers of every request to an address; `${secret:NAME}` stands for a secret.
            with_headers headers: Confidential = "headers";
            /// How much it may do without asking. Default `ask-for-writes`.
            with_posture posture: PostureChoice = "posture";
            /// Whether it is used at all. Default true.
            with_enabled enabled: bool = "enabled";
            /// Who the client acts for at an address. Default `oauth`, where the server wants it.
            with_auth auth: AuthMode = "auth";
            /// Whether a person has seen the command and said yes to it, so that nobody is asked
            /// before it is started. Default false.
            with_approved approved: bool = "approved";
        }
    }
}

open_enum! {
    /// How much a server may do without asking.
    pub enum PostureChoice {
        /// Tools that are known to read are called, since you have said so, or its server says so
        /// and you trust it (`docs/policy.md`); anything else is asked for.
        AskForWrites = "ask-for-writes",
        /// Tools that are known to read are called; anything else is not.
        ReadOnly = "read-only",
        /// Everything is asked for.
        AskAlways = "ask-always",
        /// Nothing is done.
        Block = "block",
    }
}

wire! {
    /// Which part of the catalogue is wanted.
    pub struct CatalogueRequest {
        optional {
            /// What this server offers. Default: all.
            with_server server: String = "server";
            /// Only the tools that have all of these words.
            with_words words: String = "words";
            /// Whether servers are started that are not there yet. Default false.
            with_start start: bool = "start";
        }
    }
}

wire! {
    /// How to call a tool through the gate.
    pub struct HostCallRequest {
        required {
            /// The tool's name: that of the catalogue, or the server's own where the server is given.
            tool: String = "tool";
        }
        optional {
            /// The arguments: an object. Default: without any.
            with_arguments arguments: JsonObject = "arguments";
            /// Whose tool it is. Default: the name is one of the catalogue.
            with_server server: String = "server";
            /// How long to wait for an answer or for progress, in milliseconds. Default: the
            /// server's own.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// Whether to report progress. The typed APIs set it from the caller's function.
            with_progress progress: bool = "progress";
        }
    }
}

wire! {
    /// A call that a model wants to make, as OpenAI's interface has it.
    pub struct OpenAiCallRequest {
        required {
            /// A member of `tool_calls` of the model's message.
            call: Json = "call";
        }
        optional {
            /// How long to wait for an answer or for progress, in milliseconds. Default: the
            /// server's own.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
        }
    }
}

wire! {
    /// A prompt to get.
    pub struct HostPromptRequest {
        required {
            /// The prompt's name: that of the catalogue, or the server's own where it is given.
            name: String = "name";
        }
        optional {
            /// The arguments, by their names. Default: without any.
            with_arguments arguments: Map<String> = "arguments";
            /// Whose prompt it is. Default: the name is one of the catalogue.
            with_server server: String = "server";
        }
    }
}

wire! {
    /// A resource to read.
    pub struct HostReadRequest {
        required {
            /// The resource's address: that of the catalogue, or the server's own where it is given.
            address: String = "address";
        }
        optional {
            /// Whose resource it is. Default: the address is one of the catalogue.
            with_server server: String = "server";
        }
    }
}

wire! {
    /// A call that is judged and not made.
    pub struct SimulateRequest {
        required {
            /// The tool's name: that of the catalogue, or the server's own where the server is given.
            tool: String = "tool";
        }
        optional {
            /// The arguments: an object. Default: without any.
            with_arguments arguments: JsonObject = "arguments";
            /// Whose tool it is. Default: the name is one of the catalogue.
            with_server server: String = "server";
        }
    }
}

wire! {
    /// A rule of the policy, as the configuration has it.
    pub struct RuleRequest {
        required {
            /// An object with a `name` that no other rule has, an `effect` (`allow`, `ask` or `deny`),
            /// and any of `server`, `tool`, `client`, `action` and `where`: see `docs/policy.md`.
            rule: JsonObject = "rule";
        }
    }
}

wire! {
    /// Which rule of the policy is meant.
    pub struct RuleName {
        required {
            /// Its name.
            name: String = "name";
        }
    }
}

wire! {
    /// Which grant is meant.
    pub struct GrantRequest {
        required {
            /// Its name.
            grant: String = "grant";
        }
    }
}

wire! {
    /// Definitions that a person has seen and approves.
    pub struct ApproveRequest {
        required {
            /// The server.
            server: String = "server";
            /// What stands for them, so that nothing is approved that was not seen.
            digests: Vec<String> = "digests";
        }
    }
}

wire! {
    /// Approval that is taken back.
    pub struct ForgetRequest {
        required {
            /// The server.
            server: String = "server";
        }
        optional {
            /// What is defined: `tool`, `prompt` or `instructions`. Default: everything.
            with_kind kind: String = "kind";
            /// Its name.
            with_name name: String = "name";
        }
    }
}

wire! {
    /// Which lines of the record are wanted.
    pub struct AuditRequest {
        optional {
            /// Those about this server.
            with_server server: String = "server";
            /// Those of this client.
            with_client client: String = "client";
            /// The most lines, the newest ones. Default 100.
            with_most most: u64 = "most";
        }
    }
}

wire! {
    /// Which entries of a server's log are wanted.
    pub struct LogRequest {
        required {
            /// The server.
            server: String = "server";
        }
        optional {
            /// Those behind this number. Default: from the oldest on.
            with_after after: u64 = "after";
        }
    }
}

wire! {
    /// The answer to a question.
    pub struct AnswerRequest {
        required {
            /// The question's number, as text: it may be larger than some languages' numbers.
            question: String = "question";
            /// What a person has decided.
            decision: Decision = "decision";
        }
    }
}

wire! {
    /// What a person has decided.
    pub struct Decision {
        required {
            /// Whether it may happen.
            allow: bool = "allow";
        }
        optional {
            /// For how long the answer holds. Default `once`.
            with_term term: DecisionTerm = "term";
            /// How many of the identical requests that wait may happen, where it is allowed once.
            /// Default 1.
            with_requests requests: u64 = "requests";
            /// What the arguments of later calls must be like, where the answer holds for them: as
            /// `where` of a rule (`docs/policy.md`).
            with_constraints constraints: Vec<Json> = "constraints";
            /// What the person made of it, where the matter is a `form`, `sampling` or a
            /// `sampling-answer`.
            with_edited edited: Json = "edited";
        }
    }
}

open_enum! {
    /// For how long an answer holds.
    pub enum DecisionTerm {
        /// For one request.
        Once = "once",
        /// As long as the client is connected.
        Session = "session",
        /// For twelve hours.
        HalfDay = "half-day",
        /// Until it is taken back.
        Always = "always",
    }
}

wire! {
    /// What to hear of a host.
    pub struct WatchOptions {
        optional {
            /// Every change of a server's status. Default false.
            with_statuses statuses: bool = "statuses";
            /// Every question for a person; whoever hears them is one who answers them. Default
            /// false.
            with_questions questions: bool = "questions";
            /// The logs of these servers, from the oldest entry on that is kept.
            with_logs logs: Vec<String> = "logs";
        }
    }
}
