//! The program around Hostline, which answers questions and hears of progress.

use std::{fmt, sync::Arc};

use hostline::{
    client::BoxFuture,
    facade::{self, Notification, Question},
};
use uniffi::UnexpectedUniFFICallbackError;

/// What the hand-written part of a language implements, once.
#[uniffi::export(with_foreign)]
#[async_trait::async_trait]
pub trait Delegate: Send + Sync {
    /// Answers a question of this name. The question and the answer are JSON. Where nobody waits
    /// any more, the language's own task is cancelled.
    ///
    /// # Errors
    /// That there is no answer.
    async fn ask(&self, name: String, question: String) -> Result<String, NoAnswer>;

    /// Hears of a call; the notification of this name is JSON. It must return at once.
    fn notify(&self, name: String, notification: String);
}

/// Why there is no answer, in the program's own words.
#[derive(Debug, uniffi::Error)]
pub enum NoAnswer {
    /// The program has failed.
    Failed {
        /// What its error says, and nothing else.
        why: String,
    },
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Failed { why } = self;
        f.write_str(why)
    }
}

impl std::error::Error for NoAnswer {}

impl From<UnexpectedUniFFICallbackError> for NoAnswer {
    fn from(unexpected: UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { why: unexpected.reason }
    }
}

/// A delegate of another language as one of the façade.
pub(crate) struct Foreign(pub(crate) Arc<dyn Delegate>);

impl facade::Delegate for Foreign {
    fn ask(&self, question: Question) -> BoxFuture<'static, Result<String, facade::Failure>> {
        let delegate = self.0.clone();
        Box::pin(async move {
            let name = question.name().to_owned();
            let question = serde_json::to_string(&question)
                .map_err(|_| facade::Failure("the question could not be written".to_owned()))?;
            delegate
                .ask(name, question)
                .await
                .map_err(|NoAnswer::Failed { why }| facade::Failure(why))
        })
    }

    fn notify(&self, notification: Notification) {
        let name = notification.name().to_owned();
        // A report of numbers and text, which are JSON always.
        if let Ok(report) = serde_json::to_string(&notification) {
            self.0.notify(name, report);
        }
    }
}
