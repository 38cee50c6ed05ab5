//! What the thread of JavaScript is told. `ts/native.ts` has the same shapes.

use hostline::{
    Error, ErrorCode,
    facade::{ErrorReport, Handle, Notification, Output, Question},
};
use serde::Serialize;

/// The longest text of which V8 makes a string, in bytes of UTF-8: on a 64-bit platform.
const LONGEST: usize = 0x1FFF_FFE8;

/// One thing that is told.
pub(crate) enum Message {
    /// The call that opens something has ended.
    Opened { call: i64, opened: Result<Handle, Error> },
    /// Another call has ended.
    Done { call: i64, outcome: Result<Output, Error> },
    /// A call says something about itself.
    Told(Notification),
    /// A connection asks something.
    Asked { question: i64, connection: i64, asked: Question },
    /// Nobody waits for the answer to a question any more.
    Withdrawn { question: i64 },
}

/// How it is written.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Written<T> {
    Result { call: i64, result: T },
    Error { call: i64, error: Box<ErrorReport> },
    Told { name: &'static str, told: T },
    Asked { question: i64, connection: i64, name: &'static str, asked: T },
    Withdrawn { question: i64 },
}

impl Message {
    /// The message as JSON.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Opened { call, opened: Ok(handle) } => result(*call, handle.info()),
            Self::Done { call, outcome: Ok(output) } => {
                let text = result(*call, output);
                if text.len() <= LONGEST { text } else { failure(*call, &too_long(output)) }
            }
            Self::Opened { call, opened: Err(error) }
            | Self::Done { call, outcome: Err(error) } => failure(*call, error),
            Self::Told(told) => written(&Written::Told { name: told.name(), told }),
            Self::Asked { question, connection, asked } => {
                let (question, connection, name) = (*question, *connection, asked.name());
                written(&Written::Asked { question, connection, name, asked })
            }
            Self::Withdrawn { question } => {
                written(&Written::<()>::Withdrawn { question: *question })
            }
        }
    }
}

/// What a function gave, as JSON.
pub(crate) fn evaluated(outcome: &Result<String, Error>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Evaluated<'a> {
        Result(&'a str),
        Error(Box<ErrorReport>),
    }
    let evaluated = match outcome {
        Ok(result) => Evaluated::Result(result),
        Err(error) => Evaluated::Error(Box::new(ErrorReport::from(error))),
    };
    // The types of the façade always have JSON, and a string is always there to be written to.
    serde_json::to_string(&evaluated).unwrap_or_default()
}

fn result(call: i64, result: impl Serialize) -> String {
    written(&Written::Result { call, result })
}

fn too_long(output: &Output) -> Error {
    output
        .unfit(ErrorCode::Limit, "the result is longer than a string can be here")
        .with_next_step("ask for less at once")
}

fn failure(call: i64, error: &Error) -> String {
    written(&Written::<()>::Error { call, error: Box::new(ErrorReport::from(error)) })
}

fn written(message: &Written<impl Serialize>) -> String {
    // The types of the façade always have JSON, and a string is always there to be written to.
    serde_json::to_string(message).unwrap_or_default()
}
