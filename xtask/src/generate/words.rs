//! What the files of all languages have in common: their marker, and texts in lines.

/// The marker that stands at the top of each file, behind the language's sign of a comment.
pub(super) const MARK: &str =
    "Written by `cargo xtask gen` from the contract in core/src/facade. Do not edit.";

/// Breaks a text into lines of at most `width` characters; an empty line stands between paragraphs.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, paragraph) in text.split("\n\n").enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn a_text_is_broken_between_words_and_paragraphs() {
        assert_eq!(lines("one two three\n\nfour", 7), ["one two", "three", "", "four"]);
    }
}
