//! The clients that may come over HTTP, each by a token of its own.
//!
//! Of a token only its SHA-256 is kept: it is random and long, so that nobody finds it again from
//! that. It is shown once, when it is made.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{sync::watch, task::spawn_blocking, time::Instant};

use super::{
    callers::{self, SELF_NAMED},
    lock,
};
use crate::{
    auth::{Principal, Secret, unguessable},
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::{Digest, Host, HostSettings, policy::ClientName},
};

/// The most clients.
pub const MAX_CLIENTS: usize = 256;
/// The folder below the folder for data.
const FOLDER: &str = "gateway";
const FILE: &str = "clients.json";
const LOCK: &str = "clients.lock";
/// How long a change waits for another process that is changing the file.
const LOCK_WAIT: Duration = Duration::from_secs(10);
/// The longest file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The format that this program reads and writes.
const FORMAT: u32 = 1;
/// What tokens begin with, so that one that was lost somewhere is known for what it is.
const TOKEN: &str = "hostline_";
/// How long it is believed what the file said.
const FRESH: Duration = Duration::from_secs(1);

/// The clients that may come over HTTP. Clones are the same.
///
/// A file that is damaged or was written by a newer release is [`ErrorCode::Storage`], and stays as
/// it is; nobody is let in then. Changes by other processes count within a second.
#[derive(Clone)]
pub struct GatewayClients(Arc<Inner>);

struct Inner {
    folder: Arc<Folder>,
    seen: Mutex<Option<Seen>>,
    /// Those who were let in, by the digests of their tokens.
    inside: Mutex<BTreeMap<Digest, Inside>>,
}

/// One who was let in.
struct Inside {
    principal: Principal,
    /// Becomes true when the token is good for nothing any more.
    taken_back: watch::Sender<bool>,
}

/// What the file said, and when.
struct Seen {
    clients: Arc<Clients>,
    at: Instant,
}

/// By name, the digest of the token.
type Clients = BTreeMap<ClientName, Digest>;

#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(rename = "version")]
    format: u32,
    clients: Clients,
}

impl GatewayClients {
    /// Those of the host of the person who runs the program.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the environment names no folder for data.
    pub fn standard() -> Result<Self> {
        Ok(Self::at(HostSettings::standard()?.data()))
    }

    /// Those of a host.
    pub fn of(host: &Host) -> Self {
        Self::at(host.data())
    }

    /// Those whose file is below a folder for data.
    pub fn at(data: impl Into<PathBuf>) -> Self {
        let folder = Arc::new(Folder::new(data.into().join(FOLDER)));
        Self(Arc::new(Inner { folder, seen: Mutex::default(), inside: Mutex::default() }))
    }

    /// Lets a client in from now on, and gives its token, which nobody can be shown again. A client
    /// that has one already loses that.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no name of a client, or one that clients give themselves.
    /// [`ErrorCode::Limit`]: there are too many. [`ErrorCode::Storage`]: it could not be kept.
    pub async fn add_client(&self, name: &str) -> Result<Secret> {
        if name.starts_with(SELF_NAMED) {
            let message = format!("`{SELF_NAMED}` stands before what clients call themselves");
            return Err(
                Error::new(ErrorCode::InvalidInput, message).with_next_step("take another name")
            );
        }
        let name = ClientName::parse(name)?;
        let token = Secret::new(format!("{TOKEN}{}", unguessable()?));
        let digest = Digest::of(token.expose().as_bytes());
        self.change(move |clients| {
            if clients.len() >= MAX_CLIENTS && !clients.contains_key(&name) {
                let message = format!("there are {MAX_CLIENTS} clients already");
                return Err(Error::new(ErrorCode::Limit, message)
                    .with_next_step("remove those that you do not use any more"));
            }
            clients.insert(name, digest);
            Ok(())
        })
        .await?;
        Ok(token)
    }

    /// Lets a client in no more. Says whether there was one of this name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it is no name of a client. [`ErrorCode::Storage`]: it could not
    /// be kept.
    pub async fn remove_client(&self, name: &str) -> Result<bool> {
        let name = ClientName::parse(name)?;
        self.change(move |clients| Ok(clients.remove(&name).is_some())).await
    }

    /// The names of the clients.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the file cannot be read.
    pub async fn clients(&self) -> Result<Vec<ClientName>> {
        *lock(&self.0.seen) = None;
        Ok(self.known().await?.keys().cloned().collect())
    }

    /// Whose a token is; nobody's, if it is none.
    pub(super) async fn judge(&self, token: &Secret) -> Result<Option<Principal>> {
        let digest = Digest::of(token.expose().as_bytes());
        let clients = self.known().await?;
        let found = clients.iter().find(|(_, known)| **known == digest);
        Ok(found.map(|(name, _)| self.let_in(name, digest)))
    }

    /// Whatever goes on for a client ends with its token.
    fn let_in(&self, name: &ClientName, token: Digest) -> Principal {
        let mut inside = lock(&self.0.inside);
        let inside = inside.entry(token).or_insert_with(|| {
            let (taken_back, _) = watch::channel(false);
            Inside { principal: callers::of(name, &token), taken_back }
        });
        inside.principal.clone().until(inside.taken_back.subscribe())
    }

