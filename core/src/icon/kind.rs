//! What kind of file an icon is, told from its bytes.

use super::{Refused, RefusedReason};

/// A kind of file that icons are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IconKind {
    /// `image/png`.
    Png,
    /// `image/jpeg`.
    Jpeg,
    /// `image/webp`.
    Webp,
    /// `image/gif`, of which the first frame is shown.
    Gif,
    /// `image/svg+xml`.
    Svg,
}

impl IconKind {
    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Finds the kind by the bytes alone.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, Refused> {
        let webp = bytes.strip_prefix(b"RIFF").and_then(|after| after.get(4..8)) == Some(b"WEBP");
        match bytes {
            _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Ok(Self::Png),
            _ if bytes.starts_with(b"\xff\xd8\xff") => Ok(Self::Jpeg),
            _ if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") => Ok(Self::Gif),
            _ if webp => Ok(Self::Webp),
            _ if is_svg(bytes) => Ok(Self::Svg),
            _ => Err(Refused::new(
                RefusedReason::UnknownType,
                "the icon is neither a PNG, JPEG, WebP or GIF file nor an SVG document",
            )),
        }
    }

    /// Compares with the type that was declared, if one was.
    ///
    /// Parameters and case do not matter, and `image/jpg` is what the specification calls JPEG too.
    /// A document that is declared as `text/xml`, `application/xml` or `text/plain` is not taken for
    /// an SVG: whoever offers a picture can say so, and nothing is guessed on a server's behalf.
    pub(super) fn expect(self, declared: Option<&str>) -> Result<(), Refused> {
        let essence = declared.unwrap_or_default().split(';').next().unwrap_or_default().trim();
        let same = match essence.to_ascii_lowercase().as_str() {
            "" | "application/octet-stream" => true,
            "image/jpg" => self == Self::Jpeg,
            other => other == self.media_type(),
        };
        if same {
            return Ok(());
        }
        let sentence =
            format!("the icon is of the type {}, and another was declared", self.media_type());
        Err(Refused::new(RefusedReason::OtherType, sentence))
    }
}

/// Whether the bytes are an XML document in UTF-8 whose root has the local name `svg`.
///
/// Before the root may stand what XML allows there, but no document type of another name, so that
/// nothing is an SVG here that is HTML elsewhere, and none with declarations of its own.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut typed = false;
    loop {
        rest = rest.trim_start_matches(BLANKS);
        let after = if let Some(instruction) = rest.strip_prefix("<?") {
            instruction.split_once("?>").map(|(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->").map(|(_, after)| after)
        } else if let Some(document_type) = rest.strip_prefix("<!DOCTYPE") {
            if typed { None } else { after_type(document_type) }
        } else {
            return rest.strip_prefix('<').is_some_and(is_called_svg);
        };
        typed |= rest.starts_with("<!D");
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// What stands behind a document type that is called `svg` and declares nothing by itself.
fn after_type(document_type: &str) -> Option<&str> {
    let named = document_type.strip_prefix(BLANKS)?.trim_start_matches(BLANKS);
    if !is_called_svg(named) {
        return None;
    }
    let mut quote = None;
    for (at, byte) in named.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return named.get(at + 1..),
            (None, b'[') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// Whether a text begins with a name whose local part is `svg`.
fn is_called_svg(text: &str) -> bool {
    let ends = |letter: char| BLANKS.contains(&letter) || matches!(letter, '>' | '/' | '[');
    let name = text.split(ends).next().unwrap_or_default();
    name.rsplit(':').next() == Some("svg") && name.len() < text.len()
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
