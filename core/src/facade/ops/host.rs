//! What can be done with a host, in this process or in the one that owns the configuration.

use std::ffi::OsString;

use serde::Serialize;
use serde_json::json;

use super::{Context, counted};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    facade::{
        hosting::Hosting,
        types::{
            AddServerRequest, AnswerRequest, ApproveRequest, AuditReport, AuditRequest, AuthMode,
            Catalogue, CatalogueRequest, ForgetRequest, Grant, GrantRequest, HostCallRequest,
            HostCallResult, HostLog, HostPromptRequest, HostQuestion, HostReadRequest, LogRequest,
            Nothing, OpenAiCallRequest, PassedOn, Pins, RuleName, RuleRequest, ServerRequest,
            ServerStatus, ServersRequest, SimulateRequest, Simulation,
        },
    },
    host::{
        ServerName,
        audit::{self, AuditFilter, AuditOrder},
        catalogue::{from_openai, result_to_openai},
        config::{AuthChoice, Launch, ServerEntry, Template, Variables},
        gate::Question,
        ops::{
            CatalogueView, GrantView, LogView, PinsView, ServerView, SimulationView, StandingView,
        },
        policy::Rule,
    },
    model::{CallToolResult, GetPromptResult, ReadResourceResult},
    transport::Command,
};

/// How many lines of the record are given where the caller does not say.
const LINES: u64 = 100;
/// The most lines of the record that are given at once.
const MOST_LINES: u64 = 10_000;

pub(in crate::facade) async fn servers(
    context: &Context,
    request: ServersRequest,
) -> Result<Vec<ServerStatus>> {
    let seat = context.host()?.seat()?;
    let views: Vec<ServerView> = seat.call("servers", json!({ "server": request.server })).await?;
    Ok(views.into_iter().map(ServerStatus::from).collect())
}

pub(in crate::facade) async fn start_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    simple(context, "start", request).await
}

pub(in crate::facade) async fn stop_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    simple(context, "stop", request).await
}

pub(in crate::facade) async fn restart_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    simple(context, "restart", request).await
}

async fn simple(context: &Context, op: &str, request: ServerRequest) -> Result<Nothing> {
    let params = json!({ "server": request.server }).into();
    context.host()?.seat()?.json(op, &params).await.map(|_| Nothing::new())
}

pub(in crate::facade) async fn reload(context: &Context, _: Nothing) -> Result<Nothing> {
    reloaded(context.host()?).await
}

/// Has the host know of a change of the configuration.
async fn reloaded(host: &Hosting) -> Result<Nothing> {
    host.seat()?.json("reload", &Json::default()).await.map(|_| Nothing::new())
}

pub(in crate::facade) async fn add_server(
    context: &Context,
    request: AddServerRequest,
) -> Result<Nothing> {
    let host = context.host()?;
    let name = ServerName::parse(&request.server)?;
    let entry = entry(&request)?;
    host.settings.config().add(&name, &entry).await?;
    reloaded(host).await?;
    if request.approved == Some(true) && matches!(entry.launch, Launch::Command { .. }) {
        let approved = async {
            let seen = entry.start_identity(&Variables::of_process())?;
            let params = json!({ "server": name, "identity": seen }).into();
            host.seat()?.json("start/approve", &params).await
        };
        approved.await.map_err(|error| {
            let message = "the server was added, but its start is not approved";
            Error::new(error.code(), message)
                .with_next_step("a person is asked before it is started")
                .with_source(error)
        })?;
    }
    Ok(Nothing::new())
}

