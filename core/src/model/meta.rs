//! `_meta`: what peers attach to their messages, and the grammar of its keys.

use std::fmt;

use serde::{Deserializer, Serializer};

use super::{
    Extra,
    decode::{Decoded, Notes, Wire},
    shape::{Shape, Types},
    wire::wire_serde,
};
use crate::{
    error::{Error, ErrorCode},
    jsonrpc::Json,
};

/// The keys that the specification itself uses.
pub mod keys {
    /// Asks for progress notifications (2026-07-28 `basic/patterns/progress`).
    pub const PROGRESS_TOKEN: &str = "progressToken";
    /// The version of a request (2026-07-28 `basic`, "Per-request protocol fields").
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// Who sends a request (2026-07-28 `basic`, "Per-request protocol fields").
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// What the sender of a request can do (2026-07-28 `basic`, "Per-request protocol fields").
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// Which log messages a request wants (2026-07-28 `server/utilities/logging`).
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// Who answers (2026-07-28 `basic`, "Per-response protocol fields").
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// Which subscription a notification belongs to (2026-07-28 `basic/patterns/subscriptions`).
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// Which task a message belongs to (2025-11-25 `basic/utilities/tasks`, "Related Task
    /// Metadata").
    pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
    /// What a model may be told at once (2025-11-25 `basic/utilities/tasks`, "Model Immediate
    /// Response").
    pub const MODEL_IMMEDIATE_RESPONSE: &str = "io.modelcontextprotocol/model-immediate-response";
    /// The trace that a message belongs to (2026-07-28 `basic`, "OpenTelemetry trace context").
    pub const TRACEPARENT: &str = "traceparent";
    /// What vendors add to the trace (2026-07-28 `basic`, "OpenTelemetry trace context").
    pub const TRACESTATE: &str = "tracestate";
    /// What travels along the trace (2026-07-28 `basic`, "OpenTelemetry trace context").
    pub const BAGGAGE: &str = "baggage";

    /// The keys without a prefix that the specification gives a meaning.
    pub const BARE: [&str; 4] = [PROGRESS_TOKEN, TRACEPARENT, TRACESTATE, BAGGAGE];
}

/// The content of `_meta` (2026-07-28 `basic`, "`_meta`").
///
/// Keys of any form are kept as they arrived. [`MetaKey`] is the grammar of those that are sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta(Extra);

impl Meta {
    /// No key at all.
    pub const fn new() -> Self {
        Self(Extra::new())
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.0.get(key)
    }

    /// The value under a key, if it has the shape of `T`.
    pub fn typed<T: serde::de::DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.get(key)?.decode().ok()
    }

    /// Puts a value under a key, in place of the one that is there.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Json>) {
        self.0.insert(key, value);
    }

    /// Adds a key and gives itself back.
    pub fn with(mut self, key: impl Into<String>, value: impl Into<Json>) -> Self {
        self.insert(key, value);
        self
    }

    /// Takes out what stands under a key.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        self.0.remove(key)
    }

    /// The keys and values in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json)> {
        self.0.iter()
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// About how many bytes of memory the keys and values take.
    pub(crate) fn weight(&self) -> usize {
        self.0.weight()
    }
}

impl Wire for Meta {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        Ok(Extra::decode(deserializer, notes)?.map(Self))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }

    fn shape(types: &mut Types) -> Shape {
        Extra::shape(types)
    }
}

wire_serde!(Meta);

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for Meta {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        Self(members.into_iter().collect())
    }
}

/// A valid key of `_meta`: an optional prefix of labels, a slash, and a name that may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MetaKey {
    text: Box<str>,
    /// Where the slash stands.
    slash: Option<usize>,
}

/// Which prefixes a protocol version keeps for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReservedPrefixes {
    /// None: the version has no rule about keys.
    None,
    /// Those with the label `modelcontextprotocol` or `mcp` anywhere but at the end (2025-06-18
    /// `basic`, "`_meta`").
    InnerLabel,
    /// Those whose second label is `modelcontextprotocol` or `mcp` (2025-11-25 and 2026-07-28
    /// `basic`, "`_meta`").
    SecondLabel,
}

impl MetaKey {
    /// Checks a key against the grammar (2026-07-28 `basic`, "`_meta`").
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`] with the rule that the key breaks.
    pub fn parse(text: &str) -> crate::Result<Self> {
        let slash = text.find('/');
        let (prefix, name) = match slash {
            Some(at) => (Some(&text[..at]), &text[at + 1..]),
            None => (None, text),
        };
        let broken = match prefix {
            Some(prefix) if !prefix.split('.').all(is_label) => Some(
                "labels of its prefix must start with a letter, end with a letter or digit, \
                 and hold only letters, digits and hyphens",
            ),
            _ if !is_name(name) => Some(
                "its name must start and end with a letter or digit, and hold only letters, \
                 digits, hyphens, underscores and dots",
            ),
            _ => None,
        };
        match broken {
            Some(rule) => Err(invalid("_meta key", text, rule)),
            None => Ok(Self { text: text.into(), slash }),
        }
    }

    /// The whole key.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The labels in front of the slash, without it.
    pub fn prefix(&self) -> Option<&str> {
        self.slash.map(|at| &self.text[..at])
    }

    /// What stands behind the slash, or the whole key where there is none.
    pub fn name(&self) -> &str {
        self.slash.map_or(&self.text, |at| &self.text[at + 1..])
    }

    /// Whether the rule keeps the key's prefix for the protocol.
    pub fn is_reserved(&self, rule: ReservedPrefixes) -> bool {
        let Some(prefix) = self.prefix() else { return false };
        let own = |label: &str| matches!(label, "modelcontextprotocol" | "mcp");
        match rule {
            ReservedPrefixes::None => false,
            ReservedPrefixes::InnerLabel => {
                prefix.rsplit_once('.').is_some_and(|(inner, _)| inner.split('.').any(own))
            }
            ReservedPrefixes::SecondLabel => prefix.split('.').nth(1).is_some_and(own),
        }
    }

    /// Whether this is one of the keys without prefix that the specification gives a meaning.
    pub fn is_known_bare(&self) -> bool {
        keys::BARE.contains(&&*self.text)
    }
}

impl fmt::Display for MetaKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The identifier of an extension: a key of `_meta` whose prefix is mandatory (2026-07-28
/// `basic/versioning`, "Extension negotiation").
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionId(MetaKey);

impl ExtensionId {
    /// Checks an identifier.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`] with the rule that it breaks.
    pub fn parse(text: &str) -> crate::Result<Self> {
        let key = MetaKey::parse(text)?;
        if key.prefix().is_none() {
            return Err(invalid("extension identifier", text, "it must have a prefix"));
        }
        Ok(Self(key))
    }

    /// The whole identifier.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The key that the identifier is.
    pub fn key(&self) -> &MetaKey {
        &self.0
    }
}

impl fmt::Display for ExtensionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return true };
    first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
        && bytes
            .iter()
            .all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

fn invalid(what: &str, text: &str, rule: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("`{text}` is no valid {what}: {rule}"))
        .with_next_step("use a key such as `com.example/name`")
}
