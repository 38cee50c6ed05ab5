//! The requests that are one question and one answer.

use std::time::Instant;

use bytes::Bytes;
use serde::Serialize;

use super::{
    Client,
    request::{Options, Request, sealed::Run},
    tools::is_header_mismatch,
};
use crate::{
    Json,
    dialect::{method, mirror::named_member},
    error::{Error, ErrorCode, Result},
    model::{
        CompleteParams, CompleteResult, CompletionArgument, CompletionContext, CompletionReference,
        GetPromptResult, LoggingLevel, Map, ReadResourceResult, Ttl, decode,
    },
    peer::Settled,
};

/// Reads a resource: [`Client::read_resource`].
pub struct ReadResource {
    uri: String,
}

impl ReadResource {
    pub(super) fn new(uri: String) -> Self {
        Self { uri }
    }
}

impl Request<ReadResource> {
    /// Fetches anew, also where a result could be reused.
    pub fn fresh(mut self) -> Self {
        self.options.fresh = true;
        self
    }
}

impl Run for ReadResource {
    type Output = ReadResourceResult;

    async fn run(self, client: Client, options: Options) -> Result<ReadResourceResult> {
        let connection = client.connection();
        connection.require(method::RESOURCES_READ, "resources", |c| c.resources.is_some())?;
        let params = uri_params(&self.uri);
        // Made first, so that what cannot be sent is refused also where nothing needs sending.
        let mut call = options.call(connection, method::RESOURCES_READ, params.clone())?;
        let now = Instant::now();
        if !options.fresh
            && options.can_share()
            && let Some(kept) = connection.cache.get(now, method::RESOURCES_READ, &params)
        {
            return decode(method::RESOURCES_READ, &kept);
        }
        let before = connection.cache.generation();
        call.name = Some(self.uri.into());
        let Settled { result: bytes, rounds } = connection.settle(call).await?;
        let result: ReadResourceResult = connection.read(method::RESOURCES_READ, &bytes)?;
        // What depends on input that is not part of the question must not be kept.
        if rounds == 0 && options.can_share() {
            let ttl = result.ttl_ms.map_or(0, Ttl::as_millis);
            connection.cache.put(now, before, method::RESOURCES_READ, params, &bytes, ttl);
        }
        Ok(result)
    }
}

/// The parameters of a request about one resource.
pub(super) fn uri_params(uri: &str) -> Bytes {
    #[derive(Serialize)]
    struct Params<'a> {
        uri: &'a str,
    }
    encode(&Params { uri })
}

/// Gets a prompt: [`Client::get_prompt`].
pub struct GetPrompt {
    name: String,
    arguments: Vec<(String, String)>,
}

impl GetPrompt {
    pub(super) fn new(name: String, arguments: Vec<(String, String)>) -> Self {
        Self { name, arguments }
    }
}

impl Run for GetPrompt {
    type Output = GetPromptResult;

    async fn run(self, client: Client, options: Options) -> Result<GetPromptResult> {
        #[derive(Serialize)]
        struct Params<'a> {
            name: &'a str,
            #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
            arguments: std::collections::BTreeMap<&'a str, &'a str>,
        }
        let connection = client.connection();
        connection.require(method::PROMPTS_GET, "prompts", |c| c.prompts.is_some())?;
        let arguments = self.arguments.iter().map(|(key, value)| (&**key, &**value)).collect();
        let params = encode(&Params { name: &self.name, arguments });
        let mut call = options.call(connection, method::PROMPTS_GET, params)?;
        call.name = Some(self.name.into());
        let bytes = connection.perform(call).await?;
        connection.read(method::PROMPTS_GET, &bytes)
    }
}

/// Asks for completions: [`Client::complete`].
pub struct Complete {
    params: CompleteParams,
}

impl Complete {
    pub(super) fn new(reference: CompletionReference, argument: String, value: String) -> Self {
        Self { params: CompleteParams::new(reference, CompletionArgument::new(argument, value)) }
    }
}

impl Request<Complete> {
    /// Tells the server about an argument that is known already (since 2025-06-18).
    pub fn context(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let params = &mut self.operation.params;
        let context = params.context.get_or_insert_with(CompletionContext::new);
        context.arguments.get_or_insert_with(Map::new).insert(key.into(), value.into());
        self
    }
}

impl Run for Complete {
    type Output = CompleteResult;

    async fn run(self, client: Client, options: Options) -> Result<CompleteResult> {
        let connection = client.connection();
        // The oldest version has completions, but no capability that says so.
        let declared = connection.facts.profile.completions_declared;
        connection
            .require(method::COMPLETE, "completions", |c| !declared || c.completions.is_some())?;
        let call = options.call(connection, method::COMPLETE, encode(&self.params))?;
        let bytes = connection.perform(call).await?;
        connection.read(method::COMPLETE, &bytes)
    }
}

