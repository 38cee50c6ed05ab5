use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const STATE: &str = "the-state";
const PATIENCE: Duration = Duration::from_secs(30);

async fn send(port: u16, text: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A connection that is reset has said what it had to say.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(port: u16, target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n")
}

#[tokio::test]
async fn the_answer_with_our_state_ends_the_wait_and_the_page_repeats_nothing_of_it() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    assert_eq!(receiver.redirect_uri(), format!("http://127.0.0.1:{port}/callback"));
    let target = "/callback?code=hush&state=the-state&error_description=%3Cscript%3E";
    let browser = async { send(port, &get(port, target)).await };
    let (address, page) = tokio::join!(receiver.receive(STATE, PATIENCE), browser);
    assert_eq!(address.unwrap(), format!("http://127.0.0.1:{port}{target}"));
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(!page.contains("hush") && !page.contains("script") && !page.contains(STATE), "{page}");
    for header in ["default-src 'none'", "no-store", "nosniff", "no-referrer"] {
        assert!(page.contains(header), "{header}: {page}");
    }
    // The port is free again.
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_err());
}

#[tokio::test]
async fn everything_else_is_told_nothing_and_changes_nothing() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let right = "/callback?code=c&state=the-state";
    let strangers = async {
        let long = format!("/callback?state=the-state&x={}", "y".repeat(400_000));
        for (text, expected) in [
            (get(port, "/callback?code=evil&state=another"), "404"),
            (get(port, "/callback?code=evil"), "404"),
            (get(port, "/callback"), "404"),
            (get(port, "/?code=evil&state=the-state"), "404"),
            (get(port, "/callback/?code=evil&state=the-state"), "404"),
            (get(port, "/favicon.ico"), "404"),
            (
                format!(
                    "POST {right} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-length: 0\r\n\r\n"
                ),
                "405",
            ),
            (format!("HEAD {right} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n"), "405"),
            (format!("GET {right} HTTP/1.1\r\nhost: evil.example:{port}\r\n\r\n"), "404"),
            (format!("GET {right} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"), "404"),
            (format!("GET {right} HTTP/1.1\r\n\r\n"), "404"),
            (get(port, &long), "431"),
            ("\u{16}\u{3}\u{1}nonsense\r\n\r\n".into(), "400"),
        ] {
            let answer = send(port, &text).await;
            let told = answer.is_empty() || answer.starts_with(&format!("HTTP/1.1 {expected}"));
            assert!(told, "{text:.80}: {answer}");
            assert!(!answer.contains("evil"), "{answer}");
        }
        send(port, &get(port, right)).await
    };
    let (address, page) = tokio::join!(receiver.receive(STATE, PATIENCE), strangers);
    assert!(address.unwrap().ends_with(right));
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
}

#[tokio::test]
async fn who_says_nothing_keeps_nobody_out() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let browser = async {
        let mut silent = Vec::new();
        for _ in 0..MAX_CONNECTIONS - 1 {
            silent.push(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap());
        }
        send(port, &get(port, "/callback?code=c&state=the-state")).await
    };
    let (address, _) = tokio::join!(receiver.receive(STATE, PATIENCE), browser);
    assert!(address.is_ok());
}

#[tokio::test]
async fn a_flood_of_silence_is_over_after_a_while() {
    let receiver = Receiver::bind(None).await.unwrap();
    let port = receiver.port;
    let waiting = receiver.receive(STATE, Duration::from_mins(5));
    let browser = async {
        let mut silent = Vec::new();
        for _ in 0..MAX_CONNECTIONS * 3 {
            silent.push(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap());
        }
        tokio::time::pause();
        send(port, &get(port, "/callback?code=c&state=the-state")).await
    };
    let (address, _) = tokio::join!(waiting, browser);
    assert!(address.is_ok());
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_without_end() {
    let receiver = Receiver::bind(None).await.unwrap();
    let error = receiver.receive(STATE, PATIENCE).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::AuthFailed);
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let error = Receiver::bind(Some(port)).await.err().unwrap();
    assert!(error.to_string().contains(&port.to_string()), "{error}");
}

#[tokio::test]
async fn both_addresses_of_this_machine_are_answered() {
    let receiver = Receiver::bind(None).await.unwrap();
    if receiver.listeners.len() < 2 {
        // There is no second one on this machine.
        return;
    }
    let port = receiver.port;
    let browser = async {
        let mut stream = TcpStream::connect((Ipv6Addr::LOCALHOST, port)).await.unwrap();
        let text = format!(
            "GET /callback?code=c&state=the-state HTTP/1.1\r\nhost: localhost:{port}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
    };
    let (address, ()) = tokio::join!(receiver.receive(STATE, PATIENCE), browser);
    assert!(address.is_ok());
}
