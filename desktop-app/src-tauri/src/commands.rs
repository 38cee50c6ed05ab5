//! The one command of the page, and the list of what it may do with it.
//!
//! What is not in [`call`]'s table does not exist for a page: neither the façade's operations for
//! tests, nor any that a later version adds.

use std::sync::Arc;

use hostline::{
    Error, ErrorCode, Json, Result,
    facade::{
        self, Cancel, Handle, Info, Output,
        types::{CallToolRequest, ConnectOptions, Event, JsonObject},
    },
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tauri::{
    State, Webview, async_runtime,
    ipc::{JavaScriptChannelId, Response},
};

use crate::{
    answer::{self, Answer},
    delegate::Person,
    session::{Asked, Connection, Session, Sessions},
    view::{AnsweredView, FailureView, ResultView, ServerView, Told, ToolsView},
};

/// What servers are told that this program is.
const CLIENT: (&str, &str) = ("hostline-desktop", "Hostline");

/// A page that begins: all that is told comes through this channel.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listen {
    channel: JavaScriptChannelId,
}

/// Connects to a server. The page chooses the number of the call, to cancel it by.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Connect {
    call: u32,
    /// An address or a command line.
    target: String,
}

/// Lists the tools of a connection.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct ListTools {
    connection: u32,
}

/// Calls a tool. The page chooses the number of the call, to cancel it by.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct CallTool {
    call: u32,
    connection: u32,
    /// The tool's number in the list that was given last.
    tool: u32,
    /// The arguments as the person wrote them: JSON.
    arguments: String,
}

/// Cancels a call, if it still runs.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct CancelCall {
    call: u32,
}

/// Closes a connection in good order.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {
    connection: u32,
}

/// Does what the page asks for, if it may.
#[tauri::command]
pub(crate) async fn call(
    webview: Webview,
    sessions: State<'_, Sessions>,
    op: String,
    payload: serde_json::Value,
) -> Result<Response, FailureView> {
    let window = webview.label().to_owned();
    if op == "listen" {
        let listen: Listen = read(&op, payload)?;
        sessions.begin(&window, listen.channel.channel_on(webview));
        return reply(&());
    }
    let session = sessions.of(&window)?;
    match op.as_str() {
        "connect" => reply(&connect(&session, read(&op, payload)?).await?),
        "tools/list" => reply(&list_tools(&session, read(&op, payload)?).await?),
        "tools/call" => reply(&call_tool(&session, read(&op, payload)?).await?),
        "cancel" => {
            let CancelCall { call } = read(&op, payload)?;
            reply(&session.cancel(call))
        }
        "answer" => reply(&answer_question(&session, read(&op, payload)?).await?),
        "close" => reply(&close(&session, read(&op, payload)?).await?),
        _ => Err(refused(format!("the page may not do {op}")).into()),
    }
}

fn read<T: DeserializeOwned>(op: &str, payload: serde_json::Value) -> Result<T> {
    serde_json::from_value(payload).map_err(|error| refused(format!("{op}: {error}")))
}

fn reply<T: Serialize>(value: &T) -> Result<Response, FailureView> {
    let internal = |_| Error::new(ErrorCode::Internal, "a view could not be written as JSON");
    serde_json::to_string(value).map(Response::new).map_err(internal).map_err(Into::into)
}

fn refused(why: String) -> Error {
    Error::new(ErrorCode::InvalidInput, why)
}

async fn connect(session: &Arc<Session>, given: Connect) -> Result<ServerView> {
    let number = session.number();
    let call = session.begin(given.call)?;
    let options = ConnectOptions::new(given.target.trim())
        .with_client_name(CLIENT.0)
        .with_client_title(CLIENT.1)
        .with_answers(["elicitation/form", "elicitation/url"].map(str::to_owned));
    let options = encoded(&options)?;
    let person = Person::before(session, number);
    let handle = facade::open("connect", None, options, person, &call.cancel).await?;
    let Info::Client(connected) = handle.info() else {
        return Err(Error::new(ErrorCode::Internal, "connect opened something else"));
    };
    let view = ServerView::of(number, connected);
    let reader = async_runtime::spawn(read_events(session.clone(), number, handle.clone()));
    session.open(number, Connection { handle, tools: (0, Vec::new()), reader });
    Ok(view)
}

/// Tells the page what a server says without being asked, until the connection ends.
async fn read_events(session: Arc<Session>, connection: u32, handle: Handle) {
    let session = Arc::downgrade(&{ session });
    while let Ok(Output::NextEvents(events)) = handle.call("events/next", "", &Cancel::new()).await
    {
        let Some(session) = session.upgrade() else { return };
        if events.is_empty() {
            return;
        }
        for event in events {
            match &event {
                Event::Closed(closed) => {
                    let error = FailureView::from(&closed.error);
                    session.tell(Told::Closed { connection, error: Box::new(error) });
                    session.close(connection);
                }
                event => session.tell(Told::event(connection, event)),
            }
        }
    }
}

