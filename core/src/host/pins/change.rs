//! What has changed between an approved definition and the one that a server gives now.
//!
//! Whatever is not known to be harmless is a widening.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    definition::{Definition, DefinitionKind},
    schema,
};
use crate::text::display_safe;

/// The most changes of each weight that are told of one definition. Default 64.
pub const MAX_CHANGES: usize = 64;

/// How much a change weighs. The later weighs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Only words or pictures are others.
    Wording,
    /// Less is taken than before, and nothing else.
    Narrowing,
    /// More is taken or demanded, or something else is promised; or it cannot be told.
    Widening,
}

/// One thing that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct What {
    /// How much it weighs.
    pub weight: Weight,
    /// Where: the names that lead there from the definition, each behind a `/`, safe to show and
    /// shortened to 64 characters.
    pub place: String,
    /// What has changed there, as a lower-case sentence without a full stop.
    pub sentence: Cow<'static, str>,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        match &*self.place {
            "" => Ok(()),
            // It may have been read from a file.
            place => write!(f, " ({})", display_safe(place)),
        }
    }
}

/// What the changes of one definition weigh together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", content = "what", rename_all = "kebab-case")]
pub enum Change {
    /// It is the same.
    None,
    /// Only words or pictures are others: the pinned ones go on being served.
    Wording(Vec<What>),
    /// It takes less than before, which needs nobody's consent.
    Narrowing(Vec<What>),
    /// It takes, demands or promises something else: it is held until a person has approved it.
    Widening(Vec<What>),
}

impl Change {
    /// Whether it is held until a person has approved it.
    pub fn is_held(&self) -> bool {
        matches!(self, Self::Widening(_))
    }

    /// What has changed, the heaviest first; no more of each weight than [`MAX_CHANGES`].
    pub fn whats(&self) -> &[What] {
        match self {
            Self::None => &[],
            Self::Wording(whats) | Self::Narrowing(whats) | Self::Widening(whats) => whats,
        }
    }
}

/// Says what has changed, and whether it matters.
///
/// Wording are titles, descriptions, icons, and in schemas `title`, `description`, `examples` and
/// `$comment`. Narrowing is what provably leaves a tool less to be called with. Everything else is
/// a widening: new or looser fields, a field that is demanded now or no longer, hints that say
/// something else (also something more harmless, which nobody has approved), any other output, a
/// rule that is not known, and any change of instructions.
pub fn classify(pinned: &Definition, now: &Definition) -> Change {
    if pinned.digest() == now.digest() {
        return Change::None;
    }
    let mut findings = Findings::default();
    if pinned.kind() != now.kind() {
        findings.add(Weight::Widening, "", "it is something else than before");
        return findings.into_change();
    }
    if pinned.name() != now.name() {
        findings.add(Weight::Widening, "/name", "it has another name");
    }
    match now.kind() {
        DefinitionKind::Tool => tool(pinned, now, &mut findings),
        DefinitionKind::Prompt => prompt(pinned, now, &mut findings),
        DefinitionKind::Instructions => {
            findings.add(Weight::Widening, "/instructions", "the instructions have changed");
        }
    }
    findings.into_change()
}

/// Collects what has changed.
#[derive(Default)]
pub(super) struct Findings {
    whats: Vec<What>,
    counts: [usize; 3],
}

impl Findings {
    pub(super) fn add(&mut self, weight: Weight, place: &str, sentence: &'static str) {
        let count = &mut self.counts[weight as usize];
        *count += 1;
        if *count <= MAX_CHANGES {
            let sentence = Cow::Borrowed(sentence);
            self.whats.push(What { weight, place: place.to_owned(), sentence });
        }
    }

    /// The digests differ, so that something has changed.
    pub(super) fn into_change(mut self) -> Change {
        if self.whats.is_empty() {
            self.add(Weight::Wording, "", "it is written in another way");
        }
        self.whats.sort_by_key(|what| std::cmp::Reverse(what.weight));
        match self.whats[0].weight {
            Weight::Wording => Change::Wording(self.whats),
            Weight::Narrowing => Change::Narrowing(self.whats),
            Weight::Widening => Change::Widening(self.whats),
        }
    }
}

fn tool(pinned: &Definition, now: &Definition, findings: &mut Findings) {
    wording(pinned, now, findings);
    let (before, after) = (pinned.member("inputSchema"), now.member("inputSchema"));
    schema::compare(before, after, "/inputSchema", findings);
    let (before, after) = (pinned.member("outputSchema"), now.member("outputSchema"));
    if before != after {
        let bare = |schema: Option<&Value>| schema.map(schema::without_wording);
        if bare(before) == bare(after) {
            findings.add(Weight::Wording, "/outputSchema", "the wording of its output has changed");
        } else {
            findings.add(Weight::Widening, "/outputSchema", "it gives something else back");
        }
    }
    annotations(pinned.member("annotations"), now.member("annotations"), findings);
}

