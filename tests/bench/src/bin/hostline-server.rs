//! A server written with Hostline, used as its documentation says. Modes: `current-thread` and
//! `multi-thread`, the runtime that the program gives it.

use std::{num::NonZeroUsize, sync::Arc};

use hostline::{
    Json,
    model::Tool,
    server::{
        Context, HttpOptions, JsonSchema, NoArguments, ServedTool, Server, ServerHandle, Structured,
    },
};
use hostline_bench::{
    Result,
    offer::{Blobs, Gathering, Offer, generated_schema},
};
use serde::{Deserialize, Serialize};

/// The most clients of a crowd.
const MANY: NonZeroUsize = NonZeroUsize::new(8192).expect("it is not zero");

fn main() -> Result<()> {
    let offer = Offer::parse()?;
    let mut runtime = match offer.mode.as_str() {
        "current-thread" => tokio::runtime::Builder::new_current_thread(),
        "multi-thread" => tokio::runtime::Builder::new_multi_thread(),
        mode => return Err(format!("there is no mode {mode}").into()),
    };
    runtime.enable_all().build()?.block_on(serve(&offer))
}

async fn serve(offer: &Offer) -> Result<()> {
    let server = server(offer)?;
    if !offer.http {
        return Ok(server.serve_stdio().await?);
    }
    let options =
        HttpOptions::new().max_connections(MANY).max_requests(MANY).max_streams(MANY, MANY);
    let listening = server.bind_http(0, options).await?;
    println!("{}", listening.address().port());
    listening.ended().await;
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
struct Text {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct City {
    city: String,
}

#[derive(Serialize, JsonSchema)]
struct Forecast {
    city: String,
    degrees: f64,
    sunny: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Size {
    bytes: usize,
}

#[derive(Deserialize, JsonSchema)]
struct Crowd {
    calls: usize,
}

fn server(offer: &Offer) -> Result<ServerHandle> {
    let blobs = Arc::new(Blobs::default());
    let gathering = Arc::new(Gathering::default());
    let mut server = Server::new("hostline-server", "0")
        .tool("echo", "Echo text", |asked: Text, _: Context| async move { asked.text })
        .tool("forecast", "Weather for a city", |asked: City, _: Context| async move {
            Structured(Forecast { city: asked.city, degrees: 21.5, sunny: true })
        })
        .tool("blob", "A text of so many bytes", move |asked: Size, _: Context| {
            let blobs = blobs.clone();
            async move { blobs.text(asked.bytes) }
        })
        .tool("gather", "Waits until so many calls are here", move |asked: Crowd, _: Context| {
            let gathering = gathering.clone();
            async move {
                gathering.join(asked.calls).await;
                "all are here"
            }
        })
        .tool("change", "Changes the list of tools", |_: NoArguments, cx: Context| async move {
            cx.server().tools_changed();
            "changed"
        });
    let schema = Json::from(generated_schema()?);
    for (name, description) in offer.generated() {
        let tool = Tool::new(name, schema.clone()).with_description(description);
        server = server.with_tool(ServedTool::with_definition(tool, |_: Json, _| async {}));
    }
    Ok(server.build()?)
}
