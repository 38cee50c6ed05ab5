//! From a client's request to the host, and back.

use std::{collections::BTreeMap, num::NonZeroUsize, sync::Arc};

use super::{
    Shared, failures,
    listing::Listing,
    results::{Results, proposals},
    work::{Hearer, Reply},
};
use crate::{
    Json,
    error::ErrorCode,
    future::BoxFuture,
    host::{CallOptions, Caller},
    model::{
        CallToolParams, CallToolResult, Capability, CompleteParams, CompleteResult,
        GetPromptParams, GetPromptResult, Implementation, ListCapability, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
        ReadResourceParams, ReadResourceResult, ResourcesCapability, ServerCapabilities,
        empty_object,
    },
    server::{Answer, Context, Failure, Handler, page},
    text::shorten,
};

/// How many items a page of a list has.
const PAGE: NonZeroUsize = NonZeroUsize::new(1_000).expect("it is not zero");
/// How much of a name is repeated to whoever sent it, in characters.
const MAX_SHOWN_NAME: usize = 200;

/// Answers the requests of all clients.
pub(super) struct Desk(pub(super) Arc<Shared>);

impl Handler for Desk {
    fn implementation(&self) -> Implementation {
        Implementation::new("hostline", env!("CARGO_PKG_VERSION")).with_title("Hostline")
    }

    fn capabilities(&self) -> ServerCapabilities {
        // Servers come and go, so everything is declared that one of them may have.
        let list = || ListCapability::new().with_list_changed(true);
        let resources = ResourcesCapability::new().with_list_changed(true).with_subscribe(true);
        ServerCapabilities::new()
            .with_tools(list())
            .with_prompts(list())
            .with_resources(resources)
            .with_completions(Capability::new())
            .with_logging(Capability::new())
    }

    fn instructions(&self) -> Option<String> {
        Listing::instructions_of(&self.0.host.catalogue().borrow())
    }

    fn list_tools(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListToolsResult> {
        Box::pin(async move {
            let listing = self.listing(&cx).await;
            let (tools, next) = part("tools", &listing.tools, cursor.as_deref())?;
            let mut result = ListToolsResult::new(tools);
            result.next_cursor = next;
            Ok(result)
        })
    }

    fn call_tool(&self, params: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(async move { self.call(params, &cx).await })
    }

    fn list_resources(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourcesResult> {
        Box::pin(async move {
            let listing = self.listing(&cx).await;
            let (resources, next) = part("resources", &listing.resources, cursor.as_deref())?;
            let mut result = ListResourcesResult::new(resources);
            result.next_cursor = next;
            Ok(result)
        })
    }

    fn list_resource_templates(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourceTemplatesResult> {
        Box::pin(async move {
            let listing = self.listing(&cx).await;
            let (templates, next) = part("templates", &listing.templates, cursor.as_deref())?;
            let mut result = ListResourceTemplatesResult::new(templates);
            result.next_cursor = next;
            Ok(result)
        })
    }

    fn read_resource(
        &self,
        params: ReadResourceParams,
        cx: Context,
    ) -> Answer<'_, ReadResourceResult> {
        Box::pin(async move { self.read(params, &cx).await })
    }

    fn may_watch(&self, uri: &str, _cx: &Context) -> bool {
        // Where too much is watched already, nothing would be told.
        self.0.host.may_watch(uri) && self.0.watch.try_send(uri.to_owned()).is_ok()
    }

    fn list_prompts(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListPromptsResult> {
        Box::pin(async move {
            let listing = self.listing(&cx).await;
            let (prompts, next) = part("prompts", &listing.prompts, cursor.as_deref())?;
            let mut result = ListPromptsResult::new(prompts);
            result.next_cursor = next;
            Ok(result)
        })
    }

    fn prompt(&self, params: GetPromptParams, cx: Context) -> Answer<'_, GetPromptResult> {
        Box::pin(async move { self.fill_in(params, &cx).await })
    }

    fn complete(&self, params: CompleteParams, cx: Context) -> Answer<'_, CompleteResult> {
        Box::pin(async move {
            let caller = self.0.callers.of(&cx, &self.0.host)?;
            let outcome = self.0.host.complete(&caller, params).await;
            outcome.map(proposals).map_err(|error| failures::of_reading(&error))
        })
    }
}

impl Desk {
    async fn listing(&self, cx: &Context) -> Arc<Listing> {
        self.0.settled().await;
        let catalogue = self.0.host.catalogue().borrow().clone();
        self.0.listings.of(&catalogue, &cx.server())
    }

