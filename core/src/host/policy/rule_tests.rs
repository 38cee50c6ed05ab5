use super::*;

fn read(text: &str) -> Result<Rule, String> {
    toml_edit::de::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_star_stands_for_any_characters_and_nothing_else_does() {
    for (pattern, name) in [
        ("read", "read"),
        ("*", ""),
        ("*", "read_file"),
        ("read_*", "read_"),
        ("read_*", "read_file"),
        ("*_file", "read_file"),
        ("r*d_*e", "read_file"),
        ("*a*a*", "aa"),
        ("a*b*b", "abb"),
        ("**", "x"),
        ("?", "?"),
        ("a.b", "a.b"),
    ] {
        assert!(Pattern::from(pattern).fits(name), "{pattern} {name}");
    }
    for (pattern, name) in [
        ("read", "reads"),
        ("read", "Read"),
        ("", "read"),
        ("read_*", "read"),
        ("*_file", "read_files"),
        ("a*a", "a"),
        ("*a*a*", "a"),
        ("a*b*b", "ab"),
        ("?", "x"),
        ("a.b", "axb"),
        ("[a-z]", "a"),
    ] {
        assert!(!Pattern::from(pattern).fits(name), "{pattern} {name}");
    }
}

#[test]
fn a_pattern_of_many_stars_is_matched_at_once() {
    let (pattern, name) = ("a*".repeat(1_000), "a".repeat(100_000));
    assert!(Pattern::from(pattern.as_str()).fits(&name));
    assert!(!Pattern::from(format!("{pattern}b").as_str()).fits(&name));
}

#[test]
fn a_rule_is_read_from_its_table() {
    let rule = read(
        r#"
        name = "read-project"
        effect = "allow"
        server = "files"
        tool = "read_*"
        client = "editor"
        where = [{ argument = "path", below = "~/proj" }, { no-secrets = true }]
        "#,
    )
    .unwrap();
    assert_eq!(rule.name, "read-project");
    assert_eq!(rule.effect, Effect::Allow);
    assert_eq!(rule.actions, BTreeSet::from([ActionKind::CallTool]));
    assert_eq!(rule.tool, Some("read_*".into()));
    assert_eq!(rule.constraints.len(), 2);

    let written = serde_json::to_value(&rule).unwrap();
    assert_eq!(serde_json::from_value::<Rule>(written).unwrap(), rule);
    assert_eq!(read(&toml_edit::ser::to_string(&rule).unwrap()).unwrap(), rule);
}

#[test]
fn a_rule_is_about_one_action_or_several() {
    let actions = |action: &str| {
        let rule = read(&format!("name = \"a\"\neffect = \"deny\"\naction = {action}"));
        rule.map(|rule| rule.actions)
    };
    assert_eq!(actions("\"sample\"").unwrap(), BTreeSet::from([ActionKind::Sample]));
    assert_eq!(
        actions("[\"open\", \"start\"]").unwrap(),
        BTreeSet::from([ActionKind::Open, ActionKind::Start])
    );
    for wrong in ["[]", "\"all\"", "1", "[\"open\", 1]"] {
        assert!(actions(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_rule_that_says_nothing_or_too_much_is_refused() {
    let long = format!("name = {:?}\neffect = \"ask\"", "a".repeat(MAX_RULE_NAME + 1));
    for (text, complaint) in [
        ("effect = \"ask\"", "name"),
        ("name = \"a\"", "effect"),
        ("name = \"\"\neffect = \"ask\"", "1 to 64 characters"),
        ("name = \"a\\u202E\"\neffect = \"ask\"", "1 to 64 characters"),
        (&long, "1 to 64 characters"),
        ("name = \"a\"\neffect = \"maybe\"", "maybe"),
        ("name = \"a\"\neffect = \"ask\"\ntools = \"b\"", "tools"),
        (
            "name = \"a\"\neffect = \"ask\"\naction = \"sample\"\ntool = \"b\"",
            "only calls of tools",
        ),
        (
            "name = \"a\"\neffect = \"ask\"\naction = [\"call-tool\", \"sample\"]\n\
             where = [{ no-secrets = true }]",
            "only calls of tools",
        ),
        ("name = \"a\"\neffect = \"allow\"\naction = \"open\"", "a person is asked"),
        ("name = \"a\"\neffect = \"allow\"\naction = [\"start\", \"roots\"]", "a person is asked"),
        (
            "name = \"a\"\neffect = \"allow\"\nwhere = [{ argument = \"path\", below = \"proj\" }]",
            "write it from the root",
        ),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn two_rules_may_not_have_one_name_and_there_may_not_be_too_many() {
    let rule = |name: &str| read(&format!("name = {name:?}\neffect = \"ask\"")).unwrap();
    check_rules(&[rule("a"), rule("b")]).unwrap();
    let error = check_rules(&[rule("a"), rule("b"), rule("a")]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(error.message().contains("`a`"), "{error}");
    let many: Vec<Rule> = (0..=MAX_RULES).map(|number| rule(&format!("rule-{number}"))).collect();
    assert_eq!(check_rules(&many).unwrap_err().code(), ErrorCode::InvalidInput);
    check_rules(&many[1..]).unwrap();
}