async fn list_tools(session: &Session, given: ListTools) -> Result<ToolsView> {
    let handle = session.with(given.connection, |connection| connection.handle.clone())?;
    let Output::ListTools(tools) = handle.call("tools/list", "", &Cancel::new()).await? else {
        return Err(Error::new(ErrorCode::Internal, "tools/list gave something else"));
    };
    let names = tools.iter().map(|tool| tool.name.clone()).collect();
    let first = session.numbers(tools.len());
    let view = async_runtime::spawn_blocking(move || ToolsView::of(first, &tools));
    session.with(given.connection, |connection| connection.tools = (first, names))?;
    view.await.map_err(|_| Error::new(ErrorCode::Internal, "the tools could not be shown"))
}

async fn call_tool(session: &Arc<Session>, given: CallTool) -> Result<ResultView> {
    let arguments = arguments(&given.arguments)?;
    let call = session.begin(given.call)?;
    let (handle, tool) = session.with(given.connection, |connection| {
        let (first, tools) = &connection.tools;
        let place = given.tool.checked_sub(*first).and_then(|place| usize::try_from(place).ok());
        let tool = place.and_then(|place| tools.get(place)).cloned();
        (connection.handle.clone(), tool)
    })?;
    let tool = tool.ok_or_else(|| refused("there is no tool of this number".into()))?;
    let request = CallToolRequest::new(tool).with_arguments(arguments).with_progress(true);
    let output = handle.call("tools/call", encoded(&request)?, &call.cancel).await?;
    let Output::CallTool(result) = output else {
        return Err(Error::new(ErrorCode::Internal, "tools/call gave something else"));
    };
    let view = async_runtime::spawn_blocking(move || ResultView::of(&result));
    view.await.map_err(|_| lost_result())
}

/// The tool has run, and what it gave cannot be shown.
fn lost_result() -> Error {
    Error::new(ErrorCode::Internal, "the tool has run, and its result could not be shown")
}

/// What a person wrote as the arguments of a call; nothing means none.
fn arguments(text: &str) -> Result<JsonObject> {
    if text.trim().is_empty() {
        return Ok(JsonObject::default());
    }
    let read = Json::parse(text).map_err(|error| format!("the arguments are no JSON: {error}"));
    let object = read.and_then(|json| {
        JsonObject::new(json).ok_or_else(|| "the arguments are JSON, but no object".to_owned())
    });
    object.map_err(|why| refused(why).with_next_step("write them as {\"name\": value}"))
}

async fn answer_question(session: &Session, given: Answer) -> Result<AnsweredView> {
    let asked = session.asked(given.question)?;
    let reply = match answer::reply(&asked, &given) {
        Ok(reply) => reply,
        Err(problems) => return Ok(AnsweredView { problems }),
    };
    let waiting = session.take_question(given.question)?;
    // The person agreed to this very address, so it is opened before the server hears of it.
    if let (Asked::Page(Some(address)), true) = (&asked, given.accepts())
        && let Err(error) = open_in_browser(address.clone()).await
    {
        session.put_back(given.question, waiting);
        return Err(error);
    }
    waiting.answer(encoded(&reply)?)?;
    Ok(AnsweredView { problems: Vec::new() })
}

/// Opens an address that is `https` or `http`, as a parser has written it, so that no program takes
/// it for an option or a command.
async fn open_in_browser(address: String) -> Result<()> {
    let opened = async_runtime::spawn_blocking(move || open::that_detached(address)).await;
    if opened.is_ok_and(|opened| opened.is_ok()) {
        return Ok(());
    }
    Err(Error::new(ErrorCode::Process, "no browser could be started")
        .with_next_step("open the address yourself, or decline"))
}

async fn close(session: &Session, given: Close) -> Result<()> {
    // It is kept until it has ended, so that an app that ends meanwhile waits for it.
    let handle = session.with(given.connection, |connection| {
        connection.reader.abort();
        connection.handle.clone()
    });
    let Ok(handle) = handle else { return Ok(()) };
    let closed = handle.call("close", "", &Cancel::new()).await;
    session.close(given.connection);
    closed.map(drop)
}

fn encoded<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|_| Error::new(ErrorCode::Internal, "a request could not be written as JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_an_object_or_nothing() {
        assert_eq!(arguments(" \n").unwrap().as_str(), "{}");
        let given = arguments(r#"{"id": 12345678901234567890123}"#).unwrap();
        assert_eq!(given.as_str(), r#"{"id": 12345678901234567890123}"#);
        for wrong in ["[1]", "{", "five", "{} {}"] {
            let error = arguments(wrong).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidInput, "{wrong}");
            assert!(error.next_step().is_some(), "{wrong}");
        }
    }

    #[test]
    fn a_payload_with_more_than_it_should_have_is_refused() {
        let payload = serde_json::json!({"connection": 1, "operation": "testing/live"});
        assert!(read::<Close>("close", payload).is_err());
    }
}
