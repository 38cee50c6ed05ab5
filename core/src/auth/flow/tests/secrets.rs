//! What is secret stays so, and what is no token is not taken for one.

use super::*;

#[test]
fn tokens_that_cannot_be_sent_are_refused_without_repeating_them() {
    for body in [
        json!({"access_token": "a b"}),
        json!({"access_token": "hush\r\nx: y"}),
        json!({"access_token": ""}),
        json!({"access_token": 7}),
        json!({"access_token": "hush", "token_type": "DPoP"}),
        json!({"access_token": "hush", "token_type": ["Bearer"]}),
        json!({"access_token": "h".repeat(100_000)}),
        json!({"access_token": "hush", "refresh_token": "h".repeat(100_000)}),
        json!({"token": "hush"}),
        json!(["hush"]),
    ] {
        let Err(error) = read_tokens(&body) else { panic!("{body}") };
        assert!(!format!("{error:?}").contains("hush"), "{error:?}");
    }
}

#[test]
fn what_is_shown_holds_no_secret() {
    let body = json!({"access_token": "hush", "nested": [{"ID_Token": "hush", "scope": "a"}], "refresh_token": {"x": "hush"}});
    let shown = answer(200, &body).shown(&renewal());
    assert!(!shown.contains("hush") && shown.contains("scope"), "{shown}");
    let page =
        Answer::new(StatusCode::OK, &HeaderMap::new(), Bytes::from_static(b"access_token=hush"));
    assert!(!page.shown(&renewal()).contains("hush"));
}

#[test]
fn members_with_the_names_of_secrets_are_not_shown() {
    let names = ["session_token", "api_key", "Client_Secret", "code", "id_token", "dpop_jwt"];
    let body: Value = names.iter().map(|name| ((*name).to_owned(), json!("hush"))).collect();
    let shown = answer(200, &body).shown(&renewal());
    assert!(!shown.contains("hush"), "{shown}");
    let shown = answer(200, &metadata()).shown(&renewal());
    assert!(shown.contains("https://id.example/token") && shown.contains("S256"), "{shown}");
}

#[test]
fn an_issuer_that_repeats_a_secret_does_not_get_it_shown() {
    let exchange = renewal();
    let sent = exchange.request().unwrap();
    let basic = sent.headers()[http::header::AUTHORIZATION].to_str().unwrap();
    let said =
        format!("unknown: the-refresh-token, the client's secret, the+client%27s+secret, {basic}");
    let secrets = ["the-refresh-token", "client's secret", "client%27s", basic];
    for status in [400, 401, 503] {
        let body = json!({"error": "invalid_grant", "error_description": said, "hint": said});
        let answer = answer(status, &body);
        let Err(RefreshFailure::Gone(error) | RefreshFailure::Kept(error)) =
            read_refresh(&exchange, &answer)
        else {
            panic!()
        };
        for text in [format!("{error:?}"), answer.shown(&exchange), exchange.shown()] {
            assert!(!secrets.iter().any(|secret| text.contains(secret)), "{text}");
        }
        assert!(error.to_string().contains("unknown: …"), "{error}");
    }
}

#[test]
fn a_code_that_the_token_endpoint_repeats_is_not_shown() {
    let body =
        json!({"error": "invalid_grant", "error_description": format!("no: a/code {VERIFIER}")});
    let mut world = World::usual().with("https://id.example/token", 400, body);
    let mut flow = Flow::new(sign_in(SERVER));
    world.visit(&mut flow);
    flow.returned(&format!("{REDIRECT}?code=a%2Fcode&state={STATE}"));
    let text = format!("{:?}", world.failure(&mut flow));
    assert!(!text.contains("a/code") && !text.contains(VERIFIER), "{text}");
}

#[test]
fn a_sign_in_without_enough_chance_does_not_begin() {
    let random = |state: &str, verifier: &str| {
        let redirect = Redirect { uri: REDIRECT.into(), is_fixed: false };
        let random = Random { state: state.into(), verifier: Secret::new(verifier) };
        Flow::new(SignIn::new(SERVER.parse().unwrap(), redirect, random))
    };
    let long = "v".repeat(129);
    for (state, verifier) in
        [("", VERIFIER), (STATE, ""), (STATE, "short"), (STATE, &long), ("short", VERIFIER)]
    {
        let Step::Failed(error) = random(state, verifier).next_step() else { panic!() };
        assert_eq!(error.code(), ErrorCode::InvalidInput);
    }
}

#[test]
fn a_secret_that_comes_back_escaped_is_not_shown_either() {
    let client = Registration { secret: Some(Secret::new("a\"b\\c-secret")), ..given("mine") };
    let client = Registration { method: ClientAuthentication::Post, ..client };
    let endpoints =
        Endpoints { token: "https://id.example/token".parse().unwrap(), revocation: None };
    let exchange = refresh(&endpoints, &client, &Secret::new("rt-rt"), None);
    let page = answer(400, &json!({"error": "x", "error_description": "a\"b\\c-secret is bad"}));
    assert!(!page.shown(&exchange).contains("c-secret"), "{}", page.shown(&exchange));
}

#[test]
fn the_query_of_an_address_is_not_shown() {
    let mut flow = Flow::new(sign_in("https://server.example/mcp?key=hush"));
    let Step::Send(exchange) = flow.next_step() else { panic!() };
    assert!(!exchange.shown().contains("hush") && exchange.url.as_str().contains("hush"));
}
