//! The command `hostline`, run as a program.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod endings;
mod host;
mod hostile;
mod icon;
mod servers;
pub(crate) mod support;
#[cfg(unix)]
mod terminal;

use std::{collections::BTreeSet, fs};

use hostline::ErrorCode;
use serde_json::json;
use support::{Http, Scripted, demo, folder, run, run_with_input};

#[tokio::test]
async fn tools_are_listed_with_their_arguments() {
    let said = run(&["tools", &demo()]).await;
    let expected = "\
add  Add two numbers
  Gives the sum of a and b.
    a  number  required
    b  number  required

slow  Take some time
  Works for a moment and tells how far it is.
    endless  boolean  default false

ask  Ask the person
  Asks for a city before it answers.
";
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), (expected, "", Some(0)));
}

#[tokio::test]
async fn every_era_is_found_over_http() {
    for version in ["2025-03-26", "2025-11-25", "2026-07-28"] {
        let server = Http::demo(version).await;
        let said = run(&["inspect", &server.target, "--json"]).await.json();
        assert_eq!(said["protocolVersion"], version);
        assert_eq!(said["transport"], "streamable-http");
        assert_eq!(said["counts"]["tools"], 3);
        let said = run(&["call", &server.target, "add", "a=2", "b=3", "--json"]).await;
        assert_eq!(said.json()["content"][0]["text"], "5");
    }
}

#[tokio::test]
async fn json_is_what_stands_in_the_protocol() {
    let tools = run(&["tools", &demo(), "--json"]).await.json();
    assert_eq!(tools[0]["name"], "add");
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["a", "b"]));

    let result = run(&["call", &demo(), "add", "a=2", "b=3", "--json"]).await.json();
    assert_eq!(result["content"], json!([{"type": "text", "text": "5"}]));
    assert_eq!(result["structuredContent"]["sum"], 5.0);

    let resources = run(&["resources", &demo(), "--json"]).await.json();
    assert_eq!(resources[0]["uri"], "demo://about");
    let contents = run(&["read", &demo(), "demo://about", "--json"]).await.json();
    assert_eq!(contents["contents"][0]["mimeType"], "text/plain");
    let prompts = run(&["prompts", &demo(), "--json"]).await.json();
    assert_eq!(prompts[0]["arguments"][0]["name"], "who");
    let prompt = run(&["prompt", &demo(), "greet", "who=Ann", "--json"]).await.json();
    assert_eq!(prompt["messages"][0]["content"]["text"], "Greet Ann warmly.");
    let raw = run(&["raw", &demo(), "prompts/list", "--params", "{}"]).await.json();
    assert_eq!(raw["prompts"], prompts);
}

#[tokio::test]
async fn arguments_come_from_words_a_file_or_the_input() {
    let file = folder().join("arguments.json");
    // Line breaks in a file must not become line breaks in a message.
    fs::write(&file, "{\n  \"a\": 20,\n  \"b\": 3\n}\n").unwrap();
    let file = format!("@{}", file.display());
    for (arguments, input, expected) in [
        (&["a=2", "b=3"][..], "", "5"),
        (&["--args", &file], "", "23"),
        (&["--args", &file, "b=1"], "", "21"),
        (&["--args", "-", "a:=1"], "{\"a\": 5,\r\n\"b\": 6}", "7"),
        (&["--args", "{\"a\": 1, \"b\": 1}"], "", "2"),
    ] {
        let target = demo();
        let all = [&["call", &target, "add", "--json"], arguments].concat();
        let said = run_with_input(&all, input).await;
        assert_eq!(said.json()["content"][0]["text"], expected, "{arguments:?}");
    }
}

