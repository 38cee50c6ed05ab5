//! What a server says of one of its tools or prompts, or of itself: the part that is pinned.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value};

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    host::{Digest, canonical::canonical_tree, tree::tree},
    model::{Icon, IconTheme, Prompt, PromptArgument, Tool, ToolAnnotations},
    text::shorten,
};

/// The longest definition, in bytes of its JSON: schemas of 1 MiB and what stands beside them.
pub const MAX_DEFINITION_BYTES: usize = 2 * 1024 * 1024;
/// How much of a name an error repeats, in characters.
const MAX_SHOWN_NAME: usize = 64;

/// What a definition defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefinitionKind {
    /// A tool.
    Tool,
    /// A prompt.
    Prompt,
    /// What the server tells a model of itself. A server has one, without a name.
    Instructions,
}

impl fmt::Display for DefinitionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Instructions => "instructions",
        })
    }
}

/// What a server says of a tool, of a prompt, or of itself in its instructions.
///
/// It holds what a model or a person is told, and nothing else: `kind`, `name`, `title`,
/// `description`, `inputSchema`, `outputSchema`, `annotations` and `icons` of a tool, `arguments`
/// in place of the schemas and annotations for a prompt, `instructions` alone for instructions. Its
/// digest is that of these members in canonical JSON (RFC 8785); `docs/pins.md` defines it.
#[derive(Clone)]
pub struct Definition {
    kind: DefinitionKind,
    name: String,
    /// As it was said, so that a number is not spelled anew.
    json: Json,
    members: Map<String, Value>,
    digest: Digest,
}

impl Definition {
    /// That of a tool.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: a member stands twice in it, or it has no canonical form, so
    /// that nobody can say what was approved. [`ErrorCode::Limit`]: it is longer than
    /// [`MAX_DEFINITION_BYTES`].
    pub fn of_tool(tool: &Tool) -> Result<Self> {
        Self::encode(&Members {
            name: Some(&tool.name),
            title: tool.title.as_deref(),
            description: tool.description.as_deref(),
            input_schema: Some(&tool.input_schema),
            output_schema: tool.output_schema.as_ref(),
            annotations: tool.annotations.as_ref(),
            icons: tool.icons.as_deref().map(pictures),
            ..Members::of(DefinitionKind::Tool)
        })
    }

    /// That of a prompt.
    ///
    /// # Errors
    /// As for [`Self::of_tool`].
    pub fn of_prompt(prompt: &Prompt) -> Result<Self> {
        Self::encode(&Members {
            name: Some(&prompt.name),
            title: prompt.title.as_deref(),
            description: prompt.description.as_deref(),
            arguments: prompt.arguments.as_deref().map(|all| all.iter().map(blank).collect()),
            icons: prompt.icons.as_deref().map(pictures),
            ..Members::of(DefinitionKind::Prompt)
        })
    }

    /// That of a server's instructions.
    ///
    /// # Errors
    /// As for [`Self::of_tool`].
    pub fn of_instructions(text: &str) -> Result<Self> {
        let kind = DefinitionKind::Instructions;
        Self::encode(&Members { instructions: Some(text), ..Members::of(kind) })
    }

    /// What it defines.
    pub fn kind(&self) -> DefinitionKind {
        self.kind
    }

    /// The name, as the server says it; empty for instructions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands for it.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Its members as the server said them.
    pub fn as_json(&self) -> &Json {
        &self.json
    }

    /// The tool as it was defined, without what is no part of a definition (`_meta`, `execution`).
    /// None if it is no tool.
    pub fn to_tool(&self) -> Option<Tool> {
        self.to_model(DefinitionKind::Tool, |tool: &mut Tool| {
            tool.extra.remove("kind");
        })
    }

    /// The prompt as it was defined, without `_meta`. None if it is no prompt.
    pub fn to_prompt(&self) -> Option<Prompt> {
        self.to_model(DefinitionKind::Prompt, |prompt: &mut Prompt| {
            prompt.extra.remove("kind");
        })
    }

