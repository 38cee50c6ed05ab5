//! Who we are to an issuer (2026-07-28 basic/authorization/client-registration).
//!
//! Owns the order in which a client is found, what is asked for when one is registered, and what an
//! issuer may answer. What one issuer gave is never shown to another.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

use super::{
    Answer, ClientChoice, NamedClient, Redirect, SignIn,
    document::Document,
    issuer::{Issuer, is_same},
    refused, shortened,
};
use crate::{
    auth::Secret,
    error::{Error, ErrorCode, Result},
};

/// The longest identifier or secret of a client, in bytes.
const MAX_CREDENTIAL: usize = 16 << 10;

/// A client as one issuer knows it.
#[derive(Clone)]
pub struct Registration {
    /// The issuer, to the byte.
    pub issuer: String,
    /// The client's identifier.
    pub client_id: String,
    /// Its secret, where it has one.
    pub secret: Option<Secret>,
    /// How it authenticates at the token endpoint.
    pub method: ClientAuthentication,
    /// How it came to be known.
    pub origin: RegistrationOrigin,
    /// When the secret is over, in seconds since 1970; none for never.
    pub secret_expires_at: Option<u64>,
    /// Where the issuer may send the browser, as far as it was told.
    pub redirect_uris: Vec<String>,
}

/// How a client authenticates at the token endpoint (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientAuthentication {
    /// Not at all: it is public.
    None,
    /// By a header: `client_secret_basic`.
    Basic,
    /// In the form: `client_secret_post`.
    Post,
}

/// How a client came to be known to an issuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationOrigin {
    /// It was registered beforehand, and a person or the application told us.
    GivenByUser,
    /// Its identifier is the address of its metadata document.
    Document,
    /// The issuer registered it when we asked (RFC 7591).
    Dynamic,
}

/// How a client is to be had.
pub(super) enum Way {
    Known(Registration),
    Register(Url),
    Ask,
}

/// Finds the client in the order of the specification: given beforehand, by its document, by a
/// registration, by asking.
///
/// # Errors
/// The client that was given is one of another issuer.
pub(super) fn find(sign_in: &SignIn, issuer: &Issuer) -> Result<Way> {
    if let Some(client) = given(sign_in, issuer)? {
        return Ok(Way::Known(client));
    }
    if let ClientChoice::Document(url) = &sign_in.client
        && issuer.takes_documents
    {
        return Ok(Way::Known(by_document(url, sign_in, issuer)));
    }
    let mut earlier = sign_in.registered.iter().rev();
    if let Some(earlier) = earlier.find(|earlier| is_usable(earlier, sign_in, issuer)) {
        return Ok(Way::Known(earlier.clone()));
    }
    Ok(issuer.registration.clone().map_or(Way::Ask, Way::Register))
}

/// The client that was registered with this issuer beforehand, if there is one.
fn given(sign_in: &SignIn, issuer: &Issuer) -> Result<Option<Registration>> {
    let is_given = |earlier: &&Registration| earlier.origin == RegistrationOrigin::GivenByUser;
    let mut here = sign_in.registered.iter().rev().filter(|earlier| earlier.issuer == issuer.name);
    match &sign_in.client {
        ClientChoice::Registered { client_id, secret, issuer: named, method } => {
            let is_it =
                |earlier: &&Registration| is_given(earlier) && earlier.client_id == *client_id;
            // What a person gave once need not be given again, but to the same issuer.
            let here = here.find(is_it);
            let elsewhere = || sign_in.registered.iter().rev().find(is_it);
            let known_at = match (named, here) {
                (Some(named), _) => Some(&**named),
                (None, Some(_)) => None,
                (None, None) => elsewhere().map(|earlier| &*earlier.issuer),
            };
            if let Some(other) = known_at.filter(|known_at| !is_same(known_at, &issuer.name)) {
                return Err(foreign(client_id, other, issuer));
            }
            if secret.is_some() && known_at.is_none() && here.is_none() {
                return Err(unnamed(client_id, issuer));
            }
            let secret = secret.clone().or_else(|| here?.secret.clone());
            let method = method.unwrap_or_else(|| choose_method(issuer, secret.is_some()));
            Ok(Some(Registration {
                issuer: issuer.name.clone(),
                client_id: client_id.clone(),
                secret,
                method,
                origin: RegistrationOrigin::GivenByUser,
                secret_expires_at: None,
                redirect_uris: vec![sign_in.redirect.uri.clone()],
            }))
        }
        ClientChoice::Automatic => match (here.find(is_given), sign_in.registered.last()) {
            (Some(earlier), _) => Ok(Some(earlier.clone())),
            (None, Some(last)) if is_given(&last) => {
                Err(foreign(&last.client_id, &last.issuer, issuer))
            }
            (None, _) => Ok(None),
        },
        ClientChoice::Document(_) => Ok(None),
    }
}

