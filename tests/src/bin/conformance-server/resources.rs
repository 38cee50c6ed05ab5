//! Resources: text, bytes, a pattern, and one that is watched.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hostline::server::{Context, Failure, ResourceRequest, ServedResource, Server};
use serde_json::json;

use super::content::PICTURE;

pub(super) fn add(server: Server) -> Server {
    let text = ServedResource::new("test://static-text", "static-text", |_, _cx: Context| async {
        "This is the content of the static text resource."
    })
    .description("A static text resource for testing")
    .mime_type("text/plain");
    let bytes =
        ServedResource::new("test://static-binary", "static-binary", |_, _cx: Context| async {
            STANDARD.decode(PICTURE)
        })
        .description("A static binary resource for testing")
        .mime_type("image/png");
    let watched = ServedResource::new(
        "test://watched-resource",
        "watched-resource",
        |_, _cx: Context| async { "Watched resource content" },
    )
    .description("A resource that can be watched")
    .mime_type("text/plain");
    let template = ServedResource::new("test://template/{id}/data", "template", read_template)
        .description("A resource template with a parameter")
        .mime_type("application/json");
    server.with_resource(text).with_resource(bytes).with_resource(watched).with_resource(template)
}

async fn read_template(asked: ResourceRequest, _cx: Context) -> Result<String, Failure> {
    let id = asked.variables.value("id").ok_or_else(Failure::not_found)?;
    let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
    Ok(data.to_string())
}
