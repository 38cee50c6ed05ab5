use super::*;

fn tool(json: &str) -> Definition {
    Definition::of_tool(&serde_json::from_str(json).unwrap()).unwrap()
}

fn prompt(json: &str) -> Definition {
    Definition::of_prompt(&serde_json::from_str(json).unwrap()).unwrap()
}

const TOOL: &str = r#"{
    "name": "read_file",
    "description": "Reads a file.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "path": { "type": "string" },
            "limit": { "type": "integer", "minimum": 1, "maximum": 1e3 }
        },
        "required": ["path"]
    },
    "annotations": { "readOnlyHint": true, "openWorldHint": false },
    "_meta": { "example.com/weight": 3 }
}"#;
const PROMPT: &str = r#"{
    "name": "review",
    "title": "Review",
    "description": "Reviews a change.",
    "arguments": [
        { "name": "diff", "description": "The change.", "required": true }, { "name": "tone" }
    ],
    "icons": [{
        "src": "https://example.com/r.png",
        "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"
    }]
}"#;
const INSTRUCTIONS: &str =
    "Ask before you delete.\nAlways use absolute paths: \u{201c}/home/\u{2026}\u{201d}.";

/// The examples of `docs/pins.md`. A digest here changes only with that page, and then no pin that
/// anybody has holds any more.
#[test]
fn the_documented_digests_are_the_ones_that_are_made() {
    let documented = include_str!("../../../../docs/pins.md");
    for (definition, digest) in [
        (tool(TOOL), "sha256:b8ee6baee59dec6b162780222ef93e626b3a9573003b56d1bcfb15cb94b59a6e"),
        (prompt(PROMPT), "sha256:136277112eafc1beee9bb1a4e60799df2f6fa4102049a895d0b9cd929ad8cea5"),
        (
            Definition::of_instructions(INSTRUCTIONS).unwrap(),
            "sha256:f4bc05dc242a9b390a4a4aec12053a539c35e76595144b9f77d03943b5a8266e",
        ),
    ] {
        assert_eq!(definition.digest().to_string(), digest, "{definition:?}");
        assert!(documented.contains(digest), "{definition:?}");
        let canonical = canonical_tree(&Value::Object(definition.members.clone())).unwrap();
        assert!(documented.contains(std::str::from_utf8(&canonical).unwrap()), "{definition:?}");
    }
}

#[test]
fn spelling_and_what_is_no_part_of_a_definition_change_no_digest() {
    let same = [
        r#"{"name":"a","inputSchema":{"type":"object","maxProperties":1}}"#,
        r#"{"inputSchema":{"maxProperties":1.0,"type":"object"},"name":"\u0061"}"#,
        r#"{"name":"a","title":null,"inputSchema":{"type":"object","maxProperties":1},"_meta":{}}"#,
        r#"{"name":"a","inputSchema":{"type":"object","maxProperties":1},"future":[1]}"#,
    ];
    let digest = tool(same[0]).digest();
    for json in same {
        assert_eq!(tool(json).digest(), digest, "{json}");
    }
}

#[test]
fn each_part_of_a_definition_changes_the_digest() {
    let all = [
        r#"{"name":"a","inputSchema":{}}"#,
        r#"{"name":"b","inputSchema":{}}"#,
        r#"{"name":"a","inputSchema":{},"title":""}"#,
        r#"{"name":"a","inputSchema":{},"description":""}"#,
        r#"{"name":"a","inputSchema":{"title":"a"}}"#,
        r#"{"name":"a","inputSchema":{},"outputSchema":{}}"#,
        r#"{"name":"a","inputSchema":{},"annotations":{}}"#,
        r#"{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":true}}"#,
        r#"{"name":"a","inputSchema":{},"annotations":{"unheardOf":true}}"#,
        r#"{"name":"a","inputSchema":{},"icons":[]}"#,
        r#"{"name":"a","inputSchema":{},"icons":[{"src":"x"}]}"#,
        r#"{"name":"a","inputSchema":{},"icons":[{"src":"x","theme":"other"}]}"#,
    ];
    let mut digests: Vec<Digest> = all.iter().map(|json| tool(json).digest()).collect();
    digests.push(prompt(r#"{"name":"a"}"#).digest());
    digests.push(prompt(r#"{"name":"a","arguments":[]}"#).digest());
    digests.push(Definition::of_instructions("a").unwrap().digest());
    let unlike: std::collections::BTreeSet<_> = digests.iter().collect();
    assert_eq!(unlike.len(), digests.len());
}

#[test]
fn a_definition_that_readers_can_read_in_two_ways_cannot_be_pinned() {
    let twice = r#"{"name":"a","inputSchema":{"type":"object","properties":{"a":{},"a":{}}}}"#;
    let error = Definition::of_tool(&serde_json::from_str(twice).unwrap()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.message().contains("`a` cannot be pinned"), "{error}");
}

#[test]
fn a_definition_that_is_too_long_cannot_be_pinned() {
    let error = Definition::of_instructions(&"a".repeat(MAX_DEFINITION_BYTES)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Limit);
}

#[test]
fn a_stored_definition_is_read_as_what_it_was() {
    for definition in
        [tool(TOOL), prompt(PROMPT), Definition::of_instructions(INSTRUCTIONS).unwrap()]
    {
        let stored = serde_json::to_string(&definition).unwrap();
        let read: Definition = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, definition);
        assert_eq!((read.kind(), read.name()), (definition.kind(), definition.name()));
    }
    for wrong in ["{}", "[]", r#"{"kind":"tool"}"#, r#"{"kind":"x","name":"a"}"#, "null"] {
        assert!(serde_json::from_str::<Definition>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_definition_gives_back_what_the_model_knows() {
    let mut told: Tool = serde_json::from_str(TOOL).unwrap();
    let definition = Definition::of_tool(&told).unwrap();
    told.meta = None;
    assert_eq!(definition.to_tool().unwrap(), told);
    assert_eq!(definition.to_prompt(), None);
    let told: Prompt = serde_json::from_str(PROMPT).unwrap();
    assert_eq!(Definition::of_prompt(&told).unwrap().to_prompt().unwrap(), told);
    let instructions = Definition::of_instructions(INSTRUCTIONS).unwrap();
    assert_eq!(instructions.instructions(), Some(INSTRUCTIONS));
    assert!(instructions.to_tool().is_none());
}
