//! Reading through a host: prompts, resources, proposals, and what changes.
//!
//! It passes no gate. What is held or off is not there.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Caller, Host, ServerName,
    core::{Core, Member},
    supervisor::Live,
};
use crate::{
    client::{Event, Subscription},
    error::{Error, ErrorCode, Result},
    model::{
        CompleteParams, CompleteResult, CompletionReference, GetPromptResult, ReadResourceResult,
        ResourceTemplateReference, ResourcesCapability, SubscriptionFilter,
    },
};

/// The changes of a resource, as its server tells them. Dropping it ends the subscription.
pub struct Watching {
    subscription: Subscription,
    /// The connection lives as long as it is listened to.
    _live: Arc<Live>,
}

impl Watching {
    /// Waits until the resource has changed, or may have; nothing once the server has ended.
    pub async fn next(&mut self) -> Option<()> {
        loop {
            match self.subscription.next().await? {
                Event::ResourceUpdated { .. } | Event::Missed(_) => return Some(()),
                _ => {}
            }
        }
    }
}

impl Host {
    /// Fills in a prompt by its name in the catalogue; one that is held or off is not there.
    ///
    /// # Errors
    /// There is no such prompt, or those of [`crate::Client::get_prompt`].
    pub async fn get_prompt(
        &self,
        caller: &Caller,
        name: &str,
        arguments: BTreeMap<String, String>,
    ) -> Result<GetPromptResult> {
        let (member, live, own) = self.prompt(name).await?;
        let route = live.client().input_route(Arc::new(member.answering(&self.0, caller)));
        let _on_way = member.way.underway.begin(caller.session());
        live.client().get_prompt(own, arguments).answered_by(&route).await
    }

    /// Reads a resource by its address in the catalogue.
    ///
    /// # Errors
    /// The address names no server, or those of [`crate::Client::read_resource`].
    pub async fn read_resource(
        &self,
        caller: &Caller,
        address: &str,
    ) -> Result<ReadResourceResult> {
        let (server, own) = self.locate(address)?;
        let member = self.0.member(server.as_str())?;
        let live = self.live(&member).await?;
        let route = live.client().input_route(Arc::new(member.answering(&self.0, caller)));
        let _on_way = member.way.underway.begin(caller.session());
        live.client().read_resource(own).answered_by(&route).await
    }

    /// Asks for proposals for an argument of a prompt or a template, which are named as they are in
    /// the catalogue.
    ///
    /// # Errors
    /// There is no such prompt or template, or those of [`crate::Client::complete`].
    pub async fn complete(
        &self,
        caller: &Caller,
        params: CompleteParams,
    ) -> Result<CompleteResult> {
        let (member, live, reference) = match params.reference {
            CompletionReference::Prompt(mut prompt) => {
                let (member, live, own) = self.prompt(&prompt.name).await?;
                prompt.name = own;
                (member, live, CompletionReference::Prompt(prompt))
            }
            CompletionReference::Resource(template) => {
                let (server, own) = self.locate(&template.uri)?;
                let reference = ResourceTemplateReference::new(own);
                let member = self.0.member(server.as_str())?;
                let live = self.live(&member).await?;
                (member, live, CompletionReference::Resource(reference))
            }
            CompletionReference::Unknown(_) => {
                let message = "only arguments of prompts and templates can be completed";
                return Err(Error::new(ErrorCode::InvalidInput, message));
            }
        };
        let argument = params.argument;
        let mut request = live.client().complete(reference, argument.name, argument.value);
        let known = params.context.and_then(|context| context.arguments).unwrap_or_default();
        for (name, value) in known {
            request = request.context(name, value);
        }
        let _on_way = member.way.underway.begin(caller.session());
        request.await
    }

    /// Watches a resource by its address in the catalogue.
    ///
    /// # Errors
    /// The address names no server, the server cannot be started, or those of
    /// [`crate::Client::subscribe`].
    pub async fn watch(&self, address: &str) -> Result<Watching> {
        let (server, own) = self.locate(address)?;
        let own = own.to_owned();
        let live = self.live(&*self.0.member(server.as_str())?).await?;
        let mut filter = SubscriptionFilter::new();
        filter.resource_subscriptions = Some(vec![own]);
        let subscription = live.client().subscribe(filter).await?;
        Ok(Watching { subscription, _live: live })
    }

    /// Whether a resource can be watched, as far as is known: of a server that does not run, that is
    /// not.
    pub fn may_watch(&self, address: &str) -> bool {
        let member = self.locate(address).and_then(|(server, _)| self.0.member(server.as_str()));
        let Some(live) = member.as_ref().map(|member| member.kept.now()).ok() else { return false };
        let tells = |resources: &ResourcesCapability| resources.subscribe == Some(true);
        live.is_none_or(|live| {
            let can = live.client().capabilities();
            can.is_none_or(|can| can.resources.as_ref().is_some_and(tells))
        })
    }

    /// Whose tool a name of the catalogue means, also where its server has not been started yet.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: nobody's.
    pub fn server_of_tool(&self, name: &str) -> Result<ServerName> {
        self.server_of(None, name)
    }

    /// Whose prompt a name of the catalogue means.
    pub fn server_of_prompt(&self, name: &str) -> Option<ServerName> {
        self.0.catalogue().borrow().prompt(name).map(|prompt| prompt.server.clone())
    }

    /// Whose resource an address of the catalogue means.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: nobody's. [`ErrorCode::Denied`]: the server is turned off.
    pub fn server_of_address(&self, address: &str) -> Result<ServerName> {
        let (server, _) = self.locate(address)?;
        self.0.member(server.as_str())?;
        Ok(server)
    }

    /// The address in the catalogue of what a server calls by its own.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server.
    pub fn address_of(&self, server: &ServerName, own: &str) -> Result<String> {
        let member = self.0.member(server.as_str())?;
        Ok(Core::prefix(server, &member.entry).address(own))
    }

    /// Whether the things of a server bear its name.
    pub fn is_prefixed(&self, server: &ServerName) -> bool {
        self.0.member(server.as_str()).is_ok_and(|member| !member.entry.unprefixed)
    }

    /// The server of a prompt that is offered, which runs from then on, and the name that the server
    /// has for it.
    async fn prompt(&self, name: &str) -> Result<(Arc<Member>, Arc<Live>, String)> {
        let none = || {
            Error::new(ErrorCode::InvalidInput, format!("no prompt is called `{name}`"))
                .with_next_step("see `hostline prompts` for those that there are")
        };
        let server = self.server_of_prompt(name).or_else(|| self.named(name)).ok_or_else(none)?;
        let member = self.0.member(server.as_str())?;
        let live = self.live(&member).await?;
        // What is offered is known only once it runs.
        let catalogue = self.0.catalogue().borrow().clone();
        let found = catalogue.prompt(name).filter(|prompt| prompt.standing.is_offered());
        let found = found.filter(|prompt| prompt.server == server).ok_or_else(none)?;
        Ok((member, live, found.prompt.name.clone()))
    }
}
