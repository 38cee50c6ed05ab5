//! The one table of what a binding offers: operations, questions, notifications and their types.
//!
//! Dispatch, the typed API of every language and its documentation come from these rows. A new
//! operation is a row here and a function in `ops`.

use serde::{Serialize, Serializer};

use super::{
    ops::{self, Context},
    types::{
        CallToolRequest, CallToolResult, ConnectOptions, Connected, ElicitQuestion, ErrorReport,
        Event, ListRequest, Listing, NextEvents, Nothing, ProgressReport,
    },
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    jsonrpc::taken_apart,
    model::{
        ElicitResult, Tool, Wire,
        shape::{Kind, Member, Shape, Types, documentation},
    },
};

/// Declares the operations. Each is a name on the wire, the function of `ops` that does it, and
/// what goes in and comes out.
macro_rules! operations {
    ($(
        $(#[cfg($condition:meta)])?
        $(#[doc = $about:literal])*
        $visibility:ident $variant:ident = $name:literal $function:ident($($request:ident)?: $params:ty) -> $result:ty;
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
                        let request: $params = super::types::read($name, params)?;
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
                    Audience::$visibility,
                ),
            )+]
        }
    };
}

operations! {
    /// Lists the server's tools, through all pages (2026-07-28 `server/tools`).
    ///
    /// A tool that does not have the shape of one is left out and reported.
    Public ListTools = "tools/list" list_tools(request: ListRequest) -> Listing<Tool>;

    /// Calls a tool (2026-07-28 `server/tools`, "Calling Tools").
    ///
    /// A tool that fails says so in the result (`isError`); that is no error of the call.
    /// Cancelling it tells the server to stop; the tool may have run all the same.
    Public CallTool = "tools/call" call_tool(request: CallToolRequest) -> CallToolResult;

    /// Ends the connection in good order: what is queued is sent, sessions are deleted, the
    /// server's process is asked to end and then made to. Calls that wait fail with `closed`.
    ///
    /// Closing twice does nothing more.
    Public Close = "close" close(request: Nothing) -> Nothing;

    /// Waits for what the server says without being asked, and gives as many events as wait; none
    /// once the connection has ended. One caller at a time.
    Internal NextEvents = "events/next" next_events(request: NextEvents) -> Vec<Event>;

    #[cfg(feature = "testing")]
    /// Gives back what it was given.
    Testing Echo = "testing/echo" testing_echo(request: Json) -> Json;

    #[cfg(feature = "testing")]
    /// Ends after so many milliseconds.
    Testing Sleep = "testing/sleep" testing_sleep(request: super::testing::Sleep) -> Nothing;

    #[cfg(feature = "testing")]
    /// Panics.
    Testing Panic = "testing/panic" testing_panic(request: Nothing) -> Nothing;

    #[cfg(feature = "testing")]
    /// Fails with the error of a code.
    Testing Fail = "testing/fail" testing_fail(request: super::testing::Fail) -> Nothing;

    #[cfg(feature = "testing")]
    /// Asks the delegate a question of a form, as a server would.
    Testing Ask = "testing/ask" testing_ask(request: super::testing::Ask) -> ElicitResult;

    #[cfg(feature = "testing")]
    /// Gives so many bytes of text.
    Testing Text = "testing/text" testing_text(request: super::testing::Text) -> String;

    #[cfg(feature = "testing")]
    /// Counts what is alive in this process.
    Testing Live = "testing/live" testing_live(request: Nothing) -> super::testing::Live;
}

/// A question that only the program around Hostline can answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum Question {
    /// A server's question to a person: `elicitation/create`.
    Elicit(ElicitQuestion),
}

impl Question {
    /// The name under which the contract has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Elicit(_) => "elicitation/create",
        }
    }
}

impl Output {
    /// Serialises into the values of another language. Into JSON text, `serde_json` does it.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn to_values<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        taken_apart(|| self.serialize(serializer))
    }
}

impl Question {
    /// Serialises into the values of another language. Into JSON text, `serde_json` does it.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn to_values<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        taken_apart(|| self.serialize(serializer))
    }
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Elicit(question) => question.serialize(serializer),
        }
    }
}

/// Something that the program around Hostline is told about one of its calls.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Notification {
    /// How far a call has come.
    Progress(ProgressReport),
}

impl Notification {
    /// The name under which the contract has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Progress(_) => "progress",
        }
    }
}

impl Serialize for Notification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Progress(report) => report.serialize(serializer),
        }
    }
}