/// The server that a request describes.
fn entry(request: &AddServerRequest) -> Result<ServerEntry> {
    let target = request.target.trim();
    let is_address = ["http://", "https://"].iter().any(|scheme| {
        target.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let mut entry = if is_address {
        refuse("environment", request.environment.is_some(), "an address")?;
        refuse("folder", request.folder.is_some(), "an address")?;
        ServerEntry::of_address(Template::parse(target)?)
    } else {
        refuse("headers", request.headers.is_some(), "a command")?;
        refuse("auth", request.auth.is_some(), "a command")?;
        ServerEntry::of_command(words(target)?)?
    };
    match &mut entry.launch {
        Launch::Command { folder, environment, .. } => {
            *folder = request.folder.as_ref().map(Template::parse).transpose()?;
            for (name, value) in request.environment.clone().into_iter().flatten() {
                environment.insert(name, Template::parse(value)?);
            }
        }
        Launch::Address { headers, auth, .. } => {
            for (name, value) in request.headers.clone().into_iter().flatten() {
                headers.insert(name, Template::parse(value)?);
            }
            match &request.auth {
                Some(AuthMode::Nobody) => *auth = AuthChoice::None,
                Some(AuthMode::Other(name)) => {
                    let what = format!("there is no way {name} of signing in");
                    return Err(invalid(what).with_next_step("say oauth or none"));
                }
                _ => {}
            }
        }
    }
    if let Some(posture) = &request.posture {
        let named = serde_json::from_value(posture.as_str().into());
        entry.posture = named.map_err(|_| {
            invalid(format!("there is no posture {posture}"))
                .with_next_step("say ask-for-writes, read-only, ask-always or block")
        })?;
    }
    entry.enabled = request.enabled != Some(false);
    Ok(entry)
}

/// The words of a command line, split as everywhere else.
fn words(line: &str) -> Result<Vec<Template>> {
    let command = Command::parse(line)?;
    let words = std::iter::once(command.program());
    let words = words.chain(command.arguments().iter().map(OsString::as_os_str));
    words.map(|word| Template::parse(word.to_string_lossy())).collect()
}

pub(in crate::facade) async fn remove_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    let host = context.host()?;
    host.settings.config().remove(&ServerName::parse(&request.server)?).await?;
    reloaded(host).await
}

pub(in crate::facade) async fn enable_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    switch(context, &request, true).await
}

pub(in crate::facade) async fn disable_server(
    context: &Context,
    request: ServerRequest,
) -> Result<Nothing> {
    switch(context, &request, false).await
}

async fn switch(context: &Context, request: &ServerRequest, on: bool) -> Result<Nothing> {
    let host = context.host()?;
    let name = ServerName::parse(&request.server)?;
    host.settings.config().set_enabled(&name, on).await?;
    reloaded(host).await
}

pub(in crate::facade) async fn catalogue(
    context: &Context,
    request: CatalogueRequest,
) -> Result<Catalogue> {
    offered(context, request).await.map(Catalogue::from)
}

async fn offered(context: &Context, request: CatalogueRequest) -> Result<CatalogueView> {
    let CatalogueRequest { server, words, start, .. } = request;
    let params = json!({ "server": server, "words": words, "start": start == Some(true) });
    context.host()?.seat()?.call("catalogue", params).await
}

pub(in crate::facade) async fn openai_tools(
    context: &Context,
    request: CatalogueRequest,
) -> Result<Vec<Json>> {
    let tools = offered(context, request).await?.tools;
    let offered = tools.iter().filter(|tool| tool.standing == StandingView::Offered);
    offered.map(|tool| crate::host::catalogue::openai_tool(&tool.name, &tool.tool)).collect()
}

/// The parameters of the operation `call`, in which arguments stay as they are written.
#[derive(Serialize)]
struct Call<'a> {
    server: Option<&'a str>,
    tool: &'a str,
    arguments: &'a Json,
    timeout: Option<f64>,
    progress: Option<u64>,
}

pub(in crate::facade) async fn host_call_tool(
    context: &Context,
    request: HostCallRequest,
) -> Result<PassedOn<HostCallResult>> {
    let arguments = request.arguments.unwrap_or_default().0;
    let call = Call {
        server: request.server.as_deref(),
        tool: &request.tool,
        arguments: &arguments,
        timeout: request.timeout_ms.map(seconds),
        progress: (request.progress == Some(true)).then(|| context.cancel.number()),
    };
    let outcome = context.host()?.seat()?.json("call", &encoded(&call)?).await;
    // What is told of the call is told by a task of its own, which has been woken before.
    for _ in 0..3 {
        tokio::task::yield_now().await;
    }
    outcome.map(PassedOn::new)
}

