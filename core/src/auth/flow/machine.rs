//! The order of things: discovery, registration, the person's visit, the tokens.

use std::{mem, time::Duration};

use url::Url;

use super::{
    Answer, Endpoints, Exchange, Grant, NamedClient, Purpose, Redirect, Registration, SignIn,
    Visit,
    discovery::Search,
    issuer::Issuer,
    refused,
    registration::{self, Way},
    resource::{self, Resource},
    scopes, token, visit,
};
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
};

/// How often a registration endpoint is asked again that could not answer.
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
    pub(super) sign_in: SignIn,
    stage: Stage,
    pub(super) resource: Option<Resource>,
    issuer: Option<Issuer>,
    client: Option<Registration>,
    redirect: Redirect,
    requested: Vec<String>,
}

pub(super) enum Stage {
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
        tries: u8,
    },
    Asking,
    Visiting(Visit),
    /// A code is used once, whatever comes of it (RFC 6749, section 4.1.2).
    Exchanging(Secret),
    Waiting {
        delay: Duration,
        then: Box<Stage>,
    },
    Done(Box<Grant>),
    Failed(Error),
}

impl Flow {
    /// Begins a sign-in. Nothing is done before [`Self::next_step`] says so.
    pub fn new(sign_in: SignIn) -> Self {
        let checked = sign_in.random.check().and_then(|()| sign_in.redirect.check());
        let addresses = checked.and_then(|()| resource::addresses(&sign_in));
        let stage = match addresses {
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
            Stage::Resource(search) => send(search.exchange(Purpose::ResourceMetadata)),
            Stage::Issuer { search, .. } => send(search.exchange(Purpose::ServerMetadata)),
            Stage::Choosing(issuers) => Step::ChooseIssuer(issuers.clone()),
            Stage::Registering { url, adjusted, .. } => send(self.registration(url, *adjusted)),
            Stage::Asking => Step::AskForClient { issuer: self.issuer_name() },
            Stage::Visiting(visit) => Step::Visit(visit.clone()),
            Stage::Exchanging(code) => send(self.token_exchange(code)),
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
            Stage::Registering { url, adjusted, tries } => {
                self.registered(url, adjusted, tries, answer)
            }
            Stage::Exchanging(code) => self.exchanged(&code, answer),
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

    /// The client that [`Step::AskForClient`] asked for. One that no client can be is an error.
    pub fn named(&mut self, client: NamedClient) {
        if !matches!(self.stage, Stage::Asking) {
            return;
        }
        let Some(issuer) = &self.issuer else { return };
        let client = registration::named(client, issuer, &self.redirect);
        self.stage =
            client.and_then(|client| self.visit_with(client)).unwrap_or_else(Stage::Failed);
    }

    /// The address that the browser was sent back to after [`Step::Visit`].
    pub fn returned(&mut self, address: &str) {
        if !matches!(self.stage, Stage::Visiting(_)) {
            return;
        }
        let Some(issuer) = &self.issuer else { return };
        let code = visit::read(&self.sign_in, issuer, &self.redirect, address);
        self.stage = match code {
            Ok(code) => Stage::Exchanging(code),
            Err(error) => Stage::Failed(error),
        };
    }

    /// The time of [`Step::Wait`] is over.
    pub fn waited(&mut self) {
        let stage = self.take_stage();
        self.stage = match stage {
            Stage::Waiting { then, .. } => *then,
            other => other,
        };
    }

    fn take_stage(&mut self) -> Stage {
        mem::replace(&mut self.stage, Stage::Failed(out_of_turn()))
    }

    pub(super) fn use_issuer(&mut self, issuer: Issuer) -> Result<Stage> {
        let way = registration::find(&self.sign_in, &issuer)?;
        let supported = self.resource.as_ref().and_then(|resource| resource.scopes.as_deref());
        self.requested = scopes::select(&self.sign_in, supported, &issuer);
        self.issuer = Some(issuer);
        match way {
            Way::Known(client) => {
                if let Some(redirect) = self.redirect.among(&client.redirect_uris) {
                    self.redirect = redirect;
                }
                self.visit_with(client)
            }
            Way::Register(url) => Ok(Stage::Registering { url, adjusted: false, tries: 0 }),
            Way::Ask => Ok(Stage::Asking),
        }
    }

    fn registration(&self, url: &Url, adjusted: bool) -> Option<Exchange> {
        let (start, issuer) = (&self.sign_in, self.issuer.as_ref()?);
        let document =
            registration::request(start, issuer, &self.redirect, &self.requested, adjusted);
        Some(Exchange::post(Purpose::Registration, url.clone(), document))
    }

    fn registered(
        &mut self,
        url: Url,
        adjusted: bool,
        tries: u8,
        answer: &Answer,
    ) -> Result<Stage> {
        let Some(issuer) = &self.issuer else { return Err(out_of_turn()) };
        // Whether there is such a place was a guess.
        if issuer.is_assumed && registration::is_nowhere(answer.status) {
            return Ok(Stage::Asking);
        }
        if answer.is_passing() && tries < RETRIES {
            return Ok(wait(answer, Stage::Registering { url, adjusted, tries: tries + 1 }));
        }
        if !adjusted && registration::may_adjust(answer.status) {
            if let Some(redirect) = registration::adjust(&self.redirect, answer) {
                self.redirect = redirect;
            }
            return Ok(Stage::Registering { url, adjusted: true, tries });
        }
        let client = registration::read(answer, issuer, &self.redirect)?;
        self.visit_with(client)
    }

    fn visit_with(&mut self, client: Registration) -> Result<Stage> {
        let Some(issuer) = &self.issuer else { return Err(out_of_turn()) };
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

    fn token_exchange(&self, code: &Secret) -> Option<Exchange> {
        let (issuer, client) = (self.issuer.as_ref()?, self.client.as_ref()?);
        let resource = self.resource_name();
        let (start, redirect) = (&self.sign_in, &self.redirect);
        Some(token::exchange(start, &issuer.token, client, redirect, resource.as_deref(), code))
    }

    fn exchanged(&mut self, code: &Secret, answer: &Answer) -> Result<Stage> {
        let Some(exchange) = self.token_exchange(code) else { return Err(out_of_turn()) };
        let tokens = token::read(&exchange, answer)?;
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
}

fn send(exchange: Option<Exchange>) -> Step {
    exchange.map_or_else(|| Step::Failed(out_of_turn()), Step::Send)
}

fn wait(answer: &Answer, then: Stage) -> Stage {
    let delay = answer.retry_after.unwrap_or(RETRY_WAIT);
    Stage::Waiting { delay, then: Box::new(then) }
}

fn out_of_turn() -> Error {
    Error::new(ErrorCode::Internal, "a sign-in was answered out of turn")
}
