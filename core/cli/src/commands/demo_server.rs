//! `demo-server`: the other end, for people who try a client.

use crate::{
    args::DemoServerArgs,
    demo, drive,
    exit::{Exit, Failure, Outcome},
};

/// Serves until the client leaves, or a signal asks for the end.
pub(crate) fn run(_args: &DemoServerArgs) -> Outcome {
    drive::block_on(async {
        let mut signals = drive::listen()?;
        let server = demo::server().build()?;
        tokio::select! {
            exit = signals.next() => {
                server.end_subscriptions();
                Err(Failure::Stopped(exit))
            }
            ended = server.serve_stdio() => {
                ended?;
                Ok(Exit::OK)
            }
        }
    })
}
