//! What all servers offer, as one list.
//!
//! Pure: it is made anew from what each server offers whenever that changes. A server has no part in
//! what another server's things are called, and what two servers call the same is two things.

mod names;
mod openai;
mod search;
mod tokens;

use std::collections::{HashMap, HashSet};

pub(crate) use self::openai::openai_tool;
pub use self::{
    names::{MAX_PUBLIC_NAME, Prefix, split_address},
    openai::{WantedCall, from_openai, result_to_openai, to_openai},
    tokens::estimate,
};
use super::{Digest, ServerName};
use crate::model::{Prompt, Resource, ResourceTemplate, Tool};

/// The most things of one kind that are offered of one server.
pub const MAX_OFFERED: usize = 1024;

/// Whether something that a server offers is offered on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is.
    Offered,
    /// The person has turned it off.
    Off,
    /// It is not what was approved, or was never approved: why, in sentences.
    Held(Vec<String>),
}

impl Standing {
    /// Whether it can be called.
    pub fn is_offered(&self) -> bool {
        *self == Self::Offered
    }
}

/// A tool or prompt that a server offers.
#[derive(Clone, Debug)]
pub struct Offered<T> {
    /// It, as it is shown: what was approved, where only the wording has changed.
    pub item: T,
    /// Whether it is offered on.
    pub standing: Standing,
    /// What consent to it is bound to: the digest of the definition that was approved, or where none
    /// was, of the one that there is.
    pub definition: Digest,
}

/// What one server offers.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What the person calls the server.
    pub server: ServerName,
    /// What stands before the names of its things.
    pub prefix: Prefix,
    /// Its tools.
    pub tools: Vec<Offered<Tool>>,
    /// Its prompts.
    pub prompts: Vec<Offered<Prompt>>,
    /// Its resources.
    pub resources: Vec<Resource>,
    /// Its resource templates.
    pub templates: Vec<ResourceTemplate>,
    /// Its advice on how to use it, as it was approved.
    pub instructions: Option<String>,
}

impl Offer {
    /// One of nothing.
    pub fn new(server: ServerName, prefix: Prefix) -> Self {
        let (tools, prompts, resources, templates) = Default::default();
        Self { server, prefix, tools, prompts, resources, templates, instructions: None }
    }
}

/// A tool of the catalogue.
#[derive(Clone, Debug)]
pub struct CatalogueTool {
    /// Its name in the catalogue.
    pub name: String,
    /// The server that has it.
    pub server: ServerName,
    /// The tool, with the name that the server has for it.
    pub tool: Tool,
    /// Whether it is offered.
    pub standing: Standing,
    /// What consent to it is bound to.
    pub definition: Digest,
    /// About how many tokens its definition takes.
    pub tokens: usize,
}

/// A prompt of the catalogue.
#[derive(Clone, Debug)]
pub struct CataloguePrompt {
    /// Its name in the catalogue.
    pub name: String,
    /// The server that has it.
    pub server: ServerName,
    /// The prompt, with the name that the server has for it.
    pub prompt: Prompt,
    /// Whether it is offered.
    pub standing: Standing,
}

/// A resource, or a template of resources, of the catalogue.
#[derive(Clone, Debug)]
pub struct CatalogueItem<T> {
    /// Its address in the catalogue.
    pub address: String,
    /// The server that has it.
    pub server: ServerName,
    /// It, with the address that the server has for it.
    pub item: T,
}

/// What all servers offer: by server, in the order of their names, and within one as it lists it.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The tools, also those that are off or held.
    pub tools: Vec<CatalogueTool>,
    /// The prompts.
    pub prompts: Vec<CataloguePrompt>,
    /// The resources.
    pub resources: Vec<CatalogueItem<Resource>>,
    /// The resource templates.
    pub templates: Vec<CatalogueItem<ResourceTemplate>>,
    /// The servers' advice on how to use them.
    pub instructions: Vec<(ServerName, String)>,
    /// What was left out, and why: of which server, in a sentence.
    pub notes: Vec<(ServerName, String)>,
    tools_by_name: HashMap<String, usize>,
    prompts_by_name: HashMap<String, usize>,
}

