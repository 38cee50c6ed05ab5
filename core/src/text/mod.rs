//! Text from a peer, made safe to show to a person or to write to a terminal.
//!
//! Whatever can hide, reorder or overwrite what a person reads becomes a visible mark: a control
//! picture such as `␛`, or the character's number such as `⟦U+202E⟧`. Nothing is left out, so that
//! a person sees that something was there. This module knows nothing of where text comes from or
//! goes to.

mod class;
pub mod json;
mod url;

use std::{borrow::Cow, fmt::Write};

use class::{Class, classify, is_emoji, is_emoji_base};

pub use self::url::{MAX_URL_BYTES, UrlReview, UrlWarning, url_warnings};

/// How many combining marks one character may carry before the rest become visible marks.
///
/// Written languages need three at the most; a flood of them draws over the lines around it.
pub const MAX_COMBINING_MARKS: usize = 4;

/// What ends a text that was shortened.
const ELLIPSIS: char = '…';
const JOINER: char = '\u{200D}';
const EMOJI_SELECTOR: char = '\u{FE0F}';

/// Makes text from a peer safe to show on one line.
///
/// Controls (line feeds and tabs among them), bidirectional controls, zero-width and other
/// invisible characters, tags, variation selectors, private and unassigned characters, and
/// combining marks beyond [`MAX_COMBINING_MARKS`] become visible marks. Two invisible characters
/// stay because they only choose how an emoji is drawn: one emoji variation selector behind a
/// character that has an emoji form, and a zero-width joiner between two emoji.
///
/// Text that needs no change is borrowed. Doing it twice changes nothing more.
///
/// ```
/// use hostline::text::display_safe;
/// assert_eq!(display_safe("plain text"), "plain text");
/// assert_eq!(display_safe("\u{1b}[2Jgone"), "␛[2Jgone");
/// assert_eq!(display_safe("txt.\u{202E}exe"), "txt.⟦U+202E⟧exe");
/// assert_eq!(display_safe("two\nlines"), "two␊lines");
/// ```
pub fn display_safe(text: &str) -> Cow<'_, str> {
    clean(text, Lines::One)
}

/// Makes text from a peer safe to show over several lines.
///
/// Like [`display_safe`], but line feeds and tabs stay, and a carriage return in front of a line
/// feed is dropped.
///
/// ```
/// use hostline::text::display_safe_lines;
/// assert_eq!(display_safe_lines("two\r\nlines\u{7}"), "two\nlines␇");
/// ```
pub fn display_safe_lines(text: &str) -> Cow<'_, str> {
    clean(text, Lines::Many)
}

/// Makes text from a peer safe to show on one line of at most `max_chars` characters.
///
/// Text that is cut ends with `…`, which counts; a mark is never cut in the middle. No more of the
/// text is looked at than is shown, so that a huge text costs nothing.
///
/// ```
/// use hostline::text::shorten;
/// assert_eq!(shorten("short", 5), "short");
/// assert_eq!(shorten("too long", 5), "too …");
/// ```
pub fn shorten(text: &str, max_chars: usize) -> Cow<'_, str> {
    cut(text, max_chars, Lines::One)
}

/// The same with the line breaks and tabs that the text has, as [`display_safe_lines`] keeps them.
///
/// ```
/// use hostline::text::shorten_lines;
/// assert_eq!(shorten_lines("one\ntwo\nthree", 8), "one\ntwo…");
/// ```
pub fn shorten_lines(text: &str, max_chars: usize) -> Cow<'_, str> {
    cut(text, max_chars, Lines::Many)
}

fn cut(text: &str, max_chars: usize, lines: Lines) -> Cow<'_, str> {
    let mut cleaner = Cleaner::new(text, lines);
    let mut out = String::new();
    let mut used = 0;
    // Where the text ends if what follows does not fit: room for the ellipsis is kept.
    let mut cut_at = 0;
    while let Some(piece) = cleaner.next() {
        let width = piece.width();
        if used + width > max_chars {
            out.truncate(cut_at);
            // Without its second emoji a joiner would be invisible.
            while out.ends_with(JOINER) {
                out.pop();
            }
            if max_chars > 0 {
                out.push(ELLIPSIS);
            }
            return Cow::Owned(out);
        }
        piece.write(&mut out);
        used += width;
        if used < max_chars {
            cut_at = out.len();
        }
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    One,
    Many,
}

