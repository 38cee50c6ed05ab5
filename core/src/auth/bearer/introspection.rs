//! Asking the issuer about each token (RFC 7662).

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use http::HeaderValue;
use ring::digest;
use tokio::{sync::Semaphore, time::Instant};
use url::form_urlencoded;

use super::{
    cache::Cache,
    claims::{Accepted, Claims, Expected},
    unix_time,
};
use crate::{
    auth::{Secret, challenge::Refusal, endpoint::Endpoint},
    error::{Error, ErrorCode, Result},
    net::HttpClient,
};

/// How long an answer is believed. A token that is revoked is let through no longer than this.
const LIFETIME: Duration = Duration::from_secs(30);
/// The most answers that are kept.
const CACHED_ANSWERS: usize = 1024;
/// The most questions that are under way; further ones wait.
const IN_FLIGHT: usize = 64;
/// How long an answer may take, the wait for a turn included.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// The most of an answer that is read.
const ANSWER_BYTES: usize = 64 << 10;

/// An issuer that is asked.
pub(super) struct Introspection {
    endpoint: Endpoint,
    authorization: HeaderValue,
    /// What was let through. What was not is asked again: to keep it would save nothing against
    /// who invents tokens, and would push out the good ones.
    cache: Mutex<Cache<Accepted>>,
    turns: Semaphore,
}

impl Introspection {
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the address is no good.
    pub(super) fn new(endpoint: &str, client_id: &str, secret: &Secret) -> Result<Self> {
        Ok(Self {
            endpoint: Endpoint::parse(endpoint, "introspection")?,
            authorization: credentials(client_id, secret)?,
            cache: Mutex::new(Cache::new(CACHED_ANSWERS, LIFETIME)),
            turns: Semaphore::new(IN_FLIGHT),
        })
    }

    /// Asks about a token, or remembers the answer.
    pub(super) async fn check(
        &self,
        token: &str,
        expected: &Expected,
        client: &HttpClient,
    ) -> Result<Accepted, Refusal> {
        let digest = digest::digest(&digest::SHA256, token.as_bytes());
        let key: [u8; 32] = digest.as_ref().try_into().map_err(|_| Refusal::Unavailable)?;
        if let Some(known) = self.cache().find(&key, Instant::now())
            && !known.has_expired(expected, unix_time())
        {
            return Ok(known);
        }
        let answer = tokio::time::timeout(ANSWER_TIME, self.ask(token, client))
            .await
            .unwrap_or_else(|_| Err(Error::new(ErrorCode::Timeout, "the issuer does not answer")));
        let claims = answer.map_err(|error| {
            tracing::warn!(target: "hostline::auth", %error, "introspection failed");
            Refusal::Unavailable
        })?;
        let accepted = claims.judge_answer(expected, unix_time()).map_err(Refusal::Invalid)?;
        self.cache().keep(key, accepted.clone(), Instant::now());
        Ok(accepted)
    }

    async fn ask(&self, token: &str, client: &HttpClient) -> Result<Claims> {
        let _turn = self.turns.acquire().await;
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("token", token)
            .append_pair("token_type_hint", "access_token")
            .finish();
        let answer =
            self.endpoint.submit(client, &self.authorization, form.into(), ANSWER_BYTES).await?;
        // Its cause could repeat what the answer repeats of the token.
        Claims::parse(&answer)
            .map_err(|_| Error::new(ErrorCode::Protocol, "the issuer's answer is not valid"))
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache<Accepted>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// RFC 6749, section 2.3.1: both parts are encoded as in a form before they are joined.
fn credentials(client_id: &str, secret: &Secret) -> Result<HeaderValue> {
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let pair = format!("{}:{}", encoded(client_id), encoded(secret.expose()));
    let text = format!("Basic {}", BASE64_STANDARD.encode(pair));
    let mut value = HeaderValue::from_str(&text).map_err(|_| {
        Error::new(ErrorCode::InvalidInput, "the client's credentials are not valid in a header")
    })?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
#[path = "introspection_tests.rs"]
mod tests;
