//! Where metadata is looked for, and which issuer is asked.

use super::*;

#[test]
fn metadata_is_looked_for_where_the_server_says_then_by_path_then_at_the_root() {
    let named = "https://meta.example/here";
    let demand = Demand { resource_metadata: Some(named.into()), ..Demand::default() };
    let mut world = World::new(&[]);
    let mut flow = Flow::new(sign_in("https://server.example/mcp?t=1").demand(demand));
    let visit = world.visit_or_register(&mut flow);
    assert!(visit.is_none());
    assert_eq!(
        world.asked[..5],
        [
            named,
            "https://server.example/.well-known/oauth-protected-resource/mcp?t=1",
            "https://server.example/.well-known/oauth-protected-resource",
            "https://server.example/.well-known/oauth-authorization-server",
            "https://server.example/.well-known/openid-configuration",
        ]
    );
}

impl World {
    /// The visit, or nothing where signing in ends before.
    fn visit_or_register(&mut self, flow: &mut Flow) -> Option<Visit> {
        match self.serve(flow) {
            Step::Visit(visit) => Some(visit),
            _ => None,
        }
    }
}

#[test]
fn a_server_without_metadata_is_one_of_2025_03_26() {
    let mut world = World::new(&[
        ("https://server.example/register", 201, json!({"client_id": "c"})),
        (
            "https://server.example/token",
            200,
            json!({"access_token": "at", "token_type": "bearer"}),
        ),
    ]);
    let mut flow = Flow::new(sign_in(SERVER));
    let visit = world.visit(&mut flow);
    assert!(visit.url.as_str().starts_with("https://server.example/authorize?"), "{}", visit.url);
    assert_eq!(query(&visit.url, "code_challenge_method").as_deref(), Some("S256"));
    assert_eq!(query(&visit.url, "resource").as_deref(), Some(SERVER));
    flow.returned(&format!("{REDIRECT}?code=c&state={STATE}"));
    let Step::Done(grant) = world.serve(&mut flow) else { panic!() };
    assert_eq!(grant.issuer, "https://server.example");
    assert_eq!(grant.tokens.lifetime, None);
}

#[test]
fn what_cannot_answer_now_is_not_taken_for_a_server_without_metadata() {
    let mut world = World::new(&[(
        "https://server.example/.well-known/oauth-protected-resource/mcp",
        503,
        Value::Null,
    )]);
    let error = world.failure(&mut Flow::new(sign_in(SERVER)));
    assert!(error.to_string().contains("503"), "{error}");
    assert_eq!(world.asked.len(), 2);
}

#[test]
fn of_several_issuers_the_one_of_the_given_client_is_asked_or_else_the_choice_is_offered() {
    let several = json!([
        "file:///etc/passwd",
        "https://other.example",
        "http://127.0.0.1:1",
        ISSUER,
        ISSUER,
        "https://id.example/a b",
        7
    ]);
    let world = || {
        World::usual().with(
            "https://server.example/.well-known/oauth-protected-resource/mcp",
            200,
            json!({"resource": SERVER, "authorization_servers": several}),
        )
    };
    let mut flow = Flow::new(sign_in(SERVER));
    let Step::ChooseIssuer(issuers) = world().serve(&mut flow) else { panic!() };
    assert_eq!(issuers, ["https://other.example", ISSUER]);
    flow.chosen(ISSUER);
    assert_eq!(world().visit(&mut flow).issuer, ISSUER);

    let mut flow = Flow::new(sign_in(SERVER));
    let _ = world().serve(&mut flow);
    flow.chosen("file:///etc/passwd");
    world().failure(&mut flow);

    let named = Registration { issuer: ISSUER.into(), ..given("mine") };
    for start in [
        sign_in(SERVER).client(registered("mine", Some(ISSUER))),
        // As a person may write it.
        sign_in(SERVER).client(registered("mine", Some("https://id.example/"))),
        sign_in(SERVER).client(registered("mine", None)).registered(vec![named]),
    ] {
        let visit = world().visit(&mut Flow::new(start));
        assert_eq!((&*visit.issuer, &*visit.client_id), (ISSUER, "mine"));
    }
}

#[test]
fn issuers_that_must_not_be_asked_are_as_bad_as_none() {
    for issuers in [json!(["http://id.example"]), json!(["file:///a", "javascript:1"])] {
        let mut world = World::usual().with(
            "https://server.example/.well-known/oauth-protected-resource/mcp",
            200,
            json!({"resource": SERVER, "authorization_servers": issuers}),
        );
        let error = world.failure(&mut Flow::new(sign_in(SERVER)));
        assert!(error.to_string().contains("https"), "{error}");
        assert_eq!(world.asked.len(), 1);
    }
}

#[test]
fn an_issuer_that_the_application_names_stands_in_for_metadata_that_is_missing() {
    let pages = World::usual().pages;
    let of_issuer = pages.into_iter().filter(|(url, ..)| url.starts_with(ISSUER));
    let mut world = World::new(&[]);
    world.pages = of_issuer.collect();
    let mut flow = Flow::new(sign_in(SERVER).client(registered("mine", Some(ISSUER))));
    let grant = world.grant(&mut flow);
    assert_eq!((&*grant.issuer, grant.resource.as_deref()), (ISSUER, Some(SERVER)));
    assert!(
        !world
            .asked
            .iter()
            .any(|url| url.starts_with("https://server.example/.well-known/oauth-authorization"))
    );
}

#[test]
fn what_an_issuer_elsewhere_names_on_this_machine_is_refused_even_by_a_local_server() {
    const LOCAL: &str = "http://127.0.0.1:9000/mcp";
    let world = |issuer: &str, token: &str| {
        let mut metadata = metadata();
        metadata["issuer"] = issuer.into();
        metadata["authorization_endpoint"] = format!("{issuer}/authorize").into();
        metadata["token_endpoint"] = token.into();
        metadata["registration_endpoint"] = format!("{issuer}/register").into();
        World::new(&[
            (
                "http://127.0.0.1:9000/.well-known/oauth-protected-resource/mcp",
                200,
                json!({"resource": LOCAL, "authorization_servers": [issuer]}),
            ),
            (&format!("{issuer}/.well-known/oauth-authorization-server"), 200, metadata),
            (&format!("{issuer}/register"), 201, json!({"client_id": "c"})),
        ])
    };
    world("http://localhost:9001", "http://127.0.0.1:9001/token")
        .visit(&mut Flow::new(sign_in(LOCAL)));
    world(ISSUER, "https://id.example/token").visit(&mut Flow::new(sign_in(LOCAL)));
    let error =
        world(ISSUER, "http://127.0.0.1:9001/token").failure(&mut Flow::new(sign_in(LOCAL)));
    assert!(error.to_string().contains("https"), "{error}");
}
