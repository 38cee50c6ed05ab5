//! The rows of the ledger, and whether they account for every statement once.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde::Deserialize;

use super::{evidence::Evidence, pages, pages::Pages, statement::Statement};
use crate::workspace::{Context, Result};

/// A file that is longer is split by area.
const MOST_LINES: usize = 600;
/// The files of the folder that hold no rows.
const OTHER_FILES: [&str; 2] = [pages::FILE, super::mutations::FILE];

/// All rows.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) rules: Vec<Rule>,
    /// What is wrong with the files themselves.
    faults: Vec<String>,
}

/// One rule of the specification, in our words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// What other files call it.
    pub(super) id: String,
    says: String,
    /// Who must keep it. Kept for the reader; every value is one of these.
    #[serde(rename = "party")]
    _party: Party,
    pub(super) statements: Vec<Statement>,
    /// What would turn red if our code broke the rule.
    #[serde(default)]
    pub(super) tests: Vec<Evidence>,
    not_applicable: Option<String>,
    /// What is missing; the tests beside it account for a part only.
    pub(super) open: Option<String>,
}

/// Who must keep a rule.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Party {
    Client,
    Server,
    /// Client and server.
    Both,
    /// The program around the client, or the person's view of it.
    Host,
    /// An authorization server, or a client of one.
    Authorization,
}

/// How far a rule is accounted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Tests turn red when it is broken.
    Tested,
    /// It binds nobody here.
    NotApplicable,
    /// Something is missing.
    Open,
}

impl Rule {
    pub(super) fn standing(&self) -> Standing {
        match (&self.open, &self.not_applicable) {
            (Some(_), _) => Standing::Open,
            (None, Some(_)) => Standing::NotApplicable,
            (None, None) => Standing::Tested,
        }
    }

    fn complaint(&self) -> Option<&'static str> {
        let is_kebab = self.id.split('-').all(|word| {
            let mut characters = word.chars().peekable();
            characters.peek().is_some()
                && characters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        let says_nothing = |text: &Option<String>| text.as_ref().is_some_and(String::is_empty);
        if !is_kebab {
            Some("the id is not words in lower case with hyphens between")
        } else if self.says.is_empty() || says_nothing(&self.open) {
            Some("it says nothing")
        } else if says_nothing(&self.not_applicable) {
            Some("it gives no reason why it does not apply")
        } else if self.statements.is_empty() {
            Some("it has no statement")
        } else if self.not_applicable.is_some() && (self.open.is_some() || !self.tests.is_empty()) {
            Some("what does not apply is neither tested nor open")
        } else if self.standing() == Standing::Tested && self.tests.is_empty() {
            Some("it has no test, no reason why it does not apply, and nothing that is open")
        } else {
            None
        }
    }
}

impl Ledger {
    /// Reads every file of the folder that holds rows.
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).context(folder.display())? {
            paths.push(entry?.path());
        }
        paths.sort();
        let mut ledger = Self { rules: Vec::new(), faults: Vec::new() };
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_data = path.extension().is_some_and(|extension| extension == "toml");
            if !is_data || OTHER_FILES.contains(&name.as_str()) {
                continue;
            }
            let text = fs::read_to_string(&path).context(path.display())?;
            if text.lines().count() > MOST_LINES {
                ledger.faults.push(format!("{name} has more than {MOST_LINES} lines"));
            }
            ledger.rules.extend(Self::parse(&text).context(name)?.rules);
        }
        Ok(ledger)
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            rule: Vec<Rule>,
        }
        let file: File = toml::from_str(text)?;
        Ok(Self { rules: file.rule, faults: Vec::new() })
    }

    /// What is wrong with rows and statements, tests left aside.
    pub(super) fn complaints(&self, pages: &Pages) -> Vec<String> {
        let mut complaints = self.faults.clone();
        let mut ids = BTreeSet::new();
        let mut owners: BTreeMap<&Statement, &str> = BTreeMap::new();
        for rule in &self.rules {
            let id = rule.id.as_str();
            if !ids.insert(id) {
                complaints.push(format!("{id}: another rule has this id"));
            }
            complaints.extend(rule.complaint().map(|complaint| format!("{id}: {complaint}")));
            for statement in &rule.statements {
                if !pages.have(statement) {
                    complaints.push(format!("{id}: there is no statement {statement}"));
                }
                if let Some(other) = owners.insert(statement, id) {
                    complaints.push(format!("{id}: {statement} stands in {other} too"));
                }
            }
        }
        let missing = pages.statements().filter(|statement| !owners.contains_key(statement));
        complaints.extend(missing.map(|statement| format!("{statement} is in no rule")));
        complaints
    }
}
