//! What servers ask, and the gate asks, through the gateway.

use std::sync::{Arc, Mutex};

use hostline::{
    Error, ErrorCode, Result,
    client::{BoxFuture, InputCapabilities, InputHandler, ProtocolChoice},
    model::{
        CreateMessageResult, ElicitParams, ElicitResult, InputRequest, InputResponse,
        ListRootsResult, Map, Role, Root, SamplingContent, TextContent,
    },
};
use serde_json::json;

use super::support::{ALLOW, ERAS, House, PEER, demo, table, text};

/// Answers everything, and remembers what it was asked.
#[derive(Clone)]
pub(super) struct Person {
    can: InputCapabilities,
    asked: Arc<Mutex<Vec<String>>>,
    /// What is filled in, for each field.
    fields: Map<hostline::Json>,
}

impl Person {
    pub(super) fn new(fields: serde_json::Value) -> Self {
        let fields = serde_json::from_value(fields).unwrap();
        Self { can: InputCapabilities::all(), asked: Arc::default(), fields }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl InputHandler for Person {
    fn capabilities(&self) -> InputCapabilities {
        self.can
    }

    fn input<'a>(
        &'a self,
        _server: &'a str,
        request: InputRequest,
    ) -> BoxFuture<'a, Result<InputResponse>> {
        Box::pin(async move {
            let (asked, answer) = match request {
                InputRequest::Elicit(ElicitParams::Form(form)) => {
                    let known = form.requested_schema.to_value();
                    let content = self.fields.clone().into_iter();
                    let content: Map<hostline::Json> = content
                        .filter(|(name, _)| known["properties"].get(name).is_some())
                        .collect();
                    (form.message, InputResponse::Elicit(ElicitResult::accept(content)))
                }
                InputRequest::Elicit(ElicitParams::Url(url)) => {
                    let accepted = ElicitResult::accept(Map::new());
                    (format!("{} {}", url.message, url.url), InputResponse::Elicit(accepted))
                }
                InputRequest::CreateMessage(_) => {
                    let words = SamplingContent::Text(TextContent::new("forty-two"));
                    let answer = CreateMessageResult::new(Role::Assistant, words, "a-model");
                    ("a model".to_owned(), InputResponse::CreateMessage(answer))
                }
                InputRequest::ListRoots(_) => {
                    let roots = vec![Root::new("file:///home/me/proj")];
                    let list = ListRootsResult::new(roots);
                    ("roots".to_owned(), InputResponse::ListRoots(list))
                }
                _ => return Err(Error::new(ErrorCode::Internal, "asked something else")),
            };
            self.asked.lock().unwrap().push(asked);
            Ok(answer)
        })
    }
}

#[tokio::test]
async fn a_form_of_a_server_is_shown_by_the_client_in_both_eras() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let person = Person::new(json!({"name": "Ann", "cups": 2}));
        let client = house.answering(era, "editor", person.clone()).await;
        let result = client.call_tool("demo__ask-form", json!({})).await.unwrap();
        assert!(text(&result).starts_with("ordered\n"), "{}", text(&result));
        assert_eq!(person.asked(), ["demo: What coffee would you like?"]);
    }
    house.close().await;
}

#[tokio::test]
async fn one_call_at_the_server_lasts_through_all_rounds_of_its_client() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let before = house.calls().len();
        let person = Person::new(json!({"city": "Lyon", "day": "Monday"}));
        let client = house.answering(era, "editor", person.clone()).await;
        let result = client.call_tool("demo__ask-twice", json!({})).await.unwrap();
        let said = text(&result);
        assert!(said.starts_with("booking ") && said.ends_with(": Lyon, Monday"), "{said}");
        assert_eq!(person.asked().len(), 2);
        assert_eq!(house.calls().len() - before, 1, "it was allowed once");
    }
    house.close().await;
}

#[tokio::test]
async fn models_and_folders_of_the_client_answer() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let person = Person::new(json!({}));
        let client = house.answering(era, "editor", person.clone()).await;
        let result = client.call_tool("demo__ask-model", json!({"question": "?"})).await.unwrap();
        assert_eq!(text(&result), "a-model says: forty-two");
        let result = client.call_tool("demo__ask-roots", json!({})).await.unwrap();
        assert!(text(&result).contains("file:///home/me/proj"), "{}", text(&result));
    }
    house.close().await;
}

#[tokio::test]
async fn a_client_that_can_answer_nothing_is_asked_nothing() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let call = client.call_tool("demo__ask-model", json!({"question": "?"}));
        let error = call.await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Rpc, "it is the server's own answer: {error}");
    }
    house.close().await;
}

