//! A handler of its own, which keeps a record of what passes.

use std::sync::{Mutex, PoisonError};

use hostline::{
    Json,
    model::{
        CallToolParams, CallToolResult, ContentBlock, Implementation, ListCapability,
        ListToolsResult, ServerCapabilities, Tool,
    },
    server::{Answer, Context, Failure, Handler, Server},
};
use serde_json::json;

pub(super) fn server() -> Server {
    Server::with_handler(Recorder::default())
}

#[derive(Default)]
struct Recorder(Mutex<Vec<String>>);

impl Recorder {
    fn record(&self, entry: impl Into<String>) -> Vec<String> {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        record.push(entry.into());
        record.clone()
    }

    /// Does some work between two entries.
    async fn around<T>(&self, method: &str, work: impl Future<Output = T>) -> T {
        self.record(method);
        let outcome = work.await;
        self.record(format!("{method}:done"));
        outcome
    }
}

impl Handler for Recorder {
    fn implementation(&self) -> Implementation {
        Implementation::new("middleware-example", "1.0")
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities::new().with_tools(ListCapability::new())
    }

    fn list_tools(&self, _cursor: Option<String>, _cx: Context) -> Answer<'_, ListToolsResult> {
        Box::pin(self.around("tools/list", async {
            let tool = Tool::new("audit_log", json!({ "type": "object" }));
            Ok(ListToolsResult::new(vec![tool.with_description("What has passed so far")]))
        }))
    }

    fn call_tool(&self, params: CallToolParams, _cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(self.around("tools/call", async move {
            if params.name != "audit_log" {
                return Err(Failure::invalid_params("there is no such tool"));
            }
            let record = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let structured = Json::encode(&json!({ "result": record }))?;
            let content = vec![ContentBlock::text(structured.as_str())];
            Ok(CallToolResult::new(content).with_structured_content(structured))
        }))
    }
}