#[tokio::test]
async fn each_kind_of_failure_has_an_exit_code() {
    let demo = demo();
    let failing = Scripted::new(
        "2025-11-25",
        &json!({"rules": [
            {"on": "tools/list", "do": [{"reply": {"tools": [{"name": "t", "inputSchema": {}}]}}]},
            {"on": "tools/call", "do": [
                {"reply": {"content": [{"type": "text", "text": "no luck"}], "isError": true}}]},
            {"on": "prompts/list", "do": [{"hang": true}]},
            {"on": "prompts/get", "do": [{"reply": {"messages": "none"}}]},
        ]}),
    );
    let few = Scripted::new("2025-11-25", &json!({"capabilities": {"tools": {}}}));
    for (arguments, expected) in [
        (&["tools", &demo][..], 0),
        (&["call", &failing.target, "t"], 1),
        (&["inspect"], 2),
        (&["call", &demo, "add", "a=x"], 2),
        (&["call", &demo, "add", "--args", "[]"], 2),
        (&["tools", &demo, "--header", "a: b"], 2),
        (&["tools", "localhost:1/mcp"], 2),
        (&["raw", &demo, ""], 2),
        (&["subscribe", &demo, "--count", "0"], 2),
        (&["tools", "no-such-program-anywhere"], 3),
        (&["tools", "http://127.0.0.1:1/mcp"], 3),
        (&["prompts", &failing.target, "--timeout", "2"], 4),
        (&["prompt", &failing.target, "p"], 5),
        (&["tools", &failing.target, "--era", "modern"], 5),
        (&["prompts", &few.target], 6),
        (&["raw", &demo, "no/such/method"], 7),
        (&["read", &demo, "demo://about", "--output", "/no/such/folder/file"], 10),
    ] {
        let said = run(arguments).await;
        assert_eq!(said.code, Some(expected), "{arguments:?}: {said:?}");
        let silent = matches!(expected, 0);
        assert_eq!(said.err.is_empty(), silent, "{arguments:?}: {said:?}");
    }
}

#[test]
fn every_error_code_has_an_exit_code_that_means_failure() {
    let codes: BTreeSet<u8> = ErrorCode::ALL.into_iter().map(hostline_cli::exit_code).collect();
    assert_eq!(codes, (2..=11).chain([130]).collect());
}

#[tokio::test]
async fn an_error_is_a_sentence_with_its_causes_or_a_json_object() {
    let target = "http://127.0.0.1:1/mcp";
    let said = run(&["tools", target]).await;
    assert!(said.err.starts_with("error: http://127.0.0.1:1/mcp: "), "{said:?}");
    assert_eq!((said.err.lines().count(), said.out.as_str()), (1, ""));

    let said = run(&["tools", target, "--verbose"]).await;
    assert!(said.err.contains("\n  because "), "{said:?}");

    let error = run(&["tools", target, "--json"]).await.error();
    let names: Vec<&str> = error.as_object().unwrap().keys().map(String::as_str).collect();
    let expected =
        ["code", "httpStatus", "mayHaveRun", "message", "method", "nextStep", "rpc", "server"];
    assert_eq!(names, expected);
    assert_eq!((&error["server"], &error["method"]), (&json!(target), &json!("server/discover")));
    assert_eq!((&error["code"], &error["mayHaveRun"]), (&json!("transport"), &json!(false)));

    let error = run(&["raw", &demo(), "no/such/method", "--json"]).await.error();
    assert_eq!((&error["code"], &error["rpc"]["code"]), (&json!("rpc"), &json!(-32601)));
}

#[tokio::test]
async fn progress_is_told_beside_the_result() {
    let said = run(&["call", &demo(), "slow"]).await;
    assert_eq!(said.out, "The box holds seven parts.\n");
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines.len(), 4, "{said:?}");
    assert_eq!(lines[1], "progress: 50% (2 of 4) counting the parts");

    for quiet in ["--quiet", "--json"] {
        assert_eq!(run(&["call", &demo(), "slow", quiet]).await.err, "");
    }
}

