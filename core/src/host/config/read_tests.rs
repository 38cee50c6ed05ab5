use std::time::Duration;

use toml_edit::DocumentMut;

use super::*;
use crate::{
    ErrorCode,
    host::{
        config::{AuditArguments, AuthChoice, Launch, Start},
        policy::Posture,
    },
};

fn read(text: &str) -> Result<Config> {
    super::read(text, migrate::STEPS)
}

/// Each mistake: the text, where it is, a part of the sentence, a part of the fix.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    // Damaged or half-written.
    ("version = ", "line 1, column", "this is no TOML", "put that place right"),
    (
        "version = 1\n[servers.a]\ncommand = [\"npx\"",
        "line 3, column",
        "this is no TOML",
        "put that place right",
    ),
    ("[servers.a", "line 1, column", "this is no TOML", "put that place right"),
    (
        "[servers.a]\ncommand = ['npx']\nenabled = tru",
        "line 3, column 11",
        "this is no TOML",
        "put that place right",
    ),
    // Twice.
    (
        "[servers.a]\ncommand = ['x']\n[servers.a]\ncommand = ['y']\n",
        "line 3, column 10",
        "for the second time",
        "rename or remove one of the two",
    ),
    (
        "[servers.a]\ncommand = ['x']\nenabled = true\nenabled = false\n",
        "line 4, column 1",
        "for the second time",
        "rename or remove one of the two",
    ),
    // Unknown keys and words.
    ("sever = 1\n", "line 1, column 1", "`sever` is no key", "write `servers` if that was meant"),
    (
        "[servers.a]\ncomand = ['x']\n",
        "line 2, column 1",
        "`comand` is no key",
        "write `command` if that was meant",
    ),
    (
        "[servers.a]\ncommand = ['x']\n[servers.a.confine]\nmemroy = '1MiB'\n",
        "line 4, column 1",
        "`memroy` is no key",
        "write `memory` if that was meant",
    ),
    (
        "[servers.a]\ncommand = ['x']\ntools = { on = [] }\n",
        "line 3, column 11",
        "`on` is no key",
        "the keys here are off, read",
    ),
    ("[gateway]\nzzz = 1\n", "line 2, column 1", "`zzz` is no key", "the keys here are port"),
    (
        "[servers.a]\ncommand = ['x']\nposture = 'hunter2'\n",
        "line 3, column 11",
        "this word has no meaning here",
        "write \"read-only\" or \"ask-for-writes\" or \"ask-always\" or \"block\"",
    ),
    (
        "[audit]\narguments = 'hunter2'\n",
        "line 2, column 13",
        "no meaning here",
        "\"shape\" or \"full\"",
    ),
    // Of another kind.
    (
        "[servers.a]\ncommand = 'hunter2'\n",
        "line 2, column 11",
        "a text stands where a list is wanted",
        "write a list",
    ),
    (
        "[servers.a]\ncommand = ['x', 7]\n",
        "line 2, column 17",
        "a number stands where a text is wanted",
        "write a text",
    ),
    (
        "[servers.a]\ncommand = ['x']\nenvironment = 'hunter2'\n",
        "line 3, column 15",
        "a text stands where a table is wanted",
        "write a table",
    ),
    (
        "[servers]\na = 'hunter2'\n",
        "line 2, column 5",
        "a text stands where a table is wanted",
        "write a table",
    ),
    ("[gateway]\nport = 70000\n", "line 2, column 8", "not possible here", "write one that is"),
    (
        "[servers.a]\ncommand = ['x']\nstart = 7\n",
        "line 3, column 9",
        "a text is wanted here",
        "in quotes",
    ),
    // Names.
    (
        "[servers.'my files']\ncommand = ['x']\n",
        "line 1, column 10",
        "`my files` cannot be the name of a server",
        "letters, digits",
    ),
    // What does not go together.
    (
        "[servers.a]\ncommand = ['x']\naddress = 'https://x.example'\n",
        "line 1, column 1",
        "both a `command` and an `address`",
        "keep the one",
    ),
    (
        "[servers.a]\nenabled = true\n",
        "line 1, column 1",
        "neither a `command` nor an `address`",
        "write command =",
    ),
    ("[servers.a]\ncommand = []\n", "line 1, column 1", "names no program", "write the program"),
    ("[servers.a]\ncommand = ['']\n", "line 1, column 1", "names no program", "write the program"),
    (
        "[servers.a]\ncommand = ['x']\nheaders = {}\n",
        "line 1, column 1",
        "`headers` is for a server at an address",
        "leave `headers` out",
    ),
    (
        "[servers.a]\naddress = 'https://x.example'\nfolder = '/x'\n",
        "line 1, column 1",
        "`folder` is for a server that is started",
        "leave `folder` out",
    ),
    (
        "[servers.a]\naddress = 'https://x.example'\nauth = 'none'\nscopes = ['x']\n",
        "line 1, column 1",
        "`scopes` is for a server that is signed in to",
        "leave `scopes` out",
    ),
    (
        "[servers.a]\ncommand = ['x']\nprefix = 'b'\n",
        "line 1, column 1",
        "a `prefix` can only be empty",
        "leave `prefix` out",
    ),
    (
        "[servers.a]\ncommand = ['x']\nprefix = ''\n[servers.b]\ncommand = ['x']\n",
        "line 3, column 10",
        "a has an empty `prefix`, and is not the only server",
        "leave `prefix` out",
    ),
    // Values.
    (
        "[servers.a]\naddress = 'ftp://hunter2.example'\n",
        "line 1, column 1",
        "no address of HTTP",
        "https://host/mcp",
    ),
    (
        "[servers.a]\naddress = 'https://me:hunter2@x.example'\n",
        "line 1, column 1",
        "a password",
        "in a header",
    ),
    (
        "[servers.a]\naddress = 'https://x.example'\nheaders = { 'a b' = '1' }\n",
        "line 1, column 1",
        "`a b` cannot be the name of a header",
        "letters",
    ),
    (
        "[servers.a]\ncommand = ['x']\nenvironment = { 'A=B' = '1' }\n",
        "line 1, column 1",
        "no valid name",
        "no =",
    ),
    (
        "[servers.a]\ncommand = ['x', '${env:hunter2']\n",
        "line 2, column 17",
        "`${` is not closed",
        "$${",
    ),
    (
        "[servers.a]\ncommand = ['x', '${secret:a}']\n",
        "line 2, column 17",
        "others can read it",
        "`environment` or `headers`",
    ),
    (
        "[servers.a]\ncommand = ['x']\nfolder = 'hunter2'\n",
        "line 3, column 10",
        "not absolute",
        "the whole path",
    ),
    (
        "[servers.a]\ncommand = ['x']\nroots = ['/x', '~/x']\n",
        "line 3, column 16",
        "not absolute",
        "${env:HOME}",
    ),
    ("[servers.a]\ncommand = ['x']\ntimeout = '60'\n", "line 3, column 11", "no time", "60s"),
    (
        "[servers.a]\ncommand = ['x']\n[servers.a.confine]\nmemory = '1'\n",
        "line 4, column 10",
        "no amount of memory",
        "512MiB",
    ),
    (
        "[servers.a]\ncommand = ['x']\n[servers.a.confine]\nprocesses = 0\n",
        "line 3, column 1",
        "`processes`",
        "at least 1",
    ),
    (
        "[servers.a]\ncommand = ['x']\ntools = { off = [''] }\n",
        "line 3, column 18",
        "matches no tool",
        "`*`",
    ),
    // Rules.
    ("\n[[policy]]\neffect = 'deny'\n", "line 2", "a rule has no name", "write name"),
    (
        "[[policy]]\nname = 'a'\n[[policy]]\nname = 'a'\n",
        "line 3, column 1",
        "a rule named `a` already",
        "its own name",
    ),
    // The version.
    ("# hunter2\nversion = 2\n", "line 2, column 11", "newer than this program", "update Hostline"),
    ("version = 0\n", "line 1, column 11", "no number from 1", "write version = 1"),
    ("version = '1'\n", "line 1, column 11", "no number from 1", "write version = 1"),
];

