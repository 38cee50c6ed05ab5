//! Who we are to an issuer.

use super::*;

#[test]
fn a_client_is_found_in_the_order_of_the_specification() {
    let earlier = |issuer: &str, origin, client_id: &str| Registration {
        issuer: issuer.into(),
        client_id: client_id.into(),
        secret: None,
        method: ClientAuthentication::None,
        origin,
        secret_expires_at: None,
        redirect_uris: vec![REDIRECT.into()],
    };
    let dynamic = earlier(ISSUER, RegistrationOrigin::Dynamic, "dynamic");
    let given = earlier(ISSUER, RegistrationOrigin::GivenByUser, "given");
    let registered = |client_id: &str| ClientChoice::Registered {
        client_id: client_id.into(),
        secret: None,
        issuer: None,
        method: None,
    };
    let document = ClientChoice::Document("https://app.example/client.json".parse().unwrap());
    let takes_documents = || {
        let mut metadata = metadata();
        metadata["client_id_metadata_document_supported"] = true.into();
        World::usual().with(
            "https://id.example/.well-known/oauth-authorization-server",
            200,
            metadata,
        )
    };
    for (mut world, start, expected) in [
        (World::usual(), sign_in(SERVER), "made-for-us"),
        (World::usual(), sign_in(SERVER).registered(vec![dynamic.clone()]), "dynamic"),
        (World::usual(), sign_in(SERVER).registered(vec![dynamic.clone(), given.clone()]), "given"),
        (takes_documents(), sign_in(SERVER).client(registered("mine")), "mine"),
        (
            takes_documents(),
            sign_in(SERVER).client(document.clone()),
            "https://app.example/client.json",
        ),
        (World::usual(), sign_in(SERVER).client(document), "made-for-us"),
        (
            World::usual(),
            sign_in(SERVER)
                .registered(vec![Registration { secret_expires_at: Some(10), ..dynamic.clone() }])
                .at(10),
            "made-for-us",
        ),
        (
            World::usual(),
            sign_in(SERVER).registered(vec![Registration {
                redirect_uris: vec!["http://127.0.0.1:1/callback".into()],
                ..dynamic.clone()
            }]),
            "made-for-us",
        ),
        // What another issuer gave is not shown to this one.
        (
            World::usual(),
            sign_in(SERVER).registered(vec![Registration {
                issuer: "https://other.example".into(),
                ..dynamic
            }]),
            "made-for-us",
        ),
    ] {
        let visit = world.visit(&mut Flow::new(start));
        assert_eq!(visit.client_id, expected);
        assert_eq!(query(&visit.url, "client_id").as_deref(), Some(expected));
    }
    for start in [
        sign_in(SERVER)
            .registered(vec![Registration { issuer: "https://other.example".into(), ..given }]),
        sign_in(SERVER).client(ClientChoice::Registered {
            client_id: "mine".into(),
            secret: None,
            issuer: Some("https://other.example".into()),
            method: None,
        }),
    ] {
        let error = World::usual().failure(&mut Flow::new(start));
        assert!(error.to_string().contains("https://other.example"), "{error}");
    }
}

#[test]
fn an_issuer_that_registers_nobody_is_asked_for_a_client() {
    let mut metadata = metadata();
    metadata.as_object_mut().unwrap().remove("registration_endpoint");
    let mut world = World::usual().with(
        "https://id.example/.well-known/oauth-authorization-server",
        200,
        metadata,
    );
    let mut flow = Flow::new(sign_in(SERVER));
    let Step::AskForClient { issuer } = world.serve(&mut flow) else { panic!() };
    assert_eq!(issuer, ISSUER);
    flow.named(NamedClient { client_id: "told".into(), secret: Some(Secret::new("hush")) });
    assert_eq!(world.visit(&mut flow).client_id, "told");
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    let Step::Done(grant) = world.serve(&mut flow) else { panic!() };
    let client = grant.registration;
    assert_eq!((&*client.issuer, client.origin), (ISSUER, RegistrationOrigin::GivenByUser));
    assert_eq!(client.method, ClientAuthentication::Basic);
}

