//! A server and our own client, joined in memory, in every version.

use serde_json::json;
use tokio::task::JoinSet;

use super::*;
use crate::{
    Client, Version,
    client::{Answers, InputCapabilities, ProtocolChoice, Target},
    jsonrpc::RpcError,
    model::{ElicitAction, ElicitFormParams, ElicitResult},
    transport::memory,
};

#[derive(serde::Deserialize, JsonSchema)]
struct City {
    name: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Forecast {
    degrees: f64,
}

fn form() -> ElicitFormParams {
    let schema = json!({
        "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"]
    });
    ElicitFormParams::new("Who are you?", schema)
}

fn broken() -> &'static str {
    panic!("a secret")
}

fn weather() -> Server {
    Server::new("weather", "1.0")
        .logging()
        .tool("forecast", "Weather for a city", |city: City, cx: Context| async move {
            cx.progress(1.0, Some(2.0), Some("half"));
            if city.name == "nowhere" {
                return Err(Failure::new("there is no such city"));
            }
            Ok(Structured(Forecast { degrees: 21.5 }))
        })
        .tool("greet", "Greets", |_: NoArguments, cx: Context| async move {
            let answer = cx.elicit("who", form()).await?;
            let name = answer.content.and_then(|content| content.get("name").cloned());
            Ok::<_, Failure>(format!("Hello, {}", name.unwrap_or_default()))
        })
        .tool("break", "Breaks", |_: NoArguments, _: Context| async move { broken() })
        .resource("weather://{city}", "weather", |asked: ResourceRequest, _: Context| async move {
            match asked.variables.value("city") {
                Some("lisbon") => Ok("sunny"),
                _ => Err(Failure::not_found()),
            }
        })
        .with_prompt(
            ServedPrompt::new("plan", "Plans", |city: City, _: Context| async move {
                format!("Plan {}", city.name)
            })
            .complete("name", |asked: CompletionRequest, _| async move {
                ["lisbon", "london"]
                    .into_iter()
                    .filter(|city| city.starts_with(&asked.value))
                    .collect::<Vec<_>>()
            }),
        )
}

struct Pair {
    client: Client,
    /// The connection's other end.
    _serving: JoinSet<crate::Result<()>>,
}

async fn join(server: Server, version: Version) -> Pair {
    join_answering(server, version, Vec::new()).await
}

async fn join_answering(server: Server, version: Version, answers: Vec<ElicitResult>) -> Pair {
    let server = server.build().unwrap();
    let (near, far) = memory::pair();
    let mut tasks = JoinSet::new();
    let serving = server.clone();
    tasks.spawn(async move { serving.serve(far).await });
    let mut builder = Client::builder().protocol(ProtocolChoice::Exact(version));
    if !answers.is_empty() {
        let capabilities = InputCapabilities::none().with_elicitation();
        let answers = answers.into_iter().map(Into::into);
        builder = builder.input_handler(Answers::new(capabilities, answers));
    }
    let client = builder.connect(Target::transport("server", near)).await.unwrap();
    Pair { client, _serving: tasks }
}

