//! Reports of how far a request has come.

use serde_json::{Value, json};

use super::{VERSIONS, fixture::Fixture, raw::RawClient};

const PROGRESS: &str = "notifications/progress";

fn counting(token: &Value) -> Value {
    json!({"name": "count", "_meta": {"progressToken": token}})
}

#[tokio::test(start_paused = true)]
async fn a_token_comes_back_in_its_own_type() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for token in [json!("7"), json!(7), json!(0), json!(-7), json!(""), json!(1_u64 << 53)] {
            client.result("tools/call", counting(&token)).await;
            let heard = client.take_heard();
            assert!(!heard.is_empty(), "{version} {token}");
            for report in heard {
                assert_eq!(report["params"]["progressToken"], token, "{version}");
            }
        }
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_of_another_type_is_refused() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        for token in [json!(1.5), json!(true), json!([1]), json!({"a": 1})] {
            let code = client.code("tools/call", counting(&token)).await;
            assert_eq!(code, -32602, "{version} {token}");
        }
        client.expect_silence().await;
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn never_stands_still_or_goes_back() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        client.result("tools/call", counting(&json!(1))).await;
        let told: Vec<f64> = client
            .take_heard()
            .iter()
            .filter(|message| message["method"] == PROGRESS)
            .map(|report| report["params"]["progress"].as_f64().unwrap())
            .collect();
        assert_eq!(told, [1.0, 2.0, 3.0], "{version}");
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn is_told_only_to_requests_that_asked_for_it() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        client.result("tools/call", json!({"name": "count"})).await;
        client.expect_silence().await;
        let asked = client.start("tools/call", counting(&json!("asked"))).await;
        let unasked = client.start("tools/call", json!({"name": "count"})).await;
        client.answer_to(&asked).await;
        client.answer_to(&unasked).await;
        let heard = client.take_heard();
        assert_eq!(heard.len(), 3, "{version}: {heard:?}");
        assert!(heard.iter().all(|report| report["params"]["progressToken"] == "asked"));
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn ends_with_the_answer() {
    for version in VERSIONS {
        let fixture = Fixture::new();
        let mut client = RawClient::open(&fixture.handle, version).await;
        let params = json!({"name": "keep", "_meta": {"progressToken": "t"}});
        client.result("tools/call", params).await;
        assert!(client.take_heard().iter().any(|message| message["method"] == PROGRESS));
        let kept = fixture.kept();
        kept.progress(2.0, None, Some("too late"));
        client.expect_silence().await;
        client.close().await;
        kept.progress(3.0, None, Some("and far too late"));
    }
}
