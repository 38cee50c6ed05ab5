//! Operations that ask servers for something.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;

use super::SimulationView;
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    host::{CallOptions, Caller, Host, ServerName, core::Core},
    model::{CallToolResult, GetPromptResult, Progress, ReadResourceResult},
};

/// The longest time that may be asked for: a day, in seconds.
const MAX_SECONDS: f64 = 86_400.0;

/// A call of a tool.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    /// Whose tool it is; without, the name is one of the catalogue.
    server: Option<ServerName>,
    tool: String,
    #[serde(default)]
    arguments: Json,
    /// How long to wait for an answer or for progress, in seconds.
    timeout: Option<f64>,
    /// The number by which progress is told, where it is.
    pub(super) progress: Option<u64>,
}

/// A prompt that is filled in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prompt {
    server: Option<ServerName>,
    name: String,
    #[serde(default)]
    arguments: BTreeMap<String, String>,
}

/// A resource that is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    server: Option<ServerName>,
    address: String,
}

/// A call that is not made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Simulated {
    server: Option<ServerName>,
    tool: String,
    #[serde(default)]
    arguments: Json,
}

/// Who hears how far a call has come.
pub(super) type OnProgress = Box<dyn FnMut(Progress) + Send>;

pub(super) async fn call(
    host: &Host,
    caller: &Caller,
    call: Call,
    on_progress: Option<OnProgress>,
) -> Result<CallToolResult> {
    let timeout = call.timeout.map(|seconds| {
        if seconds > 0.0 && seconds <= MAX_SECONDS {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let message = format!("a call waits for more than 0 and at most {MAX_SECONDS} seconds");
        Err(Error::new(ErrorCode::InvalidInput, message))
    });
    let options = CallOptions { on_progress, timeout: timeout.transpose()?, log_level: None };
    let server = call.server.as_ref().map(ServerName::as_str);
    host.call_tool(caller, server, &call.tool, object(call.arguments), options).await
}

pub(super) async fn prompt(
    host: &Host,
    caller: &Caller,
    wanted: Prompt,
) -> Result<GetPromptResult> {
    let name = match &wanted.server {
        Some(server) => {
            host.start(server.as_str()).await?;
            let catalogue = host.catalogue().borrow().clone();
            let mut of_server = catalogue.prompts.iter().filter(|it| it.server == *server);
            let named = |name: &str, own: &str| name == wanted.name || own == wanted.name;
            let found = of_server.find(|it| named(&it.name, &it.prompt.name));
            found.map_or(wanted.name.clone(), |found| found.name.clone())
        }
        None => wanted.name,
    };
    host.get_prompt(caller, &name, wanted.arguments).await
}

pub(super) async fn read(
    host: &Host,
    caller: &Caller,
    wanted: &Read,
) -> Result<ReadResourceResult> {
    let Some(server) = &wanted.server else {
        return host.read_resource(caller, &wanted.address).await;
    };
    let member = host.0.member(server.as_str())?;
    let address = Core::prefix(server, &member.entry).address(&wanted.address);
    host.read_resource(caller, &address).await
}

pub(super) async fn simulate(
    host: &Host,
    caller: &Caller,
    wanted: Simulated,
) -> Result<SimulationView> {
    let server = host.server_of(wanted.server.as_ref().map(ServerName::as_str), &wanted.tool)?;
    // What there is to judge is known once the server has listed it.
    host.start(server.as_str()).await?;
    let tool = host.find(&server, &wanted.tool)?.name;
    let verdict = host.simulate(caller, &tool, &object(wanted.arguments))?;
    Ok(SimulationView { tool, server, sentence: verdict.to_string(), verdict })
}

/// Arguments that were left out are an empty object.
fn object(arguments: Json) -> Json {
    if arguments.is_null() { serde_json::json!({}).into() } else { arguments }
}
