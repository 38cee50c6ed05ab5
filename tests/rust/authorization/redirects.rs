//! What the browser brings back.

use hostline::ErrorCode;
use hostline_tests::authorization_server::Endpoint;

use super::Site;

type Pairs = Vec<(String, String)>;
type Edit = fn(&mut Pairs);

fn set(pairs: &mut Pairs, name: &str, value: &str) {
    pairs.iter_mut().filter(|(known, _)| known == name).for_each(|pair| pair.1 = value.into());
}

fn remove(pairs: &mut Pairs, name: &str) {
    pairs.retain(|(known, _)| known != name);
}

fn repeat(pairs: &mut Pairs, name: &str) {
    let again = pairs.iter().find(|(known, _)| known == name).unwrap().clone();
    pairs.push(again);
}

fn add(pairs: &mut Pairs, name: &str, value: &str) {
    pairs.push((name.into(), value.into()));
}

/// An error in place of the code.
fn fail(pairs: &mut Pairs, description: &str) {
    remove(pairs, "code");
    add(pairs, "error", "invalid_scope");
    add(pairs, "error_description", description);
}

#[tokio::test]
async fn a_redirect_that_is_not_the_answer_to_the_request_is_sent_nowhere() {
    let table: [(&str, Edit); 12] = [
        ("another state", |pairs| set(pairs, "state", "another")),
        ("a longer state", |pairs| pairs.iter_mut().for_each(|pair| pair.1.push('x'))),
        ("no state", |pairs| remove(pairs, "state")),
        ("two states", |pairs| repeat(pairs, "state")),
        ("a wrong state beside the right one", |pairs| add(pairs, "state", "another")),
        ("another issuer", |pairs| set(pairs, "iss", "https://evil.example")),
        ("the issuer with a slash", |pairs| {
            pairs.iter_mut().filter(|pair| pair.0 == "iss").for_each(|pair| pair.1.push('/'));
        }),
        ("no issuer", |pairs| remove(pairs, "iss")),
        ("two issuers", |pairs| repeat(pairs, "iss")),
        ("no code", |pairs| remove(pairs, "code")),
        ("two codes", |pairs| repeat(pairs, "code")),
        ("a code and an error", |pairs| add(pairs, "error", "access_denied")),
    ];
    for (what, edit) in table {
        let site = Site::start().await;
        site.issuer.edit_redirect(edit);
        let error = site.refuse().await;
        assert_eq!(error.code(), ErrorCode::AuthFailed, "{what}: {error}");
        assert!(site.issuer.requests_to(Endpoint::Token).is_empty(), "{what}");
        assert_eq!(site.visits(), 1, "{what}");
    }
}

#[tokio::test]
async fn an_error_of_the_right_issuer_is_told_in_text_that_is_safe_to_show() {
    let site = Site::start().await;
    site.issuer
        .edit_redirect(|pairs| fail(pairs, "ask \u{1b}[31mHQ\u{1b}[0m\u{202e}txt.exe\n\nnow"));
    let error = site.refuse().await;
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    let told = error.to_string();
    assert!(told.contains("invalid_scope") && told.contains("HQ"), "{told}");
    let hostile = |c: char| c.is_control() || c == '\u{202e}';
    assert!(!told.contains(hostile), "{told:?}");
}

#[tokio::test]
async fn an_error_of_another_issuer_is_not_told() {
    for edit in [
        |pairs: &mut Pairs| set(pairs, "iss", "https://evil.example"),
        |pairs: &mut Pairs| set(pairs, "state", "another"),
    ] {
        let site = Site::start().await;
        site.issuer.edit_redirect(move |pairs| {
            fail(pairs, "call 555 to go on");
            edit(pairs);
        });
        let error = site.refuse().await;
        assert_eq!(error.code(), ErrorCode::AuthFailed);
        assert!(!error.to_string().contains("555"), "{error}");
    }
}
