//! The servers of the configuration.

use std::{fs, path::PathBuf};

use serde_json::json;

use super::support::{Said, command, finish, folder};

/// A configuration of a test.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        Self(folder().join("hostline.toml"))
    }

    async fn run(&self, arguments: &[&str]) -> Said {
        let mut command = command(arguments);
        command.env("HOSTLINE_CONFIG", &self.0);
        command.env("HOSTLINE_DATA_DIR", self.0.with_file_name("data"));
        finish(command).await
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap()
    }
}

#[tokio::test]
async fn a_server_that_is_added_with_folders_is_confined_to_them() {
    let place = Place::new();
    let command = ["--", "npx", "-y", "notes-server"];
    let confined =
        ["add", "notes", "--yes", "--read", "/usr/share/dict", "--write", "/home/me/notes"];
    let added = place.run(&[&confined[..], &command].concat()).await;
    assert_eq!(added.code, Some(0), "{added:?}");
    let text = place.text();
    for line in ["[servers.notes.confine]", "\"/usr/share/dict\"", "\"/home/me/notes\""] {
        assert!(text.contains(line), "{text}");
    }
    let list = place.run(&["list", "--json"]).await.json();
    assert_eq!(list[0]["confined"], true);
    let alone = place.run(&[&["add", "other", "--yes", "--network"], &command[..]].concat()).await;
    assert!(alone.code == Some(2) && alone.err.contains("--confine"), "{alone:?}");
    let address = ["add", "far", "https://example.com/mcp", "--yes", "--confine"];
    let refused = place.run(&address).await;
    assert!(refused.code == Some(2) && refused.err.contains("--confine"), "{refused:?}");
}

#[tokio::test]
async fn servers_come_and_go_and_are_switched() {
    let place = Place::new();
    assert_eq!(place.run(&["list", "--json"]).await.json(), json!([]));
    let added = place
        .run(&["add", "files", "npx -y 'some server'", "--yes", "--env", "LOG", "--env", "A=b"])
        .await;
    assert_eq!(added.err, format!("added files to {}\n", place.0.display()));
    let words = [
        "add",
        "more",
        "--yes",
        "--posture",
        "block",
        "--disabled",
        "--",
        "x",
        "-y",
        "${env:HOME}",
    ];
    assert_eq!(place.run(&words).await.code, Some(0));
    let address = "https://weather.example/mcp";
    let header = "X-Api-Key: @secret:weather";
    place.run(&["add", "weather", address, "--yes", "--no-auth", "--header", header]).await;

    let listed = place.run(&["list"]).await;
    let expected = "\
files    on   ask-for-writes  npx -y 'some server'
more     off  block           x -y '${env:HOME}'
weather  on   ask-for-writes  https://weather.example/mcp
";
    assert_eq!((listed.out.as_str(), listed.err.as_str()), (expected, ""));
    let servers = place.run(&["list", "--json"]).await.json();
    assert_eq!(servers[0]["command"], json!(["npx", "-y", "some server"]));
    assert_eq!(servers[0]["environment"], json!(["A", "LOG"]));
    assert_eq!(servers[2]["secrets"], json!(["weather"]));
    assert_eq!(servers[2]["auth"], "none");

    assert_eq!(place.run(&["enable", "more"]).await.err, "enabled more\n");
    let disabled = place.run(&["disable", "files", "--json"]).await.json();
    assert_eq!(disabled, json!({ "disabled": "files" }));
    let servers = place.run(&["list", "--json"]).await.json();
    assert_eq!([&servers[0]["enabled"], &servers[1]["enabled"]], [&json!(false), &json!(true)]);
    for name in ["files", "more", "weather"] {
        assert_eq!(place.run(&["remove", name]).await.code, Some(0));
    }
    assert_eq!(place.text(), "version = 1\n");
}

#[tokio::test]
async fn nothing_is_added_that_nobody_has_said_yes_to() {
    let place = Place::new();
    let said = place.run(&["add", "files", "npx some-server"]).await;
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("add --yes"), "{said:?}");
    assert!(!place.0.exists());
}

#[tokio::test]
async fn what_adding_a_server_approves_stands_in_the_record() {
    let place = Place::new();
    assert_eq!(place.run(&["add", "files", "--yes", "npx some-server"]).await.code, Some(0));
    let said = place.run(&["audit", "show", "--json"]).await;
    assert!(said.out.contains("grant/add"), "{said:?}");
    let grants = place.run(&["policy", "grants", "--json"]).await;
    assert!(grants.out.contains("files"), "{grants:?}");
}

#[tokio::test]
async fn what_is_wrong_with_the_configuration_is_told_with_its_place() {
    let place = Place::new();
    fs::write(&place.0, "[servers.a]\ncomand = ['hunter2']\n").unwrap();
    let said = place.run(&["list", "--json"]).await;
    assert_eq!(said.code, Some(10));
    let error = said.error();
    let start = format!("{}, line 2, column 1: ", place.0.display());
    assert!(error["message"].as_str().unwrap().starts_with(&start), "{error}");
    assert_eq!(error["nextStep"], "write `command` if that was meant");
    assert!(!said.err.contains("hunter2"));
    assert_eq!(place.run(&["add", "b", "--yes", "x"]).await.code, Some(10));
    assert!(place.text().ends_with("['hunter2']\n"));
}

#[tokio::test]
async fn what_cannot_be_added_is_told() {
    let place = Place::new();
    place.run(&["add", "files", "x", "--yes"]).await;
    for (arguments, part) in [
        (&["add", "files", "x", "--yes"][..], "already"),
        (&["add", "my files", "x", "--yes"], "letters, digits"),
        (&["add", "a", "example.com/mcp", "--yes"], "https://example.com/mcp"),
        (&["add", "a", "x", "--yes", "--no-auth"], "--no-auth"),
        (&["add", "a", "https://x.example", "--yes", "--env", "A"], "--env"),
        (&["add", "a", "--yes", "--", "x", "${secret:a}"], "others can read"),
        (&["add", "a", "x", "--yes", "--cwd", "here"], "absolute"),
        (&["remove", "b"], "no server named b"),
        (&["enable", "b"], "no server named b"),
    ] {
        let said = place.run(arguments).await;
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains(part), "{arguments:?}: {said:?}");
    }
    assert!(place.text().ends_with("command = [\"x\"]\n"), "{}", place.text());
}

#[tokio::test]
async fn a_secret_in_plain_text_is_warned_of_and_not_shown() {
    let place = Place::new();
    let said = place.run(&["add", "a", "x", "--yes", "--env", "API_TOKEN=hunter2"]).await;
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("`environment.API_TOKEN` of a looks like a secret"), "{said:?}");
    let listed = place.run(&["list", "--json"]).await;
    assert!(!format!("{listed:?}{said:?}").contains("hunter2"));
}