impl Catalogue {
    /// That of these servers.
    pub fn of(mut offers: Vec<Offer>) -> Self {
        offers.sort_by(|one, other| one.server.cmp(&other.server));
        let mut catalogue = Self::default();
        for offer in offers {
            catalogue.add(offer);
        }
        catalogue
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&CatalogueTool> {
        self.tools_by_name.get(name).map(|at| &self.tools[*at])
    }

    /// The prompt of this name.
    pub fn prompt(&self, name: &str) -> Option<&CataloguePrompt> {
        self.prompts_by_name.get(name).map(|at| &self.prompts[*at])
    }

    /// The tools that have all of these words in their names, titles or descriptions, the best
    /// first.
    pub fn search(&self, words: &str) -> Vec<&CatalogueTool> {
        search::search(&self.tools, words)
    }

    /// About how many tokens the definitions of a server's offered tools take.
    pub fn tokens_of(&self, server: &ServerName) -> usize {
        let offered = self.tools.iter().filter(|tool| tool.standing.is_offered());
        offered.filter(|tool| tool.server == *server).map(|tool| tool.tokens).sum()
    }

    fn add(&mut self, offer: Offer) {
        let Offer { server, prefix, tools, prompts, resources, templates, instructions } = offer;
        if let Some(text) = instructions {
            self.instructions.push((server.clone(), text));
        }
        let tools = self.named(&server, &prefix, "tool", tools, |tool| &tool.name);
        for (name, Offered { item: tool, standing, definition }) in tools {
            let (server, tokens) = (server.clone(), estimate(&tool));
            self.tools_by_name.insert(name.clone(), self.tools.len());
            self.tools.push(CatalogueTool { name, server, tool, standing, definition, tokens });
        }
        let prompts = self.named(&server, &prefix, "prompt", prompts, |prompt| &prompt.name);
        for (name, Offered { item: prompt, standing, .. }) in prompts {
            self.prompts_by_name.insert(name.clone(), self.prompts.len());
            self.prompts.push(CataloguePrompt { name, server: server.clone(), prompt, standing });
        }
        for item in self.few(&server, "resources", resources) {
            let address = prefix.address(&item.uri);
            self.resources.push(CatalogueItem { address, server: server.clone(), item });
        }
        for item in self.few(&server, "resource templates", templates) {
            let address = prefix.address(&item.uri_template);
            self.templates.push(CatalogueItem { address, server: server.clone(), item });
        }
    }

    /// Gives each thing its name; what would have that of another is left out. A name that did not
    /// have to be changed goes before one that had to be.
    fn named<T>(
        &mut self,
        server: &ServerName,
        prefix: &Prefix,
        kind: &str,
        things: Vec<Offered<T>>,
        own: impl Fn(&T) -> &String,
    ) -> Vec<(String, Offered<T>)> {
        let things = self.few(server, &format!("{kind}s"), things);
        let names: Vec<String> = things.iter().map(|thing| prefix.name(own(&thing.item))).collect();
        let is_plain = |at: usize| names[at].ends_with(own(&things[at].item).as_str());
        let mut taken = HashSet::new();
        let mut wins = vec![false; names.len()];
        for plain in [true, false] {
            for at in (0..names.len()).filter(|at| is_plain(*at) == plain) {
                wins[at] = taken.insert(names[at].as_str());
            }
        }
        let lost = wins.iter().filter(|wins| !**wins).count();
        if lost > 0 {
            let note = format!("{lost} of its {kind}s have the name of another and are left out");
            self.notes.push((server.clone(), note));
        }
        let all = names.clone().into_iter().zip(things).zip(wins);
        all.filter(|(_, wins)| *wins).map(|((name, thing), _)| (name, thing)).collect()
    }

    /// Leaves out what is more than is offered of one server.
    fn few<T>(&mut self, server: &ServerName, kind: &str, mut things: Vec<T>) -> Vec<T> {
        if things.len() > MAX_OFFERED {
            let note =
                format!("it lists more than {MAX_OFFERED} {kind}, and the first are offered");
            self.notes.push((server.clone(), note));
            things.truncate(MAX_OFFERED);
        }
        things
    }
}

#[cfg(test)]
#[path = "catalogue_tests.rs"]
mod tests;
