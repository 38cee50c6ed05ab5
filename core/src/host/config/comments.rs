//! Where comments go when tables come and go.
//!
//! A comment belongs to what it stands right above. What an empty line separates from that stands
//! for itself, and stays.

use toml_edit::{DocumentMut, Item, Table};

/// Gives a new table its place: behind the others of its kind, or at the end. Comments at the end of
/// the file then stay in front of it.
pub(super) fn settle(document: &mut DocumentMut, table: &mut Table, kind: &str) {
    let end = last_position(document.as_item());
    let behind = document.get(kind).and_then(last_position);
    table.set_position(Some(behind.or(end.map(|end| end + 1)).unwrap_or_default()));
    let mut prefix = String::new();
    if behind.is_none() || behind == end {
        prefix.push_str(document.trailing().as_str().unwrap_or_default());
        document.set_trailing("");
        if !prefix.is_empty() && !prefix.ends_with('\n') {
            prefix.push('\n');
        }
    }
    if !prefix.is_empty() || !document.is_empty() {
        prefix.push('\n');
    }
    table.decor_mut().set_prefix(prefix);
}

/// Keeps the comments that stood in front of a table that was removed, but do not belong to it.
pub(super) fn keep(document: &mut DocumentMut, removed: &Item) {
    let Some((position, prefix)) = first_header(removed) else { return };
    let kept = before_last_empty_line(&prefix);
    if kept.is_empty() {
        return;
    }
    if let Some(next) = next_position(document.as_item(), position)
        && let Some(table) = table_at(document.as_item_mut(), next)
    {
        let own = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
        let prefix = format!("{kept}{own}");
        table.decor_mut().set_prefix(prefix);
        return;
    }
    let trailing = format!("{kept}{}", document.trailing().as_str().unwrap_or_default());
    document.set_trailing(trailing);
}

fn before_last_empty_line(prefix: &str) -> &str {
    let mut at = 0;
    let mut found = 0;
    for line in prefix.split_inclusive('\n') {
        if line.ends_with('\n') && line.trim().is_empty() {
            found = at;
        }
        at += line.len();
    }
    &prefix[..found]
}

/// The place and the prefix of the first header in what was removed.
fn first_header(item: &Item) -> Option<(isize, String)> {
    let mut first: Option<&Table> = None;
    each(item, &mut |table| {
        if first.is_none_or(|first| table.position() < first.position()) {
            first = Some(table);
        }
    });
    let first = first?;
    let prefix = first.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    Some((first.position()?, prefix.to_owned()))
}

fn last_position(item: &Item) -> Option<isize> {
    let mut last = None;
    each(item, &mut |table| last = last.max(table.position()));
    last
}

fn next_position(item: &Item, behind: isize) -> Option<isize> {
    let mut next: Option<isize> = None;
    each(item, &mut |table| {
        let position = table.position().filter(|position| *position > behind);
        next = next.into_iter().chain(position).min();
    });
    next
}

/// Visits the tables of an item that have a header of their own.
fn each<'a>(item: &'a Item, visit: &mut impl FnMut(&'a Table)) {
    match item {
        Item::Table(table) => each_in(table, visit),
        Item::ArrayOfTables(tables) => tables.iter().for_each(|table| each_in(table, visit)),
        _ => {}
    }
}

fn each_in<'a>(table: &'a Table, visit: &mut impl FnMut(&'a Table)) {
    if table.position().is_some() {
        visit(table);
    }
    for (_, item) in table {
        each(item, visit);
    }
}

fn table_at(item: &mut Item, position: isize) -> Option<&mut Table> {
    match item {
        Item::Table(table) => table_in(table, position),
        Item::ArrayOfTables(tables) => {
            tables.iter_mut().find_map(|table| table_in(table, position))
        }
        _ => None,
    }
}

fn table_in(table: &mut Table, position: isize) -> Option<&mut Table> {
    if table.position() == Some(position) {
        return Some(table);
    }
    table.iter_mut().find_map(|(_, item)| table_at(item, position))
}