#[tokio::test]
async fn two_clients_at_once_are_asked_for_their_own_calls_only() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let people = ["Lyon", "Linz"].map(|city| Person::new(json!({"city": city, "day": "x"})));
        let mut calls = Vec::new();
        for (number, person) in people.iter().enumerate() {
            let name = format!("client {number}");
            calls.push(house.answering(era, &name, person.clone()).await);
        }
        let (one, other) = tokio::join!(
            calls[0].call_tool("demo__ask-twice", json!({})),
            calls[1].call_tool("demo__ask-twice", json!({})),
        );
        assert!(text(&one.unwrap()).contains("Lyon"));
        assert!(text(&other.unwrap()).contains("Linz"));
        assert_eq!(people.map(|person| person.asked().len()), [2, 2]);
    }
    house.close().await;
}

#[tokio::test]
async fn the_client_is_asked_for_consent_where_nothing_else_shows_questions() {
    let mut house = House::new(&demo("demo", "")).await;
    for era in ERAS {
        let person = Person::new(json!({"decision": "allow", "term": "session"}));
        let client = house.answering(era, "editor", person.clone()).await;
        for _ in 0..2 {
            let call = client.call_tool("demo__echo", json!({"text": "so be it"}));
            assert_eq!(text(&call.await.unwrap()), "so be it");
        }
        let asked = person.asked();
        assert_eq!(asked.len(), 1, "for the session it was said once: {asked:?}");
        for part in ["editor", "`echo`", "demo", "so be it"] {
            assert!(asked[0].contains(part), "{part} is missing: {}", asked[0]);
        }
        let refusing = Person::new(json!({"decision": "deny"}));
        let client = house.answering(era, "other", refusing).await;
        let result = client.call_tool("demo__echo", json!({"text": "x"})).await.unwrap();
        assert_eq!(result.is_error, Some(true), "{}", text(&result));
    }
    house.close().await;
}

#[tokio::test]
async fn a_surface_goes_before_the_client() {
    let mut house = House::new(&demo("demo", "")).await;
    let surface = house.gateway.host().questions().surface("a window");
    let person = Person::new(json!({"decision": "allow"}));
    let client = house.answering(ProtocolChoice::Modern, "editor", person.clone()).await;
    let call = client.call_tool("demo__echo", json!({"text": "seen"}));
    let answering = async {
        loop {
            let event = surface.next().await;
            if let hostline::host::gate::QuestionEvent::Asked(question) = event {
                let decision = hostline::host::gate::Decision::allow();
                surface.answer(question.id, decision).unwrap();
                return question;
            }
        }
    };
    let (result, question) = tokio::join!(call, answering);
    assert_eq!(text(&result.unwrap()), "seen");
    assert_eq!(question.client, "editor");
    assert!(person.asked().is_empty());
    house.close().await;
}

#[tokio::test]
async fn without_anybody_to_ask_nothing_is_done() {
    let mut house = House::new(&demo("demo", "")).await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let result = client.call_tool("demo__echo", json!({"text": "x"})).await.unwrap();
        assert_eq!(result.is_error, Some(true));
        assert!(text(&result).contains("nobody to ask"), "{}", text(&result));
    }
    house.close().await;
}

#[tokio::test]
async fn whichever_eras_the_two_sides_speak_the_question_comes_through() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let server = table("trains", &[PEER, "demo", "stdio", "--version", version], "");
        let mut house = House::new(&format!("{server}{ALLOW}")).await;
        for era in ERAS {
            let person = Person::new(json!({"city": "Porto"}));
            let client = house.answering(era, "editor", person.clone()).await;
            let result = client.call_tool("trains__ask", json!({})).await.unwrap();
            assert_eq!(text(&result), "The next train to Porto leaves at noon.", "{version}");
            assert_eq!(person.asked(), ["trains: Where do you want to go?"]);
        }
        house.close().await;
    }
}

#[tokio::test]
async fn an_address_is_shown_by_the_client_and_opened_by_nobody_else() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let person = Person::new(json!({}));
        let client = house.answering(era, "editor", person.clone()).await;
        let result = client.call_tool("demo__ask-url", json!({})).await.unwrap();
        assert_eq!(text(&result), "you agreed to open the page");
        let asked = person.asked();
        assert_eq!(asked.len(), 1, "{asked:?}");
        assert!(asked[0].starts_with("demo: ") && asked[0].ends_with("modelcontextprotocol.io/"));
    }
    house.close().await;
}
