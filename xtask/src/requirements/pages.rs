//! How many normative statements each page has: written down, and compared with the pages
//! themselves where those are at hand.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use super::statement::Statement;
use crate::workspace::{Context, Result};

/// The file of the ledger that holds the counts.
pub(super) const FILE: &str = "pages.toml";
/// A page that repeats the schema, whose statements are tested as the schema itself.
const LEFT_OUT: &str = "schema";
const BOLD: [&str; 2] = ["**MUST**", "**MUST NOT**"];

/// Version, page, count.
#[derive(Debug, PartialEq)]
pub(super) struct Pages(BTreeMap<String, BTreeMap<String, usize>>);

impl Pages {
    pub(super) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).context(file.display())?;
        Self::parse(&text).context(file.display())
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        Ok(Self(toml::from_str(text)?))
    }

    /// Every statement that there is.
    pub(super) fn statements(&self) -> impl Iterator<Item = Statement> {
        self.0.iter().flat_map(|(version, pages)| {
            pages.iter().flat_map(|(page, count)| {
                (1..=*count).map(|ordinal| Statement {
                    version: version.clone(),
                    page: page.clone(),
                    ordinal,
                })
            })
        })
    }

    pub(super) fn have(&self, statement: &Statement) -> bool {
        let count = self.0.get(&statement.version).and_then(|pages| pages.get(&statement.page));
        count.is_some_and(|count| statement.ordinal <= *count)
    }

    /// Where the counts are not those of the pages in a folder with a folder for each version.
    pub(super) fn compare(&self, spec: &Path) -> Result<Vec<String>> {
        let mut complaints = Vec::new();
        for (version, written) in &self.0 {
            let found = count_pages(&spec.join(version))?;
            let all: BTreeSet<&String> = written.keys().chain(found.keys()).collect();
            for page in all {
                let (ours, theirs) = (written.get(page), found.get(page));
                if ours != theirs {
                    let [ours, theirs] = [ours, theirs].map(|count| count.copied().unwrap_or(0));
                    complaints.push(format!(
                        "{version} {page} has {theirs} statements, and {FILE} says {ours}"
                    ));
                }
            }
        }
        Ok(complaints)
    }
}

/// The pages of one version that have statements.
fn count_pages(folder: &Path) -> Result<BTreeMap<String, usize>> {
    let mut counts = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).context(next.display())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(page) = page_of(folder, &path) {
                let count = count_statements(&fs::read_to_string(&path).context(path.display())?);
                if count > 0 {
                    counts.insert(page, count);
                }
            }
        }
    }
    Ok(counts)
}

fn page_of(folder: &Path, path: &Path) -> Option<String> {
    let page: PathBuf = path.strip_prefix(folder).ok()?.with_extension("");
    let page = page.to_str()?.replace('\\', "/");
    (path.extension()? == "mdx" && page != LEFT_OUT).then_some(page)
}

pub(super) fn count_statements(page: &str) -> usize {
    BOLD.iter().map(|word| page.matches(word).count()).sum()
}
