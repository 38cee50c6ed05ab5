//! Tools and their calls in the words of OpenAI's interface, which most model servers speak.

use serde::Deserialize;
use serde_json::json;

use super::CatalogueTool;
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    model::{CallToolResult, ContentBlock, Tool},
};

/// A call that a model wants to make.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedCall {
    /// What the answer is given back under.
    pub id: String,
    /// The tool's name in the catalogue.
    pub name: String,
    /// The arguments: an object.
    pub arguments: Json,
}

/// The tool as a member of `tools` of a request to a model.
///
/// # Errors
/// [`ErrorCode::Internal`]: it has no JSON form, which does not happen to what a server has sent.
pub fn to_openai(tool: &CatalogueTool) -> Result<Json> {
    openai_tool(&tool.name, &tool.tool)
}

/// The same, for a tool under a name of the catalogue.
pub(crate) fn openai_tool(name: &str, tool: &Tool) -> Result<Json> {
    let function = json!({
        "name": name,
        "description": tool.description.as_deref().unwrap_or_default(),
        "parameters": tool.input_schema.to_value(),
    });
    encode(&json!({ "type": "function", "function": function }))
}

/// Reads a member of `tool_calls` of a model's message.
///
/// # Errors
/// [`ErrorCode::InvalidInput`]: it is no call of a function, or its arguments are no JSON object.
pub fn from_openai(call: &Json) -> Result<WantedCall> {
    #[derive(Deserialize)]
    struct Call {
        id: String,
        function: Function,
    }
    #[derive(Deserialize)]
    struct Function {
        name: String,
        #[serde(default)]
        arguments: String,
    }
    let wrong = |source: serde_json::Error| {
        Error::new(ErrorCode::InvalidInput, "this is no call of a function").with_source(source)
    };
    let Call { id, function } = call.decode().map_err(wrong)?;
    // A model that has nothing to say writes nothing.
    let text = if function.arguments.trim().is_empty() { "{}" } else { &function.arguments };
    let no_object = || {
        let message = format!("the arguments of `{}` are no JSON object", function.name);
        Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("give the model this sentence, and let it try again")
    };
    let arguments = Json::parse(text).map_err(|source| no_object().with_source(source))?;
    if !arguments.is_object() {
        return Err(no_object());
    }
    Ok(WantedCall { id, name: function.name, arguments })
}

/// What came of a call as a message for the model: text as it is, and what is no text named.
///
/// # Errors
/// [`ErrorCode::Internal`]: it has no JSON form.
pub fn result_to_openai(id: &str, result: &CallToolResult) -> Result<Json> {
    let mut words: Vec<String> = result.content.iter().map(words_of).collect();
    if let (true, Some(structured)) = (words.is_empty(), &result.structured_content) {
        words.push(structured.to_string());
    }
    if result.is_error == Some(true) {
        words.insert(0, "The tool failed:".to_owned());
    }
    encode(&json!({ "role": "tool", "tool_call_id": id, "content": words.join("\n") }))
}

fn words_of(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => format!("[picture, {}]", image.mime_type),
        ContentBlock::Audio(audio) => format!("[sound, {}]", audio.mime_type),
        ContentBlock::ResourceLink(link) => format!("[resource {}]", link.uri),
        _ => "[content of a kind that is no text]".to_owned(),
    }
}

fn encode(value: &serde_json::Value) -> Result<Json> {
    Json::encode(value).map_err(|source| {
        Error::new(ErrorCode::Internal, "a tool has no JSON form").with_source(source)
    })
}
