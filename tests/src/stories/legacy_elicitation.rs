//! A form, and an address that a person opens.

use hostline::{
    model::{ElicitAction, ElicitFormParams, ElicitUrlParams},
    server::{Context, Failure, JsonSchema, NoArguments, Server},
};
use serde_json::json;

use super::filled_in;

#[derive(serde::Deserialize, JsonSchema)]
struct Account {
    provider: String,
}

#[derive(serde::Deserialize)]
struct Registration {
    username: String,
    plan: Option<String>,
}

pub(super) fn server() -> Server {
    Server::new("legacy-elicitation-example", "1.0")
        .tool(
            "register_user",
            "Registers whoever fills in a form",
            |_: NoArguments, cx: Context| register(cx),
        )
        .tool("link_account", "Links an account", |account: Account, cx: Context| {
            link(account.provider, cx)
        })
}

async fn register(cx: Context) -> Result<String, Failure> {
    let schema = json!({
        "type": "object",
        "properties": { "username": { "type": "string" }, "plan": { "type": "string" } },
        "required": ["username"],
    });
    let form = ElicitFormParams::new("Who are you?", schema);
    let answer = filled_in::<Registration>(&cx.elicit("registration", form).await?)?;
    Ok(match answer {
        Some(Registration { username, plan }) => {
            format!("registered {username} (plan: {})", plan.as_deref().unwrap_or("free"))
        }
        None => "nobody was registered".to_owned(),
    })
}

async fn link(provider: String, cx: Context) -> Result<String, Failure> {
    let address = format!("https://example.com/oauth/{provider}/authorize");
    let question = ElicitUrlParams::new(format!("Go to {provider}?"), address);
    let answer = cx.elicit_url("link", question).await?;
    Ok(match answer.action {
        ElicitAction::Accept => format!("linked {provider}"),
        _ => format!("{provider} was not linked"),
    })
}
