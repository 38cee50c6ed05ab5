//! Messages of JSON-RPC: their shape, their ids, and what is answered how.

use std::collections::HashSet;

use serde_json::json;

use super::{LEGACY, MODERN, VERSIONS, able, fixture::Fixture, obliging, raw::RawClient, text};

#[tokio::test(start_paused = true)]
async fn everything_that_is_sent_is_valid_in_the_versions_schema() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        for list in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
            client.result(list, json!({})).await;
        }
        for uri in ["note://one", "note://pixel", "note://by/ada"] {
            client.result("resources/read", json!({"uri": uri})).await;
        }
        for (name, arguments) in [
            ("echo", json!({"text": "a"})),
            ("add", json!({"a": 1, "b": 2})),
            ("numbers", json!({})),
            ("media", json!({})),
            ("fail", json!({})),
            ("count", json!({})),
            ("log", json!({})),
        ] {
            let meta = json!({"progressToken": name, "io.modelcontextprotocol/logLevel": "debug"});
            let params = json!({"name": name, "arguments": arguments, "_meta": meta});
            client.result("tools/call", params).await;
        }
        for name in ["greet", "visit", "think", "think-with-tools", "folders", "require"] {
            client.answer_asking("tools/call", json!({"name": name}), obliging).await;
        }
        for name in ["plan", "media"] {
            let arguments = if name == "plan" { json!({"city": "Ghent"}) } else { json!({}) };
            client.result("prompts/get", json!({"name": name, "arguments": arguments})).await;
        }
        let reference = json!({"type": "ref/prompt", "name": "plan"});
        let argument = json!({"name": "city", "value": "a"});
        let params = json!({"ref": reference, "argument": argument});
        client.result("completion/complete", params).await;
        if client.is_modern() {
            client.result("server/discover", json!({})).await;
        } else {
            client.result("resources/subscribe", json!({"uri": "note://one"})).await;
            client.result("logging/setLevel", json!({"level": "error"})).await;
        }
        client.call("touch", json!({"text": "note://one"})).await;
        client.call("grow", json!({"text": "grown"})).await;
        client.error("tools/call", json!({"name": "break"})).await;
        client.error("nothing/such", json!({})).await;
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn requests_of_the_server_have_whole_numbers_or_text_as_ids() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        let id = client.start("tools/call", json!({"name": "think"})).await;
        let question = client.next_of("sampling/createMessage").await;
        assert!(question["id"].is_i64() || question["id"].is_string(), "{version}: {question}");
        client.reply(&question, obliging("sampling/createMessage", &question)).await;
        assert_eq!(text(&client.answer_to(&id).await["result"]), "m");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_whose_id_is_a_fraction_is_refused_without_an_id() {
    refuses_ids(&["1.5", "-0.25", "1e-1"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_request_whose_id_is_null_is_refused_without_an_id() {
    refuses_ids(&["null"]).await;
}

async fn refuses_ids(ids: &[&str]) {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let params = json!({"name": "echo", "arguments": {"text": "a"}});
        for id in ids {
            let request = client.request("tools/call", params.clone()).to_string();
            let own = request.find(r#""id":"#).unwrap();
            let end = own + request[own..].find(',').unwrap();
            client.send_text(format!(r#"{}"id":{id}{}"#, &request[..own], &request[end..])).await;
            let answer = client.next().await;
            assert_eq!(answer.get("id"), None, "{version} {id}: {answer}");
            assert_eq!(answer["error"]["code"], -32600, "{version} {id}: {answer}");
        }
        assert!(fixture.events().is_empty(), "{version}: it ran");
        assert_eq!(text(&client.call("echo", json!({"text": "b"})).await), "b");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn ids_of_the_servers_own_requests_are_never_used_again() {
    for version in LEGACY {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        let mut ids = HashSet::new();
        for _ in 0..3 {
            for _ in 0..2 {
                client.start("tools/call", json!({"name": "folders"})).await;
            }
            for _ in 0..2 {
                let question = client.next_of("roots/list").await;
                assert!(ids.insert(question["id"].to_string()), "{version}: {question}");
                client.reply(&question, json!({"roots": []})).await;
            }
            for _ in 0..2 {
                client.next().await;
            }
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_whose_id_is_in_flight_is_refused_and_the_first_one_lives() {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let id = client.start("tools/call", json!({"name": "gate"})).await;
        let params = json!({"name": "echo", "arguments": {"text": "a"}});
        let mut second = client.request("tools/call", params);
        second["id"] = id.clone();
        client.send(&second).await;
        let refusal = client.next().await;
        assert_eq!(refusal.get("id"), None, "{version}: it would answer the first one");
        assert_eq!(refusal["error"]["code"], -32600, "{version}");
        assert!(fixture.events().is_empty(), "{version}: the second one ran");
        fixture.release();
        assert_eq!(text(&client.answer_to(&id).await["result"]), "through", "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn each_answer_carries_the_id_of_its_request_in_its_own_type() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for id in [json!("7"), json!(7), json!(0), json!(-7), json!(""), json!(1_u64 << 53)] {
            let params = json!({"name": "echo", "arguments": {"text": id.to_string()}});
            for (method, member) in [("tools/call", "result"), ("nothing/such", "error")] {
                let mut request = client.request(method, params.clone());
                request["id"] = id.clone();
                client.send(&request).await;
                let answer = client.next().await;
                assert_eq!(answer["id"], id, "{version}: {answer}");
                assert!(answer.get(member).is_some(), "{version}: {answer}");
            }
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_has_a_result_or_an_error_and_never_both() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open_with(&fixture.handle, version, able()).await;
        for (name, fails) in [
            ("echo", version < "2025-11-25"),
            ("add", version < "2025-11-25"),
            ("media", false),
            ("fail", false),
            ("hide", true),
            ("break", true),
            ("nothing", true),
        ] {
            let answer = client.answer("tools/call", json!({"name": name})).await;
            assert_eq!(answer.get("error").is_some(), fails, "{version} {name}: {answer}");
            assert_eq!(answer.get("result").is_none(), fails, "{version} {name}: {answer}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn every_modern_result_says_its_type() {
    let fixture = Fixture::with(|server| {
        use hostline::{
            model::CallToolResult,
            server::{Context, NoArguments},
        };
        server.tool("pretend", "Says it is more", |_: NoArguments, _: Context| async {
            CallToolResult::new(Vec::new()).with_result_type("pretence")
        })
    });
    let mut client = RawClient::open_with(&fixture.handle, MODERN, able()).await;
    let reference = json!({"type": "ref/prompt", "name": "plan"});
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        ("tools/call", json!({"name": "echo", "arguments": {"text": "a"}})),
        ("tools/call", json!({"name": "fail"})),
        ("tools/call", json!({"name": "pretend"})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "note://one"})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "media"})),
        (
            "completion/complete",
            json!({"ref": reference, "argument": {"name": "city", "value": ""}}),
        ),
    ] {
        let result = client.result(method, params).await;
        assert_eq!(result["resultType"], "complete", "{method}: {result}");
    }
    for (method, name) in [("tools/call", "greet"), ("prompts/get", "ask")] {
        let result = client.result(method, json!({"name": name})).await;
        assert_eq!(result["resultType"], "input_required", "{method}");
    }
    client.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_line_that_is_json_but_no_request_is_refused_without_an_id() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for line in [
            "5",
            "null",
            "true",
            r#""ping""#,
            "{}",
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","method":7}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
        ] {
            client.send_text(line).await;
            let answer = client.next().await;
            assert_eq!(answer["error"]["code"], -32600, "{version} {line}: {answer}");
            assert_eq!(answer.get("id"), None, "{version} {line}: {answer}");
        }
        client.expect_silence().await;
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn errors_have_a_whole_number_and_a_sentence() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for (method, params) in [
            ("nothing/such", json!({})),
            ("tools/call", json!({"name": "nothing"})),
            ("tools/call", json!({})),
            ("tools/call", json!({"name": "break"})),
            ("tools/call", json!({"name": "greet"})),
            ("tools/list", json!({"cursor": "made up"})),
            ("resources/read", json!({"uri": "note://nothing/such"})),
            ("prompts/get", json!({"name": "plan"})),
        ] {
            let error = client.error(method, params).await;
            assert!(error["code"].is_i64(), "{version} {method}: {error}");
            let sentence = error["message"].as_str().unwrap();
            assert!(!sentence.is_empty() && !sentence.contains('\n'), "{version}: {error}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn notifications_of_the_server_have_no_id() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let meta = json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"});
        for name in ["count", "log"] {
            client.result("tools/call", json!({"name": name, "_meta": meta})).await;
        }
        if client.is_modern() {
            let wanted = json!({"toolsListChanged": true, "resourceSubscriptions": ["note://one"]});
            client.start("subscriptions/listen", json!({"notifications": wanted})).await;
        } else {
            client.result("resources/subscribe", json!({"uri": "note://one"})).await;
        }
        client.call("grow", json!({"text": "grown"})).await;
        client.call("touch", json!({"text": "note://one"})).await;
        client.expect_end_of_news().await;
        let heard = client.take_heard();
        let methods: HashSet<&str> =
            heard.iter().filter_map(|one| one["method"].as_str()).collect();
        for method in ["progress", "message", "tools/list_changed", "resources/updated"] {
            let method = format!("notifications/{method}");
            assert!(methods.contains(method.as_str()), "{version}: no {method}");
        }
        assert!(heard.iter().all(|message| message.get("id").is_none()), "{version}: {heard:?}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_notification_is_never_answered_whatever_is_in_it() {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for line in [
            r#"{"jsonrpc":"2.0","method":"nothing/such"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/nothing","params":{"a":[1]}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"_meta":7}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":"much"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed","params":null}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed","params":[1]}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}"#,
            r#"{"jsonrpc":"2.0","method":"initialize","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"ping"}"#,
        ] {
            client.send_text(line).await;
        }
        client.expect_silence().await;
        assert!(fixture.events().is_empty(), "{version}: a tool ran");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn text_that_is_no_utf_8_is_refused() {
    for version in VERSIONS {
        let mut fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let params = json!({"name": "echo", "arguments": {"text": "HERE"}});
        for broken in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf"] {
            let request = client.request("tools/call", params.clone());
            client.note(&request);
            let (before, after) = request.to_string().split_once("HERE").map(split_owned).unwrap();
            client.send_text([before.as_bytes(), broken, after.as_bytes()].concat()).await;
            let answer = client.answer_to(&request["id"]).await;
            assert!(answer.get("error").is_some(), "{version} {broken:?}: {answer}");
        }
        client.send_text(b"\xff\xfe").await;
        client.expect_silence().await;
        assert!(fixture.events().is_empty(), "{version}: it ran");
        assert_eq!(text(&client.call("echo", json!({"text": "é"})).await), "é");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn parameters_that_are_no_json_or_say_twice_what_is_attached_are_invalid() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let own = if client.is_modern() { "server/discover" } else { "ping" };
        for method in [own, "tools/list"] {
            for wrong in [r#""x":nope"#, r#""_meta":{},"\u005fmeta":{}"#] {
                let request = client.request(method, json!({"z": 1}));
                client.note(&request);
                let wrong = format!(r#""params":{{{wrong},"#);
                let text = request.to_string().replace(r#""params":{"#, &wrong);
                client.send_text(text).await;
                let answer = client.answer_to(&request["id"]).await;
                assert_eq!(answer["error"]["code"], -32602, "{version} {wrong}: {answer}");
            }
        }
        client.close().await;
    }
}

fn split_owned((before, after): (&str, &str)) -> (String, String) {
    (before.to_owned(), after.to_owned())
}
