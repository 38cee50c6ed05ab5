//! Asking a person for consent through the client that wants something.
//!
//! It is the last resort, where nothing of our own shows questions: what the person sees is the
//! client's form. Everything that a server or a model has said is made safe to show first.

use serde_json::json;

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    host::gate::{Decision, Matter, Question, Term},
    model::{ElicitAction, ElicitFormParams, ElicitParams, InputRequest, InputResponse},
    text::{
        display_safe,
        json::{Hidden, Layout, render},
    },
};

const DECISION: &str = "decision";
const TERM: &str = "term";
const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// The question as a form. What is filled in already is a no, for this once.
pub(super) fn form(question: &Question) -> InputRequest {
    let mut fields = json!({
        DECISION: { "type": "string", "title": "Decision", "enum": [DENY, ALLOW], "default": DENY },
    });
    if let [_, _, ..] = question.terms.as_slice() {
        let names: Vec<&str> = question.terms.iter().copied().map(term_name).collect();
        let shown: Vec<&str> = question.terms.iter().copied().map(term_shown).collect();
        fields[TERM] = json!({
            "type": "string", "title": "For how long", "enum": names, "enumNames": shown,
            "default": names[0],
        });
    }
    let schema = json!({ "type": "object", "properties": fields, "required": [DECISION] });
    let form = ElicitFormParams::new(message(question), schema);
    InputRequest::Elicit(ElicitParams::Form(form))
}

/// What the person has decided.
///
/// # Errors
/// [`ErrorCode::Denied`]: the form was closed without an answer.
pub(super) fn decision(question: &Question, answer: &InputResponse) -> Result<Decision> {
    let InputResponse::Elicit(answer) = answer else { return Err(closed()) };
    let field = |name: &str| -> Option<String> { answer.accepted()?.get(name)?.decode().ok() };
    match answer.action {
        ElicitAction::Accept => {}
        ElicitAction::Decline => return Ok(Decision::deny()),
        _ => return Err(closed()),
    }
    let term = field(TERM)
        .and_then(|chosen| question.terms.iter().copied().find(|term| term_name(*term) == chosen));
    let decision = match field(DECISION).as_deref() {
        Some(ALLOW) => Decision::allow(),
        _ => Decision::deny(),
    };
    Ok(decision.for_term(term.unwrap_or_default()))
}

fn closed() -> Error {
    Error::new(ErrorCode::Denied, "it was not allowed: nobody answered")
        .with_next_step("try again, and answer the question")
}

fn message(question: &Question) -> String {
    let server = &question.server;
    let client = display_safe(&question.client);
    let mut lines = match &question.matter {
        Matter::CallTool { tool, arguments, .. } => vec![
            format!("{client} wants to call `{}` of {server} with", display_safe(tool)),
            pretty(arguments),
        ],
        Matter::Form { message, secret, .. } => vec![
            format!("{server} wants you to fill in a form: {}", display_safe(message)),
            format!("fields that seem to ask for a secret: {}", shown(secret)),
        ],
        Matter::Address { message, address, warnings } => vec![
            format!("{server} wants you to open {}", display_safe(address)),
            display_safe(message).into_owned(),
            shown(warnings),
        ],
        Matter::Sampling { request } => {
            vec![format!("{server} wants a model to answer"), pretty(request)]
        }
        Matter::SamplingAnswer { answer } => {
            vec![format!("{server} would be given this answer of the model"), pretty(answer)]
        }
        Matter::Roots { roots } => {
            vec![format!("{server} would be told of these folders: {}", shown(roots))]
        }
        Matter::Start { command, folder, environment, confinement } => vec![
            format!("{server} would be started: {}", display_safe(command)),
            format!("in the folder {}", display_safe(folder.as_deref().unwrap_or("of Hostline"))),
            format!("variables that it is given: {}", shown(environment)),
            display_safe(confinement).into_owned(),
        ],
        Matter::SignIn { address } => {
            vec![format!("{server} wants you to sign in at {}", display_safe(address))]
        }
        Matter::Definition { what, .. } => {
            vec![format!("{server} has changed {}", display_safe(what))]
        }
    };
    lines.extend(question.reasons.iter().map(|reason| display_safe(reason).into_owned()));
    lines.extend(question.risks.iter().map(|risk| display_safe(&risk.to_string()).into_owned()));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn shown(texts: &[String]) -> String {
    let texts: Vec<_> = texts.iter().map(|text| display_safe(text)).collect();
    texts.join(", ")
}

/// JSON in lines, exactly and safe to show.
fn pretty(json: &Json) -> String {
    render(json.as_str(), Layout::Pretty, Hidden::Escape)
}

fn term_name(term: Term) -> &'static str {
    match term {
        Term::Once => "once",
        Term::Session => "session",
        Term::HalfDay => "half-day",
        Term::Always => "always",
    }
}

fn term_shown(term: Term) -> &'static str {
    match term {
        Term::Once => "this once",
        Term::Session => "as long as the client is connected",
        Term::HalfDay => "for twelve hours",
        Term::Always => "until it is taken back",
    }
}

#[cfg(test)]
#[path = "consent_tests.rs"]
mod tests;
