//! Proposals for what a person types (2026-07-28 `server/utilities/completion`).

use std::sync::Arc;

use super::super::{Context, Failure};
use crate::{
    future::BoxFuture,
    model::{CompleteResult, Completion, Map},
};

/// The most proposals of one answer (2026-07-28 `server/utilities/completion`, "Completion
/// Results").
const MOST_VALUES: usize = 100;

/// What was typed of an argument, and what is known of the others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompletionRequest {
    /// What was typed: untrusted text.
    pub value: String,
    /// The arguments that have a value already: untrusted text.
    pub arguments: Map<String>,
}

pub(super) type Completer = Arc<
    dyn Fn(CompletionRequest, Context) -> BoxFuture<'static, Result<CompleteResult, Failure>>
        + Send
        + Sync,
>;

/// A function that proposes values, without its type.
pub(super) fn completer<F, R>(
    complete: impl Fn(CompletionRequest, Context) -> F + Send + Sync + 'static,
) -> Completer
where
    F: Future<Output = R> + Send + 'static,
    R: CompletionOutput,
{
    Arc::new(move |asked, cx| {
        let completing = complete(asked, cx);
        Box::pin(async move {
            let completion = completing.await.into_completion()?;
            Ok(CompleteResult::new(within_bounds(completion)))
        })
    })
}

fn within_bounds(mut completion: Completion) -> Completion {
    let found = completion.values.len();
    if found > MOST_VALUES {
        completion.values.truncate(MOST_VALUES);
        completion.total.get_or_insert(found as u64);
        completion.has_more = Some(true);
    }
    completion
}

/// What a function that proposes values can give. More than 100 values are cut off, which the
/// client is told.
pub trait CompletionOutput: Send {
    /// The proposals, best first.
    ///
    /// # Errors
    /// There are none to be had.
    fn into_completion(self) -> Result<Completion, Failure>;
}

impl CompletionOutput for Completion {
    fn into_completion(self) -> Result<Completion, Failure> {
        Ok(self)
    }
}

impl CompletionOutput for Vec<String> {
    fn into_completion(self) -> Result<Completion, Failure> {
        Ok(Completion::new(self))
    }
}

impl CompletionOutput for Vec<&'static str> {
    fn into_completion(self) -> Result<Completion, Failure> {
        self.into_iter().map(str::to_owned).collect::<Vec<_>>().into_completion()
    }
}

impl<T: CompletionOutput, E: Into<Failure> + Send> CompletionOutput for Result<T, E> {
    fn into_completion(self) -> Result<Completion, Failure> {
        self.map_err(Into::into)?.into_completion()
    }
}
