//! What clients are listed: of the catalogue what is offered, in an order that stays.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use super::lock;
use crate::{
    host::catalogue::Catalogue,
    model::{Prompt, Resource, ResourceTemplate, Tool},
    server::ServerHandle,
};

/// What clients are listed, by its public names and addresses.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Listing {
    pub(super) tools: BTreeMap<String, Tool>,
    pub(super) prompts: BTreeMap<String, Prompt>,
    pub(super) resources: BTreeMap<String, Resource>,
    pub(super) templates: BTreeMap<String, ResourceTemplate>,
}

/// The listing of the catalogue as it is now.
#[derive(Default)]
pub(super) struct Listings(Mutex<Current>);

#[derive(Default)]
struct Current {
    /// What the listing was made of.
    catalogue: Option<Arc<Catalogue>>,
    listing: Arc<Listing>,
}

impl Listings {
    /// The listing of a catalogue. Whoever makes it anew tells the clients which lists have changed,
    /// so that nobody is told of a change before it can be seen.
    pub(super) fn of(&self, catalogue: &Arc<Catalogue>, server: &ServerHandle) -> Arc<Listing> {
        let (before, now) = {
            let mut current = lock(&self.0);
            let is_current =
                current.catalogue.as_ref().is_some_and(|known| Arc::ptr_eq(known, catalogue));
            if is_current {
                return current.listing.clone();
            }
            let now = Arc::new(Listing::of(catalogue));
            current.catalogue = Some(catalogue.clone());
            (std::mem::replace(&mut current.listing, now.clone()), now)
        };
        if before.tools != now.tools {
            server.tools_changed();
        }
        if before.prompts != now.prompts {
            server.prompts_changed();
        }
        if (&before.resources, &before.templates) != (&now.resources, &now.templates) {
            server.resources_changed();
        }
        now
    }
}

impl Listing {
    fn of(catalogue: &Catalogue) -> Self {
        let tools = catalogue.tools.iter().filter(|tool| tool.standing.is_offered());
        let prompts = catalogue.prompts.iter().filter(|prompt| prompt.standing.is_offered());
        Self {
            tools: tools
                .map(|offered| {
                    let mut tool = offered.tool.clone();
                    tool.name.clone_from(&offered.name);
                    // Calls as tasks are not handed on.
                    tool.execution = None;
                    (offered.name.clone(), tool)
                })
                .collect(),
            prompts: prompts
                .map(|offered| {
                    let mut prompt = offered.prompt.clone();
                    prompt.name.clone_from(&offered.name);
                    (offered.name.clone(), prompt)
                })
                .collect(),
            resources: catalogue
                .resources
                .iter()
                .map(|offered| {
                    let mut resource = offered.item.clone();
                    resource.uri.clone_from(&offered.address);
                    (offered.address.clone(), resource)
                })
                .collect(),
            templates: catalogue
                .templates
                .iter()
                .map(|offered| {
                    let mut template = offered.item.clone();
                    template.uri_template.clone_from(&offered.address);
                    (offered.address.clone(), template)
                })
                .collect(),
        }
    }

    /// The servers' advice on how to use them, each under its name.
    pub(super) fn instructions_of(catalogue: &Catalogue) -> Option<String> {
        let advice = catalogue.instructions.iter();
        let advice: Vec<String> =
            advice.map(|(server, text)| format!("# {server}\n\n{}", text.trim())).collect();
        (!advice.is_empty()).then(|| advice.join("\n\n"))
    }
}

#[cfg(test)]
#[path = "listing_tests.rs"]
mod tests;
