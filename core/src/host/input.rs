//! What servers ask for while they serve: forms, addresses, a model, folders.
//!
//! It passes the gate like everything else, and is answered by whoever caused it. Where that cannot
//! be told, the surfaces of the person answer, or nobody.

use std::sync::{Arc, Weak};

use super::{
    Caller, ServerIdentity, ServerName,
    core::Core,
    gate::{Matter, Passage},
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
        let mut can = match &self.caller {
            // A server is connected to once for all callers, whatever each of them can answer.
            None => return InputCapabilities::all(),
            Some(caller) => caller.input().capabilities(),
        };
        if let Some(core) = self.core.upgrade() {
            if core.gate.questions().are_for_surfaces() {
                can = can.with_elicitation();
            }
            can.roots |= core.roots_of(&self.server).is_ok_and(|roots| !roots.is_empty());
        }
        can
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let core = self.core()?;
            match self.admit(&core, request).await? {
                Admitted::Answered(answer) => Ok(answer),
                Admitted::Asked(asked, request) => {
                    let outcome = self.ask(request).await;
                    self.settle(&core, *asked, outcome).await
                }
            }
        })
    }

    /// All of them pass the gate before any is asked, so that they are asked together.
    fn inputs<'a>(
        &'a self,
        _server: &'a str,
        requests: Vec<(String, InputRequest)>,
    ) -> BoxFuture<'a, Result<Vec<InputResponse>>> {
        Box::pin(async move {
            let core = self.core()?;
            let (mut admitted, mut asked) = (Vec::new(), Vec::new());
            for (key, request) in requests {
                admitted.push(match self.admit(&core, request).await? {
                    Admitted::Answered(answer) => Ok(answer),
                    Admitted::Asked(pending, request) => {
                        asked.push((key, request));
                        Err(pending)
                    }
                });
            }
            let mut answers = self.ask_all(asked).await?.into_iter();
            let mut all = Vec::with_capacity(admitted.len());
            for pending in admitted {
                all.push(match pending {
                    Ok(answer) => answer,
                    Err(pending) => {
                        let outcome = answers.next().ok_or_else(no_answer);
                        self.settle(&core, *pending, outcome).await?
                    }
                });
            }
            Ok(all)
        })
    }

    fn fills_in_defaults(&self) -> bool {
        self.caller.as_ref().is_none_or(|caller| caller.input().fills_in_defaults())
    }
}

/// A question that has passed the gate.
enum Admitted {
    /// It needs nobody any more.
    Answered(InputResponse),
    /// The caller is to be asked this.
    Asked(Box<Pending>, InputRequest),
}

/// What is still to be done once the caller has answered.
enum Pending {
    /// A form or an address.
    Elicitation(Passage),
    /// The answer of a model, which passes the gate as well.
    Sampling(Passage),
    /// Folders, which pass the gate once they are known.
    Roots,
}

impl Answering {
    fn core(&self) -> Result<Arc<Core>> {
        let ended = || Error::new(ErrorCode::Closed, "the host has ended");
        self.core.upgrade().ok_or_else(ended)
    }

    /// Lets a question through the gate, as far as that goes before it is asked.
    async fn admit(&self, core: &Arc<Core>, request: InputRequest) -> Result<Admitted> {
        match request {
            InputRequest::Elicit(ElicitParams::Form(form)) => self.form(core, form).await,
            InputRequest::Elicit(ElicitParams::Url(url)) => self.address(core, url).await,
            InputRequest::CreateMessage(params) => self.sample(core, params).await,
            InputRequest::ListRoots(params) => self.roots(core, params).await,
        }
    }

    /// What the server is told of an answer.
    async fn settle(
        &self,
        core: &Arc<Core>,
        pending: Pending,
        outcome: Result<InputResponse>,
    ) -> Result<InputResponse> {
        match pending {
            Pending::Elicitation(passage) => {
                passage.end(&outcome);
                outcome
            }
            Pending::Sampling(passage) => {
                passage.end(&outcome);
                let InputResponse::CreateMessage(answer) = outcome? else {
                    return Err(no_answer());
                };
                self.second_stop(core, answer).await
            }
            Pending::Roots => {
                let InputResponse::ListRoots(list) = outcome? else { return Err(no_answer()) };
                self.tell_roots(core, list.roots.into_vec()).await
            }
        }
    }

