//! What servers ask for while they serve: forms, addresses, a model, folders.
//!
//! It passes the gate like everything else, and is answered by whoever caused it. Where that cannot
//! be told, the surfaces of the person answer, or nobody.

use std::sync::{Arc, Weak};

use super::{
    Caller, ServerIdentity, ServerName,
    core::Core,
    gate::Matter,
    policy::{Action, Elicitation, secretlike},
};
use crate::{
    Json,
    client::{InputCapabilities, InputHandler},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{
        CreateMessageParams, CreateMessageResult, ElicitAction, ElicitFormParams, ElicitParams,
        ElicitResult, ElicitUrlParams, FormSchema, InputRequest, InputResponse, ListRootsParams,
        ListRootsResult, Root,
    },
    text::url_warnings,
};

/// One who answers what a server asks, for the sake of a caller's requests, or of nobody's that is
/// known.
pub(super) struct Answering {
    pub(super) core: Weak<Core>,
    pub(super) server: ServerName,
    pub(super) identity: ServerIdentity,
    pub(super) caller: Option<Caller>,
}

impl InputHandler for Answering {
    fn capabilities(&self) -> InputCapabilities {
        // A server is connected to once for all callers, whatever each of them can answer.
        InputCapabilities::all()
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let core = self
                .core
                .upgrade()
                .ok_or_else(|| Error::new(ErrorCode::Closed, "the host has ended"))?;
            match request {
                InputRequest::Elicit(ElicitParams::Form(form)) => self.form(&core, form).await,
                InputRequest::Elicit(ElicitParams::Url(url)) => self.address(&core, url).await,
                InputRequest::CreateMessage(params) => self.sample(&core, params).await,
                InputRequest::ListRoots(params) => self.roots(&core, params).await,
            }
        })
    }
}

impl Answering {
    /// A form is shown to the person either way, so that the question whether it may be shown is
    /// asked only where something is odd about it.
    async fn form(&self, core: &Arc<Core>, form: ElicitFormParams) -> Result<InputResponse> {
        let schema = FormSchema::parse(&form.requested_schema)?;
        let secret_like = secretlike::secret_fields(&schema);
        let is_odd = !secret_like.is_empty();
        let matter = Matter::Form {
            message: form.message.clone(),
            schema: form.requested_schema.clone(),
            secret: secret_like.clone(),
        };
        let action = Action::Elicit(Elicitation::Form { secret_like });
        let can_show = self.can(|able| able.elicitation_form);
        let mut passage = match core.pass(self, action, matter, can_show && !is_odd).await {
            Ok(passage) => passage,
            Err(error) if error.code() == ErrorCode::Denied => return Ok(declined()),
            Err(error) => return Err(error),
        };
        let outcome = match passage.edited() {
            Some(filled) => filled.decode().map_err(|_| no_form()).map(|content| {
                let mut result = ElicitResult::new(ElicitAction::Accept);
                result.content = Some(content);
                InputResponse::Elicit(result)
            }),
            None => self.ask(InputRequest::Elicit(ElicitParams::Form(form)), can_show).await,
        };
        passage.end(&outcome);
        outcome
    }

    async fn address(&self, core: &Arc<Core>, url: ElicitUrlParams) -> Result<InputResponse> {
        let warnings = url_warnings(&url.url);
        let matter = Matter::Address {
            message: url.message.clone(),
            address: url.url.clone(),
            warnings: warnings.warnings.iter().map(ToString::to_string).collect(),
        };
        let action = Action::Elicit(Elicitation::Url { address: url.url.clone() });
        let can_show = self.can(|able| able.elicitation_url);
        let is_plain = warnings.warnings.is_empty();
        let passage = match core.pass(self, action, matter, can_show && is_plain).await {
            Ok(passage) => passage,
            Err(error) if error.code() == ErrorCode::Denied => return Ok(declined()),
            Err(error) => return Err(error),
        };
        let outcome = if can_show {
            self.ask(InputRequest::Elicit(ElicitParams::Url(url)), true).await
        } else {
            // Whoever said yes at a surface has the address there, and opens it.
            Ok(InputResponse::Elicit(ElicitResult::new(ElicitAction::Accept)))
        };
        passage.end(&outcome);
        outcome
    }

