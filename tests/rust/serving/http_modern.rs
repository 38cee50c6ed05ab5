//! Requests that are complete in themselves, over HTTP.

use base64::{Engine, prelude::BASE64_STANDARD};
use hostline::{
    Json,
    model::Tool,
    server::{Context, HttpOptions, ServedTool},
};
use serde_json::{Value, json};

use super::{
    MODERN, VERSIONS, able,
    audit::{META_CAPABILITIES, META_LOG_LEVEL, META_VERSION},
    fixture::Fixture,
    obliging,
    web::{Ask, Site, WebClient, soon},
};

#[tokio::test]
async fn a_request_without_a_required_field_is_refused_with_400() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    for field in [META_VERSION, META_CAPABILITIES] {
        for value in [None, Some(json!(7)), Some(Value::Null)] {
            let mut call = client.call("echo", json!({"text": "a"}));
            let meta = call["params"]["_meta"].as_object_mut().unwrap();
            match &value {
                Some(value) => meta.insert(field.to_owned(), value.clone()),
                None => meta.remove(field),
            };
            let refusal = client.post(&call).refusal().await;
            assert_eq!(refusal, (400, -32602), "{field} {value:?}");
        }
    }
    let mut bare = client.call("echo", json!({"text": "a"}));
    bare["params"].as_object_mut().unwrap().remove("_meta");
    assert_eq!(client.post(&bare).refusal().await, (400, -32602));
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn an_ability_that_is_missing_is_refused_with_400() {
    let site = Site::open().await;
    for (tool, ability) in [
        ("greet", json!({"elicitation": {"form": {}}})),
        ("visit", json!({"elicitation": {"url": {}}})),
        ("think", json!({"sampling": {}})),
        ("think-with-tools", json!({"sampling": {"tools": {}}})),
        ("folders", json!({"roots": {}})),
    ] {
        let mut client = WebClient::open(&site, MODERN).await;
        let call = client.call(tool, json!({}));
        let reply = client.post(&call).send().await;
        assert_eq!(reply.status, 400, "{tool}");
        let error = &reply.json().await["error"];
        assert_eq!(error["code"], -32021, "{tool}: {error}");
        assert_eq!(error["data"]["requiredCapabilities"], ability, "{tool}");
    }
}

#[tokio::test]
async fn an_unknown_version_is_refused_with_400_and_a_list() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    for version in ["2099-01-01", "1.0", "DRAFT"] {
        let mut call = client.call("echo", json!({"text": "a"}));
        call["params"]["_meta"][META_VERSION] = version.into();
        let ask = client.post(&call).header("mcp-protocol-version", version);
        let reply = ask.send().await;
        assert_eq!(reply.status, 400, "{version}");
        let answer = reply.json().await;
        assert_eq!(answer["id"], call["id"]);
        assert_eq!(answer["error"]["code"], -32022, "{answer}");
        let data = &answer["error"]["data"];
        assert_eq!(data["requested"], version);
        let mut supported: Vec<&str> =
            data["supported"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        supported.sort_unstable();
        assert!(supported.contains(&MODERN), "{supported:?}");
        assert!(supported.iter().all(|version| VERSIONS.contains(version)), "{supported:?}");
    }
}

#[tokio::test]
async fn a_notification_is_taken_with_202_and_no_body() {
    let site = Site::open().await;
    let client = WebClient::new(&site, MODERN);
    for method in ["notifications/cancelled", "notifications/unknown"] {
        let note = json!({"jsonrpc": "2.0", "method": method, "params": {"requestId": 7}});
        let reply = client.post(&note).send().await;
        assert_eq!((reply.status, reply.header("content-type")), (202, ""), "{method}");
        assert_eq!(reply.text().await, "");
    }
}

#[tokio::test]
async fn a_notification_that_cannot_be_taken_gets_an_error_status() {
    let site = Site::open().await;
    let client = WebClient::new(&site, MODERN);
    let note = json!({"jsonrpc": "2.0", "method": "notifications/unknown"});
    let post = client.post(&note);
    for version in [b"2099-01-01".as_slice(), b"", b"\xff"] {
        let ask = post.clone().header("mcp-protocol-version", version);
        assert_eq!(ask.refusal().await, (400, -32022), "{version:?}");
    }
    assert_eq!(post.clone().header("content-type", "text/plain").status().await, 415);
    assert_eq!(post.clone().header("accept", "application/json").status().await, 406);
    for broken in [
        "",
        "{",
        "null",
        r#"{"jsonrpc":"2.0","method":7}"#,
        r#"{"method":"notifications/unknown"}"#,
    ] {
        assert_eq!(post.clone().body(broken).status().await, 400, "{broken}");
    }
    for response in [json!({"result": {}}), json!({"error": {"code": 1, "message": "no"}})] {
        let mut response = response;
        response["jsonrpc"] = "2.0".into();
        response["id"] = 1.into();
        assert_eq!(client.post(&response).refusal().await, (400, -32600));
    }
}

