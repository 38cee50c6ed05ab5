//! Handing an address to the person's browser, without a shell.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use url::Url;

use crate::{
    error::{Error, ErrorCode, Result},
    net::is_loopback,
};

/// How long an opener may take to say that it failed.
const VERDICT_WAIT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(20);

/// Opens an address in the person's browser. It must be `https`, or `http` on this machine: it is
/// then one argument that no opener takes for an option or a command, and no shell sees it.
///
/// # Errors
/// [`ErrorCode::Denied`]: it is another kind of address. [`ErrorCode::AuthFailed`]: there is no
/// browser here, or it could not be started.
pub async fn open_browser(url: &Url) -> Result<()> {
    let is_safe = match url.scheme() {
        "https" => url.has_host(),
        "http" => is_loopback(url.host_str().unwrap_or_default()),
        _ => false,
    };
    if !is_safe {
        let message = "an address that is not https is not opened in a browser";
        return Err(Error::new(ErrorCode::Denied, message));
    }
    hand_over(url.as_str()).await
}

/// Opens an address that a person has looked at and agreed to: `https` or `http`.
///
/// # Errors
/// As for [`open_browser`].
pub async fn open_reviewed(url: &Url) -> Result<()> {
    if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
        let message = "an address that is not of the web is not opened in a browser";
        return Err(Error::new(ErrorCode::Denied, message));
    }
    hand_over(url.as_str()).await
}

async fn hand_over(address: &str) -> Result<()> {
    let none = || Error::new(ErrorCode::AuthFailed, "no browser was found here");
    let Some(mut command) = opener() else { return Err(none()) };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A browser that the opener becomes must not end with Ctrl-C here.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|cause| none().with_source(cause))?;
    let looks = VERDICT_WAIT.as_millis() / LOOK.as_millis();
    for _ in 0..looks {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(_)) => return Err(none()),
            Ok(None) => tokio::time::sleep(LOOK).await,
            Err(cause) => return Err(none().with_source(cause)),
        }
    }
    // It has become the browser.
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_addresses_of_the_web_reach_an_opener() {
        for address in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "smb://host/share",
            "http://evil.example/",
            "data:text/html,x",
            "ms-settings:network",
        ] {
            let error = open_browser(&Url::parse(address).unwrap()).await.unwrap_err();
            assert_eq!(error.code(), ErrorCode::Denied, "{address}");
        }
        let error = open_reviewed(&Url::parse("file:///etc/passwd").unwrap()).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Denied);
    }
}
