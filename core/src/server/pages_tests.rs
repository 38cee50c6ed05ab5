//! Lists that change while they are read, and cursors that nobody gave.

use std::collections::BTreeSet;

use super::*;

fn names(count: usize) -> BTreeSet<String> {
    (0..count).map(|number| format!("item {number:03}")).collect()
}

fn cut(
    items: &BTreeSet<String>,
    cursor: Option<&str>,
    size: usize,
) -> Result<Page<String>, BadCursor> {
    let items = items.iter().map(|name| (name.as_str(), name.clone()));
    page("tools", items, cursor, NonZeroUsize::new(size).unwrap())
}

/// All pages; `between` is done to the list after each page.
fn read_all(
    items: &mut BTreeSet<String>,
    size: usize,
    mut between: impl FnMut(&mut BTreeSet<String>),
) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = None;
    loop {
        let page = cut(items, cursor.as_deref(), size).unwrap();
        pages.push(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return pages;
        }
        between(items);
    }
}

#[test]
fn the_pages_of_a_list_are_the_list() {
    for (count, size, pages) in
        [(0, 3, 1), (1, 3, 1), (3, 3, 1), (4, 3, 2), (9, 3, 3), (10, 1, 10), (5, 99, 1)]
    {
        let mut items = names(count);
        let read = read_all(&mut items, size, |_| ());
        assert_eq!(read.len(), pages, "{count} by {size}");
        assert!(read.concat().iter().eq(&items), "{count} by {size}");
    }
}

#[test]
fn items_that_come_and_go_between_pages_neither_repeat_nor_lose_others() {
    let mut items = names(30);
    let mut round = 0;
    let read = read_all(&mut items, 4, |items| {
        items.insert(format!("item 000 new {round}"));
        // The very item that the page ended with, as well.
        items.remove(&format!("item {:03}", round * 4 + 3));
        items.remove(&format!("item {:03}", round * 4));
        round += 1;
    });
    assert!(read.concat().iter().eq(&names(30)), "what was there throughout is read once");
}

#[test]
fn a_cursor_at_the_end_of_a_list_that_shrank_gives_an_empty_page() {
    let mut items = names(5);
    let cursor = cut(&items, None, 3).unwrap().next;
    items.retain(|name| name.as_str() < "item 002");
    let rest = cut(&items, cursor.as_deref(), 3).unwrap();
    assert_eq!(rest, Page { items: Vec::new(), next: None });
}

#[test]
fn a_cursor_that_the_list_never_gave_is_refused() {
    let items = names(5);
    let foreign = write("prompts", "item 001");
    let padded = format!("{}==", write("tools", "item 001"));
    let long = write("tools", &"a".repeat(MAX_CURSOR));
    let not_text = URL_SAFE_NO_PAD.encode(b"tools\n\xFF");
    for cursor in ["", "garbage", "item 001", "2", "\u{1F980}", &foreign, &padded, &long, &not_text]
    {
        assert_eq!(cut(&items, Some(cursor), 3), Err(BadCursor), "{cursor}");
    }
}

#[test]
fn no_page_ends_at_a_key_that_no_cursor_can_hold() {
    let longest = format!("b{}", "b".repeat(MAX_KEY - 1));
    let longer = format!("a{}", "a".repeat(MAX_KEY));
    let mut items = BTreeSet::from([longer, longest.clone(), "c".to_owned()]);
    let read = read_all(&mut items, 1, |_| ());
    assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert!(cut(&items, Some(&write("resources/templates", &longest)), 1).is_err());
}
