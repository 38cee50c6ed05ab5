//! What we send is valid by the schema of every version that knows the type.

use serde_json::json;

use super::{VERSIONS, definitions, samples::samples, schema, validator};

/// What a version's schema refuses, so that it must not be sent to a peer of that version.
///
/// The table is the test's second half: an entry that the schema does not refuse fails it.
const REFUSED: &[(&str, &str)] = &[
    // Sound came with 2025-03-26.
    ("2024-11-05", "PromptMessage of audio"),
    ("2024-11-05", "CallToolResult of audio"),
    ("2024-11-05", "SamplingMessage of audio"),
    // Links to resources came with 2025-06-18.
    ("2024-11-05", "PromptMessage of a link"),
    ("2024-11-05", "CallToolResult of a link"),
    ("2025-03-26", "PromptMessage of a link"),
    ("2025-03-26", "CallToolResult of a link"),
    // Several pieces of one message, and with them the use of tools, came with 2025-11-25.
    ("2024-11-05", "SamplingMessage of several"),
    ("2024-11-05", "CreateMessageResult of several"),
    ("2025-03-26", "SamplingMessage of several"),
    ("2025-03-26", "CreateMessageResult of several"),
    ("2025-06-18", "SamplingMessage of several"),
    ("2025-06-18", "CreateMessageResult of several"),
    // Structured content is an object before 2026-07-28.
    ("2025-06-18", "CallToolResult of a structured array"),
    ("2025-11-25", "CallToolResult of a structured array"),
    // Addresses to open, and fields of several choices, came with 2025-11-25.
    ("2025-06-18", "ElicitRequest of an address"),
    ("2025-06-18", "ElicitResult of a list"),
    // The text of every version allows fractions; its generated schema does not.
    ("2025-06-18", "ElicitResult of a fraction"),
    ("2025-11-25", "ElicitResult of a fraction"),
    ("2026-07-28", "ElicitResult of a fraction"),
];

#[test]
fn every_type_that_is_sent_is_valid_in_every_version_that_has_it() {
    let mut faults = Vec::new();
    let mut refused = Vec::new();
    let mut checked = 0;
    for version in VERSIONS {
        let schema = schema(version);
        let validator = validator(schema.clone());
        let definitions = definitions(&schema);
        for sample in samples(version) {
            if !definitions.contains_key(sample.kind) {
                continue;
            }
            checked += 1;
            let instance = json!({ sample.kind: sample.value });
            let errors: Vec<_> = validator
                .iter_errors(&instance)
                .map(|error| format!("{} {error}", error.instance_path()))
                .collect();
            let expected = REFUSED.contains(&(version, sample.name));
            match (errors.is_empty(), expected) {
                (true, true) => faults.push(format!("{version} {} is not refused", sample.name)),
                (false, false) => {
                    faults.push(format!("{version} {}: {}", sample.name, errors.join("; ")));
                }
                (false, true) => refused.push((version, sample.name)),
                (true, false) => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(refused.len(), REFUSED.len(), "an entry of the table has no sample");
    assert!(checked > 400, "only {checked} samples checked");
}
