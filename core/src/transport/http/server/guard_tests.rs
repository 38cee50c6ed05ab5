use super::*;

fn status(guard: &Guard, uri: &str, headers: &[(&str, &str)]) -> Option<u16> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let name: header::HeaderName = name.parse().unwrap();
        map.append(name, value.parse().unwrap());
    }
    let checked = guard.check(&uri.parse().unwrap(), &map);
    checked.err().map(|refusal| refusal.status().as_u16())
}

fn host(guard: &Guard, host: &str) -> Option<u16> {
    status(guard, "/mcp", &[("host", host)])
}

fn origin(guard: &Guard, origin: &str) -> Option<u16> {
    status(guard, "/mcp", &[("host", "localhost"), ("origin", origin)])
}

#[test]
fn the_names_of_this_machine_pass_with_any_port() {
    let guard = Guard::default();
    for good in ["localhost", "LocalHost:80", "127.0.0.1:3000", "[::1]", "[::1]:65535"] {
        assert_eq!(host(&guard, good), None, "{good}");
        assert_eq!(origin(&guard, &format!("http://{good}")), None, "{good}");
        assert_eq!(origin(&guard, &format!("https://{good}")), None, "{good}");
    }
    assert_eq!(status(&guard, "/mcp", &[]), None, "neither header");
}

#[test]
fn any_other_host_is_forbidden() {
    let guard = Guard::default();
    let bad = [
        "evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "localhost:99999",
        "localhost:",
        "localhost:80:80",
        "user@localhost",
        "localhost@evil.example",
        "::1",
        "",
        "local host",
    ];
    for bad in bad {
        assert_eq!(host(&guard, bad), Some(403), "{bad:?}");
    }
}

#[test]
fn any_other_origin_is_forbidden() {
    let guard = Guard::default();
    let bad = [
        "http://evil.example",
        "null",
        "file://localhost",
        "ftp://localhost",
        "http://localhost.evil.example",
        "http://user@localhost",
        "http://localhost/path",
        "http://",
        "localhost",
        "",
        "http://localhost, http://evil.example",
    ];
    for bad in bad {
        assert_eq!(origin(&guard, bad), Some(403), "{bad:?}");
    }
}

#[test]
fn all_hosts_and_origins_of_a_request_count() {
    let guard = Guard::default();
    let two_hosts = [("host", "localhost"), ("host", "evil.example")];
    assert_eq!(status(&guard, "/mcp", &two_hosts), Some(403));
    let two_origins = [("origin", "http://localhost"), ("origin", "http://evil.example")];
    assert_eq!(status(&guard, "/mcp", &two_origins), Some(403));
    assert_eq!(status(&guard, "http://evil.example/mcp", &[("host", "localhost")]), Some(403));
    assert_eq!(status(&guard, "http://localhost/mcp", &[]), None);
}

#[test]
fn what_the_user_names_passes_too() {
    let mut guard = Guard::default();
    guard.allow_host("MCP.example.com").unwrap();
    guard.allow_host("mcp.example.net:8443").unwrap();
    guard.allow_origin("https://App.example.com").unwrap();
    assert_eq!(host(&guard, "mcp.example.com"), None);
    assert_eq!(host(&guard, "mcp.EXAMPLE.com:8443"), None);
    assert_eq!(host(&guard, "mcp.example.net:8443"), None);
    assert_eq!(host(&guard, "mcp.example.net"), Some(403));
    assert_eq!(host(&guard, "mcp.example.net:80"), Some(403));
    assert_eq!(host(&guard, "localhost"), None);
    assert_eq!(origin(&guard, "https://app.example.com"), None);
    assert_eq!(origin(&guard, "http://app.example.com"), Some(403));
    assert_eq!(origin(&guard, "https://app.example.com:8443"), Some(403));
    assert_eq!(origin(&guard, "https://mcp.example.com"), Some(403));
}

#[test]
fn what_names_no_host_or_origin_cannot_be_allowed() {
    let mut guard = Guard::default();
    for bad in ["", "a b", "https://a", "user@a", "a:b", "a:"] {
        assert!(guard.allow_host(bad).is_err(), "{bad:?}");
    }
    for bad in ["", "null", "app.example.com", "https://a/path", "ftp://a"] {
        assert!(guard.allow_origin(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn the_checks_can_be_switched_off() {
    let mut guard = Guard::default();
    guard.switch_off();
    let evil = [("host", "evil.example"), ("origin", "null")];
    assert_eq!(status(&guard, "/mcp", &evil), None);
}
