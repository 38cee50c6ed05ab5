//! The rule by itself, with a resolver that says what a test wants, and on real connections.

use std::{
    collections::HashMap,
    future::{pending, ready},
    net::IpAddr,
    sync::atomic::{AtomicUsize, Ordering},
};

use super::*;
use crate::{
    net::{HttpClient, HttpSettings, ProxyPolicy, exchange},
    transport::http::test_server::{Seen, Server, answer, json, with_header},
};

/// What the names of a test resolve to.
fn told(names: &[(&str, &[&str])]) -> Lookup {
    let names: HashMap<String, Vec<SocketAddr>> = names
        .iter()
        .map(|(name, addresses)| {
            let parse = |text: &&str| SocketAddr::new(text.parse::<IpAddr>().unwrap(), 0);
            ((*name).to_owned(), addresses.iter().map(parse).collect())
        })
        .collect();
    Arc::new(move |name| {
        let found = names.get(name.as_str()).cloned();
        Box::pin(ready(found.ok_or_else(|| io::ErrorKind::NotFound.into())))
    })
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

async fn guard(own: &str, names: &[(&str, &[&str])]) -> Guard {
    Guard::for_server_by(&url(own), told(names)).await
}

/// Which of these the guard lets pass.
fn passing<'a>(guard: &Guard, addresses: &[&'a str]) -> Vec<&'a str> {
    let passes = |text: &&&str| match guard.check_url(&url(text)) {
        Ok(()) => true,
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::Denied, "{text}");
            assert!(error.next_step().is_some(), "{text}");
            false
        }
    };
    addresses.iter().filter(passes).copied().collect()
}

const PUBLIC: [&str; 4] = [
    "https://id.example/x?y=1",
    "https://id.example:22/any-port",
    "https://9.9.9.9/",
    "https://[2606:4700::1111]/",
];
const ON_LOOPBACK: [&str; 5] = [
    "https://127.0.0.1/",
    "https://localhost:8443/",
    "https://x.localhost/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
];
const PLAIN_ON_LOOPBACK: [&str; 3] =
    ["http://127.0.0.1:9000/", "http://localhost/", "http://[::1]:1/"];
const IN_PRIVATE: [&str; 6] = [
    "https://10.1.2.3/",
    "https://[fd00::1]/",
    "https://100.64.0.1/",
    "https://nas.local/",
    "https://db.corp.internal/",
    "https://intranet/",
];
const LINK_LOCAL: [&str; 2] = ["https://169.254.169.254/", "https://[fe80::1]/"];
const NEVER: [&str; 12] = [
    "http://id.example/",
    "http://10.1.2.3/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost.example/",
    "https://user@id.example/",
    "https://:word@id.example/",
    "https://id.example/#part",
    "https://0.0.0.0/",
    "https://[::]/",
    "https://192.0.2.1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
];

#[tokio::test]
async fn what_is_allowed_follows_from_the_persons_own_address() {
    let nothing: &[&str] = &[];
    let names: [(&str, &[&str]); 6] = [
        ("mcp.example", &["9.9.9.9", "2606:4700::1111"]),
        ("dev.example", &["127.0.0.1"]),
        ("office.example", &["10.9.9.9"]),
        ("nas.local", &["fe80::7"]),
        ("home.example", &["192.168.1.9", "2a02::9"]),
        ("odd.example", &["0.0.0.0", "192.0.2.7"]),
    ];
    // The person's own address; then whether loopback, plain loopback, private, link-local pass.
    for (own, loopback, plain, private, link_local) in [
        ("https://mcp.example/mcp", false, false, false, false),
        ("https://9.9.9.9/", false, false, false, false),
        ("https://unknown.example/", false, false, false, false),
        ("https://odd.example/", false, false, false, false),
        ("https://0.0.0.0/", false, false, false, false),
        ("http://127.0.0.1:8000/mcp", true, true, false, false),
        ("https://localhost/", true, true, false, false),
        ("http://a.localhost/", true, true, false, false),
        ("http://[::1]:8000/mcp", true, true, false, false),
        ("http://0x7f.1/mcp", true, true, false, false),
        // A name is not what says that traffic stays on this machine.
        ("http://dev.example/", true, false, false, false),
        ("https://10.0.0.1/", false, false, true, false),
        ("http://012.0.0.1/mcp", false, false, true, false),
        ("https://office.example/", false, false, true, false),
        // One more answer opens nothing to who stands in public.
        ("https://home.example/", false, false, false, false),
        ("https://intranet/", false, false, true, false),
        ("https://nas.local/", false, false, true, true),
        ("https://169.254.1.1/", false, false, false, true),
    ] {
        let guard = guard(own, &names).await;
        let all = |allowed: bool, list: &'static [&'static str]| {
            if allowed { list } else { nothing }
        };
        assert_eq!(passing(&guard, &PUBLIC), PUBLIC, "{own}");
        assert_eq!(passing(&guard, &ON_LOOPBACK), all(loopback, &ON_LOOPBACK), "{own}");
        assert_eq!(passing(&guard, &PLAIN_ON_LOOPBACK), all(plain, &PLAIN_ON_LOOPBACK), "{own}");
        assert_eq!(passing(&guard, &IN_PRIVATE), all(private, &IN_PRIVATE), "{own}");
        assert_eq!(passing(&guard, &LINK_LOCAL), all(link_local, &LINK_LOCAL), "{own}");
        assert_eq!(passing(&guard, &NEVER), nothing, "{own}");
    }
}

