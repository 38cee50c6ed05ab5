//! How the command ends when somebody wants it to end.

#[cfg(unix)]
use std::process::Stdio;

#[cfg(unix)]
use serde_json::{Value, json};
#[cfg(unix)]
use tokio::io::{AsyncBufReadExt, BufReader};

#[cfg(unix)]
use super::support::{PATIENCE, Scripted, command, end};
use super::support::{demo, tested};

/// A call that never ends, once it has begun.
#[cfg(unix)]
async fn endless(server: &Scripted) -> tokio::process::Child {
    let mut call = command(&["call", &server.target, "t"]);
    let mut child = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.as_mut().unwrap()).lines();
    let begun = async {
        while lines.next_line().await.unwrap().expect("it ended before it began") != "progress: 1" {
        }
    };
    tokio::time::timeout(PATIENCE, begun).await.expect("it must begin");
    child
}

#[cfg(unix)]
fn server(more: &Value) -> Scripted {
    let mut peer = json!({"rules": [
        {"on": "tools/call", "do": [{"progress": {"progress": 1}}, {"hang": true}]}]});
    for (name, value) in more.as_object().unwrap() {
        peer[name] = value.clone();
    }
    Scripted::new("2025-11-25", &peer)
}

#[cfg(unix)]
fn send(child: &tokio::process::Child, signal: rustix::process::Signal) {
    let id = i32::try_from(child.id().unwrap()).unwrap();
    rustix::process::kill_process(rustix::process::Pid::from_raw(id).unwrap(), signal).unwrap();
}

/// The processes that the peer has told of and that do not end.
#[cfg(unix)]
async fn survivors(server: &Scripted) -> Vec<u64> {
    let records = server.records();
    let mut ids: Vec<u64> = records.iter().filter_map(|record| record["pid"].as_u64()).collect();
    assert!(!ids.is_empty(), "the peer must have told of itself");
    let ending = async {
        let mut looks = tokio::time::interval(std::time::Duration::from_millis(10));
        while !ids.is_empty() {
            looks.tick().await;
            ids.retain(|id| is_alive(*id));
        }
    };
    // A process that was made to end takes a moment to go.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(2), ending).await;
    ids
}

/// Whether a process runs. One that has ended and was not yet buried by its parent does not.
#[cfg(unix)]
fn is_alive(id: u64) -> bool {
    let state = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", &id.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&state.stdout);
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[cfg(unix)]
#[tokio::test]
async fn ctrl_c_cancels_the_call_and_leaves_no_process() {
    for (signal, code) in
        [(rustix::process::Signal::INT, 130), (rustix::process::Signal::TERM, 143)]
    {
        let server = server(&json!({"start": [{"child": true}]}));
        let mut child = endless(&server).await;
        send(&child, signal);
        assert_eq!(end(&mut child).await.code(), Some(code));
        assert_eq!(server.messages("notifications/cancelled").len(), 1);
        assert_eq!(survivors(&server).await, Vec::<u64>::new());
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_will_not_end_is_made_to() {
    let server = server(&json!({
        "onEof": "stay", "ignoreTerm": true, "start": [{"child": true, "ignoreTerm": true}]}));
    let began = std::time::Instant::now();
    let mut child = endless(&server).await;
    send(&child, rustix::process::Signal::INT);
    assert_eq!(end(&mut child).await.code(), Some(130));
    assert_eq!(survivors(&server).await, Vec::<u64>::new());
    assert!(began.elapsed() < std::time::Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn an_output_that_nobody_reads_is_no_failure() {
    for arguments in [&["tools"][..], &["tools", "--json"], &["inspect"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(tested());
        command.args(arguments).arg(demo()).stdout(writer);
        let output = command.output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}
