//! Prompts: a plain one, one with arguments, and one that brings a resource along.

use hostline::{
    model::{ContentBlock, EmbeddedResource, PromptMessage, Role, TextResourceContents},
    server::{CompletionRequest, Context, JsonSchema, NoArguments, ServedPrompt, Server},
};
use serde::Deserialize;

use super::{
    icon,
    resources::{ABOUT, cities, countries},
};

#[derive(Deserialize, JsonSchema)]
struct Visit {
    /// The country to go to.
    country: String,
    /// The city to begin in.
    city: Option<String>,
    /// How to travel.
    #[serde(default)]
    by: Means,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Means {
    #[default]
    Train,
    Bicycle,
    Foot,
}

pub(super) fn add(server: Server) -> Server {
    let visit = ServedPrompt::new("plan-visit", "Plans a visit: arguments and completion", visit)
        .title("Plan a visit")
        .icons([icon()])
        .complete("country", |asked: CompletionRequest, _cx| async move { countries(&asked.value) })
        .complete("city", |asked: CompletionRequest, _cx| async move {
            cities(asked.arguments.get("country").map(String::as_str), &asked.value)
        })
        .complete("by", |asked: CompletionRequest, _cx| async move {
            let means = ["train", "bicycle", "foot"].into_iter();
            means.filter(|means| means.starts_with(&asked.value)).collect::<Vec<_>>()
        });
    server
        .prompt("greet", "Greets: a plain prompt", |_: NoArguments, _cx: Context| async {
            "Greet me in three languages."
        })
        .with_prompt(visit)
        .prompt("explain", "Explains this server: an embedded resource", explain)
}

async fn visit(visit: Visit, _cx: Context) -> String {
    let begin = visit.city.map(|city| format!(", beginning in {city}")).unwrap_or_default();
    let means = format!("{:?}", visit.by).to_lowercase();
    format!("Plan a visit to {}{begin}, by {means}.", visit.country)
}

async fn explain(_: NoArguments, _cx: Context) -> Vec<PromptMessage> {
    let contents = TextResourceContents::new(ABOUT.uri, ABOUT.text).with_mime_type(ABOUT.mime_type);
    vec![
        PromptMessage::new(Role::User, ContentBlock::text("Explain this in one sentence:")),
        PromptMessage::new(Role::User, ContentBlock::Resource(EmbeddedResource::new(contents))),
    ]
}
