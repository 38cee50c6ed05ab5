//! A server that wants a sign-in, and the authorization server that gives it: `protected-server`.
//!
//! It prints the server's address, and runs until it is ended.

use hostline_tests::authorization_server::{AuthorizationServer, ProtectedServer};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let authorization = AuthorizationServer::start().await;
    let server = ProtectedServer::start(&authorization).await;
    println!("{}", server.url());
    std::future::pending::<()>().await;
}
