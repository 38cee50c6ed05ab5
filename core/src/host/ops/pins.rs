//! Operations on what is approved of servers.

use std::{collections::BTreeSet, time::SystemTime};

use serde::Deserialize;

use super::{
    DefinitionView, DifferenceView, MemberView, PinsView,
    views::{as_text, members},
};
use crate::{
    error::{Error, ErrorCode, Result},
    host::{
        Digest, Host, ServerName,
        connecting::definitions,
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
    /// Of one definition; without, of all that the server has, and what it lists next is approved
    /// as it was the first time.
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
    let server = ServerName::parse(server)?;
    let identity = host.0.member(server.as_str())?.identity;
    let pins = host.pins().look(identity).await?;
    let current = current(host, &server);
    let differences = current.as_deref().map(|current| pins.compare(current)).unwrap_or_default();
    let changed = differences.into_iter().filter(|it| it.fate != Fate::Same);
    let current = current.unwrap_or_default();
    Ok(PinsView {
        is_compared: host.0.lists_of(&server).is_some(),
        approved: pins.iter().map(approved).collect(),
        differences: changed.map(|it| view(it, &pins, &current)).collect(),
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

/// What a server defines now, if it has been started.
fn current(host: &Host, server: &ServerName) -> Option<Vec<Definition>> {
    host.0.lists_of(server).map(|lists| definitions(&lists))
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

pub(super) async fn approve(host: &Host, wanted: &Approve) -> Result<usize> {
    let server = &wanted.server;
    let member = host.0.member(server.as_str())?;
    let mut seen = current(host, server).unwrap_or_default();
    seen.retain(|definition| wanted.digests.contains(&definition.digest()));
    let found: BTreeSet<Digest> = seen.iter().map(Definition::digest).collect();
    if found.len() < wanted.digests.len() {
        return Err(Error::new(
            ErrorCode::InvalidInput,
            "the server does not say any more what is to be approved",
        )
        .with_server(server.label())
        .with_next_step(format!("look at it again: hostline pins show {server}")));
    }
    let pins = host.pins().approve(member.identity, seen, SystemTime::now()).await?;
    member.way.offer(&host.0).await;
    Ok(pins.iter().len())
}

pub(super) async fn forget(host: &Host, wanted: Forget) -> Result<bool> {
    let member = host.0.member(wanted.server.as_str())?;
    let forgotten = match wanted.definition {
        Some(Named { kind, name }) => host.pins().forget(member.identity, kind, name).await?,
        None => host.pins().forget_all(member.identity).await?,
    };
    member.way.offer(&host.0).await;
    Ok(forgotten)
}
