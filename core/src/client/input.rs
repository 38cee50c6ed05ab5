//! Input that a server needs from a person, a model or the program: one trait, whichever era asks.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::{BoxFuture, hub::Hub, route::InputRoutes};
use crate::{
    Json,
    dialect::{InputNeeded, Profile, Round, method, profile::ElicitationModes},
    engine::{Answer, Asked},
    error::{Error, ErrorCode, Result},
    jsonrpc::{INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError},
    model::{
        self, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams,
        FormSchema, InputRequest, InputRequiredResult, InputResponse, ListRootsResult,
    },
    peer::Asker,
    schema::{Schema, fill_defaults},
    text,
};

/// The code by which a person's refusal of sampling is told (2025-11-25 `client/sampling`).
const REFUSED: i64 = -1;
/// How many questions a server may ask at once. Each may need a person, so that more would be no
/// question but a flood.
const MAX_QUESTIONS: usize = 16;

/// Who answers when a server needs input.
///
/// The server may ask in the middle of a request of ours; the request goes on with the answer.
/// Dropping the future that [`Self::input`] returned means that nobody waits for it any more.
pub trait InputHandler: Send + Sync + 'static {
    /// What this handler can answer. The server is told, and nothing else is ever asked.
    fn capabilities(&self) -> InputCapabilities;

    /// Answers one question of the server named `server`.
    ///
    /// To accept an elicitation of an address means that the person agreed to open it, and no more;
    /// the handler opens it, and nothing may fetch it before (2026-07-28 `client/elicitation`,
    /// "Safe URL Handling"). The text of a question is untrusted: show it through
    /// [`crate::text::display_safe`].
    ///
    /// # Errors
    /// The request of ours that needs the input fails with the error.
    fn input<'a>(
        &'a self,
        server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>>;

    /// Answers all that one request of ours needs before it goes on, in the order of the questions.
    /// Each has a key, which is the server's own and untrusted.
    ///
    /// By default they are put to [`Self::input`], one after the other. Whoever can show several at
    /// once, or hands them on, does better.
    ///
    /// # Errors
    /// As of [`Self::input`].
    fn inputs<'a>(
        &'a self,
        server: &'a str,
        requests: Vec<(String, InputRequest)>,
    ) -> BoxFuture<'a, Result<Vec<InputResponse>>> {
        Box::pin(async move {
            let mut answers = Vec::with_capacity(requests.len());
            for (_, request) in requests {
                answers.push(self.input(server, request).await?);
            }
            Ok(answers)
        })
    }

    /// Whether what a person leaves out of a form is filled in with the form's own defaults, as it
    /// is unless this says otherwise. Whoever hands questions on to another client leaves that to
    /// it.
    fn fills_in_defaults(&self) -> bool {
        true
    }
}

/// What an [`InputHandler`] can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputCapabilities {
    /// Elicitation of forms.
    pub elicitation_form: bool,
    /// Elicitation of addresses to open.
    pub elicitation_url: bool,
    /// Sampling: messages from a model.
    pub sampling: bool,
    /// Sampling with tools.
    pub sampling_tools: bool,
    /// The list of roots.
    pub roots: bool,
}

impl InputCapabilities {
    /// A handler that can answer everything.
    pub fn all() -> Self {
        Self {
            elicitation_form: true,
            elicitation_url: true,
            sampling: true,
            sampling_tools: true,
            roots: true,
        }
    }

    /// A handler that can answer nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds elicitation, of forms and of addresses.
    pub fn with_elicitation(mut self) -> Self {
        self.elicitation_form = true;
        self.elicitation_url = true;
        self
    }

    /// Adds the list of roots.
    pub fn with_roots(mut self) -> Self {
        self.roots = true;
        self
    }

    /// Adds sampling, without tools.
    pub fn with_sampling(mut self) -> Self {
        self.sampling = true;
        self
    }

    /// How a version says it.
    pub(super) fn declared(self, profile: &Profile) -> Map<String, Value> {
        let mut all = Map::new();
        let forms = self.elicitation_form && profile.elicitation != ElicitationModes::None;
        let addresses = self.elicitation_url && profile.elicitation == ElicitationModes::FormAndUrl;
        if forms || addresses {
            let mut modes = Map::new();
            if forms {
                modes.insert("form".into(), json!({}));
            }
            if addresses {
                modes.insert("url".into(), json!({}));
            }
            all.insert("elicitation".into(), modes.into());
        }
        if self.sampling {
            let tools = self.sampling_tools && profile.sampling_tools;
            all.insert("sampling".into(), if tools { json!({"tools": {}}) } else { json!({}) });
        }
        if self.roots {
            let tells = profile.client_notifications.contains(&method::ROOTS_CHANGED);
            let roots = if tells { json!({"listChanged": true}) } else { json!({}) };
            all.insert("roots".into(), roots);
        }
        all
    }

