//! What tools, prompts and models say: text, pictures, sound and resources.

use std::marker::PhantomData;

use serde::{
    Deserializer, Serializer,
    de::{Error as _, MapAccess},
};

use super::{
    Extra, Icon, Meta,
    decode::{Decoded, Misfit, Notes, Object, Wire},
    members::Members,
    shape::{Kind, Member, Shape, Types},
    visit::ObjectVisitor,
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

impl Object for ResourceContents {
    fn members<'de, A: MapAccess<'de>>(
        members: &mut Members<'de, A>,
        notes: &mut Notes,
    ) -> Decoded<Self, A::Error> {
        let (mut uri, mut text, mut blob) = (None, None, None);
        let (mut mime_type, mut meta) = (None, None);
        let mut extra = Extra::new();
        let mut trouble = None;
        while let Some(key) = members.key()? {
            match &*key {
                "uri" => members.required("uri", &mut uri, &mut trouble, notes)?,
                "text" => members.optional("text", &mut text, &mut trouble, notes)?,
                "blob" => members.optional("blob", &mut blob, &mut trouble, notes)?,
                "mimeType" => members.salvaged("mimeType", &mut mime_type, notes)?,
                "_meta" => members.salvaged("_meta", &mut meta, notes)?,
                _ => members.unknown(key, &mut extra, &mut trouble, notes)?,
            }
        }
        let misfit = match (trouble, uri, text, blob) {
            (None, Some(uri), Some(text), blob) => {
                // No version has contents of both kinds: the text is read, the rest is sent on.
                if let Some(blob) = blob {
                    let blob = Json::encode::<String>(&blob).map_err(A::Error::custom)?;
                    extra.push("blob".to_owned(), blob);
                }
                let contents = TextResourceContents { uri, text, mime_type, meta, extra };
                return Ok(Ok(Self::Text(contents)));
            }
            (None, Some(uri), None, Some(blob)) => {
                let contents = BlobResourceContents { uri, blob, mime_type, meta, extra };
                return Ok(Ok(Self::Blob(contents)));
            }
            (None, Some(uri), None, None) => Misfit::new("neither text nor blob").named(Some(uri)),
            (None, None, ..) => Misfit::missing("uri"),
            (Some(misfit), uri, ..) => misfit.named(uri),
        };
        Ok(Err(misfit))
    }
}

impl Wire for ResourceContents {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        deserializer.deserialize_any(ObjectVisitor(notes, PhantomData))
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

    fn shape(types: &mut Types) -> Shape {
        let about = ["What a resource holds: `text`, or bytes as `blob`."];
        types.define("ResourceContents", &about, |types| {
            Kind::Object(vec![
                Member::new("uri", &["The address of what was read."], true, Shape::String),
                Member::new("text", &["The text, where it is text."], false, Shape::String),
                Member::new(
                    "blob",
                    &["The bytes in base64, where it is bytes."],
                    false,
                    Shape::String,
                ),
                Member::new(
                    "mimeType",
                    &["The media type, as the peer says."],
                    false,
                    Shape::String,
                ),
                Member::new(
                    "_meta",
                    &["What is attached to the contents."],
                    false,
                    Meta::shape(types),
                ),
            ])
        })
    }
}

wire_serde!(ResourceContents);
