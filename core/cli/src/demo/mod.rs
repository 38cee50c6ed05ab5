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
        .icons([icon(), sun("light", "#b45309"), sun("dark", "#fcd34d")])
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
    inline(PICTURE_TYPE, PICTURE).with_sizes(vec!["32x32".to_owned()])
}

/// A drawing as an icon, in a colour that is seen on a light or a dark background.
fn sun(theme: &str, colour: &str) -> Icon {
    let drawing = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='{colour}' \
         stroke-width='2' stroke-linecap='round'><circle cx='12' cy='12' r='5'/>\
         <path d='M12 1v2m0 18v2M1 12h2m18 0h2M4 4l2 2m12 12 2 2M20 4l-2 2M6 18l-2 2'/></svg>"
    );
    inline("image/svg+xml", drawing.as_bytes()).with_sizes(vec!["any".to_owned()]).with_theme(theme)
}

/// An icon that stands in its own address.
fn inline(media_type: &str, file: &[u8]) -> Icon {
    Icon::new(format!("data:{media_type};base64,{}", STANDARD.encode(file)))
        .with_mime_type(media_type)
}