#[tokio::test]
async fn spellings_of_an_address_are_the_address() {
    let guard = guard("https://mcp.example/", &[("mcp.example", &["9.9.9.9"])]).await;
    let spellings = [
        "https://0/",
        "https://127.1/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://127.0.0.1./",
        "https://127。0。0。1/",
        "https://１２７.0.0.1/",
        "https://%31%32%37.0.0.1/",
        "https://10.1/",
        "https://0xa9fea9fe/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::10.0.0.1]/",
        "https://[2002:7f00:1::]/",
        "https://LOCALHOST./",
        "https://ｌｏｃａｌｈｏｓｔ/",
        "https://loc%61lhost/",
        "https://x.ⓛocalhost/",
        "https://printer.LOCAL./",
        "https://router./",
    ];
    assert_eq!(passing(&guard, &spellings), [""; 0]);
    // A name in another script is a name like any other.
    assert_eq!(passing(&guard, &["https://bücher.example./"]).len(), 1);
}

#[tokio::test]
async fn the_sentence_names_the_place_and_no_secret() {
    let guard = guard("https://mcp.example/", &[]).await;
    for address in ["https://u:secret@10.0.0.1/secret?secret", "http://id.example/secret?x=secret"]
    {
        let text = guard.check_url(&url(address)).unwrap_err().to_string();
        assert!(!text.contains("secret"), "{text}");
        assert!(text.contains("10.0.0.1") || text.contains("http://id.example"), "{text}");
    }
}

async fn resolved(guard: &Guard, name: &str) -> Result<Vec<String>, ErrorCode> {
    let answers = guard.resolve(name.parse().unwrap()).await;
    let answers = answers.map_err(|error| error.downcast_ref::<Error>().unwrap().code())?;
    Ok(answers.iter().map(|answer| answer.ip().to_string()).collect())
}

#[tokio::test]
async fn of_a_names_addresses_those_that_are_not_allowed_are_dropped() {
    let names: [(&str, &[&str]); 6] = [
        ("mcp.example", &["9.9.9.9"]),
        ("mixed.example", &["10.0.0.1", "9.9.9.9", "::1", "2606:4700::1", "::ffff:10.0.0.1"]),
        ("inside.example", &["10.0.0.1", "::1"]),
        ("metadata.example", &["169.254.169.254"]),
        ("far.localhost", &["9.9.9.9"]),
        ("near.localhost", &["9.9.9.9", "127.0.0.1"]),
    ];
    let outside = guard("https://mcp.example/", &names).await;
    let mixed = resolved(&outside, "mixed.example").await.unwrap();
    assert_eq!(mixed, ["9.9.9.9", "2606:4700::1"]);
    for name in ["inside.example", "metadata.example"] {
        assert_eq!(resolved(&outside, name).await.unwrap_err(), ErrorCode::Denied, "{name}");
    }
    let inside = guard("https://10.0.0.9/", &names).await;
    assert_eq!(resolved(&inside, "inside.example").await.unwrap(), ["10.0.0.1"]);
    assert_eq!(resolved(&inside, "metadata.example").await.unwrap_err(), ErrorCode::Denied);
    // Where plain http is allowed because the name says "this machine", it has to be.
    let here = guard("http://localhost/", &names).await;
    assert_eq!(resolved(&here, "far.localhost").await.unwrap_err(), ErrorCode::Denied);
    assert_eq!(resolved(&here, "near.localhost").await.unwrap(), ["127.0.0.1"]);
}

