//! `login`, `logout` and `auth`: who we are to a server.

use std::{
    io::{self, IsTerminal, Read},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use hostline::{
    Client, Error, ErrorCode, Result,
    auth::{
        Account, AccountStatus, Secret, SessionStatus,
        flow::{RegistrationOrigin, client_document},
    },
    net::HttpClient,
    text::display_safe,
};
use serde_json::{Value, json};
use url::Url;

use super::site::Place;
use crate::{
    args::{AuthAction, AuthArgs, LoginArgs, LogoutArgs, Site},
    drive,
    exit::{Exit, Failure, Outcome, usage},
    output::{Cell, Console, Paint, table},
    sign_in,
};

/// The longest secret that is read, in bytes.
const MAX_SECRET: u64 = 64 << 10;

/// Signs in, or finds that somebody has.
pub(super) fn login(args: &LoginArgs, console: &Arc<Console>) -> Outcome {
    let secret = args.client_secret_stdin.then(read_secret).transpose()?;
    drive::block_on(async {
        let mut signals = drive::listen()?;
        tokio::select! {
            exit = signals.next() => Err(Failure::Stopped(exit)),
            outcome = sign_in_to(args, secret, console) => outcome,
        }
    })
}

async fn sign_in_to(args: &LoginArgs, secret: Option<Secret>, console: &Arc<Console>) -> Outcome {
    let Place { url, settings, mut oauth } = Place::find(&args.site, console).await?;
    if !args.scope.is_empty() {
        oauth = oauth.scopes(args.scope.iter().cloned());
    }
    if let Some(client_id) = &args.client_id {
        oauth = oauth.client_id(client_id);
    }
    if let Some(issuer) = &args.issuer {
        oauth = oauth.issuer(issuer);
    }
    if let Some(secret) = secret {
        oauth = oauth.client_secret(secret);
    }
    if let Some(port) = args.redirect_port {
        oauth = oauth.redirect_port(port);
    }
    if args.no_resource {
        oauth = oauth.without_resource_parameter();
    }
    if args.no_browser {
        let told = console.clone();
        oauth = oauth.open_with(move |visit| sign_in::paste(told.clone(), visit));
    }
    // The server is asked first: what it demands is what is signed in for.
    let http = HttpClient::new(settings.clone());
    let account = oauth.unattended().account(&http, &url)?;
    let connect = || {
        let builder = Client::builder().name("hostline-cli").title("Hostline");
        builder.http(settings.clone()).auth(account.clone()).connect(url.clone())
    };
    let mut signed_in_now = false;
    let client = match connect().await {
        Err(error) if wants_sign_in(&error, &account).await => {
            account.sign_in().await?;
            signed_in_now = true;
            connect().await?
        }
        outcome => outcome?,
    };
    let session = account.status().await?.session;
    let granted = session.as_ref().map_or(&[][..], |session| &session.scopes);
    let allows_too_little = !args.scope.iter().all(|scope| granted.contains(scope));
    if !signed_in_now && (session.is_none() || allows_too_little) {
        // It may still want somebody for some of what it does.
        account.sign_in().await.map_err(|error| match session {
            Some(_) => error,
            None => {
                error.with_next_step("the server answers without a sign-in; perhaps it needs none")
            }
        })?;
        signed_in_now = true;
    }
    let _ = client.close().await;
    let status = account.status().await?;
    if !console.settings.json {
        console.note(if signed_in_now { "signed in" } else { "signed in already" });
    }
    show(&status, console)
}

/// Whether somebody who signs in may well help: the server wants it, or what is there cannot be read
/// or renewed.
async fn wants_sign_in(error: &Error, account: &Account) -> bool {
    let is_over = |session: SessionStatus| {
        session.expires_at.is_some_and(|expires_at| expires_at <= SystemTime::now())
    };
    match error.code() {
        ErrorCode::AuthRequired | ErrorCode::AuthFailed | ErrorCode::Storage => true,
        _ => account.status().await.is_ok_and(|status| status.session.is_some_and(is_over)),
    }
}

/// Signs out.
pub(super) fn logout(args: &LogoutArgs, console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        let was_there = account(&args.site, console).await?.sign_out().await?;
        if console.settings.json {
            console.print_json(&json!({ "signedOut": was_there }))?;
        } else {
            console.note(if was_there { "signed out" } else { "nobody has signed in" });
        }
        Ok(Exit::OK)
    })
}

