//! Lists in pages (2026-07-28 `server/utilities/pagination`).
//!
//! A cursor holds the key behind which its page begins. So it stays good however long a client
//! keeps it, across restarts and in every process of a server, and an item that comes or goes
//! meanwhile neither repeats nor loses another. A cursor is no secret and no permission: it says
//! nothing but what its client was shown.

use std::num::NonZeroUsize;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// The longest key that a cursor holds, in bytes.
pub(crate) const MAX_KEY: usize = 8 * 1024;
/// The longest cursor that is looked at, in bytes: that of the longest key, and the list's name.
pub(crate) const MAX_CURSOR: usize = MAX_KEY * 4 / 3 + 128;
/// Between the name of the list and the key.
const SEPARATOR: char = '\n';

/// A part of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page<T> {
    /// The items, in the order of their keys.
    pub(crate) items: Vec<T>,
    /// Where the next page begins, if there is one.
    pub(crate) next: Option<String>,
}

/// A cursor that this list never gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadCursor;

/// The page of a list that begins at `cursor`, or at the beginning.
///
/// `list` is a short name of the list, so that a cursor of one list is not taken for that of
/// another. `items` are all items that the client may see with their keys, in ascending order of
/// the keys, each key once. A page has `size` items; it has more only where a key is longer than
/// [`MAX_KEY`], since no page can end there. It takes time in the length of the whole list, little
/// of it for each item.
///
/// It fails for a cursor that is none of this list's.
pub(crate) fn page<'a, T>(
    list: &str,
    items: impl IntoIterator<Item = (&'a str, T)>,
    cursor: Option<&str>,
    size: NonZeroUsize,
) -> Result<Page<T>, BadCursor> {
    let after = cursor.map(|cursor| read(list, cursor)).transpose()?;
    let is_before = |key: &str| after.as_deref().is_some_and(|after| key <= after);
    let mut rest = items.into_iter().skip_while(|(key, _)| is_before(key)).peekable();
    let mut items = Vec::new();
    while let Some((key, item)) = rest.next() {
        items.push(item);
        if items.len() >= size.get() && key.len() <= MAX_KEY && rest.peek().is_some() {
            return Ok(Page { items, next: Some(write(list, key)) });
        }
    }
    Ok(Page { items, next: None })
}

fn write(list: &str, key: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{list}{SEPARATOR}{key}"))
}

fn read(list: &str, cursor: &str) -> Result<String, BadCursor> {
    if cursor.len() > MAX_CURSOR {
        return Err(BadCursor);
    }
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| BadCursor)?;
    let text = String::from_utf8(bytes).map_err(|_| BadCursor)?;
    let key = text.strip_prefix(list).and_then(|rest| rest.strip_prefix(SEPARATOR));
    key.map(str::to_owned).ok_or(BadCursor)
}

#[cfg(test)]
#[path = "pages_tests.rs"]
mod tests;
