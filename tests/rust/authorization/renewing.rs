//! Tokens whose time is over.

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime},
};

use hostline::{
    Client, Error, ErrorCode,
    auth::{
        Auth, AuthEvent, BoxFuture, MemoryStore, SealedFiles, Secret, SecretBytes, StoreLock,
        TokenStore,
    },
};
use hostline_tests::authorization_server::{Endpoint, Reply};
use serde_json::{Value, json};
use tokio::{process::Command, task::JoinSet};

use super::{Scratch, Site, Told, agreeing, use_it};

#[tokio::test]
async fn a_token_that_the_server_forgot_is_renewed_once_for_all_that_wait() {
    let site = Site::start().await;
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    site.issuer.expire_access_tokens();
    let mut running = JoinSet::new();
    for _ in 0..32 {
        let client = client.clone();
        running.spawn(async move { use_it(&client).await });
    }
    while let Some(outcome) = running.join_next().await {
        outcome.unwrap().unwrap();
    }
    assert_eq!(site.counts(), (1, 1));
}

/// A process of many tasks that use the account in a folder.
fn account_user(site: &Site, folder: &Scratch, tasks: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_account-user"));
    command.arg(site.url()).arg(&folder.0).arg(tasks.to_string());
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

fn sealed(folder: &Scratch) -> SealedFiles {
    SealedFiles::with_passphrase(Some(folder.0.clone()), Secret::new("open sesame")).unwrap()
}

#[tokio::test]
async fn four_processes_of_32_tasks_renew_a_token_once() {
    const PROCESSES: usize = 4;
    const TASKS: usize = 32;
    let folder = Scratch::new("accounts");
    let site = Site::start().await;
    site.connect(agreeing(sealed(&folder))).await.unwrap().close().await.unwrap();
    site.issuer.expire_access_tokens();
    let before = site.issuer.requests_to(Endpoint::Protected).len();
    let gate = site.issuer.hold(Endpoint::Token);
    let mut running = JoinSet::new();
    for _ in 0..PROCESSES {
        let mut command = account_user(&site, &folder, TASKS);
        running.spawn(async move { command.output().await });
    }
    // Every task has been refused before anybody has the new token.
    site.issuer.sees(Endpoint::Protected, before + PROCESSES * TASKS).await;
    gate.open();
    while let Some(outcome) = running.join_next().await {
        let output = outcome.unwrap().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "32", "{told}");
    }
    assert_eq!((site.counts(), site.issuer.reuses()), ((1, 1), 0));
    folder.holds_none_of(&site.issuer.secrets());
}

#[tokio::test]
async fn a_process_that_is_killed_between_rotation_and_storing_costs_one_sign_in() {
    let folder = Scratch::new("killed");
    let site = Site::start().await;
    site.connect(agreeing(sealed(&folder))).await.unwrap().close().await.unwrap();
    site.issuer.expire_access_tokens();
    let mut gate = site.issuer.hold(Endpoint::Token);
    let mut process = account_user(&site, &folder, 1).spawn().unwrap();
    gate.holds(1).await;
    process.kill().await.unwrap();
    gate.open();

    // What is stored was spent, so that the issuer takes it for stolen. Nobody is locked out by the
    // lock of the dead, and nobody is asked unawares.
    let told = Told::default();
    let unattended = told.listen(Auth::oauth().unattended().store(sealed(&folder)));
    let error = site.connect(unattended).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthRequired, "{error}");
    assert!(told.text().contains("Dropped"), "{}", told.text());
    assert_eq!((site.visits(), site.issuer.reuses()), (1, 1));
    let client = site.connect(agreeing(sealed(&folder))).await.unwrap();
    use_it(&client).await.unwrap();
    assert_eq!(site.visits(), 2);
    assert_eq!(site.issuer.requests_to(Endpoint::Registration).len(), 1, "it is known already");
    folder.holds_none_of(&site.issuer.secrets());
}

