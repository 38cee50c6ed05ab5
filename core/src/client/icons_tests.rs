//! Icons of a connection: whose they are, and what the connection keeps to itself.

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use serde_json::{Value, json};

use super::*;
use crate::{
    icon::{IconSettings, RefusedReason},
    net::HttpSettings,
    transport::http::test_server::{Answer, Seen, Server, answer, json as json_answer},
};

fn png() -> Vec<u8> {
    let mut file = Vec::new();
    PngEncoder::new(&mut file).write_image(&[9; 16], 2, 2, ExtendedColorType::Rgba8).unwrap();
    file
}

/// A modern server with an icon beside it.
fn respond(seen: &Seen) -> Answer {
    if seen.target == "/i.png" {
        return answer(200, "image/png", png());
    }
    let message: Value = serde_json::from_slice(&seen.body).unwrap();
    let result = json!({
        "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {},
        "ttlMs": 0, "cacheScope": "private",
    });
    json_answer(json!({"jsonrpc": "2.0", "id": message["id"], "result": result}).to_string())
}

#[tokio::test]
async fn an_icon_is_fetched_without_what_the_connection_says_of_the_person() {
    let server = Server::start(|seen| async move { respond(&seen) }).await;
    let http = HttpSettings::new().header("authorization", "Bearer secret").unwrap();
    let http = http.header("x-api-key", "secret").unwrap();
    let icons = Icons::new(IconSettings::new().allow_plain_loopback());
    let builder = Client::builder().http(http).icons(icons);
    let client = builder.connect(server.url.as_str()).await.unwrap();
    let src = server.url.join("/i.png").unwrap();
    let icon = client.icon(&[Icon::new(src.as_str())], 16, IconTheme::Dark).await.unwrap();
    assert_eq!((icon.width(), icon.height()), (16, 16));
    let all = server.seen();
    let (messages, icons): (Vec<&Seen>, Vec<&Seen>) =
        all.iter().partition(|seen| seen.target != "/i.png");
    assert_eq!(messages[0].header("authorization"), Some("Bearer secret"));
    assert_eq!(icons.len(), 1);
    for name in ["authorization", "x-api-key", "cookie", "mcp-protocol-version", "mcp-method"] {
        assert_eq!(icons[0].header(name), None, "{name}");
    }
}

#[tokio::test]
async fn unless_it_is_allowed_plain_http_is_refused_on_this_machine_too() {
    let server = Server::start(|seen| async move { respond(&seen) }).await;
    let client = Client::connect(server.url.as_str()).await.unwrap();
    let src = server.url.join("/i.png").unwrap();
    let refused = client.icon(&[Icon::new(src.as_str())], 16, IconTheme::Dark).await.unwrap_err();
    assert_eq!(refused.reason(), RefusedReason::Address);
    let missing = client.icon(&[], 16, IconTheme::Dark).await.unwrap_err();
    assert_eq!(missing.reason(), RefusedReason::Missing);
    assert!(server.seen().iter().all(|seen| seen.target != "/i.png"));
}

#[test]
fn what_the_model_knows_of_an_icon_is_what_is_chosen_by() {
    let icon = Icon::new("data:,")
        .with_mime_type("image/png")
        .with_sizes(vec!["48x48".to_owned()])
        .with_theme("dim");
    let candidate = candidate(&icon);
    assert_eq!((candidate.src, candidate.media_type), ("data:,", Some("image/png")));
    assert_eq!((candidate.sizes, candidate.theme), (&["48x48".to_owned()][..], Some("dim")));
}
