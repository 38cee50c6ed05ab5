//! Asking the client for input, in the same way whichever era it belongs to.

use std::time::Duration;

use super::{Context, Failure, context::InputSource, rounds::Rounds};
use crate::{
    Json,
    auth::unguessable,
    dialect::serving,
    model::{
        CreateMessageParams, CreateMessageResult, ElicitAction, ElicitFormParams, ElicitParams,
        ElicitResult, ElicitUrlParams, InputRequest, InputResponse, ListRootsParams, Root,
    },
    peer::serving::Line,
    schema::Schema,
};

/// How long a client has to answer a question of ours, unless the server says otherwise.
pub(crate) const INPUT_WAIT: Duration = Duration::from_mins(10);

/// # Input
///
/// Each question has a key, which must be the same whenever the handler asks it, and different from
/// those of the other questions of the same request.
///
/// To a modern client a question is the answer to its request, and the client sends the request
/// again with what the person said (2026-07-28 `basic/patterns/mrtr`). So **the handler runs again
/// from its beginning in each round**: whatever stands before a question happens again, unless it
/// is put into [`Context::once`]. Questions that are asked at the same time, with a `join!`, go out
/// in one round. While a question is open, the future of the handler is dropped.
///
/// A question that the client cannot answer fails at once, so that the handler may do without.
impl Context {
    /// Asks a person to fill in a form (2026-07-28 `client/elicitation`, "Form Mode"). What comes
    /// back fits the form's schema; the person may also have declined.
    ///
    /// # Errors
    /// The client has not declared that it can show forms, or did not answer.
    pub async fn elicit(&self, key: &str, form: ElicitFormParams) -> Result<ElicitResult, Failure> {
        let request = InputRequest::Elicit(ElicitParams::Form(form));
        match self.ask(key, request).await? {
            InputResponse::Elicit(answer) => Ok(answer),
            _ => Err(unfitting()),
        }
    }

    /// Asks a person to open an address (2026-07-28 `client/elicitation`, "URL Mode"). To accept
    /// means that the person agreed to open it, and no more. The address must hold nothing secret
    /// and must not sign anybody in. [`ServerHandle::elicitation_complete`] tells that the page is
    /// done, by the `elicitation_id` that is given here.
    ///
    /// [`ServerHandle::elicitation_complete`]: super::ServerHandle::elicitation_complete
    ///
    /// # Errors
    /// The client has not declared that it can open addresses, or did not answer.
    pub async fn elicit_url(
        &self,
        key: &str,
        url: ElicitUrlParams,
    ) -> Result<ElicitResult, Failure> {
        let request = InputRequest::Elicit(ElicitParams::Url(url));
        match self.ask(key, request).await? {
            InputResponse::Elicit(answer) => Ok(answer),
            _ => Err(unfitting()),
        }
    }

    /// Says that the request cannot go on until a person has dealt with what an address shows, such
    /// as signing in somewhere. Ask for it only after finding that this has not happened yet: when
    /// it has, the client sends the request again.
    ///
    /// Clients of 2025-11-25 learn it by the error `-32042` (its `client/elicitation`, "URL
    /// Elicitation Required Error"), those of 2026-07-28 by a round of input.
    ///
    /// # Errors
    /// Always with clients of 2025-11-25: hand it on with `?`. Also where the client has not
    /// declared that it can open addresses, and where the person declined.
    pub async fn require_url(&self, key: &str, url: ElicitUrlParams) -> Result<(), Failure> {
        let request = InputRequest::Elicit(ElicitParams::Url(url.clone()));
        self.check(&request)?;
        if self.profile().url_elicitation_error {
            return Err(Failure::url_elicitation(self.named(url)?));
        }
        match self.elicit_url(key, url).await?.action {
            ElicitAction::Accept => Ok(()),
            _ => Err(Failure::new("the person did not agree to open the address")),
        }
    }

    /// Asks a model (2026-07-28 `client/sampling`; deprecated there).
    ///
    /// # Errors
    /// The client has not declared that it can, refused, or did not answer.
    pub async fn sample(
        &self,
        key: &str,
        params: CreateMessageParams,
    ) -> Result<CreateMessageResult, Failure> {
        match self.ask(key, InputRequest::CreateMessage(params)).await? {
            InputResponse::CreateMessage(answer) => Ok(answer),
            _ => Err(unfitting()),
        }
    }

    /// Asks which folders to work in (2026-07-28 `client/roots`; deprecated there).
    ///
    /// # Errors
    /// The client has not declared that it can tell, or did not answer.
    pub async fn roots(&self, key: &str) -> Result<Vec<Root>, Failure> {
        match self.ask(key, InputRequest::ListRoots(ListRootsParams::new())).await? {
            InputResponse::ListRoots(answer) => Ok(answer.roots.into_vec()),
            _ => Err(unfitting()),
        }
    }

