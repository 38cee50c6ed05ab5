//! When keys are fetched, and how long they are believed.

use std::future::ready;

use serde_json::json;

use super::*;
use crate::transport::http::test_server::{Server, json as json_answer};

fn keys() -> KeySet {
    KeySet::parse(br#"{"keys":[]}"#).unwrap()
}

fn failure() -> Result<KeySet> {
    Err(Error::new(ErrorCode::Transport, "down"))
}

#[tokio::test]
async fn fetches_keep_their_distance() {
    let begin = Instant::now();
    let after = |seconds| begin + Duration::from_secs(seconds);
    let mut shelf = Shelf::default();
    assert!(shelf.begin(begin));
    shelf.end(failure(), begin);
    assert!(!shelf.begin(after(4)), "without keys it waits for a little");
    assert!(shelf.begin(after(5)));
    shelf.end(Ok(keys()), after(5));
    assert!(!shelf.begin(after(34)), "with keys it waits for longer");
    assert!(shelf.begin(after(35)));
}

#[tokio::test]
async fn a_fetch_that_fails_leaves_the_keys_that_are_there() {
    let begin = Instant::now();
    let mut shelf = Shelf::default();
    shelf.end(Ok(keys()), begin);
    let old = shelf.keys().unwrap();
    shelf.end(failure(), begin + LIFETIME);
    assert!(shelf.failed);
    assert!(Arc::ptr_eq(&shelf.keys().unwrap(), &old));
    assert!(shelf.younger_than(LIFETIME, begin + LIFETIME).is_none());
    let late = begin + LONGEST_LIFETIME - Duration::from_secs(1);
    assert!(shelf.younger_than(LONGEST_LIFETIME, late).is_some());
    assert!(shelf.younger_than(LONGEST_LIFETIME, begin + LONGEST_LIFETIME).is_none());
}

#[tokio::test]
async fn a_fetch_that_succeeds_replaces_them() {
    let mut shelf = Shelf::default();
    shelf.end(Ok(keys()), Instant::now());
    let old = shelf.keys().unwrap();
    shelf.end(Ok(keys()), Instant::now());
    assert!(!Arc::ptr_eq(&shelf.keys().unwrap(), &old));
}

#[tokio::test]
async fn keys_are_not_fetched_from_where_the_issuer_itself_is_not() {
    for place in ["https://169.254.169.254/", "https://10.0.0.1/", "https://intranet/keys"] {
        let server = Server::start(move |seen| {
            let issuer = format!("http://{}", seen.header("host").unwrap());
            let document = json!({"issuer": issuer, "jwks_uri": place}).to_string();
            ready(json_answer(document))
        })
        .await;
        let issuer = Issuer::parse(&server.url.origin().ascii_serialization()).unwrap();
        let error = fetch(&Origin::Discovered(issuer), &HttpClient::default()).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied, "{place}: {error}");
    }
}
