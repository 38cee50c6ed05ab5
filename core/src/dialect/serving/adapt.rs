//! Results in the words of one version: what the version does not name is left out, or said in
//! words that its clients know.

use crate::{
    dialect::profile::{Sayings, StructuredContent},
    model::{
        Annotations, BlobResourceContents, CallToolResult, CompleteResult, ContentBlock,
        DiscoverResult, EmbeddedResource, GetPromptResult, Implementation, InitializeResult, List,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        Prompt, ReadResourceResult, Resource, ResourceContents, ResourceLink, ResourceTemplate,
        TextContent, Tool,
    },
};

use super::{Common, weight};

/// A result that can be said in the words of any version.
pub(crate) trait Adapt: serde::Serialize {
    /// The members that all results have.
    fn common(&mut self) -> Common<'_>;

    /// Leaves out what the version does not name.
    fn adapt(&mut self, says: &Sayings);

    /// About how many bytes of text it is, where it may be large.
    fn weight(&self) -> usize {
        0
    }
}

macro_rules! common {
    (caching) => {
        fn common(&mut self) -> Common<'_> {
            Common {
                result_type: &mut self.result_type,
                meta: &mut self.meta,
                caching: Some((&mut self.ttl_ms, &mut self.cache_scope)),
            }
        }
    };
    () => {
        fn common(&mut self) -> Common<'_> {
            Common { result_type: &mut self.result_type, meta: &mut self.meta, caching: None }
        }
    };
}

impl Adapt for ListToolsResult {
    common!(caching);

    fn adapt(&mut self, says: &Sayings) {
        self.tools.iter_mut().for_each(|tool| adapt_tool(tool, says));
    }

    fn weight(&self) -> usize {
        self.tools.iter().map(weight::of_tool).sum()
    }
}

impl Adapt for ListResourcesResult {
    common!(caching);

    fn adapt(&mut self, says: &Sayings) {
        self.resources.iter_mut().for_each(|resource| adapt_resource(resource, says));
    }
}

impl Adapt for ListResourceTemplatesResult {
    common!(caching);

    fn adapt(&mut self, says: &Sayings) {
        self.resource_templates.iter_mut().for_each(|template| adapt_template(template, says));
    }
}

impl Adapt for ListPromptsResult {
    common!(caching);

    fn adapt(&mut self, says: &Sayings) {
        self.prompts.iter_mut().for_each(|prompt| adapt_prompt(prompt, says));
    }
}

impl Adapt for ReadResourceResult {
    common!(caching);

    fn adapt(&mut self, says: &Sayings) {
        self.contents.iter_mut().for_each(|contents| adapt_contents_of(contents, says));
    }

    fn weight(&self) -> usize {
        self.contents.iter().map(weight::of_contents).sum()
    }
}

impl Adapt for DiscoverResult {
    common!(caching);

    fn adapt(&mut self, _says: &Sayings) {}
}

impl Adapt for CompleteResult {
    common!();

    fn adapt(&mut self, _says: &Sayings) {}
}

impl Adapt for CallToolResult {
    common!();

    fn adapt(&mut self, says: &Sayings) {
        adapt_contents(&mut self.content, says);
        let keeps = |content: &crate::Json| match says.structured {
            StructuredContent::Any => true,
            StructuredContent::Object => content.is_object(),
            StructuredContent::None => false,
        };
        if let Some(content) = self.structured_content.take_if(|content| !keeps(content))
            && self.content.is_empty()
        {
            self.content.push(ContentBlock::text(content.as_str()));
        }
    }

    fn weight(&self) -> usize {
        let structured = self.structured_content.as_ref();
        let structured = structured.map_or(0, |content| content.as_str().len());
        structured + self.content.iter().map(weight::of_block).sum::<usize>()
    }
}

impl Adapt for GetPromptResult {
    common!();

    fn adapt(&mut self, says: &Sayings) {
        for message in self.messages.iter_mut() {
            adapt_content(&mut message.content, says);
        }
    }

    fn weight(&self) -> usize {
        self.messages.iter().map(|message| weight::of_block(&message.content)).sum()
    }
}

/// What a session's opening says of the server.
pub(crate) fn adapt_opening(opening: &mut InitializeResult, says: &Sayings) {
    adapt_implementation(&mut opening.server_info, says);
}