#[tokio::test]
async fn an_issuer_that_fails_for_a_while_costs_no_sign_in() {
    let site = Site::start().await;
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    site.issuer.expire_access_tokens();
    for status in [500, 503] {
        site.issuer.reply_once(Endpoint::Token, Reply::status(status));
    }
    assert!(use_it(&client).await.is_err());
    assert!(use_it(&client).await.is_err());
    use_it(&client).await.unwrap();
    assert_eq!(site.counts(), (1, 3));
}

#[tokio::test]
async fn tokens_that_the_issuer_takes_back_are_dropped_and_that_is_told() {
    let site = Site::start().await;
    let dropped = Arc::new(AtomicUsize::new(0));
    let count = dropped.clone();
    let auth = agreeing(MemoryStore::new()).on_event(move |event| {
        if matches!(event, AuthEvent::Dropped { .. }) {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let client = site.connect(auth).await.unwrap();
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    use_it(&client).await.unwrap();
    assert_eq!((dropped.load(Ordering::SeqCst), site.counts().0), (1, 2));
}

#[tokio::test]
async fn odd_lifetimes_and_long_tokens_are_used_like_others() {
    for lifetime in [json!(null), json!("soon"), json!(0), json!(-5), json!(1e30), json!("3600")] {
        let site = Site::start().await;
        let expires_in = lifetime.clone();
        site.issuer.edit(Endpoint::Token, move |answer| match &expires_in {
            Value::Null => drop(answer.as_object_mut().unwrap().remove("expires_in")),
            expires_in => answer["expires_in"] = expires_in.clone(),
        });
        site.issuer.lengthen_tokens(9 << 10);
        let store = MemoryStore::new();
        use_it(&site.connect(agreeing(store.clone())).await.unwrap()).await.unwrap();
        let later = Auth::oauth().unattended().store(store);
        use_it(&site.connect(later).await.unwrap()).await.unwrap();
        assert_eq!(site.counts(), (1, 0), "{lifetime}");
    }
}

#[tokio::test]
async fn a_token_of_a_moment_is_renewed_no_more_often_than_a_few_times_for_a_request() {
    let site = Site::start().await;
    site.issuer.edit(Endpoint::Token, |answer| answer["expires_in"] = json!(1));
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    for _ in 0..3 {
        use_it(&client).await.unwrap();
    }
    let (visits, refreshes) = site.counts();
    assert!(refreshes <= 6, "{refreshes}");
    assert_eq!(visits, 1);
}

/// How far the clock of the next test is ahead, in seconds.
static AHEAD: AtomicU64 = AtomicU64::new(0);

fn shifted() -> SystemTime {
    SystemTime::now() + Duration::from_secs(AHEAD.load(Ordering::SeqCst))
}

#[tokio::test]
async fn a_clock_that_jumps_costs_a_renewal_each_time_and_asks_nobody() {
    const YEAR: u64 = 365 * 24 * 60 * 60;
    let site = Site::start().await;
    let client = site.connect(agreeing(MemoryStore::new()).clock(shifted)).await.unwrap();
    // Forward beyond the token's time; back before it was given; and forward by less than its time.
    for (ahead, refreshes) in [(0, 0), (YEAR, 1), (0, 2), (60, 2), (YEAR, 3)] {
        AHEAD.store(ahead, Ordering::SeqCst);
        for _ in 0..3 {
            use_it(&client).await.unwrap();
        }
        assert_eq!(site.counts(), (1, refreshes), "{ahead}");
    }
}

/// A store that stops to keep anything, as that of a process does that is killed.
#[derive(Clone)]
struct Dying(MemoryStore, Arc<AtomicBool>);

impl TokenStore for Dying {
    fn load<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<Option<SecretBytes>>> {
        self.0.load(name)
    }

    fn save<'a>(
        &'a self,
        name: &'a str,
        record: SecretBytes,
    ) -> BoxFuture<'a, hostline::Result<()>> {
        if self.1.load(Ordering::SeqCst) {
            return Box::pin(async { Err(Error::new(ErrorCode::Storage, "gone")) });
        }
        self.0.save(name, record)
    }

    fn remove<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<bool>> {
        self.0.remove(name)
    }

    fn names(&self) -> BoxFuture<'_, hostline::Result<Vec<String>>> {
        self.0.names()
    }

    fn lock<'a>(&'a self, name: &'a str) -> BoxFuture<'a, hostline::Result<StoreLock>> {
        self.0.lock(name)
    }

    fn describe(&self) -> String {
        self.0.describe()
    }
}

