//! Approving what servers offer: all that is new or has changed waits for a person.

use serde_json::json;

use super::{
    Caller, Digest, Host,
    catalogue::CatalogueTool,
    core::Member,
    gate::{Matter, Wish},
    pins::{Definition, DefinitionKind, Difference},
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

impl Host {
    /// What has become of the definitions of a server since they were approved.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server. [`ErrorCode::Storage`]: what was
    /// approved cannot be read.
    pub async fn differences(&self, server: &str) -> Result<Vec<Difference>> {
        let member = self.0.member(server)?;
        let pins = self.0.pins.look(member.identity).await?;
        Ok(pins.compare(&member.way.definitions(&self.0)))
    }

    /// Approves what a server defines now: one thing, as far as the digest that was looked at is
    /// still its own.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the server defines no such thing, or it has changed since.
    pub async fn approve(
        &self,
        server: &str,
        kind: DefinitionKind,
        name: &str,
        looked_at: Digest,
    ) -> Result<()> {
        let member = self.0.member(server)?;
        let all = member.way.definitions(&self.0).into_iter();
        let found: Vec<Definition> = all
            .filter(|it| it.kind() == kind && it.name() == name && it.digest() == looked_at)
            .collect();
        if found.is_empty() {
            let message = format!("the server does not define `{name}` as it was looked at");
            return Err(Error::new(ErrorCode::InvalidInput, message)
                .with_server(&server.into())
                .with_next_step("look at it again"));
        }
        member.way.approve(&self.0, found).await
    }

    /// Takes an approval back: what it was given to waits for approval again. Says whether there was
    /// one.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server.
    pub async fn forget(&self, server: &str, kind: DefinitionKind, name: &str) -> Result<bool> {
        self.0.member(server)?.way.forget(&self.0, kind, name).await
    }

    /// Asks a person about a tool that is not what was approved, or is new.
    pub(super) async fn ask_for_approval(
        &self,
        caller: &Caller,
        member: &Member,
        tool: &CatalogueTool,
        why: Vec<String>,
    ) -> Result<()> {
        let name = &tool.tool.name;
        let kind = DefinitionKind::Tool;
        let all = member.way.definitions(&self.0);
        let is_it = |it: &&Definition| it.kind() == kind && it.name() == name;
        // Of two of one name nobody could say which was approved.
        let [now] = all.iter().filter(is_it).collect::<Vec<_>>()[..] else {
            let message = format!("`{name}` is defined twice, in two ways");
            return Err(Error::new(ErrorCode::Denied, message).with_server(tool.server.label()));
        };
        let pins = self.0.pins.look(member.identity).await?;
        let matter = Matter::Definition {
            what: format!("tool {name}"),
            pinned: pins.pin(kind, name).map(|pin| pin.definition.as_json().clone()),
            now: now.as_json().clone(),
        };
        let request = self.call_request(caller, member, tool, &Json::from(json!({})))?;
        let confinement = member.kept.ladder().status().confinement;
        let wish = Wish { request, matter, arguments: None, confinement };
        let server = &tool.server;
        self.0.gate.approve(&wish, why.clone()).await.map_err(|error| {
            if error.code() != ErrorCode::Denied {
                return error;
            }
            let message = format!("`{name}` waits for approval: {}", why.join("; "));
            Error::new(ErrorCode::Denied, message)
                .with_server(server.label())
                .with_next_step(format!("look at it: hostline pins show {server}"))
                .with_source(error)
        })?;
        member.way.approve(&self.0, vec![now.clone()]).await
    }
}
