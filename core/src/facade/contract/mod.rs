//! The one table of what a binding offers: operations, questions, notifications and their types.
//!
//! Dispatch, the typed API of every language and its documentation come from these rows. A new
//! operation is a row here and a function in `ops`.

mod description;

use std::sync::Arc;

use serde::{Serialize, Serializer};

use description::operation;
pub use description::{Asked, Audience, Code, Contract, Data, Operation, Told};

use super::{
    ops::{self, Context},
    types::{
        CallToolRequest, CallToolResult, ConnectOptions, Connected, ElicitQuestion, ErrorReport,
        Event, ListRequest, Listing, NextEvents, Nothing, ProgressReport,
    },
};
use crate::{
    error::{Error, ErrorCode, Result},
    jsonrpc::taken_apart,
    model::{
        ElicitResult, Prompt, Tool, Wire,
        shape::{Types, documentation},
    },
};

/// Declares the operations. Each is a name on the wire, the function of `ops` that does it, and
/// what goes in and comes out.
macro_rules! operations {
    ($(
        $(#[cfg($condition:meta)])?
        $(#[doc = $about:literal])*
        $audience:ident $variant:ident = $name:literal $function:ident: $params:ty => $result:ty;
    )+) => {
        /// What an operation gives. A binding serialises it straight into its language's values.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Output {
            $(
                $(#[cfg($condition)])?
                #[doc = concat!("What `", $name, "` gives.")]
                $variant($result),
            )+
        }

        impl Serialize for Output {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $($(#[cfg($condition)])? Self::$variant(result) => result.serialize(serializer),)+
                }
            }
        }

        impl Output {
            /// The name of the operation that gives it.
            fn operation(&self) -> &'static str {
                match self {
                    $($(#[cfg($condition)])? Self::$variant(_) => $name,)+
                }
            }
        }

        /// Does what the operation of this name does.
        pub(super) async fn dispatch(
            context: Context,
            operation: &str,
            params: &[u8],
        ) -> Result<Output> {
            match operation {
                $(
                    $(#[cfg($condition)])?
                    $name => {
                        let read = || crate::facade::types::read($name, params);
                        let request: $params = context.opened.client.connection().work(params.len(), read)?;
                        ops::$function(&context, request).await.map(Output::$variant)
                    }
                )+
                _ => Err(unknown(operation)),
            }
        }

        fn rows(types: &mut Types) -> Vec<Operation> {
            vec![$(
                $(#[cfg($condition)])?
                operation::<$params, $result>(
                    types,
                    $name,
                    stringify!($function),
                    &[$($about),*],
                    Audience::$audience,
                ),
            )+]
        }
    };
}

operations! {
    /// Lists the server's tools, through all pages (2026-07-28 `server/tools`).
    ///
    /// A tool that does not have the shape of one is left out and reported.
    Public ListTools = "tools/list" list_tools: ListRequest => Listing<Tool>;

    /// Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call.
    /// Cancelling it tells the server to stop; the tool may have run all the same.
    Public CallTool = "tools/call" call_tool: CallToolRequest => CallToolResult;

    /// Lists the server's prompts, through all pages (2026-07-28 `server/prompts`).
    ///
    /// A prompt that does not have the shape of one is left out and reported.
    Public ListPrompts = "prompts/list" list_prompts: ListRequest => Listing<Prompt>;

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Calls that wait fail with `closed`.
    ///
    /// Closing twice does nothing more.
    Public Close = "close" close: Nothing => Nothing;

    /// Waits for what the server says without being asked, and gives as many events as wait; none
    /// once the connection has ended. One caller at a time.
    Internal NextEvents = "events/next" next_events: NextEvents => Vec<Event>;

    #[cfg(feature = "testing")]
    /// Gives back what it was given.
    Testing Echo = "testing/echo" testing_echo: crate::Json => crate::Json;

    #[cfg(feature = "testing")]
    /// Ends after so many milliseconds.
    Testing Sleep = "testing/sleep" testing_sleep: crate::facade::testing::Sleep => Nothing;

    #[cfg(feature = "testing")]
    /// Panics.
    Testing Panic = "testing/panic" testing_panic: Nothing => Nothing;

    #[cfg(feature = "testing")]
    /// Fails with the error of a code.
    Testing Fail = "testing/fail" testing_fail: crate::facade::testing::Fail => Nothing;

    #[cfg(feature = "testing")]
    /// Asks the delegate a question of a form, as a server would.
    Testing Ask = "testing/ask" testing_ask: crate::facade::testing::Ask => ElicitResult;

    #[cfg(feature = "testing")]
    /// Gives so many bytes of text.
    Testing Text = "testing/text" testing_text: crate::facade::testing::Text => String;

    #[cfg(feature = "testing")]
    /// Counts what is alive in this process.
    Testing Live = "testing/live" testing_live: Nothing => crate::facade::testing::Live;
}

impl Output {
    /// The error of a result that cannot be given to a language. A tool has run all the same.
    pub fn unfit(&self, code: ErrorCode, why: impl Into<String>) -> Error {
        let error = Error::new(code, why.into()).with_method(self.operation());
        if matches!(self, Self::CallTool(_)) { error.that_may_have_run() } else { error }
    }
}

/// Serialises any value of the façade into the values of another language.
///
/// # Errors
/// Those of the serialiser, and numbers that only JSON text can hold.
pub fn to_values<T: Serialize + ?Sized, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    taken_apart(|| value.serialize(serializer))
}

/// Declares the questions that only the program around Hostline can answer. Each is a name on the
/// wire, the delegate's function, what is asked and what is answered.
macro_rules! questions {
    ($(
        $(#[doc = $about:literal])*
        $variant:ident = $name:literal $function:ident: $question:ty => $answer:ty;
    )+) => {
        /// A question that only the program around Hostline can answer.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Question {
            $($(#[doc = $about])* $variant($question),)+
        }

        impl Question {
            /// The name under which the contract has it.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)+
                }
            }

            /// Serialises into the values of another language. Into JSON text, `serde_json` does
            /// it.
            ///
            /// # Errors
            /// Those of the serialiser.
            pub fn to_values<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                to_values(self, serializer)
            }
        }

        impl Serialize for Question {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(question) => question.serialize(serializer),)+
                }
            }
        }

        fn asked(types: &mut Types) -> Vec<Asked> {
            vec![$(Asked {
                name: $name,
                function: stringify!($function),
                about: documentation(&[$($about),*]),
                question: <$question as Wire>::shape(types),
                answer: <$answer as Wire>::shape(types),
            },)+]
        }
    };
}

