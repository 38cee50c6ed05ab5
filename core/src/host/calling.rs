//! Calling tools: found, approved, let through the gate, sent.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    Caller, Host, ServerName,
    catalogue::{CatalogueTool, Standing},
    core::Member,
    gate::{Matter, Wish},
    policy::{Action, Arguments, PinStanding, Request, ToolCall, Verdict},
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    model::{CallToolResult, LoggingLevel, Progress},
};

/// A call of a tool, as it can be adjusted.
#[derive(Default)]
pub struct CallOptions {
    /// Hears how far the call has come.
    pub on_progress: Option<Box<dyn FnMut(Progress) + Send>>,
    /// How long to wait for an answer or for progress.
    pub timeout: Option<Duration>,
    /// The lowest level of log messages that are wanted for its sake, where the server asks each call
    /// for that.
    pub log_level: Option<LoggingLevel>,
}

impl Host {
    /// Calls a tool by its name in the catalogue, or, of the server that is named, by its own.
    ///
    /// It passes the gate: it may be denied, and a person may be asked first. Dropping the future
    /// withdraws the question or cancels the call; the tool may have run all the same.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such tool. [`ErrorCode::Denied`]: it may not be
    /// called. [`ErrorCode::Storage`]: the call cannot be recorded, and was not made. And those of
    /// [`crate::Client::call_tool`].
    pub async fn call_tool(
        &self,
        caller: &Caller,
        server: Option<&str>,
        tool: &str,
        arguments: Json,
        options: CallOptions,
    ) -> Result<CallToolResult> {
        let server = self.server_of(server, tool)?;
        let member = self.0.member(server.as_str())?;
        let live = self.live(&member).await?;
        let found = self.approved(caller, &member, &server, tool).await?;
        let request = self.call_request(caller, &member, &found, &arguments)?;
        let matter = Matter::CallTool {
            tool: found.tool.name.clone(),
            definition: found.definition,
            arguments: arguments.clone(),
            before: None,
        };
        let confinement = member.kept.ladder().status().confinement;
        let wish = Wish {
            request,
            matter,
            arguments: Some(arguments.clone()),
            confinement,
            is_for_surface: false,
        };
        let (passage, permit) = self.0.gate.permit(caller, wish).await?;
        // A person may have taken long, and what was approved may not be there any more.
        let now = self.find(&server, tool)?;
        if now.definition != found.definition || !now.standing.is_offered() {
            let message = format!("`{tool}` has changed while it was asked about");
            return Err(Error::new(ErrorCode::Denied, message)
                .with_server(server.label())
                .with_next_step("try again"));
        }
        let member = self.0.member(server.as_str())?;
        let again = self.call_request(caller, &member, &now, &arguments)?;
        if let Verdict::Deny(because) = self.0.gate.simulate(&again) {
            // What the server may do without asking may have become less, too.
            return Err(Error::new(ErrorCode::Denied, format!("it was not allowed: {because}"))
                .with_server(server.label())
                .with_next_step("see `hostline policy` for what decides"));
        }
        let mut call = live.client().call_tool(&found.tool.name, arguments).permitted_by(permit);
        let route = live.client().input_route(Arc::new(member.answering(&self.0, caller)));
        call = call.answered_by(&route);
        if let Some(listener) = options.on_progress {
            call = call.on_progress(listener);
        }
        if let Some(timeout) = options.timeout {
            call = call.timeout(timeout);
        }
        if let Some(level) = options.log_level {
            call = call.log_level(level);
        }
        let _on_way = member.way.underway.begin(caller.session());
        let began = Instant::now();
        let outcome = call.await.map_err(|error| error.with_server(server.label()));
        member.kept.ladder().took(began.elapsed());
        passage.end(&outcome);
        outcome
    }

    /// What would come of a call, without asking anybody and without calling.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such tool, or the arguments are none.
    pub fn simulate(&self, caller: &Caller, tool: &str, arguments: &Json) -> Result<Verdict> {
        let catalogue = self.0.catalogue().borrow().clone();
        let tool = catalogue.tool(tool).ok_or_else(|| no_tool(tool))?;
        let member = self.0.member(tool.server.as_str())?;
        let request = self.call_request(caller, &member, tool, arguments)?;
        Ok(self.0.gate.simulate(&request))
    }

    /// Whose tool a name means.
    pub(super) fn server_of(&self, server: Option<&str>, tool: &str) -> Result<ServerName> {
        if let Some(server) = server {
            return ServerName::parse(server);
        }
        let catalogue = self.0.catalogue().borrow().clone();
        if let Some(found) = catalogue.tool(tool) {
            return Ok(found.server.clone());
        }
        self.named(tool).ok_or_else(|| no_tool(tool))
    }

    /// The server by whose prefix something is named that it has not listed yet.
    pub(super) fn named(&self, name: &str) -> Option<ServerName> {
        let named = name.split_once("__").and_then(|(server, _)| ServerName::parse(server).ok());
        named.filter(|server| self.0.member(server.as_str()).is_ok())
    }

    /// A tool of a server, by its name in the catalogue or its own.
    pub(super) fn find(&self, server: &ServerName, tool: &str) -> Result<CatalogueTool> {
        let catalogue = self.0.catalogue().borrow().clone();
        let of_server = |found: &&CatalogueTool| found.server == *server;
        let by_name = catalogue.tool(tool).filter(of_server);
        let own = || catalogue.tools.iter().filter(of_server).find(|found| found.tool.name == tool);
        by_name.or_else(own).cloned().ok_or_else(|| no_tool(tool).with_server(server.label()))
    }

    /// A tool that may be called as far as it goes itself: on, and approved, by a person if need be.
    async fn approved(
        &self,
        caller: &Caller,
        member: &Member,
        server: &ServerName,
        tool: &str,
    ) -> Result<CatalogueTool> {
        let found = self.find(server, tool)?;
        match &found.standing {
            Standing::Offered => Ok(found),
            Standing::Off => Err(Error::new(ErrorCode::Denied, format!("`{tool}` is turned off"))
                .with_server(server.label())
                .with_next_step(format!(
                    "turn it on in the configuration: take it out of `off` in the tools of {server}"
                ))),
            Standing::Held(why) => {
                self.ask_for_approval(caller, member, &found, why.clone()).await?;
                let found = self.find(server, tool)?;
                if found.standing.is_offered() {
                    return Ok(found);
                }
                let message = format!("`{tool}` has changed again while it was looked at");
                Err(Error::new(ErrorCode::Denied, message).with_server(server.label()))
            }
        }
    }

    pub(super) fn call_request(
        &self,
        caller: &Caller,
        member: &Member,
        tool: &CatalogueTool,
        arguments: &Json,
    ) -> Result<Request> {
        let standing = match &tool.standing {
            Standing::Held(changes) => PinStanding::Held(changes.clone()),
            Standing::Offered | Standing::Off => PinStanding::Approved,
        };
        let name = &tool.tool.name;
        let call = ToolCall {
            tool: name.clone(),
            definition: tool.definition,
            standing,
            classed_read: member.entry.tools.read.iter().any(|pattern| pattern.matches(name)),
            annotations: tool.tool.annotations.clone(),
            arguments: Arguments::parse(Some(arguments))?,
        };
        let action = Action::CallTool(call);
        self.0.request(&tool.server, member.identity, Some(caller), action)
    }
}

fn no_tool(tool: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("no tool is called `{tool}`"))
        .with_next_step("see `hostline tools` for those that there are")
}
