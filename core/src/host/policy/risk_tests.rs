use std::time::SystemTime;

use serde_json::{Value, json};

use super::*;
use crate::host::{
    Digest, ServerIdentity, ServerName,
    policy::{ClientName, PinStanding, Posture},
};

fn request(action: Action, trusted: bool) -> Request {
    Request {
        server: ServerName::parse("files").unwrap(),
        identity: ServerIdentity::of_address("files", None).unwrap(),
        trusted,
        posture: Posture::AskForWrites,
        client: ClientName::parse("editor").unwrap(),
        session: None,
        home: Some("/home/me".to_owned()),
        roots: vec!["/home/me/proj".to_owned(), "/srv".to_owned()],
        action,
        now: SystemTime::UNIX_EPOCH,
    }
}

fn call(trusted: bool, classed_read: bool, hints: &Value, arguments: &Value) -> Vec<Risk> {
    let call = ToolCall {
        tool: "tool".to_owned(),
        definition: Digest::of(b"tool"),
        standing: PinStanding::Approved,
        classed_read,
        annotations: serde_json::from_value(hints.clone()).unwrap(),
        arguments: serde_json::from_value(arguments.clone()).unwrap(),
    };
    risks(&request(Action::CallTool(call), trusted)).into_iter().collect()
}

#[test]
fn what_a_tool_does_is_told_as_far_as_somebody_who_is_trusted_has_said_it() {
    let none = json!({});
    let reads = json!({ "readOnlyHint": true });
    for (trusted, classed_read, hints, expected) in [
        (false, false, json!(null), vec![Risk::Unknown]),
        (false, true, json!(null), vec![]),
        (false, false, reads.clone(), vec![Risk::Unknown]),
        (true, false, reads, vec![]),
        (true, false, json!({ "readOnlyHint": false }), vec![Risk::Writes]),
        (true, true, json!({ "destructiveHint": true }), vec![Risk::Destructive]),
        (false, true, json!({ "openWorldHint": true }), vec![Risk::OpenWorld]),
    ] {
        assert_eq!(call(trusted, classed_read, &hints, &none), expected, "{hints}");
    }
}

#[test]
fn what_stands_in_the_arguments_is_told() {
    for (arguments, expected) in [
        (json!({ "path": "/home/me/proj/a", "to": "/srv/b" }), vec![]),
        (json!({ "text": "one and/or two" }), vec![]),
        (json!({ "path": "/etc/passwd" }), vec![Risk::OutsideRoots]),
        (json!({ "deep": [{ "path": "~/.ssh" }] }), vec![Risk::OutsideRoots]),
        (json!({ "path": "/home/me/proj/../a" }), vec![Risk::OutsideRoots]),
        (json!({ "password": "hunter2" }), vec![Risk::Secret]),
        (json!({ "text": "a\u{200B}b" }), vec![Risk::HiddenCharacters]),
        (json!({ "a\u{202E}b": true }), vec![Risk::HiddenCharacters]),
        (json!({ "text": "two\r\nlines\tand a tab" }), vec![]),
    ] {
        assert_eq!(call(false, true, &json!(null), &arguments), expected, "{arguments}");
    }
}

#[test]
fn what_is_special_about_other_actions_is_told() {
    let form = |secret_like| Action::Elicit(Elicitation::Form { secret_like });
    for (action, expected) in [
        (Action::Sample, vec![]),
        (form(vec![]), vec![]),
        (form(vec!["password".to_owned()]), vec![Risk::Secret]),
        (Action::Open { address: "https://example.com/".to_owned() }, vec![Risk::OpenWorld]),
        (
            Action::SignIn { address: "https://exam\u{200B}ple.com/".to_owned() },
            vec![Risk::OpenWorld, Risk::HiddenCharacters],
        ),
        (Action::Start { command_line: "npx pkg".to_owned(), known: true }, vec![]),
        (
            Action::Start { command_line: "npx\u{202E} pkg".to_owned(), known: false },
            vec![Risk::Unknown, Risk::HiddenCharacters],
        ),
    ] {
        let told: Vec<Risk> = risks(&request(action.clone(), false)).into_iter().collect();
        assert_eq!(told, expected, "{action:?}");
    }
}
