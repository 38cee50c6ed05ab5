//! How somebody signs in, and where tokens are kept, as another language says it.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::timeout;

use super::{
    Delegate,
    contract::Question,
    delegate::{Answered, ask},
    types::{
        AccountsOptions, AuthMode, ConnectOptions, Hidden, KeptRecord, ListRecordsQuestion,
        Nothing, OpenAddressQuestion, OpenedAddress, RecordNames, RecordQuestion, RemovedRecord,
        SaveRecordQuestion, TokenStoreChoice,
    },
};
use crate::{
    auth::{
        Auth, MemoryStore, OAuth, SealedFiles, SecretBytes, StoreLock, TokenStore, flow::Visit,
    },
    client::BoxFuture,
    error::{Error, ErrorCode, Result},
};

/// How long a record of a delegate is waited for that somebody else holds.
const LOCK_WAIT: Duration = Duration::from_secs(30);

/// The stores in memory, which last as long as the program, by their names.
static MEMORY: Mutex<BTreeMap<String, MemoryStore>> = Mutex::new(BTreeMap::new());
/// Who holds which record of delegates.
static HELD: Mutex<Option<HashMap<String, Arc<tokio::sync::Mutex<()>>>>> = Mutex::new(None);

/// The settings of signing in, where the options want any.
pub(super) fn oauth(
    options: &ConnectOptions,
    target: &str,
    delegate: &Arc<dyn Delegate>,
) -> Result<Option<OAuth>> {
    match &options.auth {
        Some(AuthMode::Other(name)) => {
            let what = format!("there is no way {name} of signing in");
            return Err(invalid(what).with_next_step("say oauth or none"));
        }
        Some(AuthMode::Nobody) | None if options.oauth.is_none() => return Ok(None),
        Some(AuthMode::Nobody) => {
            let what = "options of signing in have no meaning where nobody signs in";
            return Err(invalid(what).with_next_step("leave them out, or say oauth"));
        }
        _ => {}
    }
    let answers = options.answers.as_deref().unwrap_or_default();
    let answered = Answered::of("connect", answers)?;
    let mut oauth = given(Auth::oauth(), options)?;
    if answered.contains("address/open") {
        let (delegate, target) = (delegate.clone(), target.to_owned());
        oauth = oauth.open_with(move |visit| open(&delegate, &target, visit));
    }
    if let Some(choice) = &options.token_store {
        oauth = oauth.shared_store(store(Some(choice), delegate)?);
    }
    Ok(Some(oauth))
}

fn given(mut oauth: OAuth, options: &ConnectOptions) -> Result<OAuth> {
    let Some(given) = &options.oauth else { return Ok(oauth) };
    if let Some(client_id) = &given.client_id {
        oauth = oauth.client_id(client_id);
    }
    if let Some(Hidden(secret)) = &given.client_secret {
        oauth = oauth.client_secret(secret.clone());
    }
    if let Some(issuer) = &given.issuer {
        oauth = oauth.issuer(issuer);
    }
    if let Some(name) = &given.client_name {
        oauth = oauth.client_name(name);
    }
    if let Some(scopes) = &given.scopes {
        oauth = oauth.scopes(scopes.iter().cloned());
    }
    if given.sends_resource == Some(false) {
        oauth = oauth.without_resource_parameter();
    }
    if let Some(port) = given.redirect_port {
        let port = u16::try_from(port).map_err(|_| invalid(format!("{port} is no port")))?;
        oauth = oauth.redirect_port(port);
    }
    if let Some(patience) = given.patience_ms {
        oauth = oauth.patience(Duration::from_millis(patience));
    }
    if given.attended == Some(false) {
        oauth = oauth.unattended();
    }
    Ok(oauth)
}

/// Has the delegate open the issuer's page.
fn open(
    delegate: &Arc<dyn Delegate>,
    target: &str,
    visit: Visit,
) -> impl Future<Output = Result<Option<String>>> + Send + use<> {
    let Visit { url, redirect_uri, issuer, scopes, .. } = visit;
    let question = OpenAddressQuestion::new(target, url.as_str(), issuer, redirect_uri, scopes);
    let asking = ask::<OpenedAddress>(delegate, Question::OpenAddress(question));
    async move { Ok(asking.await?.returned_to.map(|Hidden(to)| to.expose().to_owned())) }
}

