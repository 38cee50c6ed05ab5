//! What an error says about itself, in every language.

use std::{error::Error as StdError, iter::successors};

use crate::{Json, error::Error, model::wire::wire, text::display_safe};

/// The most causes that are told.
const MOST_CAUSES: usize = 8;

wire! {
    /// What an error says about itself.
    pub struct ErrorReport {
        required {
            /// The stable name of the kind of failure.
            code: String = "code";
            /// The whole sentence for a person: the server, the method, what happened, and what to
            /// do next. What a server said in it is safe to show.
            message: String = "message";
            /// What happened, alone.
            reason: String = "reason";
            /// Whether the request may have taken effect although it failed.
            may_have_run: bool = "mayHaveRun";
        }
        optional {
            /// What to do about it, alone.
            with_next_step next_step: String = "nextStep";
            /// The server that it happened with, as the user named it.
            with_target target: String = "target";
            /// The method of the request that failed.
            with_method method: String = "method";
            /// The server's JSON-RPC error, where it sent one.
            with_rpc rpc: RpcErrorReport = "rpc";
            /// The HTTP status that the server answered with, where that was the failure.
            with_http_status http_status: u64 = "httpStatus";
            /// What it came from, each because of the next. What others said in it is safe to show.
            with_causes causes: Vec<String> = "causes";
        }
    }
}

wire! {
    /// A server's JSON-RPC error: untrusted.
    pub struct RpcErrorReport {
        required {
            /// The code.
            code: f64 = "code";
            /// What the server says.
            message: String = "message";
        }
        optional {
            /// What the server adds.
            with_data data: Json = "data";
        }
    }
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        let text = |text: &str| text.to_owned();
        #[expect(clippy::cast_precision_loss, reason = "error codes are small")]
        let rpc = error.rpc().map(|rpc| RpcErrorReport {
            data: rpc.data.clone(),
            ..RpcErrorReport::new(rpc.code as f64, rpc.message.clone())
        });
        let report = Self::new(
            error.code().name(),
            error.to_string(),
            display_safe(error.message()).to_string(),
            error.may_have_run(),
        );
        Self {
            next_step: error.next_step().map(text),
            target: error.server().map(text),
            method: error.method().map(text),
            rpc,
            http_status: error.http_status().map(u64::from),
            causes: Some(causes(error)).filter(|causes| !causes.is_empty()),
            ..report
        }
    }
}

fn causes(error: &Error) -> Vec<String> {
    let causes =
        successors(error.source(), |cause: &&'_ (dyn StdError + 'static)| (*cause).source());
    causes.take(MOST_CAUSES).map(|cause| display_safe(&cause.to_string()).to_string()).collect()
}
