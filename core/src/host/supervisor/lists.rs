//! What a server lists.

use tokio::join;

use crate::{
    Client,
    client::{ListOf, Listed, Request},
    error::Result,
    model::{Prompt, Resource, ResourceTemplate, ServerCapabilities, Tool},
};

/// Everything that a server lists, as it was listed last.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Its tools.
    pub tools: Vec<Tool>,
    /// Its prompts.
    pub prompts: Vec<Prompt>,
    /// Its resources.
    pub resources: Vec<Resource>,
    /// Its resource templates.
    pub templates: Vec<ResourceTemplate>,
    /// Its advice on how to use it.
    pub instructions: Option<String>,
}

/// Which lists are to be fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
}

impl Wanted {
    /// All that a server says it has.
    pub(super) fn of(client: &Client) -> Self {
        let has = |what: fn(&ServerCapabilities) -> bool| client.capabilities().is_none_or(what);
        Self {
            tools: has(|c| c.tools.is_some()),
            prompts: has(|c| c.prompts.is_some()),
            resources: has(|c| c.resources.is_some()),
        }
    }

    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl Lists {
    /// Fetches what is wanted anew, and keeps the rest.
    ///
    /// # Errors
    /// The tools could not be listed. Where something else could not be, it is taken as absent: many
    /// servers declare what they do not have.
    pub(super) async fn fetch(&mut self, client: &Client, wanted: Wanted) -> Result<()> {
        let (tools, prompts, resources, templates) = join!(
            listed(client.list_tools(), wanted.tools),
            listed(client.list_prompts(), wanted.prompts),
            listed(client.list_resources(), wanted.resources),
            listed(client.list_resource_templates(), wanted.resources),
        );
        if wanted.tools {
            self.tools = tools?;
        }
        if wanted.prompts {
            self.prompts = prompts.unwrap_or_default();
        }
        if wanted.resources {
            self.resources = resources.unwrap_or_default();
            self.templates = templates.unwrap_or_default();
        }
        self.instructions = client.instructions().map(str::to_owned);
        Ok(())
    }
}

/// A list, fetched anew if it is wanted.
async fn listed<T: Listed>(list: Request<ListOf<T>>, wanted: bool) -> Result<Vec<T>> {
    if wanted { Ok(list.fresh().await?.into_vec()) } else { Ok(Vec::new()) }
}
