//! Which questions a client can be asked, and in which words.

use std::collections::BTreeSet;

use super::Caller;
use crate::{
    dialect::{Profile, profile::ElicitationModes},
    model::{
        Capability, ClientCapabilities, CreateMessageParams, ElicitFormParams, ElicitParams,
        ElicitationCapability, FormField, InputRequest, LegacyTitledEnumSchema, ListCapability,
        OneOrMany, Role, SamplingCapability, SamplingContent, SamplingMessage,
    },
};

/// What the client would have to declare before it can be asked this; nothing where it has.
///
/// A question that the client's version does not know cannot be asked whatever it declares.
pub(crate) fn required_capability(
    caller: &Caller,
    request: &InputRequest,
) -> Option<ClientCapabilities> {
    let profile = caller.profile();
    let known = profile.server_requests.contains(&request.method());
    let can = &caller.capabilities;
    let needed = ClientCapabilities::new();
    let (has, needed) = match request {
        InputRequest::Elicit(ElicitParams::Form(_)) => (
            can.elicitation.as_ref().is_some_and(|elicitation| {
                // Neither kind means forms (2026-07-28 `client/elicitation`, "Capabilities").
                elicitation.form.is_some() || elicitation.url.is_none()
            }),
            needed.with_elicitation(ElicitationCapability::new().with_form(Capability::new())),
        ),
        InputRequest::Elicit(ElicitParams::Url(_)) => (
            profile.elicitation == ElicitationModes::FormAndUrl
                && can.elicitation.as_ref().is_some_and(|elicitation| elicitation.url.is_some()),
            needed.with_elicitation(ElicitationCapability::new().with_url(Capability::new())),
        ),
        InputRequest::CreateMessage(params) if uses_tools(params) => (
            profile.sampling_tools
                && can.sampling.as_ref().is_some_and(|sampling| sampling.tools.is_some()),
            needed.with_sampling(SamplingCapability::new().with_tools(Capability::new())),
        ),
        InputRequest::CreateMessage(_) => {
            (can.sampling.is_some(), needed.with_sampling(SamplingCapability::new()))
        }
        InputRequest::ListRoots(_) => {
            (can.roots.is_some(), needed.with_roots(ListCapability::new()))
        }
    };
    (!known || !has).then_some(needed)
}

/// Why no client can be asked this, if so.
pub(crate) fn fault_of(request: &InputRequest) -> Option<String> {
    match request {
        InputRequest::Elicit(ElicitParams::Form(form)) => {
            form.form().err().map(|error| error.message().to_owned())
        }
        InputRequest::Elicit(ElicitParams::Url(page)) => {
            url::Url::parse(&page.url).err().map(|error| format!("`{}`: {error}", page.url))
        }
        InputRequest::CreateMessage(params) => {
            fault_of_conversation(&params.messages).map(str::to_owned)
        }
        InputRequest::ListRoots(_) => None,
    }
}

/// What of a question clients of this version do not know and cannot be told in other words.
pub(crate) fn unknown_to(profile: &Profile, request: &InputRequest) -> Option<&'static str> {
    let InputRequest::Elicit(ElicitParams::Form(form)) = request else { return None };
    if profile.says.newer_fields {
        return None;
    }
    let form = form.form().ok()?;
    let has_several = form.properties.iter().any(|(_, field)| field.is_multiple());
    has_several.then_some("the client's version of the protocol knows no choice of several values")
}

/// Whether a model is offered tools, or is told what came of them.
fn uses_tools(params: &CreateMessageParams) -> bool {
    let told = |message: &SamplingMessage| {
        let (uses, results) = tools_in(message);
        !(uses.is_empty() && results.is_empty())
    };
    params.tools.is_some() || params.tool_choice.is_some() || params.messages.iter().any(told)
}

/// Results of tools stand alone, and each use of a tool is followed by its result (2026-07-28
/// `client/sampling`, "Message Content Constraints").
fn fault_of_conversation(messages: &[SamplingMessage]) -> Option<&'static str> {
    let mut open = BTreeSet::new();
    for message in messages {
        let (uses, results) = tools_in(message);
        if !results.is_empty()
            && (results.len() != message.content.len() || message.role != Role::User)
        {
            return Some("a message with results of tools must hold nothing else");
        }
        if results != open {
            return Some("each use of a tool must be followed by its result");
        }
        open = uses;
    }
    (!open.is_empty()).then_some("each use of a tool must be followed by its result")
}

/// The identifiers of the tools' uses in a message, and of those whose results it holds.
fn tools_in(message: &SamplingMessage) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut uses, mut results) = (BTreeSet::new(), BTreeSet::new());
    for content in message.content.iter() {
        match content {
            SamplingContent::ToolUse(used) => uses.insert(&*used.id),
            SamplingContent::ToolResult(result) => results.insert(&*result.tool_use_id),
            _ => continue,
        };
    }
    (uses, results)
}

/// Leaves out of a question what the version does not name.
pub(crate) fn adapt_question(request: &mut InputRequest, profile: &Profile) {
    match request {
        InputRequest::Elicit(ElicitParams::Form(form)) => {
            let modes = profile.elicitation == ElicitationModes::FormAndUrl;
            form.mode = modes.then(|| "form".to_owned());
            if !profile.says.newer_fields {
                say_in_older_fields(form);
            }
        }
        InputRequest::Elicit(ElicitParams::Url(url)) => {
            if !profile.url_elicitation_error {
                url.elicitation_id = None;
            }
        }
        InputRequest::CreateMessage(params) => {
            if !profile.sampling_tools {
                say_piece_by_piece(&mut params.messages);
            }
        }
        InputRequest::ListRoots(_) => {}
    }
}

/// Says a form as the versions before 2025-11-25 do: titles stand beside the values, and nothing but
/// a yes or no begins with a value.
fn say_in_older_fields(form: &mut ElicitFormParams) {
    let Ok(mut schema) = form.form() else { return };
    let mut changed = false;
    for (_, field) in &mut schema.properties {
        changed |= match field {
            FormField::String(field) => field.default.take().is_some(),
            FormField::Number(field) => field.default.take().is_some(),
            FormField::SingleSelect(field) => field.default.take().is_some(),
            FormField::LegacySelect(field) => field.default.take().is_some(),
            FormField::TitledSingleSelect(select) => {
                let choices = std::mem::take(&mut select.one_of).into_iter();
                let (values, titles): (Vec<_>, Vec<_>) =
                    choices.map(|choice| (choice.value, choice.title)).unzip();
                let mut older = LegacyTitledEnumSchema::new(values).with_enum_names(titles);
                older.title = select.title.take();
                older.description = select.description.take();
                *field = FormField::LegacySelect(older);
                true
            }
            FormField::Boolean(_) | FormField::MultiSelect(_) | FormField::TitledMultiSelect(_) => {
                false
            }
        };
    }
    if changed {
        form.requested_schema = schema.into();
    }
}

/// Makes a message of each piece, for clients whose messages have one.
fn say_piece_by_piece(messages: &mut Vec<SamplingMessage>) {
    let each = |message: SamplingMessage| {
        let role = message.role;
        let pieces = match message.content {
            OneOrMany::One(piece) => vec![piece],
            OneOrMany::Many(pieces) => pieces,
        };
        pieces.into_iter().map(move |piece| SamplingMessage::new(role.clone(), piece))
    };
    *messages = std::mem::take(messages).into_iter().flat_map(each).collect();
}