    fn allow(self, request: &InputRequest) -> bool {
        match request {
            InputRequest::Elicit(ElicitParams::Form(_)) => self.elicitation_form,
            InputRequest::Elicit(ElicitParams::Url(_)) => self.elicitation_url,
            InputRequest::CreateMessage(params) => {
                self.sampling && (self.sampling_tools || params.tools.is_none())
            }
            InputRequest::ListRoots(_) => self.roots,
        }
    }
}

/// An [`InputHandler`] that gives prepared answers, one after the other.
#[derive(Debug)]
pub struct Answers {
    capabilities: InputCapabilities,
    answers: Mutex<VecDeque<InputResponse>>,
}

impl Answers {
    /// Gives `answers` in their order; when they are used up, questions fail.
    pub fn new(
        capabilities: InputCapabilities,
        answers: impl IntoIterator<Item = InputResponse>,
    ) -> Self {
        Self { capabilities, answers: Mutex::new(answers.into_iter().collect()) }
    }
}

impl InputHandler for Answers {
    fn capabilities(&self) -> InputCapabilities {
        self.capabilities
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        _request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Box::pin(async move {
            answer.ok_or_else(|| Error::new(ErrorCode::Denied, "no answer is prepared"))
        })
    }
}

/// What asks the handler on behalf of one connection, and keeps it from what it must not see.
struct Questioner {
    server: Arc<str>,
    handler: Option<Arc<dyn InputHandler>>,
    capabilities: InputCapabilities,
    routes: Arc<InputRoutes>,
    hub: Arc<Hub>,
}

/// What the driver of a connection calls when the server needs input.
pub(super) fn asker(
    server: Arc<str>,
    handler: Option<Arc<dyn InputHandler>>,
    routes: Arc<InputRoutes>,
    hub: Arc<Hub>,
) -> Asker {
    let capabilities = handler.as_ref().map_or(InputCapabilities::none(), |h| h.capabilities());
    let questioner = Arc::new(Questioner { server, handler, capabilities, routes, hub });
    Arc::new(move |asked, route| {
        let asking = questioner.on(route);
        Box::pin(async move { asking.answer(asked).await })
    })
}

impl Questioner {
    /// The one who asks whoever answers on a route.
    fn on(&self, route: Option<u64>) -> Self {
        let handler = route.and_then(|route| self.routes.find(route));
        Self {
            server: self.server.clone(),
            handler: handler.or_else(|| self.handler.clone()),
            capabilities: self.capabilities,
            routes: self.routes.clone(),
            hub: self.hub.clone(),
        }
    }

    async fn answer(&self, asked: Asked) -> Answer {
        match asked {
            Asked::Needed(InputNeeded::Result(result)) => {
                Answer::Round { round: self.round(&result).await, elicitations: Vec::new() }
            }
            Asked::Needed(InputNeeded::UrlElicitations(data)) => {
                let (round, elicitations) = match self.elicitations(&data).await {
                    Ok(elicitations) => {
                        (Ok(Round { input_responses: None, request_state: None }), elicitations)
                    }
                    Err(error) => (Err(error), Vec::new()),
                };
                Answer::Round { round, elicitations }
            }
            Asked::Request { method, params } => {
                Answer::Reply(self.reply(&method, params.as_deref()).await)
            }
        }
    }

    /// Answers everything that one result asks for, in the order in which it asks.
    async fn round(&self, result: &Bytes) -> Result<Round> {
        let needed: InputRequiredResult = model::decode("the request for input", result)?;
        if needed.input_requests.is_empty() {
            if needed.request_state.is_none() {
                return Err(Error::new(
                    ErrorCode::Protocol,
                    "the server asked for input without saying which",
                ));
            }
            return Ok(Round { input_responses: None, request_state: needed.request_state });
        }
        self.limit(needed.input_requests.len())?;
        let mut responses = b"{".to_vec();
        for (key, response) in self.ask_all(needed.input_requests).await? {
            if responses.len() > 1 {
                responses.push(b',');
            }
            crate::jsonrpc::write_string(&mut responses, &key);
            responses.push(b':');
            responses.extend_from_slice(&encode(&response)?);
        }
        responses.push(b'}');
        Ok(Round { input_responses: Some(responses.into()), request_state: needed.request_state })
    }

