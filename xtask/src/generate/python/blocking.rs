//! `blocking.py`: the same functions for threads without a loop.
//!
//! It is the text of `api.py` without what waits on a loop, so that the two never differ.

use super::{Names, api};
use crate::generate::contract::Opening;

/// What is written in another way, in this order.
const CHANGES: [(&str, &str); 8] = [
    ("\"\"\"What can be opened, and what can be done on it.\"\"\"\n", ABOUT),
    ("from ._runtime import (\n    Connecting,\n", "from ._blocking import (\n"),
    ("    listing,\n    unset,\n)\n", "    listing,\n    opened,\n)\nfrom .api import Delegate\n"),
    ("    async def ", "    def "),
    ("await self._call", "self._call"),
    (
        "Await it, and close it yourself; or enter it with `async with`, which does.",
        "Close it yourself; or enter it with `with`, which does.",
    ),
    ("-> Connecting[", "-> "),
    ("return Connecting(", "return opened("),
];

const ABOUT: &str = "\"\"\"The same as :mod:`hostline.api`, for threads without an event loop.

A delegate answers with plain functions, each on a thread of its own.
\"\"\"
";

/// The module.
pub(super) fn text(names: Names<'_>) -> String {
    let text = api::text(names);
    // Who answers is asked in the same way, so that there is one class for both.
    let (before, delegate) = text.split_once("\n\nclass Delegate").unwrap_or((&text, ""));
    let after = delegate.split_once("\n\nclass ").map_or("", |(_, after)| after);
    let text = format!("{before}\n\nclass {after}");
    let text = names.contract.openings.iter().fold(text, |text, Opening { opens, .. }| {
        text.replace(&format!("Connecting[{opens}]:"), &format!("Connecting[{opens}:"))
    });
    let text = CHANGES.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "the blocking API is made of another text now: {from}");
        text.replace(from, to)
    });
    without_idle_imports(&text)
}

/// The text without the imports of what it does not use any more.
fn without_idle_imports(text: &str) -> String {
    let is_idle = |name: &str| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        text.split(|letter| !is_part(letter)).filter(|word| *word == name).count() < 2
    };
    let mut in_block = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        let imported = line.strip_prefix("from ").and_then(|line| line.split_once(" import "));
        match imported {
            Some((_, "(")) => in_block = true,
            Some((module, names)) => {
                let used: Vec<&str> = names.split(", ").filter(|name| !is_idle(name)).collect();
                if module == "__future__" {
                    lines.push(line.to_owned());
                } else if !used.is_empty() {
                    lines.push(format!("from {module} import {}", used.join(", ")));
                }
                continue;
            }
            None if line == ")" => in_block = false,
            None if in_block && is_idle(line.trim().trim_end_matches(',')) => continue,
            None => {}
        }
        lines.push(line.to_owned());
    }
    lines.join("\n") + "\n"
}