/// Tells how a sign-in stands, or what to publish.
pub(super) fn auth(args: &AuthArgs, console: &Arc<Console>) -> Outcome {
    match &args.action {
        AuthAction::Status(site) => drive::block_on(async {
            let status = account(site, console).await?.status().await?;
            show(&status, console)
        }),
        AuthAction::ClientDocument { url, name, redirect_port, .. } => {
            let url = Url::parse(url).map_err(|_| {
                usage("the address is not valid")
                    .with_next_step("write it like https://host/client.json")
            })?;
            console.print_json(&client_document(&url, name, *redirect_port)?)?;
            Ok(Exit::OK)
        }
    }
}

async fn account(site: &Site, console: &Arc<Console>) -> Outcome<Account> {
    let Place { url, settings, oauth } = Place::find(site, console).await?;
    Ok(oauth.unattended().account(&HttpClient::new(settings), &url)?)
}

fn read_secret() -> Outcome<Secret> {
    if io::stdin().is_terminal() {
        return Ok(sign_in::ask_hidden("Client secret: ")?);
    }
    Ok(read_all("the client secret")?)
}

/// A secret from the standard input, without the line's end.
pub(super) fn read_all(what: &str) -> Result<Secret> {
    let mut text = String::new();
    let read = io::stdin().lock().take(MAX_SECRET + 1).read_to_string(&mut text);
    read.map_err(|_| usage(format!("{what} could not be read, or is no text")))?;
    let line =
        text.strip_suffix('\n').map_or(&*text, |line| line.strip_suffix('\r').unwrap_or(line));
    if line.is_empty() || text.len() as u64 > MAX_SECRET {
        return Err(usage(format!("{what} is empty, or longer than {MAX_SECRET} bytes")));
    }
    Ok(Secret::new(line))
}

fn show(status: &AccountStatus, console: &Console) -> Outcome {
    if console.settings.json {
        console.print_json(&as_json(status))?;
    } else if let Some(session) = &status.session {
        console.print(&as_text(status, session, console))?;
    } else {
        console.note("nobody has signed in");
    }
    // A script asks whether somebody has signed in.
    Ok(if status.session.is_some() { Exit::OK } else { Exit::AUTHORIZATION })
}

fn as_json(status: &AccountStatus) -> Value {
    let seconds = |time: SystemTime| {
        time.duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default()
    };
    let session = status.session.as_ref().map(|session| {
        json!({
            "issuer": session.issuer,
            "clientId": session.client_id,
            "registration": session.registration.map(origin),
            "scopes": session.scopes,
            "obtainedAt": seconds(session.obtained_at),
            "expiresAt": session.expires_at.map(seconds),
            "refreshedAt": session.refreshed_at.map(seconds),
            "canBeRenewed": session.can_be_renewed,
        })
    });
    json!({ "server": status.server, "store": status.store, "session": session })
}

fn as_text(status: &AccountStatus, session: &SessionStatus, console: &Console) -> String {
    let client = session.client_id.as_deref().unwrap_or("none");
    let client = match session.registration {
        Some(registration) => format!("{client} ({})", origin(registration)),
        None => client.to_owned(),
    };
    let scopes =
        if session.scopes.is_empty() { "none named".into() } else { session.scopes.join(" ") };
    let renewal = if session.can_be_renewed { "renewed by itself" } else { "then sign in again" };
    let expiry = match session.expires_at {
        Some(time) => format!("{}; {renewal}", relative(time)),
        None => format!("not told; {renewal}"),
    };
    let refreshed = session.refreshed_at.map_or_else(|| "not yet".into(), relative);
    let rows = [
        ("server", status.server.clone()),
        ("issuer", session.issuer.clone()),
        ("client", client),
        ("scopes", scopes),
        ("expires", expiry),
        ("last refresh", refreshed),
        ("kept", status.store.clone()),
    ];
    let rows: Vec<Vec<Cell>> = rows
        .into_iter()
        .map(|(name, value)| {
            let value = (display_safe(&value).into_owned(), Paint::Plain);
            vec![(name.to_owned(), Paint::Dim), value]
        })
        .collect();
    table(&rows, 0, console.style(), console.width())
}

/// How a client came to be known, in a word or two.
fn origin(registration: RegistrationOrigin) -> &'static str {
    match registration {
        RegistrationOrigin::GivenByUser => "given",
        RegistrationOrigin::Document => "metadata document",
        RegistrationOrigin::Dynamic => "registered by itself",
    }
}

/// How long ago, or how soon.
fn relative(time: SystemTime) -> String {
    let now = SystemTime::now();
    match time.duration_since(now) {
        Ok(until) => format!("in {}", rough(until)),
        Err(since) => format!("{} ago", rough(since.duration())),
    }
}

fn rough(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (count, unit) = match seconds {
        0..=119 => (seconds, "s"),
        120..=7_199 => (seconds / 60, "min"),
        7_200..=172_799 => (seconds / 3_600, "h"),
        _ => (seconds / 86_400, "days"),
    };
    format!("{count} {unit}")
}
