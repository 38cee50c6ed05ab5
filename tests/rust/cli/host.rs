//! Servers of the configuration, through the host.

use std::{fs, path::PathBuf, process::Stdio};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout},
    time::timeout,
};

use super::support::{PATIENCE, Said, command, end, finish, folder, program};

/// A configuration with all that belongs to it, and nobody's home.
struct Home(PathBuf);

impl Home {
    fn new() -> Self {
        Self(folder())
    }

    /// One with demonstration servers of these names.
    async fn with(servers: &[&str]) -> Self {
        let home = Self::new();
        for name in servers {
            let server = format!("'{}' demo-server", program().display());
            let added = home.run(&["add", name, &server, "--yes"]).await;
            assert_eq!(added.code, Some(0), "{added:?}");
        }
        home
    }

    fn command(&self, arguments: &[&str]) -> tokio::process::Command {
        let mut command = command(arguments);
        command.env("HOSTLINE_CONFIG", self.config()).env("HOSTLINE_STORE", "session");
        command.env("HOSTLINE_DATA_DIR", self.0.join("data")).env("XDG_RUNTIME_DIR", &self.0);
        command.env("HOME", &self.0).env("SHELL", "/bin/sh");
        command
    }

    async fn run(&self, arguments: &[&str]) -> Said {
        finish(self.command(arguments)).await
    }

    /// Runs a command that has to work, and gives its output as JSON.
    async fn json(&self, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--json"]].concat();
        let said = self.run(&arguments).await;
        assert_eq!(said.code, Some(0), "{said:?}");
        said.json()
    }

    fn config(&self) -> PathBuf {
        self.0.join("hostline.toml")
    }

    /// Adds to the configuration.
    fn write(&self, text: &str) {
        let before = fs::read_to_string(self.config()).unwrap_or_default();
        fs::write(self.config(), before + text).unwrap();
    }

