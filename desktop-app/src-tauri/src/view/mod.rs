//! What a page shows. All text in here is safe to show: whatever can hide or reorder what a person
//! reads became a visible mark, and long text is cut.
//!
//! The types of the page are written from these (`ui/src/platform/views.ts`); a test says whether
//! they still are.

mod connection;
mod question;
mod result;
mod told;
#[cfg(test)]
mod typescript;

use hostline::text::{
    display_safe_lines,
    json::{Hidden, Layout, render},
    shorten,
};

pub(crate) use self::{
    connection::{FailureView, ServerView, ToolsView},
    question::{AnsweredView, BodyView, ProblemView, QuestionView, page_view},
    result::ResultView,
    told::Told,
};

/// The longest line, in characters.
const MAX_LINE_CHARS: usize = 2_000;
/// The longest text of several lines, in bytes.
const MAX_TEXT_BYTES: usize = 256 * 1024;

/// Text of a peer on one line.
pub(crate) fn line(text: &str) -> String {
    shorten(text, MAX_LINE_CHARS).into_owned()
}

/// Text of a peer on several lines.
pub(crate) fn lines(text: &str) -> String {
    cut(text, |text| display_safe_lines(text).into_owned())
}

/// JSON of a peer, laid out.
fn json(json: &hostline::Json) -> String {
    cut(json.as_str(), |text| render(text, Layout::Pretty, Hidden::Escape))
}

fn cut(text: &str, show: impl Fn(&str) -> String) -> String {
    if text.len() <= MAX_TEXT_BYTES {
        return show(text);
    }
    let shown = &text[..text.floor_char_boundary(MAX_TEXT_BYTES)];
    format!("{}\n… {} bytes more are not shown", show(shown), text.len() - shown.len())
}

#[cfg(test)]
mod tests {
    use super::{MAX_TEXT_BYTES, lines};

    #[test]
    fn long_text_is_cut_and_says_so() {
        let shown = lines(&"é".repeat(MAX_TEXT_BYTES));
        assert!(shown.ends_with(&format!("… {MAX_TEXT_BYTES} bytes more are not shown")));
        assert!(shown.len() < MAX_TEXT_BYTES + 100);
    }

    #[test]
    fn hidden_characters_are_marks() {
        assert_eq!(lines("a\u{202E}b\nc"), "a⟦U+202E⟧b\nc");
    }
}
