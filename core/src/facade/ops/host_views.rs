//! What the operations of a host give, in the façade's own types.

use serde::Serialize;
use serde_json::Value;

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    facade::types::{
        Catalogue, CataloguePrompt, CatalogueResource, CatalogueTemplate, CatalogueTool, Grant,
        HostLog, HostLogEntry, HostQuestion, MemberDifference, PinDifference, PinnedDefinition,
        Pins, ServerNote, ServerStatus, Simulation, Standing, StatusFault, TextRun,
    },
    host::{
        gate::Question,
        ops::{
            CatalogueView, DifferenceView, GrantView, LogEntry, LogEvent, LogView, PinsView,
            PromptView, ServerFault, ServerView, SimulationView, StandingView, ToolView,
        },
        pins::Run,
    },
};

impl From<ServerView> for ServerStatus {
    fn from(view: ServerView) -> Self {
        let text = |name: &str| Some(view.status.get(name)?.as_str()?.to_owned());
        let number = |name: &str| view.status.get(name).and_then(Value::as_u64);
        let fault = view.status.get("fault").and_then(|fault| {
            Some(StatusFault::new(fault["code"].as_str()?, fault["sentence"].as_str()?))
        });
        let activity = text("activity").unwrap_or_default();
        let tokens = view.tokens as u64;
        Self {
            step: text("step"),
            since: number("since"),
            version: text("version"),
            transport: text("transport"),
            tools: number("tools"),
            failures: number("failures"),
            fault,
            ..Self::new(view.server.to_string(), activity, view.sentence, tokens)
        }
    }
}

impl From<ServerFault> for ServerNote {
    fn from(fault: ServerFault) -> Self {
        Self::new(fault.server.to_string(), fault.sentence)
    }
}

impl From<StandingView> for Standing {
    fn from(standing: StandingView) -> Self {
        match standing {
            StandingView::Offered => Self::Offered,
            StandingView::Off => Self::Off,
            StandingView::Held => Self::Held,
        }
    }
}

impl From<CatalogueView> for Catalogue {
    fn from(view: CatalogueView) -> Self {
        let resource = |it: crate::host::ops::ItemView<_>| {
            CatalogueResource::new(it.address, it.server.to_string(), it.item)
        };
        let template = |it: crate::host::ops::ItemView<_>| {
            CatalogueTemplate::new(it.address, it.server.to_string(), it.item)
        };
        Self::new(
            view.tools.into_iter().map(CatalogueTool::from).collect::<Vec<_>>(),
            view.prompts.into_iter().map(CataloguePrompt::from).collect::<Vec<_>>(),
            view.resources.into_iter().map(resource).collect::<Vec<_>>(),
            view.templates.into_iter().map(template).collect::<Vec<_>>(),
            view.notes.into_iter().map(ServerNote::from).collect::<Vec<_>>(),
            view.faults.into_iter().map(ServerNote::from).collect::<Vec<_>>(),
        )
    }
}

impl From<ToolView> for CatalogueTool {
    fn from(view: ToolView) -> Self {
        let (server, definition) = (view.server.to_string(), view.definition.to_string());
        let (standing, tokens) = (view.standing, view.tokens as u64);
        Self::new(view.name, server, standing, view.held_because, definition, tokens, view.tool)
    }
}

impl From<PromptView> for CataloguePrompt {
    fn from(view: PromptView) -> Self {
        let server = view.server.to_string();
        Self::new(view.name, server, view.standing, view.held_because, view.prompt)
    }
}

impl TryFrom<SimulationView> for Simulation {
    type Error = Error;

    fn try_from(view: SimulationView) -> Result<Self> {
        let verdict = tree(&view.verdict)?;
        let name = verdict["verdict"].as_str().unwrap_or_default();
        let because = Json::from(&verdict["because"]);
        Ok(Self::new(view.tool, view.server.to_string(), name, view.sentence, because))
    }
}

