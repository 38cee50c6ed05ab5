//! The decision. It is a pure function, and the same for whoever asks.

use std::collections::BTreeSet;

use super::{
    fit::Fit,
    posture::Posture,
    request::{Action, ActionKind, Elicitation, PinStanding, Request, ToolCall},
    rule::{Effect, Rule},
    verdict::{Because, Reason, Verdict},
};
use crate::{
    host::grants::{Grant, GrantEffect, GrantId},
    text::url_warnings,
};

/// Decides about a request.
///
/// In this order, and whatever the order of rules and grants:
/// 1. A blocked server is denied.
/// 2. So is what a rule or a grant denies, and an address that is never opened.
/// 3. So is the call of a tool that is not known to read, if the server may only read.
/// 4. A person is asked, whatever allows it: for a tool whose definition is new or has changed, for
///    a form that seems to ask for a secret, before an address is opened, where it cannot be told
///    whether a rule or a grant denies it, where a rule says so, and for all that a server or a
///    model wants where the person has chosen that.
/// 5. What a grant allows is done, and so is the start of a server that was approved before.
/// 6. What a rule allows is done. A tool that its server marks as destructive must be named by the
///    rule, without a `*`. A first start is allowed by no rule, since a rule cannot name a command.
/// 7. A tool that only reads is called: the person has said so, or a trusted server has.
/// 8. Everything else is asked.
///
/// So a further rule never allows what was denied, and what a server that is not trusted says of
/// itself never takes a question away. Where several rules or grants say the same, the smallest
/// name is told.
pub fn decide(request: &Request, policy: &[Rule], grants: &[Grant]) -> Verdict {
    if let Some(because) = denied(request, policy, grants) {
        return Verdict::Deny(because);
    }
    let mut reasons = demanded(request, policy);
    reasons.extend(doubts(request, policy, grants));
    if !reasons.is_empty() {
        return Verdict::Ask(reasons.into_iter().collect());
    }
    match allowed(request, policy, grants) {
        Some(because) => Verdict::Allow(because),
        None => Verdict::Ask(unanswered(request, policy).into_iter().collect()),
    }
}

fn denied(request: &Request, policy: &[Rule], grants: &[Grant]) -> Option<Because> {
    let posture = request.posture;
    if posture == Posture::Block {
        return Some(Because::Posture { posture });
    }
    let rule =
        smallest(policy, |rule| rule.effect == Effect::Deny && rule.fit(request) == Fit::Yes);
    if let Some(name) = rule {
        return Some(Because::Rule { name });
    }
    if let Some(id) =
        smallest_grant(grants, |grant| denies(grant) && grant.fit(request) == Fit::Yes)
    {
        return Some(Because::Grant { id });
    }
    if let Some(warning) = refused_address(request) {
        return Some(Because::Address { warning });
    }
    let call = request.action.as_call()?;
    let reads = call.reading(request.trusted).is_some();
    (posture == Posture::ReadOnly && !reads).then_some(Because::Posture { posture })
}

/// Why a person is asked, whatever rules and grants allow.
fn demanded(request: &Request, policy: &[Rule]) -> BTreeSet<Reason> {
    let mut reasons = BTreeSet::new();
    match &request.action {
        Action::CallTool(call) => match &call.standing {
            PinStanding::Approved => {}
            PinStanding::New => drop(reasons.insert(Reason::New)),
            PinStanding::Held(changes) => {
                reasons.insert(Reason::Held { changes: changes.clone() });
            }
        },
        Action::Elicit(Elicitation::Form { secret_like }) => {
            let field = |field: &String| Reason::SecretField { field: field.clone() };
            reasons.extend(secret_like.iter().map(field));
        }
        Action::Elicit(Elicitation::Url { .. }) | Action::Open { .. } => {
            reasons.insert(Reason::Opening);
            reasons.extend(address_warnings(request));
        }
        Action::Sample
        | Action::AnswerSampling
        | Action::Roots
        | Action::Start { .. }
        | Action::SignIn { .. } => {}
    }
    let asks =
        policy.iter().filter(|rule| rule.effect == Effect::Ask && rule.fit(request) != Fit::No);
    reasons.extend(asks.map(|rule| Reason::Rule { name: rule.name.clone() }));
    // Starting a server and signing in to it are what the person wants, and not the server.
    let is_of_person = matches!(request.action.kind(), ActionKind::Start | ActionKind::SignIn);
    if request.posture == Posture::AskAlways && !is_of_person {
        reasons.insert(Reason::Posture { posture: request.posture });
    }
    reasons
}

