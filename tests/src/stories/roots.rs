//! A tool that asks which folders the client lets it work in.

use hostline::server::{Context, Failure, NoArguments, Server};

pub(super) fn server() -> Server {
    Server::new("roots-example", "1.0").tool(
        "show_roots",
        "Shows the folders",
        |_: NoArguments, cx: Context| async move {
            let roots = cx.roots("roots").await?;
            let lines = roots.iter().map(|root| {
                format!("{} ({})", root.uri, root.name.as_deref().unwrap_or("unnamed"))
            });
            Ok::<_, Failure>(lines.collect::<Vec<_>>().join("\n"))
        },
    )
}