/// The whole contract, for whoever writes it down in another language.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Contract {
    /// The version of Hostline.
    pub version: &'static str,
    /// How a connection is opened.
    pub connect: Operation,
    /// What can be done on a connection, in the order of the table.
    pub operations: Vec<Operation>,
    /// What a delegate can be asked.
    pub questions: Vec<Asked>,
    /// What a delegate is told.
    pub notifications: Vec<Told>,
    /// What an event of a server is.
    pub event: Shape,
    /// What an error says about itself.
    pub error: Shape,
    /// The stable names of the errors, with what each means.
    pub error_codes: Vec<Code>,
    /// Every type with a name.
    pub types: Types,
}

/// One operation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Operation {
    /// Its name on the wire of the façade: the method of the specification where there is one.
    pub name: &'static str,
    /// The name of its function, in snake case.
    pub function: &'static str,
    /// Its documentation.
    pub about: String,
    /// Who may use it.
    pub audience: Audience,
    /// What goes in.
    pub params: Data,
    /// How many of the members of `params` are given by their place; the others by their name.
    pub positional: usize,
    /// The members of `params` that the hand-written part of a binding sets, and its user does not.
    pub reserved: Vec<&'static str>,
    /// What comes out.
    pub result: Data,
}

/// Who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Audience {
    /// Whoever uses a binding.
    Public,
    /// The hand-written part of a binding.
    Internal,
    /// The tests of a binding.
    Testing,
}

/// What goes into an operation or comes out of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Data {
    /// Nothing.
    Nothing,
    /// A value.
    Value(Shape),
    /// A list with reports of what was left out of it: `{"items": […], "dropped": […]}`.
    Listing(Shape),
}

/// One question to the delegate.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Asked {
    /// Its name: the method of the specification where there is one.
    pub name: &'static str,
    /// The name of its function, in snake case.
    pub function: &'static str,
    /// Its documentation.
    pub about: String,
    /// What is asked.
    pub question: Shape,
    /// What is answered.
    pub answer: Shape,
}

/// One thing that the delegate is told.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub about: String,
    /// What is told.
    pub notification: Shape,
}

/// One stable name of an error.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Code {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// What the table needs to know of a type.
pub(super) trait Described {
    fn describe(types: &mut Types) -> Data;
}

impl<T: Wire> Described for T {
    fn describe(types: &mut Types) -> Data {
        match T::shape(types) {
            shape if types.is_empty_object(&shape) => Data::Nothing,
            shape => Data::Value(shape),
        }
    }
}

impl<T: Wire> Described for Listing<T> {
    fn describe(types: &mut Types) -> Data {
        super::types::Dropped::shape(types);
        Data::Listing(T::shape(types))
    }
}

impl Types {
    /// The members of what goes into an operation.
    fn members(&self, data: &Data) -> Vec<Member> {
        let Data::Value(Shape::Named(name)) = data else { return Vec::new() };
        match self.find(name).map(|definition| &definition.kind) {
            Some(Kind::Object(members)) => members.clone(),
            _ => Vec::new(),
        }
    }
}

/// The members of requests that a binding sets itself: from the functions that its user gives.
const RESERVED: [&str; 2] = ["progress", "elicitation"];
/// A member that may be left out and has its place all the same.
const ARGUMENTS: &str = "arguments";

fn operation<P: Described, R: Described>(
    types: &mut Types,
    name: &'static str,
    function: &'static str,
    about: &[&str],
    audience: Audience,
) -> Operation {
    let params = P::describe(types);
    let result = R::describe(types);
    let members = types.members(&params);
    let by_place = |member: &&Member| member.required || member.name == ARGUMENTS;
    let positional = members.iter().take_while(by_place).count();
    let names = members.iter().map(|member| member.name);
    let reserved = names.filter(|name| RESERVED.contains(name)).collect();
    let about = documentation(about);
    Operation { name, function, about, audience, params, positional, reserved, result }
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
    let elicitation = Asked {
        name: "elicitation/create",
        function: "elicit",
        about: documentation(&[
            " A server's question to a person (2026-07-28 `client/elicitation`). All of its text is",
            " the server's own and untrusted. Accepting an address means that the person agreed to",
            " open it, and no more: the program opens it.",
        ]),
        question: ElicitQuestion::shape(&mut types),
        answer: ElicitResult::shape(&mut types),
    };
    let progress = Told {
        name: "progress",
        about: documentation(&[" How far a call has come. It comes before the call's result."]),
        notification: ProgressReport::shape(&mut types),
    };
    let codes = ErrorCode::ALL.map(|code| Code { name: code.name(), about: code.about() });
    Contract {
        version: env!("CARGO_PKG_VERSION"),
        connect,
        operations,
        questions: vec![elicitation],
        notifications: vec![progress],
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
