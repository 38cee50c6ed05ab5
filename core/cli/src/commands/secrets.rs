//! `secret`: texts that nobody should see, kept where the tokens are.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use hostline::{
    Result,
    auth::{Secret, SecretBytes},
};
use serde_json::json;

use super::account::read_all;
use crate::{
    args::{SecretAction, SecretArgs},
    drive,
    exit::{Exit, Outcome, usage},
    output::Console,
    sign_in,
};

/// What the names of secrets begin with in the store.
const PREFIX: &str = "secret/";
/// The longest name.
const MAX_NAME: usize = 200;

pub(super) fn run(args: &SecretArgs, console: &Arc<Console>) -> Outcome {
    drive::block_on(async {
        match &args.action {
            SecretAction::Set { name, .. } => set(name, console).await,
            SecretAction::List { .. } => list(console).await,
            SecretAction::Delete { name, .. } => delete(name, console).await,
        }
    })
}

/// A secret that is kept.
pub(crate) async fn look_up(name: &str) -> Result<Secret> {
    let stored = sign_in::store()?.load(&record_name(name)?).await?;
    let missing = || {
        usage(format!("there is no secret named {name}"))
            .with_next_step(format!("keep one: hostline secret set {name}"))
    };
    stored.and_then(|bytes| bytes.to_secret()).ok_or_else(missing)
}

async fn set(name: &str, console: &Console) -> Outcome {
    let record = record_name(name)?;
    let secret = if io::stdin().is_terminal() {
        sign_in::ask_hidden(&format!("{name}: "))?
    } else {
        read_all("the secret")?
    };
    if secret.expose().is_empty() {
        return Err(usage("the secret is empty").into());
    }
    sign_in::store()?.save(&record, SecretBytes::from(&secret)).await?;
    console.note(&format!("kept {name}"));
    Ok(Exit::OK)
}

async fn list(console: &Console) -> Outcome {
    let names = sign_in::store()?.names().await?;
    let mut names: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix(PREFIX)).collect();
    names.sort_unstable();
    if console.settings.json {
        console.print_json(&json!(names))?;
        return Ok(Exit::OK);
    }
    if names.is_empty() {
        console.note("no secrets are kept");
    }
    for name in names {
        console.print(&format!("{name}\n"))?;
    }
    Ok(Exit::OK)
}

async fn delete(name: &str, console: &Console) -> Outcome {
    if !sign_in::store()?.remove(&record_name(name)?).await? {
        return Err(usage(format!("there is no secret named {name}")).into());
    }
    console.note(&format!("forgot {name}"));
    Ok(Exit::OK)
}

fn record_name(name: &str) -> Result<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(plain) {
        return Err(usage("the name of a secret is not valid")
            .with_next_step("use letters, digits, hyphens, underscores and dots"));
    }
    Ok(format!("{PREFIX}{name}"))
}
