//! Questions to a person at a terminal.

use std::{
    fs::File,
    io::{Read, Write},
    os::fd::OwnedFd,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Instant,
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};
use serde_json::{Value, json};

use super::support::{PATIENCE, Scripted, demo, folder, program, tested};

/// The command with a terminal of its own.
struct Terminal {
    keyboard: File,
    pieces: mpsc::Receiver<Vec<u8>>,
    seen: String,
    child: Child,
}

impl Terminal {
    fn run(arguments: &[&str]) -> Self {
        Self::run_with(arguments, &[])
    }

    fn run_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        // The command must not hold both ends, or it would never see its terminal go.
        fcntl_setfd(&keyboard, FdFlags::CLOEXEC).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let screen: OwnedFd =
            File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap().into();
        let mut command = Command::new(tested());
        command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR");
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("BROWSER");
        let nowhere = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
        command.env("HOSTLINE_CONFIG", nowhere.join("hostline.toml"));
        command.env("HOSTLINE_DATA_DIR", nowhere.join("data")).env_remove("XDG_RUNTIME_DIR");
        command.envs(variables.iter().copied());
        command.stdin(screen.try_clone().unwrap()).stdout(screen.try_clone().unwrap());
        let child = command.stderr(screen).spawn().unwrap();
        // The command holds the other end as long as its copies live.
        drop(command);
        let keyboard = File::from(keyboard);
        let mut output = keyboard.try_clone().unwrap();
        let (sender, pieces) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // It fails when the command has ended.
            while let Ok(length @ 1..) = output.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { keyboard, pieces, seen: String::new(), child }
    }

    /// Waits until a text is on the screen, behind what was waited for before.
    fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(place) = self.seen.find(text) {
                self.seen.drain(..place + text.len());
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            let piece = self.pieces.recv_timeout(left);
            let piece = piece.unwrap_or_else(|_| panic!("no {text:?} after {:?}", self.seen));
            self.seen.push_str(&String::from_utf8_lossy(&piece));
        }
    }

    fn enter(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits for the end; what was left on the screen, and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        while let Ok(piece) = self.pieces.recv_timeout(PATIENCE) {
            self.seen.push_str(&String::from_utf8_lossy(&piece));
        }
        let code = self.child.wait().unwrap().code();
        (std::mem::take(&mut self.seen), code)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that fails leaves nothing behind; a command that has ended is not there to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn asking(version: &str, params: &Value) -> Scripted {
    Scripted::new(
        version,
        &json!({"rules": [{"on": "tools/call", "do": [
            {"ask": {"q": {"method": "elicitation/create", "params": params}}},
            {"reply": {"content": [{"type": "text", "text": "thanks"}]}},
        ]}]}),
    )
}

/// What the person's answer became.
fn answer(server: &Scripted) -> Value {
    let records = server.records();
    let legacy = records.iter().find(|record| record["at"] == "reply");
    let legacy = legacy.map(|record| record["message"]["result"].clone());
    legacy.unwrap_or_else(|| {
        let calls = server.messages("tools/call");
        calls.last().unwrap()["params"]["inputResponses"]["q"].clone()
    })
}

#[test]
fn a_form_is_filled_in_field_by_field_reviewed_and_sent() {
    let form = json!({"message": "Plan a trip\u{1b}[2J", "requestedSchema": {"type": "object",
    "required": ["city", "days"], "properties": {
        "city": {"type": "string", "title": "City", "description": "Where to?"},
        "days": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
        "seat": {"type": "string", "oneOf": [
            {"const": "c1", "title": "First"}, {"const": "c2", "title": "Second"}]},
        "window": {"type": "boolean"},
    }}});
    for version in ["2025-11-25", "2026-07-28"] {
        let server = asking(version, &form);
        let mut terminal = Terminal::run(&["call", &server.target, "t"]);
        terminal.wait_for("scripted-peer");
        terminal.wait_for("asks you:");
        terminal.wait_for("│ Plan a trip␛[2J");
        terminal.wait_for("City");
        terminal.wait_for("> ");
        terminal.enter("");
        terminal.wait_for("an answer is needed");
        terminal.enter("Rome");
        terminal.wait_for("Enter takes [3]");
        terminal.enter("12");
        terminal.wait_for("✗");
        terminal.enter("");
        terminal.wait_for("2) Second");
        terminal.wait_for("> ");
        terminal.enter("2");
        terminal.wait_for("y or n");
        terminal.wait_for("> ");
        terminal.enter("");
        terminal.wait_for("This goes to");
        terminal.wait_for("Second");
        terminal.wait_for("left out");
        terminal.wait_for("Send it?");
        terminal.enter("e");
        terminal.wait_for("Enter takes [Rome]");
        terminal.enter("Oslo");
        terminal.wait_for("Enter takes [3]");
        terminal.enter("");
        terminal.wait_for("Enter takes [Second]");
        terminal.enter("!none");
        terminal.wait_for("y or n");
        terminal.wait_for("> ");
        terminal.enter("y");
        terminal.wait_for("Send it?");
        terminal.enter("y");
        let (seen, code) = terminal.end();
        assert!(seen.contains("thanks") && code == Some(0), "{seen}");
        let content = json!({"city": "Oslo", "days": 3, "window": true});
        assert_eq!(answer(&server), json!({"action": "accept", "content": content}), "{version}");
    }
}

#[test]
fn a_form_can_be_declined_or_cancelled_at_any_prompt() {
    let form = json!({"message": "Who?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}}});
    for (line, action) in [("!decline", "decline"), ("!cancel", "cancel"), ("\u{4}", "cancel")] {
        let server = asking("2025-11-25", &form);
        let mut terminal = Terminal::run(&["call", &server.target, "t"]);
        terminal.wait_for("> ");
        if line.starts_with('!') {
            terminal.enter(line);
        } else {
            // The end of the input, as Ctrl-D gives it.
            terminal.keyboard.write_all(line.as_bytes()).unwrap();
        }
        let (seen, code) = terminal.end();
        assert!(seen.contains("thanks") && code == Some(0), "{seen}");
        assert_eq!(answer(&server), json!({"action": action}));
    }
}

#[test]
fn what_was_typed_before_a_question_answers_nothing() {
    let form = json!({"message": "Delete all?", "requestedSchema": {
        "type": "object", "required": ["sure"], "properties": {"sure": {"type": "boolean"}}}});
    let server = Scripted::new(
        "2025-11-25",
        &json!({"rules": [{"on": "tools/call", "do": [
            {"progress": {"progress": 1}},
            {"await": {"at": "message", "method": "notifications/initialized"}},
            {"pause": 300},
            {"ask": {"q": {"method": "elicitation/create", "params": form}}},
            {"reply": {"content": [{"type": "text", "text": "thanks"}]}},
        ]}]}),
    );
    let mut terminal = Terminal::run(&["call", &server.target, "t"]);
    terminal.wait_for("1");
    terminal.enter("y\ny");
    terminal.wait_for("Delete all?");
    terminal.wait_for("> ");
    terminal.enter("n");
    terminal.wait_for("Send it?");
    terminal.enter("y");
    let (seen, _) = terminal.end();
    assert!(seen.contains("thanks"), "{seen}");
    assert_eq!(answer(&server)["content"], json!({"sure": false}));
}

#[test]
fn an_address_is_shown_whole_with_its_host_and_opened_only_with_consent() {
    let page = json!({"mode": "url", "message": "Sign in", "elicitationId": "e1",
        "url": "http://bank.example@evil.example/login?next=%2F"});
    for (line, action) in [("n", "decline"), ("y", "accept"), ("!cancel", "cancel")] {
        let server = asking("2025-11-25", &page);
        let mut terminal = Terminal::run(&["call", &server.target, "t"]);
        terminal.wait_for("asks you to open a page:");
        terminal.wait_for("│ Sign in");
        terminal.wait_for("http://bank.example@\u{1b}[1;4mevil.example\u{1b}[0m/login?next=%2F");
        terminal.wait_for("site: \u{1b}[1;4mevil.example");
        terminal.wait_for("not encrypted");
        terminal.wait_for("in front of the @");
        terminal.wait_for("Open it in your browser?");
        terminal.enter(line);
        let (seen, code) = terminal.end();
        assert_eq!(code, Some(0), "{seen}");
        assert_eq!(seen.contains("open the address yourself"), action == "accept", "{seen}");
        assert_eq!(answer(&server), json!({"action": action}));
    }
}

#[test]
fn without_a_person_a_terminal_is_not_asked() {
    let server = Scripted::new("2025-11-25", &json!({}));
    let (_, code) = Terminal::run(&["tools", &server.target, "--no-input"]).end();
    assert_eq!(code, Some(0));
    let capabilities = &server.messages("initialize")[0]["params"]["capabilities"];
    assert_eq!(capabilities, &json!({}));

    let server = Scripted::new("2025-11-25", &json!({}));
    Terminal::run(&["tools", &server.target]).end();
    let capabilities = &server.messages("initialize")[0]["params"]["capabilities"];
    assert_eq!(capabilities, &json!({"elicitation": {"form": {}, "url": {}}}));
}

#[test]
fn progress_is_one_line_that_changes_and_goes_away() {
    let (seen, code) = Terminal::run(&["call", &demo(), "slow"]).end();
    assert_eq!(code, Some(0));
    let clear = "\r\u{1b}[2K";
    assert!(seen.contains(&format!("{clear}━━━━━")), "{seen:?}");
    assert!(seen.ends_with(&format!("{clear}The box holds seven parts.\r\n")), "{seen:?}");
    assert_eq!(seen.matches('\n').count(), 1, "{seen:?}");
}

#[test]
fn json_on_a_terminal_hides_nothing_and_is_indented() {
    let server = Scripted::new(
        "2025-11-25",
        &json!({"rules": [
        {"on": "tools/list", "do": [{"reply": {"tools": [
            {"name": "a\u{202e}b\u{200b}", "inputSchema": {"type": "object"}}]}}]}]}),
    );
    let (seen, _) = Terminal::run(&["tools", &server.target, "--json"]).end();
    assert!(seen.contains("\r\n    \"name\": \"a\\u202eb\\u200b\""), "{seen}");
}

#[test]
fn bytes_are_not_written_to_a_terminal() {
    let (seen, code) = Terminal::run(&["read", &demo(), "demo://about", "-o", "-"]).end();
    assert!(seen.contains("would harm the terminal") && code == Some(2), "{seen}");
}

#[test]
fn a_server_that_takes_its_time_is_waited_for_in_sight() {
    let silent = json!({"rules": [{"on": "initialize", "do": [{"hang": true}]}]});
    let server = Scripted::new("2025-11-25", &silent);
    let mut terminal =
        Terminal::run(&["tools", &server.target, "--timeout", "4", "--era", "legacy"]);
    terminal.wait_for("waiting for the server; Ctrl-C gives up");
    terminal.wait_for("\r\u{1b}[2K");
    terminal.wait_for("was not ready within 4 s");
}

#[test]
fn a_server_is_added_when_a_person_has_seen_it_and_says_yes() {
    let file = folder().join("hostline.toml");
    let variables = [("HOSTLINE_CONFIG", file.to_str().unwrap())];
    let words = ["add", "files", "npx 'a\u{202e}b' ${env:HOME}", "--env", "TOKEN=${secret:files}"];
    for (answer, code, is_added) in [("", 8, false), ("no", 8, false), ("y", 0, true)] {
        let mut terminal = Terminal::run_with(&words, &variables);
        terminal.wait_for("npx a⟦U+202E⟧b '${env:HOME}'");
        terminal.wait_for("TOKEN, from the secret files");
        terminal.wait_for("Add files? [y/N]");
        terminal.enter(answer);
        assert_eq!(terminal.end().1, Some(code));
        assert_eq!(file.exists(), is_added, "{answer}");
    }
}

/// The variables of a configuration with a demonstration server.
fn configured() -> Vec<(&'static str, String)> {
    let home = folder();
    let place = |name: &str| home.join(name).to_str().unwrap().to_owned();
    let variables = vec![
        ("HOSTLINE_CONFIG", place("hostline.toml")),
        ("HOSTLINE_DATA_DIR", place("data")),
        ("HOSTLINE_STORE", "session".to_owned()),
        ("HOME", place("")),
        ("SHELL", "/bin/sh".to_owned()),
    ];
    let server = format!("'{}' demo-server", program().display());
    let added = ["add", "demo", &server, "--yes"];
    let added = Terminal::run_with(&added, &borrowed(&variables)).end();
    assert_eq!(added.1, Some(0), "{}", added.0);
    variables
}

fn borrowed<'a>(variables: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

#[test]
fn a_call_is_asked_about_in_full_and_an_empty_line_refuses_it() {
    let variables = configured();
    let variables = borrowed(&variables);
    let call = ["call", "demo", "add", "a=2", "b=3"];
    for (answers, code) in [
        (&[""][..], 8),
        (&["no"], 8),
        (&["alway", "y"], 0),
        (&["never mind", ""], 8),
        (&["always"], 0),
    ] {
        let mut terminal = Terminal::run_with(&call, &variables);
        terminal.wait_for("\"a\": 2");
        terminal.wait_for("asked since");
        for answer in answers {
            terminal.wait_for("Allow it? [y/N]");
            terminal.enter(answer);
        }
        assert_eq!(terminal.end().1, Some(code), "{answers:?}");
    }
    let (seen, code) = Terminal::run_with(&call, &variables).end();
    assert!(code == Some(0) && !seen.contains("Allow it?"), "{seen}");
}

#[test]
fn what_is_typed_for_a_question_that_has_gone_answers_no_other() {
    let variables = configured();
    let calling = |number: &str| {
        let mut command = Command::new(tested());
        command.args(["call", "demo", "add", number, "b=3"]).envs(variables.iter().cloned());
        command.env_remove("XDG_RUNTIME_DIR").stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut consent = Terminal::run_with(&["consent"], &borrowed(&variables));
    consent.wait_for("questions are asked here");
    let mut first = calling("a=1");
    consent.wait_for("\"a\": 1");
    consent.wait_for("Allow it? [y/N]");
    first.kill().unwrap();
    first.wait().unwrap();
    consent.wait_for("the question is settled");
    let mut second = calling("a=2");
    consent.wait_for("Press Enter");
    consent.enter("y");
    consent.wait_for("\"a\": 2");
    consent.wait_for("Allow it? [y/N]");
    consent.enter("");
    assert_eq!(second.wait().unwrap().code(), Some(8));
}
