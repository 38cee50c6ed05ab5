//! The client through the packages of other languages: who plays it, and what is played.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Judged;
use crate::{
    judge::Demands,
    languages::{node, python},
    workspace::{Context, Result, Workspace},
};

/// A language whose package has a client of its own for the suite.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    Python,
    Node,
}

impl Language {
    /// The language of this name.
    pub(crate) fn of(name: &str) -> Result<Self> {
        match name {
            "python" => Ok(Self::Python),
            "node" => Ok(Self::Node),
            _ => Err(format!("{name} is neither python nor node").into()),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Node => "node",
        }
    }

    /// Builds the package, and gives the client that stands on it.
    pub(super) fn client(self, workspace: &Workspace) -> Result<Judged> {
        match self {
            Self::Python => python::conformance_client(workspace),
            Self::Node => node::conformance_client(workspace),
        }
    }
}

/// Installs what the client in Python needs.
pub(crate) fn prepare_python(workspace: &Workspace) -> Result<()> {
    super::prepare(workspace)?;
    python::prepare(workspace)
}

/// Installs what the client for Node.js needs.
pub(crate) fn prepare_node(workspace: &Workspace) -> Result<()> {
    super::prepare(workspace)?;
    node::prepare(workspace)
}

/// `packages.toml`.
#[derive(Deserialize)]
struct Written {
    named: Vec<String>,
    later: BTreeMap<String, String>,
}

/// What is played through a package.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The scenarios that tests play.
    pub(super) named: Vec<String>,
    /// Those among them that cannot be played yet, and why.
    pub(super) not_played: Vec<(String, String)>,
    /// What does not count in a whole set.
    pub(super) later: Vec<String>,
}

impl Plan {
    /// Reads the file. Each name in it is a scenario that the client has to pass.
    pub(super) fn read(text: &str, demands: &Demands) -> Result<Self> {
        let Written { named, later } = toml::from_str(text).context("packages.toml")?;
        let is_there = |name: &str| demands.keys().any(|scenario| stands_for(name, scenario));
        if let Some(name) = named.iter().chain(later.keys()).find(|name| !is_there(name)) {
            return Err(format!("packages.toml: there is no scenario {name}").into());
        }
        let mut plan = Self { later: later.keys().cloned().collect(), ..Self::default() };
        for scenario in named {
            match later.iter().find(|(name, _)| stands_for(name, &scenario)) {
                Some((_, why)) => plan.not_played.push((scenario, why.clone())),
                None => plan.named.push(scenario),
            }
        }
        Ok(plan)
    }
}

/// Whether a name in a list is that of a scenario, or of the group that it is in.
pub(super) fn stands_for(name: &str, scenario: &str) -> bool {
    name == scenario || (name.ends_with('/') && scenario.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::read_demands;

    #[test]
    fn what_comes_later_is_named_and_not_played() {
        let demands = read_demands("[a]\nall = 1\n[\"auth/b\"]\nall = 1\n[\"auth/c\"]\nall = 1\n");
        let demands = demands.expect("it is as it should be");
        let text = "named = [\"a\", \"auth/b\"]\n[later]\n\"auth/\" = \"signing in\"\n";
        let plan = Plan::read(text, &demands).expect("it is as it should be");
        assert_eq!(plan.named, ["a"]);
        assert_eq!(plan.not_played, [("auth/b".to_owned(), "signing in".to_owned())]);
        assert!(plan.later.iter().any(|name| stands_for(name, "auth/c")));
    }

    #[test]
    fn a_name_that_no_scenario_has_is_refused() {
        let demands = read_demands("[a]\nall = 1\n").expect("it is as it should be");
        assert!(Plan::read("named = [\"b\"]\n[later]\n", &demands).is_err());
    }
}
