//! Reading what a question is about.

use serde::{Deserialize, Deserializer, de};

use super::Matter;
use crate::{Json, host::Digest};

impl Matter {
    /// Whether whoever answers may change what is asked about.
    pub(super) fn can_be_edited(&self) -> bool {
        matches!(self, Self::Form { .. } | Self::Sampling { .. } | Self::SamplingAnswer { .. })
    }
}

/// The members of all kinds: JSON that is carried as text cannot be read through a tagged union.
#[derive(Deserialize)]
struct Parts {
    kind: String,
    tool: Option<String>,
    definition: Option<Digest>,
    #[serde(default)]
    arguments: Json,
    before: Option<Json>,
    what: Option<String>,
    pinned: Option<Json>,
    #[serde(default)]
    now: Json,
    command: Option<String>,
    folder: Option<String>,
    #[serde(default)]
    environment: Vec<String>,
    confinement: Option<String>,
    message: Option<String>,
    #[serde(default)]
    schema: Json,
    #[serde(default)]
    secret: Vec<String>,
    address: Option<String>,
    #[serde(default)]
    warnings: Vec<String>,
    #[serde(default)]
    request: Json,
    #[serde(default)]
    answer: Json,
    #[serde(default)]
    roots: Vec<String>,
}

impl Parts {
    /// The matter, or nothing where its kind is not known or a member is missing.
    fn matter(self) -> Option<Matter> {
        let Self { arguments, before, pinned, now, environment, .. } = self;
        let Self { schema, secret, warnings, request, answer, roots, .. } = self;
        Some(match &*self.kind {
            "call-tool" => Matter::CallTool {
                tool: self.tool?,
                definition: self.definition?,
                arguments,
                before,
            },
            "definition" => Matter::Definition { what: self.what?, pinned, now },
            "start" => {
                let (command, confinement) = (self.command?, self.confinement?);
                Matter::Start { command, folder: self.folder, environment, confinement }
            }
            "form" => Matter::Form { message: self.message?, schema, secret },
            "address" => {
                Matter::Address { message: self.message?, address: self.address?, warnings }
            }
            "sampling" => Matter::Sampling { request },
            "sampling-answer" => Matter::SamplingAnswer { answer },
            "roots" => Matter::Roots { roots },
            "sign-in" => Matter::SignIn { address: self.address? },
            _ => return None,
        })
    }
}

impl<'de> Deserialize<'de> for Matter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Parts::deserialize(deserializer)?;
        parts.matter().ok_or_else(|| de::Error::custom("it is no question that is known"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_matter_is_read_as_it_was_written() {
        let json = |text: &str| Json::parse(text).unwrap();
        let text = String::from;
        for matter in [
            Matter::CallTool {
                tool: text("write"),
                definition: Digest::of(b"write"),
                arguments: json(r#"{"path":"/a","n":1.50}"#),
                before: None,
            },
            Matter::Definition {
                what: text("tool write"),
                pinned: Some(json(r#"{"name":"write"}"#)),
                now: json("{}"),
            },
            Matter::Start {
                command: text("npx -y server"),
                folder: Some(text("/home/me")),
                environment: vec![text("TOKEN")],
                confinement: text("not confined"),
            },
            Matter::Form { message: text("who"), schema: json("{}"), secret: vec![text("pin")] },
            Matter::Address {
                message: text("go"),
                address: text("https://example.com"),
                warnings: Vec::new(),
            },
            Matter::Sampling { request: json("{}") },
            Matter::SamplingAnswer { answer: json("{}") },
            Matter::Roots { roots: vec![text("file:///a")] },
            Matter::SignIn { address: text("https://example.com") },
        ] {
            let written = Json::encode(&matter).unwrap();
            assert_eq!(written.decode::<Matter>().unwrap(), matter, "{written}");
        }
        assert!(json(r#"{"kind":"start"}"#).decode::<Matter>().is_err());
        assert!(json(r#"{"kind":"else"}"#).decode::<Matter>().is_err());
    }
}
