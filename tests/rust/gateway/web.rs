//! The gateway over HTTP: a token for each client, and nobody else.

use std::fmt::Write as _;

use hostline::{
    Client,
    client::ProtocolChoice,
    gateway::GatewayClients,
    net::HttpSettings,
    server::{HttpOptions, HttpServer},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::support::{ERAS, House, PATIENCE, text};

pub(super) async fn listening(house: &House) -> HttpServer {
    house.gateway.bind_http(0, HttpOptions::new()).await.unwrap()
}

async fn connect(
    server: &HttpServer,
    era: ProtocolChoice,
    token: &str,
) -> hostline::Result<Client> {
    let http = HttpSettings::new().header("Authorization", &format!("Bearer {token}"))?;
    let target = format!("http://{}/mcp", server.address());
    Client::builder().protocol(era).http(http).connect(target).await
}

/// The status of a request, as whoever is no MCP client sends it.
async fn status(server: &HttpServer, headers: &[(&str, &str)]) -> (u16, String) {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let mut request = "POST /mcp HTTP/1.1\r\nconnection: close\r\n".to_owned();
    let usual =
        [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
    for (name, value) in usual.iter().chain(headers) {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    write!(request, "content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[tokio::test]
async fn a_client_with_a_token_is_served_in_both_eras_under_its_own_name() {
    let house = House::of_demo().await;
    let server = listening(&house).await;
    let token = house.gateway.clients().add_client("script").await.unwrap();
    for era in ERAS {
        let client = connect(&server, era, token.expose()).await.unwrap();
        let result = client.call_tool("demo__echo", json!({"text": "over HTTP"})).await.unwrap();
        assert_eq!(text(&result), "over HTTP");
        client.close().await.unwrap();
    }
    let calls = house.calls();
    assert_eq!(calls.len(), 2);
    assert!(calls.iter().all(|call| call["client"] == "script"), "{calls:?}");
    house.close().await;
}

#[tokio::test]
async fn without_a_token_that_holds_nobody_is_served() {
    let house = House::of_demo().await;
    let server = listening(&house).await;
    let host = server.address().to_string();
    let token = house.gateway.clients().add_client("script").await.unwrap();
    let bearer = format!("Bearer {}", token.expose());
    for headers in [
        &[("host", host.as_str())][..],
        &[("host", &host), ("authorization", "Bearer hostline_guess")],
        &[("host", &host), ("authorization", "Basic eDp5")],
    ] {
        let (status, answer) = status(&server, headers).await;
        assert_eq!(status, 401, "{answer}");
        assert!(!answer.contains("resource_metadata"), "there is no issuer to ask: {answer}");
    }
    let (with_it, _) = status(&server, &[("host", &host), ("authorization", &bearer)]).await;
    assert_ne!(with_it, 401);
    house.gateway.clients().remove_client("script").await.unwrap();
    let (after, _) = status(&server, &[("host", &host), ("authorization", &bearer)]).await;
    assert_eq!(after, 401);
    house.close().await;
}

#[tokio::test]
async fn a_client_that_is_removed_is_gone_with_all_that_goes_on_for_it() {
    let house = House::of_demo().await;
    let server = listening(&house).await;
    for era in ERAS {
        let token = house.gateway.clients().add_client("script").await.unwrap();
        let client = connect(&server, era, token.expose()).await.unwrap();
        let before = house.calls().len();
        let call = client.call_tool("demo__slow", json!({"seconds": 3_600}));
        let removing = async {
            while house.calls().len() == before {
                tokio::task::yield_now().await;
            }
            // As another process does it.
            let elsewhere = GatewayClients::at(house.gateway.host().data());
            assert!(elsewhere.remove_client("script").await.unwrap());
        };
        let (ended, ()) = timeout(PATIENCE, async { tokio::join!(call, removing) }).await.unwrap();
        ended.unwrap_err();
    }
    house.close().await;
}

#[tokio::test]
async fn a_web_page_and_another_name_for_this_machine_are_refused_even_with_a_token() {
    let house = House::of_demo().await;
    let server = listening(&house).await;
    let host = server.address().to_string();
    let token = house.gateway.clients().add_client("script").await.unwrap();
    let bearer = format!("Bearer {}", token.expose());
    for headers in [
        [("host", host.as_str()), ("origin", "https://evil.example")],
        [("host", "evil.example"), ("origin", "http://127.0.0.1")],
    ] {
        let headers = [&headers[..], &[("authorization", bearer.as_str())]].concat();
        let (status, answer) = status(&server, &headers).await;
        assert_eq!(status, 403, "{answer}");
    }
    house.close().await;
}
