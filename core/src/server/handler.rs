//! What a server does, whoever asks and in whichever version.

use super::{Context, Failure};
use crate::{
    future::BoxFuture,
    model::{
        CallToolParams, CallToolResult, CompleteParams, CompleteResult, GetPromptParams,
        GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, ReadResourceParams, ReadResourceResult,
        ServerCapabilities,
    },
};

/// What comes of a request.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, Failure>>;

/// What a server does, whoever asks and in whichever version.
///
/// Each request is complete in itself: nothing may be concluded from earlier ones (2026-07-28
/// `basic`, "Statelessness"). Results are written as the newest version has them; what an older
/// one lacks is left out on the way. A method that is not overridden does not exist for clients,
/// and neither does one whose capability is not declared. Dropping a future means that the request
/// was cancelled. What is attached to a request, its `_meta`, is in the [`Context`] and not among the
/// parameters.
///
/// [`Server`](super::Server) has one of its own, to which tools, resources and prompts are added.
/// Write another one for what does not fit there, such as passing requests on.
pub trait Handler: Send + Sync + 'static {
    /// Who the server is.
    fn implementation(&self) -> Implementation;

    /// What the server can do now.
    fn capabilities(&self) -> ServerCapabilities;

    /// How the server is to be used, in words that a model reads.
    fn instructions(&self) -> Option<String> {
        None
    }

    /// One page of the tools; `tools/list`.
    fn list_tools(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListToolsResult> {
        let _ = (cursor, cx);
        unsupported()
    }

    /// Runs a tool; `tools/call`. Input and output are the handler's to check, and where an argument
    /// is repeated in a header, so is that ([`Context::check_headers`]).
    fn call_tool(&self, params: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        let _ = (params, cx);
        unsupported()
    }

    /// One page of the resources; `resources/list`.
    fn list_resources(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourcesResult> {
        let _ = (cursor, cx);
        unsupported()
    }

    /// One page of the resource templates; `resources/templates/list`.
    fn list_resource_templates(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourceTemplatesResult> {
        let _ = (cursor, cx);
        unsupported()
    }

    /// Reads a resource; `resources/read`.
    fn read_resource(
        &self,
        params: ReadResourceParams,
        cx: Context,
    ) -> Answer<'_, ReadResourceResult> {
        let _ = (params, cx);
        unsupported()
    }

    /// Whether the caller may hear when a resource changes. Asked before a subscription names it.
    fn may_watch(&self, uri: &str, cx: &Context) -> bool {
        let _ = (uri, cx);
        true
    }

    /// One page of the prompts; `prompts/list`.
    fn list_prompts(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListPromptsResult> {
        let _ = (cursor, cx);
        unsupported()
    }

    /// Fills a prompt in; `prompts/get`.
    fn prompt(&self, params: GetPromptParams, cx: Context) -> Answer<'_, GetPromptResult> {
        let _ = (params, cx);
        unsupported()
    }

    /// Proposes values for an argument; `completion/complete`.
    fn complete(&self, params: CompleteParams, cx: Context) -> Answer<'_, CompleteResult> {
        let _ = (params, cx);
        unsupported()
    }
}

fn unsupported<'a, T: Send + 'a>() -> Answer<'a, T> {
    Box::pin(std::future::ready(Err(Failure::no_such_method())))
}
