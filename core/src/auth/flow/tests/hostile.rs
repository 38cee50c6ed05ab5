//! What servers, issuers and browsers may try.

use super::*;

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
}

#[test]
fn an_address_that_first_has_to_be_mended_is_refused() {
    for path in ["`calc`", "\"& calc", "a b", "a\nb", "a\tb", "<a>", "a|calc", "^&calc", "{a}", "ü"]
    {
        let address = format!("https://id.example/authorize?x={path}");
        let mut world =
            with_metadata(|metadata| metadata["authorization_endpoint"] = address.into());
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert!(error.to_string().contains("characters"), "{path} {error}");
    }
    for address in ["https:id.example/a", "https:\\\\id.example\\a", " https://id.example/a"] {
        let mut world =
            with_metadata(|metadata| metadata["authorization_endpoint"] = address.into());
        world.failure(&mut Flow::new(sign_in(SERVER)));
    }
    let long = format!("https://id.example/{}", "a".repeat(5_000));
    let mut world = with_metadata(|metadata| metadata["authorization_endpoint"] = long.into());
    world.failure(&mut Flow::new(sign_in(SERVER)));
}

#[test]
fn what_an_address_of_the_issuer_says_stays_unless_it_is_ours_to_say() {
    let address = |query: &str| {
        let address = format!("https://id.example/authorize?{query}");
        let mut world =
            with_metadata(|metadata| metadata["authorization_endpoint"] = address.into());
        world.visit(&mut Flow::new(sign_in(SERVER))).url
    };
    let url = address("p=b2c_1%20x&flag&$(calc);");
    assert!(url.as_str().contains("/authorize?p=b2c_1%20x&flag&$(calc);&response_type"), "{url}");
    let url = address("p=1&client_id=evil&redirect_uri=https://evil.example&state=x&resource=y");
    for (name, expected) in [
        ("p", "1"),
        ("client_id", "made-for-us"),
        ("redirect_uri", REDIRECT),
        ("state", STATE),
        ("resource", SERVER),
    ] {
        assert_eq!(query(&url, name).as_deref(), Some(expected), "{name}");
    }
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
    // What is no flag is read as the stricter of the two.
    let says = |word: &str| {
        with_metadata(|m| m["authorization_response_iss_parameter_supported"] = word.into())
    };
    let right = &*format!("state={STATE}");
    let iss = "iss=https%3A%2F%2Fid.example";
    for (mut world, query, expected) in [
        (World::usual(), format!("code=c&{right}"), Ok(())),
        (World::usual(), format!("code=c&{right}&{iss}"), Ok(())),
        (names_itself(), format!("code=c&{right}&{iss}"), Ok(())),
        (names_itself(), format!("code=c&{right}"), Err("which issuer")),
        (says("true"), format!("code=c&{right}"), Err("which issuer")),
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
        (World::usual(), format!("code=c&state={STATE}2"), Err("state is another")),
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
        "error=evil&error_description=call+0900&state={STATE}&iss=https%3A%2F%2Fevil.example",
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
        "http://127.0.0.1:8765/other?code=c&state={STATE}",
        "http://127.0.0.1:8766/callback?code=c&state={STATE}",
        "https://127.0.0.1:8765/callback?code=c&state={STATE}",
        "http://evil.example:8765/callback?code=c&state={STATE}",
        "callback?code=c&state={STATE}",
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
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
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
                        flow.returned(&format!("{}?code=c&state={STATE}", visit.redirect_uri));
                    }
                    _ => break,
                }
            }
            world.asked.clear();
        }
        assert!(page.shown(&renewal()).len() < 5_000);
    }
}

#[test]
fn a_redirect_is_https_or_on_this_machine() {
    for (uri, is_fit) in [
        ("https://app.example/callback", true),
        ("http://localhost:1/callback", true),
        ("http://[::1]:1/callback", true),
        ("http://app.example/callback", false),
        ("app:/callback", false),
        ("file:///callback", false),
        ("https://app.example/callback#here", false),
        ("callback", false),
    ] {
        let redirect = Redirect { uri: uri.into(), is_fixed: true };
        let random = Random { state: STATE.into(), verifier: Secret::new(VERIFIER) };
        let mut flow = Flow::new(SignIn::new(SERVER.parse().unwrap(), redirect, random));
        match flow.next_step() {
            Step::Failed(error) => {
                assert!(!is_fit && error.code() == ErrorCode::InvalidInput, "{uri} {error}");
            }
            _ => assert!(is_fit, "{uri}"),
        }
    }
}

#[test]
fn answers_that_nobody_asked_for_change_nothing() {
    let feed_all_but = |step: &Step, flow: &mut Flow| {
        if !matches!(step, Step::Send(_)) {
            flow.answered(&answer(200, &metadata()));
        }
        if !matches!(step, Step::Visit(_)) {
            flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
        }
        if !matches!(step, Step::Wait(_)) {
            flow.waited();
        }
        flow.chosen(ISSUER);
        flow.named(NamedClient { client_id: "uninvited".into(), secret: None });
    };
    let mut world = World::usual();
    world.pages.insert(0, ("https://id.example/register".into(), 503, Value::Null));
    let mut flow = Flow::new(sign_in(SERVER));
    let mut steps = Vec::new();
    for _ in 0..16 {
        let step = flow.next_step();
        feed_all_but(&step, &mut flow);
        steps.push(describe(&step).split_whitespace().next().unwrap().to_owned());
        match step {
            Step::Send(exchange) => {
                let url = exchange.url.to_string();
                let place = world.pages.iter().position(|(page, ..)| *page == url);
                let (status, body) = place.map_or((404, Value::Null), |place| {
                    let (_, status, body) = world.pages.remove(place);
                    (status, body)
                });
                flow.answered(&answer(status, &body));
            }
            Step::Visit(visit) => {
                assert_eq!(visit.client_id, "made-for-us");
                flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
            }
            Step::Wait(_) => flow.waited(),
            Step::Done(_) => break,
            other => panic!("{}", describe(&other)),
        }
    }
    assert_eq!(steps.last().unwrap(), "done", "{steps:?}");
    assert!(steps.contains(&"wait".to_owned()), "{steps:?}");
}

#[test]
fn a_code_is_used_once_whatever_the_issuer_answers() {
    for status in [429, 500, 503] {
        let mut world = World::usual().with("https://id.example/token", status, Value::Null);
        let mut flow = Flow::new(sign_in(SERVER));
        world.visit(&mut flow);
        flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
        let before = world.posted.len();
        let error = world.failure(&mut flow);
        assert_eq!((error.code(), world.posted.len() - before), (ErrorCode::AuthFailed, 1));
    }
}
