//! Lists in pages (2026-07-28 `server/utilities/pagination`).

use std::{
    collections::{HashSet, hash_map::RandomState},
    hash::BuildHasher,
    marker::PhantomData,
    time::Instant,
};

use bytes::Bytes;
use serde::Serialize;

use super::{
    Client,
    connection::Connection,
    request::{Options, Request, sealed::Run},
    requests::encode,
};
use crate::{
    dialect::method,
    error::{Error, ErrorCode, Result},
    model::{
        List, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListTasksResult,
        ListToolsResult, Prompt, Resource, ResourceTemplate, ServerCapabilities, Task, Tool, Ttl,
    },
};

/// How many pages are fetched before it is taken for an endless list. Default 1,000.
pub(crate) const MAX_PAGES: usize = 1_000;
/// The most bytes of all pages of one list. Default 64 MiB.
pub(crate) const MAX_LIST_BYTES: usize = 64 << 20;

/// Lists everything of one kind, through all pages.
pub struct ListOf<T> {
    max_pages: usize,
    max_bytes: usize,
    kind: PhantomData<fn() -> T>,
}

impl<T> ListOf<T> {
    pub(super) fn new() -> Self {
        Self { max_pages: MAX_PAGES, max_bytes: MAX_LIST_BYTES, kind: PhantomData }
    }
}

impl<T: Listed> Request<ListOf<T>> {
    /// How many pages to fetch at the most. Default 1,000.
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.operation.max_pages = pages;
        self
    }

    /// How many bytes all pages together may have. Default 64 MiB.
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.operation.max_bytes = bytes;
        self
    }

    /// Fetches anew, also where a result could be reused.
    pub fn fresh(mut self) -> Self {
        self.options.fresh = true;
        self
    }
}

/// One page of a list, whatever it lists.
pub struct Page<T> {
    items: List<T>,
    next_cursor: Option<String>,
    ttl_ms: u64,
}

/// What can be listed. It is implemented by this crate only.
pub trait Listed: Kind {}

impl<T: Kind> Listed for T {}

mod kind {
    /// What can be listed.
    pub trait Kind: Sized + Send + 'static {
        const METHOD: &'static str;
        const NAME: &'static str;

        /// Whether a server with these capabilities lists it.
        fn offered(capabilities: &super::ServerCapabilities) -> bool;

        /// Decodes one page.
        fn page(client: &super::Client, bytes: &[u8]) -> super::Result<super::Page<Self>>;

        /// What tells two items apart.
        fn key(&self) -> &str;

        /// Learns from, and sorts out, what was listed.
        fn seen(_client: &super::Client, items: super::List<Self>) -> super::List<Self> {
            items
        }
    }
}
use kind::Kind;

macro_rules! listed {
    ($item:ty, $method:expr, $name:literal, $capability:ident, $result:ty, $items:ident, $key:ident) => {
        impl Kind for $item {
            const METHOD: &'static str = $method;
            const NAME: &'static str = $name;

            fn offered(capabilities: &ServerCapabilities) -> bool {
                capabilities.$capability.is_some()
            }

            fn page(client: &Client, bytes: &[u8]) -> Result<Page<Self>> {
                let page: $result = client.connection().read($method, bytes)?;
                let ttl_ms = page.ttl_ms.map_or(0, Ttl::as_millis);
                Ok(Page { items: page.$items, next_cursor: page.next_cursor, ttl_ms })
            }

            fn key(&self) -> &str {
                &self.$key
            }
        }
    };
}

listed!(
    Resource,
    method::RESOURCES_LIST,
    "resources",
    resources,
    ListResourcesResult,
    resources,
    uri
);
listed!(
    ResourceTemplate,
    method::RESOURCE_TEMPLATES_LIST,
    "resources",
    resources,
    ListResourceTemplatesResult,
    resource_templates,
    uri_template
);
listed!(Prompt, method::PROMPTS_LIST, "prompts", prompts, ListPromptsResult, prompts, name);

impl Kind for Tool {
    const METHOD: &'static str = method::TOOLS_LIST;
    const NAME: &'static str = "tools";

    fn offered(capabilities: &ServerCapabilities) -> bool {
        capabilities.tools.is_some()
    }

    fn page(client: &Client, bytes: &[u8]) -> Result<Page<Self>> {
        let page: ListToolsResult = client.connection().read(method::TOOLS_LIST, bytes)?;
        let ttl_ms = page.ttl_ms.map_or(0, Ttl::as_millis);
        Ok(Page { items: page.tools, next_cursor: page.next_cursor, ttl_ms })
    }

