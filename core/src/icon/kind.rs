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
        _ = bytes;
        Err(Refused::new(RefusedReason::UnknownType, "the icon is of no type that is shown"))
    }

    /// Compares with the type that was declared, if one was.
    pub(super) fn expect(self, declared: Option<&str>) -> Result<(), Refused> {
        _ = declared;
        Ok(())
    }
}