#[tokio::test]
async fn inspecting_tells_where_a_server_departs() {
    let server = Scripted::new(
        "2025-11-25",
        &json!({"strict": false, "rules": [
            {"on": "tools/list", "do": [{"reply": {"tools": [
                {"name": "good", "inputSchema": {"type": "object"}},
                {"name": "strange", "inputSchema": {"$schema": "https://example.com/own"}},
                {"inputSchema": {"type": "object"}},
            ]}}]},
        ]}),
    );
    let said = run(&["inspect", &server.target, "--json"]).await.json();
    assert_eq!(said["counts"]["tools"], 2);
    let departures = said["departures"].to_string();
    assert!(departures.contains("tool strange: input:"), "{departures}");
    assert!(departures.contains("tools, item 3"), "{departures}");

    let said = run(&["inspect", &server.target]).await;
    assert!(said.out.contains("departs from the specification"), "{said:?}");
    assert!(run(&["inspect", &demo()]).await.out.contains("It keeps to the specification"));
}

#[tokio::test]
async fn changes_are_printed_as_they_come() {
    let server = Scripted::new(
        "2025-11-25",
        &json!({"rules": [
            {"on": "resources/subscribe", "do": [
                {"reply": {}}, {"changed": {"resource": "file:///a"}}, {"changed": {"resource": "file:///a"}}]},
        ]}),
    );
    let said = run(&["subscribe", &server.target, "--uri", "file:///a", "--count", "2"]).await;
    assert_eq!(said.out, "file:///a changed\nfile:///a changed\n", "{said:?}");
    let arguments = ["subscribe", &server.target, "--uri", "file:///a", "--count", "1", "--json"];
    let expected = json!({"type": "resourceUpdated", "uri": "file:///a"});
    assert_eq!(run(&arguments).await.json(), expected);
}

#[tokio::test]
async fn bytes_are_saved_and_described() {
    let server = Scripted::new(
        "2025-11-25",
        &json!({"rules": [
            {"on": "tools/call", "do": [{"reply": {"content": [
                {"type": "text", "text": "a dot"},
                {"type": "image", "data": "AAEC", "mimeType": "image/png"},
                {"type": "audio", "data": "AwQ=", "mimeType": "audio/wav"},
                {"type": "resource_link", "uri": "file:///x", "name": "x", "size": 2048},
            ]}}]},
        ]}),
    );
    let file = folder().join("dot.png");
    let said = run(&["call", &server.target, "t", "-o", file.to_str().unwrap()]).await;
    assert!(said.out.starts_with("a dot\n[image, image/png, 3 bytes, saved to "), "{said:?}");
    assert!(said.out.ends_with("→ file:///x  x, 2.0 KiB\n"), "{said:?}");
    assert_eq!(fs::read(&file).unwrap(), [0, 1, 2]);
    assert_eq!(fs::read(file.with_file_name("dot-2.png")).unwrap(), [3, 4]);
    // The second name is ours, so what stands there is not overwritten.
    let again = run(&["call", &server.target, "t", "-o", file.to_str().unwrap()]).await;
    assert_eq!(again.code, Some(10), "{again:?}");
}

#[tokio::test]
async fn the_server_is_told_what_can_be_asked_of_whom() {
    let capabilities = |server: &Scripted| {
        server.messages("initialize").last().unwrap()["params"]["capabilities"].clone()
    };
    let server = Scripted::new("2025-11-25", &json!({}));
    run(&["tools", &server.target, "--era", "legacy"]).await;
    assert_eq!(capabilities(&server), json!({}), "nobody sits at a terminal");
    let folder = folder();
    run(&["tools", &server.target, "--era", "legacy", "--roots", folder.to_str().unwrap()]).await;
    assert!(capabilities(&server)["roots"].is_object());
}

#[tokio::test]
async fn what_a_server_writes_to_its_standard_error_is_shown_when_it_matters() {
    let chatty = Scripted::new("2025-11-25", &json!({"start": [{"stderr": "I am awake"}]}));
    assert_eq!(run(&["prompts", &chatty.target, "--quiet"]).await.err, "");
    let said = run(&["prompts", &chatty.target, "--verbose"]).await;
    assert!(said.err.contains("server │ I am awake"), "{said:?}");
    let dying = Scripted::new("2025-11-25", &json!({"start": [{"stderr": "no key"}, {"exit": 3}]}));
    let said = run(&["prompts", &dying.target]).await;
    assert!(said.err.contains("no key") && said.code == Some(3), "{said:?}");
    let silent = json!({"rules": [
        {"on": "initialize", "do": [{"stderr": "waiting for a key"}, {"hang": true}]}]});
    let silent = Scripted::new("2025-11-25", &silent);
    let said = run(&["prompts", &silent.target, "--timeout", "2", "--era", "legacy"]).await;
    assert!(said.err.contains("server │ waiting for a key"), "{said:?}");
}

