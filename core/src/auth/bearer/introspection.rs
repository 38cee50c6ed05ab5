//! Asking the issuer about each token (RFC 7662).

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use http::HeaderValue;
use ring::digest;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::{Instant, timeout},
};
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
/// The most questions that are under way; further ones wait for a turn.
const IN_FLIGHT: usize = 64;
/// The most of them that are about strangers: tokens that were not good before, as far as is
/// remembered. So whoever invents tokens does not hold up those who are known.
const STRANGERS_IN_FLIGHT: usize = 48;
/// How long a question waits for its turn.
const TURN_WAIT: Duration = Duration::from_secs(2);
/// How long an answer may take.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// The most of an answer that is read.
const ANSWER_BYTES: usize = 64 << 10;

/// An issuer that is asked.
pub(super) struct Introspection {
    endpoint: Endpoint,
    authorization: HeaderValue,
    /// What was let through, though it may be too old to be believed. What was not is asked again:
    /// to keep it would save nothing against who invents tokens, and would push out the good ones.
    cache: Mutex<Cache<Accepted>>,
    turns: Semaphore,
    turns_of_strangers: Semaphore,
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
            turns_of_strangers: Semaphore::new(STRANGERS_IN_FLIGHT),
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
        let is_known = self.cache().holds(&key);
        let claims = self.ask_in_turn(token, is_known, client).await.map_err(|error| {
            tracing::warn!(target: "hostline::auth", %error, "introspection failed");
            Refusal::Unavailable
        })?;
        let judged = claims.judge_answer(expected, unix_time()).map_err(Refusal::Invalid);
        match &judged {
            Ok(accepted) => self.cache().keep(key, accepted.clone(), Instant::now()),
            Err(_) => self.cache().forget(&key),
        }
        judged
    }

    async fn ask_in_turn(
        &self,
        token: &str,
        is_known: bool,
        client: &HttpClient,
    ) -> Result<Claims> {
        let late = |message| move |_| Error::new(ErrorCode::Timeout, message);
        let _turn = timeout(TURN_WAIT, self.turn(is_known))
            .await
            .map_err(late("too many tokens wait to be asked about"))?;
        timeout(ANSWER_TIME, self.ask(token, client))
            .await
            .map_err(late("the issuer does not answer"))?
    }

    /// The right to ask, for as long as what this returns is kept.
    async fn turn(&self, is_known: bool) -> (Option<SemaphorePermit<'_>>, SemaphorePermit<'_>) {
        const OPEN: &str = "the semaphores are never closed";
        let stranger = match is_known {
            true => None,
            false => Some(self.turns_of_strangers.acquire().await.expect(OPEN)),
        };
        (stranger, self.turns.acquire().await.expect(OPEN))
    }

    async fn ask(&self, token: &str, client: &HttpClient) -> Result<Claims> {
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
