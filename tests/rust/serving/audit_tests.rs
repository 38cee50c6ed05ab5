//! The audit sees each kind of breach; else the tests that rest on it would prove nothing.

use serde_json::{Value, json};

use super::{LEGACY, MODERN, audit::Audit};

/// An audit of a connection on which the client has sent this.
fn after(version: &'static str, sent: &[Value]) -> Audit {
    let mut audit = Audit::new(version);
    for message in sent {
        audit.note(message);
    }
    audit
}

/// A request of the version with the id 1.
fn asked(version: &str, method: &str, mut params: Value) -> Value {
    if version == MODERN {
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn notification(method: &str, params: Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "method": format!("notifications/{method}")});
    message["params"] = params;
    message
}

fn error(code: i64) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no"}})
}

#[track_caller]
fn expect_breach(mut audit: Audit, said: &Value, expected: &str) {
    let faults = audit.check(said);
    assert!(faults.iter().any(|fault| fault.contains(expected)), "{said}: {faults:?}");
}

#[test]
fn an_answer_belongs_to_a_request_and_is_given_once() {
    for version in [LEGACY[3], MODERN] {
        let call = asked(version, "tools/call", json!({"name": "echo"}));
        let answer = error(-32602);
        let mut audit = after(version, std::slice::from_ref(&call));
        assert_eq!(audit.check(&answer), Vec::<String>::new());
        expect_breach(audit, &answer, "no request that waits");
        let cancelled = notification("cancelled", json!({"requestId": 1}));
        expect_breach(after(version, &[call.clone(), cancelled]), &answer, "no request that waits");
        for (member, value, expected) in [
            ("id", json!("1"), "no request that waits"),
            ("jsonrpc", json!("1.0"), "`jsonrpc` 2.0"),
            ("result", json!({}), "either a result or an error"),
            ("error", json!({"code": 1.5, "message": "no"}), "an integer"),
            ("error", json!({"code": -32602, "message": ""}), "a sentence"),
        ] {
            let mut broken = answer.clone();
            broken[member] = value;
            expect_breach(after(version, std::slice::from_ref(&call)), &broken, expected);
        }
    }
}

#[test]
fn codes_belong_to_versions() {
    for (version, code, fine) in [
        (MODERN, -32002, false),
        (MODERN, -32042, false),
        (MODERN, -32010, false),
        (MODERN, -32050, false),
        (LEGACY[3], -32021, false),
        (LEGACY[2], -32042, false),
        (LEGACY[0], -32002, true),
        (MODERN, -32603, true),
        (MODERN, 4290, true),
    ] {
        let mut audit = after(version, &[asked(version, "tools/list", json!({}))]);
        assert_eq!(audit.check(&error(code)).is_empty(), fine, "{version} {code}");
    }
}

#[test]
fn results_are_those_of_the_version() {
    let listed = |result: Value| json!({"jsonrpc": "2.0", "id": 1, "result": result});
    let tool = json!({"name": "a", "inputSchema": {"type": "object"}, "title": "A"});
    for (version, result, expected) in [
        (LEGACY[0], json!({"tools": [], "resultType": "complete"}), "missing, unknown or too new"),
        (MODERN, json!({"tools": [], "ttlMs": 0, "cacheScope": "public"}), "missing, unknown"),
        (MODERN, json!({"tools": [], "resultType": "task"}), "missing, unknown or too new"),
        // What follows is seen with the schemas only.
        (LEGACY[0], json!({"tools": [tool]}), "title"),
        (LEGACY[3], json!({"tools": 7}), "ListToolsResult"),
        (MODERN, json!({"tools": [], "resultType": "complete"}), "ttlMs"),
    ] {
        if crate::spec::is_there() || expected.contains("unknown") {
            let audit = after(version, &[asked(version, "tools/list", json!({}))]);
            expect_breach(audit, &listed(result), expected);
        }
    }
}

#[test]
fn progress_grows_and_has_a_request() {
    let report = |token: Value, progress: f64| {
        notification("progress", json!({"progressToken": token, "progress": progress}))
    };
    for version in [LEGACY[3], MODERN] {
        let call = asked(version, "tools/call", json!({"_meta": {"progressToken": "t"}}));
        expect_breach(after(version, &[]), &report(json!("t"), 1.0), "no request that waits");
        let mut audit = after(version, &[call]);
        assert!(audit.check(&report(json!("t"), 1.0)).is_empty());
        expect_breach(audit, &report(json!("t"), 1.0), "progress grows");
    }
}

#[test]
fn what_is_told_was_asked_for() {
    let log = notification("message", json!({"level": "info", "data": "said"}));
    let level = json!({"_meta": {"io.modelcontextprotocol/logLevel": "warning"}});
    expect_breach(after(MODERN, &[asked(MODERN, "tools/call", level)]), &log, "nobody wants");
    let about = json!({"io.modelcontextprotocol/subscriptionId": 1});
    let changed = notification("tools/list_changed", json!({"_meta": about}));
    expect_breach(after(MODERN, &[]), &changed, "no subscription");
    let listen = asked(MODERN, "subscriptions/listen", json!({"notifications": {}}));
    let listening = || after(MODERN, std::slice::from_ref(&listen));
    expect_breach(listening(), &changed, "the acknowledgement comes first");
    let acknowledged =
        notification("subscriptions/acknowledged", json!({"_meta": about, "notifications": {}}));
    let mut audit = listening();
    assert!(audit.check(&acknowledged).is_empty());
    expect_breach(audit, &changed, "nobody asked");
    let updated = notification("resources/updated", json!({"uri": "note://one"}));
    expect_breach(after(LEGACY[0], &[]), &updated, "nobody watches");
    let complete = notification("elicitation/complete", json!({"elicitationId": "x"}));
    expect_breach(after(LEGACY[3], &[]), &complete, "not sent to");
}

#[test]
fn requests_of_the_server_have_their_place() {
    let question =
        |id: Value| json!({"jsonrpc": "2.0", "id": id, "method": "roots/list", "params": {}});
    let abilities = |roots: Value| asked(LEGACY[0], "initialize", json!({"capabilities": roots}));
    expect_breach(after(MODERN, &[]), &question(json!(1)), "a modern server sends no request");
    expect_breach(after(LEGACY[0], &[abilities(json!({}))]), &question(json!(1)), "not declared");
    let able = || after(LEGACY[0], &[abilities(json!({"roots": {}}))]);
    expect_breach(able(), &question(json!(1.5)), "a string or an integer");
    let mut audit = able();
    assert!(audit.check(&question(json!(7))).is_empty());
    expect_breach(audit, &question(json!(7)), "used before");
    let cancelled = notification("cancelled", json!({"requestId": 7}));
    expect_breach(able(), &cancelled, "what does not wait");
    expect_breach(able(), &json!([error(-32603)]), "no batches");
}
