//! `hostline icon`: a picture in a file, or a sentence that says why there is none.

use std::{fs, path::Path};

use base64::{Engine as _, prelude::BASE64_STANDARD as STANDARD};
use hostline::icon::sanitize;
use serde_json::{Value, json};

use super::support::{Said, Scripted, command, finish, folder, program};

/// The demonstration server of the command itself.
fn demo_server() -> String {
    format!("'{}' demo-server", program().display())
}

/// Runs `icon` with a cache of its own.
async fn icon(cache: &Path, arguments: &[&str]) -> Said {
    let mut command = command(&[&["icon"], arguments].concat());
    command.env("HOSTLINE_CACHE_DIR", cache);
    finish(command).await
}

/// The sides of a PNG that has nothing in it but pixels.
fn sides(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "it is a PNG");
    for name in [b"tEXt", b"iTXt", b"zTXt", b"eXIf", b"iCCP", b"acTL"] {
        assert!(!png.windows(4).any(|window| window == name), "it has no {name:?}");
    }
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn the_icon_of_a_server_and_of_what_it_has_is_saved() {
    let (folder, target) = (folder(), demo_server());
    let out = folder.join("f.png");
    let out = out.to_str().unwrap();
    let mut pictures = Vec::new();
    for (arguments, side) in [
        (&[][..], 64),
        (&["--theme", "dark"], 64),
        (&["echo", "--size", "16"], 16),
        (&["plan-visit", "--kind", "prompt"], 64),
        (&["about", "--kind", "resource", "--size", "512"], 512),
        (&["demo://about", "--kind", "resource"], 64),
        (&["add", "--theme", "light"], 64),
    ] {
        let said = icon(&folder, &[&[&target, "--out", out], arguments].concat()).await;
        assert_eq!((said.code, &*said.out), (Some(0), ""), "{arguments:?}: {said:?}");
        assert!(said.err.starts_with("saved to "), "{said:?}");
        let png = fs::read(out).unwrap();
        assert_eq!(sides(&png), (side, side), "{arguments:?}");
        pictures.push(png);
    }
    assert_ne!(pictures[0], pictures[1], "each background has its own");
    let again = icon(&folder, &[&target, "--out", out]).await;
    assert_eq!(again.code, Some(0));
    assert_eq!(fs::read(out).unwrap(), pictures[0]);
    assert!(fs::read_dir(folder.join("icons")).unwrap().count() > 0, "pictures are kept");
}

#[tokio::test]
async fn json_tells_what_was_saved_and_the_bytes_can_be_piped() {
    let (folder, target) = (folder(), demo_server());
    let out = folder.join("f.png");
    let out = out.to_str().unwrap();
    let arguments = [&*target, "echo", "--out", out, "--json", "--no-cache"];
    let said = icon(&folder, &arguments).await.json();
    assert_eq!(said["madeFrom"], "image/png");
    assert_eq!((&said["width"], &said["height"]), (&json!(64), &json!(64)));
    let saved = fs::read(out).unwrap();
    assert_eq!(said["bytes"], saved.len());
    assert!(!folder.join("icons").exists(), "nothing is kept");

    let mut command = command(&["icon", &target, "echo", "--out", "-", "--no-cache"]);
    let output = command.output().await.unwrap();
    assert_eq!(output.stdout, saved);
}

/// A picture as an icon for a background.
fn inline(png: &[u8], theme: &str) -> Value {
    json!({"src": format!("data:image/png;base64,{}", STANDARD.encode(png)), "theme": theme})
}