questions! {
    /// A server's question to a person (2026-07-28 `client/elicitation`).
    ///
    /// All of its text is the server's own and untrusted. Accepting an address means that the
    /// person agreed to open it, and no more: the program opens it.
    Elicit = "elicitation/create" elicit: ElicitQuestion => ElicitResult;
}

/// The place of a notification among those that wait to be heard; it is free once the notification
/// is dropped. So whoever is slow to take them bounds how many there are.
#[derive(Clone, Debug, Default)]
pub struct Place(Arc<()>);

impl Place {
    /// The place of one more notification, if fewer than `most` wait.
    pub(super) fn next(&self, most: usize) -> Option<Self> {
        (Arc::strong_count(&self.0) <= most).then(|| self.clone())
    }
}

/// Declares what the program around Hostline is told about its calls.
macro_rules! notifications {
    ($(
        $(#[doc = $about:literal])*
        $variant:ident = $name:literal: $notification:ty;
    )+) => {
        /// Something that the program around Hostline is told about one of its calls.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Notification {
            $($(#[doc = $about])* $variant($notification, Place),)+
        }

        impl Notification {
            /// The name under which the contract has it.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(..) => $name,)+
                }
            }
        }

        impl Serialize for Notification {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(notification, _) => notification.serialize(serializer),)+
                }
            }
        }

        fn told(types: &mut Types) -> Vec<Told> {
            vec![$(Told {
                name: $name,
                about: documentation(&[$($about),*]),
                notification: <$notification as Wire>::shape(types),
            },)+]
        }
    };
}

notifications! {
    /// How far a call has come. It comes before the call's result. A listener that fails ends the
    /// call with its own error.
    Progress = "progress": ProgressReport;
}

/// The contract.
pub fn contract() -> Contract {
    let mut types = Types::new();
    let operations = rows(&mut types);
    let connect = operation::<ConnectOptions, Connected>(
        &mut types,
        "connect",
        "connect",
        &[
            " Connects to a server: an address, or a command line that is split by the platform's",
            " rules and never run by a shell.",
            "",
            " It finds out by itself which protocol versions the server speaks.",
        ],
        Audience::Public,
    );
    let codes = ErrorCode::ALL.map(|code| Code { name: code.name(), about: code.about() });
    Contract {
        version: env!("CARGO_PKG_VERSION"),
        connect,
        operations,
        questions: asked(&mut types),
        notifications: told(&mut types),
        event: Event::shape(&mut types),
        error: ErrorReport::shape(&mut types),
        error_codes: codes.into(),
        types,
    }
}

fn unknown(operation: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("there is no operation {operation}"))
        .with_next_step("use one that this version of Hostline has")
}
