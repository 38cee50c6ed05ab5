//! Pictures and texts that are safe to show.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use serde::{Deserializer, Serializer};

use crate::model::{
    Icon, IconTheme, Notes, Wire,
    decode::{Decoded, Misfit},
    shape::{Shape, Types},
    wire::{tagged, wire},
};

/// Bytes, which stand in JSON as base64 text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob(pub(in crate::facade) Bytes);

impl From<Bytes> for Blob {
    fn from(bytes: Bytes) -> Self {
        Self(bytes)
    }
}

impl Wire for Blob {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        let read = |text: String| match BASE64_STANDARD.decode(text) {
            Ok(bytes) => Ok(Self(bytes.into())),
            Err(_) => Err(Misfit::new("expected base64")),
        };
        Ok(<String as Wire>::decode(deserializer, notes)?.and_then(read))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::Bytes
    }
}

wire! {
    /// Of what a picture is to be made.
    pub struct IconRequest {
        required {
            /// The icons that the server gives for something: itself, a tool, a prompt, a resource.
            icons: Vec<Icon> = "icons";
            /// The length of the picture's sides, in pixels.
            size: u64 = "size";
        }
        optional {
            /// The background that it is shown on. Default `light`.
            with_theme theme: IconTheme = "theme";
        }
    }
}

tagged! {
    /// A picture that is safe to show, or why there is none.
    pub enum IconPicture by "kind" {
        /// A picture.
        Shown(SafeIcon) = "shown";
        /// There is none: show a placeholder.
        Refused(RefusedIcon) = "refused";
    }
}

wire! {
    /// A picture that Hostline has drawn anew from a server's icon.
    pub struct SafeIcon {
        tag "kind" = "shown";
        required {
            /// The picture: a PNG.
            png: Blob = "png";
            /// Its width, in pixels.
            width: u64 = "width";
            /// Its height, in pixels.
            height: u64 = "height";
        }
    }
}

wire! {
    /// An icon that is not shown, and why. It stops nothing.
    pub struct RefusedIcon {
        tag "kind" = "refused";
        required {
            /// The stable name of the reason: `missing`, `address`, `origin`, `unreachable`, `busy`,
            /// `too_large`, `dimensions`, `unknown_type`, `other_type`, `broken`, `forbidden`,
            /// `too_costly`, `size` or `internal`.
            reason: String = "reason";
            /// The reason, in a sentence.
            sentence: String = "sentence";
        }
    }
}

wire! {
    /// A text to make safe to show.
    pub struct DisplaySafeRequest {
        required {
            /// The text.
            text: String = "text";
        }
        optional {
            /// Whether line breaks and tabs stay. Default false.
            with_lines lines: bool = "lines";
            /// The most characters to give; what is cut ends with `…`, which counts. Default: all.
            with_most most: u64 = "most";
        }
    }
}
