//! What a modern server says of itself.

use hostline::{
    ErrorCode,
    server::{Context, NoArguments, Server},
};
use serde_json::json;

use super::{MODERN, VERSIONS, fixture::Fixture, raw::RawClient, text};

#[tokio::test(start_paused = true)]
async fn versions_abilities_and_identity_are_told() {
    let fixture = Fixture::new();
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let found = client.result("server/discover", json!({})).await;
    let versions = found["supportedVersions"].as_array().unwrap();
    for version in VERSIONS {
        assert!(versions.contains(&json!(version)), "{versions:?}");
    }
    for ability in ["tools", "resources", "prompts", "logging", "completions"] {
        assert!(found["capabilities"][ability].is_object(), "{ability}: {found}");
    }
    assert_eq!(found["instructions"], "Ask for anything.");
    let who = &found["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&who["name"], &who["version"]), (&json!("fixture"), &json!("1.0")));
    assert_eq!(who["title"], "Fixture");
    client.close().await;
}

#[test]
fn an_extension_whose_name_breaks_the_grammar_is_refused_when_it_is_added() {
    let with = |name: &str, settings: serde_json::Value| {
        Server::new("some", "1").extension(name, settings).build()
    };
    for name in [
        "",
        "thing",
        "/thing",
        "com.example/",
        "com..example/thing",
        "1com/thing",
        "com.é/thing",
        "com.example/-thing",
        "com.example/a/b",
        "com example/thing",
    ] {
        let refusal = with(name, json!({})).expect_err(name);
        assert_eq!(refusal.code(), ErrorCode::InvalidInput, "{refusal}");
    }
    assert!(with("com.example/thing", json!(true)).is_err(), "settings are an object");
    assert!(with("com.example/thing", json!({})).is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_extension_that_the_client_lacks_is_not_used() {
    let thing = "com.example/thing";
    let fixture = Fixture::with(|server| {
        server.extension(thing, json!({"ours": 1})).tool(
            "extended",
            "Says what is agreed on",
            move |_: NoArguments, cx: Context| async move {
                let settings = [thing, "com.example/other"].map(|name| cx.extension(name).cloned());
                format!("{settings:?}")
            },
        )
    });
    for version in VERSIONS {
        let none = format!("{:?}", [None::<hostline::Json>, None]);
        let given = Some(hostline::Json::from(json!({"theirs": 2})));
        for (extensions, both) in [
            (json!({}), false),
            (json!({"com.example/other": {}}), false),
            (json!({thing: {"theirs": 2}, "com.example/other": {}}), version == MODERN),
        ] {
            let abilities = json!({"extensions": extensions});
            let mut client = RawClient::open_with(&fixture.handle, version, abilities).await;
            let said = client.call("extended", json!({})).await;
            let expected = if both { format!("{:?}", [given.clone(), None]) } else { none.clone() };
            assert_eq!(text(&said), expected, "{version} {extensions}");
            client.close().await;
        }
    }
    let mut client = RawClient::open(&fixture.handle, MODERN).await;
    let found = client.result("server/discover", json!({})).await;
    assert_eq!(found["capabilities"]["extensions"], json!({thing: {"ours": 1}}));
    client.close().await;
}