    /// Asks the handler for all that it must answer together.
    async fn ask_all(
        &self,
        requests: impl IntoIterator<Item = (String, InputRequest)>,
    ) -> Result<Vec<(String, InputResponse)>> {
        let (mut asked, mut keyed) = (Vec::new(), Vec::new());
        let mut handler = None;
        for (key, request) in requests {
            handler = Some(self.handler_for(&request)?);
            let expected = self.look_at(&request);
            if !matches!(expected, Expected::Refusal) {
                keyed.push((key.clone(), request));
            }
            asked.push((key, expected));
        }
        let Some(handler) = handler else { return Ok(Vec::new()) };
        let wanted = keyed.len();
        let answers = match wanted {
            0 => Vec::new(),
            _ => handler.inputs(&self.server, keyed).await?,
        };
        if answers.len() != wanted {
            return Err(another_question());
        }
        let mut answers = answers.into_iter();
        let mut all = Vec::with_capacity(asked.len());
        for (key, expected) in asked {
            let answer = match expected {
                Expected::Refusal => declined(),
                expected => {
                    let answer = answers.next().ok_or_else(another_question)?;
                    self.finish(handler, &expected, answer)?
                }
            };
            all.push((key, answer));
        }
        Ok(all)
    }

    /// Asks for the addresses that the error `-32042` lists, and returns the elicitations that the
    /// server will call complete.
    async fn elicitations(&self, data: &Json) -> Result<Vec<String>> {
        let data: model::UrlElicitationRequiredData =
            model::decode("the list of elicitations", data.as_str().as_bytes())?;
        self.limit(data.elicitations.len())?;
        let mut ids = Vec::new();
        for elicitation in data.elicitations {
            ids.extend(elicitation.elicitation_id.clone());
            let request = InputRequest::Elicit(ElicitParams::Url(elicitation));
            match self.ask(request).await? {
                InputResponse::Elicit(ElicitResult { action: ElicitAction::Accept, .. }) => {}
                _ => {
                    return Err(Error::new(
                        ErrorCode::Denied,
                        "the server needs an address to be opened, and that was declined",
                    ));
                }
            }
        }
        Ok(ids)
    }

    /// Fails where the server asks too much at once.
    fn limit(&self, questions: usize) -> Result<()> {
        if questions <= MAX_QUESTIONS {
            return Ok(());
        }
        self.hub.depart("it asked too many questions at once");
        Err(Error::new(
            ErrorCode::Limit,
            format!("the server asked {questions} questions at once, and may ask {MAX_QUESTIONS}"),
        )
        .with_next_step("tell whoever keeps the server"))
    }

    /// Answers a request of the server.
    async fn reply(&self, method: &str, params: Option<&[u8]>) -> Result<Bytes, RpcError> {
        let request = InputRequest::decode(method, params).map_err(|error| {
            RpcError::new(INVALID_PARAMS, format!("Invalid params: {}", error.message()))
        })?;
        if !self.capabilities.allow(&request) {
            self.hub.depart("it asked for input that was not offered");
            // A feature that is offered in another mode is known; one that is not is not.
            let offered = self.capabilities.elicitation_form || self.capabilities.elicitation_url;
            let known = (method == method::ELICITATION && offered)
                || (method == method::SAMPLING && self.capabilities.sampling);
            return Err(if known {
                RpcError::new(INVALID_PARAMS, "This client did not declare that mode")
            } else {
                RpcError::new(METHOD_NOT_FOUND, "Method not found")
            });
        }
        let response = self.ask(request).await.map_err(|error| match error.code() {
            ErrorCode::Denied => RpcError::new(REFUSED, "The request was refused"),
            // The text of a local failure is not the server's business.
            _ => RpcError::new(INTERNAL_ERROR, "The client could not answer"),
        })?;
        encode(&response).map_err(|_| RpcError::new(INTERNAL_ERROR, "Internal error"))
    }

    /// Asks the handler, unless it must not be asked.
    async fn ask(&self, request: InputRequest) -> Result<InputResponse> {
        let handler = self.handler_for(&request)?;
        match self.look_at(&request) {
            Expected::Refusal => Ok(declined()),
            expected => {
                let answer = handler.input(&self.server, request).await?;
                self.finish(handler, &expected, answer)
            }
        }
    }

    /// Who answers a question that was offered to be answered.
    fn handler_for(&self, request: &InputRequest) -> Result<&dyn InputHandler> {
        let handler = self.handler.as_deref().filter(|_| self.capabilities.allow(request));
        handler.ok_or_else(|| {
            self.hub.depart("it asked for input that was not offered");
            Error::new(
                ErrorCode::Protocol,
                "the server asked for input that this client did not offer",
            )
            .with_next_step("connect where it can be answered, or tell the server's author")
        })
    }

