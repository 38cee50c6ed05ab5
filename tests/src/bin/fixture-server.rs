//! The server that offers everything, over standard input and output.

use hostline_tests::fixture::Fixture;

#[tokio::main(flavor = "current_thread")]
async fn main() -> hostline::Result<()> {
    Fixture::for_clients().handle.serve_stdio().await
}
