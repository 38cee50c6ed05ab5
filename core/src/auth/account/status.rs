//! What may be told of an account, and its end.

use std::time::SystemTime;

use super::{Account, record::Record};
use crate::{
    auth::{
        event::AuthEvent,
        flow::{RegistrationOrigin, revoke},
    },
    error::Result,
};

/// How an account stands. It holds no token and no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountStatus {
    /// The server's address.
    pub server: String,
    /// Where the tokens are kept, in words.
    pub store: String,
    /// What somebody has signed in to, if anybody has.
    pub session: Option<SessionStatus>,
}

/// What a sign-in has given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionStatus {
    /// The issuer of the token.
    pub issuer: String,
    /// The client that the issuer knows us as.
    pub client_id: Option<String>,
    /// How that client came to be known.
    pub registration: Option<RegistrationOrigin>,
    /// What the token allows, as far as is known.
    pub scopes: Vec<String>,
    /// When the sign-in, or the last renewal, was.
    pub obtained_at: SystemTime,
    /// When the token is over; none where the issuer did not say.
    pub expires_at: Option<SystemTime>,
    /// Whether it can be renewed without asking anybody.
    pub can_be_renewed: bool,
    /// When it was last renewed.
    pub refreshed_at: Option<SystemTime>,
}

impl Account {
    /// How the account stands, as the store says. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`](crate::ErrorCode::Storage): the store cannot be read.
    pub async fn status(&self) -> Result<AccountStatus> {
        let inner = &self.0.inner;
        let record = inner.load().await?;
        Ok(AccountStatus {
            server: inner.server.to_string(),
            store: inner.settings.store()?.describe(),
            session: session_of(&record),
        })
    }

    /// Forgets the tokens and the registration, here and in the store, and tells the issuer where
    /// it offers that (RFC 7009). Whether there was anything to forget.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`](crate::ErrorCode::Storage): the store cannot be changed. What the
    /// issuer answers is no error: the tokens are gone from here in any case.
    pub async fn sign_out(&self) -> Result<bool> {
        let inner = &self.0.inner;
        let store = inner.settings.store()?;
        let _lock = store.lock(&inner.name).await?;
        // What cannot be read can still be removed.
        let record = inner.load().await.unwrap_or_default();
        let was_there = store.remove(&inner.name).await?;
        inner.forget();
        if let Some(session) = &record.session
            && let Some(registration) = record.registration(&session.issuer)
        {
            // The refresh token first: where the issuer takes only one, it is the one that lasts.
            for token in session.refresh.iter().chain([&session.access]) {
                let Some(exchange) = revoke(&session.endpoints, registration, token) else { break };
                if inner.exchange(&exchange).await.is_err() {
                    break;
                }
            }
        }
        inner.tell(&AuthEvent::SignedOut);
        Ok(was_there)
    }
}

fn session_of(record: &Record) -> Option<SessionStatus> {
    let session = record.session.as_ref()?;
    let registration = record.registration(&session.issuer);
    Some(SessionStatus {
        issuer: session.issuer.clone(),
        client_id: registration.map(|registration| registration.client_id.clone()),
        registration: registration.map(|registration| registration.origin),
        scopes: session.granted.iter().cloned().collect(),
        obtained_at: session.obtained_at,
        expires_at: session.expires_at,
        can_be_renewed: session.refresh.is_some(),
        refreshed_at: session.refreshed_at,
    })
}
