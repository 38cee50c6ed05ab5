use serde_json::json;

use super::*;

fn tool(name: &str, description: &str, schema: &Value) -> Definition {
    let tool = json!({ "name": name, "description": description, "inputSchema": schema });
    Definition::of_tool(&serde_json::from_value(tool).unwrap()).unwrap()
}

fn prompt(name: &str) -> Definition {
    let prompt = json!({ "name": name, "description": "Reviews a change." });
    Definition::of_prompt(&serde_json::from_value(prompt).unwrap()).unwrap()
}

/// The fates in the words of their sentences.
fn told(pinned: &[Definition], current: &[Definition]) -> Vec<String> {
    compare(pinned, current).iter().map(ToString::to_string).collect()
}

fn path() -> Value {
    json!({ "type": "object", "properties": { "path": { "type": "string" } } })
}

#[test]
fn each_definition_has_one_fate() {
    let pinned = [
        tool("same", "Stays.", &path()),
        tool("worded", "Reads.", &path()),
        tool("narrowed", "Is narrowed.", &json!({ "type": "object" })),
        tool("widened", "Is widened.", &json!({ "type": "object" })),
        tool("gone", "Sends a letter to somebody.", &path()),
        prompt("review"),
        Definition::of_instructions("Be kind.").unwrap(),
    ];
    let current = [
        tool("new", "Burns everything to the ground.", &path()),
        tool("widened", "Is widened.", &path()),
        tool("narrowed", "Is narrowed.", &json!({ "type": "object", "maxProperties": 2 })),
        tool("worded", "Reads a file.", &path()),
        tool("same", "Stays.", &path()),
        prompt("review"),
        Definition::of_instructions("Be quick.").unwrap(),
    ];
    assert_eq!(
        told(&pinned, &current),
        [
            "tool `gone`: gone",
            "tool `narrowed`: takes less: a limit is tighter (/inputSchema/maxProperties)",
            "tool `new`: new",
            "tool `same`: unchanged",
            "tool `widened`: changed: a field is new (/inputSchema/properties/path)",
            "tool `worded`: other words: the description has changed (/description)",
            "prompt `review`: unchanged",
            "instructions: changed: the instructions have changed (/instructions)",
        ]
    );
    let held: Vec<String> = compare(&pinned, &current)
        .into_iter()
        .filter(Difference::is_held)
        .map(|difference| difference.name)
        .collect();
    assert_eq!(held, ["new", "widened", ""]);
}

#[test]
fn everything_is_new_of_a_server_of_which_nothing_was_approved() {
    let current = [tool("a", "", &path()), Definition::of_instructions("a").unwrap()];
    assert_eq!(told(&[], &current), ["tool `a`: new", "instructions: new"]);
    assert_eq!(told(&current, &[]), ["tool `a`: gone", "instructions: gone"]);
}

#[test]
fn a_definition_under_another_name_is_renamed_and_held() {
    let before = tool("read", "Reads a file of the project.", &path());
    for (now, expected) in [
        (tool("get", "Reads a file of the project.", &path()), "tool `get`: was `read`"),
        (
            tool("get", "Reads any file of the project.", &path()),
            "tool `get`: was `read`: the description has changed (/description)",
        ),
    ] {
        let differences = compare([&before], [&now]);
        assert_eq!(differences.len(), 1);
        assert_eq!(differences[0].to_string(), expected);
        assert!(differences[0].is_held());
    }
    for other in [
        tool("get", "Reads a file of the project.", &json!({ "type": "object" })),
        tool("get", "Sends all that you have to somebody else.", &path()),
    ] {
        assert_eq!(
            told(std::slice::from_ref(&before), &[other]),
            ["tool `get`: new", "tool `read`: gone"]
        );
    }
}

#[test]
fn one_that_is_gone_is_the_former_self_of_one_only() {
    let before = [tool("read", "Reads a file.", &path())];
    let now = [tool("a", "Reads a file.", &path()), tool("b", "Reads a file.", &path())];
    assert_eq!(told(&before, &now), ["tool `a`: was `read`", "tool `b`: new"]);
}

#[test]
fn a_prompt_is_never_the_former_self_of_a_tool() {
    let before = [prompt("review")];
    let now = [tool("review", "Reviews a change.", &json!({}))];
    assert_eq!(told(&before, &now), ["tool `review`: new", "prompt `review`: gone"]);
}

#[test]
fn two_definitions_of_one_name_are_held_whichever_was_approved() {
    let (good, bad) = (tool("a", "Good.", &path()), tool("a", "Bad.", &path()));
    for current in [[good.clone(), bad.clone()], [bad.clone(), good.clone()]] {
        let differences = compare([&good], &current);
        assert_eq!(differences.len(), 1);
        assert!(differences[0].is_held());
        assert_eq!(differences[0].fate, Fate::Ambiguous);
    }
    // The same one twice is one.
    assert_eq!(
        told(std::slice::from_ref(&good), &[good.clone(), good.clone()]),
        ["tool `a`: unchanged"]
    );
}

#[test]
fn ten_thousand_definitions_under_new_names_are_compared_at_once() {
    let many = |prefix: &str| -> Vec<Definition> {
        (0..10_000).map(|number| tool(&format!("{prefix}{number}"), "Does it.", &path())).collect()
    };
    let differences = compare(&many("a"), &many("b"));
    assert!(differences.iter().filter(|difference| difference.is_held()).count() == 10_000);
}

#[test]
fn a_difference_reads_what_it_writes() {
    let before = [tool("read", "Reads.", &path()), tool("gone", "Goes.", &json!({}))];
    let now = [tool("read", "Reads!", &path()), tool("get", "Gets.", &path())];
    let differences = compare(&before, &now);
    let written = serde_json::to_value(&differences).unwrap();
    assert_eq!(written[0]["fate"], "new");
    assert_eq!(written[2]["what"][0]["weight"], "wording");
    let read: Vec<Difference> = serde_json::from_value(written).unwrap();
    assert_eq!(read, differences);
}
