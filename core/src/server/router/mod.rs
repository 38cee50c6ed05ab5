//! The handler of a server to which tools, resources and prompts are added.
//!
//! It finds what a request names, asks whether its principal may know of it, checks what goes in
//! and what comes out. It knows no era and no transport.

mod completion;
mod derived;
mod prompt;
mod resource;
mod tool;

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Arc, PoisonError, RwLock},
    time::Instant,
};

pub use completion::{CompletionOutput, CompletionRequest};
pub use prompt::{PromptOutput, ServedPrompt};
pub use resource::{ResourceOutput, ResourceRequest, ServedResource};
pub use tool::{NoArguments, ServedTool, Structured, ToolOutput};

use self::{
    completion::Completer,
    prompt::CheckedPrompt,
    resource::{CheckedResource, Definition},
    tool::CheckedTool,
};
use super::{
    Answer, Context, Failure, Handler,
    aside::is_too_large,
    context::check_mirrored,
    pages::{self, Page},
    rate::Rates,
    uri_template::Variables,
};
use crate::{
    Json,
    auth::Principal,
    dialect::method,
    error::Result,
    model::{
        CacheScope, CallToolParams, CallToolResult, Capability, CompleteParams, CompleteResult,
        Completion, CompletionReference, GetPromptParams, GetPromptResult, Implementation,
        ListCapability, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, Map, Prompt, ReadResourceParams, ReadResourceResult, Resource,
        ResourceTemplate, ResourcesCapability, ServerCapabilities, Tool, Ttl, empty_object,
    },
};

/// How many items a page has, unless the server says otherwise. Few clients ask for a second one.
pub(crate) const PAGE_SIZE: NonZeroUsize = NonZeroUsize::new(1_000).expect("it is not zero");