#[tokio::test]
async fn a_request_is_answered_as_json_or_as_a_stream() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    let reply = client.post(&call).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"));
    assert_eq!(reply.json().await["id"], call["id"]);

    let params = json!({"name": "count", "_meta": {"progressToken": "t"}});
    let call = client.request("tools/call", params);
    let reply = client.post(&call).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/event-stream"));
    assert_eq!(reply.header("x-accel-buffering"), "no");
    let messages = reply.messages().await;
    let methods: Vec<&Value> = messages.iter().map(|message| &message["method"]).collect();
    let progress = json!("notifications/progress");
    assert_eq!(methods, [&progress, &progress, &progress, &Value::Null], "the answer is the end");
    assert_eq!(messages[3]["id"], call["id"]);

    // Input is asked for in the answer, and the request comes again.
    client = client.declaring(able());
    let mut params = json!({"name": "greet"});
    let asked = client.answer("tools/call", params.clone()).await["result"].clone();
    assert_eq!(asked["resultType"], "input_required");
    params["inputResponses"]["who"] = obliging("elicitation/create", &Value::Null);
    params["requestState"] = asked["requestState"].clone();
    let greeted = client.answer("tools/call", params).await;
    assert!(super::text(&greeted["result"]).contains("Ada"), "{greeted}");
}

#[tokio::test]
async fn one_path_takes_posts_and_nothing_else() {
    let site = Site::with(HttpOptions::new().modern_only()).await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    let post = client.post(&call);
    for method in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"] {
        let reply = client.listen().method(method).send().await;
        assert_eq!((reply.status, reply.header("allow")), (405, "POST"), "{method}");
    }
    let stream = client.listen().also("mcp-session-id", "made-up");
    assert_eq!(stream.status().await, 405, "there are no sessions");
    for target in ["/", "/mcp/", "/mcp/x", "/MCP", "/sse", "/messages", "/%6dcp", "//mcp"] {
        assert_eq!(post.clone().target(target).status().await, 404, "{target}");
    }
    assert_eq!(post.clone().target("/mcp?query=1").status().await, 200);
    assert_eq!(post.status().await, 200);
}

#[tokio::test]
async fn only_what_belongs_to_the_request_comes_on_its_stream() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let meta = json!({"progressToken": "a", META_LOG_LEVEL: "error"});
    let paced = client.request("tools/call", json!({"name": "pace", "_meta": meta}));
    let mut stream = client.post(&paced).send().await;
    assert_eq!(stream.message().await.unwrap()["params"]["progressToken"], "a");
    let listen = json!({"notifications": {"toolsListChanged": true}});
    let listen = client.request("subscriptions/listen", listen);
    let mut changes = client.post(&listen).send().await;
    let acknowledged = changes.message().await.unwrap();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");

    // Much happens meanwhile on other streams.
    for (tool, level) in [("count", "debug"), ("log", "debug")] {
        let meta = json!({"progressToken": "b", META_LOG_LEVEL: level});
        let call = client.request("tools/call", json!({"name": tool, "_meta": meta}));
        let messages = client.post(&call).send().await.messages().await;
        assert!(messages.len() > 2, "{messages:?}");
        let mine = |message: &Value| {
            message["id"] == call["id"]
                || message["params"]["progressToken"] == "b"
                || message["method"] == "notifications/message"
        };
        assert!(messages.iter().all(mine), "{messages:?}");
    }
    assert_eq!(client.said("grow", json!({"text": "newest"})).await, "added");
    let change = changes.message().await.unwrap();
    assert_eq!(change["method"], "notifications/tools/list_changed");
    site.fixture.release();
    let rest = stream.messages().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["id"], paced["id"]);
    assert!(site.fixture.events().is_empty());
}

