//! What comes out of the operations of a host.

use crate::{
    Json,
    model::{
        ContentBlock, List, Meta, Prompt, Resource, ResourceTemplate, Tool,
        wire::{open_enum, tagged, wire},
    },
};

open_enum! {
    /// What a server does now.
    pub enum ServerActivity {
        /// The person has turned it off.
        Disabled = "disabled",
        /// Nobody has needed it yet, or it was stopped.
        Idle = "idle",
        /// It is being started.
        Starting = "starting",
        /// It serves.
        Ready = "ready",
        /// It has ended by itself and is started again after a wait.
        Waiting = "waiting",
        /// It could not be started, and is not tried again until somebody needs it.
        Failed = "failed",
    }
}

wire! {
    /// How a server stands.
    pub struct ServerStatus {
        required {
            /// What the configuration calls it.
            server: String = "server";
            /// What it does now.
            activity: ServerActivity = "activity";
            /// How it stands, in words.
            sentence: String = "sentence";
            /// About how many tokens the definitions of its offered tools take.
            tokens: u64 = "tokens";
        }
        optional {
            /// The last step that it has reached since it was started last: `begun`, `heard`,
            /// `negotiated`, `authorized` or `listed`.
            with_step step: String = "step";
            /// Since when it does that, in seconds since 1970.
            with_since since: u64 = "since";
            /// The protocol version that is spoken.
            with_version version: String = "version";
            /// The transport.
            with_transport transport: String = "transport";
            /// How many tools it lists.
            with_tools tools: u64 = "tools";
            /// How often it has ended by itself in a row.
            with_failures failures: u64 = "failures";
            /// Why it does not serve.
            with_fault fault: StatusFault = "fault";
        }
    }
}

wire! {
    /// Why a server does not serve.
    pub struct StatusFault {
        required {
            /// The stable name of the kind of failure.
            code: String = "code";
            /// The sentence for a person, with what to do.
            sentence: String = "sentence";
        }
    }
}

wire! {
    /// What is said of a server.
    pub struct ServerNote {
        required {
            /// Which one.
            server: String = "server";
            /// What it is, in a sentence.
            sentence: String = "sentence";
        }
    }
}

open_enum! {
    /// Whether something is offered.
    pub enum Standing {
        /// It is.
        Offered = "offered",
        /// The person has turned it off.
        Off = "off",
        /// It waits for approval.
        Held = "held",
    }
}

wire! {
    /// What servers offer.
    pub struct Catalogue {
        required {
            /// The tools, also those that are off or held.
            tools: Vec<CatalogueTool> = "tools";
            /// The prompts, the same way.
            prompts: Vec<CataloguePrompt> = "prompts";
            /// The resources.
            resources: Vec<CatalogueResource> = "resources";
            /// The resource templates.
            templates: Vec<CatalogueTemplate> = "templates";
            /// What was left out, and why.
            notes: Vec<ServerNote> = "notes";
            /// The servers that could not be started, and why.
            faults: Vec<ServerNote> = "faults";
        }
    }
}

wire! {
    /// A tool of the catalogue.
    pub struct CatalogueTool {
        required {
            /// Its name in the catalogue.
            name: String = "name";
            /// The server that has it.
            server: String = "server";
            /// Whether it is offered.
            standing: Standing = "standing";
            /// Why it is held, in sentences.
            held_because: Vec<String> = "heldBecause";
            /// What consent to it is bound to.
            definition: String = "definition";
            /// About how many tokens its definition takes.
            tokens: u64 = "tokens";
            /// The tool, with the name that the server has for it.
            tool: Tool = "tool";
        }
    }
}

wire! {
    /// A prompt of the catalogue.
    pub struct CataloguePrompt {
        required {
            /// Its name in the catalogue.
            name: String = "name";
            /// The server that has it.
            server: String = "server";
            /// Whether it is offered.
            standing: Standing = "standing";
            /// Why it is held, in sentences.
            held_because: Vec<String> = "heldBecause";
            /// The prompt, with the name that the server has for it.
            prompt: Prompt = "prompt";
        }
    }
}

wire! {
    /// A resource of the catalogue.
    pub struct CatalogueResource {
        required {
            /// Its address in the catalogue.
            address: String = "address";
            /// The server that has it.
            server: String = "server";
            /// It, with the address that the server has for it.
            resource: Resource = "resource";
        }
    }
}

