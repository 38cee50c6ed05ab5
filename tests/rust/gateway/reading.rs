//! Prompts, resources and proposals through the gateway.

use hostline::model::{
    CompletionReference, ContentBlock, PromptReference, ResourceTemplateReference,
};
use serde_json::json;

use super::support::{ERAS, House};

#[tokio::test]
async fn prompts_are_filled_in_by_their_public_names() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let prompts = client.list_prompts().await.unwrap();
        assert!(prompts.iter().any(|prompt| prompt.name == "demo__plan-visit"));
        let visit = client.get_prompt("demo__plan-visit", [("country", "France")]).await.unwrap();
        let said = visit.messages[0].content.as_text().unwrap();
        assert!(said.contains("France"), "{said}");
        let explained = client.get_prompt("demo__explain", [("", ""); 0]).await.unwrap();
        let ContentBlock::Resource(embedded) = &explained.messages[1].content else { panic!() };
        assert_eq!(embedded.resource.uri(), "hostline://demo/demo://about");
        let error = client.get_prompt("demo__nothing", [("", ""); 0]).await.unwrap_err();
        assert_eq!(error.rpc().unwrap().code, -32602, "{error}");
    }
    house.close().await;
}

#[tokio::test]
async fn resources_are_read_by_their_public_addresses() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let resources = client.list_resources().await.unwrap();
        let about = "hostline://demo/demo://about";
        assert!(resources.iter().any(|resource| resource.uri == about));
        let templates = client.list_resource_templates().await.unwrap();
        assert_eq!(templates[0].uri_template, "hostline://demo/demo://cities/{country}/{city}");
        let read = client.read_resource(about).await.unwrap();
        assert_eq!(read.contents[0].uri(), about);
        let city = "hostline://demo/demo://cities/france/lyon";
        assert_eq!(client.read_resource(city).await.unwrap().contents[0].uri(), city);
        for missing in ["hostline://demo/demo://nothing", "hostline://none/x", "demo://about"] {
            let error = client.read_resource(missing).await.unwrap_err();
            assert!(error.is_not_found(), "{missing}: {error}");
        }
    }
    house.close().await;
}

#[tokio::test]
async fn addresses_inside_of_results_are_public_too() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let linked = client.call_tool("demo__link", json!({})).await.unwrap();
        let ContentBlock::ResourceLink(link) = &linked.content[0] else { panic!("{linked:?}") };
        assert_eq!(client.read_resource(&link.uri).await.unwrap().contents[0].uri(), link.uri);
        let attached = client.call_tool("demo__attach", json!({})).await.unwrap();
        let ContentBlock::Resource(embedded) = &attached.content[1] else { panic!() };
        assert_eq!(embedded.resource.uri(), "hostline://demo/demo://about");
    }
    house.close().await;
}

#[tokio::test]
async fn proposals_come_from_the_server_that_is_meant() {
    let mut house = House::of_demo().await;
    for era in ERAS {
        let client = house.client(era, "editor").await;
        let prompt = PromptReference::new("demo__plan-visit");
        let proposed = client.complete(CompletionReference::Prompt(prompt), "country", "fr");
        assert_eq!(proposed.await.unwrap().completion.values, ["france"]);
        let template =
            ResourceTemplateReference::new("hostline://demo/demo://cities/{country}/{city}");
        let proposed = client.complete(CompletionReference::Resource(template), "city", "l");
        let proposed = proposed.context("country", "france").await.unwrap();
        assert_eq!(proposed.completion.values, ["lyon"]);
    }
    house.close().await;
}
