//! Six resources, two a page.

use std::num::NonZeroUsize;

use hostline::server::{Context, ResourceRequest, ServedResource, Server};

const WORDS: [&str; 6] = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
const PAGE: NonZeroUsize = NonZeroUsize::new(2).expect("it is not zero");

pub(super) fn server() -> Server {
    let server = Server::new("pagination-example", "1.0").page_size(PAGE);
    // Lists are in the order of the addresses.
    WORDS.into_iter().zip(1..).fold(server, |server, (word, place)| {
        let address = format!("word://{place}/{word}");
        let read = move |_: ResourceRequest, _cx: Context| async move { word };
        server.with_resource(ServedResource::new(address, word, read).mime_type("text/plain"))
    })
}
