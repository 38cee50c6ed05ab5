use serde_json::json;

use super::*;

#[test]
fn what_does_not_exist_is_known_in_every_version() {
    for (code, data, expected) in [
        (-32002, None, true),
        (-32002, Some(json!({"uri": "file:///x"})), true),
        (-32602, Some(json!({"uri": "file:///x"})), true),
        (-32602, Some(json!("uri")), false),
        (-32602, None, false),
        (-32603, Some(json!({"uri": "file:///x"})), false),
    ] {
        let mut rpc = RpcError::new(code, "no");
        if let Some(data) = data {
            rpc = rpc.with_data(data);
        }
        assert_eq!(Error::from_rpc(rpc.clone()).is_not_found(), expected, "{rpc:?}");
    }
    assert!(!Error::new(ErrorCode::Closed, "gone").is_not_found());
}

#[test]
fn a_sentence_names_who_what_and_what_next_and_hides_nothing_in_it() {
    let error = Error::from_rpc(RpcError::new(-1, "\u{1b}[31mred\u{202e}"))
        .with_next_step("look")
        .with_server(&"npx server".into())
        .with_method("tools/call")
        .that_may_have_run();
    let text = error.to_string();
    assert!(
        text.starts_with("npx server: tools/call: the server answered with error -1: "),
        "{text}"
    );
    assert!(text.ends_with("; the server may have done it all the same; look"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
    assert_eq!(error.clone().with_server(&"other".into()).server(), Some("npx server"));
}

#[test]
fn codes_have_distinct_stable_names() {
    let names: std::collections::BTreeSet<_> = ErrorCode::ALL.iter().map(|c| c.name()).collect();
    assert_eq!(names.len(), ErrorCode::ALL.len());
}

#[test]
fn a_sentence_is_one_line_and_the_error_keeps_all() {
    let error = Error::from_rpc(RpcError::new(-1, "[\n  {\n    \"code\": 1\n  }\n]"));
    assert_eq!(error.to_string(), "the server answered with error -1: [ { \"code\": 1 } ]");
    assert!(error.rpc().is_some_and(|rpc| rpc.message.contains('\n')));
}