wire! {
    /// A resource template of the catalogue.
    pub struct CatalogueTemplate {
        required {
            /// Its address in the catalogue.
            address: String = "address";
            /// The server that has it.
            server: String = "server";
            /// It, with the address that the server has for it.
            template: ResourceTemplate = "template";
        }
    }
}

wire! {
    /// What a tool answered, through the gate (2026-07-28 `server/tools`, "Tool Result").
    pub struct HostCallResult {
        required {
            /// The answer for people and models.
            content: List<ContentBlock> = "content";
        }
        optional {
            /// The answer for programs.
            with_structured_content structured_content: Json = "structuredContent";
            /// Whether the tool failed.
            with_is_error is_error: bool = "isError";
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// What would come of a call.
    pub struct Simulation {
        required {
            /// The tool's name in the catalogue.
            tool: String = "tool";
            /// The server that has it.
            server: String = "server";
            /// `allow`, `ask` or `deny`.
            verdict: String = "verdict";
            /// The verdict in words.
            sentence: String = "sentence";
            /// What it rests on.
            because: Json = "because";
        }
    }
}

wire! {
    /// What a person has granted.
    pub struct Grant {
        required {
            /// Its name.
            id: String = "id";
            /// What it allows or denies, in words.
            sentence: String = "sentence";
            /// `allow` or `deny`.
            effect: String = "effect";
            /// What the server was called when it was granted.
            server: String = "server";
            /// What it is about.
            what: Json = "what";
            /// For how long it stands.
            scope: Json = "scope";
            /// Where the person said it.
            created_by: String = "createdBy";
        }
        optional {
            /// The only client that it is for.
            with_client client: String = "client";
        }
    }
}

wire! {
    /// What is approved of a server, and what has changed since.
    pub struct Pins {
        required {
            /// Which server.
            server: String = "server";
            /// Whether the server has been started, so that what it says now is known.
            is_compared: bool = "isCompared";
            /// What is approved.
            approved: Vec<PinnedDefinition> = "approved";
            /// What is not as it was approved.
            differences: Vec<PinDifference> = "differences";
        }
    }
}

wire! {
    /// An approved definition.
    pub struct PinnedDefinition {
        required {
            /// What is defined: `tool`, `prompt` or `instructions`.
            kind: String = "kind";
            /// Its name; empty for instructions.
            name: String = "name";
            /// What stands for it.
            digest: String = "digest";
            /// When a person approved it, in seconds since 1970.
            approved_at: u64 = "approvedAt";
        }
    }
}

wire! {
    /// What has become of one definition.
    pub struct PinDifference {
        required {
            /// What is defined: `tool`, `prompt` or `instructions`.
            kind: String = "kind";
            /// Its name; empty for instructions.
            name: String = "name";
            /// What has become of it, in words.
            sentence: String = "sentence";
            /// Whether it may not be used until it is approved.
            is_held: bool = "isHeld";
            /// The members that differ, word by word.
            members: Vec<MemberDifference> = "members";
        }
        optional {
            /// What stands for the definition as the server says it now, by which it is approved.
            with_digest digest: String = "digest";
        }
    }
}

wire! {
    /// A member of a definition, as it was and as it is now.
    pub struct MemberDifference {
        required {
            /// Its name.
            member: String = "member";
            /// What was kept, removed and added, safe to show over several lines.
            runs: Vec<TextRun> = "runs";
        }
    }
}

wire! {
    /// A run of words.
    pub struct TextRun {
        required {
            /// `kept`, `removed` or `added`.
            kind: String = "kind";
            /// The words.
            text: String = "text";
        }
    }
}

wire! {
    /// What was found of the record.
    pub struct AuditReport {
        required {
            /// Whether the record is as it was written.
            is_whole: bool = "isWhole";
            /// All that was found.
            report: Json = "report";
        }
    }
}

wire! {
    /// What was said between us and a server, from one entry on.
    pub struct HostLog {
        required {
            /// The entries, in their order.
            entries: Vec<HostLogEntry> = "entries";
            /// How many entries are gone between those that were asked for and the first of these.
            missed: u64 = "missed";
            /// Whether there are more, to be asked for after the last of these.
            has_more: bool = "hasMore";
        }
    }
}

wire! {
    /// One thing that was said. Secrets are taken out.
    pub struct HostLogEntry {
        required {
            /// Its place in the order of the server's entries, from 1 on.
            number: u64 = "number";
            /// When, in milliseconds since 1970.
            at: u64 = "at";
            /// What it was: `message`, `http`, `stderr` or `status`.
            kind: String = "kind";
        }
        optional {
            /// A message's JSON text, or the beginning of it; a line of standard error; a sentence.
            with_text text: String = "text";
            /// Whether the text was cut.
            with_cut cut: bool = "cut";
            /// Whether we have sent the message.
            with_sent sent: bool = "sent";
            /// The method: of a message, or of HTTP.
            with_method method: String = "method";
            /// How long the whole message is, in bytes.
            with_bytes bytes: u64 = "bytes";
            /// The address of an exchange over HTTP.
            with_address address: String = "address";
            /// The status of the answer.
            with_status status: u64 = "status";
            /// How long it took until the head of the answer was here, in milliseconds.
            with_took_ms took_ms: f64 = "tookMs";
        }
    }
}

wire! {
    /// A question for a person. What came from a server or a model in it is untrusted text.
    pub struct HostQuestion {
        required {
            /// Its number, as text: it may be larger than some languages' numbers.
            id: String = "id";
            /// When it is taken for answered with no, in seconds since 1970.
            until: u64 = "until";
            /// Which client wants it.
            client: String = "client";
            /// What the configuration calls the server.
            server: String = "server";
            /// What it is about: an object by its `kind`. `call-tool`: `tool`, `definition`,
            /// `arguments`, and `before`, those of the last time. `definition`: `what`, `pinned` and
            /// `now`. `start`: `command`, `folder`, `environment` and `confinement`. `form`:
            /// `message`, `schema`, and `secret`, the fields that seem to ask for one. `address`:
            /// `message`, `address` and `warnings`. `sampling`: `request`. `sampling-answer`:
            /// `answer`. `roots`: `roots`. `sign-in`: `address`.
            matter: Json = "matter";
            /// Why it is asked, in sentences.
            reasons: Vec<String> = "reasons";
            /// What is to be thought of: any of `destructive`, `writes`, `unknown`, `open-world`,
            /// `secret`, `outside-roots` and `hidden-characters`.
            risks: Vec<String> = "risks";
            /// For how long an answer can hold, the shortest first: the names of `DecisionTerm`.
            terms: Vec<String> = "terms";
            /// How many identical requests of the client wait for the answer.
            waiting: u64 = "waiting";
        }
    }
}

tagged! {
    /// One thing that a host says to whoever watches it.
    pub enum HostEvent by "type" {
        /// A server stands otherwise than before.
        Status(StatusEvent) = "status";
        /// There is a question for a person, or more wait for its answer now.
        Asked(AskedEvent) = "asked";
        /// A question needs no answer any more.
        Settled(SettledEvent) = "settled";
        /// Something was said between us and a server.
        Log(HostLogEvent) = "log";
        /// Events were left out, since nobody fetched them.
        Missed(HostMissedEvent) = "missed";
    }
}

wire! {
    /// A server stands otherwise than before.
    pub struct StatusEvent {
        tag "type" = "status";
        required {
            /// How it stands.
            status: ServerStatus = "status";
        }
    }
}

wire! {
    /// There is a question for a person, or more wait for its answer now.
    pub struct AskedEvent {
        tag "type" = "asked";
        required {
            /// The question.
            question: HostQuestion = "question";
        }
    }
}

wire! {
    /// A question needs no answer any more.
    pub struct SettledEvent {
        tag "type" = "settled";
        required {
            /// Its number.
            id: String = "id";
        }
    }
}

wire! {
    /// Something was said between us and a server.
    pub struct HostLogEvent {
        tag "type" = "log";
        required {
            /// The server.
            server: String = "server";
            /// What was said.
            entry: HostLogEntry = "entry";
        }
    }
}

wire! {
    /// Events were left out, since nobody fetched them.
    pub struct HostMissedEvent {
        tag "type" = "missed";
        required {
            /// How many.
            count: u64 = "count";
        }
    }
}