    /// The instructions. None if it is something else.
    pub fn instructions(&self) -> Option<&str> {
        self.member("instructions").and_then(Value::as_str)
    }

    /// One of its members.
    pub(super) fn member(&self, name: &str) -> Option<&Value> {
        self.members.get(name)
    }

    fn encode(members: &Members<'_>) -> Result<Self> {
        let json = Json::encode(members).map_err(|source| {
            Error::new(ErrorCode::InvalidInput, "a definition has no JSON").with_source(source)
        })?;
        Self::read(json).map_err(|error| {
            let name = shorten(members.name.unwrap_or_default(), MAX_SHOWN_NAME);
            let message = match members.kind {
                DefinitionKind::Instructions => "the server's instructions cannot be pinned".into(),
                kind => format!("the {kind} `{name}` cannot be pinned: {}", error.message()),
            };
            Error::new(error.code(), message).with_source(error)
        })
    }

    /// Reads what [`Self::as_json`] gave.
    fn read(json: Json) -> Result<Self> {
        if json.as_str().len() > MAX_DEFINITION_BYTES {
            let message = format!("a definition has more than {MAX_DEFINITION_BYTES} bytes");
            return Err(Error::new(ErrorCode::Limit, message));
        }
        let wrong = || Error::new(ErrorCode::InvalidInput, "this is no definition");
        let tree = tree(&json)?;
        let digest = Digest::of(&canonical_tree(&tree)?);
        let Value::Object(members) = tree else { return Err(wrong()) };
        let kind = members.get("kind").ok_or_else(wrong)?;
        let kind = DefinitionKind::deserialize(kind).map_err(|_| wrong())?;
        let (name, needed) = match kind {
            DefinitionKind::Instructions => ("", "instructions"),
            DefinitionKind::Tool | DefinitionKind::Prompt => {
                (members.get("name").and_then(Value::as_str).ok_or_else(wrong)?, "name")
            }
        };
        if !members.get(needed).is_some_and(Value::is_string) {
            return Err(wrong());
        }
        Ok(Self { kind, name: name.to_owned(), json, members, digest })
    }

    fn to_model<T: de::DeserializeOwned>(
        &self,
        kind: DefinitionKind,
        without_kind: impl FnOnce(&mut T),
    ) -> Option<T> {
        if self.kind != kind {
            return None;
        }
        let mut model = self.json.decode().ok()?;
        without_kind(&mut model);
        Some(model)
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Definition {}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` {}", self.kind, self.name, self.digest)
    }
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Definition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Self::read(json).map_err(|error| de::Error::custom(error.message()))
    }
}

/// The members in their own words. What is absent is left out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Members<'a> {
    kind: DefinitionKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_schema: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a ToolAnnotations>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<Blank<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<Vec<Picture<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
}

impl Members<'_> {
    fn of(kind: DefinitionKind) -> Self {
        Self {
            kind,
            name: None,
            title: None,
            description: None,
            input_schema: None,
            output_schema: None,
            annotations: None,
            arguments: None,
            icons: None,
            instructions: None,
        }
    }
}

/// What a prompt wants filled in.
#[derive(Serialize)]
struct Blank<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
}

fn blank(argument: &PromptArgument) -> Blank<'_> {
    Blank {
        name: &argument.name,
        title: argument.title.as_deref(),
        description: argument.description.as_deref(),
        required: argument.required,
    }
}

/// What of an icon is pinned.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Picture<'a> {
    src: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<&'a str>,
}

fn pictures(icons: &[Icon]) -> Vec<Picture<'_>> {
    icons.iter().map(picture).collect()
}

fn picture(icon: &Icon) -> Picture<'_> {
    Picture {
        src: &icon.src,
        mime_type: icon.mime_type.as_deref(),
        sizes: icon.sizes.as_deref(),
        theme: icon.theme.as_ref().map(IconTheme::as_str),
    }
}

#[cfg(test)]
#[path = "definition_tests.rs"]
mod tests;