#[test]
fn each_mistake_is_told_with_its_place_and_its_fix() {
    let mut untold = Vec::new();
    for (text, place, message, fix) in MISTAKES {
        let Err(error) = read(text) else { panic!("{text} was read") };
        let is_told = error.code() == ErrorCode::Storage
            && error.message().starts_with(place)
            && error.message().contains(message)
            && error.next_step().is_some_and(|told| told.contains(fix))
            && !format!("{error:?}").contains("hunter2");
        if !is_told {
            untold.push(format!("{text}\n  {error:?}"));
        }
    }
    assert!(untold.is_empty(), "{}", untold.join("\n"));
}

#[test]
fn no_text_that_was_cut_off_makes_a_panic() {
    let text = include_str!("example.toml");
    for end in text.char_indices().map(|(at, _)| at) {
        let _ = read(&text[..end]);
    }
}

#[test]
fn no_depth_makes_a_panic() {
    let key = vec!["a"; 79].join(".");
    let mut value = "1".to_owned();
    for _ in 0..78 {
        value = format!("{{ {key} = {value} }}");
    }
    for text in [
        format!("policy = [{value}]"),
        format!("[servers.{key}]\n{key} = {value}"),
        format!("policy = {}", "[".repeat(100_000)),
        format!("{} = 1", vec!["a"; 100_000].join(".")),
        format!("[[{}]]", vec!["policy"; 79].join(".")),
    ] {
        assert!(read(&text).is_err());
    }
}

