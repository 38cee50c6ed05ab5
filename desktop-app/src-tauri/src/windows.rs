//! The windows of the app, and what ends with them.
//!
//! A window shows the app's own page and nothing else: it goes nowhere, opens no other, and
//! downloads nothing. When the last one is closed, the servers' processes end before the app does.

use std::time::Duration;

use tauri::{
    App, AppHandle, Manager, RunEvent, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent,
    async_runtime, webview::NewWindowResponse,
};

use crate::session::{End, Sessions};

/// The label of the main window, by which it has its permission.
const MAIN: &str = "main";
/// How long the servers may take to end before the app ends without them. Ending one in good order
/// takes four seconds at the most.
const ENDING: Duration = Duration::from_secs(6);

/// Opens the main window.
pub(crate) fn open_main(app: &App) -> tauri::Result<()> {
    let development = app.config().build.dev_url.clone().filter(|_| tauri::is_dev());
    WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Hostline")
        .inner_size(1120.0, 760.0)
        .min_inner_size(560.0, 420.0)
        .on_navigation(move |url| is_ours(url, development.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .build()
        .map(drop)
}

/// Whether an address is the app's own page.
fn is_ours(url: &Url, development: Option<&Url>) -> bool {
    let host = url.host_str();
    match url.scheme() {
        "tauri" => host == Some("localhost"),
        // On Windows, pages of the app have an address of the web.
        "http" | "https" if cfg!(windows) && host == Some("tauri.localhost") => true,
        _ => development.is_some_and(|own| own.origin() == url.origin()),
    }
}

/// Ends what a window had open with it, and the servers before the app.
pub(crate) fn follow(app: &AppHandle, sessions: &Sessions, event: RunEvent) {
    match event {
        RunEvent::WindowEvent { label, event: WindowEvent::Destroyed, .. } => {
            sessions.leave(&label);
        }
        RunEvent::ExitRequested { api, code, .. } => {
            let ending = match sessions.end() {
                End::Now => return,
                End::Later => return api.prevent_exit(),
                End::After(ending) => ending,
            };
            api.prevent_exit();
            let app = app.clone();
            async_runtime::spawn(async move {
                // What has not ended by then is ended by the end of its input.
                let _ = tokio::time::timeout(ENDING, ending).await;
                app.state::<Sessions>().ended();
                app.exit(code.unwrap_or(0));
            });
        }
        _ => {}
    }
}

/// Ends the app in good order when the system asks it to end.
pub(crate) fn end_on_signals(app: &AppHandle) {
    let app = app.clone();
    async_runtime::spawn(async move {
        if told_to_end().await {
            app.exit(0);
        }
    });
}

#[cfg(unix)]
async fn told_to_end() -> bool {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return false;
    };
    tokio::select! {
        told = terminate.recv() => told.is_some(),
        told = interrupt.recv() => told.is_some(),
    }
}

#[cfg(not(unix))]
async fn told_to_end() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    fn ours(url: &str) -> bool {
        is_ours(&url.parse().unwrap(), None)
    }

    #[test]
    fn only_the_apps_own_page_is_shown() {
        assert!(ours("tauri://localhost/index.html"));
        for other in [
            "https://example.com/",
            "http://localhost:1420/",
            "tauri://elsewhere/",
            "file:///etc/passwd",
            "data:text/html,x",
            "about:blank",
        ] {
            assert!(!ours(other), "{other}");
        }
    }

    #[test]
    fn in_development_the_page_comes_from_vite() {
        let vite = "http://localhost:1420/".parse().unwrap();
        let allowed = |url: &str| is_ours(&url.parse().unwrap(), Some(&vite));
        assert!(allowed("http://localhost:1420/index.html"));
        assert!(!allowed("http://localhost:1421/"));
    }
}