    /// Two stops: what the model would be given, and what the server would be given.
    async fn sample(
        &self,
        core: &Arc<Core>,
        mut params: CreateMessageParams,
    ) -> Result<InputResponse> {
        if !self.can(|able| able.sampling) {
            // Nobody is asked about what nobody could answer.
            return Err(self.nobody());
        }
        // What other servers said is nobody's to hand on (2026-07-28 client/sampling).
        params.include_context = None;
        let most = params.max_tokens;
        let request = encode(&params)?;
        let mut first =
            core.pass(self, Action::Sample, Matter::Sampling { request }, false).await?;
        if let Some(edited) = first.edited() {
            params = edited.decode().map_err(|_| no_request())?;
            params.max_tokens = params.max_tokens.min(most);
            params.include_context = None;
        }
        let outcome = self.ask(InputRequest::CreateMessage(params), true).await;
        first.end(&outcome);
        let InputResponse::CreateMessage(mut answer) = outcome? else { return Err(no_answer()) };
        let shown = encode(&answer)?;
        let matter = Matter::SamplingAnswer { answer: shown };
        let mut second = core.pass(self, Action::AnswerSampling, matter, false).await?;
        if let Some(edited) = second.edited() {
            answer = edited.decode::<CreateMessageResult>().map_err(|_| no_answer())?;
        }
        let outcome = Ok(InputResponse::CreateMessage(answer));
        second.end(&outcome);
        outcome
    }

    async fn roots(&self, core: &Arc<Core>, params: ListRootsParams) -> Result<InputResponse> {
        let configured = core.roots_of(&self.server)?;
        let roots: Vec<Root> = if configured.is_empty() && self.can(|able| able.roots) {
            match self.ask(InputRequest::ListRoots(params), true).await? {
                InputResponse::ListRoots(list) => list.roots.into_vec(),
                _ => return Err(no_answer()),
            }
        } else {
            configured
        };
        let told = roots.iter().map(|root| root.uri.clone()).collect();
        let passage = core.pass(self, Action::Roots, Matter::Roots { roots: told }, false).await?;
        let outcome = Ok(InputResponse::ListRoots(ListRootsResult::new(roots)));
        passage.end(&outcome);
        outcome
    }

    /// Whether whoever caused this can answer something.
    fn can(&self, what: fn(InputCapabilities) -> bool) -> bool {
        self.caller.as_ref().is_some_and(|caller| what(caller.input().capabilities()))
    }

    async fn ask(&self, request: InputRequest, can: bool) -> Result<InputResponse> {
        match &self.caller {
            Some(caller) if can => caller.input().input(self.server.as_str(), request).await,
            _ => Err(self.nobody()),
        }
    }

    fn nobody(&self) -> Error {
        Error::new(ErrorCode::Denied, "there is nobody who could answer the server")
            .with_server(self.server.label())
    }
}

fn declined() -> InputResponse {
    InputResponse::Elicit(ElicitResult::new(ElicitAction::Decline))
}

fn encode<T: serde::Serialize>(value: &T) -> Result<Json> {
    Json::encode(value).map_err(|source| {
        Error::new(ErrorCode::Internal, "a question of a server has no JSON form")
            .with_source(source)
    })
}

fn no_form() -> Error {
    Error::new(ErrorCode::InvalidInput, "what was filled in is no object of plain values")
}

fn no_request() -> Error {
    Error::new(ErrorCode::InvalidInput, "what was made of the request to a model is none")
}

fn no_answer() -> Error {
    Error::new(ErrorCode::InvalidInput, "the answer is not one to what the server asked")
}
