use super::*;

#[test]
fn headers_are_checked_when_they_are_set() {
    let set = |name: &str, value: &str| HttpSettings::new().header(name, value).map(drop);
    set("Authorization", "Bearer abc").unwrap();
    set("x-tenant", "blue").unwrap();
    for (name, value) in [
        ("", "x"),
        ("two words", "x"),
        ("x-tenant", "a\r\nx-other: b"),
        ("x-tenant", "a\0b"),
        ("Host", "elsewhere"),
        ("Content-Type", "text/plain"),
        ("Content-Length", "1"),
        ("Transfer-Encoding", "chunked"),
        ("accept-encoding", "zstd"),
        ("Mcp-Session-Id", "1"),
        ("mcp-protocol-version", "1"),
        ("Mcp-Param-Region", "eu"),
        ("Last-Event-ID", "1"),
    ] {
        let error = set(name, value).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{name}: {value}");
    }
}

#[test]
fn values_of_headers_appear_in_no_debug_output() {
    let settings = HttpSettings::new().header("authorization", "Bearer abc").unwrap();
    let client = crate::net::HttpClient::new(settings.clone());
    for text in [format!("{settings:?}"), format!("{client:?}"), format!("{:?}", settings.headers)]
    {
        assert!(text.contains("authorization") && !text.contains("abc"), "{text}");
    }
    let error = HttpSettings::new().header("authorization", "abc\n").unwrap_err();
    assert!(!format!("{error:?}").contains("abc"), "{error:?}");
}

#[test]
fn an_authority_must_be_a_certificate() {
    for pem in ["", "hello", "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n"] {
        let error = HttpSettings::new().certificate_authority(pem.as_bytes()).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{pem}");
    }
}