    async fn call(&self, params: CallToolParams, cx: &Context) -> Result<CallToolResult, Failure> {
        let host = &self.0.host;
        let (name, arguments) = (params.name, params.arguments.unwrap_or_else(empty_object));
        if !self.is_listed(&name) {
            self.0.settled().await;
        }
        let Ok(server) = host.server_of_tool(&name) else { return Err(no_tool(&name)) };
        self.check_headers(&name, &arguments, cx)?;
        let options = Options { progress: cx.wants_progress(), log_level: cx.log_level() };
        let begin = |caller: Caller, hearer: Hearer| -> BoxFuture<'static, _> {
            let (host, name) = (host.clone(), name.clone());
            let options = options.build(hearer);
            Box::pin(async move {
                host.call_tool(&caller, None, &name, arguments, options).await.map(Reply::Tool)
            })
        };
        match self.0.perform(cx, server.clone(), begin).await? {
            Ok(Reply::Tool(result)) => Ok(Results::of(host, &server).tool(result)),
            Ok(_) => Err(other_reply()),
            // The server has been started, and does not list it.
            Err(error) if error.code() == ErrorCode::InvalidInput && !self.is_listed(&name) => {
                Err(no_tool(&name))
            }
            Err(error) => Err(failures::of_call(&error)),
        }
    }

    async fn fill_in(
        &self,
        params: GetPromptParams,
        cx: &Context,
    ) -> Result<GetPromptResult, Failure> {
        let host = &self.0.host;
        if host.server_of_prompt(&params.name).is_none() {
            self.0.settled().await;
        }
        let Some(server) = host.server_of_prompt(&params.name) else {
            let name = shorten(&params.name, MAX_SHOWN_NAME);
            return Err(Failure::invalid_params(format!("there is no prompt `{name}`")));
        };
        let arguments: BTreeMap<String, String> =
            params.arguments.unwrap_or_default().into_iter().collect();
        let begin = |caller: Caller, _: Hearer| -> BoxFuture<'static, _> {
            let (host, name) = (host.clone(), params.name);
            Box::pin(
                async move { host.get_prompt(&caller, &name, arguments).await.map(Reply::Prompt) },
            )
        };
        match self.0.perform(cx, server.clone(), begin).await? {
            Ok(Reply::Prompt(result)) => Ok(Results::of(host, &server).prompt(result)),
            Ok(_) => Err(other_reply()),
            Err(error) => Err(failures::of_reading(&error)),
        }
    }

    async fn read(
        &self,
        params: ReadResourceParams,
        cx: &Context,
    ) -> Result<ReadResourceResult, Failure> {
        let host = &self.0.host;
        let uri = params.uri;
        let Ok(server) = host.server_of_address(&uri) else { return Err(Failure::not_found()) };
        let begin = |caller: Caller, _: Hearer| -> BoxFuture<'static, _> {
            let host = host.clone();
            Box::pin(async move { host.read_resource(&caller, &uri).await.map(Reply::Resource) })
        };
        match self.0.perform(cx, server.clone(), begin).await? {
            Ok(Reply::Resource(result)) => Ok(Results::of(host, &server).resource(result)),
            Ok(_) => Err(other_reply()),
            Err(error) => Err(failures::of_reading(&error)),
        }
    }

    fn check_headers(&self, name: &str, arguments: &Json, cx: &Context) -> Result<(), Failure> {
        let catalogue = self.0.host.catalogue().borrow().clone();
        let tool = catalogue.tool(name);
        tool.map_or(Ok(()), |tool| cx.check_headers(&tool.tool.input_schema, arguments))
    }

    fn is_listed(&self, name: &str) -> bool {
        self.0.host.catalogue().borrow().tool(name).is_some()
    }
}

/// What a client wants to hear while its call runs.
struct Options {
    progress: bool,
    log_level: Option<LoggingLevel>,
}

impl Options {
    fn build(self, hearer: Hearer) -> CallOptions {
        let mut options = CallOptions { log_level: self.log_level, ..CallOptions::default() };
        if self.progress {
            options.on_progress = Some(Box::new(move |report| hearer.progress(&report)));
        }
        options
    }
}

/// One page of a list.
fn part<T: Clone>(
    list: &str,
    items: &BTreeMap<String, T>,
    cursor: Option<&str>,
) -> Result<(Vec<T>, Option<String>), Failure> {
    let items = items.iter().map(|(key, item)| (key.as_str(), item));
    let page = page(list, items, cursor, PAGE)
        .map_err(|_| Failure::invalid_params("the cursor is not one of this list"))?;
    Ok((page.items.into_iter().cloned().collect(), page.next))
}

fn no_tool(name: &str) -> Failure {
    Failure::invalid_params(format!("there is no tool `{}`", shorten(name, MAX_SHOWN_NAME)))
}

fn other_reply() -> Failure {
    Failure::internal("a request was parked in the place of another")
}
