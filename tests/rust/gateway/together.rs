//! What a server asks, as the client is asked it: together, under the server's names, and no more
//! than the client can answer.

use std::sync::{Arc, Mutex};

use hostline::{
    Json, Result,
    client::{BoxFuture, InputCapabilities, InputHandler, ProtocolChoice},
    model::{
        CreateMessageResult, ElicitResult, InputRequest, InputResponse, ListRootsResult, Map, Role,
        Root, SamplingContent, TextContent,
    },
};
use serde_json::json;

use super::support::{ALLOW, ERAS, House, table, text};

/// A server of the modern era whose tools ask for several things at once.
const SERVER: &str = env!("CARGO_BIN_EXE_conformance-server");

async fn house() -> House {
    House::new(&format!("{}{ALLOW}", table("rounds", &[SERVER, "--stdio"], ""))).await
}

/// Answers what it can, and remembers what it was asked, each time.
#[derive(Clone)]
struct Person {
    can: InputCapabilities,
    asked: Arc<Mutex<Vec<Vec<String>>>>,
}

impl Person {
    fn new(can: InputCapabilities) -> Self {
        Self { can, asked: Arc::default() }
    }

    fn asked(&self) -> Vec<Vec<String>> {
        self.asked.lock().unwrap().clone()
    }

    fn answer(request: &InputRequest) -> InputResponse {
        match request {
            InputRequest::Elicit(_) => {
                let fields: Map<Json> = serde_json::from_value(json!({"name": "Ann"})).unwrap();
                InputResponse::Elicit(ElicitResult::accept(fields))
            }
            InputRequest::CreateMessage(_) => {
                let words = SamplingContent::Text(TextContent::new("Hello"));
                let answer = CreateMessageResult::new(Role::Assistant, words, "a-model");
                InputResponse::CreateMessage(answer)
            }
            _ => {
                let roots = vec![Root::new("file:///home/me/proj")];
                InputResponse::ListRoots(ListRootsResult::new(roots))
            }
        }
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
        self.asked.lock().unwrap().push(vec![request.method().to_owned()]);
        Box::pin(async move { Ok(Self::answer(&request)) })
    }

    fn inputs<'a>(
        &'a self,
        _server: &'a str,
        requests: Vec<(String, InputRequest)>,
    ) -> BoxFuture<'a, Result<Vec<InputResponse>>> {
        let keys = requests.iter().map(|(key, _)| key.clone()).collect();
        self.asked.lock().unwrap().push(keys);
        let answers = requests.iter().map(|(_, request)| Self::answer(request)).collect();
        Box::pin(async move { Ok(answers) })
    }

    fn fills_in_defaults(&self) -> bool {
        false
    }
}

#[tokio::test]
async fn what_a_server_needs_together_is_asked_in_one_round_under_its_own_names() {
    let mut house = house().await;
    let tool = "rounds__test_input_required_result_multiple_inputs";
    for era in ERAS {
        let person = Person::new(InputCapabilities::all());
        let client = house.answering(era, "editor", person.clone()).await;
        let result = client.call_tool(tool, json!({})).await.unwrap();
        assert_eq!(text(&result), "Hello, Ann: file:///home/me/proj");
        let mut asked = person.asked();
        if era == ProtocolChoice::Modern {
            assert_eq!(asked, [["user_name", "greeting", "client_roots"]]);
        } else {
            asked.sort();
            assert_eq!(asked, [["elicitation/create"], ["roots/list"], ["sampling/createMessage"]]);
        }
    }
    house.close().await;
}

#[tokio::test]
async fn a_server_is_told_what_the_client_can_answer_and_asks_for_nothing_else() {
    let mut house = house().await;
    for era in ERAS {
        let person = Person::new(InputCapabilities::none().with_sampling());
        let client = house.answering(era, "editor", person.clone()).await;
        let tool = "rounds__test_input_required_result_capabilities";
        let result = client.call_tool(tool, json!({})).await.unwrap();
        assert_eq!(text(&result), "Hello ");
        assert_eq!(person.asked().len(), 1);
    }
    house.close().await;
}

#[tokio::test]
async fn what_the_client_would_have_to_be_able_to_do_is_told_as_by_the_server() {
    let mut house = house().await;
    for (era, code) in [(ProtocolChoice::Modern, -32021), (ProtocolChoice::Legacy, -32600)] {
        let client = house.client(era, "editor").await;
        let call = client.call_tool("rounds__test_missing_capability", json!({}));
        let error = call.await.unwrap_err();
        assert_eq!(error.rpc().unwrap().code, code, "{error}");
    }
    house.close().await;
}

#[tokio::test]
async fn an_answer_that_the_client_brings_along_unasked_is_taken() {
    let mut house = house().await;
    let client = house.client(ProtocolChoice::Modern, "editor").await;
    let params = json!({
        "name": "rounds__test_input_required_result_elicitation",
        "arguments": {},
        "inputResponses": {
            "user_name": {"action": "accept", "content": {"name": "Ann"}},
            "nobody_asked": {"action": "accept", "content": {}},
        },
    });
    let result = client.request("tools/call", Some(params.into())).await;
    // It can show no forms, and says so: what it brings along does not change that.
    assert!(result.is_err(), "{result:?}");
    let person = Person::new(InputCapabilities::all());
    let client = house.answering(ProtocolChoice::Modern, "editor", person.clone()).await;
    let params = json!({
        "name": "rounds__test_input_required_result_elicitation",
        "arguments": {},
        "inputResponses": {"user_name": {"action": "accept", "content": {"name": "Ann"}}},
    });
    let result = client.request("tools/call", Some(params.into())).await.unwrap().to_value();
    assert_eq!(result["content"][0]["text"], "Hello, Ann!");
    assert!(person.asked().is_empty(), "{:?}", person.asked());
    house.close().await;
}

#[tokio::test]
async fn what_a_person_leaves_out_of_a_form_stays_out() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.answering(era, "editor", Person::new(InputCapabilities::all())).await;
        let result = client.call_tool("demo__ask-form", json!({})).await.unwrap();
        assert_eq!(text(&result), "ordered\nname: \"Ann\"", "the form has a default for sugar");
    }
    house.close().await;
}
