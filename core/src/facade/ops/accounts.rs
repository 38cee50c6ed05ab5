//! Accounts at servers, and secrets.

use std::time::{SystemTime, UNIX_EPOCH};

use url::Url;

use super::Context;
use crate::{
    auth::{self, Account, Auth, SecretBytes, flow::RegistrationOrigin, secret_record},
    error::{Error, ErrorCode, Result},
    facade::types::{
        AccountRequest, AccountStatus, Nothing, RegistrationKind, SecretRequest, SessionStatus,
        SetSecretRequest,
    },
    net::{HttpClient, HttpSettings},
};

pub(in crate::facade) async fn account_status(
    context: &Context,
    _: Nothing,
) -> Result<AccountStatus> {
    own(context)?.status().await.map(status)
}

pub(in crate::facade) async fn sign_in(context: &Context, _: Nothing) -> Result<Nothing> {
    own(context)?.sign_in().await.map(|()| Nothing::new())
}

pub(in crate::facade) async fn sign_out(context: &Context, _: Nothing) -> Result<bool> {
    own(context)?.sign_out().await
}

pub(in crate::facade) async fn account_status_of(
    context: &Context,
    request: AccountRequest,
) -> Result<AccountStatus> {
    at(context, &request)?.status().await.map(status)
}

pub(in crate::facade) async fn sign_out_of(
    context: &Context,
    request: AccountRequest,
) -> Result<bool> {
    at(context, &request)?.sign_out().await
}

pub(in crate::facade) async fn list_secrets(context: &Context, _: Nothing) -> Result<Vec<String>> {
    let names = context.accounts()?.store()?.names().await?;
    let secrets = names.iter().filter_map(|name| name.strip_prefix(auth::SECRETS));
    let mut secrets: Vec<String> = secrets.map(str::to_owned).collect();
    secrets.sort_unstable();
    Ok(secrets)
}

pub(in crate::facade) async fn set_secret(
    context: &Context,
    request: SetSecretRequest,
) -> Result<Nothing> {
    let record = secret_record(&request.name)?;
    if request.value.0.expose().is_empty() {
        return Err(Error::new(ErrorCode::InvalidInput, "the secret is empty"));
    }
    let value = SecretBytes::from(&request.value.0);
    context.accounts()?.store()?.save(&record, value).await.map(|()| Nothing::new())
}

pub(in crate::facade) async fn remove_secret(
    context: &Context,
    request: SecretRequest,
) -> Result<bool> {
    context.accounts()?.store()?.remove(&secret_record(&request.name)?).await
}

#[expect(clippy::unused_async, reason = "operations may wait")]
pub(in crate::facade) async fn close_accounts(context: &Context, _: Nothing) -> Result<Nothing> {
    context.accounts()?.close();
    Ok(Nothing::new())
}

/// The account that a connection's client acts for.
fn own(context: &Context) -> Result<&Account> {
    let client = context.client()?;
    client.account().ok_or_else(|| {
        Error::new(ErrorCode::InvalidInput, "nobody signs in on this connection")
            .with_server(&client.connection().facts.label)
            .with_next_step("connect with `auth`")
    })
}

/// The account at a server.
fn at(context: &Context, request: &AccountRequest) -> Result<Account> {
    let url = Url::parse(request.target.trim()).map_err(|_| {
        // The text may hold a password or a token, so it is not repeated.
        Error::new(ErrorCode::InvalidInput, "the server's address is not valid")
            .with_next_step("write it like https://host/mcp")
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        let message = "the address holds a user name or a password";
        return Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("leave them out: signing in takes their place"));
    }
    let store = context.accounts()?.store()?;
    let http = HttpClient::new(HttpSettings::new());
    Auth::oauth().unattended().shared_store(store).account(&http, &url)
}

fn status(status: auth::AccountStatus) -> AccountStatus {
    let session = status.session.map(|session| SessionStatus {
        client_id: session.client_id,
        registration: session.registration.map(|origin| match origin {
            RegistrationOrigin::GivenByUser => RegistrationKind::Given,
            RegistrationOrigin::Document => RegistrationKind::Document,
            RegistrationOrigin::Dynamic => RegistrationKind::Dynamic,
        }),
        expires_at: session.expires_at.map(seconds),
        refreshed_at: session.refreshed_at.map(seconds),
        ..SessionStatus::new(
            session.issuer,
            session.scopes,
            seconds(session.obtained_at),
            session.can_be_renewed,
        )
    });
    AccountStatus { session, ..AccountStatus::new(status.server, status.store) }
}

pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default()
}
