//! What has changed between two texts, word by word.

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use crate::text::display_safe_lines;

/// The most words, or lines, of two texts that are compared with each other: what they cost grows
/// with their product. Longer texts are compared line by line, and still longer ones not at all.
pub const MAX_COMPARED: usize = 4_000;
/// The longest texts whose likeness is measured, in bytes.
const MAX_LIKENED_BYTES: usize = 4 * 1024;

/// What a run of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// It stands in both texts.
    Kept,
    /// It stands in the earlier text only.
    Removed,
    /// It stands in the later text only.
    Added,
}

/// A run of words that were kept, removed or added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What it is.
    pub kind: RunKind,
    /// Its text, safe to show over several lines.
    pub text: String,
}

/// Compares two texts word by word.
///
/// The texts are made safe to show before they are compared, so that a hidden character is a change
/// that is seen. All runs but the added ones are the earlier text, all but the removed ones the
/// later one. Two runs in a row are never of one kind.
///
/// Texts of more than [`MAX_COMPARED`] words together are compared line by line; if they have more
/// lines than that too, all of the one is removed and all of the other added.
pub fn diff(before: &str, now: &str) -> Vec<Run> {
    let (before, now) = (display_safe_lines(before), display_safe_lines(now));
    let mut runs = Vec::new();
    if before == now {
        push(&mut runs, RunKind::Kept, &before);
        return runs;
    }
    let words = |text: &str| text.split_whitespace().count();
    let lines = |text: &str| text.lines().count();
    let compared = if words(&before) + words(&now) <= MAX_COMPARED {
        TextDiff::from_words(&before, &now)
    } else if lines(&before) + lines(&now) <= MAX_COMPARED {
        TextDiff::from_lines(&before, &now)
    } else {
        push(&mut runs, RunKind::Removed, &before);
        push(&mut runs, RunKind::Added, &now);
        return runs;
    };
    for change in compared.iter_all_changes() {
        let kind = match change.tag() {
            ChangeTag::Equal => RunKind::Kept,
            ChangeTag::Delete => RunKind::Removed,
            ChangeTag::Insert => RunKind::Added,
        };
        push(&mut runs, kind, change.value());
    }
    runs
}

fn push(runs: &mut Vec<Run>, kind: RunKind, text: &str) {
    match runs.last_mut() {
        _ if text.is_empty() => {}
        Some(run) if run.kind == kind => run.text.push_str(text),
        _ => runs.push(Run { kind, text: text.to_owned() }),
    }
}

/// How alike two texts are, from 0 to 1. Long ones are alike only if they are the same.
pub(super) fn likeness(one: &str, other: &str) -> f32 {
    if one == other {
        return 1.0;
    }
    if one.len().max(other.len()) > MAX_LIKENED_BYTES {
        return 0.0;
    }
    TextDiff::from_words(one, other).ratio()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, now: &str) -> String {
        let mark = |run: &Run| match run.kind {
            RunKind::Kept => run.text.clone(),
            RunKind::Removed => format!("[-{}-]", run.text),
            RunKind::Added => format!("{{+{}+}}", run.text),
        };
        diff(before, now).iter().map(mark).collect()
    }

    #[test]
    fn words_that_were_kept_removed_and_added_are_told_apart() {
        for (before, now, expected) in [
            ("", "", ""),
            ("the same", "the same", "the same"),
            ("", "new", "{+new+}"),
            ("old", "", "[-old-]"),
            ("reads a file", "reads any file", "reads [-a-]{+any+} file"),
            ("reads a file", "reads a file.", "reads a [-file-]{+file.+}"),
            ("a b", "a  b", "a[- -]{+  +}b"),
        ] {
            assert_eq!(shown(before, now), expected);
        }
    }

    #[test]
    fn a_hidden_character_is_a_change_that_is_seen() {
        assert_eq!(shown("a b", "a \u{202E}b"), "a [-b-]{+⟦U+202E⟧b+}");
        assert_eq!(shown("a\r\nb", "a\nb"), "a\nb");
    }

    #[test]
    fn long_texts_are_compared_by_line_and_longer_ones_not_at_all() {
        let line = "word ".repeat(50);
        let many = format!("{line}\n").repeat(50);
        let later = format!("{many}one more\n");
        let runs = diff(&many, &later);
        assert_eq!(runs.len(), 2);
        assert_eq!(runs[1], Run { kind: RunKind::Added, text: "one more\n".to_owned() });

        let huge = "word\n".repeat(MAX_COMPARED);
        let kinds: Vec<RunKind> =
            diff(&huge, &format!("{huge}x")).iter().map(|run| run.kind).collect();
        assert_eq!(kinds, [RunKind::Removed, RunKind::Added]);
    }

    #[test]
    fn the_runs_are_both_texts() {
        let texts = ["", "a", "a b c", "c b a", "one\ntwo three\n\nfour", " a  b\t"];
        for before in texts {
            for now in texts {
                let runs = diff(before, now);
                let without = |kind| -> String {
                    let runs = runs.iter().filter(|run| run.kind != kind);
                    runs.map(|run| run.text.as_str()).collect()
                };
                assert_eq!(without(RunKind::Added), before);
                assert_eq!(without(RunKind::Removed), now);
                assert!(runs.windows(2).all(|pair| pair[0].kind != pair[1].kind));
            }
        }
    }
}
