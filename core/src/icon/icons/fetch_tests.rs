//! Icons that are fetched, from servers that do what they can.

use std::{
    future::{pending, ready},
    net::{IpAddr, SocketAddr},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_compression::tokio::write::GzipEncoder;
use bytes::Bytes;
use http::{Method, Request};
use tokio::{io::AsyncWriteExt, sync::Notify, task::JoinSet, time::Instant};
use url::Url;

use super::{
    tests::{ask, candidate, inline, png},
    *,
};
use crate::{
    icon::{MAX_FILE_BYTES, site},
    net::{HttpClient, HttpSettings, Lookup, ProxyPolicy, exchange},
    transport::http::{
        test_secure::{self, certificate},
        test_server::{Answer, Seen, Server, answer, stream, with_header},
    },
};

async fn server(respond: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Server {
    Server::start(move |seen| ready(respond(&seen))).await
}

fn picture() -> Answer {
    answer(200, "image/png", png())
}

fn redirect(target: &str) -> Answer {
    with_header(answer(302, "", ""), "location", target)
}

fn settings() -> IconSettings {
    IconSettings::new().allow_plain_loopback()
}

fn icons() -> Icons {
    Icons::new(settings())
}

fn direct() -> HttpSettings {
    HttpSettings::new().proxy(ProxyPolicy::off())
}

/// The site of a server on loopback.
fn site(server: &Server) -> Site {
    Site::new("a test".into(), Some(server.url.clone()), HttpClient::new(direct()))
}

async fn get(server: &Server, path: &str) -> Result<SafeIcon, RefusedReason> {
    let src = server.url.join(path).unwrap();
    ask(&icons(), &site(server), &[candidate(src.as_str())]).await
}

#[tokio::test]
async fn an_icon_is_fetched_and_nobody_is_told_who_wants_it() {
    let server = server(|_| with_header(picture(), "set-cookie", "id=1; Path=/")).await;
    let mut http = direct();
    for name in ["authorization", "cookie", "x-api-key", "referer", "origin", "x-tenant"] {
        http = http.header(name, "secret").unwrap();
    }
    let site = Site::new("a test".into(), Some(server.url.clone()), HttpClient::new(http));
    let icons = icons();
    for path in ["/i.png?v=1", "/j.png"] {
        let src = server.url.join(path).unwrap();
        ask(&icons, &site, &[candidate(src.as_str())]).await.unwrap();
    }
    let all = server.seen();
    assert_eq!(all.len(), 2);
    for seen in &all {
        assert_eq!((&seen.method, seen.body.len()), (&Method::GET, 0));
        let mut names: Vec<_> = seen.headers.keys().map(http::HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
        let expected = "image/png, image/jpeg, image/webp, image/gif, image/svg+xml";
        assert_eq!(seen.header("accept"), Some(expected));
        assert!(!format!("{:?}", seen.headers).contains("secret"));
    }
    assert_eq!((&*all[0].target, &*all[1].target), ("/i.png?v=1", "/j.png"));
}

#[tokio::test]
async fn redirects_stay_where_the_server_stands() {
    let other = server(|_| picture()).await;
    let away = [
        other.url.to_string(),
        format!("https://127.0.0.1:{}/i.png", other.url.port().unwrap()),
        "http://127.0.0.1/i.png".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "https://cdn.example/i.png".to_owned(),
        "//cdn.example/i.png".to_owned(),
        "javascript:alert(1)".to_owned(),
        "file:///etc/passwd".to_owned(),
        inline(&png()),
    ];
    let targets = away.clone();
    let server = server(move |seen| match &*seen.target {
        "/here" => redirect("/one"),
        "/one" => redirect("two"),
        "/two" => picture(),
        "/round" => redirect("/round"),
        "/home-by-another-name" => redirect("http://localhost/i.png"),
        path => {
            let number: usize = path.trim_start_matches("/away/").parse().unwrap();
            redirect(&targets[number])
        }
    })
    .await;
    assert!(get(&server, "/here").await.is_ok());
    assert_eq!(get(&server, "/round").await.unwrap_err(), RefusedReason::Unreachable);
    let other_name = get(&server, "/home-by-another-name").await;
    assert_eq!(other_name.unwrap_err(), RefusedReason::Origin);
    for (number, target) in away.iter().enumerate() {
        let refused = get(&server, &format!("/away/{number}")).await.unwrap_err();
        // What is no address of a server is of no origin, or cannot be read.
        let is_address = target.starts_with("http") || target.starts_with("//");
        let is_expected = refused == RefusedReason::Origin
            || (refused == RefusedReason::Unreachable && !is_address);
        assert!(is_expected, "{refused:?}: {target:.100}");
    }
    assert_eq!(other.connections(), 0);
    assert!(server.seen().len() < 30, "a round of redirects ends");
}

#[tokio::test]
async fn a_chain_of_redirects_that_leaves_in_the_end_is_not_followed_there() {
    let inner = server(|_| picture()).await;
    let target = inner.url.to_string();
    let server = server(move |seen| match &*seen.target {
        "/first" => redirect("/second"),
        _ => redirect(&target),
    })
    .await;
    assert_eq!(get(&server, "/first").await.unwrap_err(), RefusedReason::Origin);
    assert_eq!((server.seen().len(), inner.connections()), (2, 0));
}

#[tokio::test]
async fn only_a_whole_answer_is_an_icon() {
    for status in [201, 204, 206, 304, 401, 403, 404, 500, 503] {
        let server = server(move |_| answer(status, "image/png", png())).await;
        let refused = get(&server, "/i.png").await.unwrap_err();
        assert_eq!(refused, RefusedReason::Unreachable, "{status}");
        assert_eq!(server.seen().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn the_type_of_the_answer_and_of_the_icon_must_be_that_of_the_bytes() {
    for (of_answer, of_icon, fits) in [
        ("image/png", None, true),
        ("image/png; charset=binary", None, true),
        ("", None, true),
        ("application/octet-stream", None, true),
        ("", Some("image/png"), true),
        ("image/png", Some("image/png"), true),
        ("application/octet-stream", Some("image/png"), true),
        ("image/jpeg", None, false),
        ("text/html", None, false),
        ("image/jpeg", Some("image/png"), false),
        ("image/png", Some("image/jpeg"), false),
        ("", Some("image/svg+xml"), false),
    ] {
        let server = server(move |_| answer(200, of_answer, png())).await;
        let src = server.url.join("/i.png").unwrap();
        let asked = Candidate { media_type: of_icon, ..candidate(src.as_str()) };
        let outcome = ask(&icons(), &site(&server), &[asked]).await.map(|_| ());
        let expected = if fits { Ok(()) } else { Err(RefusedReason::OtherType) };
        assert_eq!(outcome, expected, "{of_answer:?} {of_icon:?}");
    }
}

async fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzipEncoder::new(Vec::new());
    encoder.write_all(bytes).await.unwrap();
    encoder.shutdown().await.unwrap();
    encoder.into_inner()
}

#[tokio::test]
async fn a_file_is_counted_as_it_comes_and_after_it_is_unpacked() {
    let bomb = gzip(&vec![0; 64 << 20]).await;
    assert!(bomb.len() < MAX_FILE_BYTES);
    let small = gzip(&png()).await;
    let endless = Mutex::new(Vec::new());
    let server = server(move |seen| match &*seen.target {
        "/endless" => {
            let (pieces, answer) = stream();
            let mut sent = 0;
            // The body would go on; who reads it all waits for ever.
            while sent <= MAX_FILE_BYTES {
                pieces.send(vec![0; 64 << 10].into()).unwrap();
                sent += 64 << 10;
            }
            endless.lock().unwrap().push(pieces);
            with_header(answer, "content-type", "image/png")
        }
        "/packed" => {
            with_header(answer(200, "image/png", small.clone()), "content-encoding", "gzip")
        }
        _ => with_header(answer(200, "image/png", bomb.clone()), "content-encoding", "gzip"),
    })
    .await;
    for path in ["/endless", "/bomb"] {
        assert_eq!(get(&server, path).await.unwrap_err(), RefusedReason::TooLarge, "{path}");
    }
    assert!(get(&server, "/packed").await.is_ok());
}

#[tokio::test]
async fn a_server_that_takes_its_time_is_left() {
    let (pieces, body) = stream();
    pieces.send(png().into()).unwrap();
    let body = Mutex::new(Some(body));
    let slow = server(move |_| body.lock().unwrap().take().unwrap()).await;
    let silent = Server::start(|_| pending::<Answer>()).await;
    let icons = Icons::new(settings().fetch_time(Duration::from_millis(50)));
    for server in [&slow, &silent] {
        let src = server.url.join("/i.png").unwrap();
        let (site, candidates) = (site(server), [candidate(src.as_str())]);
        let outcome = timeout(Duration::from_secs(5), ask(&icons, &site, &candidates)).await;
        let outcome = outcome.expect("it is left after its time");
        assert_eq!(outcome.unwrap_err(), RefusedReason::Unreachable);
    }
    pieces.closed().await;
}

#[tokio::test]
async fn all_addresses_of_an_icon_have_one_time_together() {
    let server = Server::start(|_| pending::<Answer>()).await;
    let time = Duration::from_millis(100);
    let icons = Icons::new(settings().fetch_time(time));
    let sources: Vec<String> =
        (0..4).map(|number| server.url.join(&format!("/{number}")).unwrap().into()).collect();
    let candidates: Vec<_> = sources.iter().map(|src| candidate(src)).collect();
    let before = Instant::now();
    let outcome = ask(&icons, &site(&server), &candidates).await;
    assert_eq!(outcome.unwrap_err(), RefusedReason::Unreachable);
    assert!(before.elapsed() >= time);
    assert_eq!(server.seen().len(), 1);
    // What needs no fetching still has its turn.
    let good = inline(&png());
    let icons = Icons::new(settings().fetch_time(time));
    assert!(ask(&icons, &site(&server), &[candidates[0], candidate(&good)]).await.is_ok());
}

#[tokio::test]
async fn whoever_no_longer_waits_ends_the_fetch() {
    let (pieces, body) = stream();
    let body = Mutex::new(Some(body));
    let server = server(move |_| body.lock().unwrap().take().unwrap()).await;
    let (icons, site) = (icons(), site(&server));
    let src = server.url.join("/i.png").unwrap();
    let candidates = [candidate(src.as_str())];
    let mut asked = Box::pin(ask(&icons, &site, &candidates));
    tokio::select! {
        outcome = &mut asked => panic!("{outcome:?}"),
        () = server.until(|seen| seen.len() == 1) => {}
    }
    drop(asked);
    pieces.closed().await;
}

/// Names of a test: the first question about one has the first answer, and each later one the last.
fn answers(
    first: &'static [&'static str],
    last: &'static [&'static str],
) -> (Lookup, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let lookup: Lookup = Arc::new(move |_| {
        let is_first = count.fetch_add(1, Ordering::SeqCst) == 0;
        let parse = |text: &&str| SocketAddr::new(text.parse::<IpAddr>().unwrap(), 0);
        let found = if is_first { first } else { last };
        Box::pin(ready(Ok(found.iter().map(parse).collect())))
    });
    (lookup, asked)
}

/// A server that has a name and a certificate for it, and was connected to, as it is before its
/// icons are asked for.
async fn reached(lookup: Lookup) -> (Server, Url, Site) {
    let certificate = certificate("known");
    let server = test_secure::server(&certificate, |_| ready(picture())).await;
    let home = format!("https://mcp.example:{}/mcp", server.url.port().unwrap());
    let home = Url::parse(&home).unwrap();
    let client = HttpClient::new(certificate.settings().resolve_by(lookup));
    let request = Request::get(home.as_str()).body(Bytes::new()).unwrap();
    exchange(&client, request, 1 << 10, Duration::from_secs(20)).await.unwrap();
    let site = Site::new("a test".into(), Some(home.clone()), client);
    (server, home, site)
}

#[tokio::test]
async fn what_is_judged_is_what_is_connected_to() {
    // A name that leads elsewhere once it was connected to, and beside the right address, in front
    // of it, to one that must not be tried.
    let (lookup, asked) = answers(&["127.0.0.1"], &["10.0.0.9", "127.0.0.1"]);
    let (server, home, site) = reached(lookup).await;
    for path in ["/i.png", "/j.png"] {
        let src = home.join(path).unwrap();
        assert!(ask(&icons(), &site, &[candidate(src.as_str())]).await.is_ok());
    }
    // One question and one connection for the messages, one for the icons.
    assert_eq!((asked.load(Ordering::SeqCst), server.connections()), (2, 2));
}

#[tokio::test]
async fn where_a_server_was_reached_counts_and_not_what_its_name_says_afterwards() {
    for inside in [&["10.0.0.1"][..], &["192.168.1.1"], &["169.254.169.254"], &["0.0.0.0"]] {
        let (lookup, asked) = answers(&["127.0.0.1"], inside);
        let (server, home, site) = reached(lookup).await;
        let src = home.join("/i.png").unwrap();
        let outcome = ask(&icons(), &site, &[candidate(src.as_str())]).await;
        assert_eq!(outcome.unwrap_err(), RefusedReason::Origin, "{inside:?}");
        assert_eq!((asked.load(Ordering::SeqCst), server.connections()), (2, 1));
    }
}

const INSIDE: [&[&str]; 5] =
    [&["127.0.0.1"], &["::1"], &["10.0.0.1"], &["169.254.169.254"], &["0.0.0.0"]];

#[tokio::test]
async fn a_server_that_was_not_reached_has_a_name_and_no_address() {
    let server = server(|_| picture()).await;
    let port = server.url.port().unwrap();
    for inside in INSIDE {
        let (lookup, asked) = answers(inside, inside);
        let home = Url::parse(&format!("https://mcp.example:{port}/mcp")).unwrap();
        let client = HttpClient::new(direct().resolve_by(lookup));
        let site = Site::new("a test".into(), Some(home.clone()), client);
        let src = home.join("/i.png").unwrap();
        let outcome = ask(&icons(), &site, &[candidate(src.as_str())]).await;
        assert_eq!(outcome.unwrap_err(), RefusedReason::Origin, "{inside:?}");
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_host_that_the_person_allows_is_asked_by_its_own_name() {
    // All that shows is that a connection is made: what stands there does not speak TLS.
    let cdn = server(|_| picture()).await;
    let host = format!("localhost:{}", cdn.url.port().unwrap());
    let src = format!("https://{host}/i.png");
    let site = Site::new("a test".into(), None, HttpClient::new(direct()));
    let outcome = ask(&icons(), &site, &[candidate(&src)]).await;
    assert_eq!((outcome.unwrap_err(), cdn.connections()), (RefusedReason::Origin, 0));
    let allowing = Icons::new(IconSettings::new().allow_host(&host).unwrap());
    let outcome = ask(&allowing, &site, &[candidate(&src)]).await;
    assert_eq!((outcome.unwrap_err(), cdn.connections()), (RefusedReason::Unreachable, 1));
}

#[tokio::test]
async fn a_host_that_the_person_allows_gets_none_of_the_persons_headers() {
    let http = HttpClient::new(direct().header("authorization", "Bearer abc").unwrap());
    let home = Url::parse("https://mcp.example/mcp").unwrap();
    let site = Site::new("a test".into(), Some(home), http);
    let cdn = Url::parse("https://localhost/i.png").unwrap();
    let client = site.client_for(&cdn).await;
    assert!(!client.headers().contains_key("authorization"));
}

#[tokio::test]
async fn who_asks_for_the_same_icon_meanwhile_waits_for_the_same_fetch() {
    let go = Arc::new(Notify::new());
    let wait = go.clone();
    let server = Server::start(move |_| {
        let wait = wait.clone();
        async move {
            wait.notified().await;
            picture()
        }
    })
    .await;
    let (icons, site) = (icons(), site(&server));
    let src = server.url.join("/i.png").unwrap();
    let candidates = [candidate(src.as_str())];
    let release = async {
        server.until(|seen| seen.len() == 1).await;
        go.notify_one();
    };
    let (one, two, three, ()) = tokio::join!(
        ask(&icons, &site, &candidates),
        ask(&icons, &site, &candidates),
        ask(&icons, &site, &candidates),
        release,
    );
    assert!(one.is_ok() && one == two && two == three);
    assert_eq!(server.seen().len(), 1);
}

/// How many of ten icons are fetched at once, where so many clients ask for them.
async fn fetched_at_once(clients: usize, expected: usize) -> usize {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (go, highest) = (Arc::new(Semaphore::new(0)), most.clone());
    let gate = go.clone();
    let server = Server::start(move |_| {
        let (now, most, gate) = (now.clone(), most.clone(), gate.clone());
        async move {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            gate.acquire().await.unwrap().forget();
            now.fetch_sub(1, Ordering::SeqCst);
            picture()
        }
    })
    .await;
    let icons = icons();
    let sites: Vec<Arc<Site>> = (0..clients).map(|_| Arc::new(site(&server))).collect();
    let mut asked = JoinSet::new();
    for number in 0..10 {
        let (icons, site) = (icons.clone(), sites[number % clients].clone());
        let src = server.url.join(&format!("/{number}.png")).unwrap();
        asked.spawn(async move { ask(&icons, &site, &[candidate(src.as_str())]).await.is_ok() });
    }
    server.until(|seen| seen.len() >= expected).await;
    go.add_permits(10);
    while let Some(outcome) = asked.join_next().await {
        assert!(outcome.unwrap());
    }
    highest.load(Ordering::SeqCst)
}

#[tokio::test]
async fn only_a_few_are_fetched_at_once_and_fewer_of_one_server() {
    for (clients, most) in [(1, site::MAX_FETCHES), (3, MAX_FETCHES)] {
        assert_eq!(fetched_at_once(clients, most).await, most, "{clients}");
    }
}

#[tokio::test]
async fn a_server_whose_icons_never_come_holds_up_no_other() {
    let silent = Server::start(|_| pending::<Answer>()).await;
    let good = server(|_| picture()).await;
    let icons = Icons::new(settings().fetch_time(Duration::from_mins(1)));
    let held_up = Arc::new(site(&silent));
    let mut asked = JoinSet::new();
    for number in 0..100 {
        let (icons, site) = (icons.clone(), held_up.clone());
        let src = silent.url.join(&format!("/{number}.png")).unwrap();
        asked.spawn(async move { ask(&icons, &site, &[candidate(src.as_str())]).await });
    }
    silent.until(|seen| seen.len() == site::MAX_FETCHES).await;
    let (src, other) = (good.url.join("/i.png").unwrap(), site(&good));
    let candidates = [candidate(src.as_str())];
    let outcome = timeout(Duration::from_secs(20), ask(&icons, &other, &candidates)).await;
    assert!(outcome.is_ok_and(|outcome| outcome.is_ok()));
    assert_eq!(silent.seen().len(), site::MAX_FETCHES);
}

#[tokio::test]
async fn a_picture_of_an_earlier_run_is_not_fetched_again() {
    let (lookup, _) = answers(&["127.0.0.1"], &["127.0.0.1"]);
    let (server, home, site) = reached(lookup).await;
    let folder = std::env::temp_dir().join(format!("hostline-fetched-{}", std::process::id()));
    let kept = settings().cache_folder(folder.clone());
    let src = home.join("/i.png").unwrap();
    let candidates = [candidate(src.as_str())];
    let icons = Icons::new(kept.clone());
    let first = ask(&icons, &site, &candidates).await;
    let same_run = ask(&icons, &site, &candidates).await;
    let next_run = ask(&Icons::new(kept.clone()), &site, &candidates).await;
    assert!(first.is_ok() && first == same_run && first == next_run);
    assert_eq!(server.seen().len(), 2, "the first request is none for an icon");
    // It is shown to nobody whose icon may not stand there.
    let stranger = Site::new("a test".into(), None, HttpClient::new(direct()));
    let refused = ask(&Icons::new(kept), &stranger, &candidates).await;
    assert_eq!(refused.unwrap_err(), RefusedReason::Origin);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn on_this_machine_an_address_is_asked_each_time() {
    let server = server(|_| picture()).await;
    let folder = std::env::temp_dir().join(format!("hostline-here-{}", std::process::id()));
    let icons = Icons::new(settings().cache_folder(folder.clone()));
    let (src, site) = (server.url.join("/i.png").unwrap(), site(&server));
    for round in 1..=2 {
        assert!(ask(&icons, &site, &[candidate(src.as_str())]).await.is_ok());
        assert_eq!(server.seen().len(), round);
    }
    let files = std::fs::read_dir(&folder).unwrap();
    assert_eq!(files.count(), 1, "what was drawn is kept, and not where it came from");
    std::fs::remove_dir_all(folder).unwrap();
}