fn clean(text: &str, lines: Lines) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut cleaner = Cleaner::new(text, lines);
    let mut out: Option<String> = None;
    loop {
        let start = cleaner.at;
        let Some(piece) = cleaner.next() else { break };
        if let (None, Piece::Kept(_)) = (&out, piece) {
            continue;
        }
        let out = out.get_or_insert_with(|| {
            let mut begun = String::with_capacity(text.len() + 32);
            begun.push_str(&text[..start]);
            begun
        });
        piece.write(out);
    }
    out.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// What one character of the input becomes.
#[derive(Clone, Copy)]
enum Piece {
    Kept(char),
    Marked(char),
    Dropped,
}

impl Piece {
    /// How many characters it writes.
    fn width(self) -> usize {
        match self {
            Self::Kept(_) => 1,
            Self::Dropped => 0,
            Self::Marked(char) if picture(char).is_some() => 1,
            Self::Marked(char) => 4 + hex_digits(char),
        }
    }

    fn write(self, out: &mut String) {
        match self {
            Self::Kept(char) => out.push(char),
            Self::Dropped => {}
            Self::Marked(char) => {
                if let Some(picture) = picture(char) {
                    out.push(picture);
                } else {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "⟦U+{:04X}⟧", u32::from(char));
                }
            }
        }
    }
}

/// Unicode's own picture of a C0 control or of DEL.
fn picture(char: char) -> Option<char> {
    match u32::from(char) {
        code @ 0..=0x1F => char::from_u32(0x2400 + code),
        0x7F => Some('\u{2421}'),
        _ => None,
    }
}

fn hex_digits(char: char) -> usize {
    match u32::from(char) {
        0..=0xFFFF => 4,
        0x1_0000..=0xF_FFFF => 5,
        _ => 6,
    }
}

/// Walks a text and decides about each character by what stands before and after it.
struct Cleaner<'a> {
    text: &'a str,
    at: usize,
    lines: Lines,
    /// The last character, if it was kept.
    before: Option<char>,
    /// The last character that was kept and is no emoji variation selector or skin tone.
    base: Option<char>,
    combining: usize,
}

impl<'a> Cleaner<'a> {
    fn new(text: &'a str, lines: Lines) -> Self {
        Self { text, at: 0, lines, before: None, base: None, combining: 0 }
    }

    fn next(&mut self) -> Option<Piece> {
        let mut rest = self.text[self.at..].chars();
        let char = rest.next()?;
        let after = rest.next();
        self.at += char.len_utf8();
        let piece = self.decide(char, after);
        match piece {
            Piece::Kept(EMOJI_SELECTOR) => self.before = Some(EMOJI_SELECTOR),
            Piece::Kept(char) => {
                self.before = Some(char);
                if !is_skin_tone(char) {
                    self.base = Some(char);
                }
            }
            Piece::Marked(_) => (self.before, self.base) = (None, None),
            Piece::Dropped => {}
        }
        Some(piece)
    }

    fn decide(&mut self, char: char, after: Option<char>) -> Piece {
        let class = classify(char);
        if class != Class::Combining {
            self.combining = 0;
        }
        let keep = match class {
            Class::Plain => true,
            Class::Line if self.lines == Lines::Many => {
                if char == '\r' && after == Some('\n') {
                    return Piece::Dropped;
                }
                char != '\r'
            }
            Class::Line | Class::Hidden => false,
            // A mark needs a character to stand on: at the start it would be drawn over whatever
            // the program shows in front of the text.
            Class::Combining => {
                self.combining += 1;
                self.combining <= MAX_COMBINING_MARKS
                    && self.before.is_some_and(|before| !matches!(before, '\n' | '\t'))
            }
            Class::EmojiSelector => self.before.is_some_and(is_emoji_base),
            Class::Joiner => {
                self.before != Some(JOINER)
                    && self.before.is_some()
                    && self.base.is_some_and(is_emoji)
                    && after.is_some_and(is_emoji)
            }
        };
        if keep { Piece::Kept(char) } else { Piece::Marked(char) }
    }
}

fn is_skin_tone(char: char) -> bool {
    matches!(char, '\u{1F3FB}'..='\u{1F3FF}')
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
