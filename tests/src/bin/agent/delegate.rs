//! The delegate of the façade: prepared answers, and the progress of calls.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use hostline::{
    client::BoxFuture,
    facade::{Delegate, Failure, Notification, Question},
};
use serde_json::{Value, json};

use crate::{lock, say};

/// Which command a call belongs to, by the number of its cancel.
pub(crate) type Calls = Arc<Mutex<HashMap<u64, u64>>>;

/// Gives answers in their order, the last one again and again.
pub(crate) struct Prepared {
    connection: String,
    answers: Value,
    given: Mutex<HashMap<String, usize>>,
    calls: Calls,
}

impl Prepared {
    pub(crate) fn new(connection: String, answers: &Value, calls: Calls) -> Self {
        Self { connection, answers: answers.clone(), given: Mutex::default(), calls }
    }

    fn next(&self, kind: &str) -> Value {
        let answers = self.answers[kind].as_array().map_or(&[][..], Vec::as_slice);
        let mut given = lock(&self.given);
        let place = given.entry(kind.to_owned()).or_default();
        let answer = answers.get(*place).or(answers.last()).cloned().unwrap_or_default();
        *place += 1;
        answer
    }
}

impl Delegate for Prepared {
    fn ask(&self, question: Question) -> BoxFuture<'static, Result<String, Failure>> {
        let mut asked = serde_json::to_value(&question).unwrap_or_default();
        let kind = match question {
            Question::ElicitForm(_) => "form",
            Question::ElicitUrl(_) => "url",
            Question::CreateMessage(_) => {
                asked = asked["params"].take();
                "sampling"
            }
            _ => "roots",
        };
        if let Some(members) = asked.as_object_mut() {
            // It is not of the protocol's question.
            members.remove("target");
        }
        asked["kind"] = kind.into();
        say(&json!({"asked": asked, "connection": self.connection}));
        let answer = self.next(kind);
        Box::pin(async move {
            if answer["hang"] == true {
                std::future::pending::<()>().await;
            }
            match answer["error"].as_str() {
                Some(why) => Err(Failure(why.to_owned())),
                None => Ok(answer.to_string()),
            }
        })
    }

    fn notify(&self, notification: Notification) {
        let Notification::Progress(report, _) = notification else { return };
        let Some(id) = lock(&self.calls).get(&report.call).copied() else { return };
        let mut said = json!({"progress": report.progress});
        if let Some(total) = report.total {
            said["total"] = total.into();
        }
        if let Some(message) = report.message {
            said["message"] = message.into();
        }
        say(&json!({"progress": said, "of": id}));
    }
}
