//! Hostline for Node.js: the native half of the package, which `ts/native.ts` loads.
//!
//! It carries calls from the thread of JavaScript to the façade, and what comes of them back. It
//! holds no decision and knows no operation. All data crosses as JSON text, which both sides read
//! and write faster than they build values across the border (`tests/bench/bindings/node`).

mod delegate;
mod environment;
mod message;

use std::sync::Arc;

use environment::Environment;
use hostline::facade::{self, Cancel};
use napi::{Error, Result, Status, bindgen_prelude::Function};
use napi_derive::napi;

use crate::{delegate::Bridge, message::Message};

/// The version of Hostline that this half was built from.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Runs a line of the command `hostline`, whose first word is the program's own name, and gives its
/// exit code. The thread waits for it.
#[napi]
pub fn run_command(words: Vec<String>) -> u32 {
    hostline_cli::run(words).into()
}

/// The core, as one thread of JavaScript has it. What is open, calls and questions are numbers.
#[napi]
pub struct Core(Arc<Environment>);

#[napi]
#[expect(clippy::needless_pass_by_value, reason = "what comes from JavaScript is owned")]
impl Core {
    /// The core for the calling thread. What happens is told to `receive`, as JSON texts of
    /// messages, many at once. It keeps no process alive, and must not throw.
    #[napi(constructor)]
    pub fn new(receive: Function<'_, Vec<String>, ()>) -> Result<Self> {
        Environment::new(&receive).map(Self)
    }

    /// Opens something, whose options are JSON, on what has the number `on`, where that is not 0.
    /// The number of the call is that of what is opened, too.
    #[napi]
    pub fn open(&self, operation: String, on: i64, options: String) -> Result<i64> {
        let on = match on {
            0 => None,
            on => Some(self.0.handle(on).ok_or_else(nothing_open)?),
        };
        let cancel = Cancel::new();
        let number = self.0.begin(&cancel);
        let environment = self.0.clone();
        let delegate = Arc::new(Bridge::new(number, environment.clone()));
        let done = move |opened| environment.tell(Message::Opened { call: number, opened });
        facade::start_open(&operation, on.as_ref(), options, delegate, &cancel, done);
        Ok(number)
    }

    /// Calls an operation, whose parameters are JSON, and gives the number of the call.
    #[napi]
    pub fn call(&self, connection: i64, operation: String, params: String) -> Result<i64> {
        let handle = self.0.handle(connection).ok_or_else(nothing_open)?;
        let cancel = Cancel::new();
        let number = self.0.begin(&cancel);
        let environment = self.0.clone();
        handle.start(&operation, params, &cancel, move |outcome| {
            environment.tell(Message::Done { call: number, outcome });
        });
        Ok(number)
    }

    /// Does what a function of the contract does, at once, whose parameters are JSON. Gives JSON:
    /// an object with `result`, or with `error`.
    #[napi]
    pub fn evaluate(&self, function: String, params: String) -> String {
        message::evaluated(&facade::evaluate(&function, params.as_bytes()))
    }

    /// Cancels a call. One that has ended stays as it is.
    #[napi]
    pub fn cancel(&self, call: i64) {
        self.0.cancel(call);
    }

    /// Lets go of a connection that nobody holds any more. It ends with its last call.
    #[napi]
    pub fn release(&self, connection: i64) {
        self.0.release(connection);
    }

    /// Answers a question: JSON of the answer.
    #[napi]
    pub fn answer(&self, question: i64, answer: String) {
        self.0.answer(question, Ok(answer));
    }

    /// Says why there is no answer to a question.
    #[napi]
    pub fn fail(&self, question: i64, why: String) {
        self.0.answer(question, Err(facade::Failure(why)));
    }
}

fn nothing_open() -> Error {
    Error::new(Status::InvalidArg, "nothing of this number is open")
}

/// The thread of JavaScript is ending.
impl Drop for Core {
    fn drop(&mut self) {
        self.0.end();
    }
}
