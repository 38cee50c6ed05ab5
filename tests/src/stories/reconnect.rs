//! A server whose self-description a client keeps.

use hostline::server::Server;

use super::serve_one::add;

pub(super) fn server() -> Server {
    Server::new("reconnect-example", "1.0.0")
        .instructions("Call `add` to add two whole numbers.")
        .tool("add", "Adds", add)
}
