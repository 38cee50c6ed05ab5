//! Metadata and registration that are not what they should be.

use hostline::{
    Client, ErrorCode,
    auth::{Auth, MemoryStore, Secret, TokenStore, flow::NamedClient},
};
use hostline_tests::authorization_server::{
    AuthorizationServer, Endpoint, ProtectedServer, Reply, USE,
};
use serde_json::json;

use super::{Site, agreeing, connect, use_it, write};

/// Addresses that a server on this machine has no reason to name: other kinds of address than its
/// own, and other kinds of anything.
const ELSEWHERE: [&str; 11] = [
    "http://10.0.0.1/x",
    "https://192.168.1.1/x",
    "https://172.16.0.1/x",
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/x",
    "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "http://public.example/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "smb://host/share",
];

#[tokio::test]
async fn metadata_of_another_issuer_is_not_used() {
    let site = Site::start().await;
    for name in ["https://evil.example".to_owned(), format!("{}/other", site.issuer.issuer())] {
        site.issuer.recover();
        site.issuer.edit(Endpoint::ServerMetadata, move |answer| answer["issuer"] = json!(name));
        assert_eq!(site.refuse().await.code(), ErrorCode::AuthFailed);
    }
    for endpoint in [Endpoint::Registration, Endpoint::Authorization, Endpoint::Token] {
        assert!(site.issuer.requests_to(endpoint).is_empty());
    }
}

#[tokio::test]
async fn an_endpoint_elsewhere_is_neither_opened_nor_asked() {
    for (member, reached) in [
        ("authorization_endpoint", Endpoint::Authorization),
        ("token_endpoint", Endpoint::Token),
        ("registration_endpoint", Endpoint::Registration),
    ] {
        for address in ELSEWHERE {
            // A person may be sent to any address of the web that is not in the clear.
            if member == "authorization_endpoint" && address.starts_with("https:") {
                continue;
            }
            let site = Site::start().await;
            site.issuer.edit(Endpoint::ServerMetadata, move |answer| {
                answer[member] = json!(address);
            });
            let error = site.refuse().await;
            let code = error.code();
            assert!(
                matches!(code, ErrorCode::AuthFailed | ErrorCode::Denied),
                "{member} {address}: {code:?} {error}"
            );
            assert!(site.issuer.requests_to(reached).is_empty(), "{member} {address}");
        }
    }
}

#[tokio::test]
async fn a_page_whose_address_looks_like_commands_is_one_address() {
    let site = Site::start().await;
    let address = format!("{}/authorize?a=$(touch%20x);id&b=%60id%60", site.issuer.issuer());
    site.issuer.edit(Endpoint::ServerMetadata, move |answer| {
        answer["authorization_endpoint"] = json!(address);
    });
    use_it(&site.connect(agreeing(MemoryStore::new())).await.unwrap()).await.unwrap();
    let visits = site.issuer.requests_to(Endpoint::Authorization);
    assert_eq!(visits.len(), 1);
    assert_eq!(visits[0].parameter("a").as_deref(), Some("$(touch x);id"));
}

#[tokio::test]
async fn a_page_whose_address_is_none_is_not_opened() {
    for end in ["a b", "a\"b", "a`id`", "a\\b", "a\nb", "a<b>", "a|b", "a\u{202e}b"] {
        let site = Site::start().await;
        let address = format!("{}/authorize?{end}", site.issuer.issuer());
        site.issuer.edit(Endpoint::ServerMetadata, move |answer| {
            answer["authorization_endpoint"] = json!(address);
        });
        assert_eq!(site.refuse().await.code(), ErrorCode::AuthFailed, "{end:?}");
        assert_eq!(site.visits(), 0);
    }
}

