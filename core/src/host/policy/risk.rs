//! What a person has to know of a request before answering.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

use super::{
    fit::Fit,
    paths::{below, looks_like_path},
    request::{Action, Elicitation, Request, ToolCall},
};
use crate::text::{UrlWarning, display_safe_lines, url_warnings};

/// One thing that a person has to know. It says itself in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Risk {
    /// It may destroy something.
    Destructive,
    /// It changes something.
    Writes,
    /// Nobody who is trusted has said what it does.
    Unknown,
    /// It reaches the world outside.
    OpenWorld,
    /// Something that looks like a secret is sent or asked for.
    Secret,
    /// A path in the arguments is not surely within the server's folders.
    OutsideRoots,
    /// Characters that are not seen are in it.
    HiddenCharacters,
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Destructive => "may destroy something",
            Self::Writes => "changes something",
            Self::Unknown => "not known what it does",
            Self::OpenWorld => "reaches the world outside",
            Self::Secret => "looks like a secret",
            Self::OutsideRoots => "outside of the server's folders",
            Self::HiddenCharacters => "hidden characters",
        })
    }
}

/// What a person has to know of a request. It decides nothing.
pub fn risks(request: &Request) -> BTreeSet<Risk> {
    let mut risks = BTreeSet::new();
    match &request.action {
        Action::CallTool(call) => of_call(request, call, &mut risks),
        Action::Elicit(Elicitation::Form { secret_like }) => {
            if !secret_like.is_empty() {
                risks.insert(Risk::Secret);
            }
        }
        Action::Elicit(Elicitation::Url { address })
        | Action::SignIn { address }
        | Action::Open { address } => {
            risks.insert(Risk::OpenWorld);
            if url_warnings(address).warnings.contains(&UrlWarning::HiddenCharacters) {
                risks.insert(Risk::HiddenCharacters);
            }
        }
        Action::Start { command_line, known } => {
            if !known {
                risks.insert(Risk::Unknown);
            }
            if is_hiding(command_line) {
                risks.insert(Risk::HiddenCharacters);
            }
        }
        Action::Sample | Action::AnswerSampling | Action::Roots => {}
    }
    risks
}

fn of_call(request: &Request, call: &ToolCall, risks: &mut BTreeSet<Risk>) {
    let says_it_writes = call.hint(|hints| hints.read_only_hint) == Some(false);
    risks.extend(if call.is_marked_destructive() {
        Some(Risk::Destructive)
    } else if call.reading(request.trusted).is_some() {
        None
    } else if says_it_writes {
        Some(Risk::Writes)
    } else {
        Some(Risk::Unknown)
    });
    if call.hint(|hints| hints.open_world_hint) == Some(true) {
        risks.insert(Risk::OpenWorld);
    }
    if call.arguments.holds_secret() {
        risks.insert(Risk::Secret);
    }
    if call.arguments.any_text(|_, text| is_outside(request, text)) {
        risks.insert(Risk::OutsideRoots);
    }
    if is_hiding(&call.tool)
        || call.arguments.any_text(|name, text| is_hiding(name) || is_hiding(text))
    {
        risks.insert(Risk::HiddenCharacters);
    }
}

/// Whether a text is a path that is not surely within the server's folders, if there are any.
fn is_outside(request: &Request, text: &str) -> bool {
    let home = request.home.as_deref();
    let is_within = |root: &String| below(text, root, home) == Fit::Yes;
    !request.roots.is_empty() && looks_like_path(text) && !request.roots.iter().any(is_within)
}

/// Whether a text has characters that are not seen. Ends of lines are no such characters.
fn is_hiding(text: &str) -> bool {
    display_safe_lines(text) != text.replace("\r\n", "\n")
}

#[cfg(test)]
#[path = "risk_tests.rs"]
mod tests;
