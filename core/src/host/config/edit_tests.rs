use serde_json::json;

use super::*;
use crate::host::config::{Config, Template, layout::Layout};

/// Texts that a person may have written, in every way of TOML.
const TEXTS: &[&str] = &[
    "version = 1\n",
    "# only a comment\n",
    "# no line end",
    "version = 1",
    "version = 1\n\n\n",
    "version = 1\n  ",
    "version = 1\r\n\r\n# mine\r\n[servers.a]\r\ncommand = ['x']\r\n",
    "\u{feff}version = 1\n[servers.a]\ncommand = ['x']\n",
    "[servers.a]\ncommand = ['x'] # why\n# at the end\n",
    "[servers.a]\ncommand = ['x']\n# at the end",
    "# head\n\n# of a\n[servers.a]\ncommand = ['x']\n\n# for itself\n\n# of audit\n[audit]\narguments = 'full'\n",
    "[servers.a]\ncommand = ['x']\n[audit]\n[servers.b]\ncommand = ['x']\n[gateway]\n",
    "[servers.a]\ncommand = ['x']\n[servers.b]\ncommand = ['x']\n[servers.a.confine]\nmemory = '1MiB'\n",
    "[servers]\n# inside\na = { command = ['x'] } # one line\n",
    "servers = { a = { command = ['x'] } }\n",
    "servers = {}\n",
    "servers.a.command = ['x']\n",
    "[servers]\na.command = ['x']\n[audit]\n",
    "[[policy]]\nname = 'a'\n# end of a\n\n[[policy]]\nname = 'b'\n\n[audit]\n",
    "policy = [{ name = 'a' }, { name = 'b' }] # two\n[servers.a]\ncommand = ['x']\n",
    include_str!("example.toml"),
];

fn name(text: &str) -> ServerName {
    ServerName::parse(text).unwrap()
}

fn entry() -> ServerEntry {
    let table = "[servers.a]\ncommand = ['npx', '-y', \"it's\", '${env:HOME}']\n\
                 environment = { A = '${secret:a}' }\nposture = 'block'\n\
                 confine = { write = ['/x'], memory = '1GiB' }\n";
    Config::parse(table).unwrap().servers.remove("a").unwrap()
}

/// The text after a change, as a file has it.
fn changed(text: &str, change: impl FnOnce(&mut DocumentMut) -> Result<()>) -> Result<String> {
    let (layout, plain) = Layout::of(text);
    let mut document = open(&plain, migrate::STEPS)?;
    change(&mut document)?;
    let after = layout.restore(document.to_string());
    Config::parse(&after).map(|_| after)
}

#[test]
fn what_is_added_and_removed_again_leaves_no_trace() {
    for text in TEXTS {
        let before = Config::parse(text).unwrap();
        let added = changed(text, |document| add(document, &name("new"), &entry())).unwrap();
        let mut config = Config::parse(&added).unwrap();
        assert_eq!(config.servers.remove("new"), Some(entry()), "{added}");
        assert_eq!(config.servers, before.servers, "{added}");
        assert_eq!((&config.gateway, &config.audit), (&before.gateway, &before.audit), "{added}");
        let removed = changed(&added, |document| remove(document, &name("new"))).unwrap();
        assert_eq!(removed, *text, "between: {added}");
    }
}

#[test]
fn a_rule_that_is_added_and_removed_again_leaves_no_trace() {
    let rule = json!({ "name": "new", "effect": "deny", "where": [{ "argument": "a", "n": 1 }] });
    for text in TEXTS {
        let added = changed(text, |document| add_rule(document, &rule)).unwrap();
        let config = Config::parse(&added).unwrap();
        assert_eq!(config.policy.last().unwrap().table(), &rule, "{added}");
        let removed = changed(&added, |document| remove_rule(document, "new")).unwrap();
        assert_eq!(removed, *text, "between: {added}");
    }
}

#[test]
fn a_change_that_changes_nothing_leaves_every_byte() {
    for text in TEXTS {
        assert_eq!(changed(text, |_| Ok(())).unwrap(), *text);
    }
}

#[test]
fn several_that_are_added_can_go_in_any_order() {
    for text in TEXTS {
        let names = ["one", "two", "three"].map(name);
        let add_all = |document: &mut DocumentMut| {
            names.iter().try_for_each(|name| add(document, name, &entry()))
        };
        let added = changed(text, add_all).unwrap();
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
            let mut now = added.clone();
            for at in order {
                now = changed(&now, |document| remove(document, &names[at])).unwrap();
            }
            assert_eq!(now, *text, "{order:?} between: {added}");
        }
    }
}

#[test]
fn an_empty_file_begins_with_its_version() {
    let text = changed("", |document| add(document, &name("a"), &entry())).unwrap();
    let expected = r#"version = 1

[servers.a]
command = ["npx", "-y", "it's", "${env:HOME}"]
environment = { A = "${secret:a}" }
posture = "block"

[servers.a.confine]
write = ["/x"]
network = false
memory = "1GiB"
"#;
    assert_eq!(text, expected);
}

