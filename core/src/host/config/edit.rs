//! Changes of the file, as a person would make them: everything else stays as it is written.

use serde_json::Value as Json;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, ser, value,
};

use super::{
    ServerEntry, comments,
    migrate::{self, Step},
    read,
};
use crate::{
    error::{Error, ErrorCode, Result},
    host::ServerName,
};

const SERVERS: &str = "servers";
const POLICY: &str = "policy";

/// The document of a text, brought to the current version. What is empty begins with the version.
pub(super) fn open(text: &str, steps: &[Step]) -> Result<DocumentMut> {
    let document = read::parse(text)?;
    let format = migrate::version(text, document.as_table(), steps)?;
    let mut document = document.into_mut();
    if text.is_empty() || format < migrate::current(steps) {
        migrate::migrate(&mut document, format, steps);
    }
    Ok(document)
}

/// Adds a server, whose name must be new.
pub(super) fn add(
    document: &mut DocumentMut,
    name: &ServerName,
    entry: &ServerEntry,
) -> Result<()> {
    if find(document, name).is_ok() {
        return Err(invalid(format!("there is a server named {name} already"))
            .with_next_step("take another name, or remove that one first"));
    }
    // The cause might repeat a value.
    let written = ser::to_document(entry)
        .map_err(|_| Error::new(ErrorCode::Internal, "a server has no form in TOML"))?;
    let mut table: Table = written.as_table().clone();
    if let Some(Ok(confine)) = table.remove("confine").map(Item::into_table) {
        table.insert("confine", Item::Table(confine));
    }
    // A file may have its servers in an inline table.
    if let Some(Item::Value(Value::InlineTable(servers))) = document.get_mut(SERVERS) {
        servers.insert(name.as_str(), Value::InlineTable(table.into_inline_table()));
        return Ok(());
    }
    comments::settle(document, &mut table, SERVERS);
    let servers = document.entry(SERVERS).or_insert_with(|| Item::Table(implicit()));
    let servers = servers.as_table_mut().ok_or_else(|| no_table(SERVERS))?;
    servers.insert(name.as_str(), Item::Table(table));
    Ok(())
}

/// Removes a server, with the comments right above it.
pub(super) fn remove(document: &mut DocumentMut, name: &ServerName) -> Result<()> {
    find(document, name)?;
    let servers = document.get_mut(SERVERS).and_then(Item::as_table_like_mut);
    if let Some(removed) = servers.and_then(|servers| servers.remove(name.as_str())) {
        comments::keep(document, &removed);
    }
    Ok(())
}

/// Sets what stands at a path of keys in a server's table, or removes it.
pub(super) fn set(
    document: &mut DocumentMut,
    name: &ServerName,
    path: &[String],
    new: Option<&Json>,
) -> Result<()> {
    let mut table = find(document, name)?;
    let Some((key, tables)) = path.split_last() else {
        return Err(invalid("no key is named".to_owned()));
    };
    for step in tables {
        if !table.contains_key(step) {
            if new.is_none() {
                return Ok(());
            }
            table.insert(step, Item::Value(InlineTable::new().into()));
        }
        let inner = table.get_mut(step).and_then(Item::as_table_like_mut);
        table = inner.ok_or_else(|| no_table(step))?;
    }
    let Some(new) = new else {
        table.remove(key);
        return Ok(());
    };
    put(table, key, toml(new)?);
    Ok(())
}

/// Switches a server on or off. What is on needs no key to say so.
pub(super) fn set_enabled(
    document: &mut DocumentMut,
    name: &ServerName,
    enabled: bool,
) -> Result<()> {
    let server = find(document, name)?;
    if server.contains_key("enabled") || !enabled {
        put(server, "enabled", enabled.into());
    }
    Ok(())
}

/// Adds a rule behind the others. Its name must be new.
pub(super) fn add_rule(document: &mut DocumentMut, rule: &Json) -> Result<()> {
    let Value::InlineTable(inline) = toml(rule)? else {
        return Err(invalid("a rule is an object".to_owned()));
    };
    match document.get_mut(POLICY) {
        Some(Item::Value(Value::Array(rules))) => {
            rules.push(inline);
            return Ok(());
        }
        Some(Item::ArrayOfTables(_)) | None => {}
        Some(_) => return Err(no_table(POLICY)),
    }
    let mut table = inline.into_table();
    comments::settle(document, &mut table, POLICY);
    let rules = document.entry(POLICY).or_insert_with(|| ArrayOfTables::new().into());
    if let Some(rules) = rules.as_array_of_tables_mut() {
        rules.push(table);
    }
    Ok(())
}

/// Removes a rule, with the comments right above it.
pub(super) fn remove_rule(document: &mut DocumentMut, name: &str) -> Result<()> {
    let unknown = || invalid(format!("there is no rule named `{name}`"));
    let is_it = |table: &dyn TableLike| table.get("name").and_then(Item::as_str) == Some(name);
    let (removed, is_last) = match document.get_mut(POLICY) {
        Some(Item::ArrayOfTables(rules)) => {
            let at = rules.iter().position(|rule| is_it(rule)).ok_or_else(unknown)?;
            (Item::Table(rules.remove(at)), rules.is_empty())
        }
        Some(Item::Value(Value::Array(rules))) => {
            let is_it = |rule: &Value| rule.as_inline_table().is_some_and(|rule| is_it(rule));
            let at = rules.iter().position(is_it).ok_or_else(unknown)?;
            (Item::Value(rules.remove(at)), false)
        }
        _ => return Err(unknown()),
    };
    if is_last {
        document.remove(POLICY);
    }
    comments::keep(document, &removed);
    Ok(())
}

/// The table of a server, in whichever way it is written.
fn find<'a>(document: &'a mut DocumentMut, name: &ServerName) -> Result<&'a mut dyn TableLike> {
    let servers = document.get_mut(SERVERS).and_then(Item::as_table_like_mut);
    let server = servers.and_then(|servers| servers.get_mut(name.as_str()));
    server.and_then(Item::as_table_like_mut).ok_or_else(|| {
        invalid(format!("there is no server named {name}"))
            .with_next_step("`hostline list` shows the servers that there are")
    })
}

/// Puts a value in the place of another, or behind the others. Comments stay.
fn put(table: &mut dyn TableLike, key: &str, mut new: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        Some(item) => *item = Item::Value(new),
        None => {
            table.insert(key, value(new));
        }
    }
}

/// JSON as TOML has it.
fn toml(json: &Json) -> Result<Value> {
    let no_form = || invalid("the value has no form in TOML".to_owned());
    Ok(match json {
        Json::Null => return Err(no_form()),
        Json::Bool(value) => (*value).into(),
        Json::String(text) => text.into(),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => integer.into(),
            (None, Some(float)) if number.is_f64() => float.into(),
            _ => return Err(no_form()),
        },
        Json::Array(values) => Value::Array(values.iter().map(toml).collect::<Result<Array>>()?),
        Json::Object(members) => {
            let mut table = InlineTable::new();
            for (name, value) in members {
                table.insert(name, toml(value)?);
            }
            table.into()
        }
    })
}

/// A table that is only there because of those in it.
fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

fn no_table(key: &str) -> Error {
    invalid(format!("`{key}` holds no table"))
}

fn invalid(message: String) -> Error {
    Error::new(ErrorCode::InvalidInput, message)
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
