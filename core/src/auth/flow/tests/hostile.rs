//! What servers, issuers and browsers may try.

use super::*;

fn with_metadata(change: impl FnOnce(&mut Value)) -> World {
    let mut metadata = metadata();
    change(&mut metadata);
    World::usual().with("https://id.example/.well-known/oauth-authorization-server", 200, metadata)
}

#[test]
fn addresses_that_are_not_https_are_never_opened_or_asked() {
    for address in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "smb://evil.example/share",
        "http://id.example/authorize",
        "http://127.0.0.1:1/authorize",
        "https://user:pass@id.example/authorize",
        "ms-settings:network",
        "\\\\evil.example\\share",
        "C:\\Windows\\calc.exe",
        "/authorize",
        "https://id.example/a#fragment",
        "",
    ] {
        for member in ["authorization_endpoint", "token_endpoint"] {
            let mut world = with_metadata(|metadata| metadata[member] = address.into());
            let error = world.failure(&mut Flow::new(sign_in(SERVER)));
            assert_eq!(error.code(), ErrorCode::AuthFailed, "{member} {address}");
            assert!(world.posted.is_empty());
        }
    }
    // Characters of a shell stay inside of an address, and are written as an address writes them.
    let mut world = with_metadata(|metadata| {
        metadata["authorization_endpoint"] = "https://id.example/a`b`$(c)\"d\" e|f?x=1&y=;z".into();
    });
    let url = world.visit(&mut Flow::new(sign_in(SERVER))).url;
    let text = url.as_str();
    assert!(!text.contains(['"', ' ', '`', '<', '>', '\n']), "{text}");
    assert_eq!(query(&url, "x").as_deref(), Some("1"));
}

#[test]
fn metadata_of_another_issuer_is_never_used() {
    for other in [
        "https://honest.example",
        "https://id.example/tenant",
        "https://id.example:444",
        "HTTPS://id.example",
    ] {
        let mut world = with_metadata(|metadata| metadata["issuer"] = other.into());
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert!(error.to_string().contains("another issuer"), "{error}");
        assert!(world.posted.is_empty());
    }
    // The right document at the next address will do.
    let mut world = with_metadata(|metadata| metadata["issuer"] = "https://honest.example".into())
        .with("https://id.example/.well-known/openid-configuration", 200, metadata());
    world.visit(&mut Flow::new(sign_in(SERVER)));
}

#[test]
fn an_issuer_without_s256_is_refused() {
    for methods in [json!(null), json!([]), json!(["plain"]), json!("S256"), json!(["s256"])] {
        let mut world =
            with_metadata(|metadata| metadata["code_challenge_methods_supported"] = methods);
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert!(error.to_string().contains("PKCE"), "{error}");
    }
}

#[test]
fn a_resource_that_is_not_ours_gets_no_token() {
    for resource in [
        "https://other.example/mcp",
        "https://server.example/mc",
        "https://server.example/mcp/x",
        "http://server.example/mcp",
        "",
    ] {
        let page = json!({"resource": resource, "authorization_servers": [ISSUER]});
        let mut world = World::usual().with(
            "https://server.example/.well-known/oauth-protected-resource/mcp",
            200,
            page,
        );
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert!(error.to_string().contains("another resource"), "{error}");
        assert_eq!(world.asked.len(), 1);
    }
    let page = json!({"authorization_servers": [ISSUER]});
    let mut world = World::usual().with(
        "https://server.example/.well-known/oauth-protected-resource/mcp",
        200,
        page,
    );
    world.failure(&mut Flow::new(sign_in(SERVER)));
}

#[test]
fn the_browser_is_believed_only_with_our_own_state_and_issuer() {
    let names_itself =
        || with_metadata(|m| m["authorization_response_iss_parameter_supported"] = true.into());
    let right = "state=the-state";
    let iss = "iss=https%3A%2F%2Fid.example";
    for (mut world, query, expected) in [
        (World::usual(), format!("code=c&{right}"), Ok(())),
        (World::usual(), format!("code=c&{right}&{iss}"), Ok(())),
        (names_itself(), format!("code=c&{right}&{iss}"), Ok(())),
        (names_itself(), format!("code=c&{right}"), Err("which issuer")),
        (
            World::usual(),
            format!("code=c&{right}&iss=https%3A%2F%2Fid.example%2F"),
            Err("another issuer"),
        ),
        (
            World::usual(),
            format!("code=c&{right}&iss=HTTPS%3A%2F%2Fid.example"),
            Err("another issuer"),
        ),
        (World::usual(), format!("code=c&{right}&iss="), Err("another issuer")),
        (World::usual(), format!("code=c&{right}&{iss}&{iss}"), Err("twice")),
        (World::usual(), "code=c".into(), Err("state is missing")),
        (World::usual(), "code=c&state=".into(), Err("state is another")),
        (World::usual(), "code=c&state=the-state2".into(), Err("state is another")),
        (World::usual(), format!("code=c&{right}&{right}"), Err("twice")),
        (World::usual(), format!("code=c&code=d&{right}"), Err("twice")),
        (World::usual(), format!("code=&{right}"), Err("neither")),
        (World::usual(), right.into(), Err("neither")),
        (World::usual(), format!("error=access_denied&{right}"), Err("declined")),
        (
            World::usual(),
            format!("error=server_error&error_description=Sorry&{right}"),
            Err("Sorry"),
        ),
    ] {
        let mut flow = Flow::new(sign_in(SERVER));
        world.visit(&mut flow);
        flow.returned(&format!("{REDIRECT}?{query}"));
        match (world.serve(&mut flow), expected) {
            (Step::Done(_), Ok(())) => {}
            (Step::Failed(error), Err(expected)) => {
                assert!(error.to_string().contains(expected), "{query}: {error}");
            }
            (step, _) => panic!("{query}: {}", describe(&step)),
        }
    }
}

