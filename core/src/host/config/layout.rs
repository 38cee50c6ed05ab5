//! How lines end in the file, which editing must not change.

const MARK: char = '\u{feff}';

/// What is taken off a text before it is edited, and put back behind.
pub(super) struct Layout {
    /// A byte order mark, as some editors on Windows write it.
    begins_with_mark: bool,
    /// Lines end with a carriage return and a line feed.
    has_carriage_returns: bool,
    /// The last line ends too.
    is_closed: bool,
}

impl Layout {
    /// The layout of a text, and the text without it.
    pub(super) fn of(text: &str) -> (Self, String) {
        let plain = text.strip_prefix(MARK).unwrap_or(text);
        let returns = plain.matches("\r\n").count();
        let layout = Self {
            begins_with_mark: plain.len() < text.len(),
            // Where both kinds stand, the more frequent one wins.
            has_carriage_returns: returns * 2 > plain.matches('\n').count(),
            is_closed: plain.is_empty() || plain.ends_with('\n'),
        };
        (layout, plain.replace("\r\n", "\n"))
    }

    /// Puts the layout back.
    pub(super) fn restore(&self, mut text: String) -> String {
        if !self.is_closed && text.ends_with('\n') {
            text.pop();
        }
        if self.has_carriage_returns {
            text = text.replace('\n', "\r\n");
        }
        if self.begins_with_mark {
            text.insert(0, MARK);
        }
        text
    }
}
