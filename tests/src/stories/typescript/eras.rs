//! Greetings, for stories about how a server is reached and in which era.

use hostline::{
    Era,
    server::{Context, JsonSchema, NoArguments, Server},
};

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

pub(super) fn greeting() -> Server {
    Server::new("greeting-example", "1.0").tool(
        "greet",
        "Greets",
        |person: Person, _cx: Context| async move { format!("Hello, {}!", person.name) },
    )
}

pub(super) fn dual() -> Server {
    Server::new("dual-era-example", "1.0").tool(
        "greet",
        "Greets, and says in which era",
        |person: Person, cx: Context| async move {
            format!("Hello, {}! (served on the {} protocol era)", person.name, era(&cx))
        },
    )
}

pub(super) fn routed() -> Server {
    Server::new("legacy-routing-example", "1.0").tool(
        "greet",
        "Greets, and says in which era",
        |person: Person, cx: Context| async move { format!("{}: era={}", person.name, era(&cx)) },
    )
}

pub(super) fn bearer() -> Server {
    Server::new("bearer-auth-example", "1.0").tool(
        "whoami",
        "Says whose client it is",
        |_: NoArguments, cx: Context| async move {
            format!("client={}", cx.principal().client_id().unwrap_or_default())
        },
    )
}

fn era(cx: &Context) -> &'static str {
    match cx.version().era() {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    }
}
