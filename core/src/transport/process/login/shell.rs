//! Asking a shell for its `PATH`.

use std::{
    ffi::{OsStr, OsString},
    future::pending,
    os::unix::ffi::OsStringExt,
    path::Path,
    time::Duration,
};

use memchr::memmem;
use tokio::{
    io::{AsyncRead, AsyncReadExt, copy, sink},
    time::timeout,
};

use super::super::{
    Command, Start, cannot_start, environment, program,
    tree::{Streams, Tree},
};
use crate::error::{Error, ErrorCode, Result};

/// How long a shell may take to start and to answer.
pub(super) const WAIT: Duration = Duration::from_secs(5);

/// The most that a shell may print before its answer is complete.
const MOST_OUTPUT: usize = 1 << 20;

/// What the shell runs: its `PATH` between two marks, whatever else a profile prints. The marks are
/// not in the text of the script, in case that a shell shows what it runs. All shells in use
/// understand it, those that know no other syntax of the usual one included.
const SCRIPT: &str = r#"printf '<%s>%s</%s>' hostline-path "$PATH" hostline-path"#;
const MARKS: [&[u8]; 2] = [b"<hostline-path>", b"</hostline-path>"];

/// Whether a process whose `TERM` this is was started from a terminal. Desktops set none, or one
/// that can do nothing.
pub(super) fn is_terminal(term: Option<&OsStr>) -> bool {
    term.is_some_and(|term| !term.is_empty() && term != "dumb")
}

/// The `PATH` of a shell, as it is for a person who signs in. Dropping the future kills the shell
/// and all that it has started.
///
/// # Errors
/// There is no such shell, it cannot be started, or it does not answer in time.
pub(super) async fn ask(shell: Option<&OsStr>, wait: Duration) -> Result<OsString> {
    let Some(shell) = shell.filter(|shell| Path::new(shell).is_absolute()) else {
        let message = "the login shell is not known: SHELL names no program by its whole path";
        return Err(in_vain(Error::new(ErrorCode::Process, message)));
    };
    let (tree, streams) = start(shell).map_err(in_vain)?;
    let answer = timeout(wait, read(streams)).await;
    // Killing looks through all processes, which takes milliseconds.
    let killed = tokio::task::spawn_blocking(move || drop(tree)).await;
    if let Err(error) = killed {
        tracing::debug!(%error, "the login shell was not waited for");
    }
    let told = |what: String| in_vain(Error::new(ErrorCode::Process, what));
    let name = shell.display();
    match answer {
        Err(_) => Err(told(format!("the login shell {name} did not answer within {wait:?}"))),
        Ok(None) => Err(told(format!("the login shell {name} ended without telling its PATH"))),
        Ok(Some(path)) if path.is_empty() || path.iter().any(|byte| matches!(byte, 0 | b'\n')) => {
            Err(told(format!("the login shell {name} told a PATH that cannot be one")))
        }
        Ok(Some(path)) => Ok(OsString::from_vec(path)),
    }
}

/// Starts the shell, with the part of our environment that servers get too. Version managers are
/// set up in the files of interactive shells more often than in those of login shells, so it is
/// both.
fn start(shell: &OsStr) -> Result<(Tree, Streams)> {
    let command = Command::new(shell).args(["-i", "-l", "-c", SCRIPT]).env("TERM", "dumb");
    let environment = environment::choose(&command, std::env::vars_os())?;
    let program = program::find(shell, None, None, None)?;
    let arguments = command.arguments();
    let start = Start { program, arguments, environment, folder: None };
    Tree::spawn(&start, None).map_err(|cause| cannot_start(&start.program, cause))
}

/// What stands between the marks; nothing if the output ends before, or is endless.
async fn read((stdin, stdout, mut stderr): Streams) -> Option<Vec<u8>> {
    // What asks for something gets the end of its input.
    drop(stdin);
    let drained = async {
        // A full pipe would hold the shell up; what it says there, nobody needs.
        let _ = copy(&mut stderr, &mut sink()).await;
        pending::<()>().await;
    };
    tokio::select! {
        answer = marked(stdout) => answer,
        () = drained => None,
    }
}

async fn marked(mut output: impl AsyncRead + Unpin) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    while text.len() < MOST_OUTPUT {
        if output.read_buf(&mut text).await.ok()? == 0 {
            return None;
        }
        if let Some(end) = memmem::find(&text, MARKS[1]) {
            let start = memmem::find(&text[..end], MARKS[0])? + MARKS[0].len();
            return Some(text[start..end].to_vec());
        }
    }
    None
}

