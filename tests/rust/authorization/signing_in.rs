//! Who is asked, when, and for what.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    sync::{Arc, Mutex},
    time::Duration,
};

use hostline::{
    Client, ErrorCode,
    auth::{Auth, MemoryStore, TokenStore},
};
use hostline_tests::authorization_server::{Endpoint, WRITE};

use tokio::task::JoinSet;

use super::{REDIRECT, Site, Told, agree, agreeing, use_it, write};

#[tokio::test]
async fn the_first_call_signs_in_and_later_ones_need_nobody() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    let client = site.connect(agreeing(store.clone())).await.unwrap();
    use_it(&client).await.unwrap();
    let later = site.connect(Auth::oauth().unattended().store(store)).await.unwrap();
    use_it(&later).await.unwrap();
    let status = later.account().unwrap().status().await.unwrap();
    let session = status.session.unwrap();
    assert!(session.client_id.unwrap().starts_with("client-"));
    assert!(session.can_be_renewed && session.expires_at.is_some());
    assert_eq!(site.counts(), (1, 0));
}

#[tokio::test]
async fn where_nobody_may_be_asked_the_sign_in_waits() {
    let site = Site::start().await;
    let auth = agreeing(MemoryStore::new()).unattended();
    let http = hostline::net::HttpClient::default();
    let account = auth.account(&http, site.server.url()).unwrap();
    let connect = || Client::builder().auth(account.clone()).connect(site.url());
    let error = connect().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthRequired);
    assert_eq!(site.visits(), 0);
    account.sign_in().await.unwrap();
    use_it(&connect().await.unwrap()).await.unwrap();
    assert_eq!(site.visits(), 1);
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_opens_no_browser() {
    let site = Site::start().await;
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    let error = client.list_tools().fresh().unattended().await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthRequired);
    assert_eq!(site.visits(), 1);
    use_it(&client).await.unwrap();
    assert_eq!(site.visits(), 2);
}

#[tokio::test]
async fn a_server_that_refuses_every_token_is_asked_no_second_time() {
    let site = Site::start().await;
    site.issuer.refuse_access_tokens();
    let error = site.connect(agreeing(MemoryStore::new())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthFailed, "{error}");
    assert_eq!(site.visits(), 1);
}

#[tokio::test]
async fn a_call_that_needs_more_asks_for_it_beside_what_there_is() {
    let site = Site::start().await;
    let auth = agreeing(MemoryStore::new()).scopes(["read"]);
    let client = site.connect(auth).await.unwrap();
    assert_eq!(write(&client).await.unwrap().text(), "written");
    let visits: Vec<BTreeSet<String>> = site
        .issuer
        .requests_to(Endpoint::Authorization)
        .iter()
        .map(|seen| seen.parameter("scope").unwrap().split(' ').map(str::to_owned).collect())
        .collect();
    let set = |scopes: &[&str]| scopes.iter().map(|scope| (*scope).to_owned()).collect();
    assert_eq!(visits, [set(&["read", "use"]), set(&["read", "use", WRITE])]);
}

#[tokio::test]
async fn many_calls_that_need_more_ask_for_it_once() {
    let site = Site::start().await;
    let auth = agreeing(MemoryStore::new()).scopes(["read"]);
    let client = site.connect(auth).await.unwrap();
    let mut running = JoinSet::new();
    for _ in 0..32 {
        let client = client.clone();
        running.spawn(async move { write(&client).await });
    }
    while let Some(outcome) = running.join_next().await {
        assert_eq!(outcome.unwrap().unwrap().text(), "written");
    }
    assert_eq!(site.visits(), 2);
}

#[tokio::test]
async fn two_programs_that_need_a_sign_in_at_once_ask_one_time() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    let slowly = || {
        agreeing(store.clone()).visit_with(REDIRECT, |visit| async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            agree(visit).await
        })
    };
    let (one, other) = tokio::join!(site.connect(slowly()), site.connect(slowly()));
    use_it(&one.unwrap()).await.unwrap();
    use_it(&other.unwrap()).await.unwrap();
    assert_eq!(site.visits(), 1);
}

#[tokio::test]
async fn no_time_runs_while_a_person_signs_in() {
    let site = Site::start().await;
    let auth = Auth::oauth().store(MemoryStore::new()).visit_with(REDIRECT, |visit| async move {
        // The person is slower than every deadline of the program.
        tokio::time::sleep(Duration::from_millis(700)).await;
        agree(visit).await
    });
    let builder = Client::builder().auth(auth).startup_timeout(Duration::from_millis(500));
    let client = builder.timeout(Duration::from_millis(500)).connect(site.url()).await.unwrap();
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    use_it(&client).await.unwrap();
    assert_eq!(site.visits(), 2);
}

#[tokio::test]
async fn signing_out_takes_tokens_back_and_leaves_nothing() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    let client = site.connect(agreeing(store.clone())).await.unwrap();
    assert!(client.account().unwrap().sign_out().await.unwrap());
    assert!(!site.issuer.has_grants());
    assert_eq!(site.issuer.requests_to(Endpoint::Revocation).len(), 2);
    assert!(store.names().await.unwrap().is_empty());
    assert!(!client.account().unwrap().sign_out().await.unwrap());
}

#[tokio::test]
async fn a_server_without_an_address_cannot_be_signed_in_to() {
    let builder = Client::builder().auth(agreeing(MemoryStore::new()));
    let error = builder.connect("some-program --flag").await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.to_string().contains("environment"), "{error}");
}

#[tokio::test]
async fn what_is_told_of_a_sign_in_holds_no_secret() {
    let site = Site::start().await;
    let told = Told::default();
    let client = site.connect(told.listen(agreeing(MemoryStore::new()))).await.unwrap();
    site.issuer.expire_access_tokens();
    use_it(&client).await.unwrap();
    let told = told.text();
    assert!(told.contains("Renewed") && told.contains("Token"), "{told}");
    let secrets = site.issuer.secrets();
    assert!(secrets.len() >= 6, "a code, a verifier and two pairs of tokens");
    for secret in secrets {
        assert!(!told.contains(&secret), "{told}");
    }
}

/// Everything that is written into logs on this thread, at every level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Log {
    fn write(&self, values: &dyn Fn(&mut dyn tracing::field::Visit)) {
        values(&mut Line(&mut self.0.lock().unwrap()));
    }
}

struct Line<'a>(&'a mut String);

impl tracing::field::Visit for Line<'_> {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        writeln!(self.0, "{field}={value:?}").unwrap();
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        self.write(&|line| span.record(line));
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        self.write(&|line| values.record(line));
    }

    fn event(&self, event: &tracing::Event<'_>) {
        self.write(&|line| event.record(line));
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn no_token_reaches_a_log_at_any_level() {
    let site = Site::start().await;
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.clone());
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    write(&client).await.unwrap();
    site.issuer.expire_access_tokens();
    use_it(&client).await.unwrap();
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    use_it(&client).await.unwrap();
    site.issuer.refuse_access_tokens();
    use_it(&client).await.unwrap_err();
    client.account().unwrap().sign_out().await.unwrap();
    let log = log.0.lock().unwrap().clone();
    assert!(log.contains("tools/list") && log.contains("connected"), "{log}");
    for secret in site.issuer.secrets() {
        assert!(!log.contains(&secret), "{log}");
    }
}
