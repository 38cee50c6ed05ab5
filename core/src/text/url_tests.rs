use super::*;
use UrlWarning::{
    AddressHost, HiddenCharacters, Invalid, MixedAlphabets, NotEncrypted, Punycode, UserInfo,
};

/// An address, the host to highlight, and the warnings.
fn table() -> Vec<(&'static str, Option<&'static str>, Vec<UrlWarning>)> {
    let scheme = |name: &str| UrlWarning::Scheme(name.to_owned());
    vec![
        ("https://mcp.example.com/ui/set_api_key", Some("mcp.example.com"), vec![]),
        ("https://mcp.example.com/connect?id=550e8400", Some("mcp.example.com"), vec![]),
        ("https://example.com:8443/a#b", Some("example.com"), vec![]),
        ("HTTPS://EXAMPLE.com", Some("example.com"), vec![]),
        ("http://localhost:3000/x", Some("localhost"), vec![]),
        ("http://app.localhost/x", Some("app.localhost"), vec![]),
        ("http://127.0.0.1:3000/", Some("127.0.0.1"), vec![]),
        ("http://[::1]:3000/", Some("[::1]"), vec![]),
        ("http://example.com/", Some("example.com"), vec![NotEncrypted]),
        ("http://localhost.evil.example/", Some("localhost.evil.example"), vec![NotEncrypted]),
        ("https://user:pass@evil.example/", Some("evil.example"), vec![UserInfo]),
        ("https://github.com@evil.example/", Some("evil.example"), vec![UserInfo]),
        ("https://192.168.1.1/admin", Some("192.168.1.1"), vec![AddressHost]),
        ("https://0x7f.1/", Some("127.0.0.1"), vec![]),
        ("https://3232235777/", Some("192.168.1.1"), vec![AddressHost]),
        ("https://[2001:db8::1]/", Some("[2001:db8::1]"), vec![AddressHost]),
        ("https://xn--mnchen-3ya.example/", Some("xn--mnchen-3ya.example"), vec![Punycode]),
        ("https://münchen.example/", Some("xn--mnchen-3ya.example"), vec![Punycode]),
        ("https://pаypal.example/", Some("xn--pypal-4ve.example"), vec![Punycode, MixedAlphabets]),
        ("https://exa\u{200B}mple.com/", Some("example.com"), vec![HiddenCharacters]),
        ("https://example.com/\u{202E}gpj.exe", Some("example.com"), vec![HiddenCharacters]),
        ("https:\\\\evil.example\\a", Some("evil.example"), vec![HiddenCharacters]),
        (" https://example.com/", Some("example.com"), vec![HiddenCharacters]),
        ("https://example.com/\n", Some("example.com"), vec![HiddenCharacters]),
        ("javascript:alert(1)", None, vec![scheme("javascript")]),
        ("data:text/html,<script>", None, vec![scheme("data")]),
        ("file:///etc/passwd", None, vec![scheme("file")]),
        ("smb://evil.example/share", None, vec![scheme("smb")]),
        ("ms-msdt:/id", None, vec![scheme("ms-msdt")]),
        ("ftp://example.com/", None, vec![scheme("ftp")]),
        ("not a url", None, vec![Invalid]),
        ("/relative", None, vec![Invalid]),
        ("", None, vec![Invalid]),
        ("https://", None, vec![Invalid]),
        ("https://exa mple.com/", None, vec![Invalid]),
    ]
}

#[test]
fn each_address_gets_its_warnings() {
    for (url, host, warnings) in table() {
        let review = url_warnings(url);
        assert_eq!(review.host(), host, "host of {url:?}");
        assert_eq!(review.warnings, warnings, "warnings of {url:?}");
        assert_eq!(review.is_refused(), host.is_none(), "verdict on {url:?}");
    }
}

#[test]
fn what_is_shown_is_the_whole_address_and_safe() {
    for (url, _, _) in table() {
        let review = url_warnings(url);
        assert_eq!(display_safe(&review.url), review.url, "for {url:?}");
        if !review.is_refused() {
            assert!(review.url.is_ascii());
            assert_eq!(url_warnings(&review.url).url, review.url);
        }
        for warning in &review.warnings {
            assert!(!warning.to_string().is_empty());
        }
    }
    let long = format!("https://example.com/{}", "a".repeat(3_000));
    assert_eq!(url_warnings(&long).url, long);
}

#[test]
fn the_host_is_shown_as_its_owner_writes_it_too() {
    let review = url_warnings("https://xn--mnchen-3ya.example/");
    assert_eq!(review.unicode_host.as_deref(), Some("münchen.example"));
    assert_eq!(url_warnings("https://example.com/").unicode_host, None);
}

#[test]
fn an_address_beyond_the_limit_is_refused_and_shown_in_part() {
    let huge = format!("https://example.com/{}", "a".repeat(MAX_URL_BYTES));
    let review = url_warnings(&huge);
    assert_eq!(review.warnings, [Invalid]);
    assert!(review.url.len() < MAX_URL_BYTES);
}