#[test]
fn everything_that_can_be_written_is_read() {
    let config = read(include_str!("example.toml")).unwrap();
    let files = &config.servers["files"];
    let Launch::Command { command, folder, environment } = &files.launch else { panic!() };
    assert_eq!(command.len(), 4);
    assert_eq!(folder.as_ref().unwrap().as_str(), "/home/me");
    assert_eq!(environment["TOKEN"].secrets().collect::<Vec<_>>(), ["files-token"]);
    assert!(!files.enabled && files.trusted && !files.unprefixed);
    assert_eq!((files.start, files.posture), (Start::AtStart, Posture::AskAlways));
    assert!(files.tools.off[0].matches("delete_file") && files.tools.read[0].matches("list_files"));
    assert_eq!(files.roots[0].as_str(), "/home/me/proj");
    assert_eq!(files.timeout, Some(Duration::from_mins(1)));
    let confine = files.confine.as_ref().unwrap();
    assert_eq!((confine.read.len(), confine.write.len(), confine.network), (2, 1, true));
    assert_eq!((confine.memory, confine.processes), (Some(512 << 20), Some(32)));
    let weather = &config.servers["weather"];
    let Launch::Address { address, headers, auth, issuer, client_id, scopes } = &weather.launch
    else {
        panic!()
    };
    assert_eq!(address.as_str(), "https://weather.example/mcp");
    assert_eq!(headers["X-Api-Key"].secrets().count(), 1);
    assert_eq!(*auth, AuthChoice::Oauth);
    assert_eq!(issuer.as_ref().unwrap().as_str(), "https://id.example");
    assert_eq!(client_id.as_ref().unwrap().as_str(), "hostline");
    assert_eq!(scopes, &["read"]);
    assert!(weather.enabled && weather.confine.is_none());
    assert_eq!(
        config.policy.iter().map(|rule| (rule.line(), rule.name())).collect::<Vec<_>>(),
        [(36, "no-deleting"), (41, "weather"),]
    );
    assert_eq!(config.policy[1].table()["where"][0]["argument"], "city");
    assert_eq!(config.gateway.port, Some(4100));
    assert_eq!(config.audit.arguments, AuditArguments::Full);
}

#[test]
fn an_entry_that_is_written_reads_as_itself() {
    let config = read(include_str!("example.toml")).unwrap();
    for entry in config.servers.values() {
        let json = serde_json::to_value(entry).unwrap();
        assert_eq!(serde_json::from_value::<ServerEntry>(json).unwrap(), *entry);
    }
}

