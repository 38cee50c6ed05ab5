//! Tools through the gateway.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use hostline::{
    client::{Event, ProtocolChoice},
    model::LoggingLevel,
};
use serde_json::json;
use tokio::time::timeout;

use super::support::{ALLOW, ERAS, House, PATIENCE, demo, event, text};

#[tokio::test]
async fn a_tool_of_each_server_is_listed_and_called_by_its_public_name() {
    let mut house = House::new(&format!("{}{}{ALLOW}", demo("one", ""), demo("other", ""))).await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let tools = client.list_tools().await.unwrap();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        assert!(names.contains(&"one__add") && names.contains(&"other__add"), "{names:?}");
        assert!(names.is_sorted());
        let result = client.call_tool("other__add", json!({"a": 2, "b": 3})).await.unwrap();
        assert_eq!(result.structured_content.unwrap().to_value()["sum"], 5.0);
        let failed = client.call_tool("one__fail", json!({})).await.unwrap();
        assert_eq!(failed.is_error, Some(true));
        let error = client.call_tool("one__nothing", json!({})).await.unwrap_err();
        assert_eq!(error.rpc().unwrap().code, -32602, "{error}");
        let error = client.call_tool("nothing", json!({})).await.unwrap_err();
        assert_eq!(error.rpc().unwrap().code, -32602, "{error}");
        client.close().await.unwrap();
    }
    house.close().await;
}

#[tokio::test]
async fn what_is_not_allowed_is_an_answer_that_a_model_reads() {
    let denied = "[[policy]]\nname = \"no-echo\"\neffect = \"deny\"\ntool = \"echo\"\n";
    let mut house = House::new(&format!("{}{ALLOW}{denied}", demo("demo", ""))).await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let result = client.call_tool("demo__echo", json!({"text": "x"})).await.unwrap();
        assert_eq!(result.is_error, Some(true));
        assert!(text(&result).contains("no-echo"), "{}", text(&result));
    }
    let calls = house.calls();
    assert_eq!(calls.len(), 2, "{calls:?}");
    assert!(calls.iter().all(|call| call["verdict"] == "deny" && call["client"] == "editor"));
    house.close().await;
}

#[tokio::test]
async fn progress_is_handed_on_before_the_result() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let told = Arc::new(Mutex::new(Vec::new()));
        let hears = told.clone();
        let call = client.call_tool("demo__count", json!({"to": 2}));
        let call = call.on_progress(move |report| {
            hears.lock().unwrap().push((report.progress, report.total, report.message));
        });
        let result = call.await.unwrap();
        assert_eq!(text(&result), "counted to 2");
        let told = told.lock().unwrap().clone();
        let expected = [(1.0, "at 1"), (2.0, "at 2")];
        let expected = expected.map(|(n, words)| (n, Some(2.0), Some(words.to_owned())));
        assert_eq!(told, expected);
    }
    house.close().await;
}

#[tokio::test]
async fn log_messages_reach_the_client_for_whose_sake_they_are() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let mut events = client.events();
        client.set_log_level(LoggingLevel::Warning).await.unwrap();
        client.call_tool("demo__log", json!({})).await.unwrap();
        let first = event(&mut events, |event| matches!(event, Event::Log(_))).await;
        let Event::Log(message) = first else { panic!("{first:?}") };
        assert_eq!(message.level, LoggingLevel::Warning);
        assert_eq!(message.logger.as_deref(), Some("demo"));
    }
    house.close().await;
}

#[tokio::test]
async fn a_call_that_a_client_cancels_is_cancelled_at_the_server() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        client.list_tools().await.unwrap();
        let mut tap = house.gateway.host().tap("demo").unwrap().reader();
        let call = client.call_tool("demo__slow", json!({"seconds": 600}));
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let call = call.on_progress(move |_| {
            let _ = begun.send(());
        });
        let mut call = Box::pin(call.into_future());
        tokio::select! {
            _ = &mut call => panic!("it takes ten minutes"),
            _ = begins.recv() => {}
        }
        drop(call);
        // The server says so on its standard error.
        let cancelled = async {
            loop {
                if format!("{:?}", tap.next().await).contains("slow: cancelled") {
                    return;
                }
            }
        };
        timeout(PATIENCE, cancelled).await.expect("it must be cancelled");
    }
    house.close().await;
}

#[tokio::test]
async fn a_single_server_may_keep_its_own_names() {
    let mut house = House::new(&format!("{}{ALLOW}", demo("demo", "prefix = \"\""))).await;
    let client = house.client(ProtocolChoice::Modern, "editor").await;
    let result = client.call_tool("echo", json!({"text": "plain"})).await.unwrap();
    assert_eq!(text(&result), "plain");
    let contents = client.read_resource("demo://about").await.unwrap();
    assert_eq!(contents.contents[0].uri(), "demo://about");
    house.close().await;
}

#[tokio::test]
async fn a_server_that_cannot_start_takes_nothing_from_the_others() {
    let broken = super::support::table("broken", &["/no/such/program"], "");
    let mut house = House::new(&format!("{}{broken}{ALLOW}", demo("demo", ""))).await;
    let client = house.client(ProtocolChoice::Legacy, "editor").await;
    let result = client.call_tool("demo__echo", json!({"text": "here"})).await.unwrap();
    assert_eq!(text(&result), "here");
    let result = client.call_tool("broken__any", json!({})).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{result:?}");
    house.close().await;
}

#[tokio::test]
async fn what_goes_wrong_at_a_server_is_told_by_its_name_and_never_by_its_command() {
    let words = ["sh", "-c", "exit 3", "--key=hush"];
    let broken = super::support::table("broken", &words, "");
    let mut house = House::new(&format!("{broken}{ALLOW}")).await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let result = client.call_tool("broken__any", json!({})).await.unwrap();
        let said = text(&result);
        assert!(said.starts_with("broken: ") && !said.contains("hush"), "{said}");
    }
    house.close().await;
}

#[tokio::test]
async fn nothing_is_started_that_nobody_has_approved() {
    let mut house = House::new(&format!("{}{ALLOW}", demo("demo", ""))).await;
    // Another command is another server.
    let file = house.gateway.host().config().path();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("demo-server\"]", "demo-server\", \"-q\"]")).unwrap();
    house.gateway.host().reload().await.unwrap();
    let client = house.client(ProtocolChoice::Modern, "editor").await;
    let result = client.call_tool("demo__echo", json!({"text": "x"})).await.unwrap();
    assert_eq!(result.is_error, Some(true), "{result:?}");
    house.close().await;
}
