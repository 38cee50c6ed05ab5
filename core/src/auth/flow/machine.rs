//! The order of things: discovery, registration, the person's visit, the tokens.

use std::{collections::VecDeque, mem, time::Duration};

use url::Url;

use super::{
    Answer, Endpoints, Exchange, Grant, Purpose, Redirect, Registration, SignIn, Visit,
    issuer::{self, Issuer},
    refused,
    registration::{self, Way},
    resource::{self, Resource},
    scopes, token, visit,
};
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
};

/// How often a token endpoint is asked again that could not answer.
const RETRIES: u8 = 2;
/// How long to wait before that, where the endpoint does not say.
const RETRY_WAIT: Duration = Duration::from_secs(1);

/// What is to be done next. Each step is answered by the method of [`Flow`] that its text names.
pub enum Step {
    /// Send this: [`Flow::answered`], or [`Flow::failed`].
    Send(Exchange),
    /// Send the person there: [`Flow::returned`], or [`Flow::failed`].
    Visit(Visit),
    /// Choose one of these issuers: [`Flow::chosen`].
    ChooseIssuer(Vec<String>),
    /// Ask for a client that is registered with this issuer: [`Flow::named`], or [`Flow::failed`].
    AskForClient {
        /// The issuer.
        issuer: String,
    },
    /// Wait so long: [`Flow::waited`].
    Wait(Duration),
    /// It is done; the flow has nothing more to say.
    Done(Box<Grant>),
    /// It goes no further.
    Failed(Error),
}

/// A sign-in on its way.
///
/// ```
/// use hostline::auth::{Secret, flow::{Flow, Random, Redirect, SignIn, Step}};
///
/// let redirect = Redirect { uri: "http://127.0.0.1:8765/callback".into(), is_fixed: false };
/// let random = Random { state: "s".repeat(43), verifier: Secret::new("v".repeat(43)) };
/// let server = "https://server.example/mcp".parse()?;
/// let mut flow = Flow::new(SignIn::new(server, redirect, random));
/// let Step::Send(exchange) = flow.next_step() else { panic!() };
/// assert_eq!(
///     exchange.url.as_str(),
///     "https://server.example/.well-known/oauth-protected-resource/mcp"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Flow {
    sign_in: SignIn,
    stage: Stage,
    resource: Option<Resource>,
    issuer: Option<Issuer>,
    client: Option<Registration>,
    redirect: Redirect,
    requested: Vec<String>,
}

enum Stage {
    /// Looking for the resource's metadata.
    Resource(Search),
    Choosing(Vec<String>),
    /// Looking for the metadata of an issuer; `is_assumed` where no metadata has named it.
    Issuer {
        asked: String,
        search: Search,
        is_assumed: bool,
    },
    Registering {
        url: Url,
        adjusted: bool,
    },
    Asking,
    Visiting(Visit),
    Exchanging {
        code: Secret,
        tries: u8,
    },
    Waiting {
        code: Secret,
        tries: u8,
        delay: Duration,
    },
    Done(Box<Grant>),
    Failed(Error),
}

/// Addresses that are asked one after the other.
struct Search {
    addresses: VecDeque<Url>,
    /// What went wrong at those before that is more than that nothing is there.
    fault: Option<Error>,
}

impl Search {
    fn new(addresses: VecDeque<Url>) -> Self {
        Self { addresses, fault: None }
    }

    /// Goes on to the next address. The first fault says more than later ones.
    fn pass_over(&mut self, fault: Option<Error>) {
        self.addresses.pop_front();
        self.fault = self.fault.take().or(fault);
    }
}

impl Flow {
    /// Begins a sign-in. Nothing is done before [`Self::next_step`] says so.
    pub fn new(sign_in: SignIn) -> Self {
        let stage = match resource::addresses(&sign_in) {
            Ok(addresses) => Stage::Resource(Search::new(addresses)),
            Err(error) => Stage::Failed(error),
        };
        let redirect = sign_in.redirect.clone();
        Self {
            sign_in,
            stage,
            resource: None,
            issuer: None,
            client: None,
            redirect,
            requested: Vec::new(),
        }
    }

