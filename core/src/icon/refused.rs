//! Why an icon is not shown.

use std::{borrow::Cow, fmt};

/// What kind of reason an icon was refused for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusedReason {
    /// There is no icon to choose from.
    Missing,
    /// Its address is neither `https:` nor `data:`, or cannot be read.
    Address,
    /// It does not stand where the server stands.
    Origin,
    /// It could not be had.
    Unreachable,
    /// It waited too long for its turn, because too much else is done. Asking again may help.
    Busy,
    /// The file is longer than an icon may be.
    TooLarge,
    /// Its sides, pixels or frames are more than an icon may have.
    Dimensions,
    /// Its bytes are of no type that is shown.
    UnknownType,
    /// Its bytes are of another type than was declared.
    OtherType,
    /// Its bytes break the rules of their type.
    Broken,
    /// It uses what an icon may not use.
    Forbidden,
    /// It would cost more to draw than an icon may.
    TooCostly,
    /// A size was asked for that no icon is made in.
    Size,
    /// A fault of Hostline itself.
    Internal,
}

impl RefusedReason {
    /// The reason's stable name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Address => "address",
            Self::Origin => "origin",
            Self::Unreachable => "unreachable",
            Self::Busy => "busy",
            Self::TooLarge => "too_large",
            Self::Dimensions => "dimensions",
            Self::UnknownType => "unknown_type",
            Self::OtherType => "other_type",
            Self::Broken => "broken",
            Self::Forbidden => "forbidden",
            Self::TooCostly => "too_costly",
            Self::Size => "size",
            Self::Internal => "internal",
        }
    }
}

/// An icon that is not shown, and why. It stops nothing: show a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    reason: RefusedReason,
    sentence: Cow<'static, str>,
}

impl Refused {
    pub(super) fn new(reason: RefusedReason, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { reason, sentence: sentence.into() }
    }

    /// What kind of reason it is.
    pub fn reason(&self) -> RefusedReason {
        self.reason
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Refused {}

pub(super) fn too_large(limit: usize) -> Refused {
    Refused::new(RefusedReason::TooLarge, format!("the icon has more than {limit} bytes"))
}

/// The file breaks the rules of its type.
pub(super) fn broken(how: &str) -> Refused {
    Refused::new(RefusedReason::Broken, format!("the icon is broken: {how}"))
}

/// The picture is larger, or has more frames, than an icon may.
pub(super) fn dimensions(what: String) -> Refused {
    Refused::new(RefusedReason::Dimensions, what)
}
