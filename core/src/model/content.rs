//! What tools, prompts and models say: text, pictures, sound and resources.

use serde::{Deserializer, Serializer, de::Error as _};

use super::{
    Icon, Meta,
    decode::{Decoded, Misfit, Notes, Wire},
    wire::{open_enum, tagged, wire, wire_serde},
};
use crate::jsonrpc::Json;

tagged! {
    /// One piece of a message or a result (2026-07-28 `schema`, `ContentBlock`).
    pub enum ContentBlock by "type" {
        /// Text.
        Text(TextContent) = "text";
        /// A picture.
        Image(ImageContent) = "image";
        /// Sound.
        Audio(AudioContent) = "audio";
        /// The address of a resource.
        ResourceLink(ResourceLink) = "resource_link";
        /// A resource itself.
        Resource(EmbeddedResource) = "resource";
    }
}

impl ContentBlock {
    /// A piece of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent::new(text))
    }

    /// The text, if this is text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(content) => Some(&content.text),
            _ => None,
        }
    }
}

wire! {
    /// Text (2026-07-28 `schema`, `TextContent`).
    pub struct TextContent {
        tag "type" = "text";
        required {
            /// The text: a peer's own words.
            text: String = "text";
        }
        salvaged {
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// What is attached to the text.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A picture (2026-07-28 `schema`, `ImageContent`).
    pub struct ImageContent {
        tag "type" = "image";
        required {
            /// The picture's bytes in base64.
            data: String = "data";
            /// The picture's media type, as the peer says.
            mime_type: String = "mimeType";
        }
        salvaged {
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// What is attached to the picture.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Sound (2026-07-28 `schema`, `AudioContent`; since 2025-03-26).
    pub struct AudioContent {
        tag "type" = "audio";
        required {
            /// The sound's bytes in base64.
            data: String = "data";
            /// The sound's media type, as the peer says.
            mime_type: String = "mimeType";
        }
        salvaged {
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// What is attached to the sound.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The address of a resource that can be read (2026-07-28 `schema`, `ResourceLink`; since
    /// 2025-06-18). It need not be in the server's list.
    pub struct ResourceLink {
        tag "type" = "resource_link";
        required {
            /// The resource's address.
            uri: String = "uri";
            /// The name that programs use.
            name: String = "name";
        }
        salvaged {
            /// The name that people see.
            with_title title: String = "title";
            /// What the resource is.
            with_description description: String = "description";
            /// The resource's media type.
            with_mime_type mime_type: String = "mimeType";
            /// The resource's length in bytes.
            with_size size: u64 = "size";
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// Pictures that stand for the resource.
            with_icons icons: Vec<Icon> = "icons";
            /// What is attached to the link.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A resource as part of a message (2026-07-28 `schema`, `EmbeddedResource`).
    pub struct EmbeddedResource {
        tag "type" = "resource";
        required {
            /// The resource.
            resource: ResourceContents = "resource";
        }
        salvaged {
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// What is attached to the resource.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Hints for whoever shows a thing (2026-07-28 `server/resources`, "Annotations").
    pub struct Annotations {
        salvaged {
            /// Whom the thing is meant for.
            with_audience audience: Vec<Role> = "audience";
            /// How much the thing matters, from 0 to 1.
            with_priority priority: f64 = "priority";
            /// When the thing was last changed, by ISO 8601.
            with_last_modified last_modified: String = "lastModified";
        }
    }
}

open_enum! {
    /// Who speaks, or whom a thing is meant for (2026-07-28 `schema`, `Role`).
    pub enum Role {
        /// A person.
        User = "user",
        /// A model.
        Assistant = "assistant",
    }
}

/// What a resource holds (2026-07-28 `server/resources`, "Resource contents").
#[derive(Clone, Debug, PartialEq)]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes.
    Blob(BlobResourceContents),
}

impl ResourceContents {
    /// The address of what was read.
    pub fn uri(&self) -> &str {
        match self {
            Self::Text(contents) => &contents.uri,
            Self::Blob(contents) => &contents.uri,
        }
    }

    /// The media type, as the peer says.
    pub fn mime_type(&self) -> Option<&str> {
        match self {
            Self::Text(contents) => contents.mime_type.as_deref(),
            Self::Blob(contents) => contents.mime_type.as_deref(),
        }
    }
}

impl From<TextResourceContents> for ResourceContents {
    fn from(contents: TextResourceContents) -> Self {
        Self::Text(contents)
    }
}

impl From<BlobResourceContents> for ResourceContents {
    fn from(contents: BlobResourceContents) -> Self {
        Self::Blob(contents)
    }
}

wire! {
    /// A resource that is text (2026-07-28 `schema`, `TextResourceContents`).
    pub struct TextResourceContents {
        required {
            /// The address of what was read.
            uri: String = "uri";
            /// The text.
            text: String = "text";
        }
        salvaged {
            /// The media type.
            with_mime_type mime_type: String = "mimeType";
            /// What is attached to the contents.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A resource that is bytes (2026-07-28 `schema`, `BlobResourceContents`).
    pub struct BlobResourceContents {
        required {
            /// The address of what was read.
            uri: String = "uri";
            /// The bytes in base64.
            blob: String = "blob";
        }
        salvaged {
            /// The media type.
            with_mime_type mime_type: String = "mimeType";
            /// What is attached to the contents.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// Either kind of contents, before it is known which.
    pub(crate) struct EitherContents {
        required {
            /// The address of what was read.
            uri: String = "uri";
        }
        optional {
            /// The text, if it is text.
            with_text text: String = "text";
            /// The bytes in base64, if it is bytes.
            with_blob blob: String = "blob";
        }
        salvaged {
            /// The media type.
            with_mime_type mime_type: String = "mimeType";
            /// What is attached to the contents.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl Wire for ResourceContents {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        let either = match EitherContents::decode(deserializer, notes)? {
            Ok(either) => either,
            Err(misfit) => return Ok(Err(misfit)),
        };
        let EitherContents { uri, text, blob, mime_type, meta, mut extra } = either;
        Ok(match (text, blob) {
            (Some(text), blob) => {
                // No version has contents of both kinds: the text is read, the rest is sent on.
                if let Some(blob) = blob {
                    extra.push("blob".to_owned(), Json::encode(&blob).map_err(D::Error::custom)?);
                }
                Ok(Self::Text(TextResourceContents { uri, text, mime_type, meta, extra }))
            }
            (None, Some(blob)) => {
                Ok(Self::Blob(BlobResourceContents { uri, blob, mime_type, meta, extra }))
            }
            (None, None) => {
                let mut misfit = Misfit::new("neither text nor blob");
                misfit.name = Some(uri);
                Err(misfit)
            }
        })
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(contents) => contents.encode(serializer),
            Self::Blob(contents) => contents.encode(serializer),
        }
    }

    fn label(&self) -> Option<&str> {
        Some(self.uri())
    }
}

wire_serde!(ResourceContents);
