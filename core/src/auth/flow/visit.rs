//! The person's part: the address that the browser opens, and the one that it is sent back to.

use oauth2::{PkceCodeChallenge, PkceCodeVerifier};
use ring::digest::{SHA256, digest};
use url::Url;

use super::{Redirect, Registration, SignIn, issuer::Issuer, refused, scopes, shortened};
use crate::{auth::Secret, error::Result};

/// The longest address that a browser is believed to have been sent back to, in bytes.
const MAX_ADDRESS: usize = 32 << 10;

/// One visit of a person to an issuer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visit {
    /// The address to open: `https`, or `http` on this machine.
    pub url: Url,
    /// Where the browser is sent back to.
    pub redirect_uri: String,
    /// The issuer.
    pub issuer: String,
    /// What the person is asked to allow; none where the issuer decides.
    pub scopes: Vec<String>,
    /// The client that the issuer knows us as.
    pub client_id: String,
}

/// Makes the authorization request (OAuth 2.1, section 4.1.1).
pub(super) fn prepare(
    sign_in: &SignIn,
    issuer: &Issuer,
    client: &Registration,
    redirect: &Redirect,
    resource: Option<&str>,
    scope: &[String],
) -> Visit {
    let verifier = PkceCodeVerifier::new(sign_in.random.verifier.expose().to_owned());
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
    let joined = scope.join(" ");
    let mut parameters = vec![
        ("response_type", "code"),
        ("client_id", &*client.client_id),
        ("redirect_uri", &*redirect.uri),
        ("state", &*sign_in.random.state),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", challenge.method().as_str()),
    ];
    parameters.extend(resource.map(|resource| ("resource", resource)));
    if !scope.is_empty() {
        parameters.push(("scope", &joined));
    }
    if scopes::wants_offline_access(scope) {
        // OpenID Connect Core, section 11: without it the scope is passed over.
        parameters.push(("prompt", "consent"));
    }
    let mut url = issuer.authorization.clone();
    // What the issuer's address says itself stays as it is, unless it is ours to say.
    let own = |name: &str| parameters.iter().any(|(ours, _)| *ours == name);
    if url.query_pairs().any(|(name, _)| own(&name)) {
        let kept: Vec<(String, String)> =
            url.query_pairs().into_owned().filter(|(name, _)| !own(name)).collect();
        url.query_pairs_mut().clear().extend_pairs(kept);
    }
    url.query_pairs_mut().extend_pairs(&parameters);
    Visit {
        url,
        redirect_uri: redirect.uri.clone(),
        issuer: issuer.name.clone(),
        scopes: scope.to_vec(),
        client_id: client.client_id.clone(),
    }
}

/// Reads the address that the browser was sent back to, and gives the code.
///
/// Nothing of it is used before it is known to be the answer to our own question, from the issuer
/// that was asked (2026-07-28 basic/authorization, "Authorization Response Validation").
///
/// # Errors
/// It is not; or the issuer, or the person, said no.
pub(super) fn read(
    sign_in: &SignIn,
    issuer: &Issuer,
    redirect: &Redirect,
    address: &str,
) -> Result<Secret> {
    let foreign = |why: &str| {
        refused(format!("the browser came back with an answer that is not to our question: {why}"))
            .with_next_step("try again; if it happens again, somebody may be interfering")
    };
    if address.len() > MAX_ADDRESS {
        return Err(foreign("it is too long"));
    }
    let url = Url::parse(address.trim()).map_err(|_| foreign("it is no address"))?;
    if !redirect.is_reached_by(&url) {
        return Err(foreign("it is not the address that the browser was to be sent back to"));
    }
    let one = |name: &'static str| {
        let mut values = url.query_pairs().filter(|(key, _)| key == name).map(|(_, value)| value);
        let first = values.next();
        if values.next().is_some() {
            return Err(foreign(&format!("{name} is there twice")));
        }
        Ok(first)
    };
    let state = one("state")?.ok_or_else(|| foreign("state is missing"))?;
    // How long it takes to compare digests says nothing of what they are of.
    let hashed = |text: &str| digest(&SHA256, text.as_bytes());
    if hashed(&state).as_ref() != hashed(&sign_in.random.state).as_ref() {
        return Err(foreign("state is another"));
    }
    match one("iss")? {
        Some(iss) if iss != issuer.name => return Err(foreign("it is from another issuer")),
        None if issuer.names_itself => {
            return Err(foreign("it does not say which issuer it is from"));
        }
        Some(_) | None => {}
    }
    let (error, code) = (one("error")?, one("code")?);
    if let Some(error) = error {
        return Err(declined(&error, one("error_description")?.as_deref()));
    }
    match code.filter(|code| !code.is_empty()) {
        Some(code) => Ok(Secret::new(code.into_owned())),
        None => Err(foreign("it holds neither a code nor an error")),
    }
}

fn declined(error: &str, description: Option<&str>) -> crate::Error {
    if error == "access_denied" {
        return refused("the sign-in was declined").with_next_step("try again, and agree");
    }
    let mut message = format!("the issuer refuses the sign-in: {}", shortened(error));
    if let Some(description) = description.filter(|text| !text.is_empty()) {
        message.push_str(": ");
        message.push_str(&shortened(description));
    }
    let passes = matches!(error, "server_error" | "temporarily_unavailable");
    refused(message).with_next_step(if passes { "try again later" } else { "ask whoever runs it" })
}