/// Asks whether the server is there: [`Client::ping`].
pub struct Ping(());

impl Ping {
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Run for Ping {
    type Output = ();

    async fn run(self, client: Client, options: Options) -> Result<()> {
        let connection = client.connection();
        let knows_ping = connection.facts.profile.knows_request(method::PING);
        let method = if knows_ping { method::PING } else { method::DISCOVER };
        let call = options.call(connection, method, Bytes::from_static(b"{}"))?;
        connection.perform(call).await.map(drop)
    }
}

/// Sets the lowest level of log messages: [`Client::set_log_level`].
pub struct SetLogLevel {
    level: LoggingLevel,
}

impl SetLogLevel {
    pub(super) fn new(level: LoggingLevel) -> Self {
        Self { level }
    }
}

impl Run for SetLogLevel {
    type Output = ();

    async fn run(self, client: Client, options: Options) -> Result<()> {
        #[derive(Serialize)]
        struct Params<'a> {
            level: &'a str,
        }
        let connection = client.connection();
        if !connection.facts.profile.knows_request(method::SET_LEVEL) {
            connection.hub.set_log_level(self.level);
            return Ok(());
        }
        connection.require(method::SET_LEVEL, "logging", |c| c.logging.is_some())?;
        let params = encode(&Params { level: self.level.as_str() });
        let call = options.call(connection, method::SET_LEVEL, params)?;
        connection.perform(call).await.map(drop)
    }
}

/// Any request, its result undecoded: [`Client::request`].
pub struct Raw {
    method: String,
    params: Option<Json>,
    repeatable: bool,
}

impl Raw {
    pub(super) fn new(method: String, params: Option<Json>) -> Self {
        Self { method, params, repeatable: false }
    }
}

impl Request<Raw> {
    /// Allows the request to be sent again although the first one may have reached the server.
    pub fn allow_repeat(mut self) -> Self {
        self.operation.repeatable = true;
        self
    }
}

impl Run for Raw {
    type Output = Json;

    async fn run(self, client: Client, options: Options) -> Result<Json> {
        let connection = client.connection();
        let params = match &self.params {
            None => Bytes::from_static(b"{}"),
            Some(params) => raw_params(params).map_err(|error| {
                error.with_server(&connection.facts.label).with_method(self.method.clone())
            })?,
        };
        let outcome = match self.send(&client, &options, &params).await {
            Err(error) if self.mirrors(&client) && is_header_mismatch(&error) => {
                client.list_tools().fresh().await?;
                self.send(&client, &options, &params).await
            }
            outcome => outcome,
        };
        decode(&self.method, &outcome?)
    }
}

impl Raw {
    /// Whether headers must repeat more of the request than its method and name.
    fn mirrors(&self, client: &Client) -> bool {
        self.method == method::TOOLS_CALL && client.connection().mirrors()
    }

    async fn send(&self, client: &Client, options: &Options, params: &Bytes) -> Result<Bytes> {
        let connection = client.connection();
        let mut call = options.call(connection, self.method.clone(), params.clone())?;
        call.repeatable |= self.repeatable;
        call.name = self.params.as_ref().and_then(|params| mirrored_name(&self.method, params));
        if let (true, Some(name)) = (self.mirrors(client), &call.name) {
            let arguments =
                self.params.as_ref().map(|params| params.to_value()["arguments"].take());
            let arguments = Json::from(arguments.unwrap_or_default());
            let headers = connection.toolbox.parameter_headers(name, &arguments);
            call.parameter_headers = headers.map_err(|fault| {
                Error::new(ErrorCode::InvalidInput, fault.to_string())
                    .with_server(&connection.facts.label)
                    .with_method(self.method.clone())
            })?;
        }
        connection.perform(call).await
    }
}

/// The text of parameters that a caller wrote, which must be an object without `_meta`: that is
/// set by [`Request::meta`], which checks it.
fn raw_params(params: &Json) -> Result<Bytes> {
    let members: serde_json::Map<String, serde_json::Value> =
        params.decode().map_err(|source| {
            Error::new(ErrorCode::InvalidInput, "the parameters are no JSON object")
                .with_source(source)
        })?;
    if members.contains_key("_meta") {
        return Err(Error::new(ErrorCode::InvalidInput, "the parameters hold a member _meta")
            .with_next_step("set it with the request's own metadata"));
    }
    Ok(encode(&members))
}

/// What `Mcp-Name` must repeat of parameters that a caller wrote.
fn mirrored_name(method: &str, params: &Json) -> Option<Box<str>> {
    params.to_value().get(named_member(method)?)?.as_str().map(Into::into)
}

/// The text of parameters that we have made ourselves.
pub(super) fn encode<T: Serialize>(params: &T) -> Bytes {
    serde_json::to_vec(params).expect("parameters made of text have a JSON form").into()
}