#[tokio::test]
async fn hanging_up_cancels_the_request() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
    let call = client.request("tools/call", params);
    let mut stream = client.post(&call).send().await;
    assert_eq!(site.event().await, "began");
    assert_eq!(stream.message().await.unwrap()["method"], "notifications/progress");
    drop(stream);
    assert_eq!(site.event().await, "dropped");
}

#[tokio::test]
async fn hanging_up_before_the_first_byte_cancels_too() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("wait", json!({}));
    let mut sending = Box::pin(client.post(&call).send());
    tokio::select! {
        _ = &mut sending => panic!("it is answered"),
        began = site.event() => assert_eq!(began, "began"),
    }
    drop(sending);
    assert_eq!(site.event().await, "dropped");
}

#[tokio::test]
async fn an_unknown_method_is_refused_with_404() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    // The last ones are known in other versions only.
    for method in ["nothing/such", "tools/Call", "ping", "logging/setLevel", "initialize"] {
        let request = client.request(method, json!({}));
        assert_eq!(client.post(&request).refusal().await, (404, -32601), "{method}");
    }
}

#[tokio::test]
async fn a_request_without_a_version_header_is_refused_where_old_versions_are_not_served() {
    let mut site = Site::with(HttpOptions::new().modern_only()).await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    let without = client.post(&call).without("mcp-protocol-version");
    assert_eq!(without.refusal().await, (400, -32020));
    // A client of an old version learns what is spoken here.
    let opening = WebClient::new(&site, VERSIONS[3]).opening();
    let old = client.post(&opening).without("mcp-protocol-version").without("mcp-method");
    let reply = old.send().await;
    assert_eq!(reply.status, 400);
    let error = &reply.json().await["error"];
    assert_eq!(
        (&error["code"], &error["data"]["requested"]),
        (&json!(-32022), &json!(VERSIONS[3]))
    );
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn a_cancelled_subscription_ends_with_its_connection() {
    let site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let listen = json!({"notifications": {"toolsListChanged": true}});
    let listen = client.request("subscriptions/listen", listen);
    let mut changes = client.post(&listen).send().await;
    changes.message().await.unwrap();
    // The server ends it in good order: with a result of the same id.
    let ending = site.server.shut_down(std::time::Duration::from_secs(20));
    let rest = async { changes.messages().await };
    let (rest, ()) = soon(async { tokio::join!(rest, ending) }).await;
    assert_eq!(rest.last().unwrap()["id"], listen["id"], "{rest:?}");
}

/// A server with a tool whose arguments are repeated by headers, and a client of it.
async fn post_office() -> (Site, WebClient) {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "x-mcp-header": "City"},
            "weight": {"type": "integer", "x-mcp-header": "Weight"},
            "express": {"type": "boolean", "x-mcp-header": "Express"},
        },
    });
    let send = |parcel: Json, _: Context| async move { parcel.as_str().to_owned() };
    let send = ServedTool::with_definition(Tool::new("send", schema), send);
    let site = Site::of(Fixture::with(|server| server.with_tool(send)), HttpOptions::new()).await;
    let client = WebClient::new(&site, MODERN);
    (site, client)
}

/// The call of that tool with these arguments, and these headers for them.
fn parcel(client: &mut WebClient, arguments: &Value, headers: &[(&str, &str)]) -> Ask {
    let call = client.call("send", arguments.clone());
    let post = client.post(&call);
    headers.iter().fold(post, |post, (name, value)| post.also(&format!("mcp-param-{name}"), value))
}

const MISMATCH: (u16, i64) = (400, -32020);

fn encoded(text: &str) -> String {
    format!("=?base64?{}?=", BASE64_STANDARD.encode(text))
}

