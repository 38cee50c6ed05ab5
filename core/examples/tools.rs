//! Lists the tools of a server: `cargo run --example tools -- "npx -y some-server"`.

use hostline::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> hostline::Result<()> {
    let target = std::env::args().nth(1).unwrap_or_default();
    let server = Client::connect(target).await?;
    println!("{} over {}", server.version(), server.transport_kind());
    for tool in server.list_tools().await? {
        println!("{}", hostline::text::display_safe(&tool.name));
    }
    server.close().await
}
