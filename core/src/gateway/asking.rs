//! From what a server or the gate asks to a question to the client.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::consent;
use crate::{
    client::{InputCapabilities, InputHandler},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    host::{
        Caller,
        gate::{self, ConsentHandler, Decision},
    },
    model::{ClientCapabilities, ElicitParams, ElicitUrlParams, InputRequest, InputResponse},
};

/// Something that the client is to be asked, all of it together.
pub(super) struct Asked {
    pub(super) questions: Vec<Question>,
    pub(super) answer: oneshot::Sender<Result<Vec<InputResponse>>>,
}

/// One question to the client.
pub(super) struct Question {
    /// What the server calls it, where it does.
    pub(super) key: Option<String>,
    pub(super) request: InputRequest,
}

impl Question {
    fn of_ours(request: InputRequest) -> Self {
        Self { key: None, request }
    }
}

/// Who asks the client for the sake of one of its requests. Whoever serves the request puts the
/// questions, one at a time.
pub(super) struct Asker {
    to: mpsc::Sender<Asked>,
    can: InputCapabilities,
    /// Whether the server's name stands before what it says.
    prefixed: bool,
}

impl Asker {
    pub(super) fn new(
        to: mpsc::Sender<Asked>,
        client: &ClientCapabilities,
        prefixed: bool,
    ) -> Arc<Self> {
        Arc::new(Self { to, can: able(client), prefixed })
    }

    /// The caller, whose client answers what servers ask, and is asked for consent where it can show
    /// forms and nothing else shows questions.
    pub(super) fn answering(self: Arc<Self>, caller: Caller) -> Caller {
        let caller = caller.with_input(self.clone());
        if self.can.elicitation_form { caller.with_consent(self) } else { caller }
    }

    async fn ask(&self, questions: Vec<Question>) -> Result<Vec<InputResponse>> {
        let gone = || Error::new(ErrorCode::Denied, "the client waits for nothing any more");
        let (answer, answered) = oneshot::channel();
        self.to.send(Asked { questions, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    async fn ask_one(&self, question: Question) -> Result<InputResponse> {
        let mut answers = self.ask(vec![question]).await?;
        answers.pop().ok_or_else(|| Error::new(ErrorCode::Internal, "a question without an answer"))
    }

    /// A question of a server, as the client is to see it.
    fn prepare(&self, server: &str, request: &mut InputRequest) {
        let InputRequest::Elicit(params) = request else { return };
        if self.prefixed {
            introduce(server, params);
        }
        if let ElicitParams::Url(ElicitUrlParams { elicitation_id: Some(id), .. }) = params {
            *id = page(server, id);
        }
    }
}

impl InputHandler for Asker {
    fn capabilities(&self) -> InputCapabilities {
        self.can
    }

    fn input<'a>(
        &'a self,
        server: &'a str,
        mut request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        self.prepare(server, &mut request);
        Box::pin(self.ask_one(Question::of_ours(request)))
    }

    fn inputs<'a>(
        &'a self,
        server: &'a str,
        requests: Vec<(String, InputRequest)>,
    ) -> BoxFuture<'a, Result<Vec<InputResponse>>> {
        let questions = requests.into_iter().map(|(key, mut request)| {
            self.prepare(server, &mut request);
            Question { key: Some(key), request }
        });
        Box::pin(self.ask(questions.collect()))
    }

    /// What the person has said goes on as it is.
    fn fills_in_defaults(&self) -> bool {
        false
    }
}

impl ConsentHandler for Asker {
    fn decide(&self, question: gate::Question) -> BoxFuture<'_, Result<Decision>> {
        Box::pin(async move {
            let answer = self.ask_one(Question::of_ours(consent::form(&question))).await?;
            consent::decision(&question, &answer)
        })
    }
}

/// What a page is called among those of all servers, so that none can say that another's is done.
pub(super) fn page(server: &str, id: &str) -> String {
    format!("{server}/{id}")
}

/// Says which server asks: the client knows only the gateway.
fn introduce(server: &str, params: &mut ElicitParams) {
    let message = match params {
        ElicitParams::Form(form) => &mut form.message,
        ElicitParams::Url(url) => &mut url.message,
    };
    *message = format!("{server}: {message}");
}

/// What a client can answer, by what it declares.
fn able(client: &ClientCapabilities) -> InputCapabilities {
    let elicitation = client.elicitation.as_ref();
    let mut can = InputCapabilities::none();
    // Neither mode means forms (2026-07-28 `client/elicitation`, "Capabilities").
    can.elicitation_form = elicitation.is_some_and(|it| it.form.is_some() || it.url.is_none());
    can.elicitation_url = elicitation.is_some_and(|it| it.url.is_some());
    can.sampling = client.sampling.is_some();
    can.sampling_tools = client.sampling.as_ref().is_some_and(|it| it.tools.is_some());
    can.roots = client.roots.is_some();
    can
}
