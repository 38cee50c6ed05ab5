//! The two addresses of HTTP+SSE, the transport of the first version.

use serde_json::json;

use super::{
    LEGACY, able, obliging,
    web::{Reply, Site, WebClient},
};

/// Opens a stream, and gives the address for messages.
async fn open(site: &Site) -> (WebClient, Reply, String) {
    let client = WebClient::new(site, LEGACY[0]);
    let mut stream = client.listen().target("/sse").send().await;
    let first = stream.event().await.unwrap();
    (client, stream, first.data)
}

#[tokio::test]
async fn one_address_streams_and_another_takes_messages() {
    let mut site = Site::open().await;
    let mut client = WebClient::new(&site, LEGACY[0]);
    let get = client.listen().target("/sse");
    assert_eq!(get.clone().method("POST").status().await, 405);
    assert_eq!(get.clone().header("accept", "application/json").status().await, 406);
    let mut stream = get.send().await;
    assert_eq!(stream.status, 200);
    let messages = stream.event().await.unwrap().data;
    assert_eq!(client.listen().target(&messages).status().await, 405);

    // What is sent is only taken; what it brings comes on the stream, as events of this name.
    let opening = client.opening();
    let reply = client.post(&opening).target(&messages).send().await;
    assert_eq!((reply.status, reply.text().await), (202, String::new()));
    let event = stream.event().await.unwrap();
    assert_eq!(event.name.as_deref(), Some("message"));
    assert_eq!(event.json()["result"]["protocolVersion"], LEGACY[0]);
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post(&begun).target(&messages).status().await, 202);
    let meta = json!({"progressToken": 1});
    let wait = client.request("tools/call", json!({"name": "wait", "_meta": meta}));
    assert_eq!(client.post(&wait).target(&messages).status().await, 202);
    assert_eq!(site.event().await, "began");
    assert_eq!(stream.message().await.unwrap()["method"], "notifications/progress");
    let call = client.call("echo", json!({"text": "a"}));
    assert_eq!(client.post(&call).target(&messages).status().await, 202);
    assert_eq!(stream.message().await.unwrap()["id"], call["id"]);

    // Whoever closes the stream has left, and everything ends that belongs to it.
    assert_eq!(site.event().await, "echo");
    drop(stream);
    assert_eq!(site.event().await, "dropped");
    let late = client.call("echo", json!({"text": "late"}));
    assert_eq!(client.post(&late).target(&messages).status().await, 404);
}

#[tokio::test]
async fn the_stream_begins_with_the_address_for_messages() {
    let site = Site::open().await;
    let mut addresses = Vec::new();
    let mut streams = Vec::new();
    for _ in 0..3 {
        let client = WebClient::new(&site, LEGACY[0]);
        let mut stream = client.listen().target("/sse").send().await;
        assert!(stream.is_stream());
        let first = stream.event().await.unwrap();
        assert_eq!(first.name.as_deref(), Some("endpoint"));
        // It leads to this server, whatever the client has called it.
        assert!(first.data.starts_with("/messages?"), "{}", first.data);
        addresses.push(first.data);
        streams.push(stream);
    }
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), 3, "each connection has its own");
    let mut client = WebClient::new(&site, LEGACY[0]);
    let opening = client.opening();
    for (address, status) in [
        ("/messages", 400),
        ("/messages?session_id=", 404),
        ("/messages?session_id=AAAAAAAAAAAAAAAAAAAAAA", 404),
    ] {
        assert_eq!(client.post(&opening).target(address).status().await, status, "{address}");
    }
}

#[tokio::test]
async fn questions_come_on_the_stream_and_answers_go_the_other_way() {
    let site = Site::open().await;
    let (client, mut stream, messages) = open(&site).await;
    let mut client = client.declaring(json!({"sampling": able()["sampling"]}));
    let opening = client.opening();
    client.post(&opening).target(&messages).send().await;
    stream.message().await.unwrap();
    let call = client.call("think", json!({}));
    assert_eq!(client.post(&call).target(&messages).status().await, 202);
    let question = stream.message().await.unwrap();
    let answer = obliging(question["method"].as_str().unwrap(), &question["params"]);
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": answer});
    assert_eq!(client.post(&answer).target(&messages).status().await, 202);
    let result = stream.message().await.unwrap();
    assert_eq!((&result["id"], super::text(&result["result"])), (&call["id"], "m"));
}
