//! Operations on servers, and on what they offer.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{CatalogueView, ServerFault, ServerView, answer};
use crate::{
    error::Result,
    host::{
        Activity, Host, ServerIdentity, ServerName, Status,
        catalogue::{Catalogue, CatalogueTool},
    },
};

/// One server, or all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    server: Option<ServerName>,
}

/// One server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct One {
    pub(super) server: String,
}

/// One server, whose command was seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    pub(super) server: String,
    pub(super) identity: ServerIdentity,
}

/// Which part of the catalogue is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// What this server offers.
    server: Option<ServerName>,
    /// The tools that have all of these words.
    words: Option<String>,
    /// Whether servers are started that are not there yet.
    #[serde(default)]
    start: bool,
}

pub(super) fn list(host: &Host, wanted: &Which) -> Result<Vec<ServerView>> {
    if let Some(server) = &wanted.server {
        // One that there is not is no empty list.
        host.exists(server)?;
    }
    let catalogue = host.catalogue().borrow().clone();
    let statuses = host.statuses().into_iter();
    let statuses = statuses.filter(|status| is_wanted(wanted.server.as_ref(), &status.server));
    statuses.map(|status| view(&status, &catalogue)).collect()
}

/// A status as it is told.
pub(super) fn view(status: &Status, catalogue: &Catalogue) -> Result<ServerView> {
    let mut members: Map<String, Value> = answer(status)?.decode().unwrap_or_default();
    members.remove("server");
    Ok(ServerView {
        server: status.server.clone(),
        sentence: status.to_string(),
        tokens: catalogue.tokens_of(&status.server),
        status: members,
    })
}

pub(super) async fn catalogue(host: &Host, wanted: &Wanted) -> Result<CatalogueView> {
    match &wanted.server {
        Some(server) if wanted.start => host.start(server.as_str()).await?,
        Some(server) => host.exists(server)?,
        None if wanted.start => host.start_all().await,
        None => {}
    }
    let catalogue = host.catalogue().borrow().clone();
    let is_wanted = |server: &ServerName| is_wanted(wanted.server.as_ref(), server);
    let tools: Vec<&CatalogueTool> = match &wanted.words {
        Some(words) => catalogue.search(words),
        None => catalogue.tools.iter().collect(),
    };
    let faults = host.statuses().into_iter().filter(|status| is_wanted(&status.server));
    let faults = faults.filter(|status| status.activity != Activity::Ready);
    let fault = |status: Status| {
        let sentence = status.fault?.sentence;
        Some(ServerFault { server: status.server, sentence })
    };
    let notes = catalogue.notes.iter().filter(|(server, _)| is_wanted(server));
    let note = |(server, sentence): &(ServerName, String)| ServerFault {
        server: server.clone(),
        sentence: sentence.clone(),
    };
    let prompts = catalogue.prompts.iter().filter(|prompt| is_wanted(&prompt.server));
    let resources = catalogue.resources.iter().filter(|item| is_wanted(&item.server));
    let templates = catalogue.templates.iter().filter(|item| is_wanted(&item.server));
    Ok(CatalogueView {
        tools: tools.into_iter().filter(|tool| is_wanted(&tool.server)).map(Into::into).collect(),
        prompts: prompts.map(Into::into).collect(),
        resources: resources.map(Into::into).collect(),
        templates: templates.map(Into::into).collect(),
        notes: notes.map(note).collect(),
        faults: faults.filter_map(fault).collect(),
    })
}

fn is_wanted(wanted: Option<&ServerName>, server: &ServerName) -> bool {
    wanted.is_none_or(|wanted| wanted == server)
}