    /// What has to come of a question. What a person must not see is refused unseen.
    fn look_at(&self, request: &InputRequest) -> Expected {
        match request {
            InputRequest::Elicit(ElicitParams::Form(form)) => match self.check_form(form) {
                Ok(()) => Expected::Form(form.requested_schema.clone()),
                Err(why) => {
                    self.hub.depart(&why);
                    Expected::Refusal
                }
            },
            InputRequest::Elicit(ElicitParams::Url(address)) => {
                if !may_be_opened(address) {
                    self.hub.depart("it asked to open an address that is no web address");
                    return Expected::Refusal;
                }
                if let Some(id) = &address.elicitation_id {
                    self.hub.expect_page(id);
                }
                Expected::Any
            }
            InputRequest::ListRoots(_) => Expected::Roots,
            InputRequest::CreateMessage(_) => Expected::Any,
        }
    }

    /// What of an answer the server is told.
    fn finish(
        &self,
        handler: &dyn InputHandler,
        expected: &Expected,
        mut response: InputResponse,
    ) -> Result<InputResponse> {
        match (expected, &mut response) {
            (Expected::Form(schema), _) => {
                return complete_form(schema, response, handler.fills_in_defaults());
            }
            (Expected::Roots, InputResponse::ListRoots(list)) => self.keep_folders(list),
            _ => {}
        }
        Ok(response)
    }

    /// Only addresses of files may be roots (2026-07-28 `client/roots`, "Data Types"); the server
    /// is told of no other.
    fn keep_folders(&self, list: &mut ListRootsResult) {
        let all = list.roots.len();
        list.roots.retain(|root| {
            url::Url::parse(&root.uri).is_ok_and(|address| address.scheme() == "file")
        });
        let left_out = all - list.roots.len();
        if left_out > 0 {
            tracing::warn!(
                target: "hostline::request", server = %self.server, left_out,
                "roots that are no addresses of files are not told"
            );
        }
    }

    /// A form is flat and made of plain values; anything else is not shown to a person.
    #[expect(clippy::unused_self, reason = "all checks of a question are made the same way")]
    fn check_form(&self, form: &ElicitFormParams) -> Result<(), String> {
        FormSchema::parse(&form.requested_schema).map(drop).map_err(|error| {
            format!("it asked for a form that is not allowed: {}", error.message())
        })
    }
}

/// What has to come of a question.
enum Expected {
    /// An answer that fits this schema of a form.
    Form(Json),
    /// Addresses of folders.
    Roots,
    Any,
    /// Nothing: the person is not asked.
    Refusal,
}

fn may_be_opened(address: &ElicitUrlParams) -> bool {
    !text::url_warnings(&address.url).is_refused()
}

fn declined() -> InputResponse {
    InputResponse::Elicit(ElicitResult::new(ElicitAction::Decline))
}

/// Fills in what the person left out and the form has a default for, where that is left to us, and
/// checks the answer.
fn complete_form(
    requested: &Json,
    response: InputResponse,
    with_defaults: bool,
) -> Result<InputResponse> {
    let InputResponse::Elicit(mut result) = response else { return Err(another_question()) };
    if result.action != ElicitAction::Accept {
        return Ok(InputResponse::Elicit(result));
    }
    let given = result.content.take().unwrap_or_default();
    let given = Json::encode(&given).map_err(no_json)?;
    let content = if with_defaults { fill_defaults(requested, &given) } else { given };
    let schema = Schema::compile(requested).map_err(|source| {
        Error::new(ErrorCode::Protocol, "the server's form cannot be used").with_source(source)
    })?;
    let mismatches = schema.check(&content);
    if let Some(first) = mismatches.first() {
        return Err(Error::new(
            ErrorCode::InvalidInput,
            format!("the answer does not fit the server's form: {first}"),
        ));
    }
    result.content = Some(content.decode().map_err(no_json)?);
    Ok(InputResponse::Elicit(result))
}

fn another_question() -> Error {
    Error::new(
        ErrorCode::InvalidInput,
        "the input handler answered another question than was asked",
    )
}

fn encode(response: &InputResponse) -> Result<Bytes> {
    serde_json::to_vec(response).map(Bytes::from).map_err(no_json)
}

fn no_json(source: serde_json::Error) -> Error {
    Error::new(ErrorCode::InvalidInput, "the input handler's answer has no JSON form")
        .with_source(source)
}
