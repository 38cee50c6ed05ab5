//! Python's source text, as `ruff format` lays it out.

use std::fmt::Write as _;

use crate::generate::words::{self, MARK};

/// The longest line.
pub(super) const WIDTH: usize = 100;

/// The source text of a module.
pub(super) struct Source(String);

impl Source {
    /// A module with its docstring.
    pub(super) fn module(about: &str) -> Self {
        let mut source = Self(format!("# {MARK}\n"));
        source.docstring(0, about);
        source.line(0, "");
        source.line(0, "from __future__ import annotations");
        source
    }

    /// The text, at the end.
    pub(super) fn text(self) -> String {
        self.0
    }

    /// A line, indented by so many levels.
    pub(super) fn line(&mut self, level: usize, line: impl AsRef<str>) {
        let line = line.as_ref();
        let indent = if line.is_empty() { 0 } else { level * 4 };
        let _ = writeln!(self.0, "{:indent$}{line}", "");
    }

    /// Two empty lines, as between what stands at the top of a module.
    pub(super) fn gap(&mut self) {
        self.0.push_str("\n\n");
    }

    /// A docstring; empty lines stand between its paragraphs.
    pub(super) fn docstring(&mut self, level: usize, about: &str) {
        self.docstring_with(level, about, None, &[]);
    }

    /// A docstring that ends with a list of things: their names, and what they are.
    pub(super) fn docstring_with(
        &mut self,
        level: usize,
        about: &str,
        heading: Option<&str>,
        things: &[(String, &str)],
    ) {
        let width = WIDTH - level * 4;
        let about = escaped(about);
        let whole = format!("\"\"\"{about}\"\"\"");
        if things.is_empty() && !about.contains('\n') && whole.chars().count() <= width {
            return self.line(level, whole);
        }
        // The first line shares its place with the quotes.
        let lines = words::lines(&format!("\"\"\"{about}"), width);
        for line in &lines {
            self.line(level, line);
        }
        if !things.is_empty() {
            self.line(level, "");
        }
        if let Some(heading) = heading {
            self.line(level, format!("{heading}:"));
        }
        let level_of_things = level + usize::from(heading.is_some());
        for (name, about) in things {
            let text = format!("{name}: {}", escaped(about).replace("\n\n", " "));
            let lines = words::lines(&text, WIDTH - (level_of_things + 1) * 4);
            for (index, line) in lines.iter().enumerate() {
                self.line(level_of_things + usize::from(index > 0), line);
            }
        }
        self.line(level, "\"\"\"");
    }

    /// What stands between brackets, each on its own line with a comma.
    pub(super) fn block<S: AsRef<str>>(
        &mut self,
        level: usize,
        before: impl AsRef<str>,
        items: impl IntoIterator<Item = S>,
        after: impl AsRef<str>,
    ) {
        self.line(level, before);
        items.into_iter().for_each(|item| self.line(level + 1, format!("{},", item.as_ref())));
        self.line(level, after);
    }

    /// An alias of several alternatives: in one line if they fit, else between brackets.
    pub(super) fn alternatives(&mut self, name: &str, parts: &[String]) {
        let head = format!("{name}: TypeAlias =");
        let line = parts.join(" | ");
        let fits = |line: &str, before: usize| line.chars().count() + before <= WIDTH;
        if fits(&line, head.len() + 1) {
            return self.line(0, format!("{head} {line}"));
        }
        self.line(0, format!("{head} ("));
        if fits(&line, 4) {
            self.line(1, line);
        } else {
            for (index, part) in parts.iter().enumerate() {
                self.line(1, format!("{}{part}", if index > 0 { "| " } else { "" }));
            }
        }
        self.line(0, ")");
    }

    /// `__all__`, in the order that ruff wants.
    pub(super) fn exports(&mut self, mut names: Vec<String>) {
        names.sort_by_key(|name| (rank(name), name.clone()));
        let names = names.into_iter().map(|name| format!("\"{name}\""));
        self.block(0, "__all__ = [", names, "]");
    }

    /// An import from a module of the package.
    pub(super) fn import(&mut self, module: &str, mut names: Vec<String>) {
        names.sort_by_key(|name| (rank(name), name.to_lowercase()));
        self.block(0, format!("from {module} import ("), names, ")");
    }
}

/// Constants come first, then classes, then all else.
fn rank(name: &str) -> u8 {
    let has_lower = name.chars().any(|letter| letter.is_ascii_lowercase());
    match name.chars().next() {
        Some(first) if first.is_ascii_uppercase() && !has_lower => 0,
        Some(first) if first.is_ascii_uppercase() => 1,
        _ => 2,
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
}