#[tokio::test]
async fn a_secret_in_a_header_comes_from_the_environment_and_is_never_shown() {
    let server = Http::demo("2026-07-28").await;
    for header in ["X-Key: @env:HOSTLINE_TEST_KEY", "hush-hush", "X-Key: hush\u{7f}hush"] {
        let mut command =
            support::command(&["inspect", &server.target, "--verbose", "--header", header]);
        command.env("HOSTLINE_TEST_KEY", "hush-hush");
        let said = support::finish(command).await;
        assert!(!format!("{said:?}").contains("hush"), "{said:?}");
        assert_eq!(said.code, Some(if header.contains("@env") { 0 } else { 2 }));
    }
}

#[tokio::test]
async fn a_result_that_breaks_its_promise_is_shown_with_a_warning() {
    let server = Scripted::new(
        "2025-11-25",
        &json!({"rules": [
            {"on": "tools/list", "do": [{"reply": {"tools": [{"name": "t", "inputSchema": {},
                "outputSchema": {"type": "object", "required": ["sum"]}}]}}]},
            {"on": "tools/call", "do": [{"reply": {"content": [], "structuredContent": {"total": 1}}}]},
        ]}),
    );
    let said = run(&["call", &server.target, "t"]).await;
    assert_eq!(said.out, "{\n  \"total\": 1\n}\n");
    assert!(said.err.starts_with("warning: the result is not what the tool promises"), "{said:?}");
    assert_eq!(said.code, Some(0));
}

#[tokio::test]
async fn a_script_for_a_shell_names_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = run(&["completions", shell]).await;
        assert!(said.out.contains("subscribe") && said.code == Some(0), "{shell}");
    }
    assert_eq!(run(&["completions", "bash"]).await.err, "");
}

#[tokio::test]
async fn unknown_names_are_answered_with_advice() {
    let said = run(&["tools", &demo(), "Add"]).await;
    assert!(said.err.contains("did you mean add?"), "{said:?}");
    let said = run(&["tools", &demo(), "weather"]).await;
    assert!(said.err.contains("; it lists add, slow, ask"), "{said:?}");
    let said = run(&["call", &demo(), "ADD", "a=1"]).await;
    assert!(said.err.contains("did you mean add?"), "{said:?}");
}

#[tokio::test]
async fn a_wrong_word_is_answered_with_what_would_be_right() {
    for (arguments, expected) in [
        (&["tools", "example.com/mcp"][..], "write https://example.com/mcp"),
        (&["tools", "ws://localhost:80"], "write http://localhost:80"),
        (&["tools", "x", "--timeout", "-1"], "a number of seconds above 0"),
        (&["call", "x", "y", "--args", "[]"], "write it like {\"a\": 2}"),
        (
            &["call", "x", "y", "--args", "@/no/such/file"],
            "no such file or directory; check the path",
        ),
        (&["tools", "http://127.0.0.1:1", "--header", "a b: c"], "use letters"),
    ] {
        let said = run(arguments).await;
        assert!(said.err.contains(expected), "{arguments:?}: {said:?}");
    }
}

#[tokio::test]
async fn a_text_that_a_server_gives_twice_is_shown_once() {
    for (structured, expected) in [
        (json!({"content": "one\ntwo"}), "one\ntwo\n"),
        (json!({"content": "three"}), "one\ntwo\n{\n  \"content\": \"three\"\n}\n"),
    ] {
        let result = json!({"content": [{"type": "text", "text": "one\ntwo"}],
            "structuredContent": structured});
        let rules = json!({"rules": [{"on": "tools/call", "do": [{"reply": result}]}]});
        let server = Scripted::new("2025-11-25", &rules);
        assert_eq!(run(&["call", &server.target, "t"]).await.out, expected);
    }
}
