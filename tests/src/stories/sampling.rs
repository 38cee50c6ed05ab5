//! A tool that asks the client's model.

use hostline::{
    model::{CreateMessageParams, Role, SamplingContent, SamplingMessage, TextContent},
    server::{Context, Failure, JsonSchema, Server},
};

const MOST_TOKENS: u64 = 200;

#[derive(serde::Deserialize, JsonSchema)]
struct Text {
    text: String,
}

pub(super) fn server() -> Server {
    Server::new("sampling-example", "1.0").tool(
        "summarize",
        "Has a text summed up",
        |asked: Text, cx: Context| async move {
            let task = TextContent::new(format!("Sum this up:\n\n{}", asked.text));
            let message = SamplingMessage::new(Role::User, SamplingContent::Text(task));
            let params = CreateMessageParams::new(vec![message], MOST_TOKENS);
            let answer = cx.sample("summary", params).await?;
            match answer.content.first() {
                Some(SamplingContent::Text(text)) => Ok(text.text.clone()),
                _ => Err(Failure::new("the model gave no text")),
            }
        },
    )
}
