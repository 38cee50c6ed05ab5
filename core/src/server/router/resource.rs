//! A resource, or a pattern of resources, as a server offers it.

use std::{collections::HashMap, fmt, sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;

use super::{
    super::{
        Context, Failure,
        address::is_strict_address,
        uri_template::{UriTemplate, Variables},
    },
    completion::{Completer, CompletionOutput, CompletionRequest, completer},
};
use crate::{
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{
        Annotations, BlobResourceContents, CacheScope, Icon, ReadResourceResult, Resource,
        ResourceContents, ResourceTemplate, TextResourceContents, Ttl,
    },
};

/// How much of an address is repeated in an error.
const MOST_ADDRESS_CHARS: usize = 200;

type Read = Arc<
    dyn Fn(ResourceRequest, Context) -> BoxFuture<'static, Result<ReadResourceResult, Failure>>
        + Send
        + Sync,
>;

/// What is to be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResourceRequest {
    /// The address, as the client wrote it: untrusted text.
    pub uri: String,
    /// What the address has in the places of the template's variables, decoded: untrusted text.
    /// [`Variables::path_segment`] is for what becomes a part of a path.
    pub variables: Variables,
}

/// A resource, or a pattern of resources, as a server offers it (2026-07-28 `server/resources`).
///
/// ```
/// use hostline::server::{Context, Failure, ResourceRequest, ServedResource};
///
/// let weather = ServedResource::new("weather://{city}", "weather", |asked: ResourceRequest, _cx: Context| async move {
///     match asked.variables.value("city") {
///         Some("lisbon") => Ok("sunny"),
///         _ => Err(Failure::not_found()),
///     }
/// })
/// .mime_type("text/plain");
/// # drop(weather);
/// ```
pub struct ServedResource {
    /// The address or the pattern.
    pub(super) address: String,
    definition: Resource,
    read: Read,
    ttl: Ttl,
    scope: CacheScope,
    completers: HashMap<String, Completer>,
}

impl ServedResource {
    /// A resource of this address, or all whose address fits this template (RFC 6570). A client
    /// reads what `read` gives: text, bytes, contents, or a failure.
    pub fn new<F, R>(
        address: impl Into<String>,
        name: impl Into<String>,
        read: impl Fn(ResourceRequest, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: ResourceOutput,
    {
        let address = address.into();
        let definition = Resource::new(address.clone(), name);
        let read = move |asked: ResourceRequest, cx| -> BoxFuture<'static, _> {
            let uri = asked.uri.clone();
            let reading = read(asked, cx);
            Box::pin(async move { reading.await.into_result(&uri) })
        };
        Self {
            address,
            definition,
            read: Arc::new(read),
            ttl: Ttl::default(),
            scope: CacheScope::Private,
            completers: HashMap::new(),
        }
    }

    /// The name that people see.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.definition.title = Some(title.into());
        self
    }

    /// What the resource is.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.definition.description = Some(description.into());
        self
    }

    /// The media type of what is read.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.definition.mime_type = Some(mime_type.into());
        self
    }

    /// The length in bytes, where it is known. A template has none.
    pub fn size(mut self, bytes: u64) -> Self {
        self.definition.size = Some(bytes);
        self
    }

    /// Hints for the reader's program.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.definition.annotations = Some(annotations);
        self
    }

    /// Pictures that stand for the resource.
    pub fn icons(mut self, icons: impl Into<Vec<Icon>>) -> Self {
        self.definition.icons = Some(icons.into());
        self
    }

    /// For how long a client may keep what it read (2026-07-28 `server/utilities/caching`). Default:
    /// not at all.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.ttl = Ttl::from_millis(u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX));
        self
    }

    /// Says that what is read is the same for everyone, so that it may be kept for everyone.
    pub fn public(mut self) -> Self {
        self.scope = CacheScope::Public;
        self
    }

    /// Proposes values for a variable of the template (2026-07-28 `server/utilities/completion`).
    pub fn complete<F, R>(
        mut self,
        variable: impl Into<String>,
        complete: impl Fn(CompletionRequest, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = R> + Send + 'static,
        R: CompletionOutput,
    {
        self.completers.insert(variable.into(), completer(complete));
        self
    }
}

impl fmt::Debug for ServedResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedResource").field("address", &self.address).finish_non_exhaustive()
    }
}

/// A resource or a template that was checked, and can be read.
pub(crate) struct CheckedResource {
    pub(crate) definition: Definition,
    pub(super) completers: HashMap<String, Completer>,
    read: Read,
    ttl: Ttl,
    scope: CacheScope,
}

/// What is listed of a resource.
pub(crate) enum Definition {
    /// One address.
    Resource(Resource),
    /// A pattern of addresses.
    Template(ResourceTemplate, UriTemplate),
}

