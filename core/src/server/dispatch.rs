//! From a request's method to the handler, and from its answer to the result's text.

use std::{future::poll_fn, pin::pin, sync::Arc, task::Poll, time::SystemTime};

use bytes::Bytes;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{
    Context, Failure, Handler, RATE_LIMITED,
    address::is_address,
    aside::{is_long, is_too_large},
    contents::{check_blocks, check_resource},
    context::{InputSource, LogFilter, Mirrored},
    core::Core,
    guarded::Guarded,
    listen,
    outlet::Outlet,
    rounds::{MOST_ROUNDS, Remembered, Rounds},
    seal::{Bound, MAX_STATE, Rejected, Unsealed},
    share::Owner,
};
use crate::{
    Json,
    auth::Principal,
    dialect::{
        method as m,
        serving::{Adapt, Caller, Facts, Round, capabilities},
    },
    jsonrpc::{Request, ResultText, RpcError},
    model::{
        CacheScope, CallToolParams, CallToolResult, CompleteParams, DiscoverResult,
        GetPromptParams, InputRequiredResult, Map, PaginatedParams, ReadResourceParams,
        ServerCapabilities, Ttl,
    },
    peer::serving::Outcome,
};

impl Core {
    /// Serves one request that is complete in itself.
    pub(crate) fn serve_modern(
        self: &Arc<Self>,
        request: Request,
        facts: Facts,
        principal: Arc<Principal>,
        outlet: Outlet,
        mirrored: Option<Mirrored>,
    ) -> impl Future<Output = Outcome> + Send + 'static {
        let core = self.clone();
        async move {
            let profile = facts.caller.profile();
            if !profile.knows_request(&request.method) {
                return Err(Failure::no_such_method().into_rpc(profile));
            }
            let filter = LogFilter::Request(facts.log_level.clone());
            if m::may_need_input(&request.method) {
                return in_rounds(&core, request, facts, principal, outlet, filter, mirrored).await;
            }
            let none = InputSource::None;
            let cx =
                Context::new(core.clone(), facts, principal, outlet.clone(), none, filter, None);
            match &*request.method {
                m::DISCOVER => guard(&cx, async { discover(&request, &cx) }).await,
                m::LISTEN => guard(&cx, listen::listen(&request, &cx, outlet)).await,
                _ => guard(&cx, dispatch(&request, cx.clone())).await,
            }
        }
    }
}

/// Serves one request of a session.
pub(super) async fn serve_in_session(request: Request, cx: Context) -> Outcome {
    guard(&cx, dispatch(&request, cx.clone())).await
}

/// Runs a handler so that neither a panic nor a late word of it can do harm.
async fn guard(
    cx: &Context,
    work: impl Future<Output = Result<ResultText, Failure>> + Send,
) -> Outcome {
    let outcome = Guarded::new(work).await;
    cx.answer();
    outcome.and_then(|outcome| outcome).map_err(|failure| failure.into_rpc(cx.profile()))
}

/// Serves a request that may take several rounds of input.
async fn in_rounds(
    core: &Arc<Core>,
    request: Request,
    facts: Facts,
    principal: Arc<Principal>,
    outlet: Outlet,
    filter: LogFilter,
    mirrored: Option<Mirrored>,
) -> Outcome {
    let profile = facts.caller.profile();
    let before = match Before::read(core, &request, &facts.round, &principal).await {
        Ok(before) => before,
        Err(failure) => return Err(failure.into_rpc(profile)),
    };
    let rounds = Arc::new(before.rounds);
    let _end = RoundsEnd(rounds.clone());
    let input = InputSource::Rounds(rounds.clone());
    let cx = Context::new(core.clone(), facts, principal, outlet, input, filter, mirrored);
    let outcome = {
        let mut work = pin!(guard(&cx, dispatch(&request, cx.clone())));
        poll_fn(|task| {
            if let Poll::Ready(outcome) = work.as_mut().poll(task) {
                return Poll::Ready(Some(outcome));
            }
            rounds.poll_needs(task).map(|()| None)
        })
        .await
    };
    cx.answer();
    match outcome {
        Some(outcome) => {
            // Whoever came too soon may come again with the same state.
            if !matches!(&outcome, Err(error) if error.code == RATE_LIMITED) {
                spend(before.used);
            }
            outcome
        }
        None => next_round(core, &request, &cx, &rounds, before.used).await,
    }
}

/// The request that came with a state has its outcome.
fn spend(used: Option<Unsealed<'_>>) {
    if let Some(used) = used {
        used.spend();
    }
}

/// Ends a round, also when its request is cancelled.
struct RoundsEnd(Arc<Rounds>);

