//! A walk through a server with the official Rust client, rmcp.
//!
//! The argument is JSON: `era` is legacy or modern, and the server is a `command`, or a `url` that
//! may want a `token`. It prints one line of JSON: what the client saw.

use std::{error::Error, sync::Mutex, time::Duration};

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ClientRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
        GetPromptRequestParams, Implementation, ProgressNotificationParam, ProtocolVersion,
        ReadResourceRequestParams, ResourceContents, ServerNotification, ServerResult,
        SubscriptionFilter,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt, NotificationContext, PeerRequestOptions,
        RequestContext, RunningService, ServiceError,
    },
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// How long the whole walk may take.
const DEADLINE: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
struct Job {
    era: Era,
    command: Option<Vec<String>>,
    url: Option<String>,
    token: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Era {
    Legacy,
    Modern,
}

/// What the client is told besides results.
struct Ears {
    progress: mpsc::UnboundedSender<f64>,
    changes: mpsc::UnboundedSender<()>,
}

impl ClientHandler for Ears {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        let mut config =
            ClientConfig::new(capabilities, Implementation::new("rmcp-client", "1.0.0"));
        config.protocol_version = ProtocolVersion::V_2025_11_25;
        config
    }

    async fn create_elicitation(
        &self,
        _request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let content = json!({ "name": "Ada" });
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(content))
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        let _ = self.progress.send(params.progress);
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        let _ = self.changes.send(());
    }
}

struct Walk {
    era: Era,
    client: RunningService<RoleClient, Ears>,
    progress: mpsc::UnboundedReceiver<f64>,
    changes: mpsc::UnboundedReceiver<()>,
    seen: Mutex<Map<String, Value>>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let job = std::env::args().nth(1).ok_or("usage: hostline-clients-rmcp JOB")?;
    let walked = async {
        let mut walk = Walk::begin(serde_json::from_str(&job)?).await?;
        walk.lists().await?;
        walk.tools().await?;
        walk.others().await?;
        walk.change().await?;
        walk.cancel().await?;
        println!("{}", serde_json::to_string(&*walk.seen.lock().map_err(|_| "lost")?)?);
        walk.client.cancel().await?;
        Ok(())
    };
    tokio::time::timeout(DEADLINE, walked).await?
}

impl Walk {
    async fn begin(job: Job) -> Outcome<Self> {
        let (progress_sender, progress) = mpsc::unbounded_channel();
        let (changes_sender, changes) = mpsc::unbounded_channel();
        let ears = Ears { progress: progress_sender, changes: changes_sender };
        let lifecycle = match job.era {
            Era::Legacy => ClientLifecycleMode::Initialize,
            // Left alone, the client finds out what the server speaks.
            Era::Modern => ClientLifecycleMode::Auto {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
                legacy_version: None,
            },
        };
        let client = match (job.command, job.url) {
            (Some(words), _) => {
                let (program, arguments) = words.split_first().ok_or("an empty command")?;
                let mut command = tokio::process::Command::new(program);
                command.args(arguments);
                ears.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?
            }
            (None, Some(url)) => {
                let mut config = StreamableHttpClientTransportConfig::with_uri(url);
                config.auth_header = job.token;
                let transport = StreamableHttpClientTransport::from_config(config);
                ears.serve_with_lifecycle(transport, lifecycle).await?
            }
            (None, None) => return Err("neither a command nor a url".into()),
        };
        let server = client.peer_info().ok_or("the server says nothing of itself")?;
        let walk = Self { era: job.era, client, progress, changes, seen: Mutex::default() };
        walk.saw("version", server.protocol_version.to_string());
        walk.saw("server", server.server_info.as_ref().map(|info| info.name.clone()));
        Ok(walk)
    }

