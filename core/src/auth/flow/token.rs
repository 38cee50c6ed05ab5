//! The token endpoint: what it is asked, and what of its answers is believed (OAuth 2.1, sections
//! 3.2 and 4.3; RFC 7009 for taking tokens back).

use std::time::Duration;

use url::Url;

use super::{
    Answer, Exchange, Purpose, Redirect, Registration, SignIn, document::Document, refused,
    scopes::is_scope, shortened,
};
use crate::{
    auth::Secret,
    error::{Error, Result},
};

/// The longest token, in bytes.
const MAX_TOKEN: usize = 64 << 10;
/// The longest life of an access token that is believed, in seconds: a year.
const MAX_LIFE: u64 = 365 * 24 * 60 * 60;
/// The most scopes that are believed to have been granted.
const MAX_SCOPES: usize = 256;

/// Where an issuer gives and takes tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoints {
    /// Where tokens are given and renewed.
    pub token: Url,
    /// Where they are taken back, if anywhere.
    pub revocation: Option<Url>,
}

/// What a token endpoint has given.
#[derive(Clone)]
pub struct Tokens {
    /// What requests carry.
    pub access: Secret,
    /// What it is renewed with.
    pub refresh: Option<Secret>,
    /// How long the access token lives from now on, a year at the most. None where the issuer does
    /// not say, or says what makes no sense (no number, less than a second): then it is good until
    /// the server refuses it.
    pub lifetime: Option<Duration>,
    /// What it allows, where that is not just what was asked for.
    pub scopes: Option<Vec<String>>,
}

/// What a sign-in has come to.
#[derive(Clone)]
pub struct Grant {
    /// The issuer, to the byte.
    pub issuer: String,
    /// What was sent as `resource`, to the byte; none where it was not sent.
    pub resource: Option<String>,
    /// Who we are to the issuer.
    pub registration: Registration,
    /// The tokens.
    pub tokens: Tokens,
    /// Where they are renewed and taken back.
    pub endpoints: Endpoints,
    /// What was asked for.
    pub requested_scopes: Vec<String>,
}

/// Why a token could not be renewed.
pub(crate) enum RefreshFailure {
    /// The issuer does not take the refresh token, or us, any more.
    Gone(Error),
    /// It will not do so now, for a reason of its own that asking again does not change.
    Refused(Error),
    /// It may well do so later.
    Kept(Error),
}

/// Exchanges the code for tokens.
pub(super) fn exchange(
    sign_in: &SignIn,
    token: &Url,
    client: &Registration,
    redirect: &Redirect,
    resource: Option<&str>,
    code: &Secret,
) -> Exchange {
    let mut form = vec![
        ("grant_type", Secret::new("authorization_code")),
        ("code", code.clone()),
        ("redirect_uri", Secret::new(&*redirect.uri)),
        ("code_verifier", sign_in.random.verifier.clone()),
    ];
    form.extend(resource.map(|resource| ("resource", Secret::new(resource))));
    Exchange::submit(Purpose::Token, token.clone(), form, client)
}

/// Renews an access token.
pub(crate) fn refresh(
    endpoints: &Endpoints,
    client: &Registration,
    refresh: &Secret,
    resource: Option<&str>,
) -> Exchange {
    let mut form =
        vec![("grant_type", Secret::new("refresh_token")), ("refresh_token", refresh.clone())];
    form.extend(resource.map(|resource| ("resource", Secret::new(resource))));
    Exchange::submit(Purpose::Token, endpoints.token.clone(), form, client)
}

/// Takes a token back; nothing where the issuer has no place for that.
pub(crate) fn revoke(
    endpoints: &Endpoints,
    client: &Registration,
    token: &Secret,
) -> Option<Exchange> {
    let url = endpoints.revocation.clone()?;
    Some(Exchange::submit(Purpose::Revocation, url, vec![("token", token.clone())], client))
}

/// Reads the answer to a renewal, which is `exchange`.
pub(crate) fn read_refresh(exchange: &Exchange, answer: &Answer) -> Result<Tokens, RefreshFailure> {
    let document = Document::read(&answer.body);
    let error = document.as_ref().and_then(|document| document.text("error"));
    let gone = ["invalid_grant", "invalid_client", "unauthorized_client"];
    match error {
        Some(error) if gone.contains(&error) && !answer.is_passing() => {
            Err(RefreshFailure::Gone(refusal(exchange, answer, document.as_ref())))
        }
        _ => read(exchange, answer).map_err(|error| {
            if answer.status.is_client_error() && !answer.is_passing() {
                RefreshFailure::Refused(error)
            } else {
                RefreshFailure::Kept(error)
            }
        }),
    }
}

/// Whether an answer says that the issuer does not know the client.
pub(crate) fn is_unknown_client(answer: &Answer) -> bool {
    let document = Document::read(&answer.body);
    let error = document.as_ref().and_then(|document| document.text("error"));
    matches!(error, Some("invalid_client" | "unauthorized_client"))
}

/// Reads tokens.
///
/// # Errors
/// The endpoint refused, or answered with something else; nothing of a token is in the sentence.
pub(super) fn read(exchange: &Exchange, answer: &Answer) -> Result<Tokens> {
    let document = Document::read(&answer.body);
    // Some answer with an error and a status of success.
    let has_error = document.as_ref().is_some_and(|document| document.text("error").is_some());
    if !answer.status.is_success() || has_error {
        return Err(refusal(exchange, answer, document.as_ref()));
    }
    let broken = |what: &str| {
        refused(format!("the token endpoint's answer {what}"))
            .with_next_step("tell whoever runs the authorization server")
    };
    let document = document.ok_or_else(|| broken("is no JSON object"))?;
    let access = document.text("access_token").ok_or_else(|| broken("holds no access token"))?;
    if !is_token(access) {
        return Err(broken("holds an access token that cannot stand in a header"));
    }
    // A kind of token that wants more than being sent would be refused, or worse, taken.
    let is_bearer = |kind: &str| kind.eq_ignore_ascii_case("bearer");
    if document.has("token_type") && !document.text("token_type").is_some_and(is_bearer) {
        return Err(broken("holds a token of a kind that is not supported"));
    }
    let refresh = document.text("refresh_token").filter(|token| !token.is_empty());
    if refresh.is_some_and(|token| token.len() > MAX_TOKEN) {
        return Err(broken("holds a refresh token that is too long"));
    }
    let scopes = document.text("scope").map(|scope| {
        let scopes = scope.split(' ').filter(|scope| is_scope(scope));
        scopes.take(MAX_SCOPES).map(str::to_owned).collect()
    });
    Ok(Tokens {
        access: Secret::new(access),
        refresh: refresh.map(Secret::new),
        lifetime: document
            .seconds("expires_in")
            .map(|life| Duration::from_secs(life.min(MAX_LIFE))),
        scopes,
    })
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_TOKEN && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Some repeat in their refusal what they refuse, so the secrets of the question are taken out.
fn refusal(exchange: &Exchange, answer: &Answer, document: Option<&Document>) -> Error {
    let status = answer.status.as_u16();
    let mut message = format!("the token endpoint refuses ({status})");
    let said = |member: &str| {
        let text = document.and_then(|document| document.text(member))?;
        Some(shortened(&exchange.without_secrets(text)))
    };
    for part in [said("error"), said("error_description")].into_iter().flatten() {
        message.push_str(": ");
        message.push_str(&part);
    }
    let next_step = if answer.is_passing() { "try again later" } else { "sign in again" };
    // The error's own status is that of the server itself, and tells which protocol it speaks.
    refused(message).with_next_step(next_step)
}
