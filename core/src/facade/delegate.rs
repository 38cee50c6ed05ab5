//! The program around Hostline: who answers questions, and who is told of progress.

use std::sync::Arc;

use super::{
    contract::{Notification, Question},
    types::{
        ConnectOptions, ElicitFormQuestion, ElicitQuestion, ElicitUrlQuestion, ElicitationMode,
    },
};
use crate::{
    client::{BoxFuture, InputCapabilities, InputHandler},
    error::{Error, ErrorCode, Result},
    model::{ElicitParams, ElicitResult, InputRequest, InputResponse},
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
    /// The bridge to a delegate; nothing where it can answer nothing.
    pub(super) fn over(
        delegate: &Arc<dyn Delegate>,
        options: &ConnectOptions,
    ) -> Result<Option<Arc<dyn InputHandler>>> {
        let modes = options.elicitation.as_deref().unwrap_or_default();
        let mut capabilities = InputCapabilities::none();
        for mode in modes {
            match mode {
                ElicitationMode::Form => capabilities.elicitation_form = true,
                ElicitationMode::Url => capabilities.elicitation_url = true,
                ElicitationMode::Other(name) => {
                    return Err(Error::new(
                        ErrorCode::InvalidInput,
                        format!("there is no way {name} of asking a person"),
                    )
                    .with_method("connect")
                    .with_next_step("say form, url, or both"));
                }
            }
        }
        if modes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Arc::new(Self { delegate: delegate.clone(), capabilities })))
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
        let InputRequest::Elicit(params) = request else {
            // It was not offered, so it is never asked.
            let error = Error::new(ErrorCode::MissingCapability, "nobody can answer that");
            return Box::pin(async move { Err(error) });
        };
        let asking = elicit(&self.delegate, question(server, params));
        Box::pin(async move { asking.await.map(InputResponse::Elicit) })
    }
}

/// Asks a person through the delegate.
pub(super) fn elicit(
    delegate: &Arc<dyn Delegate>,
    question: ElicitQuestion,
) -> impl Future<Output = Result<ElicitResult>> + Send + use<> {
    let question = Question::Elicit(question);
    let name = question.name();
    let asking = delegate.ask(question);
    async move {
        let answer = asking.await.map_err(|Failure(why)| {
            Error::new(
                ErrorCode::InvalidInput,
                format!("the delegate failed to answer {name}: {why}"),
            )
            .with_next_step("look at the program's own code that answers")
        })?;
        serde_json::from_str(&answer).map_err(|source| {
            Error::new(
                ErrorCode::InvalidInput,
                format!("what the delegate answered to {name} has another shape"),
            )
            .with_next_step("look at the program's own code that answers")
            .with_source(source)
        })
    }
}

fn question(server: &str, params: ElicitParams) -> ElicitQuestion {
    match params {
        ElicitParams::Form(form) => {
            let question = ElicitFormQuestion::new(server, form.message, form.requested_schema);
            ElicitFormQuestion { meta: form.meta, ..question }.into()
        }
        ElicitParams::Url(address) => {
            let question = ElicitUrlQuestion::new(server, address.message, address.url);
            let elicitation_id = address.elicitation_id;
            ElicitUrlQuestion { elicitation_id, meta: address.meta, ..question }.into()
        }
    }
}
