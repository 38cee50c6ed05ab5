use super::*;
use crate::{error::ErrorCode, version::Version};

fn stamp(dialect: &dyn Dialect, call: &Call, round: Option<&Round>) -> serde_json::Value {
    let stamped = dialect.stamp(&RequestId::Number(7), call, round, Link::Shared);
    serde_json::from_slice(&stamped.body).unwrap()
}

fn modern() -> PerRequest {
    PerRequest::new(Version::V2026_07_28, br#"{"name":"t","version":"1"}"#, b"{}")
}

#[test]
fn a_modern_request_says_for_itself_who_asks() {
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(br#"{"name":"a"}"#));
    call.progress = true;
    call.log_level = Some(crate::model::LoggingLevel::Info);
    call.meta.push(("com.example/x".into(), Json::parse("[1]").unwrap()));
    assert_eq!(
        stamp(&modern(), &call, None),
        serde_json::json!({
            "jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": {"name": "a", "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
                "progressToken": 7,
                "io.modelcontextprotocol/logLevel": "info",
                "com.example/x": [1],
            }},
        })
    );
}

#[test]
fn a_further_round_carries_the_state_to_the_byte() {
    let call = Call::new(method::TOOLS_CALL, Bytes::from_static(br#"{"name":"a"}"#));
    let round = Round {
        input_responses: Some(Bytes::from_static(br#"{"k":{"action":"accept"}}"#)),
        request_state: Some(Json::parse(r#""\u0041\/""#).unwrap()),
    };
    let stamped = modern().stamp(&RequestId::Number(8), &call, Some(&round), Link::Shared);
    let text = std::str::from_utf8(&stamped.body).unwrap();
    assert!(text.contains(r#""requestState":"\u0041\/""#), "{text}");
    assert!(text.contains(r#""inputResponses":{"k":{"action":"accept"}}"#), "{text}");
}

#[test]
fn a_legacy_request_carries_meta_only_where_there_is_some() {
    let legacy = Handshake::new(Version::V2025_11_25, Bytes::from_static(b"{}"));
    let mut call = Call::new(method::TOOLS_LIST, Bytes::from_static(b"{}"));
    assert_eq!(stamp(&legacy, &call, None)["params"], serde_json::json!({}));
    call.progress = true;
    assert_eq!(
        stamp(&legacy, &call, None)["params"],
        serde_json::json!({"_meta": {"progressToken": 7}})
    );
}

#[test]
fn headers_repeat_the_request_where_exchanges_exist() {
    let mut call = Call::new(method::TOOLS_CALL, Bytes::from_static(b"{}"));
    call.name = Some("naïve".into());
    let headers = modern().stamp(&RequestId::Number(1), &call, None, Link::Exchanges).headers;
    assert_eq!(
        headers.iter().map(|(name, value)| (&**name, &**value)).collect::<Vec<_>>(),
        [
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", "=?base64?bmHDr3Zl?="),
        ]
    );
    for (version, named) in [(Version::V2025_03_26, false), (Version::V2025_06_18, true)] {
        let legacy = Handshake::new(version, Bytes::from_static(b"{}"));
        let headers = legacy.stamp(&RequestId::Number(1), &call, None, Link::Exchanges).headers;
        assert_eq!(!headers.is_empty(), named);
        let opening = legacy.opening().unwrap();
        let stamped = legacy.stamp(&RequestId::Number(1), &opening, None, Link::Exchanges);
        assert!(stamped.headers.is_empty());
    }
}

#[test]
fn a_result_type_decides_what_a_modern_result_is() {
    let read = |method: &str, tag: Option<&'static [u8]>| {
        let tag = tag.map(Bytes::from_static);
        modern().read_result(method, RawResult { bytes: Bytes::from_static(b"{}"), tag })
    };
    assert!(matches!(read(method::TOOLS_LIST, None), Reply::Complete(_)));
    assert!(matches!(read(method::TOOLS_LIST, Some(br#""complete""#)), Reply::Complete(_)));
    assert!(matches!(
        read(method::TOOLS_CALL, Some(br#""input_required""#)),
        Reply::InputRequired(_)
    ));
    assert!(matches!(read(method::TOOLS_LIST, Some(br#""input_required""#)), Reply::Invalid(_)));
    assert!(matches!(read(method::TOOLS_CALL, Some(br#""surprise""#)), Reply::Invalid(_)));
    assert!(matches!(read(method::TOOLS_CALL, Some(b"1")), Reply::Invalid(_)));
}

#[test]
fn url_elicitations_are_asked_for_by_an_error_in_one_version_only() {
    let error =
        RpcError::new(-32042, "open this").with_data(serde_json::json!({"elicitations": []}));
    for version in [Version::V2025_06_18, Version::V2025_11_25] {
        let dialect = Handshake::new(version, Bytes::from_static(b"{}"));
        let asks = matches!(dialect.read_error(error.clone()), Reply::InputRequired(_));
        assert_eq!(asks, version == Version::V2025_11_25);
    }
    assert!(matches!(modern().read_error(error), Reply::Error(_)));
}

#[test]
fn the_server_chooses_a_version_that_can_follow_a_handshake() {
    let dialect = Handshake::new(Version::V2025_11_25, Bytes::from_static(b"{}"));
    let opened = dialect.opened(br#"{"protocolVersion":"2024-11-05"}"#).unwrap();
    assert_eq!(opened.profile().version, Version::V2024_11_05);
    for text in ["2026-07-28", "1.0", "2027-01-01"] {
        let result = format!(r#"{{"protocolVersion":"{text}"}}"#);
        let error = dialect.opened(result.as_bytes()).err().unwrap();
        assert_eq!(error.code(), ErrorCode::UnsupportedVersion, "{text}");
    }
}

mod negotiation {
    use super::super::negotiate::{Judgement, Probe, judge_channel, judge_http};
    use crate::{
        error::{Error, ErrorCode},
        jsonrpc::RpcError,
    };

    fn rpc(code: i64) -> Error {
        Error::from_rpc(RpcError::new(code, "no"))
    }

    fn unsupported(versions: &[&str]) -> Error {
        let data = serde_json::json!({"supported": versions, "requested": "2026-07-28"});
        Error::from_rpc(RpcError::new(-32022, "no").with_data(data))
    }

    fn name(judgement: &Judgement) -> &'static str {
        match judgement {
            Judgement::Modern => "modern",
            Judgement::Legacy => "legacy",
            Judgement::LegacyAfterRestart => "restart",
            Judgement::Fail(_) => "fail",
        }
    }

    #[test]
    fn a_channel_is_legacy_unless_it_says_that_it_is_modern() {
        for (error, expected) in [
            (rpc(-32601), "legacy"),
            (rpc(-32602), "legacy"),
            (rpc(-32000), "legacy"),
            (rpc(-32021), "fail"),
            (unsupported(&["2027-01-01", "2026-07-28"]), "modern"),
            (unsupported(&["2025-11-25"]), "legacy"),
            (unsupported(&["2027-01-01"]), "fail"),
            (Error::new(ErrorCode::Timeout, "silence"), "legacy"),
            (Error::new(ErrorCode::Closed, "gone"), "restart"),
            (Error::new(ErrorCode::Process, "exited"), "restart"),
            (Error::new(ErrorCode::Cancelled, "by the caller"), "fail"),
        ] {
            assert_eq!(name(&judge_channel(&Probe::Failed(&error))), expected, "{error}");
        }
        let versions = ["2026-07-28".to_owned(), "2025-11-25".to_owned()];
        assert_eq!(name(&judge_channel(&Probe::Result(Some(&versions)))), "modern");
        assert_eq!(name(&judge_channel(&Probe::Result(None))), "legacy");
    }

    #[test]
    fn refusals_and_outages_behind_http_are_never_read_as_legacy() {
        for status in [401, 403, 407, 408, 429, 500, 502, 503] {
            let error = Error::new(ErrorCode::Transport, "refused").with_status(status);
            assert_eq!(name(&judge_http(&Probe::Failed(&error))), "fail", "{status}");
        }
        let failing = rpc(-32603).with_status(500);
        assert_eq!(name(&judge_http(&Probe::Failed(&failing))), "fail");
        // What an issuer or a person did tells nothing of the server.
        for code in [ErrorCode::AuthFailed, ErrorCode::AuthRequired] {
            let error = Error::new(code, "x").with_status(400);
            assert_eq!(name(&judge_http(&Probe::Failed(&error))), "fail", "{code}");
        }
        for status in [400, 404, 405] {
            let error = Error::new(ErrorCode::Transport, "refused").with_status(status);
            assert_eq!(name(&judge_http(&Probe::Failed(&error))), "legacy", "{status}");
        }
        for (error, expected) in [
            (Error::new(ErrorCode::Transport, "connection refused"), "fail"),
            (Error::new(ErrorCode::Timeout, "silence"), "fail"),
            (rpc(-32601), "legacy"),
            (rpc(-32020), "fail"),
            (unsupported(&["2026-07-28"]), "modern"),
        ] {
            assert_eq!(name(&judge_http(&Probe::Failed(&error))), expected, "{error}");
        }
    }
}
