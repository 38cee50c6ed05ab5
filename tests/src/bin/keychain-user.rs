//! One process among several that keep records under a key in the keychain of this session.
//!
//! `keychain-user FOLDER COMMAND [NAME [RECORD]]` prints the outcome in one line.

use std::{env, future, io, io::Write as _, path::PathBuf, task::Poll};

use hostline::{
    Result,
    auth::{SealedFiles, SecretBytes, TokenStore},
};
use tokio::io::{AsyncReadExt, stdin};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match &*arguments {
        [folder, rest @ ..] => obey(PathBuf::from(folder), rest).await,
        [] => Ok("a folder is needed".to_owned()),
    };
    say(&outcome.unwrap_or_else(|error| error.to_string()));
}

async fn obey(folder: PathBuf, command: &[&str]) -> Result<String> {
    let store = SealedFiles::with_keychain(Some(folder))?;
    match command {
        ["prepare"] => store.prepare().await.map(|()| "ready".to_owned()),
        ["save", name, record] => {
            store.save(name, bytes(record)).await.map(|()| "saved".to_owned())
        }
        ["load", name] => load(&store, name).await,
        ["remove", name] => Ok(format!("removed: {}", store.remove(name).await?)),
        ["names"] => Ok(store.names().await?.join(" ")),
        ["save-late", name, record] => save_late(&store, name, record).await,
        ["load-after", name] => load_after(&store, name).await,
        _ => Ok("unknown command".to_owned()),
    }
}

async fn load(store: &SealedFiles, name: &str) -> Result<String> {
    let record = store.load(name).await?;
    let text = record.map(|record| String::from_utf8_lossy(record.expose()).into_owned());
    Ok(text.unwrap_or_else(|| "nothing".to_owned()))
}

/// Locks the name, says so, and saves when its input ends.
async fn save_late(store: &SealedFiles, name: &str, record: &str) -> Result<String> {
    let _lock = store.lock(name).await?;
    say("locked");
    let mut input = Vec::new();
    let _ = stdin().read_to_end(&mut input).await;
    store.save(name, bytes(record)).await?;
    Ok("saved".to_owned())
}

/// Loads when it has got the lock, and says before whether another holds it.
async fn load_after(store: &SealedFiles, name: &str) -> Result<String> {
    let mut locking = store.lock(name);
    let at_once = future::poll_fn(|cx| match locking.as_mut().poll(cx) {
        Poll::Ready(lock) => Poll::Ready(Some(lock)),
        Poll::Pending => Poll::Ready(None),
    });
    let at_once = at_once.await;
    say(if at_once.is_some() { "free" } else { "waiting" });
    let _lock = match at_once {
        Some(lock) => lock?,
        None => locking.await?,
    };
    load(store, name).await
}

fn bytes(text: &str) -> SecretBytes {
    SecretBytes::from(text.as_bytes().to_vec())
}

/// Prints a line at once: who reads it waits for it.
fn say(line: &str) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