#[test]
fn what_no_client_can_be_is_not_taken_for_one() {
    for (client_id, secret) in [
        (String::new(), None),
        ("a\r\nb".into(), None),
        ("c".repeat(20_000), None),
        ("c".into(), Some(Secret::new("\u{0}"))),
    ] {
        let mut flow = Flow::new(sign_in(SERVER));
        let mut world = World::new(&[]);
        assert!(matches!(world.serve(&mut flow), Step::AskForClient { .. }));
        flow.named(NamedClient { client_id, secret });
        let Step::Failed(error) = flow.next_step() else { panic!() };
        assert_eq!(error.code(), ErrorCode::InvalidInput);
    }
}

#[test]
fn a_refused_registration_is_tried_once_more_and_then_explained() {
    let refusal =
        json!({"error": "invalid_redirect_uri", "error_description": "use\u{1b}[31m localhost"});
    let mut world = World::usual();
    world.pages.insert(0, ("https://id.example/register".into(), 400, refusal.clone()));
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    assert_eq!(visit.redirect_uri, "http://localhost:8765/callback");
    // The receiver does not know which of its names the browser used.
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    assert!(matches!(world.serve(&mut flow), Step::Done(_)));

    let mut world = World::usual().with("https://id.example/register", 400, refusal);
    let error = world.failure(&mut Flow::new(sign_in(SERVER)));
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    assert_eq!(world.posted.len(), 2);
    let text = error.to_string();
    assert!(text.contains("invalid_redirect_uri") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_client_authenticates_as_the_issuer_wants_it() {
    let methods = |methods: Value| {
        let mut metadata = metadata();
        metadata["token_endpoint_auth_methods_supported"] = methods;
        World::usual().with(
            "https://id.example/.well-known/oauth-authorization-server",
            200,
            metadata,
        )
    };
    let secret = json!({"client_id": "a b", "client_secret": "s:%"});
    for (world, answer, header, in_form) in [
        (methods(json!(["client_secret_basic"])), secret.clone(), true, false),
        (methods(json!(["client_secret_post"])), secret.clone(), false, true),
        (methods(Value::Null), secret.clone(), true, false),
        (methods(json!(["none"])), json!({"client_id": "a b"}), false, false),
        (
            methods(json!(["none", "client_secret_post"])),
            json!({"client_id": "a b", "client_secret": "s:%", "token_endpoint_auth_method": "client_secret_post"}),
            false,
            true,
        ),
    ] {
        let mut world = world.with("https://id.example/register", 201, answer);
        let mut flow = Flow::new(sign_in(SERVER));
        let visit = world.visit(&mut flow);
        flow.returned(&format!("{}?code=c&state={STATE}", visit.redirect_uri));
        let Step::Send(exchange) = flow.next_step() else { panic!() };
        let request = exchange.request().unwrap();
        let sent = request.headers().get(http::header::AUTHORIZATION);
        // The pair `a+b:s%3A%25`.
        assert_eq!(
            sent.map(|value| value.to_str().unwrap()),
            header.then_some("Basic YStiOnMlM0ElMjU=")
        );
        let form = String::from_utf8(request.body().to_vec()).unwrap();
        assert_eq!(form.contains("client_secret=s%3A%25"), in_form, "{form}");
        assert_eq!(form.contains("client_id=a+b"), !header, "{form}");
        assert!(!exchange.shown().contains("s:%") && !exchange.shown().contains(VERIFIER));
    }
}

#[test]
fn a_document_names_every_loopback_address() {
    let url = "https://app.example/client.json".parse().unwrap();
    let document = client_document(&url, "App", Some(8765)).unwrap();
    assert_eq!(document["client_id"], "https://app.example/client.json");
    assert_eq!(
        document["redirect_uris"],
        json!([
            "http://127.0.0.1:8765/callback",
            "http://[::1]:8765/callback",
            "http://localhost:8765/callback"
        ])
    );
    for url in [
        "http://app.example/c",
        "https://app.example",
        "https://app.example/",
        "https://a:b@app.example/c",
    ] {
        let url = url.parse().unwrap();
        assert_eq!(client_document(&url, "App", None).unwrap_err().code(), ErrorCode::InvalidInput);
    }
}

#[test]
fn the_secret_of_one_issuer_is_never_sent_to_another() {
    let elsewhere = Registration {
        issuer: "https://old.example".into(),
        secret: Some(Secret::new("the-secret-of-old")),
        ..given("mine")
    };
    let start = sign_in(SERVER)
        .client(registered("mine", Some(ISSUER)))
        .registered(vec![elsewhere.clone()]);
    let mut world = World::usual();
    let grant = world.grant(&mut Flow::new(start));
    assert!(grant.registration.secret.is_none());
    assert!(!world.posted.concat().contains("old"), "{:?}", world.posted);
    // Where nothing says that the client moved, it is an error.
    let start = sign_in(SERVER).client(registered("mine", None)).registered(vec![elsewhere]);
    let error = World::usual().failure(&mut Flow::new(start));
    assert!(error.to_string().contains("https://old.example"), "{error}");
}

#[test]
fn a_secret_is_shown_to_no_issuer_that_only_the_server_has_named() {
    let client = |issuer: Option<&str>| ClientChoice::Registered {
        client_id: "mine".into(),
        secret: Some(Secret::new("the-secret")),
        issuer: issuer.map(Into::into),
        method: None,
    };
    let mut world = World::usual();
    let error = world.failure(&mut Flow::new(sign_in(SERVER).client(client(None))));
    assert!(error.next_step().unwrap().contains(ISSUER), "{error}");
    assert!(world.posted.is_empty(), "{:?}", world.posted);
    let grant = World::usual().grant(&mut Flow::new(sign_in(SERVER).client(client(Some(ISSUER)))));
    assert!(grant.registration.secret.is_some());
    // Once it was there, it is known to be its issuer.
    let earlier = Registration { secret: Some(Secret::new("the-secret")), ..given("mine") };
    let again = sign_in(SERVER).client(client(None)).registered(vec![earlier]);
    assert!(World::usual().grant(&mut Flow::new(again)).registration.secret.is_some());
}

#[test]
fn what_a_person_gave_once_is_known_again() {
    let earlier = Registration {
        secret: Some(Secret::new("given-once")),
        method: ClientAuthentication::Post,
        ..given("mine")
    };
    let dynamic = Registration { origin: RegistrationOrigin::Dynamic, ..given("dynamic") };
    for start in [
        sign_in(SERVER).client(registered("mine", None)),
        sign_in(SERVER).client(registered("mine", Some(ISSUER))),
        sign_in(SERVER),
    ] {
        let start = start.registered(vec![earlier.clone(), dynamic.clone()]);
        let grant = World::usual().grant(&mut Flow::new(start));
        assert_eq!(grant.registration.client_id, "mine");
        assert_eq!(grant.registration.secret.unwrap().expose(), "given-once");
    }
}

#[test]
fn a_registration_asks_for_the_scopes_unless_the_issuer_objects() {
    let demand = Demand { scopes: vec!["a".into(), "b".into()], ..Demand::default() };
    let start = || sign_in(SERVER).demand(demand.clone());
    let mut world = World::usual();
    world.visit(&mut Flow::new(start()));
    let document: Value = serde_json::from_str(&world.posted[0]).unwrap();
    assert_eq!(document["scope"], "a b");
    assert_eq!(document["grant_types"], json!(["authorization_code", "refresh_token"]));

    let mut world = World::usual();
    let refusal = json!({"error": "invalid_client_metadata"});
    world.pages.insert(0, ("https://id.example/register".into(), 400, refusal));
    world.visit(&mut Flow::new(start()));
    let document: Value = serde_json::from_str(&world.posted[1]).unwrap();
    assert_eq!(document.get("scope"), None);
    assert_eq!(document["application_type"], "native");
    // The grant that renews tokens is not what was objected to.
    assert_eq!(document["grant_types"], json!(["authorization_code", "refresh_token"]));
}

#[test]
fn a_registration_is_not_repeated_where_that_cannot_help() {
    for status in [401, 404, 405] {
        let mut world = World::usual().with("https://id.example/register", status, Value::Null);
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert_eq!(error.code(), ErrorCode::AuthFailed);
        assert_eq!(world.posted.len(), 1, "{status}");
    }
}

#[test]
fn a_registration_that_has_to_wait_waits_a_few_times() {
    for status in [429, 503] {
        let mut world = World::usual().with("https://id.example/register", status, Value::Null);
        let mut flow = Flow::new(sign_in(SERVER));
        let mut waits = 0;
        let error = loop {
            match world.serve(&mut flow) {
                Step::Wait(_) => {
                    waits += 1;
                    flow.waited();
                }
                Step::Failed(error) => break error,
                other => panic!("{}", describe(&other)),
            }
        };
        assert_eq!((waits, world.posted.len()), (2, 3), "{status} {error}");
    }
}

#[test]
fn a_server_that_only_may_register_clients_and_does_not_is_asked_for_one() {
    let mut flow = Flow::new(sign_in(SERVER));
    let Step::AskForClient { issuer } = World::new(&[]).serve(&mut flow) else { panic!() };
    assert_eq!(issuer, "https://server.example");
}

#[test]
fn a_client_with_characters_that_no_client_has_is_refused() {
    for body in [
        json!({"client_id": "a\r\nb"}),
        json!({"client_id": "ü"}),
        json!({"client_id": ""}),
        json!({"client_id": 7}),
        json!({"client_id": "c".repeat(20_000)}),
        json!({"client_id": "c", "client_secret": "\u{0}"}),
        json!({"client_id": "c", "token_endpoint_auth_method": "private_key_jwt"}),
        json!({"client_id": "c", "token_endpoint_auth_method": "client_secret_post"}),
        json!(["c"]),
    ] {
        let mut world = World::usual().with("https://id.example/register", 201, body.clone());
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert_eq!(error.code(), ErrorCode::AuthFailed, "{body}");
    }
}

#[test]
fn scopes_that_are_not_the_issuer_s_own_are_not_registered() {
    let demand = Demand { scopes: vec!["use".into()], ..Demand::default() };
    for (supported, expected) in [
        (json!(null), json!("use")),
        (json!(["use", "offline_access"]), json!("use offline_access")),
        (json!(["openid", "offline_access"]), json!(null)),
    ] {
        let mut world = with_metadata(|metadata| metadata["scopes_supported"] = supported);
        let visit = world.visit(&mut Flow::new(sign_in(SERVER).demand(demand.clone())));
        let registration: Value = serde_json::from_str(&world.posted[0]).unwrap();
        assert_eq!(registration["scope"], expected);
        assert!(query(&visit.url, "scope").unwrap().starts_with("use"), "it is asked for");
    }
}

#[test]
fn a_registration_that_took_localhost_only_is_used_again_by_that_name() {
    let refusal = json!({"error": "invalid_redirect_uri"});
    let mut world = World::usual();
    world.pages.insert(0, ("https://id.example/register".into(), 400, refusal));
    let earlier = world.grant(&mut Flow::new(sign_in(SERVER))).registration;
    assert_eq!(earlier.redirect_uris, ["http://localhost:8765/callback"]);
    let mut world = World::usual();
    let mut flow = Flow::new(sign_in(SERVER).registered(vec![earlier]));
    let visit = world.visit(&mut flow);
    assert_eq!(visit.redirect_uri, "http://localhost:8765/callback");
    assert_eq!(query(&visit.url, "redirect_uri").as_deref(), Some(&*visit.redirect_uri));
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    assert!(matches!(world.serve(&mut flow), Step::Done(_)));
    let form: Vec<(String, String)> =
        url::form_urlencoded::parse(world.posted[0].as_bytes()).into_owned().collect();
    assert!(form.contains(&("redirect_uri".into(), visit.redirect_uri)), "{form:?}");
}
