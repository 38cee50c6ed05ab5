//! From the text of the file to what it means.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde::Deserialize;
use serde_json::Value;
use toml_edit::{Document, Item, Table, Value as Toml, de::Deserializer};

use super::{
    Config, PolicyTable, depth,
    entry::ServerEntry,
    fault,
    layout::Layout,
    migrate::{self, Step},
    settings::{AuditSettings, GatewaySettings},
};
use crate::{error::Result, host::ServerName};

/// The whole file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct WrittenConfig {
    /// Judged before anything else is read.
    #[serde(rename = "version")]
    _version: i64,
    servers: BTreeMap<ServerName, ServerEntry>,
    policy: Vec<Value>,
    gateway: GatewaySettings,
    audit: AuditSettings,
}

/// Reads a text, whichever of our versions it is.
pub(super) fn read(text: &str, steps: &[Step]) -> Result<Config> {
    let (_, text) = Layout::of(text);
    let document = parse(&text)?;
    let format = migrate::version(&text, document.as_table(), steps)?;
    if format == migrate::current(steps) {
        return mean(&document);
    }
    // What is wrong is told at the place where it would stand in the newer version.
    let mut document = document.into_mut();
    migrate::migrate(&mut document, format, steps);
    mean(&parse(&document.to_string())?)
}

/// Reads a text as TOML.
pub(super) fn parse(text: &str) -> Result<Document<&str>> {
    depth::check(text)?;
    Document::parse(text).map_err(|error| fault::syntax(text, &error))
}

/// What a document of the current version means.
fn mean(document: &Document<&str>) -> Result<Config> {
    let text = document.raw();
    let written = WrittenConfig::deserialize(Deserializer::from(document.clone()))
        .map_err(|error| fault::shape(text, &error))?;
    check_prefixes(document, &written.servers)?;
    Ok(Config {
        servers: written.servers,
        policy: rules(document, written.policy)?,
        gateway: written.gateway,
        audit: written.audit,
    })
}

/// A server without a prefix has names that those of another could collide with.
fn check_prefixes(
    document: &Document<&str>,
    servers: &BTreeMap<ServerName, ServerEntry>,
) -> Result<()> {
    if servers.len() < 2 {
        return Ok(());
    }
    let Some((name, _)) = servers.iter().find(|(_, entry)| entry.unprefixed) else {
        return Ok(());
    };
    let table = document.get("servers").and_then(Item::as_table_like);
    let table = table.and_then(|servers| servers.get(name.as_str())).and_then(Item::as_table_like);
    let prefix = table.and_then(|server| server.get("prefix")).and_then(Item::span);
    let message = format!("{name} has an empty `prefix`, and is not the only server");
    let fix = "leave `prefix` out; it is for a configuration with a single server";
    Err(fault::at(document.raw(), prefix, &message, fix))
}

/// The rules with the lines on which they begin.
fn rules(document: &Document<&str>, written: Vec<Value>) -> Result<Vec<PolicyTable>> {
    let spans: Vec<_> = match document.get("policy") {
        Some(Item::ArrayOfTables(tables)) => tables.iter().map(Table::span).collect(),
        Some(Item::Value(Toml::Array(values))) => values.iter().map(Toml::span).collect(),
        _ => Vec::new(),
    };
    let line = |span: Option<Range<usize>>| {
        fault::position(document.raw(), span.map_or(0, |span| span.start)).0
    };
    let mut names = BTreeSet::new();
    let mut rules = Vec::with_capacity(written.len());
    for (table, span) in written.into_iter().zip(spans) {
        let rule = PolicyTable::new(line(span.clone()), table)?;
        if !names.insert(rule.name().to_owned()) {
            let message = format!("there is a rule named `{}` already", rule.name());
            return Err(fault::at(document.raw(), span, &message, "give each rule its own name"));
        }
        rules.push(rule);
    }
    Ok(rules)
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
