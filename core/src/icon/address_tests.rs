//! Every way to disguise an address that is worth a row.

use super::*;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn outcome(
    src: &str,
    home: Option<&str>,
    hosts: &[&str],
    plain: bool,
) -> Result<(), RefusedReason> {
    let home = home.map(url);
    let hosts: Vec<Origin> = hosts.iter().map(|text| host(text).unwrap()).collect();
    let rules = Rules { home: home.as_ref(), hosts: &hosts, plain_loopback: plain };
    match judge(src, rules) {
        Ok(_) => Ok(()),
        Err(refused) => {
            let sentence = refused.to_string();
            assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
            assert!(sentence.len() < 400, "{sentence}");
            Err(refused.reason())
        }
    }
}

const ADDRESS: Result<(), RefusedReason> = Err(RefusedReason::Address);
const ORIGIN: Result<(), RefusedReason> = Err(RefusedReason::Origin);
const HOME: Option<&str> = Some("https://mcp.example/mcp");

#[test]
fn only_https_and_data_are_used() {
    for src in [
        "javascript:alert(1)",
        "vbscript:x",
        "file:///etc/passwd",
        "file://mcp.example/i.png",
        "ftp://mcp.example/i.png",
        "ws://mcp.example/i.png",
        "wss://mcp.example/i.png",
        "blob:https://mcp.example/1",
        "filesystem:https://mcp.example/i.png",
        "about:blank",
        "view-source:https://mcp.example/i.png",
        "chrome://settings",
        "app://icon",
        "vscode://icon",
        "tauri://localhost/i.png",
        "ui://icon",
        "resource://icon",
        "mailto:a@mcp.example",
        "http://mcp.example/i.png",
        "http:i.png",
        "httpss://mcp.example/i.png",
        "https+x://mcp.example/i.png",
        "gopher://mcp.example",
        "gopher-that-goes-on-and-on-and-on-and-on://mcp.example",
        "C:\\icon.png",
        "c:/icon.png",
        "\\\\mcp.example\\i.png",
        "//mcp.example/i.png",
        "/i.png",
        "i.png",
        "mcp.example/i.png",
        "",
        ":",
        "://mcp.example",
        "1https://mcp.example/i.png",
        "<svg/>",
    ] {
        assert_eq!(outcome(src, HOME, &[], false), ADDRESS, "{src}");
    }
    for src in ["https://mcp.example/i.png", "https://mcp.example", "data:,", "data:image/png,x"] {
        assert_eq!(outcome(src, HOME, &[], false), Ok(()), "{src}");
    }
}

#[test]
fn a_disguised_address_is_refused_before_anything_reads_it() {
    for src in [
        " https://mcp.example/i.png",
        "https://mcp.example/i.png ",
        "\u{a0}https://mcp.example/i.png",
        "\u{3000}data:,",
        "\thttps://mcp.example/i.png",
        "\u{feff}https://mcp.example/i.png",
        "\u{200b}https://mcp.example/i.png",
        "ht\ttps://mcp.example/i.png",
        "https://mcp.example/i\n.png",
        "https://mcp.example/i.png\r\n",
        "https://mcp.example/i\0.png",
        "https://mcp.example/\u{7f}",
        "https://mcp.example/\u{85}",
        "da\nta:,",
        "java\nscript:alert(1)",
        "HTTPS://mcp.example/i.png",
        "Https://mcp.example/i.png",
        "httpS://mcp.example/i.png",
        "Data:,",
        "DATA:image/png,x",
        "JavaScript:alert(1)",
        "https:/mcp.example/i.png",
        "https:mcp.example/i.png",
        "https:///mcp.example/i.png",
        "https:////mcp.example/i.png",
        "https:\\\\mcp.example\\i.png",
        "https:/\\mcp.example/i.png",
        "https://mcp.example\\i.png",
        "https://evil.example\\@mcp.example/i.png",
        "https://mcp.example /i.png",
        "https://mcp.example/a b.png",
        "https://user@mcp.example/i.png",
        "https://user:word@mcp.example/i.png",
        "https://@mcp.example/i.png",
        "https://mcp.example:443@evil.example/i.png",
        "https://mcp%2eexample/i.png",
        "https://%6dcp.example/i.png",
        "https://mcp\u{3002}example/i.png",
        "https://ｍcp.example/i.png",
        "https://mcp.example/ü.png",
        "https://mcp.example/i.svg#part",
        "https://mcp.example#",
        "https://mcp.example:99999/i.png",
        "https://mcp.example:port/i.png",
        "https://[::1/i.png",
        "https://?",
        "https://#",
        "https://",
    ] {
        assert_eq!(outcome(src, HOME, &["mcp.example"], true), ADDRESS, "{src:?}");
    }
}

#[test]
fn an_icon_stands_where_its_server_stands() {
    for (src, home, expected) in [
        ("https://mcp.example/a/b.png?c=d", "https://mcp.example/mcp", Ok(())),
        ("https://mcp.example:443/i.png", "https://mcp.example/mcp", Ok(())),
        ("https://mcp.example/i.png", "https://mcp.example:443/mcp", Ok(())),
        ("https://MCP.example/i.png", "https://mcp.example/mcp", Ok(())),
        ("https://mcp.example/a/../i.png", "https://mcp.example/mcp", Ok(())),
        ("https://mcp.example:8443/i.png", "https://mcp.example:8443/mcp", Ok(())),
        ("https://127.0.0.1:1/i.png", "https://127.0.0.1:1/mcp", Ok(())),
        ("https://mcp.example:8443/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://mcp.example/i.png", "http://mcp.example/mcp", ORIGIN),
        ("https://www.mcp.example/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://example/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://mcp.example./i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://mcp.example.evil.example/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://evil.example/mcp.example/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://evil.example?mcp.example", "https://mcp.example/mcp", ORIGIN),
        ("https://127.0.0.1/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://2130706433/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://169.254.169.254/latest/meta-data", "https://mcp.example/mcp", ORIGIN),
        ("https://[::1]/i.png", "https://mcp.example/mcp", ORIGIN),
        ("https://localhost/i.png", "http://localhost/mcp", ORIGIN),
    ] {
        assert_eq!(outcome(src, Some(home), &[], true), expected, "{src} {home}");
    }
}