#[test]
fn nothing_of_an_answer_that_is_not_ours_is_repeated() {
    for query in [
        "error=evil&error_description=call+0900&state=wrong",
        "error=evil&error_description=call+0900&state=the-state&iss=https%3A%2F%2Fevil.example",
        "error=evil&error_description=call+0900",
    ] {
        let mut world = World::usual();
        let mut flow = Flow::new(sign_in(SERVER));
        world.visit(&mut flow);
        flow.returned(&format!("{REDIRECT}?{query}"));
        let text = format!("{:?}", world.failure(&mut flow));
        assert!(!text.contains("evil") && !text.contains("0900"), "{text}");
        // No code was sent anywhere.
        assert_eq!(world.posted.len(), 1);
    }
}

#[test]
fn an_address_that_is_not_the_redirect_is_refused() {
    for address in [
        "http://127.0.0.1:8765/other?code=c&state=the-state",
        "http://127.0.0.1:8766/callback?code=c&state=the-state",
        "https://127.0.0.1:8765/callback?code=c&state=the-state",
        "http://evil.example:8765/callback?code=c&state=the-state",
        "callback?code=c&state=the-state",
        "",
    ] {
        let mut world = World::usual();
        let mut flow = Flow::new(sign_in(SERVER));
        world.visit(&mut flow);
        flow.returned(address);
        world.failure(&mut flow);
    }
}

#[test]
fn texts_of_an_issuer_are_shown_short_and_harmless() {
    let long = format!("\u{1b}]0;owned\u{7}\u{202e}{}", "x".repeat(1 << 20));
    let body = json!({"error": "invalid_grant", "error_description": long});
    let mut world = World::usual().with("https://id.example/token", 400, body);
    let mut flow = Flow::new(sign_in(SERVER));
    world.visit(&mut flow);
    flow.returned(&format!("{REDIRECT}?code=c&state=the-state"));
    let text = world.failure(&mut flow).to_string();
    assert!(text.len() < 2_000 && text.contains("invalid_grant"), "{}", text.len());
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
}

#[test]
fn documents_of_any_shape_are_survived() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for body in [
        "",
        "null",
        "[]",
        "7",
        "\"x\"",
        "{",
        "<html>",
        "{\"issuer\": 7}",
        "{\"resource\": [], \"authorization_servers\": {}}",
        &deep,
    ] {
        let page =
            Answer::new(StatusCode::OK, &HeaderMap::new(), Bytes::copy_from_slice(body.as_bytes()));
        for stop in 0..5 {
            let mut world = World::usual();
            let mut flow = Flow::new(sign_in(SERVER));
            for step in 0..8 {
                match flow.next_step() {
                    Step::Send(_) if step == stop => flow.answered(&page),
                    Step::Send(exchange) => {
                        let url = exchange.url.to_string();
                        let found = world.pages.iter().find(|(page, ..)| *page == url);
                        let (status, body) =
                            found.map_or((404, Value::Null), |(_, s, b)| (*s, b.clone()));
                        flow.answered(&answer(status, &body));
                    }
                    Step::Visit(visit) => {
                        flow.returned(&format!("{}?code=c&state=the-state", visit.redirect_uri));
                    }
                    _ => break,
                }
            }
            world.asked.clear();
        }
        assert!(page.shown().len() < 5_000);
    }
}

#[test]
fn tokens_that_cannot_be_sent_are_refused_without_repeating_them() {
    for body in [
        json!({"access_token": "a b"}),
        json!({"access_token": "hush\r\nx: y"}),
        json!({"access_token": ""}),
        json!({"access_token": 7}),
        json!({"access_token": "hush", "token_type": "DPoP"}),
        json!({"access_token": "h".repeat(100_000)}),
        json!({"access_token": "hush", "refresh_token": "h".repeat(100_000)}),
        json!({"token": "hush"}),
        json!(["hush"]),
    ] {
        let Err(error) = token::read(&answer(200, &body)) else { panic!("{body}") };
        assert!(!format!("{error:?}").contains("hush"), "{error:?}");
    }
}

#[test]
fn what_is_shown_holds_no_secret() {
    let body = json!({"access_token": "hush", "nested": [{"ID_Token": "hush", "scope": "a"}], "refresh_token": {"x": "hush"}});
    let shown = answer(200, &body).shown();
    assert!(!shown.contains("hush") && shown.contains("scope"), "{shown}");
    let page =
        Answer::new(StatusCode::OK, &HeaderMap::new(), Bytes::from_static(b"access_token=hush"));
    assert!(!page.shown().contains("hush"));
}