/// The client that a person has named for this issuer.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: there is no such client.
pub(super) fn named(
    client: NamedClient,
    issuer: &Issuer,
    redirect: &Redirect,
) -> Result<Registration> {
    let NamedClient { client_id, secret } = client;
    let secret = secret.filter(|secret| !secret.expose().is_empty());
    let is_one = |text: &str| text.len() <= MAX_CREDENTIAL && is_credential(text);
    let is_fit = !client_id.is_empty()
        && is_one(&client_id)
        && secret.as_ref().is_none_or(|secret| is_one(secret.expose()));
    if !is_fit {
        let message = "no client has such an id or secret";
        return Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("give them as the authorization server shows them"));
    }
    Ok(Registration {
        issuer: issuer.name.clone(),
        client_id,
        method: choose_method(issuer, secret.is_some()),
        secret,
        origin: RegistrationOrigin::GivenByUser,
        secret_expires_at: None,
        redirect_uris: vec![redirect.uri.clone()],
    })
}

/// RFC 6749, appendix A.1 and A.2.
fn is_credential(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The issuer that the application names for the client that it gives.
pub(super) fn named_issuer(sign_in: &SignIn) -> Option<&str> {
    match &sign_in.client {
        ClientChoice::Registered { issuer, .. } => issuer.as_deref(),
        ClientChoice::Automatic | ClientChoice::Document(_) => None,
    }
}

/// Whether the client that was given is known to be one of this issuer.
pub(super) fn is_given_for(sign_in: &SignIn, issuer: &str) -> bool {
    match &sign_in.client {
        ClientChoice::Registered { issuer: Some(named), .. } => is_same(issuer, named),
        ClientChoice::Registered { client_id, issuer: None, .. } => {
            sign_in.registered.iter().any(|earlier| {
                earlier.origin == RegistrationOrigin::GivenByUser
                    && earlier.client_id == *client_id
                    && is_same(issuer, &earlier.issuer)
            })
        }
        ClientChoice::Automatic | ClientChoice::Document(_) => false,
    }
}

fn by_document(url: &Url, sign_in: &SignIn, issuer: &Issuer) -> Registration {
    Registration {
        issuer: issuer.name.clone(),
        client_id: url.as_str().to_owned(),
        secret: None,
        method: ClientAuthentication::None,
        origin: RegistrationOrigin::Document,
        secret_expires_at: None,
        redirect_uris: vec![sign_in.redirect.uri.clone()],
    }
}

/// The server alone says that a client's secret is one for this issuer.
fn unnamed(client_id: &str, issuer: &Issuer) -> Error {
    let name = shortened(&issuer.name);
    let client_id = shortened(client_id);
    let message =
        format!("the secret of the client {client_id} is not shown to {name}, which nobody named");
    refused(message).with_next_step(format!("say that the client is one of it: issuer {name}"))
}

fn foreign(client_id: &str, known_at: &str, issuer: &Issuer) -> Error {
    let message = format!(
        "the client {} is registered with {}, and the server now names {}",
        shortened(client_id),
        shortened(known_at),
        shortened(&issuer.name)
    );
    refused(message).with_next_step("register a client with the new one, and sign in with its id")
}

/// Whether an issuer that registered us earlier will know us again, and may send the browser here.
fn is_usable(earlier: &Registration, sign_in: &SignIn, issuer: &Issuer) -> bool {
    let is_over = match (earlier.secret_expires_at, sign_in.now) {
        (Some(end), Some(now)) => end <= now,
        _ => false,
    };
    earlier.issuer == issuer.name
        && earlier.origin == RegistrationOrigin::Dynamic
        && !is_over
        && sign_in.redirect.among(&earlier.redirect_uris).is_some()
}

/// How a client that was given authenticates: RFC 8414, section 2, says what silence means.
fn choose_method(issuer: &Issuer, has_secret: bool) -> ClientAuthentication {
    let offers =
        |name: &str| issuer.methods.as_ref().is_some_and(|all| all.iter().any(|m| m == name));
    if !has_secret {
        ClientAuthentication::None
    } else if offers("client_secret_post") && !offers("client_secret_basic") {
        ClientAuthentication::Post
    } else {
        ClientAuthentication::Basic
    }
}

/// What to ask a registration endpoint for. `adjusted` leaves out what an issuer may object to.
pub(super) fn request(
    sign_in: &SignIn,
    issuer: &Issuer,
    redirect: &Redirect,
    scopes: &[String],
    adjusted: bool,
) -> Value {
    let mut document = json!({
        "client_name": sign_in.client_name,
        "redirect_uris": [redirect.uri],
        "application_type": "native",
        "token_endpoint_auth_method": wanted_method(issuer).name(),
    });
    // Some issuers let a client ask for nothing that it was not registered with; others refuse to
    // register scopes that are a resource's, and not among their own.
    let own = |scope: &String| issuer.scopes.is_empty() || issuer.scopes.contains(scope);
    let has_scopes = !scopes.is_empty() && scopes.iter().all(own);
    // Without the scopes it may do already, and then the grant that renews tokens is not lost.
    if !adjusted || has_scopes {
        document["grant_types"] = json!(["authorization_code", "refresh_token"]);
        document["response_types"] = json!(["code"]);
    }
    if !adjusted && has_scopes {
        document["scope"] = scopes.join(" ").into();
    }
    document
}

/// Whether an issuer that refuses might take another request: not where it wants credentials, has
/// no such place, or was asked too often.
pub(super) fn may_adjust(status: StatusCode) -> bool {
    status.is_client_error()
        && !matches!(
            status,
            StatusCode::UNAUTHORIZED
                | StatusCode::NOT_FOUND
                | StatusCode::METHOD_NOT_ALLOWED
                | StatusCode::REQUEST_TIMEOUT
                | StatusCode::TOO_MANY_REQUESTS
        )
}

/// Whether nobody registers clients there.
pub(super) fn is_nowhere(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::GONE
            | StatusCode::NOT_IMPLEMENTED
    )
}

