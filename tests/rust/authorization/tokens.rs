//! A token endpoint that does not do what it should.

use std::time::Duration;

use hostline::{
    ErrorCode,
    auth::{Auth, MemoryStore},
};
use hostline_tests::authorization_server::{Endpoint, Reply};
use serde_json::json;

use super::{Scratch, Site, Told, agreeing, use_it};

/// Longer than any exchange may take.
const LONG: Duration = Duration::from_mins(10);

#[tokio::test]
async fn what_is_no_answer_of_a_token_endpoint_comes_to_no_token() {
    let wrong = [
        Reply::html(200, "<h1>Welcome</h1>"),
        Reply::html(400, "<h1>\u{1b}[31mNo</h1>"),
        Reply::status(200),
        Reply::status(204),
        Reply::json(200, &json!([])),
        Reply::json(200, &json!({"token_type": "Bearer"})),
        Reply::json(200, &json!({"access_token": "", "token_type": "Bearer"})),
        Reply::json(200, &json!({"access_token": 7, "token_type": "Bearer"})),
        Reply::json(200, &json!({"access_token": "a\r\nx: y", "token_type": "Bearer"})),
        Reply::json(200, &json!({"access_token": "a", "token_type": "DPoP"})),
        Reply::json(200, &json!({"error": "invalid_grant", "access_token": "a"})),
        Reply::error(400, "invalid_grant", "\u{202e}no"),
        Reply::error(401, "invalid_client", "no"),
        Reply::html(200, &"x".repeat(4 << 20)),
    ];
    for reply in wrong {
        let site = Site::start().await;
        site.issuer.reply(Endpoint::Token, reply);
        let error = site.refuse().await;
        let told = error.to_string();
        assert!(!told.contains(['\u{1b}', '\u{202e}', '<']), "{told:?}");
        assert_eq!(site.visits(), 1, "{told}");
        let used = site.issuer.requests_to(Endpoint::Protected);
        assert!(used.iter().all(|seen| seen.header("authorization").is_none()), "{told}");
    }
}

#[tokio::test]
async fn a_token_endpoint_that_never_answers_is_not_waited_for_without_end() {
    let site = Site::start().await;
    let mut gate = site.issuer.hold(Endpoint::Token);
    let refused = async {
        let auth = agreeing(MemoryStore::new());
        hostline::Client::builder().auth(auth).connect(site.url()).await.unwrap_err()
    };
    let waiting = async {
        gate.holds(1).await;
        // From here on time passes as soon as everybody waits.
        tokio::time::pause();
    };
    let (error, ()) = tokio::join!(refused, waiting);
    assert!(matches!(error.code(), ErrorCode::Timeout | ErrorCode::AuthFailed), "{error}");
    assert!(tokio::time::timeout(LONG, gate.holds(1)).await.is_ok());
}

#[tokio::test]
async fn a_token_endpoint_that_fails_on_renewal_keeps_what_there_is() {
    let html = Reply::html(200, "<h1>Down for maintenance</h1>");
    for reply in [Reply::status(500), Reply::status(429), Reply::html(503, "busy"), html] {
        let folder = Scratch::new("kept");
        let site = Site::start().await;
        let store = MemoryStore::new();
        let told = Told::default();
        let auth = told.listen(agreeing(store.clone()));
        let client = site.connect(auth).await.unwrap();
        site.issuer.expire_access_tokens();
        site.issuer.reply(Endpoint::Token, reply);
        assert!(use_it(&client).await.is_err());
        assert_eq!(site.visits(), 1, "nobody is asked for what passes by itself");
        assert!(!told.text().contains("Dropped"), "{}", told.text());

        site.issuer.recover();
        let later = site.connect(Auth::oauth().unattended().store(store)).await.unwrap();
        use_it(&later).await.unwrap();
        assert_eq!(site.visits(), 1);
        folder.holds_none_of(&site.issuer.secrets());
    }
}

#[tokio::test]
async fn a_refresh_token_that_is_not_replaced_stays() {
    let site = Site::start().await;
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    site.issuer.edit(Endpoint::Token, |answer| {
        answer.as_object_mut().unwrap().remove("refresh_token");
    });
    site.issuer.expire_access_tokens();
    use_it(&client).await.unwrap();
    let session = client.account().unwrap().status().await.unwrap().session.unwrap();
    assert!(session.can_be_renewed && session.refreshed_at.is_some());
}
