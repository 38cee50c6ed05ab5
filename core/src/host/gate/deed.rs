//! What is done to consent itself: it is approved, forgotten, taken back.

use std::time::SystemTime;

use super::Gate;
use crate::{
    error::Result,
    host::{
        Digest, ServerIdentity, ServerName,
        audit::{Audit, AuditAction, AuditEvent, AuditVerdict, Decided},
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
        note(&self.audit, deed)
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
        let (audit, client) = (self.audit.clone(), client.cloned());
        let record = move |grant: &NewGrant| {
            let (tool, definition) = match &grant.what {
                Granted::Tool { tool, definition } => (Some(tool.as_str()), Some(*definition)),
                Granted::Action(_) => (None, None),
            };
            let what = grant.without_values();
            let deed = Deed {
                action: AuditAction::AddGrant,
                client: client.as_ref(),
                server: &grant.server_name,
                identity: grant.server,
                tool,
                definition,
                what: format!("said by a person at {}: it {what}", grant.created_by),
            };
            note(&audit, deed)
        };
        self.grants.add_once(grant, now, record).await
    }
}

fn note(audit: &Audit, deed: Deed<'_>) -> Result<()> {
    let mut decided = Decided::new(deed.action, AuditVerdict::Allow, deed.what);
    decided.client = deed.client.map(ToString::to_string);
    decided.server = Some(deed.server.clone());
    decided.identity = Some(deed.identity);
    decided.tool = deed.tool.map(str::to_owned);
    decided.definition = deed.definition;
    audit.append(AuditEvent::Decided(Box::new(decided)), SystemTime::now()).map(drop)
}
