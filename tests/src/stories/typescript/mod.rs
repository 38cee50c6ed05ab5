//! Servers for the stories of the official TypeScript SDK, as far as its stories go beyond those of
//! the Python SDK. How they are played, is in `docs/conformance.md`.

mod changes;
mod eras;
mod features;
mod questions;

use hostline::server::Server;

/// The server of a story, if there is one.
pub(super) fn server(story: &str) -> Option<Server> {
    let server = match story {
        "bearer-auth" => eras::bearer(),
        "caching" => features::caching(),
        "dual-era" => eras::dual(),
        "elicitation" => questions::elicitation(),
        "hono" | "json-response" | "stateless-legacy" => eras::greeting(),
        "legacy-routing" => eras::routed(),
        "mrtr" => questions::deployment(),
        "parallel-calls" => changes::ticking(),
        "prompts" => features::prompts(),
        "resources" => changes::counter(),
        "sampling" => super::sampling::server(),
        "schema-validators" => features::schemas(),
        "sse-polling" => changes::polling(),
        "standalone-get" => changes::growing(),
        "stickynotes" => questions::board(),
        "streaming" => changes::countdown(),
        "subscriptions" => changes::flipping(),
        "tools" => features::tools(),
        _ => return None,
    };
    Some(server)
}