impl CheckedResource {
    pub(super) fn new(served: ServedResource) -> Result<Self> {
        let ServedResource { address, definition, read, ttl, scope, completers } = served;
        let definition = if address.contains('{') {
            let template = UriTemplate::parse(&address)?;
            if !is_strict_address(&without_expressions(&address)) {
                return Err(no_address(&address));
            }
            let mut listed = ResourceTemplate::new(address, definition.name);
            listed.title = definition.title;
            listed.description = definition.description;
            listed.mime_type = definition.mime_type;
            listed.annotations = definition.annotations;
            listed.icons = definition.icons;
            Definition::Template(listed, template)
        } else {
            // Custom schemes must be in accordance with RFC 3986 (2026-07-28 `server/resources`).
            if !is_strict_address(&address) {
                return Err(no_address(&address));
            }
            Definition::Resource(definition)
        };
        Ok(Self { definition, completers, read, ttl, scope })
    }

    /// What an address has in the places of the variables, if it fits.
    pub(super) fn fits(&self, uri: &str) -> Option<Variables> {
        match &self.definition {
            Definition::Resource(resource) => (resource.uri == uri).then(Variables::default),
            Definition::Template(_, template) => template.matches(uri),
        }
    }

    /// How many bytes of an address are said by the definition itself. Of two templates that fit,
    /// the one that says more is meant.
    pub(super) fn literal_bytes(&self) -> usize {
        match &self.definition {
            Definition::Resource(resource) => resource.uri.len(),
            Definition::Template(listed, _) => {
                let outside = listed.uri_template.split('{').enumerate().map(|(index, part)| {
                    let literal = if index == 0 {
                        Some(part)
                    } else {
                        part.split_once('}').map(|(_, rest)| rest)
                    };
                    literal.map_or(0, str::len)
                });
                outside.sum()
            }
        }
    }

    pub(super) async fn read(
        &self,
        uri: String,
        variables: Variables,
        cx: Context,
    ) -> Result<ReadResourceResult, Failure> {
        let mut result = (self.read)(ResourceRequest { uri, variables }, cx).await?;
        result.ttl_ms.get_or_insert(self.ttl);
        result.cache_scope.get_or_insert_with(|| self.scope.clone());
        let mime_type = match &self.definition {
            Definition::Resource(resource) => &resource.mime_type,
            Definition::Template(template, _) => &template.mime_type,
        };
        for contents in result.contents.iter_mut() {
            let place = match contents {
                ResourceContents::Text(text) => &mut text.mime_type,
                ResourceContents::Blob(blob) => &mut blob.mime_type,
            };
            if place.is_none() {
                place.clone_from(mime_type);
            }
        }
        Ok(result)
    }
}

fn no_address(address: &str) -> Error {
    let address = crate::text::shorten(address, MOST_ADDRESS_CHARS);
    Error::new(ErrorCode::InvalidInput, format!("the resource `{address}` has no valid address"))
}

/// A template with a letter in the place of each expression, so that the rest can be looked at.
fn without_expressions(template: &str) -> String {
    let mut parts = template.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once('}').map_or(part, |(_, rest)| rest);
        text + "x" + rest
    })
}

/// What the function of a resource can give.
pub trait ResourceOutput: Send {
    /// What was read at `uri`.
    ///
    /// # Errors
    /// It could not be read; [`Failure::not_found`] says that there is no such resource.
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure>;
}

impl ResourceOutput for ReadResourceResult {
    fn into_result(self, _uri: &str) -> Result<ReadResourceResult, Failure> {
        Ok(self)
    }
}

impl ResourceOutput for Vec<ResourceContents> {
    fn into_result(self, _uri: &str) -> Result<ReadResourceResult, Failure> {
        Ok(ReadResourceResult::new(self))
    }
}

impl ResourceOutput for ResourceContents {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        vec![self].into_result(uri)
    }
}

impl ResourceOutput for String {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        ResourceContents::Text(TextResourceContents::new(uri, self)).into_result(uri)
    }
}

impl ResourceOutput for &'static str {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        self.to_owned().into_result(uri)
    }
}

impl ResourceOutput for Vec<u8> {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        let blob = BlobResourceContents::new(uri, STANDARD.encode(self));
        ResourceContents::Blob(blob).into_result(uri)
    }
}

impl ResourceOutput for Bytes {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        let blob = BlobResourceContents::new(uri, STANDARD.encode(self));
        ResourceContents::Blob(blob).into_result(uri)
    }
}

impl<T: ResourceOutput, E: Into<Failure> + Send> ResourceOutput for Result<T, E> {
    fn into_result(self, uri: &str) -> Result<ReadResourceResult, Failure> {
        self.map_err(Into::into)?.into_result(uri)
    }
}
