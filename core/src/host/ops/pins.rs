//! Operations on what is approved of servers.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{
    DefinitionView, DifferenceView, MemberView, PinsView,
    views::{as_text, members},
};
use crate::{
    error::Result,
    host::{
        Caller, Digest, Host, ServerName,
        approving::Approval,
        pins::{Definition, DefinitionKind, Difference, Fate, Pins, diff},
        time,
    },
};

/// Definitions that a person has seen and approves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Approve {
    server: ServerName,
    /// What stands for them, so that nothing is approved that was not seen.
    digests: BTreeSet<Digest>,
}

/// Approval that is taken back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Forget {
    server: ServerName,
    /// Of one definition; without, of all that the server has.
    definition: Option<Named>,
}

/// A definition by its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    kind: DefinitionKind,
    #[serde(default)]
    name: String,
}

pub(super) async fn show(host: &Host, server: &str) -> Result<PinsView> {
    let Approval { server, pins, now } = host.approval(server).await?;
    let differences = now.as_deref().map(|now| pins.compare(now)).unwrap_or_default();
    let changed = differences.into_iter().filter(|it| it.fate != Fate::Same);
    let is_compared = now.is_some();
    let now = now.unwrap_or_default();
    Ok(PinsView {
        is_compared,
        approved: pins.iter().map(approved).collect(),
        differences: changed.map(|it| view(it, &pins, &now)).collect(),
        server,
    })
}

fn approved(pin: &crate::host::pins::Pin) -> DefinitionView {
    DefinitionView {
        kind: pin.definition.kind(),
        name: pin.definition.name().to_owned(),
        digest: pin.digest,
        approved_at: time::seconds(pin.approved_at),
    }
}

fn view(difference: Difference, pins: &Pins, current: &[Definition]) -> DifferenceView {
    let Difference { kind, name, fate } = &difference;
    let before = match fate {
        Fate::Renamed { from, .. } => from,
        _ => name,
    };
    let pinned = pins.pin(*kind, before).map(|pin| members(pin.definition.as_json()));
    let found = current.iter().find(|it| it.kind() == *kind && it.name() == name);
    // Of two that have one name nobody can say which is meant.
    let found = found.filter(|_| *fate != Fate::Ambiguous);
    let now = found.map(|found| members(found.as_json()));
    let (pinned, now) = (pinned.unwrap_or_default(), now.unwrap_or_default());
    let names: BTreeSet<&String> = pinned.keys().chain(now.keys()).collect();
    // The kind goes without saying.
    let differing = names.into_iter().filter(|name| *name != "kind");
    let differing = differing.filter(|name| pinned.get(*name) != now.get(*name));
    let differing = differing.map(|name| MemberView {
        member: name.clone(),
        runs: diff(&as_text(pinned.get(name)), &as_text(now.get(name))),
    });
    DifferenceView {
        sentence: difference.to_string(),
        is_held: difference.is_held(),
        digest: found.map(Definition::digest),
        members: differing.collect(),
        difference,
    }
}

pub(super) async fn approve(host: &Host, caller: &Caller, wanted: &Approve) -> Result<usize> {
    let pins = host.approve(caller, wanted.server.as_str(), &wanted.digests).await?;
    Ok(pins.iter().len())
}

pub(super) async fn forget(host: &Host, caller: &Caller, wanted: &Forget) -> Result<bool> {
    let definition = wanted.definition.as_ref().map(|it| (it.kind, it.name.as_str()));
    host.forget(caller, wanted.server.as_str(), definition).await
}
