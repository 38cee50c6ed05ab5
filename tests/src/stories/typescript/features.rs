//! What can be listed: tools, prompts, schemas, and what clients keep of lists.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use hostline::{
    Json,
    model::{
        CacheScope, CallToolParams, CallToolResult, ContentBlock, Icon, Implementation,
        ListCapability, ListResourcesResult, ListToolsResult, ReadResourceParams,
        ReadResourceResult, Resource, ResourceContents, ResourcesCapability, ServerCapabilities,
        TextResourceContents, Tool, ToolAnnotations, Ttl,
    },
    server::{
        Answer, CompletionRequest, Context, Failure, Handler, JsonSchema, ServedPrompt, ServedTool,
        Server, Structured,
    },
};
use serde_json::json;

#[derive(serde::Deserialize, JsonSchema)]
struct Sum {
    op: Operation,
    a: f64,
    b: f64,
}

#[derive(Clone, Copy, serde::Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Add,
    Sub,
    Mul,
}

#[derive(serde::Serialize, JsonSchema)]
struct Solved {
    op: Operation,
    result: f64,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Said {
    text: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

#[derive(serde::Deserialize, JsonSchema)]
struct City {
    city: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Weather {
    city: String,
    conditions: &'static str,
    celsius: i8,
}

#[derive(serde::Serialize, JsonSchema)]
struct Forecast {
    hour: &'static str,
    celsius: i8,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Code {
    language: String,
    code: String,
}

pub(super) fn tools() -> Server {
    let calc = ServedTool::new("calc", "Calculates", |sum: Sum, _cx: Context| async move {
        let result = match sum.op {
            Operation::Add => sum.a + sum.b,
            Operation::Sub => sum.a - sum.b,
            Operation::Mul => sum.a * sum.b,
        };
        Structured(Solved { op: sum.op, result })
    })
    .annotations(ToolAnnotations::new().with_read_only_hint(true))
    .icons([Icon::new("https://example.test/calc.svg").with_mime_type("image/svg+xml")]);
    Server::new("tools-example", "1.0").with_tool(calc).tool(
        "echo",
        "Says it again",
        |said: Said, _cx: Context| async move { said.text },
    )
}

pub(super) fn prompts() -> Server {
    let review =
        ServedPrompt::new("review-code", "Reviews code", |code: Code, _cx: Context| async move {
            format!("Review this {} code:\n\n{}", code.language, code.code)
        })
        .complete("language", |asked: CompletionRequest, _cx: Context| async move {
            let known = ["typescript", "rust", "go"].into_iter();
            known.filter(|language| language.starts_with(&asked.value)).collect::<Vec<_>>()
        });
    Server::new("prompts-example", "1.0").with_prompt(review)
}

pub(super) fn schemas() -> Server {
    let server = Server::new("schema-validators-example", "1.0");
    let server =
        ["greet-zod", "greet-arktype", "greet-valibot"].into_iter().fold(server, |server, name| {
            server.tool(name, "Greets", |person: Person, _cx: Context| async move {
                format!("Hello, {}!", person.name)
            })
        });
    server
        .tool("get-weather", "Says the weather", |asked: City, _cx: Context| async move {
            Structured(Weather { city: asked.city, conditions: "sunny", celsius: 21 })
        })
        .tool("list-forecasts", "Says the weather by the hour", |_: City, _cx: Context| async {
            let forecast = |hour, celsius| Forecast { hour, celsius };
            Structured(vec![forecast("09:00", 18), forecast("10:00", 21)])
        })
}

/// A handler of its own, which counts how often it is asked.
pub(super) fn caching() -> Server {
    Server::with_handler(Counting::default())
}

#[derive(Clone, Default)]
struct Counting {
    lists: Arc<AtomicU32>,
    reads: Arc<AtomicU32>,
}

fn ttl(duration: Duration) -> Ttl {
    Ttl::from_millis(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
}

impl Handler for Counting {
    fn implementation(&self) -> Implementation {
        Implementation::new("caching-example", "1.0")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new()
            .with_tools(ListCapability::new())
            .with_resources(ResourcesCapability::new())
    }

    fn list_tools(&self, _cursor: Option<String>, _cx: Context) -> Answer<'_, ListToolsResult> {
        self.lists.fetch_add(1, Ordering::Relaxed);
        let tool = |name: &str| Tool::new(name, json!({ "type": "object" }));
        let result = ListToolsResult::new(vec![tool("read-count"), tool("request-count")])
            .with_ttl_ms(ttl(Duration::from_secs(30)))
            .with_cache_scope(CacheScope::Public);
        Box::pin(std::future::ready(Ok(result)))
    }

    fn call_tool(&self, params: CallToolParams, _cx: Context) -> Answer<'_, CallToolResult> {
        let count = match &*params.name {
            "read-count" => Some(&self.reads),
            "request-count" => Some(&self.lists),
            _ => None,
        };
        let result = count.map(|count| {
            let text = count.load(Ordering::Relaxed).to_string();
            CallToolResult::new(vec![ContentBlock::text(text)])
        });
        let unknown = || Failure::invalid_params("there is no such tool");
        Box::pin(std::future::ready(result.ok_or_else(unknown)))
    }

    fn list_resources(
        &self,
        _cursor: Option<String>,
        _cx: Context,
    ) -> Answer<'_, ListResourcesResult> {
        let result = ListResourcesResult::new(vec![Resource::new("config://app", "app-config")])
            .with_ttl_ms(ttl(Duration::from_secs(5)))
            .with_cache_scope(CacheScope::Public);
        Box::pin(std::future::ready(Ok(result)))
    }

    fn read_resource(
        &self,
        params: ReadResourceParams,
        _cx: Context,
    ) -> Answer<'_, ReadResourceResult> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let text = Json::encode(&json!({ "feature": true })).unwrap_or_default();
        let text = TextResourceContents::new(params.uri, text.as_str());
        let result = ReadResourceResult::new(vec![ResourceContents::Text(text)])
            .with_ttl_ms(ttl(Duration::from_mins(1)))
            .with_cache_scope(CacheScope::Private);
        Box::pin(std::future::ready(Ok(result)))
    }
}
