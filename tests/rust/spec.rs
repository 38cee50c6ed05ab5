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

use serde_json::Value;

const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The folder of the specification's schemas and examples.
fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec");
    let folder = std::env::var_os("HOSTLINE_SPEC_DIR").map_or_else(beside, PathBuf::from);
    assert!(
        folder.join("2026-07-28/schema.json").is_file(),
        "{} does not hold the specification's schemas: set HOSTLINE_SPEC_DIR to a copy of the \
         folder `schema` of https://github.com/modelcontextprotocol/modelcontextprotocol",
        folder.display()
    );
    folder
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn schema(version: &str) -> Value {
    read(&folder().join(version).join("schema.json"))
}

/// The schema's definitions, which the versions keep under two names.
fn definitions(schema: &Value) -> &serde_json::Map<String, Value> {
    schema
        .get("$defs")
        .or_else(|| schema.get("definitions"))
        .and_then(Value::as_object)
        .expect("a schema has definitions")
}
