//! One normative statement: a bold word of one page of one version.

use std::fmt;

use serde::Deserialize;

use crate::workspace::Result;

/// `2025-11-25 basic/transports 7`: the seventh bold MUST or MUST NOT of that page.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "String")]
pub(super) struct Statement {
    /// The version of the protocol.
    pub(super) version: String,
    /// The page's path within the version, without its extension.
    pub(super) page: String,
    /// Which of the page's statements, from 1.
    pub(super) ordinal: usize,
}

impl Statement {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        if let [version, page, ordinal] = *words
            && let Ok(ordinal @ 1..) = ordinal.parse()
        {
            return Ok(Self { version: version.to_owned(), page: page.to_owned(), ordinal });
        }
        Err(format!("{text:?} is no statement, such as \"2025-11-25 basic/transports 7\"").into())
    }
}

impl TryFrom<String> for Statement {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        Self::parse(&text).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.version, self.page, self.ordinal)
    }
}