/// Something that a server offers, when it is decided who may know of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Item<'a> {
    /// A tool.
    Tool(&'a Tool),
    /// A resource.
    Resource(&'a Resource),
    /// A pattern of resources, and with it each resource that fits.
    ResourceTemplate(&'a ResourceTemplate),
    /// A prompt.
    Prompt(&'a Prompt),
}

/// Who may know of what.
pub(crate) type Visible = Arc<dyn Fn(Item<'_>, &Principal) -> bool + Send + Sync>;

/// The handler of a server to which tools, resources and prompts are added.
pub(crate) struct Router {
    pub(super) implementation: Implementation,
    pub(super) instructions: Option<String>,
    pub(super) visible: Option<Visible>,
    pub(super) page_size: NonZeroUsize,
    pub(super) list_ttl: Ttl,
    pub(super) rates: Option<Rates>,
    pub(super) completion_rates: Option<Rates>,
    pub(super) logging: bool,
    pub(super) extensions: Map<Json>,
    catalogue: RwLock<Catalogue>,
}

/// What is offered, in the order of the names.
#[derive(Default)]
struct Catalogue {
    tools: BTreeMap<String, Arc<CheckedTool>>,
    resources: BTreeMap<String, Arc<CheckedResource>>,
    templates: BTreeMap<String, Arc<CheckedResource>>,
    prompts: BTreeMap<String, Arc<CheckedPrompt>>,
    declared: Declared,
}

/// What the server declares. What was declared once stays so, since a session is promised it: a
/// list may become empty, and must still be given.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Declared {
    pub(super) tools: bool,
    pub(super) resources: bool,
    pub(super) prompts: bool,
    pub(super) completions: bool,
}

impl Router {
    pub(super) fn new(implementation: Implementation) -> Self {
        Self {
            implementation,
            instructions: None,
            visible: None,
            page_size: PAGE_SIZE,
            list_ttl: Ttl::default(),
            rates: None,
            completion_rates: None,
            logging: false,
            extensions: Map::new(),
            catalogue: RwLock::default(),
        }
    }

    pub(super) fn add_tool(&self, tool: ServedTool) -> Result<()> {
        let tool = CheckedTool::new(tool)?;
        self.change(|all| {
            all.declared.tools = true;
            all.tools.insert(tool.tool.name.clone(), Arc::new(tool))
        });
        Ok(())
    }

    pub(super) fn remove_tool(&self, name: &str) -> bool {
        self.change(|all| all.tools.remove(name)).is_some()
    }

    pub(super) fn add_resource(&self, resource: ServedResource) -> Result<()> {
        let address = resource.address.clone();
        let resource = Arc::new(CheckedResource::new(resource)?);
        self.change(|all| {
            all.declared.resources = true;
            all.declared.completions |= !resource.completers.is_empty();
            match resource.definition {
                Definition::Resource(_) => all.resources.insert(address, resource),
                Definition::Template(..) => all.templates.insert(address, resource),
            }
        });
        Ok(())
    }

    pub(super) fn remove_resource(&self, address: &str) -> bool {
        self.change(|all| all.resources.remove(address).or_else(|| all.templates.remove(address)))
            .is_some()
    }

    pub(super) fn add_prompt(&self, prompt: ServedPrompt) -> Result<()> {
        let prompt = CheckedPrompt::new(prompt)?;
        self.change(|all| {
            all.declared.prompts = true;
            all.declared.completions |= !prompt.completers.is_empty();
            all.prompts.insert(prompt.prompt.name.clone(), Arc::new(prompt))
        });
        Ok(())
    }

    pub(super) fn remove_prompt(&self, name: &str) -> bool {
        self.change(|all| all.prompts.remove(name)).is_some()
    }

    /// Declares more than there is yet.
    pub(super) fn declare(&self, declare: impl FnOnce(&mut Declared)) {
        self.change(|all| declare(&mut all.declared));
    }

    fn change<T>(&self, change: impl FnOnce(&mut Catalogue) -> T) -> T {
        // A panic while it was held cannot leave the catalogue half changed.
        change(&mut self.catalogue.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn look<T>(&self, look: impl FnOnce(&Catalogue) -> T) -> T {
        look(&self.catalogue.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn shows(&self, item: Item<'_>, principal: &Principal) -> bool {
        self.visible.as_ref().is_none_or(|visible| visible(item, principal))
    }

    /// Who may keep a list: everyone, unless it differs from one to the other.
    fn list_scope(&self) -> CacheScope {
        if self.visible.is_some() { CacheScope::Private } else { CacheScope::Public }
    }

    /// The tool of a name, if the caller may know of it.
    fn tool(&self, name: &str, cx: &Context) -> Option<Arc<CheckedTool>> {
        let tool = self.look(|all| all.tools.get(name).cloned())?;
        self.shows(Item::Tool(&tool.tool), cx.principal()).then_some(tool)
    }

    fn prompt_named(&self, name: &str, cx: &Context) -> Option<Arc<CheckedPrompt>> {
        let prompt = self.look(|all| all.prompts.get(name).cloned())?;
        self.shows(Item::Prompt(&prompt.prompt), cx.principal()).then_some(prompt)
    }

    /// What an address belongs to, if the caller may know of it: a resource, or else the template
    /// that says most of the address.
    fn resource(&self, uri: &str, cx: &Context) -> Option<(Arc<CheckedResource>, Variables)> {
        let resource = self.look(|all| all.resources.get(uri).cloned());
        let templates = || self.look(|all| all.templates.values().cloned().collect::<Vec<_>>());
        let fitting = |resource: Arc<CheckedResource>| {
            let variables = resource.fits(uri)?;
            let shown = match &resource.definition {
                Definition::Resource(listed) => Item::Resource(listed),
                Definition::Template(listed, _) => Item::ResourceTemplate(listed),
            };
            self.shows(shown, cx.principal()).then_some((resource, variables))
        };
        resource.and_then(fitting).or_else(|| {
            let fitting = templates().into_iter().filter_map(fitting);
            fitting.max_by_key(|(template, _)| template.literal_bytes())
        })
    }

    /// One page of a list.
    fn page<T>(
        &self,
        list: &str,
        items: Vec<(String, T)>,
        cursor: Option<&str>,
    ) -> Result<Page<T>, Failure> {
        // The keys are needed while the items are handed out.
        let (keys, items): (Vec<String>, Vec<T>) = items.into_iter().unzip();
        let items = keys.iter().map(String::as_str).zip(items);
        pages::page(list, items, cursor, self.page_size)
            .map_err(|_| Failure::invalid_params("the cursor is none of this list's"))
    }

    fn completer(
        &self,
        params: &CompleteParams,
        cx: &Context,
    ) -> Result<Option<Completer>, Failure> {
        let argument = &params.argument.name;
        match &params.reference {
            CompletionReference::Prompt(reference) => {
                let prompt = self
                    .prompt_named(&reference.name, cx)
                    .ok_or_else(|| Failure::unknown("prompt", &reference.name))?;
                Ok(prompt.completers.get(argument).cloned())
            }
            CompletionReference::Resource(reference) => {
                let named = self.look(|all| all.templates.get(&reference.uri).cloned());
                let named = named.filter(|template| match &template.definition {
                    Definition::Template(listed, _) => {
                        self.shows(Item::ResourceTemplate(listed), cx.principal())
                    }
                    Definition::Resource(_) => false,
                });
                let template = named
                    .or_else(|| self.resource(&reference.uri, cx).map(|(resource, _)| resource))
                    .ok_or_else(|| Failure::unknown("resource template", &reference.uri))?;
                Ok(template.completers.get(argument).cloned())
            }
            CompletionReference::Unknown(other) => Err(Failure::invalid_params(format!(
                "there is no reference of type {}",
                other.kind
            ))),
        }
    }
}

impl Handler for Router {
    fn implementation(&self) -> Implementation {
        self.implementation.clone()
    }

    fn capabilities(&self) -> ServerCapabilities {
        let declared = self.look(|all| all.declared);
        let mut can = ServerCapabilities::new();
        let list = || ListCapability::new().with_list_changed(true);
        can.tools = declared.tools.then(list);
        can.prompts = declared.prompts.then(list);
        can.resources = declared
            .resources
            .then(|| ResourcesCapability::new().with_list_changed(true).with_subscribe(true));
        can.completions = declared.completions.then(Capability::new);
        can.logging = self.logging.then(Capability::new);
        can.extensions = (!self.extensions.is_empty()).then(|| self.extensions.clone());
        can
    }

    fn instructions(&self) -> Option<String> {
        self.instructions.clone()
    }

    fn list_tools(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListToolsResult> {
        Box::pin(async move {
            let all = self.look(|all| all.tools.values().cloned().collect::<Vec<_>>());
            let shown = all
                .into_iter()
                .filter(|known| self.shows(Item::Tool(&known.tool), cx.principal()))
                .map(|known| (known.tool.name.clone(), known));
            let page = self.page("tools", shown.collect(), cursor.as_deref())?;
            let tools: Vec<Tool> = page.items.iter().map(|known| known.tool.clone()).collect();
            let mut result = ListToolsResult::new(tools)
                .with_ttl_ms(self.list_ttl)
                .with_cache_scope(self.list_scope());
            result.next_cursor = page.next;
            Ok(result)
        })
    }

    fn call_tool(&self, params: CallToolParams, cx: Context) -> Answer<'_, CallToolResult> {
        Box::pin(async move {
            let tool = self
                .tool(&params.name, &cx)
                .ok_or_else(|| Failure::unknown("tool", &params.name))?;
            let arguments = params.arguments.unwrap_or_else(empty_object);
            if !arguments.is_object() {
                return Err(Failure::invalid_params("the arguments must be an object"));
            }
            if is_too_large(arguments.as_str().as_bytes()) {
                return Err(Failure::arguments("they have too many parts", cx.profile()));
            }
            if let (Some(headers), Some(mirrored)) = (&tool.headers, cx.mirrored()) {
                check_mirrored(headers, &arguments, mirrored)?;
            }
            // A call that goes on with an answer was counted when it began.
            if let Some(rates) = self.rates.as_ref().filter(|_| cx.counts()) {
                rates
                    .take(&cx.principal().counted_as(), &params.name, Instant::now())
                    .map_err(|wait| Failure::rate_limited(&params.name, wait))?;
            }
            tool.call(arguments, cx).await
        })
    }

    fn list_resources(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourcesResult> {
        Box::pin(async move {
            let all = self.look(|all| all.resources.values().cloned().collect::<Vec<_>>());
            let shown = all.iter().filter_map(|known| match &known.definition {
                Definition::Resource(listed)
                    if self.shows(Item::Resource(listed), cx.principal()) =>
                {
                    Some((listed.uri.clone(), listed))
                }
                _ => None,
            });
            let page = self.page("resources", shown.collect(), cursor.as_deref())?;
            let resources: Vec<Resource> = page.items.into_iter().cloned().collect();
            let mut result = ListResourcesResult::new(resources)
                .with_ttl_ms(self.list_ttl)
                .with_cache_scope(self.list_scope());
            result.next_cursor = page.next;
            Ok(result)
        })
    }

    fn list_resource_templates(
        &self,
        cursor: Option<String>,
        cx: Context,
    ) -> Answer<'_, ListResourceTemplatesResult> {
        Box::pin(async move {
            let all = self.look(|all| all.templates.values().cloned().collect::<Vec<_>>());
            let shown = all.iter().filter_map(|known| match &known.definition {
                Definition::Template(listed, _)
                    if self.shows(Item::ResourceTemplate(listed), cx.principal()) =>
                {
                    Some((listed.uri_template.clone(), listed))
                }
                _ => None,
            });
            let page = self.page("templates", shown.collect(), cursor.as_deref())?;
            let templates: Vec<ResourceTemplate> = page.items.into_iter().cloned().collect();
            let mut result = ListResourceTemplatesResult::new(templates)
                .with_ttl_ms(self.list_ttl)
                .with_cache_scope(self.list_scope());
            result.next_cursor = page.next;
            Ok(result)
        })
    }

    fn read_resource(
        &self,
        params: ReadResourceParams,
        cx: Context,
    ) -> Answer<'_, ReadResourceResult> {
        Box::pin(async move {
            let (resource, variables) =
                self.resource(&params.uri, &cx).ok_or_else(Failure::not_found)?;
            let mut result = resource.read(params.uri, variables, cx).await?;
            if self.visible.is_some() {
                // Who may know of it differs, so nobody may keep it for others.
                result.cache_scope = Some(CacheScope::Private);
            }
            Ok(result)
        })
    }

    fn may_watch(&self, uri: &str, cx: &Context) -> bool {
        self.resource(uri, cx).is_some()
    }

    fn list_prompts(&self, cursor: Option<String>, cx: Context) -> Answer<'_, ListPromptsResult> {
        Box::pin(async move {
            let all = self.look(|all| all.prompts.values().cloned().collect::<Vec<_>>());
            let shown = all
                .iter()
                .filter(|known| self.shows(Item::Prompt(&known.prompt), cx.principal()))
                .map(|known| (known.prompt.name.clone(), &known.prompt));
            let page = self.page("prompts", shown.collect(), cursor.as_deref())?;
            let prompts: Vec<Prompt> = page.items.into_iter().cloned().collect();
            let mut result = ListPromptsResult::new(prompts)
                .with_ttl_ms(self.list_ttl)
                .with_cache_scope(self.list_scope());
            result.next_cursor = page.next;
            Ok(result)
        })
    }

    fn prompt(&self, params: GetPromptParams, cx: Context) -> Answer<'_, GetPromptResult> {
        Box::pin(async move {
            let prompt = self
                .prompt_named(&params.name, &cx)
                .ok_or_else(|| Failure::unknown("prompt", &params.name))?;
            prompt.fill_in(params.arguments.unwrap_or_default(), cx).await
        })
    }

    fn complete(&self, params: CompleteParams, cx: Context) -> Answer<'_, CompleteResult> {
        Box::pin(async move {
            if let Some(rates) = &self.completion_rates {
                rates
                    .take(&cx.principal().counted_as(), method::COMPLETE, Instant::now())
                    .map_err(|wait| Failure::rate_limited(method::COMPLETE, wait))?;
            }
            let Some(completer) = self.completer(&params, &cx)? else {
                return Ok(CompleteResult::new(Completion::new(Vec::new())));
            };
            let arguments = params.context.and_then(|context| context.arguments);
            let arguments: Map<String> = arguments.unwrap_or_default();
            completer(CompletionRequest { value: params.argument.value, arguments }, cx).await
        })
    }
}