    /// The lines of the record.
    async fn record(&self) -> Vec<Value> {
        let said = self.run(&["audit", "show", "--json", "--limit", "1000"]).await;
        assert_eq!(said.code, Some(0), "{said:?}");
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// What the demonstration server says that 2 and 3 are.
const SUM: &str = "{\n  \"sum\": 5.0\n}\n";
const ALLOW: &str = "\n[[policy]]\nname = \"adding\"\neffect = \"allow\"\ntool = \"add\"\n";

#[tokio::test]
async fn tools_of_all_servers_are_listed_and_called_by_the_name_of_their_server() {
    let home = Home::with(&["one", "two"]).await;
    home.write(ALLOW);
    let tools = home.json(&["tools"]).await;
    let tools = tools.as_array().unwrap();
    let of = |server: &str| tools.iter().filter(|tool| tool["server"] == server).count();
    assert!(of("one") > 0 && of("one") == of("two"), "{tools:?}");
    assert!(tools.iter().any(|tool| tool["name"] == "one__add" && tool["standing"] == "offered"));
    let listed = home.run(&["tools"]).await;
    assert!(listed.out.starts_with("one  ") && listed.out.contains("\ntwo  "), "{listed:?}");

    let result = home.json(&["call", "two", "add", "a=2", "b=3"]).await;
    assert_eq!(result["structuredContent"]["sum"], 5.0, "{result}");
    let described = home.run(&["tools", "one", "add"]).await;
    assert!(described.out.starts_with("add"), "{described:?}");
    let prompts = home.json(&["prompts", "one"]).await;
    assert_eq!(prompts[0]["server"], "one");
    let resources = home.json(&["resources", "one"]).await;
    let address = resources[0]["item"]["uri"].as_str().unwrap();
    let contents = home.json(&["read", "one", address]).await;
    assert_eq!(contents["contents"][0]["uri"], address);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn whoever_adds_a_confined_server_has_approved_that_it_starts_so() {
    let home = Home::new();
    let program = program();
    let words = ["add", "demo", "--yes", "--confine", "--", program.to_str().unwrap()];
    let added = home.run(&[&words[..], &["demo-server"]].concat()).await;
    assert_eq!(added.code, Some(0), "{added:?}");
    // Nobody is here who could be asked.
    assert!(!home.json(&["tools", "demo"]).await.as_array().unwrap().is_empty());
    let record = home.record().await;
    let started = record.iter().find(|line| line["decided"]["action"] == "server/start").unwrap();
    assert_eq!(started["decided"]["confinement"], "on", "{started}");
}

#[tokio::test]
async fn without_a_terminal_nobody_is_asked_and_the_call_is_denied() {
    let home = Home::with(&["demo"]).await;
    let call = ["call", "demo", "add", "a=2", "b=3"];
    let denied = home.run(&call).await;
    assert_eq!(denied.code, Some(8), "{denied:?}");
    assert!(denied.err.contains("nobody to ask"), "{denied:?}");
    let simulated = home.json(&["policy", "simulate", "demo__add", "a=2", "b=3"]).await;
    assert_eq!(simulated["verdict"], "ask");

    home.write(ALLOW);
    assert_eq!(home.run(&call).await.out, SUM);
    let simulated = home.json(&["policy", "simulate", "add", "--server", "demo"]).await;
    assert_eq!(
        (&simulated["verdict"], &simulated["because"]["name"]),
        (&json!("allow"), &json!("adding"))
    );
    let rules = home.json(&["policy"]).await;
    assert_eq!(rules[0]["name"], "adding");
    home.write("\n[[policy]]\nname = \"none\"\neffect = \"deny\"\nserver = \"demo\"\n");
    let denied = home.run(&call).await;
    assert!(denied.code == Some(8) && denied.err.contains("the rule `none`"), "{denied:?}");
    let simulated = home.run(&["policy", "simulate", "demo__add"]).await;
    assert_eq!(simulated.code, Some(8), "{simulated:?}");
}

#[tokio::test]
async fn every_call_leaves_lines_in_a_record_that_can_be_verified() {
    let home = Home::with(&["demo"]).await;
    home.run(&["call", "demo", "add", "a=2", "b=3"]).await;
    home.write(ALLOW);
    home.run(&["call", "demo", "add", "a=2", "b=3"]).await;
    let lines = home.record().await;
    let calls = lines.iter().map(|line| &line["decided"]).filter(|it| it["action"] == "tools/call");
    let calls: Vec<&Value> = calls.collect();
    let verdicts: Vec<&Value> = calls.iter().map(|call| &call["verdict"]).collect();
    assert_eq!(verdicts, [&json!("deny"), &json!("allow")]);
    assert_eq!(
        (&calls[1]["client"], &calls[1]["server"]),
        (&json!("hostline-cli"), &json!("demo"))
    );
    let ended = lines.iter().filter(|line| line["ended"]["action"] == "tools/call");
    assert_eq!(ended.map(|line| &line["ended"]["outcome"]).collect::<Vec<_>>(), [&json!("ok")]);
    let denied = home.run(&["audit", "show", "--verdict", "deny"]).await;
    assert_eq!(denied.out.lines().count(), 1, "{denied:?}");
    let report = home.json(&["audit", "verify"]).await;
    assert_eq!((&report["fault"], &report["lines"]), (&Value::Null, &json!(lines.len())));

    let folder = home.0.join("data").join("configurations");
    let folder = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path().join("audit");
    let file = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|it| it == "jsonl"));
    let file = file.unwrap();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"deny\"", "\"allow\"", 1)).unwrap();
    let report = home.run(&["audit", "verify"]).await;
    assert_eq!(report.code, Some(10), "{report:?}");
}

#[tokio::test]
async fn a_start_that_was_not_approved_is_denied_and_can_be_taken_back() {
    let home = Home::with(&["demo"]).await;
    let grants = home.json(&["policy", "grants"]).await;
    assert!(grants[0]["sentence"].as_str().unwrap().contains("to start the server `demo`"));
    let id = grants[0]["id"].as_str().unwrap();
    assert_eq!(home.run(&["policy", "revoke", id]).await.err, format!("revoked {id}\n"));
    assert_eq!(home.run(&["policy", "revoke", id]).await.code, Some(2));
    let denied = home.run(&["tools", "demo"]).await;
    assert_eq!(denied.code, Some(8), "{denied:?}");
    let all = home.run(&["tools"]).await;
    assert!(all.code == Some(0) && all.err.contains("nobody to ask"), "{all:?}");
}

