use std::str::FromStr;

use super::*;

fn kind_of(text: &str) -> Kind {
    kind(text.parse().unwrap())
}

#[test]
fn every_address_is_of_one_kind() {
    for (expected, addresses) in [
        (
            Kind::Public,
            &[
                "1.1.1.1",
                "172.15.0.1",
                "172.32.0.1",
                "100.63.0.1",
                "100.128.0.1",
                "192.0.1.1",
                "2606:4700::1111",
                "2a00::1",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2002:808:808::1",
            ][..],
        ),
        (
            Kind::Loopback,
            &[
                "127.0.0.1",
                "127.255.0.9",
                "::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
            ],
        ),
        (
            Kind::Private,
            &[
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "100.64.0.1",
                "fc00::1",
                "fd12::1",
                "fec0::1",
                "::ffff:10.0.0.1",
                "2002:a00:1::",
            ],
        ),
        (Kind::LinkLocal, &["169.254.169.254", "fe80::1", "febf::1", "::ffff:169.254.1.1"]),
        (
            Kind::Nowhere,
            &[
                "0.0.0.0",
                "0.1.2.3",
                "192.0.0.1",
                "192.0.2.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "ff02::1",
                "2001:db8::1",
                "2001::1",
                "100::1",
                "64:ff9b:1::1",
                "::ffff:0.0.0.0",
            ],
        ),
    ] {
        for address in addresses {
            assert_eq!(kind_of(address), expected, "{address}");
        }
    }
}

#[tokio::test]
async fn a_server_allows_its_own_kind_of_place_and_no_other() {
    for (server, loopback, private, link_local) in [
        ("https://1.1.1.1/mcp", false, false, false),
        ("http://127.0.0.1:8000/mcp", true, false, false),
        ("http://localhost:8000/mcp", true, false, false),
        ("http://[::1]:8000/mcp", true, false, false),
        ("https://10.1.2.3/mcp", false, true, false),
        ("https://169.254.1.1/mcp", false, false, true),
        // Other ways to write 127.0.0.1 and 10.0.0.1.
        ("http://0x7f.1/mcp", true, false, false),
        ("http://2130706433/mcp", true, false, false),
        ("http://012.0.0.1/mcp", false, true, false),
    ] {
        let guard = Guard::for_server(&Url::parse(server).unwrap()).await;
        assert_eq!(guard, Guard { loopback, private, link_local }, "{server}");
    }
}

#[test]
fn what_can_be_seen_before_connecting_is_refused_before() {
    let public = Guard::default();
    let local = Guard { loopback: true, ..public };
    let private = Guard { private: true, ..public };
    let allowed =
        |guard: Guard, uri: &'static str| guard.check(&Uri::from_static(uri), false).is_ok();
    for (guard, uri, expected) in [
        (public, "https://id.example/", true),
        (public, "https://intranet/", true),
        (public, "http://id.example/", false),
        (public, "http://127.0.0.1/", false),
        (public, "https://127.0.0.1/", false),
        (public, "https://localhost/", false),
        (public, "https://a.localhost./", false),
        (public, "https://[::1]/", false),
        (public, "https://[::ffff:10.0.0.1]/", false),
        (public, "https://169.254.169.254/latest", false),
        (local, "http://127.0.0.1:9/", true),
        (local, "http://localhost:9/", true),
        (local, "https://10.0.0.1/", false),
        (local, "http://id.example/", false),
        (private, "https://10.0.0.1/", true),
        (private, "http://10.0.0.1/", false),
        (private, "https://127.0.0.1/", false),
    ] {
        assert_eq!(allowed(guard, uri), expected, "{guard:?} {uri}");
    }
    for uri in ["https://intranet/", "https://printer.local/", "https://db.internal./"] {
        assert!(public.check(&Uri::from_static(uri), true).is_err(), "{uri}");
    }
    let error = public.check(&Uri::from_static("https://127.0.0.1/"), false).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Denied);
}

/// Resolves every name to the same addresses.
#[derive(Clone)]
struct Fixed(Vec<IpAddr>);

impl Service<Name> for Fixed {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = std::future::Ready<io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Name) -> Self::Future {
        let addresses: Vec<_> = self.0.iter().map(|address| (*address, 443).into()).collect();
        std::future::ready(Ok(addresses.into_iter()))
    }
}

async fn resolved(guard: Option<Guard>, addresses: &[&str]) -> io::Result<Vec<String>> {
    let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
    let mut resolver = Resolver { inner: Fixed(addresses), guard };
    let found = resolver.call(Name::from_str("rebinding.example").unwrap()).await?;
    Ok(found.map(|address| address.ip().to_string()).collect())
}

#[tokio::test]
async fn what_a_name_is_resolved_to_is_filtered() {
    let public = Some(Guard::default());
    let both = ["10.0.0.1", "1.1.1.1", "::1"];
    assert_eq!(resolved(public, &both).await.unwrap(), ["1.1.1.1"]);
    assert_eq!(resolved(None, &both).await.unwrap().len(), 3);
    for only in ["127.0.0.1", "169.254.169.254", "fd00::1", "::ffff:192.168.0.1"] {
        let error = resolved(public, &[only]).await.unwrap_err();
        let inner = error.get_ref().unwrap().downcast_ref::<Error>().unwrap();
        assert_eq!(inner.code(), ErrorCode::Denied, "{only}");
    }
}

#[tokio::test]
async fn a_guarded_client_connects_nowhere_that_is_refused_and_sends_no_header_of_the_person() {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let settings = crate::net::HttpSettings::new().header("x-key", "hush").unwrap();
    let client = HttpClient::new(settings);
    let ask = |client: HttpClient| async move {
        let uri = format!("http://localhost:{port}/x");
        let request = Request::get(uri).body(Bytes::new()).unwrap();
        exchange(&client, request, 1 << 10, Duration::from_secs(5)).await
    };
    let error = ask(client.guarded(Guard::default())).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Denied);

    let local = Guard { loopback: true, ..Guard::default() };
    let serving = async {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut heard = vec![0; 4096];
        let length = stream.read(&mut heard).await.unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await.unwrap();
        String::from_utf8_lossy(&heard[..length]).into_owned()
    };
    let (answer, heard) = tokio::join!(ask(client.guarded(local)), serving);
    let (head, body) = answer.unwrap();
    assert_eq!((head.status.as_u16(), &*body), (200, &b"ok"[..]));
    assert!(!heard.contains("hush") && heard.contains("user-agent"), "{heard}");
}