    /// Asks for input of any kind. The answer is of the kind that was asked for, and fits.
    ///
    /// # Errors
    /// The client has not declared that it can answer, or did not answer.
    pub async fn ask(&self, key: &str, request: InputRequest) -> Result<InputResponse, Failure> {
        self.check(&request)?;
        match self.input() {
            InputSource::None => {
                Err(Failure::new("no input can be asked for while this is being answered"))
            }
            InputSource::Rounds(rounds) => {
                ask_in_rounds(rounds, key, self.in_its_words(request)?).await
            }
            InputSource::Requests(line) => {
                ask_at_once(line, &self.in_its_words(request)?, self.core().settings.input_wait)
                    .await
            }
        }
    }

    /// The question as clients of this version know it.
    fn in_its_words(&self, mut request: InputRequest) -> Result<InputRequest, Failure> {
        if self.profile().url_elicitation_error
            && let InputRequest::Elicit(ElicitParams::Url(url)) = request
        {
            request = InputRequest::Elicit(ElicitParams::Url(self.named(url)?));
        }
        serving::adapt_question(&mut request, self.profile());
        Ok(request)
    }

    /// An address with the identifier by which 2025-11-25 says that it was dealt with.
    fn named(&self, mut url: ElicitUrlParams) -> Result<ElicitUrlParams, Failure> {
        let id = match url.elicitation_id.take() {
            Some(id) => id,
            None => unguessable().map_err(Failure::internal)?.into(),
        };
        self.visit(&id);
        url.elicitation_id = Some(id);
        Ok(url)
    }

    fn check(&self, request: &InputRequest) -> Result<(), Failure> {
        if let Some(missing) = serving::required_capability(self.caller(), request) {
            return Err(Failure::missing_capability(missing));
        }
        if let Some(unknown) = serving::unknown_to(self.profile(), request) {
            return Err(Failure::new(unknown));
        }
        match serving::fault_of(request) {
            None => Ok(()),
            Some(fault) => {
                Err(Failure::internal(format!("a question that nobody may be asked: {fault}")))
            }
        }
    }
}

/// Goes on with the answer of an earlier round, or ends this one with the question.
async fn ask_in_rounds(
    rounds: &Rounds,
    key: &str,
    request: InputRequest,
) -> Result<InputResponse, Failure> {
    if !rounds.keep_to(key, &request) {
        return Err(Failure::internal(format!("two questions have the key `{key}`")));
    }
    if let Some(answer) = rounds.answer(key, |answer| read(&request, answer)) {
        return Ok(answer);
    }
    rounds.need(key, request);
    // The dispatcher drops the handler now, and the client sends the request again. Only a task that
    // the handler has left behind sees the end.
    rounds.finished().await;
    Err(Failure::new("the request ended with a question; its handler runs again"))
}

async fn ask_at_once(
    line: &Line,
    request: &InputRequest,
    wait: Duration,
) -> Result<InputResponse, Failure> {
    let params = match request {
        InputRequest::Elicit(params) => serde_json::to_vec(params)?,
        InputRequest::CreateMessage(params) => serde_json::to_vec(params)?,
        InputRequest::ListRoots(params) => serde_json::to_vec(params)?,
    };
    let answer = line.ask(request.method(), params.into(), wait).await?;
    let answer = std::str::from_utf8(&answer).ok().and_then(|text| Json::parse(text).ok());
    answer.and_then(|answer| read(request, &answer)).ok_or_else(unfitting)
}

/// The answer to a question, if it fits.
fn read(request: &InputRequest, answer: &Json) -> Option<InputResponse> {
    let response = InputResponse::decode(request.kind(), answer).ok()?;
    match (request, &response) {
        (InputRequest::Elicit(ElicitParams::Form(form)), InputResponse::Elicit(answer)) => {
            fills_in(form, answer).then_some(response)
        }
        _ => Some(response),
    }
}

/// Whether what a person filled in fits the form. A form whose schema cannot be used fits nothing
/// but a refusal.
fn fills_in(form: &ElicitFormParams, answer: &ElicitResult) -> bool {
    if answer.action != ElicitAction::Accept {
        return true;
    }
    let content = answer.content.clone().unwrap_or_default();
    let Ok(content) = Json::encode(&content) else { return false };
    Schema::compile(&form.requested_schema).is_ok_and(|schema| schema.check(&content).is_empty())
}

fn unfitting() -> Failure {
    Failure::new("the client's answer does not fit the question")
}