    /// A form is shown to the person either way, so that the question whether it may be shown is
    /// asked only where something is odd about it.
    async fn form(&self, core: &Arc<Core>, form: ElicitFormParams) -> Result<Admitted> {
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
            Err(error) if error.code() == ErrorCode::Denied => {
                return Ok(Admitted::Answered(declined()));
            }
            Err(error) => return Err(error),
        };
        let Some(filled) = passage.edited() else {
            let request = InputRequest::Elicit(ElicitParams::Form(form));
            return Ok(Admitted::Asked(Pending::Elicitation(passage).into(), request));
        };
        let outcome = filled.decode().map_err(|_| no_form()).map(|content| {
            let mut result = ElicitResult::new(ElicitAction::Accept);
            result.content = Some(content);
            InputResponse::Elicit(result)
        });
        passage.end(&outcome);
        outcome.map(Admitted::Answered)
    }

    async fn address(&self, core: &Arc<Core>, url: ElicitUrlParams) -> Result<Admitted> {
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
            Err(error) if error.code() == ErrorCode::Denied => {
                return Ok(Admitted::Answered(declined()));
            }
            Err(error) => return Err(error),
        };
        if can_show {
            let request = InputRequest::Elicit(ElicitParams::Url(url));
            return Ok(Admitted::Asked(Pending::Elicitation(passage).into(), request));
        }
        // Whoever said yes at a surface has the address there, and opens it.
        let outcome = Ok(InputResponse::Elicit(ElicitResult::new(ElicitAction::Accept)));
        passage.end(&outcome);
        outcome.map(Admitted::Answered)
    }

    /// The first of two stops: what the model would be given.
    async fn sample(&self, core: &Arc<Core>, mut params: CreateMessageParams) -> Result<Admitted> {
        if !self.can(|able| able.sampling) {
            // Nobody is asked about what nobody could answer.
            return Err(self.nobody());
        }
        // What other servers said is nobody's to hand on (2026-07-28 client/sampling).
        params.include_context = None;
        let most = params.max_tokens;
        let request = encode(&params)?;
        let mut passage =
            core.pass(self, Action::Sample, Matter::Sampling { request }, false).await?;
        if let Some(edited) = passage.edited() {
            params = edited.decode().map_err(|_| no_request())?;
            params.max_tokens = params.max_tokens.min(most);
            params.include_context = None;
        }
        let request = InputRequest::CreateMessage(params);
        Ok(Admitted::Asked(Pending::Sampling(passage).into(), request))
    }

    /// The second: what the server would be given.
    async fn second_stop(
        &self,
        core: &Arc<Core>,
        mut answer: CreateMessageResult,
    ) -> Result<InputResponse> {
        let shown = encode(&answer)?;
        let matter = Matter::SamplingAnswer { answer: shown };
        let mut passage = core.pass(self, Action::AnswerSampling, matter, false).await?;
        if let Some(edited) = passage.edited() {
            answer = edited.decode::<CreateMessageResult>().map_err(|_| no_answer())?;
        }
        let outcome = Ok(InputResponse::CreateMessage(answer));
        passage.end(&outcome);
        outcome
    }

    async fn roots(&self, core: &Arc<Core>, params: ListRootsParams) -> Result<Admitted> {
        let configured = core.roots_of(&self.server)?;
        if configured.is_empty() && self.can(|able| able.roots) {
            return Ok(Admitted::Asked(Pending::Roots.into(), InputRequest::ListRoots(params)));
        }
        self.tell_roots(core, configured).await.map(Admitted::Answered)
    }

    async fn tell_roots(&self, core: &Arc<Core>, roots: Vec<Root>) -> Result<InputResponse> {
        let told = roots.iter().map(|root| root.uri.clone()).collect();
        let passage = core.pass(self, Action::Roots, Matter::Roots { roots: told }, false).await?;
        let outcome = Ok(InputResponse::ListRoots(ListRootsResult::new(roots)));
        passage.end(&outcome);
        outcome
    }

    /// Whether whoever caused this can answer something.
    pub(super) fn can(&self, what: fn(InputCapabilities) -> bool) -> bool {
        self.caller.as_ref().is_some_and(|caller| what(caller.input().capabilities()))
    }

    async fn ask(&self, request: InputRequest) -> Result<InputResponse> {
        let caller = self.asked_for(&request)?;
        caller.input().input(self.server.as_str(), request).await
    }

    async fn ask_all(&self, requests: Vec<(String, InputRequest)>) -> Result<Vec<InputResponse>> {
        let Some((_, first)) = requests.first() else { return Ok(Vec::new()) };
        let caller = self.asked_for(first)?;
        for (_, request) in &requests {
            self.asked_for(request)?;
        }
        caller.input().inputs(self.server.as_str(), requests).await
    }

    /// Who is asked a question. A form that the caller cannot show has passed a surface, if any.
    fn asked_for(&self, request: &InputRequest) -> Result<&Caller> {
        let can = match request {
            InputRequest::Elicit(ElicitParams::Form(_)) => self.can(|able| able.elicitation_form),
            _ => true,
        };
        self.caller.as_ref().filter(|_| can).ok_or_else(|| self.nobody())
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