    fn key(&self) -> &str {
        &self.name
    }

    fn seen(client: &Client, items: List<Self>) -> List<Self> {
        let connection = client.connection();
        connection.toolbox.learn(connection, items)
    }
}

impl Kind for Task {
    const METHOD: &'static str = method::TASKS_LIST;
    const NAME: &'static str = "tasks";

    fn offered(capabilities: &ServerCapabilities) -> bool {
        capabilities.tasks.is_some()
    }

    fn page(client: &Client, bytes: &[u8]) -> Result<Page<Self>> {
        let page: ListTasksResult = client.connection().read(method::TASKS_LIST, bytes)?;
        Ok(Page { items: page.tasks, next_cursor: page.next_cursor, ttl_ms: 0 })
    }

    fn key(&self) -> &str {
        &self.task_id
    }
}

impl<T: Listed> Run for ListOf<T> {
    type Output = List<T>;

    async fn run(self, client: Client, options: Options) -> Result<List<T>> {
        let connection = client.connection();
        connection.require(T::METHOD, T::NAME, T::offered)?;
        let mut all: List<T> = List::new();
        let mut names = Names::default();
        let mut cursors: HashSet<String> = HashSet::new();
        let mut cursor: Option<String> = None;
        let mut bytes = 0;
        for _ in 0..self.max_pages {
            let (page, length) = fetch::<T>(&client, &options, cursor.as_deref()).await?;
            bytes += length;
            if bytes > self.max_bytes {
                return Err(Error::new(
                    ErrorCode::Limit,
                    format!("the list is longer than {} bytes", self.max_bytes),
                )
                .with_server(&connection.facts.label)
                .with_method(T::METHOD)
                .with_next_step("allow more bytes, if the list is really that long"));
            }
            if cursor.is_none() && page.next_cursor.is_none() {
                all = page.items;
                names.drop_repeated(connection, &mut all);
                return Ok(T::seen(&client, all));
            }
            all.append(page.items);
            // Any cursor is legal, also an empty one, but none leads anywhere new twice.
            match page.next_cursor {
                None => {
                    names.drop_repeated(connection, &mut all);
                    return Ok(T::seen(&client, all));
                }
                Some(next) if !cursors.insert(next.clone()) => {
                    connection.hub.depart("it repeated a cursor of a list, which would never end");
                    names.drop_repeated(connection, &mut all);
                    return Ok(T::seen(&client, all));
                }
                Some(next) => cursor = Some(next),
            }
        }
        Err(Error::new(
            ErrorCode::Limit,
            format!("the list has not ended after {} pages", self.max_pages),
        )
        .with_server(&connection.facts.label)
        .with_method(T::METHOD)
        .with_next_step("allow more pages, if the list is really that long"))
    }
}

/// Fetches one page, and says how long it is.
async fn fetch<T: Listed>(
    client: &Client,
    options: &Options,
    cursor: Option<&str>,
) -> Result<(Page<T>, usize)> {
    #[derive(Serialize)]
    struct Params<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        cursor: Option<&'a str>,
    }
    let connection = client.connection();
    let params = match cursor {
        None => Bytes::from_static(b"{}"),
        cursor => encode(&Params { cursor }),
    };
    // Made first, so that what cannot be sent is refused also where nothing needs sending.
    let call = options.call(connection, T::METHOD, params.clone())?;
    let now = Instant::now();
    if !options.fresh
        && options.can_share()
        && let Some(kept) = connection.cache.get(now, T::METHOD, &params)
    {
        return Ok((T::page(client, &kept)?, kept.len()));
    }
    let before = connection.cache.generation();
    let bytes = connection.perform(call).await?;
    let page = T::page(client, &bytes)?;
    if options.can_share() {
        connection.cache.put(now, before, T::METHOD, params, &bytes, page.ttl_ms);
    }
    Ok((page, bytes.len()))
}

/// The names seen so far, as hashes: a server that repeats its pages repeats its items.
#[derive(Default)]
struct Names {
    seen: HashSet<u64>,
    hasher: RandomState,
}

impl Names {
    fn drop_repeated<T: Listed>(&mut self, connection: &Connection, items: &mut List<T>) {
        let before = items.len();
        items.retain(|item| self.seen.insert(self.hasher.hash_one(item.key())));
        if items.len() < before {
            connection.hub.depart("it listed an item twice");
        }
    }
}
