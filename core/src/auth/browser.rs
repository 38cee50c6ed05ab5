//! Handing an address to the person's browser, without a shell.
//!
//! Owns which addresses may be handed over, and the program that each system has for it. Whether a
//! person wants the page is for others to know.

use std::{ffi::OsString, io, process::Stdio, time::Duration};

use tokio::process::Command;
use url::Url;

use crate::{
    error::{Error, ErrorCode, Result},
    net::is_loopback,
};

/// How long an opener may take to say that it failed. After that it has become the browser.
const VERDICT_WAIT: Duration = Duration::from_secs(2);

/// What the names of our own variables begin with.
const OUR_VARIABLES: &str = "HOSTLINE_";

/// What `xdg-open` ends with if nothing that it knows is installed. The openers of other systems
/// have no such number.
const XDG_FINDS_NONE: i32 = 3;

/// Opens a page of a sign-in in the person's browser: `https`, or `http` on this machine. Dropping
/// the future leaves an opener that has begun to itself.
///
/// # Errors
/// [`ErrorCode::Denied`]: it is another kind of address. [`ErrorCode::AuthFailed`]: there is no
/// browser here, or it could not be opened; the sentence says which.
pub async fn open_browser(url: &Url) -> Result<()> {
    let is_protected = match url.scheme() {
        "https" => true,
        "http" => url.host_str().is_some_and(is_loopback),
        _ => false,
    };
    if !is_protected {
        let message = "an address that is not https is not opened in a browser to sign in";
        return Err(
            Error::new(ErrorCode::Denied, message).with_next_step("tell whoever runs the server")
        );
    }
    hand_over(url).await
}

/// Opens a page that a person has seen the address of and agreed to: `https` or `http`. Dropping
/// the future leaves an opener that has begun to itself.
///
/// # Errors
/// As for [`open_browser`].
pub async fn open_reviewed(url: &Url) -> Result<()> {
    if !matches!(url.scheme(), "https" | "http") {
        let message = "an address that is not of the web is not opened in a browser";
        return Err(Error::new(ErrorCode::Denied, message)
            .with_next_step("open it yourself if you trust it"));
    }
    hand_over(url).await
}

async fn hand_over(url: &Url) -> Result<()> {
    match opener() {
        Some(command) => open_with(command, url).await,
        None => Err(no_browser()),
    }
}

/// The address is one argument, as a parser has written it. It begins with its scheme, so that no
/// opener takes it for an option or a command.
async fn open_with(mut command: Command, url: &Url) -> Result<()> {
    command.arg(url.as_str()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A browser that the opener becomes must not end with Ctrl-C here.
    #[cfg(unix)]
    command.process_group(0);
    leave_out_ours(&mut command, std::env::vars_os().map(|(name, _)| name));
    let mut child = command.spawn().map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => no_browser().with_source(cause),
        _ => not_opened().with_source(cause),
    })?;
    match tokio::time::timeout(VERDICT_WAIT, child.wait()).await {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) if status.code() == Some(XDG_FINDS_NONE) => Err(no_browser()),
        Ok(Ok(_)) => Err(not_opened()),
        Ok(Err(cause)) => Err(not_opened().with_source(cause)),
        Err(_) => Ok(()),
    }
}

/// A passphrase among our own variables is nothing for a browser.
fn leave_out_ours(command: &mut Command, names: impl Iterator<Item = OsString>) {
    for name in names.filter(|name| name.to_string_lossy().starts_with(OUR_VARIABLES)) {
        command.env_remove(name);
    }
}

fn no_browser() -> Error {
    Error::new(ErrorCode::AuthFailed, "no browser was found here")
        .with_next_step("use a machine that has one, or another way to open the address")
}

fn not_opened() -> Error {
    Error::new(ErrorCode::AuthFailed, "the browser could not be opened")
        .with_next_step("check what this system opens addresses with")
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

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[tokio::test]
    async fn only_protected_addresses_reach_an_opener() {
        for address in [
            "http://id.example/",
            "http://localhost.example/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "smb://host/share",
            "data:text/html,x",
            "ms-settings:network",
            "x-apple.systempreferences:",
        ] {
            let error = open_browser(&url(address)).await.unwrap_err();
            assert_eq!(error.code(), ErrorCode::Denied, "{address}");
            if !address.starts_with("http:") {
                let error = open_reviewed(&url(address)).await.unwrap_err();
                assert_eq!(error.code(), ErrorCode::Denied, "{address}");
            }
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_opener_gets_the_address_as_one_argument() {
        let address = url("https://id.example/a?x=$(touch${IFS}y)&b=`id`;c|d'e%20--help#f");
        // `test` succeeds if the two texts are the same.
        let mut command = Command::new("test");
        command.args([address.as_str(), "="]);
        open_with(command, &address).await.unwrap();
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_opener_gets_none_of_our_own_variables() {
        let mut command = Command::new("sh");
        command.args(["-c", "test -z \"$HOSTLINE_PASSPHRASE\" && test -n \"$PATH\""]);
        command.env("HOSTLINE_PASSPHRASE", "hush");
        let names = ["PATH", "HOSTLINE_PASSPHRASE"].map(OsString::from);
        leave_out_ours(&mut command, names.into_iter());
        assert!(command.status().await.unwrap().success());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn no_browser_is_told_from_one_that_fails() {
        let address = url("https://id.example/");
        let none = open_with(Command::new("no-such-opener.invalid"), &address).await.unwrap_err();
        assert!(none.message().contains("no browser"), "{none}");
        let failed = open_with(Command::new("false"), &address).await.unwrap_err();
        assert!(failed.message().contains("could not"), "{failed}");
        assert!(none.next_step().is_some() && failed.next_step().is_some());
    }

    #[cfg(unix)]
    #[tokio::test(start_paused = true)]
    async fn an_opener_that_stays_has_become_the_browser() {
        let mut command = Command::new("tail");
        command.args(["-f", "/dev/null"]).kill_on_drop(true);
        open_with(command, &url("https://id.example/")).await.unwrap();
    }
}
