use std::time::Instant;

use super::*;

fn hide(text: &str) -> String {
    Redactor::new([]).hide(text.as_bytes(), text.len()).text.into()
}

fn all(texts: &[(&str, &str)]) {
    for (text, expected) in texts {
        assert_eq!(hide(text), *expected, "{text}");
    }
}

#[test]
fn values_whose_names_say_that_they_are_secret_are_hidden() {
    all(&[
        (
            r#"{"access_token":"abc","scope":"read"}"#,
            r#"{"access_token":"[hidden]","scope":"read"}"#,
        ),
        (r#"{"clientSecret": "a\"b\\", "x": "y"}"#, r#"{"clientSecret": "[hidden]", "x": "y"}"#),
        (r#"{"Password":12345,"x":1}"#, r#"{"Password":[hidden],"x":1}"#),
        (r#"{"API-Key":"abc"}"#, r#"{"API-Key":"[hidden]"}"#),
        (r#"{"authorization":"Custom abc def"}"#, r#"{"authorization":"[hidden]"}"#),
        ("DB_PASSWORD=hunter2 next", "DB_PASSWORD=[hidden] next"),
        ("{'token': 'abc'}", "{'token': '[hidden]'}"),
        ("https://x/y?access_token=abc&z=1", "https://x/y?access_token=[hidden]&z=1"),
        ("Authorization: Basic dXNlcjpwYXNz\nnext", "Authorization: [hidden]\nnext"),
        ("Set-Cookie: a=b; Path=/", "Set-Cookie: [hidden]; Path=/"),
    ]);
}

#[test]
fn json_within_strings_of_json_is_understood() {
    all(&[
        (
            r#"{"text":"{\"token\":\"a\\\"b\",\"x\":\"y\"}"}"#,
            r#"{"text":"{\"token\":\"[hidden]\",\"x\":\"y\"}"}"#,
        ),
        (
            r#"{"t":"{\"t\":\"{\\\"secret\\\": \\\"abc\\\", \\\"x\\\": 1}\"}"}"#,
            r#"{"t":"{\"t\":\"{\\\"secret\\\": \\\"[hidden]\\\", \\\"x\\\": 1}\"}"}"#,
        ),
        (r#"{"text":"a\ntoken=abc\nb"}"#, r#"{"text":"a\ntoken=[hidden]\nb"}"#),
    ]);
}

#[test]
fn tokens_are_known_by_their_form() {
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
    all(&[
        (&format!("got {jwt}, ok"), "got [hidden], ok"),
        (r#"{"text":"a\nghp_0123456789abcdefghij"}"#, r#"{"text":"a\n[hidden]"}"#),
        ("key sk-ant-0123456789abcdefg.", "key [hidden]"),
        ("AKIA0123456789ABCDEF", "[hidden]"),
        ("bearer 0123456789abcdef/+=, x", "bearer [hidden], x"),
        (
            "-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----[hidden]-----END PRIVATE KEY-----",
        ),
        ("postgres://me:hunter2@db/x", "postgres://me:[hidden]@db/x"),
    ]);
}

#[test]
fn what_is_no_secret_stays() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":"abc"}}}"#,
        r#"{"properties":{"password":{"type":"string"}},"required":["password"]}"#,
        r#"{"type":"secret","token":null,"secret":true}"#,
        "the bearer authentication scheme, basic things, and tokens",
        "sk-learn-is-a-library-of-many-words",
        "https://example.com/a:b@c",
        r#"{"nextPageToken":"abc","maxTokens":100}"#,
        "plain",
        "",
    ] {
        assert_eq!(hide(text), text);
    }
}

#[test]
fn the_servers_own_secrets_are_hidden_wherever_they_stand() {
    let secrets = ["open sesame", "a\"b\\c", "abc", "sesame street"].map(Secret::new);
    let redactor = Redactor::new(secrets);
    let hide = |text: &str| redactor.hide(text.as_bytes(), text.len()).text;
    assert_eq!(&*hide("say open sesame, or open sesame!"), "say [hidden], or [hidden]!");
    assert_eq!(&*hide(r#"{"x":"a\"b\\c"}"#), r#"{"x":"[hidden]"}"#);
    // Two that overlap are hidden as one; one of three bytes says too little.
    assert_eq!(&*hide("open sesame street abc"), "[hidden] abc");
}

#[test]
fn a_long_text_is_cut_and_a_secret_across_the_cut_is_hidden() {
    let redactor = Redactor::new([Secret::new("open sesame")]);
    let text = format!("{}open sesame{}", "x".repeat(MOST_TEXT - 4), "y".repeat(100));
    let hidden = redactor.hide(&text.as_bytes()[..redactor.window()], text.len());
    assert!(hidden.cut);
    assert_eq!(hidden.text.len(), MOST_TEXT - 4 + HIDDEN.len());
    assert!(hidden.text.ends_with("x[hidden]"));
    let text = "é".repeat(MOST_TEXT);
    let hidden = redactor.hide(text.as_bytes(), text.len());
    assert_eq!((hidden.cut, hidden.text.len()), (true, MOST_TEXT));
    let whole = "x".repeat(MOST_TEXT);
    assert!(!redactor.hide(whole.as_bytes(), whole.len()).cut);
}

#[test]
fn what_is_no_text_and_what_is_built_to_be_slow_is_taken() {
    assert_eq!(&*Redactor::new([]).hide(b"a\xff token=b", 10).text, "a\u{fffd} token=[hidden]");
    let begun = Instant::now();
    for unit in ["token:", "\\", "token\\\"", "://a:", "PRIVATE KEY-----", "eyJ.", "\"token\":\""] {
        hide(&unit.repeat(MOST_TEXT / unit.len()));
    }
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
