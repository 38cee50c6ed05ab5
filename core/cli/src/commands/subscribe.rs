//! `subscribe`: what changes at a server.

use hostline::{
    Error, ErrorCode,
    client::Event,
    model::{ListCapability, SubscriptionFilter},
    text::display_safe,
};
use serde_json::{Value, json};

use super::Session;
use crate::{
    args::SubscribeArgs,
    exit::{Exit, Outcome},
    output::Paint,
};

pub(super) async fn run(session: &Session, args: &SubscribeArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let mut subscription = client.subscribe(filter(session, args)?).await?;
    if !console.settings.json {
        console.note(&console.note_style().paint(Paint::Dim, "listening; Ctrl-C ends it"));
    }
    let mut left = args.count;
    while left != Some(0) {
        let Some(event) = subscription.next().await else {
            let ended = || Error::new(ErrorCode::Closed, "the server ended the subscription");
            return Err(client.closed().unwrap_or_else(ended).into());
        };
        let Some((words, value)) = change(&event) else { continue };
        if console.settings.json {
            console.print_json_line(&value)?;
        } else {
            console.print(&format!("{words}\n"))?;
        }
        left = left.map(|left| left - 1);
    }
    subscription.close().await;
    Ok(Exit::OK)
}

/// What was asked for, or all lists that the server tells the changes of.
fn filter(session: &Session, args: &SubscribeArgs) -> Outcome<SubscriptionFilter> {
    let mut filter = SubscriptionFilter::new();
    let mut wanted = [args.tools, args.prompts, args.resources];
    if wanted == [false; 3] && args.uri.is_empty() {
        let capabilities = session.client.capabilities();
        let tells =
            |list: Option<&ListCapability>| list.is_some_and(|l| l.list_changed == Some(true));
        wanted = [
            tells(capabilities.and_then(|c| c.tools.as_ref())),
            tells(capabilities.and_then(|c| c.prompts.as_ref())),
            capabilities
                .and_then(|c| c.resources.as_ref())
                .is_some_and(|resources| resources.list_changed == Some(true)),
        ];
        if wanted == [false; 3] {
            let message = "the server does not tell the changes of any list";
            return Err(Error::new(ErrorCode::MissingCapability, message)
                .with_next_step("name a resource with --uri")
                .into());
        }
    }
    let [tools, prompts, resources] = wanted;
    if tools {
        filter = filter.with_tools_list_changed(true);
    }
    if prompts {
        filter = filter.with_prompts_list_changed(true);
    }
    if resources {
        filter = filter.with_resources_list_changed(true);
    }
    if !args.uri.is_empty() {
        filter = filter.with_resource_subscriptions(args.uri.clone());
    }
    Ok(filter)
}

/// A change in words and as JSON.
fn change(event: &Event) -> Option<(String, Value)> {
    Some(match event {
        Event::ToolsChanged => {
            ("the list of tools changed".into(), json!({"type": "toolsChanged"}))
        }
        Event::PromptsChanged => {
            ("the list of prompts changed".into(), json!({"type": "promptsChanged"}))
        }
        Event::ResourcesChanged => {
            ("the list of resources changed".into(), json!({"type": "resourcesChanged"}))
        }
        Event::ResourceUpdated { uri } => (
            format!("{} changed", display_safe(uri)),
            json!({"type": "resourceUpdated", "uri": uri}),
        ),
        Event::Missed(count) => (
            "the stream was broken; changes may have been missed".into(),
            json!({"type": "missed", "count": count}),
        ),
        _ => return None,
    })
}
