//! A tool that needs an answer before it does anything.

use hostline::{
    model::ElicitFormParams,
    server::{Context, Failure, JsonSchema, Server},
};
use serde_json::json;

use super::filled_in;

#[derive(serde::Deserialize, JsonSchema)]
struct Place {
    env: String,
}

#[derive(serde::Deserialize)]
struct Confirmed {
    confirm: bool,
}

pub(super) fn server() -> Server {
    Server::new("mrtr-example", "1.0").tool(
        "deploy",
        "Deploys, if a person agrees",
        |place: Place, cx: Context| async move {
            let env = place.env;
            let schema = json!({
                "type": "object",
                "properties": { "confirm": { "type": "boolean" } },
                "required": ["confirm"],
            });
            let form = ElicitFormParams::new(format!("Really deploy to {env}?"), schema);
            let answer = filled_in::<Confirmed>(&cx.elicit("confirm", form).await?)?;
            Ok::<_, Failure>(match answer {
                Some(Confirmed { confirm: true }) => format!("deployed to {env}"),
                _ => format!("deployment to {env} cancelled"),
            })
        },
    )
}
