//! The demonstration server: one of everything that a server can do, for people who try a client.
//!
//! It is built with the public API alone. Nothing in it does anything to the machine it runs on, and
//! what it remembers, a note and one tool that comes and goes, ends with the process.

mod arguments;
mod changes;
mod content;
mod prompts;
mod questions;
mod resources;
mod work;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hostline::{model::Icon, server::Server};

/// A small picture: what the server's icon, a tool and a resource show.
const PICTURE: &[u8] = include_bytes!("picture.png");
/// Its media type.
const PICTURE_TYPE: &str = "image/png";

const INSTRUCTIONS: &str = "\
This server shows what a server can do; it has no other use. Each tool says in its description which \
part of the protocol it shows.";

/// The demonstration server.
pub(crate) fn server() -> Server {
    let server = Server::new("hostline-demo", env!("CARGO_PKG_VERSION"))
        .title("Hostline demonstration")
        .description("One of everything that a server can do.")
        .instructions(INSTRUCTIONS)
        .icons([icon()])
        .logging();
    let server = content::add(server);
    let server = work::add(server);
    let server = arguments::add(server);
    let server = questions::add(server);
    let server = changes::add(server);
    let server = resources::add(server);
    prompts::add(server)
}

/// The picture as an icon that needs no network.
fn icon() -> Icon {
    Icon::new(format!("data:{PICTURE_TYPE};base64,{}", STANDARD.encode(PICTURE)))
        .with_mime_type(PICTURE_TYPE)
        .with_sizes(vec!["32x32".to_owned()])
}
