//! Operations that only tests use: what a server cannot be made to do.

use std::time::Duration;

use super::{
    contract::Question,
    delegate,
    handle::Handle,
    ops::Context,
    runtime,
    types::{ElicitFormQuestion, Nothing, Request},
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    model::{ElicitResult, empty_object, wire::wire},
};

wire! {
    /// How long to sleep.
    pub struct Sleep {
        required {
            /// In milliseconds.
            ms: u64 = "ms";
        }
    }
}

wire! {
    /// How to fail.
    pub struct Fail {
        required {
            /// The stable name of the error.
            code: String = "code";
        }
    }
}

wire! {
    /// What to ask.
    pub struct Ask {
        required {
            /// What is said to the person.
            message: String = "message";
        }
    }
}

wire! {
    /// How much text to give.
    pub struct Text {
        required {
            /// Its length in bytes.
            bytes: u64 = "bytes";
        }
    }
}

wire! {
    /// What is alive in this process.
    pub struct Live {
        required {
            /// Connections.
            handles: u64 = "handles";
            /// Calls, but for the one that asks.
            tasks: u64 = "tasks";
        }
    }
}

macro_rules! requests {
    ($($request:ty),+) => {
        $(impl Request for $request {
            fn misspelt(&self) -> Option<&str> {
                self.extra.iter().next().map(|(name, _)| name)
            }
        })+
    };
}

requests!(Sleep, Fail, Ask, Text);

/// The most text that is made.
const MOST_TEXT: u64 = 64 << 20;

pub(super) async fn testing_echo(_: &Context, request: Json) -> Result<Json> {
    Ok(request)
}

pub(super) async fn testing_sleep(_: &Context, request: Sleep) -> Result<Nothing> {
    tokio::time::sleep(Duration::from_millis(request.ms)).await;
    Ok(Nothing::new())
}

pub(super) async fn testing_panic(_: &Context, _: Nothing) -> Result<Nothing> {
    panic!("a test asked for this panic")
}

pub(super) async fn testing_fail(_: &Context, request: Fail) -> Result<Nothing> {
    let known = ErrorCode::ALL.into_iter().find(|code| code.name() == request.code);
    let Some(code) = known else {
        let what = format!("there is no error {}", request.code);
        return Err(Error::new(ErrorCode::InvalidInput, what));
    };
    Err(Error::new(code, format!("a test asked for the error {code}"))
        .with_next_step("do nothing about it"))
}

pub(super) async fn testing_ask(context: &Context, request: Ask) -> Result<ElicitResult> {
    let opened = &context.opened;
    let (label, schema) = (opened.label().unwrap_or_default(), empty_object());
    let question = ElicitFormQuestion::new(label, request.message, schema);
    delegate::ask(&opened.delegate, Question::ElicitForm(question)).await
}

pub(super) async fn testing_text(_: &Context, request: Text) -> Result<String> {
    let length = usize::try_from(request.bytes.min(MOST_TEXT)).unwrap_or(0);
    Ok("0123456789abcde\n".chars().cycle().take(length).collect())
}

pub(super) async fn testing_live(_: &Context, _: Nothing) -> Result<Live> {
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    Ok(Live::new(count(Handle::open_count()), count(runtime::tasks().saturating_sub(1))))
}
