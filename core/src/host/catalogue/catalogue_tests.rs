use serde_json::json;

use super::*;
use crate::{
    ErrorCode, Json,
    model::{CallToolResult, ContentBlock},
};

fn server(name: &str) -> ServerName {
    ServerName::parse(name).unwrap()
}

fn tool(name: &str) -> Tool {
    let schema = Json::parse(r#"{"type":"object"}"#).unwrap();
    Tool::new(name, schema).with_description(format!("does {name}"))
}

/// What a server of this name offers: these tools.
fn offer(name: &str, tools: &[&str]) -> Offer {
    let mut offer = Offer::new(server(name), Prefix::Server(server(name)));
    let offered = |name: &&str| Offered {
        item: tool(name),
        standing: Standing::Offered,
        definition: Digest::of(name.as_bytes()),
    };
    offer.tools = tools.iter().map(offered).collect();
    offer
}

fn names(catalogue: &Catalogue) -> Vec<&str> {
    catalogue.tools.iter().map(|tool| tool.name.as_str()).collect()
}

#[test]
fn a_server_more_changes_no_name() {
    let alone = Catalogue::of(vec![offer("mail", &["send", "read"])]);
    let both = Catalogue::of(vec![offer("mail", &["send", "read"]), offer("files", &["read"])]);
    assert_eq!(names(&alone), ["mail__send", "mail__read"]);
    assert_eq!(names(&both), ["files__read", "mail__send", "mail__read"]);
    assert_eq!(both.tool("files__read").unwrap().server.as_str(), "files");
    assert!(both.tool("read").is_none());
}

#[test]
fn a_server_cannot_name_its_tool_like_that_of_another() {
    // `mail` would like to have a tool that is taken for one of `files`.
    let both = Catalogue::of(vec![offer("mail", &["files__read"]), offer("files", &["read"])]);
    assert_eq!(names(&both), ["files__read", "mail__files__read"]);
    assert_eq!(both.tool("files__read").unwrap().server.as_str(), "files");
}

#[test]
fn of_two_tools_of_one_name_one_is_offered_and_the_other_reported() {
    let changed = Prefix::Server(server("a")).name("x.y");
    let like_it = changed.strip_prefix("a__").unwrap();
    let catalogue = Catalogue::of(vec![offer("a", &["t", "x.y", "t", like_it])]);
    assert_eq!(names(&catalogue), ["a__t", changed.as_str()]);
    // The tool whose name did not have to be changed has it.
    assert_eq!(catalogue.tool(&changed).unwrap().tool.name, like_it);
    assert_eq!(catalogue.notes.len(), 1);
}

#[test]
fn a_server_that_lists_too_much_is_cut_and_reported() {
    let many: Vec<String> = (0..10_000).map(|number| format!("t{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let catalogue = Catalogue::of(vec![offer("flood", &many), offer("mail", &["send"])]);
    assert_eq!(catalogue.tools.len(), MAX_OFFERED + 1);
    assert!(catalogue.tool("mail__send").is_some());
    let (server, note) = &catalogue.notes[0];
    assert_eq!(server.as_str(), "flood");
    assert!(note.contains("more than 1024 tools"), "{note}");
}

#[test]
fn tools_are_found_by_words_and_the_best_comes_first() {
    let mut second = offer("mail", &["send"]);
    second.tools[0].item.description = Some("Sends a file to somebody".into());
    let catalogue = Catalogue::of(vec![second, offer("files", &["read", "write"])]);
    let found = |words| -> Vec<&str> {
        catalogue.search(words).iter().map(|tool| tool.name.as_str()).collect()
    };
    assert_eq!(found("FILE"), ["files__read", "files__write", "mail__send"]);
    assert_eq!(found("file send"), ["mail__send"]);
    assert_eq!(found("nothing"), [""; 0]);
    assert_eq!(found("").len(), 3);
}

#[test]
fn only_what_is_offered_takes_tokens() {
    let mut mail = offer("mail", &["send", "read"]);
    mail.tools[1].standing = Standing::Off;
    let catalogue = Catalogue::of(vec![mail]);
    let send = catalogue.tool("mail__send").unwrap();
    assert_eq!(catalogue.tokens_of(&server("mail")), send.tokens);
    // `send`, `does send` and a schema of 17 bytes.
    assert_eq!(send.tokens, 8);
}

#[test]
fn tools_calls_and_results_are_known_to_models() {
    let catalogue = Catalogue::of(vec![offer("mail", &["send"])]);
    assert_eq!(
        to_openai(catalogue.tool("mail__send").unwrap()).unwrap().to_value(),
        json!({
            "type": "function",
            "function": {
                "name": "mail__send", "description": "does send", "parameters": {"type": "object"},
            },
        })
    );
    let call = json!({"id": "1", "type": "function", "function": {"name": "mail__send", "arguments": "{\"to\": 1}"}});
    let call = from_openai(&Json::encode(&call).unwrap()).unwrap();
    assert_eq!((call.name.as_str(), call.arguments.as_str()), ("mail__send", "{\"to\": 1}"));
    for wrong in [json!({}), json!({"id": "1", "function": {"name": "a", "arguments": "[1]"}})] {
        let wrong = Json::encode(&wrong).unwrap();
        assert_eq!(from_openai(&wrong).unwrap_err().code(), ErrorCode::InvalidInput);
    }
    let result = CallToolResult::new(vec![ContentBlock::text("sent")]);
    assert_eq!(
        result_to_openai("1", &result).unwrap().to_value(),
        json!({"role": "tool", "tool_call_id": "1", "content": "sent"})
    );
}
