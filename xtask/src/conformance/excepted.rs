//! The scenarios that a side does not have to pass, each with the reason.

use std::collections::BTreeMap;

use crate::workspace::{Context, Result};

/// The most scenarios that may be excepted.
const MOST: usize = 8;
/// What must work in any case: no scenario with one of these in its name can be excepted.
const NEVER: [&str; 7] =
    ["tools-", "prompts-", "resources-", "progress", "input", "elicitation", "sampling"];

/// Scenarios, each with the reason why it need not pass.
#[derive(Debug, Default)]
pub(super) struct Excepted(BTreeMap<String, String>);

impl Excepted {
    /// Reads a file of them.
    pub(super) fn read(text: &str) -> Result<Self> {
        let all: BTreeMap<String, String> = toml::from_str(text).context("not as expected")?;
        if all.len() > MOST {
            return Err(format!("{} are excepted, and {MOST} may be", all.len()).into());
        }
        for (scenario, reason) in &all {
            if reason.trim().is_empty() {
                return Err(format!("{scenario} is excepted without a reason").into());
            }
            if let Some(part) = NEVER.into_iter().find(|part| scenario.contains(part)) {
                return Err(format!("{scenario} is about {part}, which must work").into());
            }
        }
        Ok(Self(all))
    }

    /// Why a scenario need not pass, if it need not.
    pub(super) fn reason(&self, scenario: &str) -> Option<&str> {
        self.0.get(scenario).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_excepted_has_a_reason_and_is_none_of_what_must_work() {
        let read = |text: &str| Excepted::read(text).is_ok();
        assert!(read("server-sse-polling = \"it cannot\""));
        assert!(!read("server-sse-polling = \"\""));
        assert!(!read("tools-list = \"it cannot\""));
        assert!(!read("input-required-result-multi-round = \"it cannot\""));
        let many = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let all = |names: &[&str]| names.join(" = \"it cannot\"\n") + " = \"it cannot\"\n";
        assert!(read(&all(&many[1..])) && !read(&all(&many)));
    }
}