/// A client whose token was renewed, and whose store keeps nothing any more.
async fn renewed_and_not_stored() -> (Site, Dying, Client) {
    let site = Site::start().await;
    let store = Dying(MemoryStore::new(), Arc::default());
    let client = site.connect(agreeing(store.clone())).await.unwrap();
    site.issuer.expire_access_tokens();
    store.1.store(true, Ordering::SeqCst);
    // This process has it.
    use_it(&client).await.unwrap();
    (site, store, client)
}

#[tokio::test]
async fn a_token_that_was_renewed_and_not_stored_is_signed_in_for_anew() {
    let (site, store, client) = renewed_and_not_stored().await;
    store.1.store(false, Ordering::SeqCst);
    drop(client);
    site.issuer.expire_access_tokens();
    // The next one has the token that was spent, which the issuer takes for stolen.
    let next = site.connect(agreeing(store.clone())).await.unwrap();
    use_it(&next).await.unwrap();
    assert_eq!(site.visits(), 2);
}

#[tokio::test]
async fn a_token_that_could_not_be_stored_is_renewed_from_memory_and_stored_later() {
    let (site, store, client) = renewed_and_not_stored().await;
    // Whoever looks at the record sees what counts.
    client.account().unwrap().status().await.unwrap();
    store.1.store(false, Ordering::SeqCst);
    site.issuer.expire_access_tokens();
    use_it(&client).await.unwrap();
    assert_eq!((site.counts(), site.issuer.reuses()), ((1, 2), 0));
    let next = Auth::oauth().unattended().store(store);
    use_it(&site.connect(next).await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn an_issuer_that_will_not_renew_leads_to_a_sign_in() {
    for status in [400, 404] {
        let site = Site::start().await;
        let store = MemoryStore::new();
        let client = site.connect(agreeing(store.clone())).await.unwrap();
        site.issuer.expire_access_tokens();
        site.issuer.reply_once(Endpoint::Token, Reply::status(status));
        let error = client.list_tools().fresh().unattended().await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::AuthRequired, "{error}");
        use_it(&client).await.unwrap();
        assert_eq!(site.visits(), 2, "{status}");
    }
}

#[tokio::test]
async fn a_person_who_does_not_come_holds_up_no_renewal() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    drop(site.connect(agreeing(store.clone())).await.unwrap());
    let nobody = Auth::oauth().store(store).visit_with(super::REDIRECT, |_| std::future::pending());
    let client = site.connect(nobody).await.unwrap();
    let calling = super::write(&client);
    let renewing = async {
        // Somebody is asked for more by now.
        site.server_asked_for_more().await;
        site.issuer.expire_access_tokens();
        use_it(&client).await
    };
    tokio::select! {
        _ = calling => panic!("nobody has agreed"),
        renewed = renewing => renewed.unwrap(),
    }
    assert_eq!(site.issuer.refreshes(), 1);
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_replaced_by_signing_in() {
    let folder = Scratch::new("damaged");
    let site = Site::start().await;
    drop(site.connect(agreeing(sealed(&folder))).await.unwrap());
    folder.spoil(".record");
    let http = hostline::net::HttpClient::default();
    let account = agreeing(sealed(&folder)).account(&http, site.server.url()).unwrap();
    let error = account.status().await.unwrap_err();
    assert!(error.code() == ErrorCode::Storage && error.to_string().contains(".record"), "{error}");
    account.sign_in().await.unwrap();
    let next = Auth::oauth().unattended().store(sealed(&folder));
    use_it(&site.connect(next).await.unwrap()).await.unwrap();
}