#[tokio::test]
async fn a_tool_is_called_in_every_version() {
    for version in Version::ALL {
        let pair = join(weather(), version).await;
        let tools = pair.client.list_tools().await.unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["break", "forecast", "greet"], "{version}");
        let result = pair.client.call_tool("forecast", json!({"name": "Lisbon"})).await.unwrap();
        assert_eq!(result.text(), r#"{"degrees":21.5}"#, "{version}");
        let fault = pair.client.call_tool("forecast", json!({"name": 7})).await;
        if version >= Version::V2025_11_25 {
            assert!(fault.unwrap().failed(), "{version}");
        } else {
            assert_eq!(fault.unwrap_err().rpc().unwrap().code, -32602, "{version}");
        }
        let unknown = pair.client.call_tool("unknown", json!({})).await.unwrap_err();
        assert_eq!(unknown.rpc().unwrap().code, -32602);
        let failed = pair.client.call_tool("forecast", json!({"name": "nowhere"})).await.unwrap();
        assert!(failed.failed());
        let broken = pair.client.call_tool("break", json!({})).await.unwrap_err();
        assert_eq!(broken.rpc().unwrap().code, -32603);
        assert!(!broken.to_string().contains("secret"));
        let read = pair.client.read_resource("weather://lisbon").await.unwrap();
        assert_eq!(read.contents.len(), 1);
        let missing = pair.client.read_resource("weather://atlantis").await.unwrap_err();
        assert!(missing.is_not_found(), "{missing}");
        pair.client.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_person_is_asked_the_same_way_in_every_version_that_can() {
    for version in [Version::V2025_06_18, Version::V2025_11_25, Version::V2026_07_28] {
        let accept = ElicitResult::accept([("name", json!("Ada"))]);
        let pair = join_answering(weather(), version, vec![accept]).await;
        let result = pair.client.call_tool("greet", json!({})).await.unwrap();
        assert_eq!(result.text(), "Hello, \"Ada\"", "{version}");
    }
}

#[tokio::test]
async fn answers_that_come_along_with_the_first_request_are_used_and_others_are_ignored() {
    let unused = vec![ElicitResult::new(ElicitAction::Cancel)];
    let pair = join_answering(weather(), Version::V2026_07_28, unused).await;
    let accept = json!({"action": "accept", "content": {"name": "Ada"}});
    let params = json!({
        "name": "greet", "arguments": {}, "inputResponses": {"who": accept, "other": accept},
    });
    let result = pair.client.request("tools/call", Some(params.into())).await.unwrap();
    assert!(result.as_str().contains("Hello, \\\"Ada\\\""), "{result}");
}

#[tokio::test]
async fn a_state_that_was_not_sealed_here_is_refused_in_the_words_of_other_servers() {
    let unused = vec![ElicitResult::new(ElicitAction::Cancel)];
    let pair = join_answering(weather(), Version::V2026_07_28, unused).await;
    let params = json!({ "name": "greet", "arguments": {}, "requestState": "made up" });
    let refused = pair.client.request("tools/call", Some(params.into())).await.unwrap_err();
    let error = refused.rpc().unwrap();
    assert_eq!((error.code, &*error.message), (-32602, "Invalid or expired requestState"));
    let data = error.data.as_ref().unwrap().to_value();
    assert_eq!(data, json!({ "reason": "invalid_request_state" }));
}

#[tokio::test]
async fn an_address_of_its_own_comes_before_every_template() {
    let server = Server::new("notes", "1")
        .resource("note://one", "one", |_: ResourceRequest, _: Context| async { "itself" })
        .resource("note://one{?page}", "pages", |_: ResourceRequest, _: Context| async {
            "a page"
        });
    let pair = join(server, Version::LATEST).await;
    for (address, read) in [("note://one", "itself"), ("note://one?page=2", "a page")] {
        let contents = pair.client.read_resource(address).await.unwrap().contents;
        assert!(format!("{contents:?}").contains(read), "{address}");
    }
}

#[tokio::test]
async fn codes_that_only_earlier_versions_have_are_not_told_to_later_ones() {
    let failing = |code: i64| {
        let read = move |_: ResourceRequest, _: Context| async move {
            Err::<&str, _>(Failure::from(RpcError::new(code, "it is not there")))
        };
        Server::new("notes", "1").resource("note://{any}", "any", read)
    };
    for (version, given, told) in [
        (Version::V2026_07_28, -32002, -32602),
        (Version::V2026_07_28, -32042, -32603),
        (Version::V2026_07_28, -32099, -32603),
        (Version::V2026_07_28, -32020, -32020),
        (Version::V2025_11_25, -32002, -32002),
        (Version::V2025_11_25, -32042, -32042),
        (Version::V2025_06_18, -32002, -32002),
        (Version::V2025_06_18, -32042, -32603),
    ] {
        let pair = join(failing(given), version).await;
        let error = pair.client.read_resource("note://one").await.unwrap_err();
        assert_eq!(error.rpc().unwrap().code, told, "{given} in {version}");
    }
}

#[tokio::test]
async fn what_was_read_with_a_persons_answer_is_kept_by_nobody() {
    let read = |_: ResourceRequest, cx: Context| async move {
        cx.elicit("who", form()).await.map(|_| "for one person")
    };
    let resource = ServedResource::new("note://one", "one", read);
    let server = Server::new("notes", "1")
        .with_resource(resource.ttl(std::time::Duration::from_mins(1)).public());
    let accept = ElicitResult::accept([("name", json!("Ada"))]);
    let pair = join_answering(server, Version::LATEST, vec![accept]).await;
    let read = pair.client.read_resource("note://one").await.unwrap();
    assert_eq!(read.ttl_ms, Some(crate::model::Ttl::from_millis(0)));
    assert_eq!(read.cache_scope, Some(crate::model::CacheScope::Private));
}