/// The words and pictures that tools and prompts share.
fn wording(pinned: &Definition, now: &Definition, findings: &mut Findings) {
    for (member, place, sentence) in [
        ("title", "/title", "the title has changed"),
        ("description", "/description", "the description has changed"),
        ("icons", "/icons", "the icons have changed"),
    ] {
        if pinned.member(member) != now.member(member) {
            findings.add(Weight::Wording, place, sentence);
        }
    }
}

/// A hint, what it means when it is absent, and what is said when it turns true and false.
const HINTS: [(&str, bool, &str, &str); 4] = [
    (
        "readOnlyHint",
        false,
        "its server says now that it only reads",
        "its server no longer says that it only reads",
    ),
    (
        "destructiveHint",
        true,
        "its server says now that it may destroy something",
        "its server says now that it destroys nothing",
    ),
    (
        "idempotentHint",
        false,
        "its server says now that it can be repeated safely",
        "its server no longer says that it can be repeated safely",
    ),
    (
        "openWorldHint",
        true,
        "its server says now that it reaches the world outside",
        "its server says now that it reaches nothing outside",
    ),
];

fn annotations(pinned: Option<&Value>, now: Option<&Value>, findings: &mut Findings) {
    let member = |annotations: Option<&Value>, name: &str| {
        annotations.and_then(|annotations| annotations.get(name)).cloned()
    };
    for (name, absent, turned_true, turned_false) in HINTS {
        let says = |annotations| member(annotations, name).map_or(absent, |hint| hint == true);
        if says(pinned) != says(now) {
            let sentence = if says(now) { turned_true } else { turned_false };
            findings.add(Weight::Widening, &format!("/annotations/{name}"), sentence);
        }
    }
    if member(pinned, "title") != member(now, "title") {
        findings.add(Weight::Wording, "/annotations/title", "the title has changed");
    }
    if unknown_hints(pinned) != unknown_hints(now) {
        let sentence = "hints that are not known have changed";
        findings.add(Weight::Widening, "/annotations", sentence);
    }
}

/// The members of annotations that no version of the protocol names.
fn unknown_hints(annotations: Option<&Value>) -> Vec<(&String, &Value)> {
    let known = |name: &str| name == "title" || HINTS.iter().any(|(hint, ..)| *hint == name);
    let members = annotations.and_then(Value::as_object);
    members.into_iter().flatten().filter(|(name, _)| !known(name)).collect()
}

fn prompt(pinned: &Definition, now: &Definition, findings: &mut Findings) {
    wording(pinned, now, findings);
    let (before, after) = (Blanks::of(pinned), Blanks::of(now));
    if before.have_twins || after.have_twins {
        // Which of the two a server means cannot be told.
        findings.add(Weight::Widening, "/arguments", "a field stands twice");
    }
    for (name, blank) in &after.by_name {
        let place = schema::within("/arguments", name);
        let Some(earlier) = before.by_name.get(name) else {
            findings.add(Weight::Widening, &place, "a field is new");
            continue;
        };
        let is_required = |blank: &Value| blank.get("required") == Some(&Value::Bool(true));
        match (is_required(earlier), is_required(blank)) {
            (false, true) => findings.add(Weight::Widening, &place, "a field is required now"),
            (true, false) => {
                findings.add(Weight::Widening, &place, "a field is no longer required");
            }
            _ => {}
        }
        if ["title", "description"].iter().any(|text| earlier.get(text) != blank.get(text)) {
            findings.add(Weight::Wording, &place, "the wording of a field has changed");
        }
    }
    for name in before.by_name.keys().filter(|name| !after.by_name.contains_key(*name)) {
        findings.add(Weight::Narrowing, &schema::within("/arguments", name), "a field is gone");
    }
}

/// What a prompt wants filled in.
struct Blanks<'a> {
    by_name: BTreeMap<&'a str, &'a Value>,
    have_twins: bool,
}

impl<'a> Blanks<'a> {
    fn of(prompt: &'a Definition) -> Self {
        let all =
            prompt.member("arguments").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let name = |blank: &'a Value| blank.get("name").and_then(Value::as_str).unwrap_or_default();
        let by_name: BTreeMap<_, _> = all.iter().map(|blank| (name(blank), blank)).collect();
        Self { have_twins: by_name.len() != all.len(), by_name }
    }
}

#[cfg(test)]
#[path = "change_tests.rs"]
mod tests;
