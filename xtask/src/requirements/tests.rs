//! What the ledger refuses.

use std::path::Path;

use super::{
    evidence::{Declaration, Evidence, declaration, tests},
    ledger::{Ledger, Standing},
    mutations,
    pages::{Pages, count_statements},
    statement::Statement,
};

const PAGES: &str = "[2025-11-25]\n\"basic/ping\" = 2\n";

fn rule(id: &str, ordinals: &[usize], rest: &str) -> String {
    let statements: Vec<String> =
        ordinals.iter().map(|ordinal| format!("\"2025-11-25 basic/ping {ordinal}\"")).collect();
    let statements = statements.join(", ");
    format!(
        "[[rule]]\nid = \"{id}\"\nsays = \"It is so.\"\nparty = \"both\"\n\
         statements = [{statements}]\n{rest}\n"
    )
}

fn complaints(text: &str) -> Vec<String> {
    let pages = Pages::parse(PAGES).expect("the pages are valid");
    Ledger::parse(text).expect("the rows are valid").complaints(&pages)
}

#[test]
fn a_ledger_that_accounts_for_all_is_right() {
    let text = rule("one", &[1], "tests = [\"scenario ping/both-ways\"]")
        + &rule("another-one", &[2], "open = \"a test\"");
    assert_eq!(complaints(&text), Vec::<String>::new());
}

#[test]
fn a_statement_in_two_rules_or_in_none_is_told() {
    let text = rule("one", &[1], "open = \"a test\"") + &rule("two", &[1], "open = \"a test\"");
    let expected =
        ["two: 2025-11-25 basic/ping 1 stands in one too", "2025-11-25 basic/ping 2 is in no rule"];
    assert_eq!(complaints(&text), expected);
}

#[test]
fn a_statement_that_there_is_not_is_told() {
    let found = complaints(&rule("one", &[1, 2, 3], "open = \"a test\""));
    assert_eq!(found, ["one: there is no statement 2025-11-25 basic/ping 3"]);
}

#[test]
fn a_rule_is_tested_or_set_aside_or_open() {
    let cases = [
        ("", "it has no test, no reason why it does not apply, and nothing that is open"),
        ("not_applicable = \"\"", "it gives no reason why it does not apply"),
        (
            "not_applicable = \"so\"\ntests = [\"scenario a/b\"]",
            "what does not apply is neither tested nor open",
        ),
    ];
    for (rest, complaint) in cases {
        assert_eq!(complaints(&rule("one", &[1, 2], rest)), [format!("one: {complaint}")]);
    }
    let twice = rule("a", &[1], "open = \"x\"") + &rule("a", &[2], "open = \"x\"");
    assert_eq!(complaints(&twice), ["a: another rule has this id"]);
    let named = complaints(&rule("One", &[1, 2], "open = \"x\""));
    assert_eq!(named, ["One: the id is not words in lower case with hyphens between"]);
}

#[test]
fn a_test_beside_something_open_does_not_account_for_the_rule() {
    let text = rule("one", &[1, 2], "tests = [\"scenario a/b\"]\nopen = \"the other half\"");
    let ledger = Ledger::parse(&text).expect("it is valid");
    assert_eq!(ledger.rules[0].standing(), Standing::Open);
}

#[test]
fn what_is_no_statement_or_no_test_is_refused() {
    for text in ["", "2025-11-25 basic/ping", "2025-11-25 basic/ping 0", "2025-11-25  ping 1"] {
        assert!(Statement::parse(text).is_err(), "{text}");
    }
    for text in ["", "rust", "rust agents a::b", "scenario", "scenario a b", "swift a"] {
        assert!(Evidence::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_test_is_a_function_that_is_marked_as_one() {
    let source = "#[test]\nfn one() {}\n\nfn two() {}\n\n\
                  #[tokio::test(start_paused = true)]\n/// Why.\nasync fn three() {}\n";
    assert!(tests(source, "one") && tests(source, "three"));
    assert!(!tests(source, "two") && !tests(source, "on") && !tests(source, "four"));
}

#[test]
fn a_module_is_found_where_its_declaration_says() {
    let source = "mod one;\n#[cfg(test)]\n#[path = \"two_tests.rs\"]\nmod tests;\n\n\
                  pub(crate) mod three {\n}\n// a mod four;\n";
    assert_eq!(declaration(source, "one"), Some(Declaration::Beside));
    assert_eq!(declaration(source, "tests"), Some(Declaration::At("two_tests.rs".to_owned())));
    assert_eq!(declaration(source, "three"), Some(Declaration::Inline));
    assert_eq!(declaration(source, "four"), None);
    assert_eq!(declaration(source, "on"), None);
}

#[test]
fn bold_words_alone_are_statements() {
    let page = "It **MUST** be so, **MUST NOT** be else, and MUST not be counted twice: **MUST**.";
    assert_eq!(count_statements(page), 3);
}

#[test]
fn each_fault_can_be_put_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around it");
    mutations::find(root).expect("each text stands once");
}

#[test]
fn the_draw_is_the_same_each_time_and_leaves_out_what_cargo_does_not_run() {
    let rows: String = (1..=40)
        .map(|number| rule(&format!("rule-{number}"), &[1], "tests = [\"scenario a/b\"]"))
        .collect();
    let text = rows + &rule("suite", &[2], "tests = [\"conformance client a\"]");
    let draw = |text: &str| -> Vec<String> {
        let ledger = Ledger::parse(text).expect("it is valid");
        mutations::draw(&ledger).iter().map(|rule| rule.id.clone()).collect()
    };
    let drawn = draw(&text);
    assert_eq!((drawn.len(), draw(&text)), (20, drawn.clone()));
    assert!(!drawn.contains(&"suite".to_owned()));
    let grown = draw(&(text + &rule("rule-41", &[2], "tests = [\"scenario a/b\"]")));
    assert!(drawn.iter().filter(|id| grown.contains(id)).count() >= 19, "a new rule moves one");
}

#[test]
fn a_fault_is_shown_by_a_test_of_its_rule() {
    let tests = "tests = [\"rust core a::b\", \"scenario c/d\", \"conformance client e\"]";
    let ledger = Ledger::parse(&rule("one", &[1], tests)).expect("it is valid");
    for (test, is_its_own) in [
        ("--lib a::b", true),
        ("SCENARIO=c/d --test rust scenarios::all", true),
        ("--lib a::bc", false),
        ("--lib b", false),
        ("SCENARIO=c --test rust scenarios::all", false),
        ("--test rust scenarios::all", false),
        ("--lib e", false),
    ] {
        assert_eq!(mutation(test).runs_a_test_of(&ledger.rules[0]), is_its_own, "{test}");
    }
}

/// A fault of this test.
fn mutation(test: &str) -> mutations::Mutation {
    let text = format!(
        "rule = \"one\"\nfile = \"a.rs\"\nfind = \"there\"\nreplace = \"gone\"\ntest = \"{test}\""
    );
    toml::from_str(&text).expect("it is valid")
}