#[tokio::test]
async fn a_version_header_that_differs_from_the_body_is_refused() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    let post = client.post(&call);
    let name = "mcp-protocol-version";
    for version in ["2025-11-25", "2024-11-05", "2099-01-01", ""] {
        assert_eq!(post.clone().header(name, version).refusal().await, MISMATCH, "{version}");
    }
    assert_eq!(post.clone().without(name).refusal().await, MISMATCH, "it is missing");
    assert_eq!(post.clone().also(name, MODERN).refusal().await, MISMATCH, "it is there twice");
    let mut old = call;
    old["params"]["_meta"][META_VERSION] = "2025-11-25".into();
    assert_eq!(client.post(&old).refusal().await, MISMATCH, "the body says another one");
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn a_mirrored_integer_beyond_the_safe_range_is_refused() {
    let (_site, mut client) = post_office().await;
    for weight in ["9007199254740991", "-9007199254740991", "0", "42"] {
        let arguments = json!({"weight": weight.parse::<i64>().unwrap()});
        let ask = parcel(&mut client, &arguments, &[("weight", weight)]);
        assert_eq!(ask.status().await, 200, "{weight}");
    }
    for weight in ["9007199254740992", "-9007199254740993", "9223372036854775807"] {
        let arguments = json!({"weight": weight.parse::<i64>().unwrap()});
        let ask = parcel(&mut client, &arguments, &[("weight", weight)]);
        assert_eq!(ask.refusal().await, MISMATCH, "{weight}");
    }
    // How an integer is spelled does not matter.
    let call = client.call("send", json!({"weight": 0}));
    let body = call.to_string().replace(r#""weight":0"#, r#""weight":4.2e1"#);
    let ask = client.post(&call).body(body).also("mcp-param-weight", "42");
    assert_eq!(ask.status().await, 200);
}

#[tokio::test]
async fn encoded_names_and_arguments_are_decoded_before_they_are_compared() {
    let (_site, mut client) = post_office().await;
    for city in ["Zürich", "a b", " padded ", "line\nbreak", "", "=?base64?AA==?="] {
        let ask = parcel(&mut client, &json!({"city": city}), &[("city", &encoded(city))]);
        let sent = ask.header("mcp-name", encoded("send")).send().await;
        assert_eq!(sent.status, 200, "{city:?}");
        let said: Value = serde_json::from_str(super::text(&sent.json().await["result"])).unwrap();
        assert_eq!(said["city"], city);
    }
    for (city, header) in [
        ("Zürich", encoded("Zurich")),
        ("Zürich", "=?base64?WsO8cmlja?=".into()),
        ("Zürich", "=?base64?!?=".into()),
        ("a", "=?base64?/w==?=".into()),
        ("a", "=?BASE64?YQ==?=".into()),
        ("=?base64?YQ==?=", "=?base64?YQ==?=".into()),
    ] {
        let ask = parcel(&mut client, &json!({"city": city}), &[("city", &header)]);
        assert_eq!(ask.refusal().await, MISMATCH, "{city} {header}");
    }
    for name in [encoded("echo"), "=?base64?!?=".into()] {
        let ask = parcel(&mut client, &json!({}), &[]).header("mcp-name", &name);
        assert_eq!(ask.refusal().await, MISMATCH, "{name}");
    }
}

#[tokio::test]
async fn an_argument_header_with_forbidden_characters_is_refused() {
    let (_site, mut client) = post_office().await;
    for city in ["Zürich", "\u{202e}", "Z\u{fffd}rich"] {
        let ask = parcel(&mut client, &json!({"city": city}), &[("city", city)]);
        assert_eq!(ask.refusal().await, MISMATCH, "{city:?}");
    }
    let ask = parcel(&mut client, &json!({"city": "Z\u{fffd}rich"}), &[]);
    assert_eq!(ask.also("mcp-param-city", b"Z\xfcrich").refusal().await, MISMATCH);
    // What could be taken for another header does not even come to be compared.
    for byte in [b"a\0b".as_slice(), b"a\rb", b"a\x7fb"] {
        let ask = parcel(&mut client, &json!({"city": "ab"}), &[]).also("mcp-param-city", byte);
        assert_eq!(ask.status().await, 400, "{byte:?}");
    }
}

#[tokio::test]
async fn an_argument_header_that_differs_from_the_body_is_refused() {
    let (_site, mut client) = post_office().await;
    for (arguments, header) in [
        (json!({"city": "Bern"}), ("city", "Basel")),
        (json!({"weight": 1}), ("weight", "2")),
        (json!({"weight": 1}), ("weight", "1 2")),
        (json!({"express": true}), ("express", "false")),
        (json!({"express": true}), ("express", "1")),
        (json!({}), ("city", "Bern")),
        (json!({"city": null}), ("city", "null")),
    ] {
        let ask = parcel(&mut client, &arguments, &[header]);
        assert_eq!(ask.refusal().await, MISMATCH, "{arguments} {header:?}");
    }
    let twice = parcel(&mut client, &json!({"city": "a"}), &[("city", "a"), ("City", "a")]);
    assert_eq!(twice.refusal().await, MISMATCH);
    // A header that no parameter of the tool names means nothing.
    let ask = parcel(&mut client, &json!({"city": "a"}), &[("city", "a"), ("other", "b")]);
    assert_eq!(ask.status().await, 200);
}

#[tokio::test]
async fn an_argument_without_its_header_is_refused() {
    let (_site, mut client) = post_office().await;
    let arguments = json!({"city": "Bern", "weight": 1, "express": true});
    let headers = [("city", "Bern"), ("weight", "1"), ("express", "true")];
    assert_eq!(parcel(&mut client, &arguments, &headers).status().await, 200);
    for left_out in 0..headers.len() {
        let mut some = headers.to_vec();
        let (name, _) = some.remove(left_out);
        let ask = parcel(&mut client, &arguments, &some);
        assert_eq!(ask.refusal().await, MISMATCH, "{name}");
    }
}

#[tokio::test]
async fn names_of_headers_have_no_case_and_their_values_have() {
    let (_site, mut client) = post_office().await;
    let arguments = json!({"city": "Bern"});
    let call = client.call("send", arguments.clone());
    let ask = client
        .post(&call)
        .without("mcp-method")
        .without("mcp-name")
        .without("mcp-protocol-version")
        .also("MCP-PROTOCOL-VERSION", MODERN)
        .also("mCP-mETHOD", "tools/call")
        .also("MCP-NAME", "send")
        .also("MCP-PARAM-CITY", "Bern");
    assert_eq!(ask.status().await, 200);
    for ask in [
        parcel(&mut client, &arguments, &[("city", "BERN")]),
        parcel(&mut client, &arguments, &[("city", "Bern")]).header("mcp-name", "SEND"),
        parcel(&mut client, &arguments, &[("city", "Bern")]).header("mcp-method", "Tools/Call"),
    ] {
        assert_eq!(ask.refusal().await, MISMATCH);
    }
}

#[tokio::test]
async fn a_method_or_name_header_that_differs_from_the_body_is_refused() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    let call = client.call("echo", json!({"text": "a"}));
    let read = client.request("resources/read", json!({"uri": "note://one"}));
    let prompt = client.request("prompts/get", json!({"name": "plan"}));
    for request in [&call, &read, &prompt] {
        let post = client.post(request);
        assert_eq!(post.clone().header("mcp-method", "tools/list").refusal().await, MISMATCH);
        assert_eq!(post.clone().header("mcp-name", "other").refusal().await, MISMATCH);
        assert_eq!(post.clone().also("mcp-name", "echo").refusal().await, MISMATCH);
        assert_eq!(post.without("mcp-name").refusal().await, MISMATCH);
    }
    // A name that the body does not have, and one that is none of its own.
    let mut nameless = call.clone();
    nameless["params"].as_object_mut().unwrap().remove("name");
    assert_eq!(client.post(&nameless).also("mcp-name", "echo").refusal().await, MISMATCH);
    assert!(site.fixture.events().is_empty(), "nothing has run");
    let list = client.request("tools/list", json!({}));
    assert_eq!(client.post(&list).status().await, 200, "a list has no name");
}