impl Drop for RoundsEnd {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Ends a round with what is missing.
async fn next_round(
    core: &Core,
    request: &Request,
    cx: &Context,
    rounds: &Rounds,
    used: Option<Unsealed<'_>>,
) -> Outcome {
    let refuse = |failure: Failure| Err(failure.into_rpc(cx.profile()));
    let (needs, known) = rounds.end();
    let plain = match serde_json::to_vec(&known) {
        Ok(plain) if plain.len() > MAX_STATE && known.fits_without_answers(MAX_STATE) => {
            // The client may try again, with shorter ones.
            return refuse(Failure::invalid_params("the answers are too long to be kept"));
        }
        plain => plain,
    };
    let sealed = match plain {
        _ if known.rounds > MOST_ROUNDS => {
            Err(Failure::internal("a request asked for input in too many rounds"))
        }
        Ok(plain) => seal(core, request, cx, &plain).await,
        Err(error) => Err(error.into()),
    };
    spend(used);
    let state = match sealed {
        Ok(sealed) => sealed,
        Err(failure) => return refuse(failure),
    };
    let state_bytes = state.len();
    let result =
        InputRequiredResult::new(needs).with_request_state(serde_json::Value::String(state));
    ResultText::encode(&result, state_bytes).or_else(|error| refuse(error.into()))
}

/// What the client is to bring back in the next round.
async fn seal(
    core: &Core,
    request: &Request,
    cx: &Context,
    plain: &[u8],
) -> Result<String, Failure> {
    let identity = cx.principal().identity();
    let bound = Bound::new(&identity, &request.method, &[&salient(core, request).await?]);
    core.sealer.seal(plain, &bound, SystemTime::now()).map_err(Failure::internal)
}

/// What came with a request from the rounds before.
struct Before<'a> {
    rounds: Rounds,
    used: Option<Unsealed<'a>>,
}

impl<'a> Before<'a> {
    async fn read(
        core: &'a Core,
        request: &Request,
        round: &Round,
        principal: &Principal,
    ) -> Result<Self, Failure> {
        let answers: Map<Json> =
            brought_back(core, round.answers.as_ref()).await?.unwrap_or_default();
        let Some(state) = brought_back::<String>(core, round.state.as_ref()).await? else {
            return Ok(Self { rounds: Rounds::first(answers), used: None });
        };
        let identity = principal.identity();
        let bound = Bound::new(&identity, &request.method, &[&salient(core, request).await?])
            .counted_for(Owner::of(principal));
        let opened = core.sealer.open(&state, &bound, SystemTime::now()).map_err(refused)?;
        // Another release has sealed what this one cannot read.
        let known: Remembered =
            serde_json::from_slice(opened.plain()).map_err(|_| Failure::unusable_state())?;
        let rounds = Rounds::next(known, answers, opened.was_opened_before());
        Ok(Self { rounds, used: Some(opened) })
    }
}

/// Something that a client brings back; nothing where that is null.
async fn brought_back<T>(core: &Core, text: Option<&Bytes>) -> Result<Option<T>, Failure>
where
    T: DeserializeOwned + Send + 'static,
{
    let Some(text) = text else { return Ok(None) };
    core.aside.decode(text).await.map_err(Failure::invalid_params)
}

fn refused(rejected: Rejected) -> Failure {
    tracing::debug!(target: "hostline::server", ?rejected, "a state was not opened");
    match rejected {
        Rejected::Malformed | Rejected::Forged | Rejected::Expired | Rejected::Replayed => {
            Failure::unusable_state()
        }
        Rejected::Overloaded => Failure::invalid_params(rejected),
    }
}

/// What makes a request the same in all of its rounds: its own parameters. The order of members does
/// not matter.
async fn salient(core: &Core, request: &Request) -> Result<Vec<u8>, Failure> {
    let text = request.params.clone().unwrap_or(NO_PARAMETERS);
    let long = is_long(text.len());
    if is_too_large(&text) {
        return Err(Failure::invalid_params("they have too many parts to be repeated"));
    }
    let in_one_form = move || -> serde_json::Result<Vec<u8>> {
        let mut own: serde_json::Value = serde_json::from_slice(&text)?;
        own.sort_all_objects();
        serde_json::to_vec(&own)
    };
    let salient = if long { Box::pin(core.aside.run(in_one_form)).await } else { in_one_form() };
    salient.map_err(Failure::invalid_params)
}

/// The parameters of a request that has none.
const NO_PARAMETERS: Bytes = Bytes::from_static(b"{}");

/// The own parameters of a request. What does not fit is `-32602`.
pub(super) fn parameters<T: DeserializeOwned>(request: &Request) -> Result<T, Failure> {
    let text = request.params.as_deref().unwrap_or(b"{}");
    serde_json::from_slice(text).map_err(Failure::invalid_params)
}

/// The same, for a request that may say much.
pub(super) async fn long_parameters<T>(core: &Core, request: &Request) -> Result<T, Failure>
where
    T: DeserializeOwned + Send + 'static,
{
    match &request.params {
        None => parameters(request),
        Some(text) => core.aside.decode(text).await.map_err(Failure::invalid_params),
    }
}

