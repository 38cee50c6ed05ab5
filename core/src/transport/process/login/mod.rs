//! Where a person's programs are, for a host that was not started from a terminal.
//!
//! A desktop starts programs with a `PATH` that knows nothing of what the person's shell adds to
//! it: Node.js of a version manager, Homebrew, uv. So the shell is asked, once.

#[cfg(unix)]
mod shell;

use std::ffi::OsString;

use tokio::sync::OnceCell;

/// Where programs are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginPath {
    /// The value of `PATH`.
    pub path: OsString,
    /// Why it is our own instead of the login shell's, where the shell was asked in vain: a
    /// sentence for a person.
    pub note: Option<Box<str>>,
}

impl LoginPath {
    /// Our own.
    fn own(note: Option<Box<str>>) -> Self {
        Self { path: std::env::var_os("PATH").unwrap_or_default(), note }
    }
}

/// The `PATH` that the person's login shell sets, where we were not started from a terminal; else
/// our own, which comes from such a shell already. On Windows it is always our own.
///
/// The shell that `SHELL` names is asked once in the life of a process, and is given five seconds;
/// all who ask meanwhile wait for the same answer. What it has started is ended with it. Dropping
/// the future ends the shell, and whoever asks next starts it again. It must be called within a
/// runtime.
pub async fn login_path() -> &'static LoginPath {
    static LOGIN: OnceCell<LoginPath> = OnceCell::const_new();
    LOGIN.get_or_init(find).await
}

#[cfg(unix)]
async fn find() -> LoginPath {
    if shell::is_terminal(std::env::var_os("TERM").as_deref()) {
        return LoginPath::own(None);
    }
    match shell::ask(std::env::var_os("SHELL").as_deref(), shell::WAIT).await {
        Ok(path) => LoginPath { path, note: None },
        Err(error) => LoginPath::own(Some(error.to_string().into())),
    }
}

#[cfg(not(unix))]
async fn find() -> LoginPath {
    LoginPath::own(None)
}