pub(in crate::facade) async fn call_openai(
    context: &Context,
    request: OpenAiCallRequest,
) -> Result<Json> {
    let wanted = from_openai(&request.call)?;
    let call = Call {
        server: None,
        tool: &wanted.name,
        arguments: &wanted.arguments,
        timeout: request.timeout_ms.map(seconds),
        progress: None,
    };
    let result: CallToolResult = context.host()?.seat()?.call("call", &call).await?;
    result_to_openai(&wanted.id, &result)
}

pub(in crate::facade) async fn host_get_prompt(
    context: &Context,
    request: HostPromptRequest,
) -> Result<PassedOn<GetPromptResult>> {
    let HostPromptRequest { name, arguments, server, .. } = request;
    let arguments: serde_json::Map<String, serde_json::Value> =
        arguments.into_iter().flatten().map(|(name, value)| (name, value.into())).collect();
    let params = json!({ "name": name, "arguments": arguments, "server": server }).into();
    context.host()?.seat()?.json("prompt", &params).await.map(PassedOn::new)
}

pub(in crate::facade) async fn host_read_resource(
    context: &Context,
    request: HostReadRequest,
) -> Result<PassedOn<ReadResourceResult>> {
    let params = json!({ "address": request.address, "server": request.server }).into();
    context.host()?.seat()?.json("read", &params).await.map(PassedOn::new)
}

pub(in crate::facade) async fn simulate(
    context: &Context,
    request: SimulateRequest,
) -> Result<Simulation> {
    #[derive(Serialize)]
    struct Simulated<'a> {
        server: Option<&'a str>,
        tool: &'a str,
        arguments: &'a Json,
    }
    let arguments = request.arguments.unwrap_or_default().0;
    let server = request.server.as_deref();
    let simulated = Simulated { server, tool: &request.tool, arguments: &arguments };
    let view: SimulationView = context.host()?.seat()?.call("simulate", simulated).await?;
    Simulation::try_from(view)
}

pub(in crate::facade) async fn list_rules(context: &Context, _: Nothing) -> Result<Vec<Json>> {
    let config = context.host()?.settings.config().read().await?.config;
    let rules = config.policy.iter().map(|table| encoded(&table.read::<Rule>()?));
    rules.collect()
}

pub(in crate::facade) async fn add_rule(
    context: &Context,
    request: RuleRequest,
) -> Result<Nothing> {
    let host = context.host()?;
    crate::host::add_rule(host.settings.config(), &request.rule.0.to_value()).await?;
    reloaded(host).await
}

pub(in crate::facade) async fn remove_rule(
    context: &Context,
    request: RuleName,
) -> Result<Nothing> {
    let host = context.host()?;
    host.settings.config().remove_rule(&request.name).await?;
    reloaded(host).await
}

pub(in crate::facade) async fn list_grants(context: &Context, _: Nothing) -> Result<Vec<Grant>> {
    let views: Vec<GrantView> = context.host()?.seat()?.call("grants", json!({})).await?;
    views.into_iter().map(Grant::try_from).collect()
}

pub(in crate::facade) async fn revoke_grant(
    context: &Context,
    request: GrantRequest,
) -> Result<bool> {
    context.host()?.seat()?.call("grant/revoke", json!({ "id": request.grant })).await
}

pub(in crate::facade) async fn pins(context: &Context, request: ServerRequest) -> Result<Pins> {
    let params = json!({ "server": request.server });
    let view: PinsView = context.host()?.seat()?.call("pins", params).await?;
    Ok(view.into())
}

pub(in crate::facade) async fn approve_pins(
    context: &Context,
    request: ApproveRequest,
) -> Result<u64> {
    let params = json!({ "server": request.server, "digests": request.digests });
    context.host()?.seat()?.call("pins/approve", params).await
}

