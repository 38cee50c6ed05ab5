//! Lets Tauri read its configuration. The one command of the window is named here, so that it needs
//! a permission like any other.

use std::{fs, io, path::Path};

/// Where Vite writes the user interface.
const UI: &str = "../ui/dist";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed={UI}");
    stand_in()?;
    let manifest = tauri_build::AppManifest::new().commands(&["call"]);
    let attributes = tauri_build::Attributes::new().app_manifest(manifest);
    tauri_build::try_build(attributes).map_err(|error| io::Error::other(format!("{error:#}")))
}

/// The program compiles before the user interface was built: then it has one page that says so.
fn stand_in() -> io::Result<()> {
    let page = Path::new(UI).join("index.html");
    if page.exists() {
        return Ok(());
    }
    fs::create_dir_all(UI)?;
    fs::write(
        page,
        "<!doctype html><title>Hostline</title><p>Build the user interface first: cargo xtask app",
    )
}