/// A program on a person's machine keeps no secret from that person, so it is public if it may be.
fn wanted_method(issuer: &Issuer) -> ClientAuthentication {
    let Some(methods) = &issuer.methods else { return ClientAuthentication::None };
    let order =
        [ClientAuthentication::None, ClientAuthentication::Basic, ClientAuthentication::Post];
    let offered = |method: &ClientAuthentication| methods.iter().any(|name| name == method.name());
    order.into_iter().find(offered).unwrap_or(ClientAuthentication::None)
}

/// Another redirect for an issuer that did not like this one: some take `localhost` only.
pub(super) fn adjust(redirect: &Redirect, refusal: &Answer) -> Option<Redirect> {
    let document = Document::read(&refusal.body)?;
    if redirect.is_fixed || document.text("error") != Some("invalid_redirect_uri") {
        return None;
    }
    let mut url = Url::parse(&redirect.uri).ok()?;
    url.set_host(Some("localhost")).ok()?;
    (url.as_str() != redirect.uri).then(|| Redirect { uri: url.into(), is_fixed: false })
}

/// Reads what a registration endpoint answered.
///
/// # Errors
/// It did not register us, in a sentence.
pub(super) fn read(answer: &Answer, issuer: &Issuer, redirect: &Redirect) -> Result<Registration> {
    let document = Document::read(&answer.body);
    if !answer.status.is_success() {
        return Err(refusal(answer, document.as_ref(), issuer));
    }
    let broken = |what: &str| refused(format!("the issuer's answer to a registration {what}"));
    let document = document.ok_or_else(|| broken("is no JSON object"))?;
    let credential = |member: &str| {
        let text = document.text(member).filter(|text| !text.is_empty());
        match text {
            Some(text) if text.len() > MAX_CREDENTIAL => Err(broken("is too long")),
            Some(text) if !is_credential(text) => {
                Err(broken("holds characters that no client has"))
            }
            text => Ok(text),
        }
    };
    let client_id = credential("client_id")?.ok_or_else(|| broken("holds no client_id"))?;
    let secret = credential("client_secret")?.map(Secret::new);
    let method = match document.text("token_endpoint_auth_method") {
        None if secret.is_none() => ClientAuthentication::None,
        None => match wanted_method(issuer) {
            ClientAuthentication::None => choose_method(issuer, true),
            method => method,
        },
        Some(name) => ClientAuthentication::named(name)
            .ok_or_else(|| broken("wants a way to authenticate that is not supported"))?,
    };
    if method != ClientAuthentication::None && secret.is_none() {
        return Err(broken("wants a secret, and gives none"));
    }
    Ok(Registration {
        issuer: issuer.name.clone(),
        client_id: client_id.to_owned(),
        secret,
        method,
        origin: RegistrationOrigin::Dynamic,
        secret_expires_at: document.seconds("client_secret_expires_at"),
        redirect_uris: vec![redirect.uri.clone()],
    })
}

