//! What operations give: plain data for whoever shows it.
//!
//! Texts of servers in it are untrusted: show them through [`crate::text::display_safe`].

use std::{borrow::Cow, time::UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Json,
    host::{
        Digest, Direction, ServerName, TapEntry, TapEvent,
        catalogue::{CatalogueItem, CataloguePrompt, CatalogueTool, Standing},
        grants::Grant,
        pins::{DefinitionKind, Difference, Run},
        policy::Verdict,
    },
    jsonrpc::RequestId,
    model::{Prompt, Resource, ResourceTemplate, Tool},
};

/// How a server stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ServerView {
    /// Which server.
    pub server: ServerName,
    /// How it stands, in words.
    pub sentence: String,
    /// About how many tokens the definitions of its offered tools take.
    pub tokens: usize,
    /// The members of its [`Status`](crate::host::Status).
    #[serde(flatten)]
    pub status: Map<String, Value>,
}

/// What servers offer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CatalogueView {
    /// The tools, also those that are off or held.
    pub tools: Vec<ToolView>,
    /// The prompts, the same way.
    pub prompts: Vec<PromptView>,
    /// The resources.
    pub resources: Vec<ItemView<Resource>>,
    /// The resource templates.
    pub templates: Vec<ItemView<ResourceTemplate>>,
    /// What was left out, and why.
    pub notes: Vec<ServerFault>,
    /// The servers that could not be started, and why.
    pub faults: Vec<ServerFault>,
}

/// What is wrong with a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServerFault {
    /// Which server.
    pub server: ServerName,
    /// What it is, in a sentence.
    pub sentence: String,
}

/// Whether something is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandingView {
    /// It is.
    Offered,
    /// The person has turned it off.
    Off,
    /// It waits for approval.
    Held,
}

/// A tool of the catalogue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ToolView {
    /// Its name in the catalogue.
    pub name: String,
    /// The server that has it.
    pub server: ServerName,
    /// Whether it is offered.
    pub standing: StandingView,
    /// Why it is held, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_because: Vec<String>,
    /// What consent to it is bound to.
    pub definition: Digest,
    /// About how many tokens its definition takes.
    pub tokens: usize,
    /// The tool, with the name that the server has for it.
    pub tool: Tool,
}

/// A prompt of the catalogue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PromptView {
    /// Its name in the catalogue.
    pub name: String,
    /// The server that has it.
    pub server: ServerName,
    /// Whether it is offered.
    pub standing: StandingView,
    /// Why it is held, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_because: Vec<String>,
    /// The prompt, with the name that the server has for it.
    pub prompt: Prompt,
}

/// A resource, or a template of resources, of the catalogue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ItemView<T> {
    /// Its address in the catalogue.
    pub address: String,
    /// The server that has it.
    pub server: ServerName,
    /// It, with the address that the server has for it.
    pub item: T,
}

/// What would come of a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SimulationView {
    /// The tool's name in the catalogue.
    pub tool: String,
    /// The server that has it.
    pub server: ServerName,
    /// The verdict in words.
    pub sentence: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// What a person has granted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GrantView {
    /// What it allows or denies, in words.
    pub sentence: String,
    /// The grant.
    #[serde(flatten)]
    pub grant: Grant,
}

/// What is approved of a server, and what has changed since.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PinsView {
    /// Which server.
    pub server: ServerName,
    /// Whether the server has been started, so that what it says now is known.
    pub is_compared: bool,
    /// What is approved.
    pub approved: Vec<DefinitionView>,
    /// What is not as it was approved.
    pub differences: Vec<DifferenceView>,
}

/// An approved definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DefinitionView {
    /// What is defined.
    pub kind: DefinitionKind,
    /// Its name; empty for instructions.
    pub name: String,
    /// What stands for it.
    pub digest: Digest,
    /// When a person approved it, in seconds since 1970.
    pub approved_at: u64,
}

/// What has become of one definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DifferenceView {
    /// What it is, in words.
    pub sentence: String,
    /// Whether it may not be used until it is approved.
    pub is_held: bool,
    /// What stands for the definition as the server says it now, by which it is approved; none where
    /// it is gone, or where the server has two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The members that differ, word by word.
    pub members: Vec<MemberView>,
    /// The difference.
    #[serde(flatten)]
    pub difference: Difference,
}

/// A member of a definition, as it was and as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemberView {
    /// Its name.
    pub member: String,
    /// What was kept, removed and added, safe to show over several lines.
    pub runs: Vec<Run>,
}

