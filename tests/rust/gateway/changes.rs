//! What changes at servers, told through the gateway.

use hostline::{client::Event, model::SubscriptionFilter};
use serde_json::json;
use tokio::time::timeout;

use super::support::{ERAS, House, PATIENCE};

#[tokio::test]
async fn a_list_that_changes_is_told_of_once_it_can_be_seen() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let before = client.list_tools().await.unwrap().len();
        let mut filter = SubscriptionFilter::new();
        filter.tools_list_changed = Some(true);
        let mut changes = client.subscribe(filter).await.unwrap();
        client.call_tool("demo__toggle-tool", json!({})).await.unwrap();
        // What has come anew waits for a person: the list that clients see is the same, until then.
        let host = house.gateway.host();
        let held = async {
            let mut catalogue = host.catalogue();
            loop {
                let now = catalogue.borrow_and_update().clone();
                let found = now.tool("demo__surprise").map(|tool| tool.standing.is_offered());
                if let Some(offered) = found {
                    assert!(!offered);
                    return;
                }
                catalogue.changed().await.unwrap();
            }
        };
        timeout(PATIENCE, held).await.expect("it must be seen");
        assert_eq!(client.list_tools().fresh().await.unwrap().len(), before);
        // A tool that is approved and goes is told of.
        let file = host.config().path();
        let text = std::fs::read_to_string(&file).unwrap();
        let off =
            text.replace("demo-server\"]\n", "demo-server\"]\ntools = { off = [\"echo\"] }\n");
        std::fs::write(&file, &off).unwrap();
        host.reload().await.unwrap();
        host.start("demo").await.unwrap();
        let told = timeout(PATIENCE, changes.next()).await.expect("it must be told");
        assert!(matches!(told, Some(Event::ToolsChanged)), "{told:?}");
        std::fs::write(&file, &text).unwrap();
        host.reload().await.unwrap();
        host.start("demo").await.unwrap();
    }
    house.close().await;
}

#[tokio::test]
async fn a_resource_that_changes_is_told_of_to_whoever_watches_it() {
    let mut house = House::of_demo().await;
    let note = "hostline://demo/demo://note";
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let mut filter = SubscriptionFilter::new();
        filter.resource_subscriptions = Some(vec![note.to_owned()]);
        let mut changes = client.subscribe(filter).await.unwrap();
        let writing = async {
            // The first words may come before the server is listened to.
            for number in 0_u32.. {
                let words = json!({"text": format!("{number}")});
                client.call_tool("demo__write-note", words).await.unwrap();
                tokio::task::yield_now().await;
            }
        };
        let hearing = timeout(PATIENCE, changes.next());
        let told = tokio::select! {
            () = writing => unreachable!("it goes on for long"),
            told = hearing => told.expect("it must be told"),
        };
        assert!(matches!(&told, Some(Event::ResourceUpdated { uri }) if uri == note), "{told:?}");
    }
    house.close().await;
}