fn refusal(answer: &Answer, document: Option<&Document>, issuer: &Issuer) -> Error {
    let mut message = format!(
        "{} refuses to register this program ({})",
        shortened(&issuer.name),
        answer.status.as_u16()
    );
    let said = |member: &str| document.and_then(|document| document.text(member)).map(shortened);
    for part in [said("error"), said("error_description")].into_iter().flatten() {
        message.push_str(": ");
        message.push_str(&part);
    }
    refused(message)
        .with_next_step("register a client with whoever runs it, and sign in with its id")
}

impl ClientAuthentication {
    /// The name in metadata and registrations.
    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::None, Self::Basic, Self::Post].into_iter().find(|method| method.name() == name)
    }
}

/// The document to publish at an address, so that the address can be the program's client id
/// (2026-07-28 basic/authorization/client-registration, "Client ID Metadata Documents"). Issuers
/// let the port of a loopback address vary (RFC 8252, section 7.3); who knows one that does not
/// names a port.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: the address is not `https`, or has no path.
pub fn client_document(url: &Url, name: &str, port: Option<u16>) -> Result<Value> {
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if url.scheme() != "https" || url.path() == "/" || !is_plain {
        let message = "a client's metadata document does not stand at such an address";
        return Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("use an https address with a path, such as https://host/client.json"));
    }
    let port = port.map_or_else(String::new, |port| format!(":{port}"));
    let redirects: Vec<String> = ["127.0.0.1", "[::1]", "localhost"]
        .map(|host| format!("http://{host}{port}/callback"))
        .into();
    Ok(json!({
        "client_id": url.as_str(),
        "client_name": name,
        "redirect_uris": redirects,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "application_type": "native",
    }))
}
