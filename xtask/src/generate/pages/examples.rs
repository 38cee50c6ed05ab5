//! What is shown, once for all languages.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{
    generate::contract::{Contract, Operation},
    workspace::{Context as _, Result},
};

/// The sections, in the order in which a page has them.
pub(super) struct Examples {
    pub(super) sections: Vec<Section>,
}

/// A program: something is opened, and what can be done on it is done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    /// The opening's name, or `Nothing` for functions that need nothing open.
    pub(super) class: String,
    /// What holds what is open.
    pub(super) variable: String,
    pub(super) opening: Vec<Step>,
    pub(super) examples: Vec<Example>,
}

/// The example of an operation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    pub(super) of: String,
    pub(super) steps: Vec<Step>,
}

/// One statement. A text that begins with `$` in what goes in is a variable or a member of one.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Step {
    /// Something for each item of a list.
    Each {
        each: String,
        #[serde(rename = "in")]
        of: String,
        steps: Vec<Step>,
    },
    /// Something only if a member is there.
    If {
        #[serde(rename = "if")]
        member: String,
        steps: Vec<Step>,
    },
    /// Shows something to a person.
    Show { show: String },
    /// Begins to hear what the section's variable says, each under this name.
    Listen { listen: String },
    /// Waits until there is nothing more to hear.
    Listened {
        #[expect(dead_code, reason = "it is there")]
        listened: bool,
    },
    /// Opens something.
    Open {
        keep: String,
        on: Option<String>,
        open: String,
        #[serde(default)]
        params: BTreeMap<String, Value>,
    },
    /// Does an operation.
    Call {
        keep: Option<String>,
        on: Option<String>,
        call: String,
        #[serde(default)]
        params: BTreeMap<String, Value>,
    },
}

impl Examples {
    /// Reads them. Every operation that a binding shows must have one.
    pub(super) fn read(contract: &Contract) -> Result<Self> {
        let sections: Vec<Section> =
            serde_json::from_str(include_str!("examples.json")).context("examples.json")?;
        let shown = |on: &str, name: &str| {
            let mut sections = sections.iter().filter(|section| section.class == on);
            sections.any(|section| section.examples.iter().any(|example| example.of == name))
        };
        for Operation { on, name, .. } in contract.public().chain(&contract.functions) {
            if !shown(on, name) {
                return Err(format!("examples.json shows no {name} of {on}").into());
            }
        }
        for opening in &contract.openings {
            if !sections.iter().any(|section| section.class == opening.opens) {
                return Err(format!("examples.json shows no {}", opening.opens).into());
            }
        }
        Ok(Self { sections })
    }
}

impl Section {
    /// The class of what a variable holds.
    fn class_of(&self, variable: &str) -> &str {
        let shown = self.examples.iter().flat_map(|example| &example.steps);
        let opened = self.opening.iter().chain(shown).find_map(|step| match step {
            Step::Open { keep, open, .. } if keep == variable => Some(open.as_str()),
            _ => None,
        });
        opened.unwrap_or(&self.class)
    }

    /// The operation of this name on what a variable holds.
    pub(super) fn operation<'a>(
        &self,
        contract: &'a Contract,
        variable: &str,
        name: &str,
    ) -> Result<&'a Operation> {
        let class = self.class_of(variable);
        let mut known = contract.public().chain(&contract.functions);
        let found = known.find(|operation| operation.on == class && operation.name == name);
        found.ok_or_else(|| format!("{class} has no operation {name}").into())
    }
}

/// The operation that opens a class.
pub(super) fn opening<'a>(contract: &'a Contract, class: &str) -> Result<&'a Operation> {
    let found = contract.openings.iter().find(|opening| opening.opens == class);
    found.map(|opening| &opening.operation).ok_or_else(|| format!("nothing opens {class}").into())
}