#[tokio::test]
async fn addresses_in_place_of_real_ones_are_allowed_where_the_persons_own_is_one() {
    let names: [(&str, &[&str]); 2] =
        [("mcp.example", &["198.18.0.7"]), ("id.example", &["198.18.0.8"])];
    let guard = guard("https://mcp.example/", &names).await;
    assert_eq!(resolved(&guard, "id.example").await.unwrap(), ["198.18.0.8"]);
    assert_eq!(passing(&guard, &IN_PRIVATE), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_resolver_that_never_answers_holds_nobody_up_for_long() {
    let never: Lookup = Arc::new(|_| Box::pin(pending()));
    let before = tokio::time::Instant::now();
    let guard = Guard::for_server_by(&url("https://intranet/"), never).await;
    assert_eq!(before.elapsed(), OWN_LOOKUP_TIME);
    assert_eq!(passing(&guard, &IN_PRIVATE), IN_PRIVATE);
}

async fn get(client: &HttpClient, address: &str) -> Result<String> {
    let request = http::Request::get(url(address).as_str()).body(bytes::Bytes::new()).unwrap();
    let (_, body) = exchange(client, request, 1 << 10, Duration::from_mins(1)).await?;
    Ok(String::from_utf8(body.to_vec()).unwrap())
}

fn direct() -> HttpClient {
    HttpClient::new(HttpSettings::new().proxy(ProxyPolicy::off()))
}

async fn server(target: &'static str) -> Server {
    let respond = move |seen: Seen| {
        let away = &*seen.target == "/away";
        ready(if away { with_header(answer(307, "", ""), "location", target) } else { json("in") })
    };
    Server::start(respond).await
}

#[tokio::test]
async fn a_name_that_resolves_to_this_machine_is_never_connected_to_from_outside() {
    let server = server("").await;
    let port = server.url.port().unwrap();
    let names: [(&str, &[&str]); 2] =
        [("mcp.example", &["9.9.9.9"]), ("id.example", &["127.0.0.1"])];
    let client = direct().guarded(guard("https://mcp.example/", &names).await);
    for address in [
        format!("https://id.example:{port}/"),
        format!("https://127.0.0.1:{port}/"),
        format!("https://localhost:{port}/"),
        format!("http://127.0.0.1:{port}/"),
    ] {
        let error = get(&client, &address).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied, "{address}");
        assert!(error.next_step().is_some() && !error.may_have_run());
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn what_is_judged_is_what_is_connected_to() {
    let server = server("").await;
    let port = server.url.port().unwrap();
    // A name that leads elsewhere each time that it is asked for.
    let questions = Arc::new(AtomicUsize::new(0));
    let count = questions.clone();
    let rebinding: Lookup = Arc::new(move |_| {
        let first = count.fetch_add(1, Ordering::Relaxed) == 0;
        let last: &[u8; 4] = if first { &[127, 0, 0, 1] } else { &[10, 0, 0, 1] };
        // Beside the right one, in front of it: one that must not be tried.
        let answers = [[10, 0, 0, 9], *last].map(|ip| SocketAddr::from((ip, 0)));
        Box::pin(ready(Ok(answers.to_vec())))
    });
    let guard = Guard::for_server_by(&url("http://127.0.0.1/"), rebinding).await;
    let client = direct().guarded(guard);
    let address = format!("http://id.localhost:{port}/");
    assert_eq!(get(&client, &address).await.unwrap(), "in");
    assert_eq!(questions.load(Ordering::Relaxed), 1);
    // The pooled connection needs no new question.
    assert_eq!(get(&client, &address).await.unwrap(), "in");
    assert_eq!((questions.load(Ordering::Relaxed), server.connections()), (1, 1));
    let other = format!("http://other.localhost:{port}/");
    assert_eq!(get(&client, &other).await.unwrap_err().code(), ErrorCode::Denied);
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn a_redirect_leads_to_no_other_place() {
    for target in ["https://10.0.0.1/", "http://169.254.169.254/", "http://localhost:1/"] {
        let server = server(target).await;
        let client = direct().guarded(guard("http://127.0.0.1/", &[]).await);
        let away = server.url.join("/away").unwrap();
        let error = get(&client, away.as_str()).await.unwrap_err();
        assert_eq!((error.code(), error.http_status()), (ErrorCode::Transport, Some(307)));
        assert_eq!(server.seen().len(), 1);
    }
}

#[tokio::test]
async fn the_persons_own_headers_stay_away_from_addresses_of_others() {
    let server = server("").await;
    let settings = HttpSettings::new().header("authorization", "Bearer abc").unwrap();
    let settings = settings.user_agent("teapot/1").unwrap();
    let client = HttpClient::new(settings).guarded(guard("http://127.0.0.1/", &[]).await);
    get(&client, server.url.as_str()).await.unwrap();
    let seen = &server.seen()[0];
    assert_eq!(seen.header("authorization"), None);
    assert_eq!(seen.header("user-agent"), Some("teapot/1"));
}

#[tokio::test]
async fn a_proxy_may_stand_nearby_and_is_not_asked_for_what_does() {
    let proxy = Server::start(|_| ready(answer(502, "", ""))).await;
    let settings = HttpSettings::new().proxy(ProxyPolicy::url(proxy.url.as_str()).unwrap());
    let client = HttpClient::new(settings).guarded(guard("https://mcp.example/", &[]).await);
    for address in ["https://10.0.0.1/", "https://intranet/", "https://nas.local/"] {
        let error = get(&client, address).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied, "{address}");
    }
    assert_eq!(proxy.connections(), 0);
    // The proxy resolves this one; all that shows is that it is asked.
    let error = get(&client, "https://id.example/").await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Transport);
    assert_eq!(proxy.connections(), 1);
}

#[tokio::test]
async fn what_could_not_be_resolved_is_learnt_later() {
    let names: [(&str, &[&str]); 1] = [("office.example", &["10.9.9.9"])];
    for (own, is_lasting) in [
        ("https://office.example/", true),
        ("https://unknown.example/", false),
        ("https://10.0.0.1/", true),
        ("http://localhost:1/", true),
    ] {
        assert_eq!(guard(own, &names).await.is_lasting(), is_lasting, "{own}");
    }
}