    /// What is to be done next: the same until it is answered.
    pub fn next_step(&mut self) -> Step {
        match &self.stage {
            Stage::Resource(search) => search_step(search, Purpose::ResourceMetadata),
            Stage::Issuer { search, .. } => search_step(search, Purpose::ServerMetadata),
            Stage::Choosing(issuers) => Step::ChooseIssuer(issuers.clone()),
            Stage::Registering { url, adjusted } => match &self.issuer {
                Some(issuer) => {
                    let document =
                        registration::request(&self.sign_in, issuer, &self.redirect, *adjusted);
                    Step::Send(Exchange::post(Purpose::Registration, url.clone(), document))
                }
                None => Step::Failed(out_of_turn()),
            },
            Stage::Asking => Step::AskForClient { issuer: self.issuer_name() },
            Stage::Visiting(visit) => Step::Visit(visit.clone()),
            Stage::Exchanging { code, .. } => match (&self.issuer, &self.client) {
                (Some(issuer), Some(client)) => Step::Send(token::exchange(
                    &self.sign_in,
                    &issuer.token,
                    client,
                    &self.redirect,
                    self.resource_name().as_deref(),
                    code,
                )),
                _ => Step::Failed(out_of_turn()),
            },
            Stage::Waiting { delay, .. } => Step::Wait(*delay),
            Stage::Failed(error) => Step::Failed(error.clone()),
            Stage::Done(_) => {
                let over = Stage::Failed(refused("the sign-in is over"));
                match mem::replace(&mut self.stage, over) {
                    Stage::Done(grant) => Step::Done(grant),
                    _ => Step::Failed(out_of_turn()),
                }
            }
        }
    }

    /// The answer to [`Step::Send`].
    pub fn answered(&mut self, answer: &Answer) {
        let stage = self.take_stage();
        let next = match stage {
            Stage::Resource(search) => self.resource_answered(search, answer),
            Stage::Issuer { asked, search, is_assumed } => {
                self.issuer_answered(asked, search, is_assumed, answer)
            }
            Stage::Registering { url, adjusted } => self.registered(url, adjusted, answer),
            Stage::Exchanging { code, tries } => self.exchanged(code, tries, answer),
            other => Ok(other),
        };
        self.stage = next.unwrap_or_else(Stage::Failed);
    }

    /// What was to be done could not be done.
    pub fn failed(&mut self, error: Error) {
        let stage = self.take_stage();
        let next = match stage {
            // There may still be something at the next address.
            Stage::Resource(mut search) => {
                search.pass_over(Some(error));
                self.search_resource(search)
            }
            Stage::Issuer { asked, mut search, is_assumed } => {
                search.pass_over(Some(error));
                self.search_issuer(asked, search, is_assumed)
            }
            Stage::Done(grant) => Ok(Stage::Done(grant)),
            Stage::Failed(first) => Err(first),
            _ => Err(error),
        };
        self.stage = next.unwrap_or_else(Stage::Failed);
    }

    /// The issuer that was chosen of [`Step::ChooseIssuer`]. Another one than those is an error.
    pub fn chosen(&mut self, name: &str) {
        let Stage::Choosing(issuers) = &self.stage else { return };
        let next = if issuers.iter().any(|issuer| issuer == name) {
            self.ask_issuer(name.to_owned(), false)
        } else {
            Err(refused("the issuer that was chosen is none of those that the server names"))
        };
        self.stage = next.unwrap_or_else(Stage::Failed);
    }

    /// The client that [`Step::AskForClient`] asked for.
    pub fn named(&mut self, client: Registration) {
        if !matches!(self.stage, Stage::Asking) {
            return;
        }
        let next = if client.issuer == self.issuer_name() {
            self.visit_with(client)
        } else {
            Err(refused("the client that was named is one of another issuer"))
        };
        self.stage = next.unwrap_or_else(Stage::Failed);
    }

    /// The address that the browser was sent back to after [`Step::Visit`].
    pub fn returned(&mut self, address: &str) {
        if !matches!(self.stage, Stage::Visiting(_)) {
            return;
        }
        let Some(issuer) = &self.issuer else { return };
        let code = visit::read(&self.sign_in, issuer, &self.redirect, address);
        self.stage = match code {
            Ok(code) => Stage::Exchanging { code, tries: 0 },
            Err(error) => Stage::Failed(error),
        };
    }

    /// The time of [`Step::Wait`] is over.
    pub fn waited(&mut self) {
        let stage = self.take_stage();
        self.stage = match stage {
            Stage::Waiting { code, tries, .. } => Stage::Exchanging { code, tries },
            other => other,
        };
    }

    fn take_stage(&mut self) -> Stage {
        mem::replace(&mut self.stage, Stage::Failed(out_of_turn()))
    }

    fn resource_answered(&mut self, mut search: Search, answer: &Answer) -> Result<Stage> {
        if answer.status.is_success()
            && let Some(resource) = resource::read(&self.sign_in, &answer.body)?
        {
            let issuers = resource.issuers.clone();
            self.resource = Some(resource);
            return match &*issuers {
                [] => self.ask_issuer(self.origin(), false),
                [one] => self.ask_issuer(one.clone(), false),
                _ => Ok(Stage::Choosing(issuers)),
            };
        }
        search
            .pass_over(answer.is_passing().then(|| unavailable("the resource's metadata", answer)));
        self.search_resource(search)
    }

