//! Handing an address to the person's browser, without a shell.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

/// How long an opener may take to say that it failed.
const VERDICT_WAIT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(20);

/// Opens an address that a person agreed to. False if there is nothing to open it with.
///
/// The address must begin with `http://` or `https://`, as a parser has written it: it is then one
/// argument that no opener takes for an option or a command.
pub(super) async fn open(address: &str) -> bool {
    if !(address.starts_with("https://") || address.starts_with("http://")) {
        return false;
    }
    let Some(mut command) = opener() else { return false };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A browser that the opener becomes must not end with Ctrl-C here.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let Ok(mut child) = command.spawn() else { return false };
    let looks = VERDICT_WAIT.as_millis() / LOOK.as_millis();
    for _ in 0..looks {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => tokio::time::sleep(LOOK).await,
            Err(_) => return false,
        }
    }
    // It has become the browser.
    true
}

#[cfg(target_os = "macos")]
fn opener() -> Option<Command> {
    Some(Command::new("/usr/bin/open"))
}

/// `start` is a word of the shell; this is what it comes to for an address.
#[cfg(windows)]
fn opener() -> Option<Command> {
    let mut command = Command::new("rundll32.exe");
    command.arg("url.dll,FileProtocolHandler");
    Some(command)
}

/// `xdg-open` knows what the desktop opens addresses with.
#[cfg(not(any(windows, target_os = "macos")))]
fn opener() -> Option<Command> {
    // Without a desktop it would start a browser for terminals where nobody sees it.
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    desktop.iter().any(|name| std::env::var_os(name).is_some()).then(|| Command::new("xdg-open"))
}
