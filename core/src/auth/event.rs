//! What is told of a sign-in while it goes on, for screens and logs: every step, minus secrets.

use std::{sync::Arc, time::SystemTime};

use super::{
    account::Record,
    flow::{Answer, Demand, Exchange, Purpose, Visit},
};
use crate::error::Error;

/// Who hears of the steps, and whether it wants to hear of more. It is called where they happen and
/// must return at once.
pub(crate) type Listener = Arc<dyn Fn(&AuthEvent) -> bool + Send + Sync>;

/// A step of signing in, renewing or signing out. It holds no token, code, verifier or client
/// secret: where one stands in what was sent or answered, there is `…`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AuthEvent {
    /// Something is sent to the server or an issuer.
    Sending {
        /// What for.
        purpose: Purpose,
        /// The method and the address, and the form or document that goes with them.
        request: String,
    },
    /// The answer to it.
    Answered {
        /// What was asked.
        purpose: Purpose,
        /// The status of HTTP.
        status: u16,
        /// What was answered.
        body: String,
    },
    /// There was no answer.
    Unanswered {
        /// What was asked.
        purpose: Purpose,
        /// Why.
        reason: Error,
    },
    /// A person is sent to an issuer's page.
    Visiting {
        /// The issuer.
        issuer: String,
        /// The host that the person will see in the browser.
        host: String,
        /// What they are asked to allow.
        scopes: Vec<String>,
    },
    /// A person must sign in, and could not be asked now.
    Waiting {
        /// What the server demands.
        demand: Option<Demand>,
    },
    /// Somebody has signed in.
    SignedIn {
        /// The issuer.
        issuer: String,
        /// What the token allows.
        scopes: Vec<String>,
        /// When it is over.
        expires_at: Option<SystemTime>,
    },
    /// The token was renewed.
    Renewed {
        /// When the new one is over.
        expires_at: Option<SystemTime>,
    },
    /// The issuer has taken the tokens back, and they are forgotten.
    Dropped {
        /// What it said.
        reason: Error,
    },
    /// The issuer will not renew the token, which is kept; somebody may have to sign in again.
    NotRenewed {
        /// What it said.
        reason: Error,
    },
    /// A new token could not be stored; it is used while this process lives.
    NotKept {
        /// Why.
        reason: Error,
    },
    /// A sign-in came to nothing.
    Failed {
        /// Why.
        reason: Error,
    },
    /// Somebody has signed out.
    SignedOut,
}

impl AuthEvent {
    /// About how many bytes of text it holds.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Sending { request: text, .. } | Self::Answered { body: text, .. } => text.len(),
            Self::Unanswered { reason, .. }
            | Self::Dropped { reason }
            | Self::NotRenewed { reason }
            | Self::NotKept { reason }
            | Self::Failed { reason } => reason.message().len(),
            Self::Visiting { issuer, scopes, .. } | Self::SignedIn { issuer, scopes, .. } => {
                issuer.len() + scopes.iter().map(String::len).sum::<usize>()
            }
            Self::Waiting { demand } => {
                demand.iter().flat_map(|demand| &demand.scopes).map(String::len).sum()
            }
            Self::Renewed { .. } | Self::SignedOut => 0,
        }
    }

    pub(super) fn sending(exchange: &Exchange) -> Self {
        Self::Sending { purpose: exchange.purpose, request: exchange.shown() }
    }

    pub(super) fn answered(exchange: &Exchange, answer: &Answer) -> Self {
        Self::Answered {
            purpose: exchange.purpose,
            status: answer.status.as_u16(),
            body: answer.shown(exchange),
        }
    }

    pub(super) fn unanswered(exchange: &Exchange, reason: &Error) -> Self {
        Self::Unanswered { purpose: exchange.purpose, reason: reason.clone() }
    }

    pub(super) fn visiting(visit: &Visit) -> Self {
        Self::Visiting {
            issuer: visit.issuer.clone(),
            host: visit.url.host_str().unwrap_or_default().to_owned(),
            scopes: visit.scopes.clone(),
        }
    }

    pub(super) fn signed_in(record: &Record) -> Self {
        let session = record.session.as_ref();
        Self::SignedIn {
            issuer: session.map(|session| session.issuer.clone()).unwrap_or_default(),
            scopes: session
                .map(|session| session.granted.iter().cloned().collect())
                .unwrap_or_default(),
            expires_at: session.and_then(|session| session.expires_at),
        }
    }

    pub(super) fn renewed(record: &Record) -> Self {
        Self::Renewed { expires_at: record.session.as_ref().and_then(|session| session.expires_at) }
    }
}