    /// Without any metadata the server is taken for one of 2025-03-26; but one that could not
    /// answer may have some.
    fn search_resource(&self, search: Search) -> Result<Stage> {
        if !search.addresses.is_empty() {
            return Ok(Stage::Resource(search));
        }
        match search.fault {
            Some(fault) => Err(fault),
            None => self.ask_issuer(self.origin(), true),
        }
    }

    fn ask_issuer(&self, asked: String, is_assumed: bool) -> Result<Stage> {
        let addresses = issuer::addresses(&asked, self.sign_in.is_local())?;
        Ok(Stage::Issuer { asked, search: Search::new(addresses), is_assumed })
    }

    fn issuer_answered(
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

    fn search_issuer(&mut self, asked: String, search: Search, is_assumed: bool) -> Result<Stage> {
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
                super::shortened(&asked)
            ))
            .with_next_step("tell whoever runs the server")),
        }
    }

    fn use_issuer(&mut self, issuer: Issuer) -> Result<Stage> {
        let way = registration::find(&self.sign_in, &issuer)?;
        self.issuer = Some(issuer);
        match way {
            Way::Known(client) => self.visit_with(client),
            Way::Register(url) => Ok(Stage::Registering { url, adjusted: false }),
            Way::Ask => Ok(Stage::Asking),
        }
    }

    fn registered(&mut self, url: Url, adjusted: bool, answer: &Answer) -> Result<Stage> {
        let Some(issuer) = &self.issuer else { return Err(out_of_turn()) };
        if !adjusted && answer.status.is_client_error() {
            if let Some(redirect) = registration::adjust(&self.redirect, answer) {
                self.redirect = redirect;
            }
            return Ok(Stage::Registering { url, adjusted: true });
        }
        let client = registration::read(answer, issuer, &self.redirect)?;
        self.visit_with(client)
    }

    fn visit_with(&mut self, client: Registration) -> Result<Stage> {
        let Some(issuer) = &self.issuer else { return Err(out_of_turn()) };
        let supported = self.resource.as_ref().and_then(|resource| resource.scopes.as_deref());
        self.requested = scopes::select(&self.sign_in, supported, issuer);
        let resource = self.resource_name();
        let visit = visit::prepare(
            &self.sign_in,
            issuer,
            &client,
            &self.redirect,
            resource.as_deref(),
            &self.requested,
        );
        self.client = Some(client);
        Ok(Stage::Visiting(visit))
    }

    fn exchanged(&mut self, code: Secret, tries: u8, answer: &Answer) -> Result<Stage> {
        if answer.is_passing() && tries < RETRIES {
            let delay = answer.retry_after.unwrap_or(RETRY_WAIT);
            return Ok(Stage::Waiting { code, tries: tries + 1, delay });
        }
        let tokens = token::read(answer)?;
        let resource = self.resource_name();
        let (Some(issuer), Some(registration)) = (&self.issuer, self.client.take()) else {
            return Err(out_of_turn());
        };
        Ok(Stage::Done(Box::new(Grant {
            issuer: issuer.name.clone(),
            resource,
            registration,
            tokens,
            endpoints: Endpoints {
                token: issuer.token.clone(),
                revocation: issuer.revocation.clone(),
            },
            requested_scopes: mem::take(&mut self.requested),
        })))
    }

    /// What is sent as `resource`: what the metadata calls it, to the byte, or else the server's
    /// canonical address.
    fn resource_name(&self) -> Option<String> {
        self.sign_in.sends_resource.then(|| match &self.resource {
            Some(resource) => resource.name.clone(),
            None => resource::canonical(&self.sign_in.server),
        })
    }

    fn issuer_name(&self) -> String {
        self.issuer.as_ref().map(|issuer| issuer.name.clone()).unwrap_or_default()
    }

    fn origin(&self) -> String {
        self.sign_in.server.origin().ascii_serialization()
    }
}

fn search_step(search: &Search, purpose: Purpose) -> Step {
    match search.addresses.front() {
        Some(url) => Step::Send(Exchange::get(purpose, url.clone())),
        None => Step::Failed(out_of_turn()),
    }
}

fn unavailable(what: &str, answer: &Answer) -> Error {
    let status = answer.status.as_u16();
    refused(format!("{what} cannot be had at the moment ({status})"))
        .with_next_step("try again later")
}

fn out_of_turn() -> Error {
    Error::new(ErrorCode::Internal, "a sign-in was answered out of turn")
}