/// Reads the parameters of a request that has none of its own, so that they are known to be JSON.
pub(super) fn no_parameters(request: &Request) -> Result<(), Failure> {
    parameters::<IgnoredAny>(request).map(drop)
}

fn discover(request: &Request, cx: &Context) -> Result<ResultText, Failure> {
    no_parameters(request)?;
    let handler = &cx.core().handler;
    let mut result = DiscoverResult::new(
        cx.caller().dialect.versions(),
        capabilities(cx.profile(), handler.capabilities()),
    );
    result.instructions = handler.instructions();
    write(cx.caller(), result)
}

/// Hands a request to the handler. What its capabilities do not name does not exist.
async fn dispatch(request: &Request, cx: Context) -> Result<ResultText, Failure> {
    let core = cx.core().clone();
    let caller = cx.caller().clone();
    let handler = &*core.handler;
    if !offers(&handler.capabilities(), &request.method) {
        return Err(Failure::no_such_method());
    }
    match &*request.method {
        m::TOOLS_LIST => write(&caller, handler.list_tools(cursor(request)?, cx).await?),
        m::TOOLS_CALL => {
            write(&caller, call_tool(handler, long_parameters(&core, request).await?, cx).await?)
        }
        m::RESOURCES_LIST => write(&caller, handler.list_resources(cursor(request)?, cx).await?),
        m::RESOURCE_TEMPLATES_LIST => {
            write(&caller, handler.list_resource_templates(cursor(request)?, cx).await?)
        }
        m::RESOURCES_READ => {
            let params: ReadResourceParams = long_parameters(&core, request).await?;
            check_address(&params.uri)?;
            let uri = params.uri.clone();
            let brings_input = cx.brings_input();
            let read = handler.read_resource(params, cx).await;
            let mut read = read.map_err(|failure| failure.about_resource(&uri))?;
            if brings_input {
                // It depends on more than what it would be kept under (2026-07-28
                // `server/utilities/caching`, "Cache Key").
                read.ttl_ms = Some(Ttl::from_millis(0));
                read.cache_scope = Some(CacheScope::Private);
            }
            read.contents.iter().try_for_each(check_resource)?;
            write(&caller, read)
        }
        m::PROMPTS_LIST => write(&caller, handler.list_prompts(cursor(request)?, cx).await?),
        m::PROMPTS_GET => {
            let params: GetPromptParams = long_parameters(&core, request).await?;
            let mut filled_in = handler.prompt(params, cx).await?;
            check_blocks(filled_in.messages.iter_mut().map(|message| &mut message.content))?;
            write(&caller, filled_in)
        }
        m::COMPLETE => {
            let params: CompleteParams = long_parameters(&core, request).await?;
            write(&caller, handler.complete(params, cx).await?)
        }
        _ => Err(Failure::no_such_method()),
    }
}

/// A tool that failed says so in its result.
async fn call_tool(
    handler: &dyn Handler,
    params: CallToolParams,
    cx: Context,
) -> Result<CallToolResult, Failure> {
    match handler.call_tool(params, cx).await {
        Ok(mut result) => {
            check_blocks(result.content.iter_mut())?;
            Ok(result)
        }
        Err(failure) => failure.into_tool_result(),
    }
}

/// Checks what a client names, before anything is done with it (2026-07-28 `server/resources`,
/// "Security Considerations").
pub(super) fn check_address(uri: &str) -> Result<(), Failure> {
    if is_address(uri) { Ok(()) } else { Err(Failure::invalid_params("the URI is not valid")) }
}

fn cursor(request: &Request) -> Result<Option<String>, Failure> {
    let params: PaginatedParams = parameters(request)?;
    Ok(params.cursor)
}

/// Whether a server of these capabilities answers a request.
pub(super) fn offers(can: &ServerCapabilities, method: &str) -> bool {
    match method {
        m::TOOLS_LIST | m::TOOLS_CALL => can.tools.is_some(),
        m::RESOURCES_LIST | m::RESOURCE_TEMPLATES_LIST | m::RESOURCES_READ => {
            can.resources.is_some()
        }
        m::RESOURCES_SUBSCRIBE | m::RESOURCES_UNSUBSCRIBE => {
            can.resources.as_ref().is_some_and(|resources| resources.subscribe == Some(true))
        }
        m::PROMPTS_LIST | m::PROMPTS_GET => can.prompts.is_some(),
        m::COMPLETE => can.completions.is_some(),
        m::SET_LEVEL => can.logging.is_some(),
        _ => true,
    }
}

/// A result in the words of the client's version, as text.
pub(super) fn write<T: Adapt>(caller: &Caller, mut result: T) -> Result<ResultText, Failure> {
    result.adapt(&caller.profile().says);
    caller.dialect.finish(result.common());
    Ok(ResultText::encode(&result, result.weight())?)
}

/// The outcome of a request that a session answers by itself.
pub(super) fn refusal(code: i64, message: impl Into<String>) -> Outcome {
    Err(RpcError::new(code, message))
}