#[tokio::test]
async fn the_picture_is_for_the_background_that_is_asked_for() {
    let folder = folder();
    let out = folder.join("f.png");
    let out = out.to_str().unwrap();
    let [first, second] = [
        include_bytes!("../../icons/valid/rgba.png").as_slice(),
        include_bytes!("../../icons/valid/palette.png").as_slice(),
    ];
    let server = server(&json!([inline(first, "light"), inline(second, "dark")]));
    let mut pictures = Vec::new();
    for theme in ["light", "dark"] {
        let arguments = [&*server.target, "t", "--out", out, "--theme", theme, "--no-cache"];
        let said = icon(&folder, &arguments).await;
        assert_eq!(said.code, Some(0), "{said:?}");
        pictures.push(fs::read(out).unwrap());
    }
    let drawn = [first, second].map(|png| sanitize(png, None, 64).unwrap().png().to_vec());
    assert_eq!(pictures, drawn);
}

/// A server whose tool has these icons.
fn server(icons: &Value) -> Scripted {
    let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "icons": icons});
    let rule = json!({"on": "tools/list", "do": [{"reply": {"tools": [tool]}}]});
    Scripted::new("2025-11-25", &json!({"rules": [rule]}))
}

#[tokio::test]
async fn an_icon_that_is_not_shown_is_a_sentence_with_a_reason() {
    let folder = folder();
    let out = folder.join("f.png");
    let out = out.to_str().unwrap();
    for (icons, code, name, reason) in [
        (json!([]), 6, "missing_capability", "missing"),
        (json!([{"src": "javascript:alert(1)"}]), 8, "denied", "address"),
        (json!([{"src": "file:///etc/passwd"}]), 8, "denied", "address"),
        (json!([{"src": "HTTPS://mcp.example/i.png"}]), 8, "denied", "address"),
        (json!([{"src": " data:,"}]), 8, "denied", "address"),
        (json!([{"src": "https://mcp.example/i.png"}]), 8, "denied", "origin"),
        (json!([{"src": "data:text/html,<script>alert(1)</script>"}]), 8, "denied", "unknown_type"),
    ] {
        let server = server(&icons);
        let said = icon(&folder, &[&server.target, "t", "--out", out]).await;
        assert_eq!((said.code, &*said.out), (Some(code), ""), "{icons}: {said:?}");
        assert!(said.err.starts_with("error: ") && said.err.lines().count() == 1, "{said:?}");
        let said = icon(&folder, &[&server.target, "t", "--out", out, "--json"]).await;
        assert_eq!(said.code, Some(code), "{said:?}");
        let error = said.error();
        assert_eq!((&error["code"], &error["reason"]), (&json!(name), &json!(reason)), "{icons}");
        assert!(!Path::new(out).exists(), "nothing is written");
    }
}

#[tokio::test]
async fn an_icon_that_cannot_be_had_is_no_denied_one() {
    let folder = folder();
    let out = folder.join("f.png");
    let server = server(&json!([{"src": "https://localhost:1/i.png"}]));
    let arguments = ["t", "--icon-host", "localhost:1", "--out", out.to_str().unwrap(), "--json"];
    let said = icon(&folder, &[&[&*server.target], &arguments[..]].concat()).await;
    assert_eq!(said.code, Some(3), "{said:?}");
    let error = said.error();
    assert_eq!((&error["code"], &error["reason"]), (&json!("transport"), &json!("unreachable")));
}

#[tokio::test]
async fn what_is_wrong_on_the_command_line_is_told() {
    let (folder, target) = (folder(), demo_server());
    let out = folder.join("f.png");
    let out = out.to_str().unwrap();
    for arguments in [
        &[&*target][..],
        &[&target, "--out", out, "--size", "0"],
        &[&target, "--out", out, "--size", "513"],
        &[&target, "--out", out, "--theme", "dim"],
        &[&target, "--out", out, "--icon-host", "https://cdn.example"],
        &[&target, "ehco", "--out", out],
        &[&target, "echo", "--kind", "prompt", "--out", out],
    ] {
        let said = icon(&folder, arguments).await;
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
    }
    let said = icon(&folder, &[&target, "ehco", "--out", out]).await;
    assert!(said.err.contains("did you mean echo?"), "{said:?}");
    let said = icon(&folder, &[&target, "--out", "/no/such/folder/f.png"]).await;
    assert_eq!(said.code, Some(10), "{said:?}");
}