#[tokio::test]
async fn what_a_server_says_is_pinned_when_it_is_seen_first_and_can_be_forgotten() {
    let home = Home::with(&["demo"]).await;
    let pins = home.json(&["pins", "show", "demo"]).await;
    assert_eq!(pins["is_compared"], true);
    assert_eq!(pins["differences"], json!([]));
    assert!(pins["approved"].as_array().unwrap().iter().any(|pin| pin["name"] == "add"));
    let forgotten = home.run(&["pins", "forget", "demo", "add"]).await;
    assert_eq!(forgotten.err, "forgot what was approved of add\n");
    home.write(ALLOW);
    let held = home.run(&["call", "demo", "add", "a=2", "b=3"]).await;
    assert!(held.code == Some(8) && held.err.contains("waits for approval"), "{held:?}");
    let shown = home.run(&["pins", "show", "demo"]).await;
    assert!(shown.out.contains("held  tool `add`: new"), "{shown:?}");
    assert_eq!(home.run(&["pins", "approve", "demo", "add"]).await.code, Some(2));
    let approved = home.json(&["pins", "approve", "demo", "add", "--yes"]).await;
    assert_eq!(approved["approved"], 1);
    assert_eq!(home.run(&["call", "demo", "add", "a=2", "b=3"]).await.out, SUM);
    let listed = home.run(&["pins"]).await;
    assert!(listed.out.starts_with("demo  "), "{listed:?}");
}

#[tokio::test]
async fn a_command_that_cannot_go_through_the_host_says_so() {
    let home = Home::with(&["demo"]).await;
    for arguments in [
        &["raw", "demo", "tools/list"][..],
        &["inspect", "demo"],
        &["call", "demo", "add", "--env", "A=b"],
        &["call", "demo", "add", "--task"],
    ] {
        let said = home.run(arguments).await;
        assert_eq!(said.code, Some(2), "{said:?}");
    }
    assert_eq!(home.run(&["logs", "other"]).await.code, Some(2));
    assert_eq!(home.run(&["call", "demo", "nothing"]).await.code, Some(2));
}

/// A program that answers questions, which owns the configuration meanwhile.
struct Consenting {
    child: Child,
    answers: ChildStdin,
    questions: Lines<BufReader<ChildStdout>>,
}

impl Consenting {
    /// It listens once its first status is known to others.
    async fn begin(home: &Home) -> Self {
        let mut command = home.command(&["consent", "--json", "--verbose"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = timeout(PATIENCE, said.next_line()).await.unwrap().unwrap().unwrap();
        assert_eq!(line, "listening");
        let answers = child.stdin.take().unwrap();
        let questions = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, answers, questions }
    }

    async fn next(&mut self) -> Value {
        let line = timeout(PATIENCE, self.questions.next_line()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

#[tokio::test]
async fn another_process_answers_and_servers_stay_with_the_one_that_owns_them() {
    let home = Home::with(&["demo"]).await;
    let mut consenting = Consenting::begin(&home).await;
    let call = home.run(&["call", "demo", "add", "a=2", "b=3"]);
    let answering = async {
        let asked = consenting.next().await;
        let question = &asked["asked"];
        assert_eq!(
            (&question["client"], &question["server"]),
            (&json!("hostline-cli"), &json!("demo"))
        );
        assert_eq!(question["matter"]["arguments"], json!({ "a": 2, "b": 3 }));
        let decision = json!({ "id": question["id"], "decision": { "allow": true } });
        let line = format!("{decision}\n");
        consenting.answers.write_all(line.as_bytes()).await.unwrap();
        assert_eq!(consenting.next().await["settled"]["id"], question["id"]);
    };
    let (said, ()) = tokio::join!(call, answering);
    assert_eq!((said.out.as_str(), said.code), (SUM, Some(0)), "{said:?}");

    let status = home.json(&["status", "demo"]).await;
    assert_eq!(status[0]["activity"], "ready");
    let log = home.run(&["logs", "demo", "--json"]).await;
    let calls = log.out.lines().filter(|line| line.contains("\"tools/call\"")).count();
    assert_eq!(calls, 1, "{log:?}");
    // What is added is known at once.
    let server = format!("'{}' demo-server", program().display());
    home.run(&["add", "more", &server, "--yes"]).await;
    assert_eq!(home.json(&["status"]).await[1]["server"], "more");
    drop(consenting.answers);
    assert!(end(&mut consenting.child).await.success());
    let status = home.run(&["status"]).await;
    assert!(status.out.contains("demo  not needed yet"), "{status:?}");
}