#[test]
fn a_server_without_an_address_has_its_icons_in_their_addresses() {
    assert_eq!(outcome("data:image/png;base64,AA==", None, &[], true), Ok(()));
    for src in ["https://mcp.example/i.png", "https://localhost/i.png"] {
        assert_eq!(outcome(src, None, &[], true), ORIGIN, "{src}");
    }
    assert_eq!(outcome("http://localhost/i.png", None, &["localhost"], true), ORIGIN);
}

#[test]
fn hosts_that_the_person_allows_are_allowed_exactly() {
    for (src, hosts, expected) in [
        ("https://cdn.example/i.png", &["cdn.example"][..], Ok(())),
        ("https://cdn.example/i.png", &["CDN.example"], Ok(())),
        ("https://cdn.example/i.png", &["other.example", "cdn.example:443"], Ok(())),
        ("https://cdn.example:444/i.png", &["cdn.example:444"], Ok(())),
        ("https://[::1]/i.png", &["[::1]"], Ok(())),
        ("https://cdn.example:444/i.png", &["cdn.example"], ORIGIN),
        ("https://cdn.example/i.png", &["cdn.example:444"], ORIGIN),
        ("https://a.cdn.example/i.png", &["cdn.example"], ORIGIN),
        ("https://example/i.png", &["cdn.example"], ORIGIN),
        ("http://cdn.example/i.png", &["cdn.example"], ADDRESS),
    ] {
        for home in [None, HOME] {
            assert_eq!(outcome(src, home, hosts, false), expected, "{src} {hosts:?}");
        }
    }
    for text in [
        "",
        "*",
        "*.example",
        "https://cdn.example",
        "cdn.example/",
        "cdn.example/path",
        "a b",
        "user@cdn.example",
        "cdn.example:",
        "cdn.example?x",
        "cdn.example#x",
        "cdn\\example",
        "cdn.example:99999",
        "ü.example",
        "%61.example",
    ] {
        assert_eq!(host(text), None, "{text}");
    }
}

#[test]
fn without_tls_only_a_server_of_this_machine_has_icons_and_only_if_that_is_allowed() {
    for (src, home, expected) in [
        ("http://127.0.0.1:80/i.png", "http://127.0.0.1/mcp", Ok(())),
        ("http://localhost:8000/i.png", "http://localhost:8000/mcp", Ok(())),
        ("http://a.localhost/i.png", "http://a.localhost/mcp", Ok(())),
        ("http://[::1]:1/i.png", "http://[::1]:1/mcp", Ok(())),
        ("http://localhost:8001/i.png", "http://localhost:8000/mcp", ORIGIN),
        ("http://127.0.0.1:8000/i.png", "http://localhost:8000/mcp", ORIGIN),
        ("http://localhost/i.png", "https://localhost/mcp", ORIGIN),
        ("http://mcp.example/i.png", "http://mcp.example/mcp", ORIGIN),
        ("http://10.0.0.1/i.png", "http://10.0.0.1/mcp", ORIGIN),
        ("http://user@localhost/i.png", "http://localhost/mcp", ADDRESS),
    ] {
        let expected = if cfg!(feature = "http") { expected } else { expected.and(ORIGIN) };
        assert_eq!(outcome(src, Some(home), &[], true), expected, "{src} {home}");
        assert_eq!(outcome(src, Some(home), &[], false), ADDRESS, "{src} {home}");
    }
}

#[test]
fn an_address_that_goes_on_and_on_is_refused() {
    let just = format!("https://mcp.example/{}", "a".repeat(MAX_ADDRESS_BYTES - 20));
    assert_eq!(just.len(), MAX_ADDRESS_BYTES);
    assert_eq!(outcome(&just, HOME, &[], false), Ok(()));
    assert_eq!(outcome(&format!("{just}a"), HOME, &[], false), ADDRESS);
    let other = format!("javascript:{}", " ".repeat(MAX_ADDRESS_BYTES));
    assert_eq!(outcome(&other, HOME, &[], false), ADDRESS);
    let inline = format!("data:,{}", "a".repeat(1 << 20));
    assert_eq!(outcome(&inline, HOME, &[], false), Ok(()));
    let flood = format!("data:,{}", "a".repeat(MAX_INLINE_BYTES));
    assert_eq!(outcome(&flood, HOME, &[], false), Err(RefusedReason::TooLarge));
}

#[test]
fn a_port_of_this_machine_is_not_the_same_servers_tomorrow() {
    for (src, home, is_lasting) in [
        ("data:image/png;base64,AA==", "https://mcp.example/mcp", true),
        ("https://mcp.example/i.png", "https://mcp.example/mcp", true),
        ("https://10.0.0.1/i.png", "https://10.0.0.1/mcp", true),
        ("https://127.0.0.1/i.png", "https://127.0.0.1/mcp", false),
        ("https://localhost/i.png", "https://localhost/mcp", false),
        ("http://[::1]:1/i.png", "http://[::1]:1/mcp", false),
    ] {
        let home = url(home);
        let rules = Rules { home: Some(&home), hosts: &[], plain_loopback: true };
        let Ok(place) = judge(src, rules) else { continue };
        assert_eq!(place.is_lasting(), is_lasting || cfg!(not(feature = "http")), "{src}");
    }
}
