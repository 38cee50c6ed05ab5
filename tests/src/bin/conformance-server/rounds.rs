//! Tools that ask the client by way of their result, in one round or in several.

use hostline::server::{Context, Failure, NoArguments, Server};
use serde_json::json;

use super::elicitation::{ask_model, form};

pub(super) fn add(server: Server) -> Server {
    let server = add_single(server);
    server
        .tool(
            "test_input_required_result_multiple_inputs",
            "Asks for three things at once",
            multiple,
        )
        .tool(
            "test_input_required_result_multi_round",
            "Asks for one thing after the other",
            |_: NoArguments, cx: Context| async move {
                let name = ask(&cx, "step1", "Step 1: What is your name?", "name").await?;
                let color =
                    ask(&cx, "step2", "Step 2: What is your favorite color?", "color").await?;
                Ok::<_, Failure>(format!("{name} likes {color}"))
            },
        )
        .tool(
            "test_input_required_result_capabilities",
            "Asks for what the client can answer",
            capable,
        )
}

/// The tools that ask for one thing.
fn add_single(server: Server) -> Server {
    server
        .tool(
            "test_input_required_result_elicitation",
            "Asks a person",
            |_: NoArguments, cx: Context| async move {
                let name = ask(&cx, "user_name", "What is your name?", "name").await?;
                Ok::<_, Failure>(format!("Hello, {name}!"))
            },
        )
        .tool(
            "test_streaming_elicitation",
            "Asks a person",
            |_: NoArguments, cx: Context| async move {
                ask(&cx, "user_name", "What is your name?", "name").await
            },
        )
        .tool(
            "test_input_required_result_sampling",
            "Asks a model",
            |_: NoArguments, cx: Context| async move {
                ask_model(&cx, "capital_question", "What is the capital of France?", 100).await
            },
        )
        .tool(
            "test_input_required_result_list_roots",
            "Asks for folders",
            |_: NoArguments, cx: Context| async move { roots(&cx).await },
        )
        .tool("test_input_required_result_request_state", "Asks, and keeps a state", confirmed)
        .tool("test_input_required_result_tampered_state", "Asks, and keeps a state", confirmed)
}

async fn multiple(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let (name, greeting, folders) = tokio::try_join!(
        ask(&cx, "user_name", "What is your name?", "name"),
        ask_model(&cx, "greeting", "Generate a greeting", 50),
        roots(&cx),
    )?;
    Ok(format!("{greeting}, {name}: {folders}"))
}

async fn confirmed(_: NoArguments, cx: Context) -> Result<String, Failure> {
    // What the client keeps for us is worth nothing unless we know it again.
    let kept = cx.once("state", || async { Ok("state-ok".to_owned()) }).await?;
    let schema = json!({"ok": {"type": "boolean"}});
    cx.elicit("confirm", form("Please confirm", &schema, &["ok"])).await?;
    Ok(kept)
}

async fn capable(_: NoArguments, cx: Context) -> Result<String, Failure> {
    let can = cx.client_capabilities();
    let (people, models) = (can.elicitation.is_some(), can.sampling.is_some());
    let person = async {
        if people {
            ask(&cx, "person", "What is your name?", "name").await
        } else {
            Ok(String::new())
        }
    };
    let model = async {
        if models {
            ask_model(&cx, "model", "Generate a greeting", 50).await
        } else {
            Ok(String::new())
        }
    };
    let (person, model) = tokio::try_join!(person, model)?;
    Ok(format!("{model} {person}"))
}

/// Asks a person for one line of text.
pub(super) async fn ask(
    cx: &Context,
    key: &str,
    message: &str,
    field: &str,
) -> Result<String, Failure> {
    let fields = json!({ field: {"type": "string"} });
    let answer = cx.elicit(key, form(message, &fields, &[field])).await?;
    let text = answer.accepted().and_then(|content| content.get(field)?.decode().ok());
    Ok(text.unwrap_or_else(|| "nobody".to_owned()))
}

async fn roots(cx: &Context) -> Result<String, Failure> {
    let roots = cx.roots("client_roots").await?;
    Ok(roots.into_iter().map(|root| root.uri).collect::<Vec<_>>().join(" "))
}
