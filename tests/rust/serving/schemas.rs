//! The specification's schemas as an audit uses them: strictly, so that a member which a version
//! does not name is a breach too.

use std::{collections::HashMap, sync::OnceLock};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::spec;

/// What is wrong with a value that should be of this kind; nothing where there are no schemas.
///
/// A kind that the version does not name is a breach of its own.
pub(super) fn faults(version: &str, kind: &str, value: &Value) -> Vec<String> {
    let Some(strict) = of(version) else { return Vec::new() };
    let instance = json!({ kind: value });
    strict
        .iter_errors(&instance)
        .map(|error| format!("{kind} of {version}: {} {error}", error.instance_path()))
        .collect()
}

fn of(version: &str) -> Option<&'static Validator> {
    static ALL: OnceLock<HashMap<&'static str, Validator>> = OnceLock::new();
    if !spec::is_there() {
        return None;
    }
    let all = ALL.get_or_init(|| {
        spec::VERSIONS.map(|version| (version, spec::validator(strict(version)))).into()
    });
    all.get(version)
}

/// A version's schema whose objects hold what it names and nothing else.
fn strict(version: &str) -> Value {
    let mut schema = spec::schema(version);
    let keyword = spec::keyword(&schema);
    for (name, definition) in schema[keyword].as_object_mut().into_iter().flatten() {
        let listed = definition.get("properties").is_some();
        // Messages of some versions are described without their envelopes, and `_meta` is open.
        let open =
            ["Request", "Notification", "MetaObject"].iter().any(|kind| name.ends_with(kind));
        if listed && !open && definition.get("additionalProperties").is_none() {
            definition["additionalProperties"] = json!(false);
        }
    }
    schema
}
