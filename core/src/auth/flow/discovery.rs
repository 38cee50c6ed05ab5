//! Discovery: the resource's metadata, the choice among its issuers, the metadata of the one.
//!
//! Owns which address is asked after which, and what is made of those that answer nothing
//! (2026-07-28 basic/authorization/authorization-server-discovery).

use std::collections::VecDeque;

use url::Url;

use super::{
    Answer, Exchange, Flow, Purpose,
    issuer::{self, Issuer},
    machine::Stage,
    refused, registration, resource, shortened,
};
use crate::error::{Error, Result};

/// Addresses that are asked one after the other.
pub(super) struct Search {
    addresses: VecDeque<Url>,
    /// What went wrong at those before that is more than that nothing is there.
    fault: Option<Error>,
}

impl Search {
    pub(super) fn new(addresses: VecDeque<Url>) -> Self {
        Self { addresses, fault: None }
    }

    /// The address that is asked.
    fn place(&self) -> Option<&Url> {
        self.addresses.front()
    }

    /// The question at the next address.
    pub(super) fn exchange(&self, purpose: Purpose) -> Option<Exchange> {
        Some(Exchange::get(purpose, self.addresses.front()?.clone()))
    }

    /// Goes on to the next address. The first fault says more than later ones.
    pub(super) fn pass_over(&mut self, fault: Option<Error>) {
        self.addresses.pop_front();
        self.fault = self.fault.take().or(fault);
    }
}

impl Flow {
    pub(super) fn resource_answered(
        &mut self,
        mut search: Search,
        answer: &Answer,
    ) -> Result<Stage> {
        if answer.status.is_success()
            && let Some(place) = search.place()
            && let Some(resource) = resource::read(&self.sign_in, place, &answer.body)?
        {
            let issuers = resource.issuers.clone();
            self.resource = Some(resource);
            return self.choose_issuer(issuers);
        }
        search
            .pass_over(answer.is_passing().then(|| unavailable("the resource's metadata", answer)));
        self.search_resource(search)
    }

    /// Without any metadata the issuer is the one that the application names, or else the server is
    /// taken for one of 2025-03-26; but one that could not answer may have some.
    pub(super) fn search_resource(&self, search: Search) -> Result<Stage> {
        if !search.addresses.is_empty() {
            return Ok(Stage::Resource(search));
        }
        match search.fault {
            Some(fault) => Err(fault),
            None => match registration::named_issuer(&self.sign_in) {
                Some(named) => self.ask_issuer(named.to_owned(), false),
                None => self.ask_issuer(self.origin(), true),
            },
        }
    }

    /// Goes on with the issuer of the client that was given, or the only one that there is.
    /// Metadata without any means the server itself, if the application knows no better.
    fn choose_issuer(&self, issuers: Vec<String>) -> Result<Stage> {
        let given = issuers.iter().find(|name| registration::is_given_for(&self.sign_in, name));
        match (&*issuers, given) {
            (_, Some(one)) | ([one], None) => self.ask_issuer(one.clone(), false),
            ([], None) => {
                let named = registration::named_issuer(&self.sign_in).map(str::to_owned);
                self.ask_issuer(named.unwrap_or_else(|| self.origin()), false)
            }
            _ => Ok(Stage::Choosing(issuers)),
        }
    }

    pub(super) fn ask_issuer(&self, asked: String, is_assumed: bool) -> Result<Stage> {
        let addresses = issuer::addresses(&asked, self.sign_in.is_local())?;
        Ok(Stage::Issuer { asked, search: Search::new(addresses), is_assumed })
    }

    pub(super) fn issuer_answered(
        &mut self,
        asked: String,
        mut search: Search,
        is_assumed: bool,
        answer: &Answer,
    ) -> Result<Stage> {
        let mut fault = answer.is_passing().then(|| unavailable("the issuer's metadata", answer));
        if answer.status.is_success() {
            match Issuer::read(&asked, self.sign_in.is_local(), &answer.body) {
                Ok(Some(issuer)) => return self.use_issuer(issuer),
                Ok(None) => {}
                Err(error) => fault = Some(error),
            }
        }
        search.pass_over(fault);
        self.search_issuer(asked, search, is_assumed)
    }

    pub(super) fn search_issuer(
        &mut self,
        asked: String,
        search: Search,
        is_assumed: bool,
    ) -> Result<Stage> {
        if !search.addresses.is_empty() {
            return Ok(Stage::Issuer { asked, search, is_assumed });
        }
        match search.fault {
            Some(fault) => Err(fault),
            None if is_assumed => {
                let issuer = Issuer::assumed(&self.sign_in.server, self.sign_in.is_local())?;
                self.use_issuer(issuer)
            }
            None => Err(refused(format!(
                "the authorization server {} publishes no metadata",
                shortened(&asked)
            ))
            .with_next_step("tell whoever runs the server")),
        }
    }

    fn origin(&self) -> String {
        self.sign_in.server.origin().ascii_serialization()
    }
}

fn unavailable(what: &str, answer: &Answer) -> Error {
    let status = answer.status.as_u16();
    // Not the error's own status, which is that of the server itself.
    refused(format!("{what} cannot be had at the moment ({status})"))
        .with_next_step("try again later")
}