impl TryFrom<GrantView> for Grant {
    type Error = Error;

    fn try_from(view: GrantView) -> Result<Self> {
        let said = &view.grant.said;
        let effect = tree(&said.effect)?;
        let grant = Self::new(
            view.grant.id.as_str(),
            view.sentence,
            effect.as_str().unwrap_or_default(),
            said.server_name.to_string(),
            json(&said.what)?,
            json(&said.scope)?,
            said.created_by.clone(),
        );
        Ok(Self { client: said.client.as_ref().map(ToString::to_string), ..grant })
    }
}

impl From<PinsView> for Pins {
    fn from(view: PinsView) -> Self {
        let approved = view.approved.into_iter().map(|it| {
            let (kind, digest) = (it.kind.to_string(), it.digest.to_string());
            PinnedDefinition::new(kind, it.name, digest, it.approved_at)
        });
        let differences = view.differences.into_iter().map(PinDifference::from);
        Self::new(
            view.server.to_string(),
            view.is_compared,
            approved.collect::<Vec<_>>(),
            differences.collect::<Vec<_>>(),
        )
    }
}

impl From<DifferenceView> for PinDifference {
    fn from(view: DifferenceView) -> Self {
        let members = view.members.into_iter().map(|it| {
            let runs = it.runs.into_iter().map(TextRun::from);
            MemberDifference::new(it.member, runs.collect::<Vec<_>>())
        });
        let members: Vec<_> = members.collect();
        let (kind, name) = (view.difference.kind.to_string(), view.difference.name);
        let digest = view.digest.map(|digest| digest.to_string());
        Self { digest, ..Self::new(kind, name, view.sentence, view.is_held, members) }
    }
}

impl From<Run> for TextRun {
    fn from(run: Run) -> Self {
        let kind = tree(&run.kind).unwrap_or_default();
        Self::new(kind.as_str().unwrap_or_default(), run.text)
    }
}

impl From<LogView> for HostLog {
    fn from(view: LogView) -> Self {
        let entries = view.entries.into_iter().map(HostLogEntry::from);
        Self::new(entries.collect::<Vec<_>>(), view.missed, view.has_more)
    }
}

impl From<LogEntry> for HostLogEntry {
    fn from(entry: LogEntry) -> Self {
        let of = |kind: &str| Self::new(entry.number, entry.at, kind);
        match entry.event {
            LogEvent::Message { sent, method, bytes, text, cut, .. } => {
                let said = of("message").with_sent(sent).with_text(text).with_cut(cut);
                Self { method, bytes: Some(bytes as u64), ..said }
            }
            LogEvent::Http { method, address, status, took } => {
                let said = of("http").with_method(method).with_address(address).with_took_ms(took);
                Self { status: status.map(u64::from), ..said }
            }
            LogEvent::Stderr { line } => of("stderr").with_text(line),
            LogEvent::Status { text } => of("status").with_text(text),
        }
    }
}

impl TryFrom<Question> for HostQuestion {
    type Error = Error;

    fn try_from(question: Question) -> Result<Self> {
        let names = |value: Value| -> Vec<String> {
            let names = value.as_array().into_iter().flatten();
            names.filter_map(|name| Some(name.as_str()?.to_owned())).collect()
        };
        Ok(Self::new(
            question.id.to_string(),
            super::accounts::seconds(question.until),
            question.client,
            question.server.to_string(),
            json(&question.matter)?,
            question.reasons,
            names(tree(&question.risks)?),
            names(tree(&question.terms)?),
            question.waiting as u64,
        ))
    }
}

fn json<T: Serialize>(value: &T) -> Result<Json> {
    Json::encode(value).map_err(no_form)
}

fn tree<T: Serialize>(value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(no_form)
}

fn no_form(source: serde_json::Error) -> Error {
    Error::new(ErrorCode::Internal, "a value of the host has no JSON form").with_source(source)
}