#[tokio::test]
async fn a_resource_that_is_another_server_s_is_not_signed_in_for() {
    for resource in ["https://other.example/mcp", "PATH/other", "PATH/mc", "not an address"] {
        let site = Site::start().await;
        let origin = site.server.url().origin().ascii_serialization();
        let resource = resource.replace("PATH", &origin);
        site.issuer.edit(Endpoint::ResourceMetadata, move |answer| {
            answer["resource"] = json!(resource);
        });
        assert_eq!(site.refuse().await.code(), ErrorCode::AuthFailed);
        assert_eq!(site.visits(), 0);
    }
}

#[tokio::test]
async fn a_resource_that_contains_the_server_is_sent_as_it_is_written() {
    let site = Site::start().await;
    let resource = site.server.url().origin().ascii_serialization();
    let named = resource.clone();
    site.issuer.edit(Endpoint::ResourceMetadata, move |answer| answer["resource"] = json!(named));
    // The token is for the origin then, which this server does not take for itself.
    let error = site.connect(agreeing(MemoryStore::new())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    for endpoint in [Endpoint::Authorization, Endpoint::Token] {
        let seen = site.issuer.requests_to(endpoint);
        assert!(!seen.is_empty());
        for seen in seen {
            assert_eq!(seen.parameter("resource").as_ref(), Some(&resource));
        }
    }
}

#[tokio::test]
async fn a_server_cannot_send_discovery_elsewhere() {
    for address in ELSEWHERE {
        let site = Site::start().await;
        site.issuer.edit(Endpoint::ResourceMetadata, move |answer| {
            answer["authorization_servers"] = json!([address]);
        });
        let error = site.refuse().await;
        assert!(matches!(error.code(), ErrorCode::AuthFailed | ErrorCode::Denied), "{error}");
        assert_eq!(site.visits(), 0);
    }
}

#[tokio::test]
async fn a_challenge_cannot_send_discovery_elsewhere() {
    for address in ELSEWHERE {
        let site = Site::start().await;
        let challenge = format!("Bearer resource_metadata=\"{address}\"");
        let reply = Reply::status(401).with_header("www-authenticate", &challenge);
        site.issuer.reply(Endpoint::Protected, reply);
        // What the challenge names is not asked; what stands where it should be may be, and what
        // comes of that is a token that the server goes on refusing.
        let connecting = site.connect(agreeing(MemoryStore::new())).await;
        let code = connecting.unwrap_err().code();
        assert!(matches!(code, ErrorCode::AuthFailed | ErrorCode::Denied), "{address}: {code:?}");
        assert!(site.visits() <= 1);
    }
}

#[tokio::test]
async fn nobody_is_sent_on_to_another_origin() {
    let elsewhere = AuthorizationServer::start().await;
    let addresses = ["http://10.0.0.1/x".to_owned(), format!("{}/token", elsewhere.issuer())];
    for endpoint in [
        Endpoint::ResourceMetadata,
        Endpoint::ServerMetadata,
        Endpoint::Registration,
        Endpoint::Token,
    ] {
        for (address, status) in addresses.iter().zip([302, 307]) {
            let site = Site::start().await;
            site.issuer.reply(endpoint, Reply::redirect(status, address));
            let error = site.refuse().await;
            assert_eq!(error.code(), ErrorCode::AuthFailed, "{endpoint:?}: {error}");
        }
    }
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn a_registration_that_is_refused_once_is_tried_once_more_in_other_words() {
    let site = Site::start().await;
    let refusal = Reply::error(400, "invalid_client_metadata", "no such application type");
    site.issuer.reply_once(Endpoint::Registration, refusal);
    use_it(&site.connect(agreeing(MemoryStore::new())).await.unwrap()).await.unwrap();
    assert_eq!(site.issuer.requests_to(Endpoint::Registration).len(), 2);
}

#[tokio::test]
async fn a_registration_that_is_refused_is_told_with_what_to_do() {
    let site = Site::start().await;
    let refusal = Reply::error(403, "access_denied", "ask \u{1b}[31mIT\u{202e}");
    site.issuer.reply(Endpoint::Registration, refusal);
    let error = site.refuse().await;
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    let told = error.to_string();
    assert!(told.contains("ask") && !told.contains(['\u{1b}', '\u{202e}']), "{told:?}");
    assert!(told.contains("register a client with whoever runs it"), "{told}");
    assert!(site.issuer.requests_to(Endpoint::Registration).len() <= 2);
    assert_eq!(site.visits(), 0);
}

#[tokio::test]
async fn a_client_that_was_registered_beforehand_is_not_registered_again() {
    for secret in [None, Some("hush hush: & %")] {
        let site = Site::start().await;
        site.issuer.register("app", secret);
        let auth = agreeing(MemoryStore::new()).client_id("app");
        let auth = match secret {
            Some(secret) => auth.client_secret(Secret::new(secret)).issuer(site.issuer.issuer()),
            None => auth,
        };
        let client = site.connect(auth).await.unwrap();
        site.issuer.expire_access_tokens();
        use_it(&client).await.unwrap();
        assert_eq!(site.counts(), (1, 1));
        assert!(site.issuer.requests_to(Endpoint::Registration).is_empty());
    }
}

#[tokio::test]
async fn an_issuer_that_offers_no_s256_is_not_signed_in_at() {
    for methods in [json!(null), json!(["plain"]), json!([])] {
        let site = Site::start().await;
        site.issuer.edit(Endpoint::ServerMetadata, move |answer| {
            answer["code_challenge_methods_supported"] = methods.clone();
        });
        assert_eq!(site.refuse().await.code(), ErrorCode::AuthFailed);
        assert_eq!(site.visits(), 0);
    }
}

#[tokio::test]
async fn a_server_without_metadata_is_signed_in_to_at_its_own_endpoints() {
    let issuer = AuthorizationServer::start().await;
    let server = ProtectedServer::start_without_metadata(&issuer).await;
    // The address that the browser comes back with names the issuer, which nothing announced.
    issuer.edit_redirect(|pairs| pairs.retain(|(name, _)| name != "iss"));
    let client = connect(&server, agreeing(MemoryStore::new()).scopes([USE])).await.unwrap();
    use_it(&client).await.unwrap();
    let [visit] = &issuer.requests_to(Endpoint::Authorization)[..] else { panic!() };
    assert_eq!(visit.parameter("code_challenge_method").as_deref(), Some("S256"));
}

#[tokio::test]
async fn two_servers_of_one_issuer_have_a_token_each() {
    let issuer = AuthorizationServer::start().await;
    let servers = [ProtectedServer::start(&issuer).await, ProtectedServer::start(&issuer).await];
    let store = MemoryStore::new();
    for server in &servers {
        use_it(&connect(server, agreeing(store.clone())).await.unwrap()).await.unwrap();
    }
    for server in &servers {
        let later = Auth::oauth().unattended().store(store.clone());
        use_it(&connect(server, later).await.unwrap()).await.unwrap();
    }
    assert_eq!(store.names().await.unwrap().len(), 2);
    let resources: Vec<Option<String>> =
        issuer.requests_to(Endpoint::Token).iter().map(|seen| seen.parameter("resource")).collect();
    assert_eq!(resources, servers.map(|server| Some(server.url().to_string())));
}

#[tokio::test]
async fn an_account_is_not_shown_to_another_server() {
    let (site, other) = (Site::start().await, Site::start().await);
    let http = hostline::net::HttpClient::default();
    let account = agreeing(MemoryStore::new()).account(&http, site.server.url()).unwrap();
    account.sign_in().await.unwrap();
    let connecting = Client::builder().auth(account).connect(other.url());
    assert_eq!(connecting.await.unwrap_err().code(), ErrorCode::InvalidInput);
    assert!(other.issuer.requests().is_empty());
}

#[tokio::test]
async fn an_issuer_that_grants_less_than_is_needed_is_not_asked_without_end() {
    let site = Site::start().await;
    site.issuer.grant_only(&["use"]);
    let client = site.connect(agreeing(MemoryStore::new())).await.unwrap();
    for _ in 0..6 {
        let error = write(&client).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::AuthFailed, "{error}");
    }
    assert!(site.visits() <= 4, "{}", site.visits());
    use_it(&client).await.unwrap();
}

#[tokio::test]
async fn an_issuer_that_has_forgotten_the_client_registers_it_anew_the_next_time() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    // Without refresh tokens nothing is asked of the issuer that would tell.
    site.issuer.edit(Endpoint::Token, |answer| {
        answer.as_object_mut().unwrap().remove("refresh_token");
    });
    drop(site.connect(agreeing(store.clone())).await.unwrap());
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    site.issuer.forget_clients();
    // The issuer shows the person that it knows no such client, and sends the browser nowhere.
    let error = site.connect(agreeing(store.clone())).await.unwrap_err();
    assert_eq!((error.code(), site.visits()), (ErrorCode::AuthFailed, 2), "{error}");
    use_it(&site.connect(agreeing(store.clone())).await.unwrap()).await.unwrap();
    assert_eq!((site.visits(), site.issuer.requests_to(Endpoint::Registration).len()), (3, 2));
    // Once a visit has come to something, the client is known again, and kept.
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    use_it(&site.connect(agreeing(store)).await.unwrap()).await.unwrap();
    assert_eq!((site.visits(), site.issuer.requests_to(Endpoint::Registration).len()), (4, 2));
}

