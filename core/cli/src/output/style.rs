//! Quiet colours, and none where nobody sees them.

use std::env;

/// What a piece of text is to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    /// A name that can be used in a command.
    Name,
    /// What explains.
    Dim,
    /// What a person must look at before agreeing.
    Strong,
    Warning,
    Error,
}

/// Whether one stream is painted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    on: bool,
}

impl Style {
    /// Painting is for terminals, unless the person or the terminal wants none.
    pub(crate) fn for_stream(is_terminal: bool) -> Self {
        let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { on: is_terminal && !unwanted && understands_escapes() }
    }

    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Plain => return text.to_owned(),
            Paint::Name => "1",
            Paint::Dim => "2",
            Paint::Strong => "1;4",
            Paint::Warning => "33",
            Paint::Error => "1;31",
        };
        if self.on && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Whether the terminal takes escape sequences, as far as its environment tells.
pub(crate) fn understands_escapes() -> bool {
    match env::var_os("TERM") {
        Some(term) => term != "dumb",
        // Windows sets no TERM; its newer terminals say who they are.
        None => env::var_os("WT_SESSION").is_some() || env::var_os("ConEmuANSI").is_some(),
    }
}
