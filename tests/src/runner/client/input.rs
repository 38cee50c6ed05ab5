//! An input handler with prepared answers.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use hostline::{
    Error,
    client::{BoxFuture, InputCapabilities, InputHandler},
    error::ErrorCode,
    model::{InputRequest, InputResponse},
};
use serde_json::{Value, json};

use crate::runner::{Notes, lock};

/// Gives answers in their order, and keeps what it was asked.
pub(super) struct Prepared {
    answers: Value,
    given: Mutex<HashMap<&'static str, usize>>,
    notes: Arc<Notes>,
}

impl Prepared {
    pub(super) fn new(answers: &Value, notes: Arc<Notes>) -> Self {
        Self { answers: answers.clone(), given: Mutex::default(), notes }
    }

    /// The next answer of a kind; the last one again and again.
    fn next(&self, kind: &'static str) -> Value {
        let answers = self.answers[kind].as_array().map_or(&[][..], Vec::as_slice);
        let mut given = lock(&self.given);
        let place = given.entry(kind).or_default();
        let answer = answers.get(*place).or(answers.last()).cloned().unwrap_or_default();
        *place += 1;
        answer
    }
}

impl InputHandler for Prepared {
    fn capabilities(&self) -> InputCapabilities {
        let mut offered = InputCapabilities::none();
        offered.elicitation_form = self.answers["form"].is_array();
        offered.elicitation_url = self.answers["url"].is_array();
        offered.sampling = self.answers["sampling"].is_array();
        offered.sampling_tools = offered.sampling;
        offered.roots = self.answers["roots"].is_array();
        offered
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, hostline::Result<InputResponse>> {
        let sent = serde_json::to_value(&request).unwrap_or_default();
        let mut question = sent["params"].clone();
        let kind = match (&request, question["mode"].as_str()) {
            (InputRequest::Elicit(_), Some("url")) => "url",
            (InputRequest::Elicit(_), _) => "form",
            (InputRequest::CreateMessage(_), _) => "sampling",
            _ => "roots",
        };
        if question.is_null() {
            question = json!({});
        }
        question["kind"] = kind.into();
        self.notes.question(question);
        let answer = self.next(kind);
        Box::pin(async move {
            if answer["hang"] == true {
                std::future::pending::<()>().await;
            }
            if let Some(why) = answer["error"].as_str() {
                return Err(Error::new(ErrorCode::Internal, why.to_owned()));
            }
            let wrong = |source| {
                Error::new(ErrorCode::InvalidInput, "the prepared answer has no such shape")
                    .with_source(source)
            };
            Ok(match kind {
                "form" | "url" => {
                    InputResponse::Elicit(serde_json::from_value(answer).map_err(wrong)?)
                }
                "sampling" => {
                    InputResponse::CreateMessage(serde_json::from_value(answer).map_err(wrong)?)
                }
                _ => InputResponse::ListRoots(serde_json::from_value(answer).map_err(wrong)?),
            })
        })
    }
}
