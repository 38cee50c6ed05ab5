//! What is done to consent itself: it is approved, forgotten, taken back.

use std::time::SystemTime;

use super::Gate;
use crate::{
    error::Result,
    host::{
        Digest, ServerIdentity, ServerName,
        audit::{AuditAction, AuditEvent, AuditVerdict, Decided},
        grants::{Grant, Granted, NewGrant},
        policy::ClientName,
    },
};

/// Something that is done to what is approved or granted. It needs no question, and is recorded
/// before it is done.
pub(in crate::host) struct Deed<'a> {
    pub(in crate::host) action: AuditAction,
    /// Who does it; nobody where it comes with something else.
    pub(in crate::host) client: Option<&'a ClientName>,
    pub(in crate::host) server: &'a ServerName,
    pub(in crate::host) identity: ServerIdentity,
    /// The tool and the definition that it is about, where it is about one.
    pub(in crate::host) tool: Option<&'a str>,
    pub(in crate::host) definition: Option<Digest>,
    /// What is done, in words.
    pub(in crate::host) what: String,
}

impl Gate {
    /// Records a deed.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Storage`]: it cannot be recorded, and must not be done.
    pub(in crate::host) fn note(&self, deed: Deed<'_>) -> Result<()> {
        let mut decided = Decided::new(deed.action, AuditVerdict::Allow, deed.what);
        decided.client = deed.client.map(ToString::to_string);
        decided.server = Some(deed.server.clone());
        decided.identity = Some(deed.identity);
        decided.tool = deed.tool.map(str::to_owned);
        decided.definition = deed.definition;
        self.audit.append(AuditEvent::Decided(Box::new(decided)), SystemTime::now()).map(drop)
    }

    /// Keeps what a person has said, once the record says so where it outlives the program. `client`
    /// is by whom it came.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Storage`]: it cannot be recorded or kept. And those of
    /// [`GrantStore::add`](crate::host::grants::GrantStore::add).
    pub(in crate::host) async fn grant(
        &self,
        grant: NewGrant,
        client: Option<&ClientName>,
        now: SystemTime,
    ) -> Result<Grant> {
        if grant.scope.is_lasting() && !self.grants.is_said(&grant) {
            let (tool, definition) = match &grant.what {
                Granted::Tool { tool, definition } => (Some(tool.as_str()), Some(*definition)),
                Granted::Action(_) => (None, None),
            };
            self.note(Deed {
                action: AuditAction::AddGrant,
                client,
                server: &grant.server_name,
                identity: grant.server,
                tool,
                definition,
                what: format!("a person has said at {} what {grant}", grant.created_by),
            })?;
        }
        self.grants.add(grant, now).await
    }
}
