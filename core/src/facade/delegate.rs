//! The program around Hostline: who answers questions, and who is told of progress.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{
    contract::{Notification, Question},
    types::{
        ConnectOptions, CreateMessageQuestion, ElicitFormQuestion, ElicitUrlQuestion,
        ListRootsQuestion,
    },
};
use crate::{
    client::{BoxFuture, InputCapabilities, InputHandler},
    error::{Error, ErrorCode, Result},
    model::{ElicitParams, InputRequest, InputResponse},
};

/// What a binding implements once, whatever its language calls it.
pub trait Delegate: Send + Sync + 'static {
    /// Answers a question: JSON of the answer's type. It is called on the I/O worker and must
    /// return at once; the future may take as long as a person does. Dropping it means that
    /// nobody waits any more.
    fn ask(&self, question: Question) -> BoxFuture<'static, Result<String, Failure>>;

    /// Hears of a call. It is called on the I/O worker and must return at once.
    fn notify(&self, notification: Notification);
}

/// Why a delegate gave no answer, in its program's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

/// Asks a delegate what a server asks.
pub(super) struct Bridge {
    delegate: Arc<dyn Delegate>,
    capabilities: InputCapabilities,
}

impl Bridge {
    /// The bridge to a delegate; nothing where it can answer nothing that servers ask.
    pub(super) fn over(
        delegate: &Arc<dyn Delegate>,
        options: &ConnectOptions,
    ) -> Result<Option<Arc<dyn InputHandler>>> {
        let answers = options.answers.as_deref().unwrap_or_default();
        let answered = Answered::of("connect", answers)?;
        let capabilities = InputCapabilities {
            elicitation_form: answered.contains("elicitation/form"),
            elicitation_url: answered.contains("elicitation/url"),
            sampling: answered.contains("sampling/createMessage"),
            sampling_tools: options.sampling_tools == Some(true),
            roots: answered.contains("roots/list"),
        };
        let answers_any = InputCapabilities { sampling_tools: false, ..capabilities }
            != InputCapabilities::none();
        let bridge = || Arc::new(Self { delegate: delegate.clone(), capabilities });
        Ok(answers_any.then(|| bridge() as Arc<dyn InputHandler>))
    }
}

/// The questions that a delegate answers.
pub(super) struct Answered<'a>(&'a [String]);

impl<'a> Answered<'a> {
    /// Those of these names, if there are such questions.
    pub(super) fn of(operation: &'static str, names: &'a [String]) -> Result<Self> {
        let unknown = names.iter().find(|name| !Question::NAMES.contains(&name.as_str()));
        match unknown {
            None => Ok(Self(names)),
            Some(name) => {
                let what = format!("there is no question {name}");
                Err(Error::new(ErrorCode::InvalidInput, what)
                    .with_method(operation)
                    .with_next_step(format!(
                        "those that there are: {}",
                        Question::NAMES.join(", ")
                    )))
            }
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|answered| answered == name)
    }
}

impl InputHandler for Bridge {
    fn capabilities(&self) -> InputCapabilities {
        self.capabilities
    }

    fn input<'a>(
        &'a self,
        server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        input(&self.delegate, server, request)
    }
}

/// Asks a delegate for the input that a server needs.
pub(super) fn input<'a>(
    delegate: &'a Arc<dyn Delegate>,
    server: &str,
    request: InputRequest,
) -> BoxFuture<'a, Result<InputResponse>> {
    match request {
        InputRequest::Elicit(ElicitParams::Form(form)) => {
            let question = ElicitFormQuestion::new(server, form.message, form.requested_schema);
            let question = ElicitFormQuestion { meta: form.meta, ..question };
            let asking = ask(delegate, Question::ElicitForm(question));
            Box::pin(async move { asking.await.map(InputResponse::Elicit) })
        }
        InputRequest::Elicit(ElicitParams::Url(address)) => {
            let question = ElicitUrlQuestion::new(server, address.message, address.url);
            let elicitation_id = address.elicitation_id;
            let question = ElicitUrlQuestion { elicitation_id, meta: address.meta, ..question };
            let asking = ask(delegate, Question::ElicitUrl(question));
            Box::pin(async move { asking.await.map(InputResponse::Elicit) })
        }
        InputRequest::CreateMessage(params) => {
            let question = CreateMessageQuestion::new(server, params);
            let asking = ask(delegate, Question::CreateMessage(question));
            Box::pin(async move { asking.await.map(InputResponse::CreateMessage) })
        }
        InputRequest::ListRoots(params) => {
            let question =
                ListRootsQuestion { meta: params.meta, ..ListRootsQuestion::new(server) };
            let asking = ask(delegate, Question::ListRoots(question));
            Box::pin(async move { asking.await.map(InputResponse::ListRoots) })
        }
    }
}

/// Asks a delegate, and reads its answer.
pub(super) fn ask<A: DeserializeOwned>(
    delegate: &Arc<dyn Delegate>,
    question: Question,
) -> impl Future<Output = Result<A>> + Send + use<A> {
    let name = question.name();
    let asking = delegate.ask(question);
    async move {
        let look = "look at the program's own code that answers";
        let answer = asking.await.map_err(|Failure(why)| {
            let what = format!("the delegate failed to answer {name}: {why}");
            Error::new(ErrorCode::InvalidInput, what).with_next_step(look)
        })?;
        // Whoever answers nothing has nothing to add.
        let answer = if answer.trim() == "null" { "{}" } else { &answer };
        serde_json::from_str(answer).map_err(|source| {
            let what = format!("what the delegate answered to {name} has another shape");
            Error::new(ErrorCode::InvalidInput, what).with_next_step(look).with_source(source)
        })
    }
}