/// What may deny it, as far as can be told. What surely does has denied it before.
fn doubts(request: &Request, policy: &[Rule], grants: &[Grant]) -> Vec<Reason> {
    let rules = policy
        .iter()
        .filter(|rule| rule.effect == Effect::Deny && rule.fit(request) == Fit::Unsure)
        .map(|rule| Because::Rule { name: rule.name.clone() });
    let grants = grants
        .iter()
        .filter(|grant| denies(grant) && grant.fit(request) == Fit::Unsure)
        .map(|grant| Because::Grant { id: grant.id.clone() });
    rules.chain(grants).map(|because| Reason::Doubt { because }).collect()
}

fn allowed(request: &Request, policy: &[Rule], grants: &[Grant]) -> Option<Because> {
    if let Some(id) =
        smallest_grant(grants, |grant| !denies(grant) && grant.fit(request) == Fit::Yes)
    {
        return Some(Because::Grant { id });
    }
    if let Action::Start { known, .. } = &request.action {
        return known.then_some(Because::KnownStart);
    }
    let rule = smallest(policy, |rule| allows(rule, request) && covers(rule, request));
    if let Some(name) = rule {
        return Some(Because::Rule { name });
    }
    let call = request.action.as_call()?;
    call.reading(request.trusted).map(Because::from)
}

/// Why nothing has answered.
fn unanswered(request: &Request, policy: &[Rule]) -> BTreeSet<Reason> {
    let mut reasons = BTreeSet::new();
    match &request.action {
        Action::CallTool(call) => {
            let too_wide = policy.iter().filter(|rule| allows(rule, request));
            reasons.extend(too_wide.map(|rule| Reason::Destructive { rule: rule.name.clone() }));
            if call.is_said_to_read() && !request.trusted {
                reasons.insert(Reason::Untrusted);
            }
        }
        Action::Start { .. } => drop(reasons.insert(Reason::FirstStart)),
        Action::SignIn { .. } => reasons.extend(address_warnings(request)),
        _ => {}
    }
    if reasons.is_empty() {
        reasons.insert(Reason::Unanswered);
    }
    reasons
}

fn allows(rule: &Rule, request: &Request) -> bool {
    rule.effect == Effect::Allow && rule.fit(request) == Fit::Yes
}

fn denies(grant: &Grant) -> bool {
    grant.said.effect == GrantEffect::Deny
}

/// Whether an allowing rule is narrow enough for what it allows.
fn covers(rule: &Rule, request: &Request) -> bool {
    let call = request.action.as_call();
    rule.names_tool() || !call.is_some_and(ToolCall::is_marked_destructive)
}

fn smallest(policy: &[Rule], applies: impl Fn(&Rule) -> bool) -> Option<String> {
    policy.iter().filter(|rule| applies(rule)).map(|rule| &rule.name).min().cloned()
}

fn smallest_grant(grants: &[Grant], applies: impl Fn(&Grant) -> bool) -> Option<GrantId> {
    grants.iter().filter(|grant| applies(grant)).map(|grant| &grant.id).min().cloned()
}

/// Why an address is never opened.
fn refused_address(request: &Request) -> Option<String> {
    let review = url_warnings(request.action.address()?);
    review.warnings.iter().find(|warning| warning.refuses()).map(ToString::to_string)
}

fn address_warnings(request: &Request) -> Vec<Reason> {
    let review = request.action.address().map(url_warnings);
    let warnings = review.map(|review| review.warnings).unwrap_or_default();
    warnings.iter().map(|warning| Reason::Address { warning: warning.to_string() }).collect()
}

#[cfg(test)]
#[path = "decide_tests.rs"]
mod tests;