fn in_vain(error: Error) -> Error {
    error.with_next_step("programs are looked for in our own PATH; set PATH for the server instead")
}

#[cfg(test)]
mod tests {
    use std::{
        path::PathBuf,
        sync::atomic::{AtomicU32, Ordering},
        time::Instant,
    };

    use super::*;

    /// More than a busy machine needs.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// A script that takes the place of a shell; its fourth argument is what a shell would run.
    struct Shell(PathBuf);

    impl Shell {
        fn new(text: &str) -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("hostline-shell-{}-{count}", std::process::id());
            let path = std::env::temp_dir().join(name);
            // Another process writes it: a child of ours that is being started would keep a file
            // open that we write, and what is open to be written cannot be run.
            let status = std::process::Command::new("/bin/sh")
                .args(["-c", r#"printf '#!/bin/sh\n%s\n' "$1" >"$0" && chmod +x "$0""#])
                .arg(&path)
                .arg(text)
                .status();
            assert!(status.unwrap().success());
            Self(path)
        }

        async fn ask(&self, wait: Duration) -> Result<OsString> {
            ask(Some(self.0.as_os_str()), wait).await
        }
    }

    impl Drop for Shell {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[tokio::test]
    async fn the_path_is_found_among_noise_and_nobody_waits_for_the_end() {
        let shell = Shell::new(
            r#"echo "Welcome! <b>$TERM</b>"; yes noise | head -c 200000 >&2; cat
            PATH="/opt/my tools:/x"; [ "$1$2$3" = -i-l-c ] && eval "$4"; echo bye; sleep 300"#,
        );
        let begun = Instant::now();
        assert_eq!(shell.ask(PATIENCE).await.unwrap(), "/opt/my tools:/x");
        assert!(begun.elapsed() < PATIENCE);
    }

    #[tokio::test]
    async fn a_shell_that_shows_what_it_runs_does_not_confuse() {
        let shell = Shell::new(r#"exec 2>&1; set -v; echo "$4"; PATH=/x; eval "$4""#);
        assert_eq!(shell.ask(PATIENCE).await.unwrap(), "/x");
    }

    #[tokio::test]
    async fn a_shell_that_hangs_is_killed_with_all_that_it_has_started() {
        let word = format!("300.{}", std::process::id());
        let shell =
            Shell::new(&format!("sleep {word} & (setsid sleep {word} &); exec sleep {word}"));
        let error = shell.ask(Duration::from_millis(300)).await.unwrap_err();
        assert!(error.message().contains("did not answer within 300ms"), "{error}");
        if cfg!(target_os = "linux") {
            let begun = Instant::now();
            while living_with(&word) > 0 {
                assert!(begun.elapsed() < PATIENCE, "{} are left", living_with(&word));
                std::thread::yield_now();
            }
        }
    }

    /// How many processes have this word among their arguments; those that have ended have none.
    fn living_with(word: &str) -> usize {
        let folders = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = folders.filter_map(|folder| std::fs::read(folder.path().join("cmdline")).ok());
        lines.filter(|line| line.split(|byte| *byte == 0).any(|one| one == word.as_bytes())).count()
    }

    #[tokio::test]
    async fn a_shell_without_an_answer_is_named() {
        let table = [
            ("exit 3", "ended without telling its PATH"),
            ("printf '</hostline-path>'; cat", "ended without telling its PATH"),
            ("printf '<hostline-path></hostline-path>'", "cannot be one"),
            ("printf '<hostline-path>/a\n/b</hostline-path>'", "cannot be one"),
            ("yes", "ended without telling its PATH"),
        ];
        for (text, expected) in table {
            let shell = Shell::new(text);
            let error = shell.ask(PATIENCE).await.unwrap_err();
            assert!(error.message().contains(expected), "{text}: {error}");
            assert!(error.message().contains(&*shell.0.display().to_string()), "{text}: {error}");
        }
        for shell in [None, Some(OsStr::new("sh")), Some(OsStr::new("/no/such/shell"))] {
            let error = ask(shell, PATIENCE).await.unwrap_err();
            assert_eq!(error.code(), ErrorCode::Process, "{shell:?}");
            assert!(error.to_string().contains("our own PATH"), "{error}");
        }
    }

    #[test]
    fn desktops_are_told_from_terminals() {
        for (term, expected) in [
            (None, false),
            (Some(""), false),
            (Some("dumb"), false),
            (Some("xterm-256color"), true),
        ] {
            assert_eq!(is_terminal(term.map(OsStr::new)), expected, "{term:?}");
        }
    }
}
