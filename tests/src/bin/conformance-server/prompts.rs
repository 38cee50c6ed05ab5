//! Prompts: with and without arguments, with a resource, a picture, and one that asks first.

use hostline::{
    model::{ContentBlock, PromptMessage, Role, TextResourceContents},
    server::{CompletionRequest, Context, Failure, JsonSchema, NoArguments, ServedPrompt, Server},
};
use serde::Deserialize;

use super::{
    content::{embedded, picture},
    rounds::ask,
};

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// First test argument
    arg1: String,
    /// Second test argument
    arg2: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Embedding {
    /// URI of the resource to embed
    resource_uri: String,
}

pub(super) fn add(server: Server) -> Server {
    let with_arguments = ServedPrompt::new(
        "test_prompt_with_arguments",
        "A prompt with required arguments",
        |Arguments { arg1, arg2 }: Arguments, _cx: Context| async move {
            format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
        },
    )
    .complete("arg1", |asked: CompletionRequest, _cx| async move {
        let values = ["paris", "park", "party"].into_iter();
        values.filter(|value| value.starts_with(&asked.value)).collect::<Vec<_>>()
    });
    server
        .prompt("test_simple_prompt", "A simple prompt", |_: NoArguments, _cx: Context| async {
            "This is a simple prompt for testing."
        })
        .with_prompt(with_arguments)
        .prompt(
            "test_prompt_with_embedded_resource",
            "A prompt that includes an embedded resource",
            with_resource,
        )
        .prompt(
            "test_prompt_with_image",
            "A prompt that includes a picture",
            |_: NoArguments, _cx: Context| async {
                said([picture(), ContentBlock::text("Please analyze the image above.")])
            },
        )
        .prompt(
            "test_input_required_result_prompt",
            "A prompt that asks a person first",
            |_: NoArguments, cx: Context| async move {
                let question = "What context should the prompt use?";
                let context = ask(&cx, "user_context", question, "context").await?;
                Ok::<_, Failure>(format!("Use this context: {context}"))
            },
        )
}

async fn with_resource(embedding: Embedding, _cx: Context) -> Vec<PromptMessage> {
    let contents =
        TextResourceContents::new(embedding.resource_uri, "Embedded resource content for testing.");
    said([
        embedded(contents.with_mime_type("text/plain")),
        ContentBlock::text("Please process the embedded resource above."),
    ])
}

fn said(contents: [ContentBlock; 2]) -> Vec<PromptMessage> {
    contents.into_iter().map(|content| PromptMessage::new(Role::User, content)).collect()
}
