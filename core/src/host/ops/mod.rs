//! What can be done with a host, by name: for the command line, an application and programs that are
//! attached to the owner of a configuration.
//!
//! Each operation takes and gives JSON of a type of its own (`views`), whoever asks and however it
//! came here, so that each has one body. It decides nothing: what has an effect passes the gate.
//!
//! | operation | takes | gives |
//! | --- | --- | --- |
//! | `servers` | `server?` | the [`ServerView`] of each |
//! | `start` `stop` `restart` | `server` | nothing |
//! | `start/approve` | `server` `identity` | nothing; a person has seen the command and said yes to it |
//! | `reload` | | nothing; configuration and grants are read again |
//! | `catalogue` | `server?` `words?` `start?` | a [`CatalogueView`] |
//! | `call` | `server?` `tool` `arguments?` `timeout?` | the result of the tool |
//! | `prompt` | `server?` `name` `arguments?` | the prompt, filled in |
//! | `read` | `server?` `address` | the contents of the resource |
//! | `simulate` | `server?` `tool` `arguments?` | a [`SimulationView`] |
//! | `questions` | | the [`Question`]s that wait |
//! | `answer` | `id` `decision` | nothing |
//! | `grants` | | the [`GrantView`] of each |
//! | `grant/revoke` | `id` | whether it was there |
//! | `pins` | `server` | a [`PinsView`] |
//! | `pins/approve` | `server` `digests` | how many definitions are approved now |
//! | `pins/forget` | `server` `definition?` | whether there was anything |
//! | `log` | `server` `after?` | a [`LogView`] |
//!
//! A [`Party`] has some more: `questions/listen`, `status/listen`, `log/listen`, `asks/offer` and
//! `asks/answer`.
//!
//! [`Question`]: super::gate::Question

mod asks;
mod attached;
mod calls;
mod listen;
mod party;
mod pins;
mod servers;
mod telling;
mod views;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub use self::{
    asks::{ConsentAsk, InputAsk},
    attached::attached,
    party::Party,
    telling::{PartyEvent, PartyEvents},
    views::{
        CatalogueView, DefinitionView, DifferenceView, GrantView, ItemView, LogEntry, LogEvent,
        LogView, MemberView, PinsView, PromptView, ServerFault, ServerView, SimulationView,
        StandingView, ToolView,
    },
};
use super::{
    Caller, Host,
    gate::{Decision, QuestionId},
    grants::GrantId,
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// The operations that everybody has.
pub const OPERATIONS: [&str; 19] = [
    "servers",
    "start",
    "start/approve",
    "stop",
    "restart",
    "reload",
    "catalogue",
    "call",
    "prompt",
    "read",
    "simulate",
    "questions",
    "answer",
    "grants",
    "grant/revoke",
    "pins",
    "pins/approve",
    "pins/forget",
    "log",
];

/// Does an operation for a caller. Dropping the future gives it up; what was under way at a server
/// may be done all the same.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: there is no such operation, or the parameters are not its own. And
/// those of what it does.
pub async fn perform(host: &Host, caller: &Caller, op: &str, params: &Json) -> Result<Json> {
    match op {
        "servers" => answer(&servers::list(host, &read::<servers::Which>(op, params)?)?),
        "start" => done(host.start(&read::<servers::One>(op, params)?.server).await),
        "start/approve" => {
            let servers::Seen { server, identity } = read(op, params)?;
            done(host.approve_start(caller, &server, identity).await)
        }
        "stop" => done(host.stop(&read::<servers::One>(op, params)?.server).await),
        "restart" => done(host.restart(&read::<servers::One>(op, params)?.server).await),
        "reload" => done(host.reload().await),
        "catalogue" => answer(&servers::catalogue(host, &read(op, params)?).await?),
        "call" => answer(&calls::call(host, caller, read(op, params)?, None).await?),
        "prompt" => answer(&calls::prompt(host, caller, read(op, params)?).await?),
        "read" => answer(&calls::read(host, caller, &read(op, params)?).await?),
        "simulate" => answer(&calls::simulate(host, caller, read(op, params)?).await?),
        "questions" => answer(&host.questions().waiting()),
        "answer" => {
            let Answer { id, decision } = read(op, params)?;
            done(host.questions().answer(id, decision, caller.name().as_str()))
        }
        "grants" => answer(&grants(host)),
        "grant/revoke" => {
            let Revoke { id } = read(op, params)?;
            answer(&host.revoke(caller, &id).await?)
        }
        "pins" => answer(&pins::show(host, &read::<servers::One>(op, params)?.server).await?),
        "pins/approve" => answer(&pins::approve(host, caller, &read(op, params)?).await?),
        "pins/forget" => answer(&pins::forget(host, caller, &read(op, params)?).await?),
        "log" => answer(&listen::log(host, &read(op, params)?)?),
        _ => Err(no_operation(op, &[])),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    id: QuestionId,
    decision: Decision,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Revoke {
    id: GrantId,
}

fn grants(host: &Host) -> Vec<GrantView> {
    let grants = host.grants().list(std::time::SystemTime::now());
    grants.into_iter().map(GrantView::from).collect()
}

/// Reads the parameters of an operation; none are an empty object. What is wrong with them is told
/// by the operation's name only, since they may hold what nobody should see.
fn read<T: DeserializeOwned>(op: &str, params: &Json) -> Result<T> {
    let given = if params.is_null() { "{}" } else { params.as_str() };
    serde_json::from_str(given).map_err(|source| {
        let message = format!("the parameters of the operation `{op}` are not its own");
        Error::new(ErrorCode::InvalidInput, message).with_source(source)
    })
}

fn answer<T: Serialize + ?Sized>(result: &T) -> Result<Json> {
    Json::encode(result).map_err(|source| {
        Error::new(ErrorCode::Internal, "a result has no JSON form").with_source(source)
    })
}

fn done(outcome: Result<()>) -> Result<Json> {
    outcome.map(|()| Json::default())
}

/// There is no such operation; `more` are those beside [`OPERATIONS`].
fn no_operation(op: &str, more: &[&str]) -> Error {
    let all = [&OPERATIONS[..], more].concat().join(", ");
    Error::new(ErrorCode::InvalidInput, format!("there is no operation `{op}`"))
        .with_next_step(format!("those that there are: {all}"))
}

#[cfg(test)]
#[path = "ops_tests.rs"]
mod tests;
