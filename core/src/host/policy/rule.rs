//! Rules, as a person writes them down.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    constraint::{self, Constraint},
    fit::Fit,
    request::{ActionKind, Request},
};
use crate::{
    error::{Error, ErrorCode, Result},
    text::display_safe,
};

/// The most rules of one configuration.
pub const MAX_RULES: usize = 1_000;
/// The longest name of a rule, in characters.
pub const MAX_RULE_NAME: usize = 64;
/// The most constraints of one rule.
pub const MAX_CONSTRAINTS: usize = 32;

/// What a rule does where it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It is done without a question.
    Allow,
    /// A person is asked each time, whatever else allows it.
    Ask,
    /// It is not done, whatever else allows it.
    Deny,
}

/// A name in which `*` stands for any characters, also for none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern(String);

impl Pattern {
    /// Whether a name fits. Capital letters are other letters.
    pub fn fits(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        // The first part stands at the beginning, the last at the end, the others in between.
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else { return false };
        let Some(last) = parts.next_back() else { return rest.is_empty() };
        for part in parts {
            match rest.split_once(part) {
                Some((_, behind)) => rest = behind,
                None => return false,
            }
        }
        rest.ends_with(last)
    }

    /// Whether it is one name and no other.
    pub fn is_exact(&self) -> bool {
        !self.0.contains('*')
    }
}

impl From<&str> for Pattern {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&display_safe(&self.0))
    }
}

/// A rule of the configuration: a table of `[[policy]]`.
///
/// ```toml
/// [[policy]]
/// name = "read-project"
/// effect = "allow"
/// server = "files"
/// tool = "read_*"
/// where = [{ argument = "path", below = "~/proj" }]
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Rule {
    /// Its name, by which verdicts tell of it. No other rule has it.
    pub name: String,
    /// What it does.
    pub effect: Effect,
    /// The actions that it is about: one name, or a list. Default: `call-tool`.
    #[serde(rename = "action")]
    pub actions: BTreeSet<ActionKind>,
    /// The servers that it is about, by the names that the person has given them. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Pattern>,
    /// The tools that it is about. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<Pattern>,
    /// The clients that it is about. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<Pattern>,
    /// What it demands of the arguments of a call.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
}

impl Rule {
    /// Whether it applies.
    pub(super) fn fit(&self, request: &Request) -> Fit {
        if self.is_about(request) {
            constraint::fit(&self.constraints, self.effect == Effect::Allow, request)
        } else {
            Fit::No
        }
    }

    /// Whether it names one tool, and no other.
    pub(super) fn names_tool(&self) -> bool {
        self.tool.as_ref().is_some_and(Pattern::is_exact)
    }

    fn is_about(&self, request: &Request) -> bool {
        let fits = |pattern: &Option<Pattern>, name: &str| {
            pattern.as_ref().is_none_or(|pattern| pattern.fits(name))
        };
        self.actions.contains(&request.action.kind())
            && fits(&self.server, request.server.as_str())
            && fits(&self.client, request.client.as_str())
            && match request.action.as_call() {
                Some(call) => fits(&self.tool, &call.tool),
                None => self.tool.is_none(),
            }
    }
}

/// Checks rules as a whole: their number, and that no two have one name.
///
/// # Errors
/// [`ErrorCode::InvalidInput`], naming the rule.
pub fn check_rules(rules: &[Rule]) -> Result<()> {
    if rules.len() > MAX_RULES {
        let message = format!("there are more than {MAX_RULES} rules");
        return Err(Error::new(ErrorCode::InvalidInput, message));
    }
    let mut names = BTreeSet::new();
    match rules.iter().find(|rule| !names.insert(&rule.name)) {
        None => Ok(()),
        Some(twice) => {
            let message = format!("two rules are called `{}`", twice.name);
            Err(Error::new(ErrorCode::InvalidInput, message)
                .with_next_step("give one of them another name"))
        }
    }
}

/// A rule as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: String,
    effect: Effect,
    #[serde(default)]
    action: Actions,
    server: Option<Pattern>,
    tool: Option<Pattern>,
    client: Option<Pattern>,
    #[serde(default, rename = "where")]
    constraints: Vec<Constraint>,
}

impl TryFrom<Written> for Rule {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { name, effect, action: Actions(actions), .. } = written;
        let length = name.chars().count();
        if !(1..=MAX_RULE_NAME).contains(&length) || display_safe(&name) != name {
            return Err(format!(
                "the name of a rule is 1 to {MAX_RULE_NAME} characters, all of them visible"
            ));
        }
        if actions.is_empty() {
            return Err(format!("the rule `{name}` is about no action"));
        }
        let is_of_calls = written.tool.is_some() || !written.constraints.is_empty();
        if is_of_calls && actions != Actions::default().0 {
            return Err(format!(
                "the rule `{name}` has `tool` or `where`, which only calls of tools have; leave \
                 its `action` out"
            ));
        }
        if written.constraints.len() > MAX_CONSTRAINTS {
            return Err(format!("the rule `{name}` has more than {MAX_CONSTRAINTS} constraints"));
        }
        let never_allowed = [ActionKind::Start, ActionKind::Open];
        if let (Effect::Allow, Some(kind)) =
            (effect, never_allowed.iter().find(|kind| actions.contains(kind)))
        {
            return Err(format!(
                "the rule `{name}` allows `{kind}`, which a person is asked for whatever a rule \
                 says"
            ));
        }
        let Written { server, tool, client, constraints, .. } = written;
        Ok(Self { name, effect, actions, server, tool, client, constraints })
    }
}

/// One action, or a list of them.
struct Actions(BTreeSet<ActionKind>);

impl Default for Actions {
    fn default() -> Self {
        Self(BTreeSet::from([ActionKind::CallTool]))
    }
}

impl<'de> Deserialize<'de> for Actions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "the name of an action, or a list of them, was expected")]
        enum OneOrMany {
            One(ActionKind),
            Many(BTreeSet<ActionKind>),
        }
        Ok(Self(match OneOrMany::deserialize(deserializer)? {
            OneOrMany::One(one) => BTreeSet::from([one]),
            OneOrMany::Many(many) => many,
        }))
    }
}

#[cfg(test)]
#[path = "rule_tests.rs"]
mod tests;