pub(in crate::facade) async fn forget_pins(
    context: &Context,
    request: ForgetRequest,
) -> Result<bool> {
    let definition = match (request.kind, request.name) {
        (None, None) => None,
        (Some(kind), None) if kind == "instructions" => Some(json!({ "kind": kind, "name": "" })),
        (Some(kind), Some(name)) if kind != "instructions" => {
            Some(json!({ "kind": kind, "name": name }))
        }
        // Else everything would be forgotten that was not meant, or nothing.
        _ => {
            return Err(invalid("a kind and a name belong together")
                .with_next_step("give both, the kind `instructions` alone, or neither for all"));
        }
    };
    let params = json!({ "server": request.server, "definition": definition });
    context.host()?.seat()?.call("pins/forget", params).await
}

pub(in crate::facade) async fn read_audit(
    context: &Context,
    request: AuditRequest,
) -> Result<Vec<Json>> {
    let server = request.server.as_deref().map(ServerName::parse).transpose()?;
    let order = AuditOrder::NewestFirst;
    let filter = AuditFilter { server, client: request.client, order, ..AuditFilter::default() };
    let most = counted(request.most.unwrap_or(LINES).min(MOST_LINES));
    let folder = context.host()?.settings.audit_folder();
    beside(move || {
        let lines = audit::read(&folder, filter)?.take(most);
        let line = |line: Result<audit::AuditLine>| match line {
            Ok(line) => encoded(&line),
            // One that is damaged keeps nobody from the others.
            Err(error) => encoded(&json!({ "unreadable": error.message() })),
        };
        let mut lines: Vec<Json> = lines.map(line).collect::<Result<_>>()?;
        lines.reverse();
        Ok(lines)
    })
    .await
}

pub(in crate::facade) async fn verify_audit(context: &Context, _: Nothing) -> Result<AuditReport> {
    let folder = context.host()?.settings.audit_folder();
    let report = beside(move || audit::verify(&folder)).await?;
    Ok(AuditReport::new(report.fault.is_none(), encoded(&report)?))
}

pub(in crate::facade) async fn host_log(context: &Context, request: LogRequest) -> Result<HostLog> {
    let params = json!({ "server": request.server, "after": request.after.unwrap_or(0) });
    let view: LogView = context.host()?.seat()?.call("log", params).await?;
    Ok(view.into())
}

pub(in crate::facade) async fn list_questions(
    context: &Context,
    _: Nothing,
) -> Result<Vec<HostQuestion>> {
    let questions: Vec<Question> = context.host()?.seat()?.call("questions", json!({})).await?;
    questions.into_iter().map(HostQuestion::try_from).collect()
}

pub(in crate::facade) async fn answer_question(
    context: &Context,
    request: AnswerRequest,
) -> Result<Nothing> {
    #[derive(Serialize)]
    struct Answer {
        id: u64,
        decision: crate::facade::types::Decision,
    }
    let id = request.question.parse().map_err(|_| invalid("the number of a question is digits"))?;
    let answer = Answer { id, decision: request.decision };
    let params = encoded(&answer)?;
    context.host()?.seat()?.json("answer", &params).await.map(|_| Nothing::new())
}

pub(in crate::facade) async fn close_host(context: &Context, _: Nothing) -> Result<Nothing> {
    context.any_host()?.close().await;
    Ok(Nothing::new())
}

fn seconds(ms: u64) -> f64 {
    std::time::Duration::from_millis(ms).as_secs_f64()
}

/// Does what blocks where it keeps nobody waiting.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(Error::new(ErrorCode::Internal, "the record was not read").with_source(error))
    })
}

fn encoded<T: Serialize>(value: &T) -> Result<Json> {
    Json::encode(value).map_err(|source| {
        Error::new(ErrorCode::Internal, "a value has no JSON form").with_source(source)
    })
}

/// An option that would have no effect was meant to have one.
fn refuse(option: &str, given: bool, kind: &str) -> Result<()> {
    if !given {
        return Ok(());
    }
    Err(invalid(format!("{option} has no meaning for {kind}")).with_next_step("leave it out"))
}

fn invalid(what: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidInput, what.into())
}
