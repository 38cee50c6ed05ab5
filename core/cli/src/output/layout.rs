//! Lines and columns for a terminal of some width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::style::{Paint, Style};

/// How far a tab goes at the most.
const TAB: &str = "    ";
/// A last column that is narrower than this is not worth having.
const LEAST_COLUMN: usize = 24;
/// A column that is wider than this is not waited for by the others.
const WIDEST_COLUMN: usize = 36;
/// How far a last column that goes below its row is indented.
const INDENT: usize = 4;
/// What stands between two columns.
const GAP: usize = 2;

/// How many columns a text takes.
pub(crate) fn columns(text: &str) -> usize {
    text.width()
}

/// How many columns a text takes at the most: terminals differ on what is joined or varied.
pub(crate) fn most_columns(text: &str) -> usize {
    text.chars().map(most_of).sum()
}

fn most_of(char: char) -> usize {
    match char {
        // It may make what is before it wider.
        '\u{FE00}'..='\u{FE0F}' => 1,
        _ => char.width().unwrap_or(1),
    }
}

/// Whether a line may be broken there. Spaces that are not to be broken are as any other, since a
/// server would make lines of them that only the terminal breaks.
fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// Breaks safe text into lines that fit into `width` columns; without a width, at its own line
/// feeds only. A word that is longer is broken too: the terminal would go on with it in its first
/// column, where what a server says must not stand.
pub(crate) fn wrap(text: &str, width: Option<usize>) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim_end().lines() {
        let line = line.replace('\t', TAB);
        match width {
            Some(width) if most_columns(&line) > width => break_line(&line, width, &mut lines),
            _ => lines.push(line),
        }
    }
    lines
}

fn break_line(line: &str, width: usize, lines: &mut Vec<String>) {
    // What is indented goes on with the same indent.
    let indent = line.len() - line.trim_start_matches(' ').len();
    let indent = indent.min(width / 2);
    let mut current = " ".repeat(indent);
    let mut used = indent;
    for mut word in line.split(is_space) {
        while !word.is_empty() {
            let (piece, rest) = split_word(word, width - indent);
            let wide = most_columns(piece);
            // It is so for every piece of a word but the first.
            if used > indent && used + 1 + wide > width {
                lines.push(std::mem::replace(&mut current, " ".repeat(indent)));
                used = indent;
            }
            if used > indent {
                current.push(' ');
                used += 1;
            }
            current.push_str(piece);
            used += wide;
            word = rest;
        }
    }
    lines.push(current);
}

/// As much of a word as fits into some columns, at least a character with all that changes it, and
/// the rest.
fn split_word(word: &str, room: usize) -> (&str, &str) {
    let (mut used, mut last) = (0, 0);
    for (at, char) in word.char_indices() {
        if char.width() != Some(0) {
            last = at;
        }
        used += most_of(char);
        if used > room && last > 0 {
            return word.split_at(last);
        }
    }
    (word, "")
}

