//! How a person at a terminal signs in, and where the tokens are kept.

use std::{env, io::IsTerminal, sync::Arc};

use hostline::{
    Error, ErrorCode, Result,
    auth::{
        Auth, MemoryStore, OAuth, SealedFiles, Secret, TokenStore,
        flow::{NamedClient, Visit},
        open_browser,
    },
    text::display_safe,
};

use crate::{exit::usage, input::read_line, output::Console};

/// Where tokens and secrets are kept, if not in the keychain.
const STORE: &str = "HOSTLINE_STORE";
/// The passphrase of the file that they are kept in instead.
const PASSPHRASE: &str = "HOSTLINE_PASSPHRASE";

/// Signing in on the way to something else. Without a person it is never begun.
pub(crate) fn on_the_way(console: &Arc<Console>, asks: bool) -> Result<OAuth> {
    let oauth = settings(console)?;
    Ok(if asks { oauth } else { oauth.unattended() })
}

/// The settings of every sign-in.
pub(crate) fn settings(console: &Arc<Console>) -> Result<OAuth> {
    let told = console.clone();
    let asking = console.clone();
    let oauth = Auth::oauth()
        .open_with(move |visit| open(told.clone(), visit))
        .ask_for_client_with(move |issuer| ask_for_client(asking.clone(), issuer));
    Ok(match given_store()? {
        Some(store) => oauth.shared_store(store),
        None => oauth,
    })
}

/// The place where tokens and secrets are kept.
pub(crate) fn store() -> Result<Arc<dyn TokenStore>> {
    match given_store()? {
        Some(store) => Ok(store),
        None => Ok(Arc::new(SealedFiles::with_keychain(None)?)),
    }
}

/// The place that the environment names.
fn given_store() -> Result<Option<Arc<dyn TokenStore>>> {
    let Some(choice) = env::var_os(STORE) else { return Ok(None) };
    Ok(match choice.to_str() {
        Some("" | "keychain") => None,
        Some("session") => Some(Arc::new(MemoryStore::new())),
        Some("passphrase") => Some(Arc::new(SealedFiles::with_passphrase(None, passphrase()?)?)),
        _ => {
            return Err(usage(format!("{STORE} is neither keychain, passphrase nor session"))
                .with_next_step("set it to one of them, or leave it out"));
        }
    })
}

fn passphrase() -> Result<Secret> {
    match env::var(PASSPHRASE) {
        Ok(passphrase) if !passphrase.is_empty() => Ok(Secret::new(passphrase)),
        _ if std::io::stdin().is_terminal() => ask_hidden("Passphrase: "),
        _ => Err(usage("there is nobody to ask for the passphrase")
            .with_next_step(format!("set {PASSPHRASE}"))),
    }
}

/// Asks for a line that is not shown while it is typed.
pub(crate) fn ask_hidden(prompt: &str) -> Result<Secret> {
    rpassword::prompt_password(prompt).map(Secret::new).map_err(|cause| {
        Error::new(ErrorCode::InvalidInput, "nothing could be read from the terminal")
            .with_source(cause)
    })
}

/// Asks for the client that was registered with an issuer, where there is somebody to ask.
async fn ask_for_client(console: Arc<Console>, issuer: String) -> Result<Option<NamedClient>> {
    if !console.can_ask() {
        return Ok(None);
    }
    console.clear_status();
    console.say(&format!(
        "{} registers no programs by itself. If this one was registered there, type its client \
         id, else nothing:",
        display_safe(&issuer)
    ));
    let client_id = read_line().await.map(|line| line.trim().to_owned()).unwrap_or_default();
    if client_id.is_empty() {
        return Ok(None);
    }
    let secret = ask_hidden("Client secret, if it has one: ")?;
    Ok(Some(NamedClient { client_id, secret: Some(secret) }))
}

/// Opens the page of an issuer, and says so.
async fn open(console: Arc<Console>, visit: Visit) -> Result<Option<String>> {
    console.clear_status();
    let host = visit.url.host_str().unwrap_or_default();
    console.note(&format!("sign in at {host}, in the browser; Ctrl-C gives up"));
    match open_browser(&visit.url).await {
        Ok(()) => Ok(None),
        Err(error) if console.can_ask() => {
            console.note(&format!("{error}"));
            paste(console, visit).await
        }
        Err(error) => {
            Err(error.with_next_step("sign in from a terminal: hostline login --no-browser"))
        }
    }
}

/// Shows the address to open, and takes the one that the browser ends at.
pub(crate) async fn paste(console: Arc<Console>, visit: Visit) -> Result<Option<String>> {
    console.say("Open this address in a browser:");
    console.say("");
    console.say(visit.url.as_str());
    console.say("");
    console.say(&format!(
        "In the end the browser is sent to an address that begins with {}. If nothing happens \
         here then, paste that address:",
        visit.redirect_uri
    ));
    // Without a line the browser may still come back by itself.
    Ok(read_line().await.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()))
}
