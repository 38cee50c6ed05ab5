use serde_json::json;

use super::*;

fn tool(changes: &Value) -> Definition {
    let mut tool = json!({
        "name": "read", "description": "Reads.", "inputSchema": { "type": "object" },
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    for (name, value) in changes.as_object().unwrap() {
        tool[name] = value.clone();
    }
    Definition::of_tool(&serde_json::from_value(tool).unwrap()).unwrap()
}

fn prompt(arguments: &Value) -> Definition {
    let prompt = json!({ "name": "review", "arguments": arguments });
    Definition::of_prompt(&serde_json::from_value(prompt).unwrap()).unwrap()
}

/// The weight of the change and the places of what has changed, the heaviest first.
fn places(change: &Change) -> (Option<Weight>, Vec<&str>) {
    let weight = change.whats().first().map(|what| what.weight);
    (weight, change.whats().iter().map(|what| what.place.as_str()).collect())
}

#[test]
fn what_is_the_same_has_not_changed() {
    let change = classify(&tool(&json!({})), &tool(&json!({ "_meta": { "example.com/a": 1 } })));
    assert_eq!(change, Change::None);
    assert!(!change.is_held());
}

#[test]
fn words_and_pictures_are_wording() {
    for (changes, place) in [
        (json!({ "description": "Reads a file." }), "/description"),
        (json!({ "title": "Read" }), "/title"),
        (json!({ "icons": [{ "src": "data:," }] }), "/icons"),
        (
            json!({ "annotations": {
                "title": "Read", "readOnlyHint": true, "openWorldHint": false,
            } }),
            "/annotations/title",
        ),
        (json!({ "inputSchema": { "type": "object", "title": "x" } }), "/inputSchema/title"),
    ] {
        let change = classify(&tool(&json!({})), &tool(&changes));
        assert_eq!(places(&change), (Some(Weight::Wording), vec![place]), "{changes}");
        assert!(!change.is_held());
    }
}

#[test]
fn a_hint_that_says_something_else_is_a_widening_in_either_direction() {
    let hints = [
        ("readOnlyHint", true, false),
        ("destructiveHint", true, true),
        ("idempotentHint", false, false),
        ("openWorldHint", false, true),
    ];
    for (name, before, absent) in hints {
        let annotated = |value: Option<bool>| {
            let mut annotations = json!({ "readOnlyHint": true, "openWorldHint": false });
            match value {
                Some(value) => annotations[name] = value.into(),
                None => drop(annotations.as_object_mut().unwrap().remove(name)),
            }
            tool(&json!({ "annotations": annotations }))
        };
        let flipped = classify(&annotated(Some(before)), &annotated(Some(!before)));
        let place = format!("/annotations/{name}");
        assert_eq!(places(&flipped), (Some(Weight::Widening), vec![&*place]), "{name}");
        // What is absent means one of the two, so that saying it changes nothing.
        let said = classify(&annotated(None), &annotated(Some(absent)));
        assert_eq!(places(&said).0, Some(Weight::Wording), "{name}");
    }
    let unknown = tool(&json!({ "annotations": {
        "readOnlyHint": true, "openWorldHint": false, "unheardOf": 1,
    } }));
    assert!(classify(&tool(&json!({})), &unknown).is_held());
}

#[test]
fn any_other_output_is_a_widening_but_for_its_wording() {
    let with = |schema: Value| tool(&json!({ "outputSchema": schema }));
    let before = with(json!({ "type": "object", "properties": { "a": { "type": "string" } } }));
    let worded = with(json!({
        "type": "object", "description": "x",
        "properties": { "a": { "type": "string", "title": "A" } },
    }));
    assert_eq!(places(&classify(&before, &worded)).0, Some(Weight::Wording));
    for now in [json!({ "type": "object" }), json!({ "type": "object", "maxProperties": 1 })] {
        assert!(classify(&before, &with(now)).is_held());
    }
    assert!(classify(&tool(&json!({})), &before).is_held());
    assert!(classify(&before, &tool(&json!({}))).is_held());
}

#[test]
fn instructions_that_have_changed_are_always_held() {
    let of = |text| Definition::of_instructions(text).unwrap();
    assert_eq!(classify(&of("a"), &of("a")), Change::None);
    assert!(classify(&of("a"), &of("a ")).is_held());
}

#[test]
fn another_name_or_another_kind_is_held() {
    assert!(classify(&tool(&json!({})), &tool(&json!({ "name": "write" }))).is_held());
    assert!(classify(&tool(&json!({})), &prompt(&json!([]))).is_held());
}

#[test]
fn the_fields_of_a_prompt_are_judged_like_those_of_a_tool() {
    let before = prompt(&json!([{ "name": "a", "required": true }, { "name": "b" }]));
    for (arguments, weight, place) in [
        (json!([{ "name": "b" }, { "name": "a", "required": true }]), Weight::Wording, ""),
        (
            json!([{ "name": "a", "required": true }, { "name": "b", "title": "B" }]),
            Weight::Wording,
            "/arguments/b",
        ),
        (json!([{ "name": "a", "required": true }]), Weight::Narrowing, "/arguments/b"),
        (json!([{ "name": "a" }, { "name": "b" }]), Weight::Widening, "/arguments/a"),
        (
            json!([{ "name": "a", "required": true }, { "name": "b", "required": true }]),
            Weight::Widening,
            "/arguments/b",
        ),
        (
            json!([{ "name": "a", "required": true }, { "name": "b" }, { "name": "c" }]),
            Weight::Widening,
            "/arguments/c",
        ),
        (
            json!([{ "name": "a", "required": true }, { "name": "b" }, { "name": "b" }]),
            Weight::Widening,
            "/arguments",
        ),
    ] {
        let change = classify(&before, &prompt(&arguments));
        assert_eq!(places(&change), (Some(weight), vec![place]), "{arguments}");
    }
}

#[test]
fn the_heaviest_change_comes_first_and_no_flood_hides_it() {
    let properties: serde_json::Map<_, _> = (0..1_000)
        .map(|number| (format!("a{number:04}"), json!({ "type": "string", "title": "before" })))
        .collect();
    let schema = |title: &str, last: &str| {
        let mut properties = properties.clone();
        for field in properties.values_mut() {
            field["title"] = title.into();
        }
        properties.insert("z".to_owned(), json!({ "type": last }));
        tool(&json!({ "inputSchema": { "type": "object", "properties": properties } }))
    };
    let change = classify(&schema("before", "string"), &schema("after", "object"));
    assert!(change.is_held());
    assert_eq!(change.whats()[0].place, "/inputSchema/properties/z/type");
    assert_eq!(change.whats().len(), MAX_CHANGES + 1);
}

#[test]
fn a_change_says_itself_in_a_sentence_that_is_safe_to_show() {
    let name = format!("a\u{202E}{}", "b".repeat(1_000));
    let now = json!({ "inputSchema": { "type": "object", "properties": { name: {} } } });
    let change = classify(&tool(&json!({})), &tool(&now));
    let told = change.whats()[0].to_string();
    assert!(told.starts_with("a field is new (/inputSchema/properties/a⟦U+202E⟧bbb"), "{told}");
    assert!(told.len() < 200, "{told}");
}
