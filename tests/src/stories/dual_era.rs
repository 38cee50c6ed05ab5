//! One server for both eras, which says in which it was asked.

use hostline::{
    Era,
    server::{Context, JsonSchema, NoArguments, Server},
};

#[derive(serde::Deserialize, JsonSchema)]
struct Person {
    name: String,
}

pub(super) fn server() -> Server {
    Server::new("dual-era-example", "1.0").instructions("It serves both eras.").tool(
        "greet",
        "Greets, and says in which era",
        |person: Person, cx: Context| async move {
            let version = cx.version();
            format!("Hello, {}! (served on the {} era at {version})", person.name, era(&cx))
        },
    )
}

/// For the story `legacy_routing`.
pub(super) fn which_arm() -> Server {
    Server::new("legacy-routing-example", "1.0").tool(
        "which_arm",
        "Says the era",
        |_: NoArguments, cx: Context| async move { era(&cx) },
    )
}

fn era(cx: &Context) -> &'static str {
    match cx.version().era() {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    }
}