#[test]
fn a_new_server_stands_behind_the_others() {
    let text = "[servers.a]\ncommand = ['x']\n\n# of audit\n[audit]\n";
    let entry = ServerEntry::of_address(Template::literal("https://x.example"));
    let text = changed(text, |document| add(document, &name("b"), &entry)).unwrap();
    let expected = "[servers.a]\ncommand = ['x']\n\n[servers.b]\naddress = \"https://x.example\"\n\n\
                    # of audit\n[audit]\n";
    assert_eq!(text, expected);
}

#[test]
fn a_server_takes_its_own_comments_with_it_and_no_others() {
    let text = "# head\n\n# of a\n[servers.a]\ncommand = ['x'] # in a\n\n# for itself\n\n# of b\n\
                [servers.b]\ncommand = ['y']\n\n# tail\n\n# of c\n[servers.c]\ncommand = ['z']\n# end\n";
    for (server, gone, text_after) in [
        ("a", "of a", "# head\n\n# for itself\n\n# of b\n[servers.b]\n"),
        ("b", "of b", "command = ['x'] # in a\n\n# for itself\n\n# tail\n\n# of c\n[servers.c]\n"),
        ("c", "of c", "command = ['y']\n\n# tail\n# end\n"),
    ] {
        let after = changed(text, |document| remove(document, &name(server))).unwrap();
        assert!(!after.contains(gone), "{after}");
        assert!(after.contains(text_after), "{after}");
    }
}

#[test]
fn a_value_is_set_where_it_stands() {
    let text = "[servers.a]\n# why\ncommand = ['x']\nenabled = true # for now\n\n[servers.a.confine]\n\
                memory = '1MiB'\n";
    let set = |path: &[&str], value: Option<Json>| {
        let path: Vec<String> = path.iter().map(|key| (*key).to_owned()).collect();
        changed(text, |document| super::set(document, &name("a"), &path, value.as_ref()))
    };
    let replaced = |old: &str, new: &str| text.replace(old, new);
    assert_eq!(
        set(&["command"], Some(json!(["y", "z"]))).unwrap(),
        replaced("['x']", "[\"y\", \"z\"]")
    );
    assert_eq!(
        set(&["confine", "memory"], Some(json!("2GiB"))).unwrap(),
        replaced("'1MiB'", "\"2GiB\"")
    );
    assert_eq!(
        set(&["posture"], Some(json!("block"))).unwrap(),
        replaced("# for now\n", "# for now\nposture = \"block\"\n")
    );
    assert_eq!(
        set(&["tools", "off"], Some(json!(["a"]))).unwrap(),
        replaced("# for now\n", "# for now\ntools = { off = [\"a\"] }\n")
    );
    assert_eq!(set(&["enabled"], None).unwrap(), replaced("enabled = true # for now\n", ""));
    assert_eq!(set(&["tools", "off"], None).unwrap(), text);
    for (path, value) in [
        (&["comand"][..], json!(1)),
        (&["command"], json!("x")),
        (&["command", "x"], json!("x")),
        (&["posture"], json!(null)),
        (&["timeout"], json!("soon")),
        (&[], json!(1)),
    ] {
        assert!(set(path, Some(value)).is_err(), "{path:?}");
    }
}

#[test]
fn a_server_is_switched_off_and_on_again() {
    let switched = |text: &str, enabled| {
        changed(text, |document| set_enabled(document, &name("a"), enabled)).unwrap()
    };
    let text = "[servers.a]\ncommand = ['x']\n# end\n";
    assert_eq!(switched(text, true), text);
    let off = switched(text, false);
    assert_eq!(off, "[servers.a]\ncommand = ['x']\nenabled = false\n# end\n");
    assert_eq!(switched(&off, true), off.replace("false", "true"));
    let inline = "servers = { a = { command = ['x'], enabled = true } } # why\n";
    assert_eq!(switched(inline, false), inline.replace("true", "false"));
}

#[test]
fn what_is_there_or_not_there_already_is_told() {
    let text = "[servers.a]\ncommand = ['x']\n";
    let errors = [
        changed(text, |document| add(document, &name("a"), &entry())),
        changed(text, |document| remove(document, &name("b"))),
        changed(text, |document| set_enabled(document, &name("b"), true)),
        changed(text, |document| remove_rule(document, "b")),
        changed(text, |document| add_rule(document, &json!("b"))),
    ];
    for error in errors {
        assert_eq!(error.unwrap_err().code(), ErrorCode::InvalidInput);
    }
    // Nothing but the whole result tells these.
    let twice = "[[policy]]\nname = 'a'\n";
    assert!(changed(twice, |document| add_rule(document, &json!({ "name": "a" }))).is_err());
    let alone = "[servers.a]\ncommand = ['x']\nprefix = ''\n";
    assert!(changed(alone, |document| add(document, &name("b"), &entry())).is_err());
}