/// What was said between us and a server, from one entry on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LogView {
    /// The entries, in their order.
    pub entries: Vec<LogEntry>,
    /// How many entries are gone between those that were asked for and the first of these.
    pub missed: u64,
    /// Whether there are more, to be asked for after the last of these.
    pub has_more: bool,
}

/// One thing that was said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its place in the order of the server's entries, from 1 on.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What it was.
    #[serde(flatten)]
    pub event: LogEvent,
}

/// What was said. Secrets are taken out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LogEvent {
    /// A message of JSON-RPC.
    Message {
        /// Whether we have sent it.
        sent: bool,
        /// The method of a request or a notification.
        method: Option<String>,
        /// The identifier of a request or a reply.
        id: Option<Value>,
        /// How long the whole message is, in bytes.
        bytes: usize,
        /// Its JSON text, or the beginning of it.
        text: String,
        /// Whether the text was cut.
        cut: bool,
    },
    /// A request over HTTP and the head of its answer.
    Http {
        /// The method of HTTP.
        method: String,
        /// The address without credentials, query and fragment.
        address: String,
        /// The status of the answer; none if there was no answer.
        status: Option<u16>,
        /// How long it took until the head of the answer was here, in milliseconds.
        took: f64,
    },
    /// A line that the server's process wrote to its standard error.
    Stderr {
        /// The line, or the beginning of it.
        line: String,
    },
    /// What became of the server or its connection.
    Status {
        /// A sentence.
        text: String,
    },
}

impl From<&Standing> for (StandingView, Vec<String>) {
    fn from(standing: &Standing) -> Self {
        match standing {
            Standing::Offered => (StandingView::Offered, Vec::new()),
            Standing::Off => (StandingView::Off, Vec::new()),
            Standing::Held(why) => (StandingView::Held, why.clone()),
        }
    }
}

impl From<&CatalogueTool> for ToolView {
    fn from(from: &CatalogueTool) -> Self {
        let (standing, held_because) = (&from.standing).into();
        Self {
            name: from.name.clone(),
            server: from.server.clone(),
            standing,
            held_because,
            definition: from.definition,
            tokens: from.tokens,
            tool: from.tool.clone(),
        }
    }
}

impl From<&CataloguePrompt> for PromptView {
    fn from(from: &CataloguePrompt) -> Self {
        let (standing, held_because) = (&from.standing).into();
        let (name, server) = (from.name.clone(), from.server.clone());
        Self { name, server, standing, held_because, prompt: from.prompt.clone() }
    }
}

impl<T: Clone> From<&CatalogueItem<T>> for ItemView<T> {
    fn from(from: &CatalogueItem<T>) -> Self {
        let (address, server) = (from.address.clone(), from.server.clone());
        Self { address, server, item: from.item.clone() }
    }
}

impl From<Grant> for GrantView {
    fn from(grant: Grant) -> Self {
        Self { sentence: grant.to_string(), grant }
    }
}

impl From<&TapEntry> for LogEntry {
    fn from(entry: &TapEntry) -> Self {
        let at = entry.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let at = u64::try_from(at).unwrap_or(u64::MAX);
        Self { number: entry.number, at, event: (&entry.event).into() }
    }
}

impl From<&TapEvent> for LogEvent {
    fn from(event: &TapEvent) -> Self {
        match event {
            TapEvent::Message { direction, method, id, bytes, text, cut } => Self::Message {
                sent: *direction == Direction::Sent,
                method: method.as_deref().map(str::to_owned),
                id: id.as_ref().map(|id| match id {
                    RequestId::Number(number) => Value::from(*number),
                    RequestId::String(text) => Value::from(&**text),
                }),
                bytes: *bytes,
                text: text.to_string(),
                cut: *cut,
            },
            TapEvent::Http { method, address, status, took, .. } => Self::Http {
                method: method.to_string(),
                address: address.to_string(),
                status: *status,
                took: took.as_secs_f64() * 1000.0,
            },
            TapEvent::Stderr { line } => Self::Stderr { line: line.to_string() },
            TapEvent::Status { text } => Self::Status { text: text.to_string() },
        }
    }
}

/// A member of a definition as text that words can be told apart in.
pub(super) fn as_text(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None => Cow::Borrowed(""),
        Some(Value::String(text)) => Cow::Borrowed(text),
        Some(value) => Cow::Owned(serde_json::to_string_pretty(value).unwrap_or_default()),
    }
}

/// The members of a definition.
pub(super) fn members(json: &Json) -> Map<String, Value> {
    match json.to_value() {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