fn adapt_implementation(program: &mut Implementation, says: &Sayings) {
    if !says.titles {
        program.title = None;
    }
    if !says.icons {
        program.icons = None;
        program.description = None;
        program.website_url = None;
    }
}

fn adapt_tool(tool: &mut Tool, says: &Sayings) {
    if !says.titles {
        tool.title = None;
    }
    if !says.icons {
        tool.icons = None;
    }
    if !says.tool_annotations {
        tool.annotations = None;
    }
    if !says.tool_execution {
        tool.execution = None;
    }
    if !says.item_meta {
        tool.meta = None;
    }
    tool.output_schema.take_if(|schema| match says.structured {
        StructuredContent::Any => false,
        StructuredContent::Object => !describes_object(schema),
        StructuredContent::None => true,
    });
}

/// Whether a schema says by itself that it is about objects.
pub(crate) fn describes_object(schema: &crate::Json) -> bool {
    #[derive(serde::Deserialize)]
    struct Typed {
        #[serde(rename = "type")]
        kind: Option<crate::Json>,
    }
    let kind = schema.decode::<Typed>().ok().and_then(|typed| typed.kind);
    kind.is_some_and(|kind| kind.as_str() == "\"object\"")
}

fn adapt_annotations(annotations: &mut Option<Annotations>, says: &Sayings) {
    if !says.last_modified
        && let Some(annotations) = annotations
    {
        annotations.last_modified = None;
    }
}

fn adapt_resource(resource: &mut Resource, says: &Sayings) {
    adapt_annotations(&mut resource.annotations, says);
    if !says.titles {
        resource.title = None;
    }
    if !says.icons {
        resource.icons = None;
    }
    if !says.item_meta {
        resource.meta = None;
    }
}

fn adapt_template(template: &mut ResourceTemplate, says: &Sayings) {
    adapt_annotations(&mut template.annotations, says);
    if !says.titles {
        template.title = None;
    }
    if !says.icons {
        template.icons = None;
    }
    if !says.item_meta {
        template.meta = None;
    }
}

fn adapt_prompt(prompt: &mut Prompt, says: &Sayings) {
    if !says.titles {
        prompt.title = None;
        prompt.arguments.iter_mut().flatten().for_each(|argument| argument.title = None);
    }
    if !says.icons {
        prompt.icons = None;
    }
    if !says.item_meta {
        prompt.meta = None;
    }
}

fn adapt_contents_of(resource: &mut ResourceContents, says: &Sayings) {
    if !says.item_meta {
        match resource {
            ResourceContents::Text(text) => text.meta = None,
            ResourceContents::Blob(blob) => blob.meta = None,
        }
    }
}

fn adapt_contents(contents: &mut List<ContentBlock>, says: &Sayings) {
    contents.iter_mut().for_each(|content| adapt_content(content, says));
}

fn adapt_content(content: &mut ContentBlock, says: &Sayings) {
    match content {
        ContentBlock::Audio(audio) if !says.audio => {
            let blob = BlobResourceContents::new("content:audio", std::mem::take(&mut audio.data))
                .with_mime_type(std::mem::take(&mut audio.mime_type));
            *content = EmbeddedResource::new(ResourceContents::Blob(blob)).into();
        }
        ContentBlock::ResourceLink(link) if !says.resource_links => {
            *content = TextContent::new(in_words(link)).into();
        }
        _ => {}
    }
    let (annotations, meta) = match content {
        ContentBlock::Text(text) => (&mut text.annotations, &mut text.meta),
        ContentBlock::Image(image) => (&mut image.annotations, &mut image.meta),
        ContentBlock::Audio(audio) => (&mut audio.annotations, &mut audio.meta),
        ContentBlock::Resource(resource) => {
            adapt_contents_of(&mut resource.resource, says);
            (&mut resource.annotations, &mut resource.meta)
        }
        ContentBlock::ResourceLink(link) => {
            if !says.icons {
                link.icons = None;
            }
            (&mut link.annotations, &mut link.meta)
        }
        ContentBlock::Unknown(_) => return,
    };
    adapt_annotations(annotations, says);
    if !says.item_meta {
        *meta = None;
    }
}

/// A link for clients that know none.
fn in_words(link: &ResourceLink) -> String {
    match &link.description {
        Some(description) => format!("{}: {} ({description})", link.name, link.uri),
        None => format!("{}: {}", link.name, link.uri),
    }
}
