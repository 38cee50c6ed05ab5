//! `icon`: a picture of a server, or of a thing that it has.

use hostline::{
    client::ClientBuilder,
    icon::{IconSettings, Icons, Refused, SafeIcon},
    model::{Icon, List},
};
use serde_json::json;

use super::{Session, advice, listed};
use crate::{
    args::{IconArgs, Kind},
    exit::{Exit, Failure, Outcome, usage},
    output::Saver,
};

/// Says where icons may stand, and where pictures are kept.
pub(super) fn configure(args: &IconArgs, builder: ClientBuilder) -> Outcome<ClientBuilder> {
    let mut settings = IconSettings::new();
    for host in &args.icon_host {
        settings = settings.allow_host(host)?;
    }
    if args.icon_loopback {
        settings = settings.allow_plain_loopback();
    }
    if !args.no_cache {
        settings = settings.cache_folder(IconSettings::usual_cache_folder());
    }
    Ok(builder.icons(Icons::new(settings)))
}

pub(super) async fn run(session: &Session, args: &IconArgs) -> Outcome {
    let Session { client, console, .. } = session;
    let mut saver = Saver::new(console, Some(&args.out))?;
    let icons = match &args.name {
        None => client.server_info().and_then(|info| info.icons.clone()),
        Some(name) => icons_of(session, args.kind, name).await?,
    };
    let picture = client.icon(&icons.unwrap_or_default(), args.size, args.theme.into()).await;
    let picture = picture.map_err(Failure::Refused)?;
    let saved = saver.save(picture.png())?;
    if console.settings.json && !saver.is_stream() {
        console.print_json(&facts(&picture))?;
    } else if let Some(saved) = saved {
        console.note(&format!("{saved} ({0} × {0})", picture.width()));
    }
    Ok(Exit::OK)
}

fn facts(picture: &SafeIcon) -> serde_json::Value {
    json!({
        "mimeType": "image/png",
        "width": picture.width(),
        "height": picture.height(),
        "bytes": picture.png().len(),
        "madeFrom": picture.made_from().media_type(),
    })
}

/// The exit code and the name of the error that a refusal is.
pub(crate) fn code(refused: &Refused) -> hostline::ErrorCode {
    use hostline::{ErrorCode, icon::RefusedReason};
    match refused.reason() {
        RefusedReason::Missing => ErrorCode::MissingCapability,
        RefusedReason::Unreachable => ErrorCode::Transport,
        RefusedReason::Busy => ErrorCode::Timeout,
        RefusedReason::Internal => ErrorCode::Internal,
        _ => ErrorCode::Denied,
    }
}

async fn icons_of(session: &Session, kind: Kind, name: &str) -> Outcome<Option<Vec<Icon>>> {
    let client = &session.client;
    match kind {
        Kind::Tool => {
            let list = listed(session, "tool", client.list_tools()).await?;
            find(list, name, "tool", |tool| (&tool.name, None)).map(|tool| tool.icons)
        }
        Kind::Prompt => {
            let list = listed(session, "prompt", client.list_prompts()).await?;
            find(list, name, "prompt", |prompt| (&prompt.name, None)).map(|prompt| prompt.icons)
        }
        Kind::Resource => {
            let list = listed(session, "resource", client.list_resources()).await?;
            find(list, name, "resource", |one| (&one.name, Some(&one.uri))).map(|one| one.icons)
        }
        Kind::Template => {
            let templates = client.list_resource_templates();
            let list = listed(session, "resource template", templates).await?;
            find(list, name, "resource template", |one| (&one.name, Some(&one.uri_template)))
                .map(|one| one.icons)
        }
    }
}

/// The item that is called so; an address comes before a name, which need not be the only one.
fn find<T>(
    items: List<T>,
    wanted: &str,
    what: &str,
    names: impl Fn(&T) -> (&str, Option<&str>),
) -> Outcome<T> {
    let mut items = items.into_vec();
    let by_address = items.iter().position(|item| names(item).1 == Some(wanted));
    let found = by_address.or_else(|| items.iter().position(|item| names(item).0 == wanted));
    let Some(place) = found else {
        let known: Vec<&str> = items.iter().map(|item| names(item).0).collect();
        return Err(usage(format!("the server lists no {what} named {wanted}"))
            .with_next_step(advice(wanted, &known))
            .into());
    };
    Ok(items.swap_remove(place))
}