#[tokio::test]
async fn an_issuer_that_says_at_a_renewal_that_it_has_forgotten_the_client_registers_it_anew() {
    let site = Site::start().await;
    let store = MemoryStore::new();
    drop(site.connect(agreeing(store.clone())).await.unwrap());
    site.issuer.expire_access_tokens();
    site.issuer.forget_clients();
    use_it(&site.connect(agreeing(store)).await.unwrap()).await.unwrap();
    assert_eq!((site.visits(), site.issuer.requests_to(Endpoint::Registration).len()), (2, 2));
}

#[tokio::test]
async fn a_clients_secret_is_shown_to_no_issuer_that_nobody_has_named() {
    let site = Site::start().await;
    site.issuer.register("app", Some("hush"));
    let auth = agreeing(MemoryStore::new()).client_id("app").client_secret(Secret::new("hush"));
    let error = site.connect(auth).await.unwrap_err();
    assert!(error.next_step().unwrap().contains(site.issuer.issuer()), "{error}");
    assert_eq!((error.code(), site.visits()), (ErrorCode::AuthFailed, 0));
    assert!(site.issuer.requests_to(Endpoint::Token).is_empty());
}

#[tokio::test]
async fn a_person_is_asked_for_a_client_where_the_issuer_registers_none() {
    let site = Site::start().await;
    site.issuer.register("told", Some("hush"));
    site.issuer.edit(Endpoint::ServerMetadata, |answer| {
        answer.as_object_mut().unwrap().remove("registration_endpoint");
    });
    let issuer = site.issuer.issuer().to_owned();
    let store = MemoryStore::new();
    let asking = |answer: Option<NamedClient>| {
        let issuer = issuer.clone();
        agreeing(store.clone()).ask_for_client_with(move |asked| {
            assert_eq!(asked, issuer);
            std::future::ready(Ok(answer.clone()))
        })
    };
    let error = site.connect(asking(None)).await.unwrap_err();
    assert_eq!((error.code(), site.visits()), (ErrorCode::AuthFailed, 0));
    assert!(error.next_step().unwrap().contains("client id"), "{error}");
    let told = NamedClient { client_id: "told".into(), secret: Some(Secret::new("hush")) };
    use_it(&site.connect(asking(Some(told))).await.unwrap()).await.unwrap();
    // What was told once is known from then on.
    site.issuer.expire_access_tokens();
    site.issuer.revoke_grants();
    use_it(&site.connect(agreeing(store.clone())).await.unwrap()).await.unwrap();
    assert_eq!(site.visits(), 2);
}
