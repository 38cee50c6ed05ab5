//! What has changed between the approved definitions of a server and all that it gives now.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    change::{Change, What, classify},
    definition::{Definition, DefinitionKind},
    diff::likeness,
    schema::without_wording,
};
use crate::text::shorten;

/// How alike two descriptions must be, from 0 to 1, for one to be the other under a new name.
const ALIKE: f32 = 0.6;
/// The most pairs of definitions that are compared in search of those that were renamed. Beyond it
/// they count as new, which are held as well.
const MAX_PAIRS: usize = 64;
/// How much of a name a sentence repeats, in characters.
const MAX_SHOWN_NAME: usize = 64;

/// What has become of one definition. Only what is new, widened or renamed waits for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What is defined.
    pub kind: DefinitionKind,
    /// Its name now, or its last one if it is gone; empty for instructions.
    pub name: String,
    /// What has become of it.
    #[serde(flatten)]
    pub fate: Fate,
}

/// What has become of an approved definition, or that there is a new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum Fate {
    /// It is the same.
    Same,
    /// Only its wording has changed: the pinned one goes on being served.
    Wording {
        /// What has changed.
        what: Vec<What>,
    },
    /// It takes less than before.
    Narrowed {
        /// What has changed.
        what: Vec<What>,
    },
    /// It takes, demands or promises something else: it is held.
    Widened {
        /// What has changed.
        what: Vec<What>,
    },
    /// The server has two different ones of this name, so that nobody can say which was approved:
    /// it is held.
    Ambiguous,
    /// It is gone.
    Removed,
    /// There was none of this name: it is held.
    New,
    /// It is an approved one under another name: it is held.
    Renamed {
        /// The approved name, which is not among the removed ones.
        from: String,
        /// What else has changed.
        what: Vec<What>,
    },
}

impl Difference {
    /// Whether it may not be used until a person has approved it.
    pub fn is_held(&self) -> bool {
        match self.fate {
            Fate::Same | Fate::Wording { .. } | Fate::Narrowed { .. } | Fate::Removed => false,
            Fate::Widened { .. } | Fate::Ambiguous | Fate::New | Fate::Renamed { .. } => true,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DefinitionKind::Instructions => f.write_str("instructions")?,
            kind => write!(f, "{kind} `{}`", shorten(&self.name, MAX_SHOWN_NAME))?,
        }
        match &self.fate {
            Fate::Same => f.write_str(": unchanged"),
            Fate::Wording { what } => write!(f, ": other words{}", Told(what)),
            Fate::Narrowed { what } => write!(f, ": takes less{}", Told(what)),
            Fate::Widened { what } => write!(f, ": changed{}", Told(what)),
            Fate::Ambiguous => f.write_str(": defined twice, in two ways"),
            Fate::Removed => f.write_str(": gone"),
            Fate::New => f.write_str(": new"),
            Fate::Renamed { from, what } => {
                write!(f, ": was `{}`{}", shorten(from, MAX_SHOWN_NAME), Told(what))
            }
        }
    }
}

/// The heaviest of some changes, and how many others there are.
struct Told<'a>(&'a [What]);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            [one] => write!(f, ": {one}"),
            [first, others @ ..] => write!(f, ": {first}, and {} more", others.len()),
        }
    }
}

type Key<'a> = (DefinitionKind, &'a str);

/// Compares all that a server gives now with what was approved, in the order of kind and name.
///
/// One whose name is not approved is one that is gone, renamed, if both take the same and their
/// descriptions are much alike.
pub fn compare<'a>(
    pinned: impl IntoIterator<Item = &'a Definition>,
    current: impl IntoIterator<Item = &'a Definition>,
) -> Vec<Difference> {
    let approved: BTreeMap<Key<'_>, &Definition> =
        pinned.into_iter().map(|definition| (key(definition), definition)).collect();
    let mut given: BTreeMap<Key<'_>, &Definition> = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for definition in current {
        let first = *given.entry(key(definition)).or_insert(definition);
        if first != definition {
            ambiguous.insert(key(definition));
        }
    }
    let mut gone: Vec<&Definition> = approved
        .iter()
        .filter_map(|(key, definition)| (!given.contains_key(key)).then_some(*definition))
        .collect();
    let mut pairs = MAX_PAIRS;
    let mut differences = Vec::new();
    for (key, now) in given {
        let fate = if ambiguous.contains(&key) {
            Fate::Ambiguous
        } else if let Some(before) = approved.get(&key) {
            changed(before, now)
        } else {
            match former(now, &gone, &mut pairs) {
                Some(at) => renamed(gone.remove(at), now),
                None => Fate::New,
            }
        };
        differences.push(Difference { kind: key.0, name: key.1.to_owned(), fate });
    }
    differences.extend(gone.into_iter().map(|definition| Difference {
        kind: definition.kind(),
        name: definition.name().to_owned(),
        fate: Fate::Removed,
    }));
    differences.sort_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
    differences
}

fn key(definition: &Definition) -> Key<'_> {
    (definition.kind(), definition.name())
}

fn changed(before: &Definition, now: &Definition) -> Fate {
    match classify(before, now) {
        Change::None => Fate::Same,
        Change::Wording(what) => Fate::Wording { what },
        Change::Narrowing(what) => Fate::Narrowed { what },
        Change::Widening(what) => Fate::Widened { what },
    }
}

fn renamed(before: &Definition, now: &Definition) -> Fate {
    let mut what = classify(before, now).whats().to_vec();
    what.retain(|what| what.place != "/name");
    Fate::Renamed { from: before.name().to_owned(), what }
}

/// Which of those that are gone this one was.
fn former(now: &Definition, gone: &[&Definition], pairs: &mut usize) -> Option<usize> {
    if now.kind() == DefinitionKind::Instructions {
        return None;
    }
    gone.iter().position(|before| {
        if before.kind() != now.kind() || *pairs == 0 {
            return false;
        }
        *pairs -= 1;
        is_alike(before, now)
    })
}

/// Whether two take the same, and are described in about the same words. Two that are the same but
/// for their names are.
fn is_alike(before: &Definition, now: &Definition) -> bool {
    let description = |definition: &Definition| -> String {
        let text = definition.member("description").and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let bare = |definition: &Definition, member| definition.member(member).map(without_wording);
    likeness(&description(before), &description(now)) >= ALIKE
        && ["inputSchema", "arguments"]
            .iter()
            .all(|member| bare(before, member) == bare(now, member))
}

#[cfg(test)]
#[path = "set_tests.rs"]
mod tests;
