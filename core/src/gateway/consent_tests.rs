use std::time::SystemTime;

use super::*;
use crate::{
    Json,
    host::{Digest, ServerIdentity, ServerName},
    model::{ElicitResult, FormSchema},
};

fn question(terms: &[Term]) -> Question {
    Question {
        id: 1,
        asked: SystemTime::UNIX_EPOCH,
        until: SystemTime::UNIX_EPOCH,
        client: "editor".to_owned(),
        server: ServerName::parse("files").unwrap(),
        identity: ServerIdentity::of_address("https://h.example/", None).unwrap(),
        matter: Matter::CallTool {
            tool: "delete\u{202e}".to_owned(),
            definition: Digest::of(b""),
            arguments: Json::parse(r#"{"path":"/tmp/a\u202eb"}"#).unwrap(),
            before: None,
        },
        reasons: vec!["nobody has answered that yet".to_owned()],
        risks: Vec::new(),
        terms: terms.to_vec(),
        waiting: 1,
    }
}

fn shown(question: &Question) -> ElicitFormParams {
    match form(question) {
        InputRequest::Elicit(ElicitParams::Form(form)) => form,
        other => panic!("{other:?}"),
    }
}

fn answered(content: serde_json::Value) -> InputResponse {
    let content: crate::model::Map<Json> = serde_json::from_value(content).unwrap();
    InputResponse::Elicit(ElicitResult::accept(content))
}

#[test]
fn the_form_shows_who_wants_what_with_nothing_hidden() {
    let form = shown(&question(&[Term::Once, Term::Always]));
    FormSchema::parse(&form.requested_schema).unwrap();
    for part in ["editor", "files", "delete", r#""path": "/tmp/a\u202eb""#, "nobody has answered"] {
        assert!(form.message.contains(part), "{part} is missing: {}", form.message);
    }
    assert!(!form.message.contains('\u{202e}'), "{}", form.message);
}

#[test]
fn a_form_that_is_sent_as_it_is_says_no_for_this_once() {
    let question = question(&[Term::Once, Term::Always]);
    let schema = shown(&question).requested_schema.to_value();
    let default = |name: &str| schema["properties"][name]["default"].clone();
    let unchanged = answered(json!({ "decision": default("decision"), "term": default("term") }));
    assert_eq!(decision(&question, &unchanged).unwrap(), Decision::deny());
    assert_eq!(decision(&question, &answered(json!({}))).unwrap(), Decision::deny());
}

#[test]
fn what_a_person_says_is_what_is_decided() {
    let question = question(&[Term::Once, Term::Always]);
    let decide = |content| decision(&question, &answered(content)).unwrap();
    assert_eq!(decide(json!({ "decision": "allow" })), Decision::allow());
    let always = decide(json!({ "decision": "allow", "term": "always" }));
    assert_eq!(always, Decision::allow().for_term(Term::Always));
    // A term that was not offered is none.
    let session = decide(json!({ "decision": "allow", "term": "session" }));
    assert_eq!(session, Decision::allow());
    let declined = InputResponse::Elicit(ElicitResult::decline());
    assert!(!decision(&question, &declined).unwrap().allow);
    let closed = InputResponse::Elicit(ElicitResult::cancel());
    assert_eq!(decision(&question, &closed).unwrap_err().code(), ErrorCode::Denied);
}

#[test]
fn a_term_that_is_the_only_one_is_not_asked_for() {
    let schema = shown(&question(&[Term::Once])).requested_schema.to_value();
    assert!(schema["properties"].get("term").is_none(), "{schema}");
}
