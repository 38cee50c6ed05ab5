//! Lines and columns for a terminal of some width.

use unicode_width::UnicodeWidthStr;

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

/// Breaks safe text into lines that fit into `width` columns; without a width, at its own line
/// feeds only. Words that are longer stay whole, so that addresses can be copied.
pub(crate) fn wrap(text: &str, width: Option<usize>) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim_end().lines() {
        let line = line.replace('\t', TAB);
        match width {
            Some(width) if columns(&line) > width => break_line(&line, width, &mut lines),
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
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let wide = columns(word);
        if used > indent && used + 1 + wide > width {
            lines.push(std::mem::replace(&mut current, " ".repeat(indent)));
            used = indent;
        }
        if used > indent {
            current.push(' ');
            used += 1;
        }
        current.push_str(word);
        used += wide;
    }
    lines.push(current);
}

/// Wraps safe text, paints it, and puts `margin` in front of each line.
pub(crate) fn block(
    text: &str,
    margin: &str,
    style: Style,
    paint: Paint,
    width: Option<usize>,
) -> String {
    let room = width.map(|width| width.saturating_sub(columns(margin)).max(LEAST_COLUMN));
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
            (start, width.map(|width| width.saturating_sub(start).max(LEAST_COLUMN)), true)
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
        let expected = ["one two", "three", "", "  - four", "  five", "https://example.com/long"];
        assert_eq!(lines, expected);
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
