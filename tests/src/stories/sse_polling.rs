//! A tool that lets its stream go while it works.

use hostline::server::{Context, NoArguments, Server};

pub(super) fn server() -> Server {
    Server::new("sse-polling-example", "1.0").tool(
        "long_operation",
        "Goes on without a stream",
        |_: NoArguments, cx: Context| async move {
            cx.progress(0.5, Some(1.0), Some("before-close"));
            cx.release_stream();
            cx.progress(1.0, Some(1.0), Some("after-close"));
            "resumed"
        },
    )
}
