//! The types of the core say what the specification's schemas and examples say.
//!
//! Both come from the specification's repository, by version: `<version>/schema.json`, and
//! `2026-07-28/examples/<type>/*.json`.

mod examples;
mod parts;
mod samples;
mod schemas;

use std::{
    fs,
    path::{Path, PathBuf},
};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

pub(crate) const VERSIONS: [&str; 5] =
    ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The folder of the specification's schemas and examples.
fn folder() -> PathBuf {
    let folder = place();
    assert!(
        is_there(),
        "{} does not hold the specification's schemas: set HOSTLINE_SPEC_DIR to a copy of the \
         folder `schema` of https://github.com/modelcontextprotocol/modelcontextprotocol",
        folder.display()
    );
    folder
}

/// Whether there is a copy of the specification's schemas.
pub(crate) fn is_there() -> bool {
    place().join("2026-07-28/schema.json").is_file()
}

fn place() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec");
    std::env::var_os("HOSTLINE_SPEC_DIR").map_or_else(beside, PathBuf::from)
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub(crate) fn schema(version: &str) -> Value {
    read(&folder().join(version).join("schema.json"))
}

/// The schema's definitions, which the versions keep under two names.
pub(crate) fn definitions(schema: &Value) -> &Map<String, Value> {
    schema[keyword(schema)].as_object().expect("a schema has definitions")
}

/// The name under which a version keeps its definitions.
pub(crate) fn keyword(schema: &Value) -> &'static str {
    if schema.get("$defs").is_some() { "$defs" } else { "definitions" }
}

/// One validator for all definitions of a version's schema: each is the member of its own name.
pub(crate) fn validator(mut schema: Value) -> Validator {
    let keyword = keyword(&schema);
    let properties: Map<_, _> = definitions(&schema)
        .keys()
        .map(|name| (name.clone(), json!({"$ref": format!("#/{keyword}/{name}")})))
        .collect();
    schema["properties"] = Value::Object(properties);
    schema["additionalProperties"] = json!(false);
    jsonschema::validator_for(&schema).expect("the specification's schema is one")
}
