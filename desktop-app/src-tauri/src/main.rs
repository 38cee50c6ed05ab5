//! The desktop app of Hostline: a window over the façade that every language uses.
//!
//! The page decides nothing and reaches nothing but one command with a list of what it may do
//! ([`commands`]). What a page has open is its [`session`]; what it shows comes as a [`view`] whose
//! text is safe to show.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod answer;
mod commands;
mod delegate;
mod session;
mod view;
mod windows;

use std::process::ExitCode;

use session::Sessions;
use tauri::Manager;

fn main() -> ExitCode {
    let app = tauri::Builder::default()
        .manage(Sessions::default())
        .invoke_handler(tauri::generate_handler![commands::call])
        .setup(|app| {
            windows::end_on_signals(app.handle());
            windows::open_main(app).map_err(Into::into)
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => {
            app.run(|app, event| windows::follow(app, &app.state::<Sessions>(), event));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: the app cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}
