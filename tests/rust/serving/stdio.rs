//! A server as a program with standard streams.

use serde_json::json;

use super::{VERSIONS, raw::RawClient, text};

#[tokio::test]
async fn nothing_but_messages_is_written_to_the_output() {
    for version in VERSIONS {
        let program = env!("CARGO_BIN_EXE_fixture-server");
        let mut client = RawClient::start_program(program, version);
        client.begin(json!({})).await;
        for name in ["chatter", "break", "log"] {
            client.answer("tools/call", json!({"name": name})).await;
        }
        client.take_heard();
        client.send_text("no message").await;
        client.send_text("{}").await;
        assert_eq!(client.next_error().await, -32600);
        assert_eq!(text(&client.call("chatter", json!({})).await), "printed");
        assert_eq!(text(&client.call("echo", json!({"text": "a\nb"})).await), "a\nb");
        client.close().await;
    }
}
