//! Tools that ask the client, in the way of a session.

use hostline::{
    Json,
    model::{
        CreateMessageParams, ElicitFormParams, ElicitResult, Role, SamplingContent,
        SamplingMessage, TextContent,
    },
    server::{Context, Failure, JsonSchema, NoArguments, Server},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Prompt {
    /// What the model is asked.
    prompt: String,
}

#[derive(Deserialize, JsonSchema)]
struct Message {
    /// What the person is asked.
    message: String,
}

pub(super) fn add(server: Server) -> Server {
    server
        .tool("test_sampling", "Asks a model", sampling)
        .tool(
            "test_missing_capability",
            "Needs a model",
            |_: NoArguments, cx: Context| async move {
                ask_model(&cx, "model", "Are you there?", 10).await
            },
        )
        .tool("test_elicitation", "Asks a person", |asked: Message, cx: Context| async move {
            let fields = json!({"response": {"type": "string", "description": "User's response"}});
            let answer = cx.elicit("form", form(&asked.message, &fields, &["response"])).await?;
            Ok::<_, Failure>(format!("User response: {}", described(answer)))
        })
        .tool(
            "test_elicitation_sep1034_defaults",
            "Asks with defaults of every kind",
            |_: NoArguments, cx: Context| async move {
                let message = "Please review and update the form fields with defaults";
                let answer = cx.elicit("form", form(message, &with_defaults(), &[])).await?;
                Ok::<_, Failure>(format!("Elicitation completed: {}", described(answer)))
            },
        )
        .tool(
            "test_elicitation_sep1330_enums",
            "Asks with choices of every kind",
            |_: NoArguments, cx: Context| async move {
                let message = "Please select options from the enum fields";
                let answer = cx.elicit("form", form(message, &with_choices(), &[])).await?;
                Ok::<_, Failure>(format!("Elicitation completed: {}", described(answer)))
            },
        )
}

async fn sampling(asked: Prompt, cx: Context) -> Result<String, Failure> {
    let said = ask_model(&cx, "model", &asked.prompt, 100).await?;
    Ok(format!("LLM response: {said}"))
}

/// What the client's model says.
pub(super) async fn ask_model(
    cx: &Context,
    key: &str,
    question: &str,
    most_tokens: u64,
) -> Result<String, Failure> {
    let text = SamplingContent::Text(TextContent::new(question));
    let messages = vec![SamplingMessage::new(Role::User, text)];
    let answer = cx.sample(key, CreateMessageParams::new(messages, most_tokens)).await?;
    Ok(answer.text())
}

/// A form with these fields.
pub(super) fn form(message: &str, fields: &Value, required: &[&str]) -> ElicitFormParams {
    let schema = json!({"type": "object", "properties": fields, "required": required});
    ElicitFormParams::new(message, schema)
}

/// What a person answered.
fn described(answer: ElicitResult) -> String {
    let content = Json::encode(&answer.content.unwrap_or_default()).unwrap_or_default();
    format!("action={}, content={content}", answer.action)
}

fn with_defaults() -> Value {
    json!({
        "name": {"type": "string", "description": "User name", "default": "John Doe"},
        "age": {"type": "integer", "description": "User age", "default": 30},
        "score": {"type": "number", "description": "User score", "default": 95.5},
        "status": {
            "type": "string", "description": "User status",
            "enum": ["active", "inactive", "pending"], "default": "active",
        },
        "verified": {"type": "boolean", "description": "Verification status", "default": true},
    })
}

fn with_choices() -> Value {
    let plain = json!(["option1", "option2", "option3"]);
    let titled = |word: &str| {
        let choice = |(value, which)| json!({"const": value, "title": format!("{which} {word}")});
        [("value1", "First"), ("value2", "Second"), ("value3", "Third")].map(choice)
    };
    json!({
        "untitledSingle": {"type": "string", "description": "Select one option", "enum": plain},
        "titledSingle": {
            "type": "string", "description": "Select one option with titles",
            "oneOf": titled("Option"),
        },
        "legacyEnum": {
            "type": "string", "description": "Select one option (legacy)",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {
            "type": "array", "description": "Select multiple options",
            "minItems": 1, "maxItems": 3, "items": {"type": "string", "enum": plain},
        },
        "titledMulti": {
            "type": "array", "description": "Select multiple options with titles",
            "minItems": 1, "maxItems": 3, "items": {"anyOf": titled("Choice")},
        },
    })
}
