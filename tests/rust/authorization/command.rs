//! Signing in from the command line.

use std::process::Stdio;

use hostline_tests::authorization_server::browse;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::Command,
};

use super::{Scratch, Site};
use crate::cli::support;

/// The command, with a place of its own for what it keeps.
fn command(folder: &Scratch, arguments: &[&str]) -> Command {
    let mut command = support::command(arguments);
    command
        .env("HOSTLINE_STORE", "passphrase")
        .env("HOSTLINE_PASSPHRASE", "open sesame")
        .env("HOSTLINE_DATA_DIR", &folder.0)
        .env("HOSTLINE_CONFIG", folder.0.join("hostline.toml"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs it to its end: its exit code, and everything that it said.
async fn run(folder: &Scratch, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = command(folder, arguments).spawn().unwrap();
    // What is refused at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes()).await;
    let output = child.wait_with_output().await.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Signs in with a browser that is elsewhere, and gives what is told of it.
async fn sign_in(folder: &Scratch, target: &str) -> String {
    let mut login = command(folder, &["login", target, "--no-browser"]).spawn().unwrap();
    let mut lines = BufReader::new(login.stderr.take().unwrap()).lines();
    let page = loop {
        let line = lines.next_line().await.unwrap().unwrap();
        if line.contains("/authorize?") {
            break line.parse().unwrap();
        }
    };
    let address = browse(&page).await.unwrap();
    let mut input = login.stdin.take().unwrap();
    input.write_all(format!("{address}\n").as_bytes()).await.unwrap();
    assert!(login.wait().await.unwrap().success());
    let mut told = String::new();
    login.stdout.take().unwrap().read_to_string(&mut told).await.unwrap();
    told
}

#[tokio::test]
async fn the_command_signs_in_tells_how_it_stands_and_signs_out() {
    let folder = Scratch::new("command");
    let site = Site::start().await;
    let url = site.url();
    let (code, said) = run(&folder, &["tools", url], "").await;
    assert_eq!(code, Some(9), "{said}");
    assert!(said.contains(&format!("hostline login {url}")), "{said}");
    let (code, _) = run(&folder, &["auth", "status", url], "").await;
    assert_eq!(code, Some(9));

    let told = sign_in(&folder, url).await;
    assert!(told.contains("registered by itself"), "{told}");

    let (code, said) = run(&folder, &["tools", url, "--json"], "").await;
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&folder, &["auth", "status", url, "--json"], "").await;
    assert_eq!(code, Some(0), "{said}");
    for token in site.issuer.secrets() {
        assert!(!said.contains(&token) && !told.contains(&token));
    }
    let (code, _) = run(&folder, &["logout", url], "").await;
    assert_eq!(code, Some(0));
    let (code, _) = run(&folder, &["auth", "status", url], "").await;
    assert_eq!(code, Some(9));
    assert!(!site.issuer.has_grants());
}

#[tokio::test]
async fn the_command_keeps_secrets_and_shows_them_to_nobody() {
    let folder = Scratch::new("secrets");
    let (code, said) = run(&folder, &["secret", "set", "weather-key"], "hush\n").await;
    assert_eq!((code, said.contains("hush")), (Some(0), false), "{said}");
    let (_, said) = run(&folder, &["secret", "list"], "").await;
    assert_eq!(said.trim(), "weather-key");
    let (code, said) = run(&folder, &["secret", "set", "no/slash"], "hush\n").await;
    assert_eq!(code, Some(2), "{said}");
    let header = "authorization: @secret:unknown";
    let (code, said) =
        run(&folder, &["tools", "http://127.0.0.1:1/mcp", "--header", header], "").await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("unknown"), "{said}");
    let (code, _) = run(&folder, &["secret", "delete", "weather-key"], "").await;
    assert_eq!(code, Some(0));
    let (code, _) = run(&folder, &["secret", "delete", "weather-key"], "").await;
    assert_eq!(code, Some(2));
}

#[tokio::test]
async fn the_command_signs_in_to_servers_with_an_address_only() {
    let folder = Scratch::new("targets");
    for target in ["some-program --flag", "https://me:hush@server.example/mcp"] {
        let (code, said) = run(&folder, &["login", target], "").await;
        assert_eq!((code, said.contains("hush")), (Some(2), false), "{said}");
    }
    let document = ["auth", "client-document", "https://app.example/client.json"];
    let (code, said) = run(&folder, &document, "").await;
    assert_eq!(code, Some(0));
    assert!(said.contains("http://[::1]/callback"), "{said}");
}

#[tokio::test]
async fn a_server_of_the_configuration_is_signed_in_to_by_its_name() {
    let folder = Scratch::new("name");
    let site = Site::start().await;
    let (code, said) = run(&folder, &["add", "mine", site.url(), "--yes"], "").await;
    assert_eq!(code, Some(0), "{said}");
    let (_, said) = run(&folder, &["tools", "mine"], "").await;
    assert!(said.contains("hostline login mine") && said.matches("mine: ").count() == 1, "{said}");
    sign_in(&folder, "mine").await;
    let (code, said) = run(&folder, &["tools"], "").await;
    assert!(code == Some(0) && said.contains("  who"), "{said}");
    for target in ["mine", site.url()] {
        let (code, said) = run(&folder, &["auth", "status", target], "").await;
        assert_eq!(code, Some(0), "{said}");
    }
    let (code, said) = run(&folder, &["logout", "mine"], "").await;
    assert_eq!(code, Some(0), "{said}");
    assert!(!site.issuer.has_grants());
}

#[tokio::test]
async fn a_name_that_nobody_can_sign_in_to_is_refused_with_what_to_do() {
    let folder = Scratch::new("names");
    for (name, target, flag) in [
        ("program", "some-program", "--json"),
        ("open", "http://127.0.0.1:1/mcp", "--no-auth"),
        ("mine", "http://127.0.0.1:2/mcp", "--json"),
    ] {
        let (code, said) = run(&folder, &["add", name, target, "--yes", flag], "").await;
        assert_eq!(code, Some(0), "{said}");
    }
    for (arguments, expected) in [
        (&["login", "program"][..], "hostline list"),
        (&["login", "unknown"], "hostline list"),
        (&["login", "open"], "auth"),
        (&["login", "mine", "--header", "X-Key: 1"], "--header"),
    ] {
        let (code, said) = run(&folder, arguments, "").await;
        assert!(code == Some(2) && said.contains(expected), "{arguments:?}: {said}");
    }
}
