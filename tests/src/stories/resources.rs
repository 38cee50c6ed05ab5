//! One resource, and a pattern of others.

use hostline::server::{Context, ResourceRequest, ServedResource, Server};

pub(super) fn server() -> Server {
    let config = ServedResource::new("config://app", "app_config", |_, _cx: Context| async {
        r#"{"feature": true}"#
    });
    Server::new("resources-example", "1.0")
        .with_resource(config.mime_type("application/json"))
        .resource(
            "greeting://{name}",
            "greeting",
            |asked: ResourceRequest, _cx: Context| async move {
                format!("Hello, {}!", asked.variables.value("name").unwrap_or_default())
            },
        )
}
