//! Resources: their addresses, and what is read.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use hostline::{
    ErrorCode,
    model::{BlobResourceContents, ResourceContents},
    server::{Context, Failure, ResourceRequest, ServedResource, Server},
};
use serde_json::json;

use super::{
    MODERN, VERSIONS,
    fixture::{BASE64, Fixture},
    raw::RawClient,
};

#[tokio::test(start_paused = true)]
async fn the_list_is_the_same_on_every_connection_and_after_every_request() {
    for list in ["resources/list", "resources/templates/list"] {
        super::expect_the_same_list(list).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_address_that_is_no_address_is_refused() {
    for version in VERSIONS {
        let reads = Arc::new(AtomicU32::new(0));
        let count = reads.clone();
        let read = move |_: ResourceRequest, _: Context| {
            count.fetch_add(1, Ordering::Relaxed);
            async { "read" }
        };
        let server =
            Server::new("some", "1").resource("note://{any}", "any", read).build().unwrap();
        let mut client = RawClient::open(&server, version).await;
        for uri in
            ["", "one", "/one", "note:// one", "note://o\u{0}ne", "note://a%zz", "note://<a>"]
        {
            let code = client.code("resources/read", json!({"uri": uri})).await;
            assert_eq!(code, -32602, "{version} {uri:?}");
            if !client.is_modern() {
                let code = client.code("resources/subscribe", json!({"uri": uri})).await;
                assert_eq!(code, -32602, "{version} {uri:?}");
            }
        }
        for params in [json!({}), json!({"uri": 7}), json!({"uri": ["note://one"]})] {
            let code = client.code("resources/read", params.clone()).await;
            assert_eq!(code, -32602, "{version} {params}");
        }
        assert_eq!(reads.load(Ordering::Relaxed), 0, "{version}: something was read");
        client.result("resources/read", json!({"uri": "note://a%20b"})).await;
        assert_eq!(reads.load(Ordering::Relaxed), 1, "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn bytes_are_base64() {
    for version in VERSIONS {
        let fixture = Fixture::with(|server| {
            server.resource("note://raw", "raw", |_: ResourceRequest, _: Context| async {
                ResourceContents::Blob(BlobResourceContents::new("note://raw", "no base64!"))
            })
        });
        let mut client = RawClient::open(&fixture.handle, version).await;
        let read = client.result("resources/read", json!({"uri": "note://pixel"})).await;
        let expected = json!({"uri": "note://pixel", "mimeType": "image/png", "blob": BASE64});
        assert_eq!(read["contents"], json!([expected]), "{version}");
        let code = client.code("resources/read", json!({"uri": "note://raw"})).await;
        assert_eq!(code, -32603, "{version}: what is no base64 has left");
        client.close().await;
    }
}

#[test]
fn an_address_that_breaks_the_grammar_cannot_be_added() {
    let resource = |address: &str| {
        ServedResource::new(address, "any", |_: ResourceRequest, _: Context| async { "read" })
    };
    for address in [
        "",
        "one",
        "/one",
        "1note://one",
        "no te://one",
        "no_te://one",
        "note://o ne",
        "note://o%ne",
        "note://é",
        "note://\"one\"",
        "no te://{one}",
        "note://a b/{one}",
        "{one}",
    ] {
        let made = Server::new("some", "1").with_resource(resource(address)).build();
        let running = Server::new("some", "1").build().unwrap().add_resource(resource(address));
        for refusal in [made.err(), running.err()] {
            let refusal = refusal.unwrap_or_else(|| panic!("{address:?} was not refused"));
            assert_eq!(refusal.code(), ErrorCode::InvalidInput, "{address}");
        }
    }
    for address in ["note://one", "file:///a%20b", "urn:isbn:1", "x-y.z+1:/a", "note://by/{name}"] {
        assert!(Server::new("some", "1").with_resource(resource(address)).build().is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_exist_is_told_by_an_error_and_not_by_nothing() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        // One that nothing fits, and one whose handler says so.
        for uri in ["note://nothing/such", "note://by/nobody"] {
            let error = client.error("resources/read", json!({"uri": uri})).await;
            let expected = if version == MODERN { -32602 } else { -32002 };
            assert_eq!(error["code"], expected, "{version} {uri}");
            assert_eq!(error["data"]["uri"], uri, "{version}");
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_path_that_leads_out_of_the_folder_is_refused() {
    for version in VERSIONS {
        let read = |asked: ResourceRequest, _: Context| async move {
            let name = asked.variables.path_segment("name").ok_or_else(Failure::not_found)?;
            Ok::<_, Failure>(format!("read {name}"))
        };
        let server = Server::new("some", "1")
            .resource("file:///notes/{+name}", "note", read)
            .build()
            .unwrap();
        let mut client = RawClient::open(&server, version).await;
        for name in [
            "..",
            ".",
            "../secret",
            "..%2Fsecret",
            "%2e%2e%2fsecret",
            "%2E%2E/secret",
            "a/../../secret",
            "..%5Csecret",
            "/etc/passwd",
            "%2Fetc%2Fpasswd",
            "C:%5Csecret",
            "one%00.txt",
        ] {
            let uri = format!("file:///notes/{name}");
            let answer = client.answer("resources/read", json!({"uri": uri})).await;
            let expected = if version == MODERN { -32602 } else { -32002 };
            assert_eq!(answer["error"]["code"], expected, "{version} {name}: {answer}");
        }
        let read = client.result("resources/read", json!({"uri": "file:///notes/a%20b.txt"})).await;
        assert_eq!(read["contents"][0]["text"], "read a b.txt", "{version}");
        client.close().await;
    }
}
