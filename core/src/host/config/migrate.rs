//! From the versions of the file that were to the one that is.
//!
//! A file of an earlier version is brought up to date each time that it is read, and stays as it is
//! on disk until something else in it is changed.

use toml_edit::{DocumentMut, Table, value};

use super::fault;
use crate::error::Result;

/// The key of the version.
pub(super) const KEY: &str = "version";

/// Brings a document from one version to the next.
pub(super) type Step = fn(&mut DocumentMut);

/// All steps, the first from version 1 to version 2.
pub(super) const STEPS: &[Step] = &[];

/// The version that a program with these steps reads and writes.
pub(super) fn current(steps: &[Step]) -> usize {
    steps.len() + 1
}

/// The version of a document; without the key, the first. An error if no step begins there.
pub(super) fn version(text: &str, table: &Table, steps: &[Step]) -> Result<usize> {
    let Some(item) = table.get(KEY) else { return Ok(1) };
    let current = current(steps);
    let number = item.as_integer().and_then(|number| usize::try_from(number).ok());
    match number {
        Some(format) if (1..=current).contains(&format) => Ok(format),
        Some(format) if format > current => {
            let message =
                format!("version {format} is newer than this program, which knows {current}");
            Err(fault::at(
                text,
                item.span(),
                &message,
                "update Hostline; the file is left as it is",
            ))
        }
        _ => {
            let fix = format!("write {KEY} = {current}");
            Err(fault::at(text, item.span(), "the version is no number from 1", &fix))
        }
    }
}

/// Does the steps from a version on, and notes the version that this leads to.
pub(super) fn migrate(document: &mut DocumentMut, from: usize, steps: &[Step]) {
    for step in steps.iter().skip(from - 1) {
        step(document);
    }
    let current = i64::try_from(current(steps)).unwrap_or(i64::MAX);
    match document.get_mut(KEY).and_then(|item| item.as_value_mut()) {
        Some(known) => {
            let decor = known.decor().clone();
            *known = current.into();
            *known.decor_mut() = decor;
        }
        None => {
            document.insert(KEY, value(current));
        }
    }
}
