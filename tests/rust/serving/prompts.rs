//! Prompts: what goes in and what comes out.

use hostline::{
    model::{
        AudioContent, BlobResourceContents, ContentBlock, EmbeddedResource, ImageContent,
        PromptMessage, ResourceContents, Role, TextResourceContents,
    },
    server::{Context, Item, NoArguments, Principal, Server},
};
use serde_json::{Value, json};

use super::{
    VERSIONS,
    fixture::{BASE64, Fixture},
    raw::RawClient,
};

#[tokio::test(start_paused = true)]
async fn the_list_is_the_same_on_every_connection_and_after_every_request() {
    super::expect_the_same_list("prompts/list").await;
}

/// A server whose one prompt holds this.
fn holding(content: ContentBlock) -> Server {
    Server::new("some", "1").prompt("some", "Holds it", move |_: NoArguments, _: Context| {
        let content = content.clone();
        async { PromptMessage::new(Role::User, content) }
    })
}

/// What comes of getting a prompt that holds this.
async fn got(version: &'static str, content: ContentBlock) -> Value {
    let server = holding(content).build().unwrap();
    let mut client = RawClient::open(&server, version).await;
    let answer = client.answer("prompts/get", json!({"name": "some"})).await;
    client.close().await;
    answer
}

#[tokio::test(start_paused = true)]
async fn an_image_is_base64_and_says_its_type() {
    for version in VERSIONS {
        let answer = got(version, ImageContent::new(BASE64, "image/png").into()).await;
        let expected = json!({"type": "image", "data": BASE64, "mimeType": "image/png"});
        assert_eq!(answer["result"]["messages"][0]["content"], expected, "{version}");
        for broken in [
            ImageContent::new("no base64!", "image/png").into(),
            ImageContent::new(BASE64, "").into(),
            ImageContent::new(BASE64, "png").into(),
            AudioContent::new("no base64!", "audio/wav").into(),
        ] {
            let answer = got(version, broken).await;
            assert_eq!(answer["error"]["code"], -32603, "{version}: {answer}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_embedded_resource_has_its_address_its_type_and_its_contents() {
    let text = |text: TextResourceContents| -> ContentBlock {
        EmbeddedResource::new(ResourceContents::Text(text)).into()
    };
    let blob = |blob: BlobResourceContents| -> ContentBlock {
        EmbeddedResource::new(ResourceContents::Blob(blob)).into()
    };
    for version in VERSIONS {
        for (content, expected) in [
            (
                text(
                    TextResourceContents::new("note://one", "# one")
                        .with_mime_type("text/markdown"),
                ),
                json!({"uri": "note://one", "mimeType": "text/markdown", "text": "# one"}),
            ),
            (
                text(TextResourceContents::new("note://one", "one")),
                json!({"uri": "note://one", "mimeType": "text/plain", "text": "one"}),
            ),
            (
                blob(BlobResourceContents::new("note://one", BASE64)),
                json!({
                    "uri": "note://one", "mimeType": "application/octet-stream", "blob": BASE64,
                }),
            ),
        ] {
            let answer = got(version, content).await;
            let content = &answer["result"]["messages"][0]["content"];
            assert_eq!(content["resource"], expected, "{version}: {answer}");
        }
        for broken in [
            blob(BlobResourceContents::new("note://one", "no base64!")),
            text(TextResourceContents::new("no address", "one")),
        ] {
            let answer = got(version, broken).await;
            assert_eq!(answer["error"]["code"], -32603, "{version}: {answer}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_argument_that_is_missing_or_unknown_is_refused() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for arguments in [
            json!({}),
            json!({"season": "spring"}),
            json!({"city": "Ghent", "country": "Belgium"}),
            json!({"city": 7}),
            json!({"city": null}),
            json!([]),
        ] {
            let params = json!({"name": "plan", "arguments": arguments});
            assert_eq!(client.code("prompts/get", params).await, -32602, "{version} {arguments}");
        }
        assert_eq!(client.code("prompts/get", json!({"name": "plan"})).await, -32602, "{version}");
        for arguments in [json!({"city": "Ghent"}), json!({"city": "Ghent", "season": "spring"})] {
            client.result("prompts/get", json!({"name": "plan", "arguments": arguments})).await;
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_prompt_may_require_a_permission() {
    let visible = |item: Item<'_>, principal: &Principal| match item {
        Item::Prompt(prompt) => prompt.name != "media" || principal.has_scope("media"),
        _ => true,
    };
    for version in VERSIONS {
        let fixture = Fixture::with(|server| server.visible(visible));
        let ada = Principal::new("https://id.example", "ada");
        for (principal, allowed) in [
            (Principal::anonymous(), false),
            (ada.clone(), false),
            (ada.with_scopes(["media"]), true),
        ] {
            let mut client = RawClient::join_as(&fixture.handle, version, principal);
            client.begin(json!({})).await;
            let listed = client.result("prompts/list", json!({})).await.to_string();
            assert_eq!(listed.contains(r#""name":"media""#), allowed, "{version}");
            let answer = client.answer("prompts/get", json!({"name": "media"})).await;
            assert_eq!(answer.get("result").is_some(), allowed, "{version}: {answer}");
            if !allowed {
                let unknown =
                    client.error("prompts/get", json!({"name": "aidem"})).await.to_string();
                let refused = answer["error"].to_string();
                assert_eq!(refused, unknown.replace("aidem", "media"), "{version}: it tells more");
            }
            client.close().await;
        }
    }
}
