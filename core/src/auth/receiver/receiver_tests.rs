//! Over real sockets, as browsers and everybody else on the machine come.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
};

use super::*;

const STATE: &str = "Zm9v-the_state";
const PATIENCE: Duration = Duration::from_mins(1);
const RIGHT: &str = "/callback?code=hush&state=Zm9v-the_state&iss=https%3A%2F%2Fid.example";

async fn connect(port: u16) -> TcpStream {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap()
}

/// Sends a text and gives all that comes back. A reset ends it like an end does.
async fn say(mut stream: TcpStream, text: &str) -> String {
    let _ = stream.write_all(text.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

async fn send(port: u16, text: &str) -> String {
    say(connect(port).await, text).await
}

fn request(method: &str, target: &str, hosts: &[String]) -> String {
    let hosts: Vec<String> = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
    let hosts = hosts.concat();
    format!("{method} {target} HTTP/1.1\r\n{hosts}\r\n")
}

fn get(port: u16, target: &str) -> String {
    request("GET", target, &[format!("127.0.0.1:{port}")])
}

/// Runs a receiver beside what comes to it, and gives the address that it returns in the end.
async fn receive_beside<T>(strangers: impl AsyncFnOnce(u16) -> T) -> (String, T) {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let (address, told) = tokio::join!(receiver.receive(STATE, PATIENCE), strangers(port));
    let address = address.unwrap();
    let query = address.strip_prefix(&format!("http://127.0.0.1:{port}/callback?")).unwrap();
    (query.to_owned(), told)
}

fn query(target: &str) -> &str {
    target.split_once('?').unwrap().1
}

/// The header fields of a page, without the date, and its text.
fn parts(answer: &str) -> (Vec<&str>, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let mut fields: Vec<_> =
        head.lines().skip(1).filter(|line| !line.starts_with("date:")).collect();
    fields.sort_unstable();
    (fields, body)
}

const PAGE: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Hostline</title>\n<h1>Hostline</h1>\n<p>The answer has arrived. You can close this \
    page and go back to your program.</p>\n</html>\n";
const REFUSED: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <title>Hostline</title>\n<h1>Hostline</h1>\n<p>This is not the answer that is waited for. You \
    can close this page.</p>\n</html>\n";

#[tokio::test]
async fn the_right_answer_is_returned_whole_and_the_browser_sees_a_fixed_page() {
    let (found, page) = receive_beside(async |port| send(port, &get(port, RIGHT)).await).await;
    assert_eq!(found, query(RIGHT));
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let length = format!("content-length: {}", PAGE.len());
    let (fields, body) = parts(&page);
    let expected = [
        "cache-control: no-store",
        "connection: close",
        &*length,
        "content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        "content-type: text/html; charset=utf-8",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
    ];
    assert_eq!((fields.as_slice(), body), (&expected[..], PAGE));
}

#[tokio::test]
async fn a_refusal_by_the_issuer_gets_the_same_page() {
    let target = "/callback?error=access_denied&error_description=%3Cb%3E&state=Zm9v-the_state";
    let (found, page) = receive_beside(async |port| send(port, &get(port, target)).await).await;
    assert_eq!(found, query(target));
    assert_eq!(parts(&page).1, PAGE);
}

#[tokio::test]
async fn everybody_else_gets_a_fixed_page_and_changes_nothing() {
    let (found, ()) = receive_beside(async |port| {
        let own = format!("127.0.0.1:{port}");
        let hosts = |hosts: &[&str]| -> Vec<String> {
            hosts.iter().map(|host| host.replace("{port}", &port.to_string())).collect()
        };
        for (status, text) in [
            ("400", get(port, "/callback?code=evil&state=evil")),
            ("400", get(port, "/callback?code=evil&state=Zm9v-the_statf")),
            ("400", get(port, "/callback?code=evil&state=Zm9v-the_stat")),
            ("400", get(port, "/callback?code=evil&state=Zm9v-the_statee")),
            ("400", get(port, "/callback?code=evil&state=")),
            ("400", get(port, "/callback?code=evil&State=Zm9v-the_state")),
            ("400", get(port, "/callback?code=evil")),
            ("400", get(port, "/callback?")),
            ("400", get(port, "/callback")),
            // Repeated: the right one beside another, in either order, and twice.
            ("400", get(port, "/callback?code=evil&state=Zm9v-the_state&state=evil")),
            ("400", get(port, "/callback?code=evil&state=evil&state=Zm9v-the_state")),
            ("400", get(port, "/callback?state=Zm9v-the_state&%73tate=Zm9v-the_state")),
            ("404", get(port, "/?code=evil&state=Zm9v-the_state")),
            ("404", get(port, "/callback/?code=evil&state=Zm9v-the_state")),
            ("404", get(port, "/Callback?code=evil&state=Zm9v-the_state")),
            ("404", get(port, "//callback?code=evil&state=Zm9v-the_state")),
            ("404", get(port, "/x/../callback?code=evil&state=Zm9v-the_state")),
            ("404", get(port, "/favicon.ico")),
            ("404", request("POST", "/evil", std::slice::from_ref(&own))),
            ("405", request("POST", RIGHT, std::slice::from_ref(&own))),
            ("405", request("PUT", RIGHT, std::slice::from_ref(&own))),
            ("405", request("OPTIONS", RIGHT, &[own])),
            ("400", request("GET", RIGHT, &hosts(&["evil.example:{port}"]))),
            ("400", request("GET", RIGHT, &hosts(&["127.0.0.1"]))),
            ("400", request("GET", RIGHT, &hosts(&["127.0.0.1:1"]))),
            ("400", request("GET", RIGHT, &hosts(&["127.0.0.1.evil.example:{port}"]))),
            ("400", request("GET", RIGHT, &hosts(&["127.0.0.1:{port}", "127.0.0.1:{port}"]))),
            ("400", request("GET", RIGHT, &hosts(&["localhost:{port}", "evil.example"]))),
            ("400", request("GET", RIGHT, &[])),
        ] {
            let answer = send(port, &text).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{text}{answer}");
            let (fields, body) = parts(&answer);
            assert_eq!(body, REFUSED, "{text}");
            assert_eq!(fields.contains(&"allow: GET"), status == "405", "{text}");
        }
        let head = send(port, &request("HEAD", RIGHT, &[format!("127.0.0.1:{port}")])).await;
        assert!(head.starts_with("HTTP/1.1 405 ") && head.ends_with("\r\n\r\n"), "{head}");
        send(port, &get(port, RIGHT)).await;
    })
    .await;
    assert_eq!(found, query(RIGHT));
}

#[tokio::test]
async fn what_is_not_http_or_too_much_of_it_ends_without_harm() {
    let (found, ()) = receive_beside(async |port| {
        let long = get(port, &format!("{RIGHT}&x={}", "y".repeat(HEAD_BYTES)));
        let many = format!("GET {RIGHT} HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(HEADERS + 1));
        let endless = format!("GET {RIGHT} HTTP/1.1\r\nA: {}", "b".repeat(2 * HEAD_BYTES));
        for text in ["\u{16}\u{3}\u{1}nonsense\r\n\r\n", &long, &many, &endless] {
            let answer = send(port, text).await;
            let is_refused = answer.is_empty() || answer.starts_with("HTTP/1.1 4");
            assert!(is_refused && !answer.contains("hush"), "{text:.40}: {answer}");
        }
        send(port, &get(port, RIGHT)).await;
    })
    .await;
    assert_eq!(found, query(RIGHT));
}

#[tokio::test]
async fn a_long_code_and_a_browsers_many_cookies_have_room() {
    let (found, page) = receive_beside(async |port| {
        let target = format!("{RIGHT}&id_token={}", "t".repeat(16 << 10));
        let cookies = "c".repeat(32 << 10);
        let host = format!("127.0.0.1:{port}");
        let text = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n\r\n");
        send(port, &text).await
    })
    .await;
    assert!(found.len() > 16 << 10);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
}

#[tokio::test]
async fn those_who_only_hold_their_connection_keep_nobody_out() {
    let (found, ()) = receive_beside(async |port| {
        let mut silent = Vec::new();
        for _ in 0..CONNECTIONS * 2 {
            let mut stream = connect(port).await;
            stream.write_all(b"GET /callback?st").await.unwrap();
            silent.push(stream);
        }
        send(port, &get(port, RIGHT)).await;
        // The oldest made room: nothing was ever said to it.
        let mut told = Vec::new();
        let _ = silent[0].read_to_end(&mut told).await;
        assert!(told.is_empty());
    })
    .await;
    assert_eq!(found, query(RIGHT));
}

#[tokio::test]
async fn a_crowd_of_strangers_does_not_keep_the_right_one_out() {
    let (found, ()) = receive_beside(async |port| {
        let mut crowd = JoinSet::new();
        for number in 0..100 {
            crowd.spawn(async move {
                let text = match number % 4 {
                    0 => get(port, &format!("/callback?code=evil&state={number}")),
                    1 => format!("junk {number}\r\n\r\n"),
                    2 => get(port, "/"),
                    _ => "x".repeat(2 * HEAD_BYTES),
                };
                // The port closes as soon as the right one has come.
                match TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await {
                    Ok(stream) => say(stream, &text).await,
                    Err(_) => String::new(),
                }
            });
        }
        send(port, &get(port, RIGHT)).await;
        while let Some(answer) = crowd.join_next().await {
            assert!(!answer.unwrap().starts_with("HTTP/1.1 200"));
        }
    })
    .await;
    assert_eq!(found, query(RIGHT));
}

#[tokio::test]
async fn one_answer_wins_and_its_copies_do_not() {
    let (found, pages) = receive_beside(async |port| {
        let first = connect(port).await;
        let second = connect(port).await;
        let text = get(port, RIGHT);
        tokio::join!(say(first, &text), say(second, &text))
    })
    .await;
    assert_eq!(found, query(RIGHT));
    let wins = [&pages.0, &pages.1].into_iter().filter(|page| page.contains("arrived")).count();
    assert_eq!(wins, 1, "{pages:?}");
}

#[tokio::test]
async fn a_browser_that_is_slow_to_read_does_not_hold_up_the_answer() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let mut browser = connect(port).await;
    browser.write_all(get(port, RIGHT).as_bytes()).await.unwrap();
    // Nothing of the page is read before the answer is here.
    receiver.receive(STATE, PATIENCE).await.unwrap();
    let mut page = String::new();
    browser.read_to_string(&mut page).await.unwrap();
    assert!(page.ends_with(PAGE), "{page}");
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_beyond_the_deadline() {
    let receiver = Receiver::bind(None).await.unwrap();
    let before = Instant::now();
    let error = receiver.receive(STATE, PATIENCE).await.unwrap_err();
    assert_eq!(before.elapsed(), PATIENCE);
    assert_eq!(error.code(), ErrorCode::AuthFailed);
    assert!(error.next_step().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_connection_ends_with_its_time() {
    let (_, ()) = receive_beside(async |port| {
        let before = Instant::now();
        assert_eq!(send(port, "GET /callback?state=Z").await, "");
        assert_eq!(before.elapsed(), CONNECTION_TIME);
        send(port, &get(port, RIGHT)).await;
    })
    .await;
}

#[tokio::test]
async fn the_port_is_free_when_the_receiver_is_gone() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    assert_eq!(receiver.redirect_uri(), format!("http://127.0.0.1:{port}/callback"));
    drop(receiver);
    let receiver = Receiver::bind(Some(port)).await.unwrap();
    let mut waiting = Box::pin(receiver.receive(STATE, PATIENCE));
    let mut stranger = connect(port).await;
    let serving = async {
        // Somebody is served when the wait is given up.
        stranger.write_all(b"GET /").await.unwrap();
        tokio::task::yield_now().await;
    };
    tokio::select! {
        biased;
        outcome = &mut waiting => panic!("{outcome:?}"),
        () = serving => {}
    }
    drop(waiting);
    let _ = stranger.read_to_end(&mut Vec::new()).await;
    Receiver::bind(Some(port)).await.unwrap();
}

#[tokio::test]
async fn a_port_that_is_in_use_is_named_with_what_to_do() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let mut others = vec![Receiver::bind(Some(port)).await.err().unwrap()];
    drop(receiver);
    // In one family is enough.
    let socket = TcpSocket::new_v6().unwrap();
    if socket.bind((Ipv6Addr::LOCALHOST, port).into()).is_ok() {
        let _other = socket.listen(1).unwrap();
        others.push(Receiver::bind(Some(port)).await.err().unwrap());
    }
    for error in others {
        assert_eq!(error.code(), ErrorCode::AuthFailed);
        assert!(error.message().contains(&port.to_string()), "{error}");
        assert!(error.message().contains("another program uses it"), "{error}");
        assert!(error.next_step().unwrap().contains("another port"), "{error}");
    }
}

#[tokio::test]
async fn both_families_and_all_names_of_this_machine_are_answered() {
    for name in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        let receiver = Receiver::bind(None).await.unwrap();
        let port = receiver.port;
        let is_v6 = receiver.v6.is_some() && name != "127.0.0.1";
        let browser = async {
            let stream = if is_v6 {
                TcpStream::connect((Ipv6Addr::LOCALHOST, port)).await.unwrap()
            } else {
                connect(port).await
            };
            say(stream, &request("GET", RIGHT, &[format!("{name}:{port}")])).await
        };
        let (address, page) = tokio::join!(receiver.receive(STATE, PATIENCE), browser);
        assert!(address.unwrap().ends_with(RIGHT), "{name}");
        assert!(page.ends_with(PAGE), "{name}: {page}");
    }
}