#[test]
fn servers_may_be_written_in_every_way_of_toml() {
    for text in [
        "[servers.a]\ncommand = ['x']\n",
        "[servers]\na = { command = ['x'] }\n",
        "servers = { a = { command = ['x'] } }\n",
        "servers.a.command = ['x']\n",
        "[servers]\na.command = ['x']\n",
        "\u{feff}[servers.a]\r\ncommand = ['x']\r\n",
    ] {
        assert_eq!(read(text).unwrap().servers.len(), 1, "{text}");
    }
    assert_eq!(read("").unwrap(), Config::default());
    assert_eq!(read("# nothing\n").unwrap(), Config::default());
}

/// Version 2 of a test calls `gateway` `door`, and has servers switched off unless it says so.
const STEPS_OF_A_TEST: &[Step] = &[rename_gateway, note_the_first_server];

fn rename_gateway(document: &mut DocumentMut) {
    if let Some(door) = document.remove("door") {
        document.insert("gateway", door);
    }
}

fn note_the_first_server(document: &mut DocumentMut) {
    if let Some(first) = document.get_mut("servers").and_then(|servers| servers.get_mut("a")) {
        first["trusted"] = toml_edit::value(true);
    }
}

#[test]
fn a_file_of_an_earlier_version_is_brought_up_to_date() {
    let rest = "# of the person\n[servers.a]\ncommand = ['x'] # mine\n";
    for (text, port, trusted) in [
        (format!("[door]\nport = 7\n{rest}"), Some(7), true),
        (format!("version = 1 # one\n[door]\nport = 7\n{rest}"), Some(7), true),
        (format!("version = 2\n[gateway]\nport = 7\n{rest}"), Some(7), true),
        (format!("version = 3\n[gateway]\nport = 7\n{rest}"), Some(7), false),
    ] {
        let config = super::read(&text, STEPS_OF_A_TEST).unwrap();
        assert_eq!(config.gateway.port, port, "{text}");
        assert_eq!(config.servers["a"].trusted, trusted, "{text}");
    }
    let text = format!("version = 1 # one\n[door]\nport = 7\n{rest}");
    let document = crate::host::config::edit::open(&text, STEPS_OF_A_TEST).unwrap().to_string();
    assert!(document.starts_with("version = 3 # one\n"), "{document}");
    assert!(document.contains("# of the person") && document.contains("# mine"), "{document}");
    assert_eq!(super::read(&document, STEPS_OF_A_TEST).unwrap().gateway.port, Some(7));
    let error = super::read("version = 4\n", STEPS_OF_A_TEST).unwrap_err();
    assert!(error.message().contains("which knows 3"), "{error}");
}

#[test]
fn secrets_in_plain_text_are_noted_without_their_values() {
    let config = read(
        r#"
        [servers.a]
        command = ["x", "--token=hunter2", "--level=info", "ghp_hunter2hunter2", "sk-"]
        environment = { API_KEY = "hunter2", LOG = "info", TOKEN = "${secret:a}", GITHUB_TOKEN = "${env:T}", X = "github_pat_hunter2", PASSWORD = "" }
        [servers.b]
        address = "https://x.example/mcp?city=x&access_token=hunter2"
        headers = { Authorization = "Bearer hunter2", Accept = "text/plain" }
        "#,
    )
    .unwrap();
    let notes = config.notes();
    let places: Vec<_> = notes.iter().map(|note| (note.server.as_str(), &*note.place)).collect();
    assert_eq!(
        places,
        [
            ("a", "command[1] --token"),
            ("a", "command[3]"),
            ("a", "environment.API_KEY"),
            ("a", "environment.X"),
            ("b", "address"),
            ("b", "headers.Authorization"),
        ]
    );
    assert!(notes.iter().all(|note| !note.to_string().contains("hunter2")));
    assert!(notes[0].to_string().contains("${secret:NAME}"));
}
