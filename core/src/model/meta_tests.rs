//! The grammar of `_meta` keys, by the examples of the specification's pages.

use super::{ExtensionId, Meta, MetaKey, ReservedPrefixes, keys};
use crate::{ErrorCode, Json};

/// Key, prefix, name.
const VALID: &[(&str, Option<&str>, &str)] = &[
    ("io.modelcontextprotocol/protocolVersion", Some("io.modelcontextprotocol"), "protocolVersion"),
    ("com.example/", Some("com.example"), ""),
    ("com.example/a", Some("com.example"), "a"),
    ("example/a.b_c-d", Some("example"), "a.b_c-d"),
    ("a-1.b/1", Some("a-1.b"), "1"),
    ("progressToken", None, "progressToken"),
    ("traceparent", None, "traceparent"),
    ("9lives", None, "9lives"),
    ("", None, ""),
];

const INVALID: &[&str] = &[
    "/name",
    "com..example/name",
    ".com/name",
    "com./name",
    "1com/name",
    "com.1example/name",
    "com.example-/name",
    "-com/name",
    "com_example/name",
    "com.example/-name",
    "com.example/name-",
    "com.example/na me",
    "com.example/name/more",
    "_name",
    "name.",
    "naïve",
    "com.exämple/name",
    "com.example\u{0}/name",
];

/// Prefix, whether 2025-06-18 reserves it, whether 2025-11-25 and 2026-07-28 do.
const PREFIXES: &[(&str, bool, bool)] = &[
    // The examples of 2025-06-18.
    ("modelcontextprotocol.io", true, false),
    ("mcp.dev", true, false),
    ("api.modelcontextprotocol.org", true, true),
    ("tools.mcp.com", true, true),
    // The examples of 2025-11-25 and 2026-07-28.
    ("io.modelcontextprotocol", false, true),
    ("dev.mcp", false, true),
    ("org.modelcontextprotocol.api", true, true),
    ("com.mcp.tools", true, true),
    ("com.example.mcp", false, false),
    // What lies between the two rules.
    ("com.example.mcp.tools", true, false),
    ("mcp", false, false),
    ("modelcontextprotocol", false, false),
    ("com.example", false, false),
    ("com.mcpx", false, false),
    ("com.x-mcp.y", false, false),
];

#[test]
fn a_valid_key_is_taken_apart() {
    for &(text, prefix, name) in VALID {
        let key = MetaKey::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!((key.as_str(), key.prefix(), key.name()), (text, prefix, name));
    }
}

#[test]
fn an_invalid_key_is_refused_with_the_rule_that_it_breaks() {
    for text in INVALID {
        let error = MetaKey::parse(text).expect_err(text);
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{text:?}");
        assert!(error.message().contains("must start"), "{error}");
    }
}

#[test]
fn the_reserved_prefixes_differ_by_rule() {
    for &(prefix, inner, second) in PREFIXES {
        let key = MetaKey::parse(&format!("{prefix}/name")).expect(prefix);
        assert_eq!(key.is_reserved(ReservedPrefixes::InnerLabel), inner, "{prefix}");
        assert_eq!(key.is_reserved(ReservedPrefixes::SecondLabel), second, "{prefix}");
        assert!(!key.is_reserved(ReservedPrefixes::None), "{prefix}");
    }
}

#[test]
fn a_key_without_prefix_is_never_reserved() {
    for text in ["mcp", "modelcontextprotocol", "a.mcp.b"] {
        let key = MetaKey::parse(text).expect(text);
        assert!(!key.is_reserved(ReservedPrefixes::InnerLabel), "{text}");
        assert!(!key.is_reserved(ReservedPrefixes::SecondLabel), "{text}");
    }
}

#[test]
fn the_bare_keys_of_the_specification_are_known() {
    for text in ["progressToken", "traceparent", "tracestate", "baggage"] {
        assert!(MetaKey::parse(text).expect(text).is_known_bare(), "{text}");
    }
    assert!(!MetaKey::parse("other").expect("valid").is_known_bare());
    assert!(!MetaKey::parse(keys::CLIENT_INFO).expect("valid").is_known_bare());
}

#[test]
fn an_extension_identifier_needs_a_prefix() {
    for text in ["io.modelcontextprotocol/ui", "com.example/feature"] {
        assert_eq!(ExtensionId::parse(text).expect(text).as_str(), text);
    }
    for text in ["ui", "", "com.example", "com..example/ui"] {
        assert_eq!(ExtensionId::parse(text).expect_err(text).code(), ErrorCode::InvalidInput);
    }
}

#[test]
fn received_keys_of_any_form_are_kept_in_order() {
    let text = r#"{"z/z/z":1,"a b":{"x":[]},"":null,"z/z/z":2}"#;
    let meta: Meta = serde_json::from_str(text).expect("meta");
    assert_eq!(serde_json::to_string(&meta).expect("text"), text);
    assert_eq!(meta.get("z/z/z"), Some(&Json::parse("2").expect("json")));
}
