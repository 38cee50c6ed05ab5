//! A server: `cargo run --example weather`, over standard input and output, or with `--http` at
//! `http://127.0.0.1:8080/mcp`.

use hostline::server::{Context, Failure, JsonSchema, ResourceRequest, Server, Structured};

#[derive(serde::Deserialize, JsonSchema)]
struct City {
    /// The name of the city.
    name: String,
}

#[derive(serde::Serialize, JsonSchema)]
struct Forecast {
    sunny: bool,
    degrees: f64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> hostline::Result<()> {
    let server = Server::new("weather", "1.0")
        .tool("forecast", "Weather for a city", |city: City, cx: Context| async move {
            cx.progress(1.0, Some(2.0), Some("asking the weather station"));
            if city.name.is_empty() {
                return Err(Failure::new("the city has no name"));
            }
            Ok(Structured(Forecast { sunny: true, degrees: 21.5 }))
        })
        .resource("weather://{city}", "weather", |asked: ResourceRequest, _: Context| async move {
            format!("It is sunny in {}.", asked.variables.value("city").unwrap_or("nowhere"))
        })
        .prompt("plan-trip", "Plans a trip", |city: City, _: Context| async move {
            format!("Plan a trip to {}.", city.name)
        });
    match std::env::args().nth(1).as_deref() {
        Some("--http") => server.serve_http(8080).await,
        _ => server.serve_stdio().await,
    }
}
