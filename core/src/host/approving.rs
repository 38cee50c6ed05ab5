//! Approving what servers offer: all that is new or has changed waits for a person. And taking back
//! what a person has said.

use std::{collections::BTreeSet, time::SystemTime};

use serde_json::json;

use super::{
    Caller, Digest, Host, ServerIdentity, ServerName,
    audit::AuditAction,
    catalogue::CatalogueTool,
    config::{Launch, Variables},
    core::Member,
    gate::{Deed, Matter, Wish},
    grants::{GrantEffect, GrantId, Granted, NewGrant, Scope},
    pins::{Definition, DefinitionKind, Pins},
    policy::ActionKind,
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// What is approved of a server, and what it defines now.
pub(super) struct Approval {
    pub(super) server: ServerName,
    pub(super) pins: Pins,
    /// None as long as it has not been started.
    pub(super) now: Option<Vec<Definition>>,
}

impl Host {
    /// What is approved of a server, and what it defines now.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server. [`ErrorCode::Storage`]: what was
    /// approved cannot be read.
    pub(super) async fn approval(&self, server: &str) -> Result<Approval> {
        let member = self.0.member(server)?;
        let pins = self.0.pins.look(member.identity).await?;
        let now = member.way.defines(&self.0);
        Ok(Approval { server: ServerName::parse(server)?, pins, now })
    }

    /// Approves, for a person, what a server defines now, as far as it is still what the person has
    /// looked at, and gives all that is approved then.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server, or one of the digests is of nothing that
    /// it defines any more; nothing is approved then. [`ErrorCode::Storage`]: it cannot be recorded
    /// or kept.
    pub async fn approve(
        &self,
        caller: &Caller,
        server: &str,
        looked_at: &BTreeSet<Digest>,
    ) -> Result<Pins> {
        let member = self.0.member(server)?;
        let server = ServerName::parse(server)?;
        let mut seen = member.way.defines(&self.0).unwrap_or_default();
        seen.retain(|definition| looked_at.contains(&definition.digest()));
        let found: BTreeSet<Digest> = seen.iter().map(Definition::digest).collect();
        if found.len() < looked_at.len() {
            return Err(Error::new(
                ErrorCode::InvalidInput,
                "the server does not say any more what is to be approved",
            )
            .with_server(server.label())
            .with_next_step(format!("look at it again: hostline pins show {server}")));
        }
        for definition in &seen {
            let (kind, name) = (definition.kind(), definition.name());
            self.0.gate.note(Deed {
                action: AuditAction::ApproveDefinition,
                client: Some(caller.name()),
                server: &server,
                identity: member.identity,
                tool: (kind == DefinitionKind::Tool).then_some(name),
                definition: Some(definition.digest()),
                what: format!("a person has approved the {}", called(kind, name)),
            })?;
        }
        member.way.approve(&self.0, seen).await
    }

    /// Approves the start of a server that is a command, for a person who has seen the command: for as
    /// long as it is the same, and what its references lead to. `seen` is what stands for what was
    /// seen ([`ServerEntry::start_identity`](super::config::ServerEntry::start_identity)).
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server, it is at an address, a reference leads
    /// nowhere, or it is another command than what was seen. [`ErrorCode::Storage`]: it cannot be
    /// recorded or kept.
    pub async fn approve_start(
        &self,
        caller: &Caller,
        server: &str,
        seen: ServerIdentity,
    ) -> Result<()> {
        let member = self.0.configured(server)?;
        if !matches!(member.entry.launch, Launch::Command { .. }) {
            return Err(Error::new(
                ErrorCode::InvalidInput,
                "a server at an address is not started",
            )
            .with_server(&server.into()));
        }
        if member.entry.start_identity(&Variables::of_process())? != seen {
            return Err(Error::new(ErrorCode::InvalidInput, "its command is not what was seen")
                .with_server(&server.into())
                .with_next_step("look at it again"));
        }
        let grant = NewGrant {
            effect: GrantEffect::Allow,
            server: seen,
            server_name: ServerName::parse(server)?,
            what: Granted::Action(ActionKind::Start),
            client: None,
            constraints: Vec::new(),
            scope: Scope::Always,
            created_by: caller.name().to_string(),
        };
        self.0.gate.grant(grant, Some(caller.name()), SystemTime::now()).await.map(drop)
    }

    /// Takes approval back, for a person: of one definition, by its kind and name, or of everything
    /// that the server has. What it was given to waits for approval again. Says whether there was any.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no such server. [`ErrorCode::Storage`]: it cannot be
    /// recorded or kept.
    pub async fn forget(
        &self,
        caller: &Caller,
        server: &str,
        definition: Option<(DefinitionKind, &str)>,
    ) -> Result<bool> {
        let member = self.0.configured(server)?;
        let what = match definition {
            Some((kind, name)) => format!("the {}", called(kind, name)),
            None => "everything".to_owned(),
        };
        self.0.gate.note(Deed {
            action: AuditAction::ForgetDefinition,
            client: Some(caller.name()),
            server: &ServerName::parse(server)?,
            identity: member.identity,
            tool: definition.filter(|it| it.0 == DefinitionKind::Tool).map(|(_, name)| name),
            definition: None,
            what: format!("a person has taken back the approval of {what}"),
        })?;
        let forgotten = match definition {
            Some((kind, name)) => {
                self.0.pins.forget(member.identity, kind, name.to_owned()).await?
            }
            None => self.0.pins.forget_all(member.identity).await?,
        };
        member.way.judge(&self.0).await;
        Ok(forgotten)
    }

    /// Takes back, for a person, what was granted. Says whether it was there.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it cannot be recorded or kept.
    pub async fn revoke(&self, caller: &Caller, grant: &GrantId) -> Result<bool> {
        let (grants, now) = (self.grants(), SystemTime::now());
        if grants.find(grant, now).is_none() {
            // Another process may have granted it.
            grants.refresh(now).await?;
        }
        let Some(found) = grants.find(grant, now) else { return Ok(false) };
        let (tool, definition) = match &found.said.what {
            Granted::Tool { tool, definition } => (Some(tool.as_str()), Some(*definition)),
            Granted::Action(_) => (None, None),
        };
        self.0.gate.note(Deed {
            action: AuditAction::RevokeGrant,
            client: Some(caller.name()),
            server: &found.said.server_name,
            identity: found.said.server,
            tool,
            definition,
            what: format!(
                "a person has taken back the grant {grant}, which {}",
                found.said.without_values()
            ),
        })?;
        grants.revoke(grant, now).await
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
        let all = member.way.defines(&self.0).unwrap_or_default();
        let is_it = |it: &&Definition| it.kind() == kind && it.name() == name;
        // Of two of one name nobody could say which was approved.
        let [now] = all.iter().filter(is_it).collect::<Vec<_>>()[..] else {
            let message = format!("`{name}` is defined twice, in two ways");
            return Err(Error::new(ErrorCode::Denied, message)
                .with_server(tool.server.label())
                .with_next_step("use another tool: only who makes the server can mend this one"));
        };
        let pins = self.0.pins.look(member.identity).await?;
        let matter = Matter::Definition {
            what: format!("tool {name}"),
            pinned: pins.pin(kind, name).map(|pin| pin.definition.as_json().clone()),
            now: now.as_json().clone(),
        };
        let request = self.call_request(caller, member, tool, &Json::from(json!({})))?;
        let confinement = member.kept.ladder().status().confinement;
        let wish = Wish { request, matter, arguments: None, confinement, is_for_surface: false };
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
        member.way.approve(&self.0, vec![now.clone()]).await.map(drop)
    }
}

/// What a definition is called in a sentence.
fn called(kind: DefinitionKind, name: &str) -> String {
    match kind {
        DefinitionKind::Instructions => "instructions".to_owned(),
        DefinitionKind::Tool | DefinitionKind::Prompt => format!("{kind} `{name}`"),
    }
}