#[tokio::test]
async fn a_request_without_its_method_header_is_refused() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, MODERN);
    for (method, params) in [
        ("tools/call", json!({"name": "echo", "arguments": {"text": "a"}})),
        ("tools/list", json!({})),
        ("server/discover", json!({})),
    ] {
        let request = client.request(method, params);
        let post = client.post(&request);
        assert_eq!(post.clone().without("mcp-method").refusal().await, MISMATCH, "{method}");
        assert_eq!(post.also("mcp-method", method).refusal().await, MISMATCH, "{method}");
    }
    assert!(site.fixture.events().is_empty(), "nothing has run");
}

#[tokio::test]
async fn every_refusal_for_headers_is_400_with_the_error_for_differing_headers() {
    let (_site, mut client) = post_office().await;
    let good = parcel(&mut client, &json!({"city": "a"}), &[("city", "a")]);
    for name in ["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-city"] {
        for (what, ask) in [
            ("missing", good.clone().without(name)),
            ("empty", good.clone().header(name, "")),
            ("another", good.clone().header(name, "another")),
            ("no text", good.clone().header(name, b"\xff\xfe")),
        ] {
            let reply = ask.send().await;
            assert_eq!(reply.status, 400, "{name} {what}");
            let error = reply.json().await;
            assert!(error.get("id").is_some(), "{name} {what}: {error}");
            assert_eq!(error["error"]["code"], -32020, "{name} {what}: {error}");
        }
    }
    assert_eq!(good.status().await, 200);
}