/// Wraps safe text, paints it, and puts `margin` in front of each line.
pub(crate) fn block(
    text: &str,
    margin: &str,
    style: Style,
    paint: Paint,
    width: Option<usize>,
) -> String {
    let room = width.map(|width| width.saturating_sub(columns(margin)).max(1));
    let mut out = String::new();
    for line in wrap(text, room) {
        let line = format!("{margin}{}", style.paint(paint, &line));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// One cell of a table: safe text and its paint.
pub(crate) type Cell = (String, Paint);

/// Lays rows out in columns. The last cell of a row is wrapped within its column.
pub(crate) fn table(
    rows: &[Vec<Cell>],
    margin: usize,
    style: Style,
    width: Option<usize>,
) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count.saturating_sub(1))
        .map(|place| {
            let cells = rows.iter().filter_map(|row| row.get(place)).map(|(text, _)| columns(text));
            cells.filter(|wide| *wide <= WIDEST_COLUMN).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        lay_row(row, &widths, margin, style, width, &mut out);
    }
    out
}

fn lay_row(
    row: &[Cell],
    widths: &[usize],
    margin: usize,
    style: Style,
    width: Option<usize>,
    out: &mut String,
) {
    let mut line = " ".repeat(margin);
    let mut at = margin;
    let mut due = margin;
    for (place, (text, paint)) in row.iter().enumerate() {
        let Some(wide) = widths.get(place) else {
            last_cell(text, *paint, &mut line, (margin, at, due), style, width);
            break;
        };
        if !text.is_empty() {
            let pad = due.saturating_sub(at).max(if at > margin { GAP } else { 0 });
            line.push_str(&" ".repeat(pad));
            line.push_str(&style.paint(*paint, text));
            at += pad + columns(text);
        }
        due += if *wide > 0 { wide + GAP } else { 0 };
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

fn last_cell(
    text: &str,
    paint: Paint,
    line: &mut String,
    (margin, at, due): (usize, usize, usize),
    style: Style,
    width: Option<usize>,
) {
    if text.is_empty() {
        return;
    }
    let start = if at > margin && at + GAP > due { at + GAP } else { due };
    let room = width.map(|width| width.saturating_sub(start));
    let (start, room, own_line) = match room {
        Some(room) if room < LEAST_COLUMN => {
            // Further in than the first column, so that it is not taken for a row of its own.
            let start = margin + INDENT;
            (start, width.map(|width| width.saturating_sub(start).max(1)), true)
        }
        room => (start, room, false),
    };
    for (place, piece) in wrap(text, room).iter().enumerate() {
        if place == 0 && !own_line {
            line.push_str(&" ".repeat(start.saturating_sub(at)));
        } else {
            line.push('\n');
            line.push_str(&" ".repeat(start));
        }
        line.push_str(&style.paint(paint, piece));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> Cell {
        (text.to_owned(), Paint::Plain)
    }

    #[test]
    fn text_is_broken_between_words_and_keeps_its_own_lines_and_indents() {
        let lines = wrap("one two three\n\n  - four five\nhttps://example.com/long", Some(12));
        let expected =
            ["one two", "three", "", "  - four", "  five", "https://exam", "ple.com/long"];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_word_that_is_longer_than_the_line_is_broken_at_its_end() {
        assert_eq!(wrap("a bcdefghijk l", Some(5)), ["a", "bcdef", "ghijk", "l"]);
        assert_eq!(wrap("  abcdefgh i", Some(5)), ["  abc", "  def", "  gh", "  i"]);
        assert_eq!(wrap("漢字漢字", Some(5)), ["漢字", "漢字"]);
        assert_eq!(wrap("e\u{301}e\u{301}e\u{301}", Some(2)), ["e\u{301}e\u{301}", "e\u{301}"]);
        // There is no room, and an end all the same.
        assert_eq!(wrap("漢\u{301}字", Some(1)), ["漢\u{301}", "字"]);
    }

    #[test]
    fn a_line_is_broken_at_every_kind_of_space() {
        for space in "\u{A0}\u{2000}\u{2007}\u{200A}\u{202F}\u{205F}\u{3000}".chars() {
            let lines = wrap(&["one", "two", "three"].join(&space.to_string()), Some(7));
            assert_eq!(lines, ["one two", "three"], "U+{:04X}", u32::from(space));
        }
    }

    #[test]
    fn what_a_terminal_may_show_side_by_side_takes_all_of_its_room() {
        let lines = wrap(&"👩\u{200D}👩\u{200D}👧".repeat(9), Some(10));
        assert!(lines.iter().all(|line| line.chars().filter(|it| *it != '\u{200D}').count() <= 5));
        assert_eq!(wrap("✈\u{FE0F}✈\u{FE0F}", Some(3)), ["✈\u{FE0F}", "✈\u{FE0F}"]);
    }

    #[test]
    fn a_block_stays_behind_its_margin_on_a_narrow_terminal() {
        let block = block(
            &"word ".repeat(20),
            "      │ ",
            Style::for_stream(false),
            Paint::Plain,
            Some(14),
        );
        assert!(block.lines().all(|line| line == "      │ word"), "{block}");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(wrap("漢字 漢字 漢字", Some(9)), ["漢字 漢字", "漢字"]);
    }

    #[test]
    fn columns_are_aligned_and_the_last_one_wraps() {
        let style = Style::for_stream(false);
        let rows = [
            vec![cell("a"), cell("number"), cell("the first of them all in its row")],
            vec![cell("bcd"), cell("text"), cell("")],
            vec![cell(""), cell(""), cell("alone")],
        ];
        let wide = "  a    number  the first of them all in its row\n  bcd  text\n";
        let alone = format!("{}alone\n", " ".repeat(15));
        assert_eq!(table(&rows, 2, style, None), format!("{wide}{alone}"));
        let narrow = wide.replace(" its row", &format!("\n{}its row", " ".repeat(15)));
        assert_eq!(table(&rows, 2, style, Some(40)), format!("{narrow}{alone}"));
    }

    #[test]
    fn a_last_column_without_room_goes_below() {
        let style = Style::for_stream(false);
        let rows = [vec![cell("a long name of something"), cell("about it")]];
        let expected = "a long name of something\n    about it\n";
        assert_eq!(table(&rows, 0, style, Some(40)), expected);
    }

    #[test]
    fn an_empty_column_takes_no_room() {
        let style = Style::for_stream(false);
        let rows = [vec![cell("a"), cell(""), cell("x")], vec![cell("b"), cell(""), cell("y")]];
        assert_eq!(table(&rows, 0, style, None), "a  x\nb  y\n");
    }
}