    /// Looks who was let in and may not be here any more, ends what goes on for them, and gives them.
    /// It does nothing where nobody was let in.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: the file cannot be read; nobody is let in meanwhile, and who is here
    /// stays.
    pub(super) async fn review(&self) -> Result<Vec<Principal>> {
        if lock(&self.0.inside).is_empty() {
            return Ok(Vec::new());
        }
        let clients = self.read_anew().await?;
        let mut inside = lock(&self.0.inside);
        let gone = inside.extract_if(.., |token, _| !clients.values().any(|known| known == token));
        let gone = gone.map(|(_, inside)| {
            inside.taken_back.send_replace(true);
            inside.principal
        });
        Ok(gone.collect())
    }

    async fn known(&self) -> Result<Arc<Clients>> {
        if let Some(seen) = &*lock(&self.0.seen)
            && seen.at.elapsed() < FRESH
        {
            return Ok(seen.clients.clone());
        }
        self.read_anew().await
    }

    async fn read_anew(&self) -> Result<Arc<Clients>> {
        let folder = self.0.folder.clone();
        let clients = Arc::new(blocking(move || read(&folder)).await?);
        *lock(&self.0.seen) = Some(Seen { clients: clients.clone(), at: Instant::now() });
        Ok(clients)
    }

    /// Changes the file, while no other process does.
    async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Clients) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let held = self.0.folder.lock(LOCK, LOCK_WAIT).await?;
        let folder = self.0.folder.clone();
        let outcome = blocking(move || {
            let mut clients = read(&folder)?;
            let outcome = change(&mut clients)?;
            let kept = Kept { format: FORMAT, clients };
            let bytes = serde_json::to_vec(&kept).map_err(|error| {
                Error::new(ErrorCode::Internal, "the clients have no JSON form").with_source(error)
            })?;
            folder.write(FILE, &bytes)?;
            drop(held);
            Ok(outcome)
        })
        .await;
        *lock(&self.0.seen) = None;
        outcome
    }
}

impl std::fmt::Debug for GatewayClients {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = self.0.folder.path();
        f.debug_struct("GatewayClients").field("folder", &folder).finish_non_exhaustive()
    }
}

fn read(folder: &Folder) -> Result<Clients> {
    let Some(bytes) = folder.read(FILE, MAX_BYTES)? else { return Ok(Clients::new()) };
    let path = folder.path().join(FILE);
    let unreadable = |why: String| {
        Error::new(ErrorCode::Storage, format!("{} {why}", path.display()))
            .with_next_step("move the file away, and add the clients anew")
    };
    let kept: Kept = serde_json::from_slice(&bytes)
        .map_err(|error| unreadable(format!("is damaged: {error}")).with_source(error))?;
    if kept.format != FORMAT {
        return Err(unreadable(format!("is of format {}", kept.format)));
    }
    Ok(kept.clients)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(Error::new(ErrorCode::Internal, "storing failed without a word").with_source(error))
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            env::temp_dir().join(format!("hostline-gateway-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[tokio::test]
    async fn a_token_lets_its_client_in_until_that_is_removed() {
        let folder = folder("token");
        let clients = GatewayClients::at(&folder);
        let token = clients.add_client("editor").await.unwrap();
        let other = clients.add_client("script").await.unwrap();
        let editor = clients.judge(&token).await.unwrap().unwrap();
        assert_eq!(editor.client_id(), Some("editor"));
        let script = clients.judge(&other).await.unwrap().unwrap();
        assert!(!script.is_same_as(&editor));
        assert!(clients.add_client("stdio:editor").await.is_err(), "anybody may say that");
        assert_eq!(clients.judge(&Secret::new("hostline_guess")).await.unwrap(), None);
        assert!(clients.remove_client("editor").await.unwrap());
        assert!(!clients.remove_client("editor").await.unwrap());
        assert_eq!(clients.judge(&token).await.unwrap(), None);
        assert!(clients.review().await.unwrap()[0].is_same_as(&editor));
        editor.taken_back().await;
        assert!(clients.review().await.unwrap().is_empty(), "it is told once");
        assert!(tokio::time::timeout(Duration::ZERO, script.taken_back()).await.is_err());
        assert_eq!(clients.clients().await.unwrap(), [ClientName::parse("script").unwrap()]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_token_is_not_kept_and_one_that_is_given_anew_ends_the_one_before() {
        let folder = folder("kept");
        let clients = GatewayClients::at(&folder);
        let before = clients.add_client("editor").await.unwrap();
        let now = clients.add_client("editor").await.unwrap();
        let kept = fs::read_to_string(folder.join(FOLDER).join(FILE)).unwrap();
        for token in [&before, &now] {
            assert!(!kept.contains(token.expose()));
            assert!(!kept.contains(token.expose().trim_start_matches(TOKEN)));
        }
        // What another handle, as in another process, has changed counts too.
        let elsewhere = GatewayClients::at(&folder);
        assert_eq!(elsewhere.judge(&before).await.unwrap(), None);
        assert!(elsewhere.judge(&now).await.unwrap().is_some());
        fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_damaged_file_lets_nobody_in_and_stays() {
        let folder = folder("damaged");
        let clients = GatewayClients::at(&folder);
        let token = clients.add_client("editor").await.unwrap();
        let file = folder.join(FOLDER).join(FILE);
        fs::write(&file, "{").unwrap();
        *lock(&clients.0.seen) = None;
        assert_eq!(clients.judge(&token).await.unwrap_err().code(), ErrorCode::Storage);
        assert!(clients.add_client("other").await.is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "{");
        fs::remove_dir_all(folder).unwrap();
    }
}