/// The store of accounts that the options name.
pub(super) fn accounts(
    options: &AccountsOptions,
    delegate: &Arc<dyn Delegate>,
) -> Result<Arc<dyn TokenStore>> {
    Answered::of("accounts/open", options.answers.as_deref().unwrap_or_default())?;
    store(options.token_store.as_ref(), delegate)
}

/// Where tokens and secrets are kept.
pub(super) fn store(
    choice: Option<&TokenStoreChoice>,
    delegate: &Arc<dyn Delegate>,
) -> Result<Arc<dyn TokenStore>> {
    let folder = |folder: &Option<String>| folder.as_ref().map(Into::into);
    Ok(match choice {
        None => Arc::new(SealedFiles::with_keychain(None)?),
        Some(TokenStoreChoice::Keychain(it)) => {
            Arc::new(SealedFiles::with_keychain(folder(&it.folder))?)
        }
        Some(TokenStoreChoice::Passphrase(it)) => {
            let Hidden(passphrase) = &it.passphrase;
            Arc::new(SealedFiles::with_passphrase(folder(&it.folder), passphrase.clone())?)
        }
        Some(TokenStoreChoice::Memory(it)) => {
            let name = it.name.clone().unwrap_or_default();
            Arc::new(locked(&MEMORY).entry(name).or_default().clone())
        }
        Some(TokenStoreChoice::Delegate(_)) => Arc::new(Records(delegate.clone())),
        Some(TokenStoreChoice::Unknown(unknown)) => {
            let what = format!("there is no store of the kind {}", unknown.kind);
            return Err(
                invalid(what).with_next_step("say keychain, passphrase, memory or delegate")
            );
        }
    })
}

/// A delegate as the store of records. Others in this process are excluded from a record that is
/// locked, other processes are not.
struct Records(Arc<dyn Delegate>);

impl TokenStore for Records {
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Option<SecretBytes>>> {
        let asking: BoxFuture<'static, Result<KeptRecord>> =
            Box::pin(ask(&self.0, Question::LoadRecord(RecordQuestion::new(name))));
        Box::pin(async move {
            let kept = asking.await.map_err(storage)?;
            Ok(kept.record.map(|Hidden(record)| SecretBytes::from(&record)))
        })
    }

    fn save<'a>(&'a self, name: &'a str, record: SecretBytes) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let text = record.to_secret().ok_or_else(|| invalid("a record is no text"))?;
            let question = SaveRecordQuestion::new(name, Hidden(text));
            let saved = ask::<Nothing>(&self.0, Question::SaveRecord(question)).await;
            saved.map(drop).map_err(storage)
        })
    }

    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let question = Question::RemoveRecord(RecordQuestion::new(name));
            let removed = ask::<RemovedRecord>(&self.0, question).await.map_err(storage)?;
            Ok(removed.was_there)
        })
    }

    fn names(&self) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(async move {
            let question = Question::ListRecords(ListRecordsQuestion::new());
            let names = ask::<RecordNames>(&self.0, question).await.map_err(storage)?;
            Ok(names.names)
        })
    }

    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<StoreLock>> {
        Box::pin(async move {
            let lock = {
                let mut held = locked(&HELD);
                held.get_or_insert_default().entry(name.to_owned()).or_default().clone()
            };
            match timeout(LOCK_WAIT, lock.lock_owned()).await {
                Ok(guard) => Ok(StoreLock::new(guard)),
                Err(_) => Err(Error::new(ErrorCode::Timeout, "a record is held for too long")),
            }
        })
    }

    fn describe(&self) -> String {
        "the program's own store".to_owned()
    }
}

/// What fails with a delegate that keeps records is a failure of the store.
fn storage(error: Error) -> Error {
    Error::new(ErrorCode::Storage, error.message().to_owned())
        .with_next_step("look at the program's own code that keeps records")
        .with_source(error)
}

fn invalid(what: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidInput, what.into())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while it was held cannot leave a map half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