    fn saw(&self, what: &str, value: impl Into<Value>) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.insert(what.to_owned(), value.into());
        }
    }

    async fn lists(&self) -> Outcome {
        let sorted = |names: Vec<String>| {
            let mut names = names;
            names.sort();
            names
        };
        let tools = self.client.list_all_tools().await?;
        self.saw("tools", sorted(tools.into_iter().map(|tool| tool.name.into_owned()).collect()));
        let prompts = self.client.list_all_prompts().await?;
        self.saw("prompts", sorted(prompts.into_iter().map(|prompt| prompt.name).collect()));
        let resources = self.client.list_all_resources().await?;
        let uris = resources.iter().map(|resource| resource.uri.clone());
        self.saw("resources", sorted(uris.collect()));
        let templates = self.client.list_all_resource_templates().await?;
        let patterns = templates.iter().map(|template| template.uri_template.clone());
        self.saw("templates", sorted(patterns.collect()));
        Ok(())
    }

    async fn tools(&mut self) -> Outcome {
        let sum = self.client.call_tool(call("add", json!({ "a": 2, "b": 3 }))).await?;
        self.saw("structured", sum.structured_content);

        let options = PeerRequestOptions::no_options();
        let counting = request(call("count", json!({ "to": 3 })));
        let counting = self.client.send_cancellable_request(counting, options).await?;
        match counting.await_response().await? {
            ServerResult::CallToolResult(counted) => self.saw("counted", text(&counted)),
            other => return Err(format!("{other:?}").into()),
        }
        let mut progress = Vec::new();
        for _ in 0..3 {
            progress.push(self.progress.recv().await.ok_or("the handler is gone")?);
        }
        self.saw("progress", progress[..2].to_vec());

        let failure = self.client.call_tool(call("fail", json!({}))).await?;
        self.saw("failure", json!([failure.is_error, text(&failure)]));
        let wrong = match self.client.call_tool(call("add", json!({ "a": "two" }))).await {
            Ok(result) => json!(result.is_error),
            Err(ServiceError::McpError(error)) => json!(error.code.0),
            Err(error) => return Err(error.into()),
        };
        self.saw("wrong_arguments", wrong);
        let form = self.client.call_tool(call("ask-form", json!({}))).await?;
        self.saw("form", text(&form));
        Ok(())
    }

    async fn others(&self) -> Outcome {
        for (what, uri) in
            [("resource", "demo://about"), ("template", "demo://cities/portugal/lisbon")]
        {
            let read = self.client.read_resource(ReadResourceRequestParams::new(uri)).await?;
            if let Some(ResourceContents::TextResourceContents { text, .. }) = read.contents.first()
            {
                self.saw(what, text.clone());
            }
        }
        let arguments = object(json!({ "country": "Portugal" }));
        let visit = GetPromptRequestParams::new("plan-visit").with_arguments(arguments);
        let visit = self.client.get_prompt(visit).await?;
        let said = visit.messages.first().and_then(|message| message.content.as_text());
        self.saw("prompt", said.map(|text| text.text.clone()));
        let peer = self.client.peer();
        self.saw("completion", peer.complete_prompt_simple("plan-visit", "country", "p").await?);
        Ok(())
    }

    async fn change(&mut self) -> Outcome {
        match self.era {
            Era::Modern => {
                let filter = SubscriptionFilter::builder().tools_list_changed().build();
                let mut subscription = self.client.peer().listen(filter).await?;
                self.client.call_tool(call("toggle-tool", json!({}))).await?;
                let told = subscription.next().await?;
                let changed =
                    matches!(told, Some(ServerNotification::ToolListChangedNotification(_)));
                self.saw("change", changed);
                subscription.cancel().await?;
            }
            Era::Legacy => {
                self.client.call_tool(call("toggle-tool", json!({}))).await?;
                let changed = self.changes.recv().await.is_some();
                self.saw("change", changed);
            }
        }
        self.client.call_tool(call("toggle-tool", json!({}))).await?;
        Ok(())
    }

    /// Cancelled as soon as the server says that it has begun.
    async fn cancel(&mut self) -> Outcome {
        let options = PeerRequestOptions::no_options();
        let slow = request(call("slow", json!({ "seconds": 60 })));
        let slow = self.client.send_cancellable_request(slow, options).await?;
        self.progress.recv().await.ok_or("the handler is gone")?;
        slow.cancel(Some("enough".to_owned())).await?;
        self.saw("cancelled", true);
        let afterwards =
            self.client.call_tool(call("echo", json!({ "text": "still here" }))).await?;
        self.saw("afterwards", text(&afterwards));
        Ok(())
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn call(tool: &'static str, arguments: Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(object(arguments))
}

fn request(params: CallToolRequestParams) -> ClientRequest {
    ClientRequest::CallToolRequest(CallToolRequest::new(params))
}

fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|text| text.text.clone()).collect::<Vec<_>>().join("\n")
}
