//! Files that are something else than they seem.

use super::{Expected, File, broken, drawn, file, png, too_many};

/// The files.
pub fn files() -> Vec<File> {
    [unknown(), declared(), polyglots()].concat()
}

/// Files of types that are on no list.
fn unknown() -> Vec<File> {
    let unknown =
        |name, bytes: &[u8]| file(name, bytes.to_vec(), Expected::Refused("unknown_type"));
    vec![
        unknown("empty", b""),
        unknown("html", b"<!DOCTYPE html><script>alert(1)</script>"),
        unknown("html-around-svg", b"<html><body><svg xmlns='http://www.w3.org/2000/svg'/></html>"),
        unknown("html-before-svg", b"<!DOCTYPE html><svg xmlns='http://www.w3.org/2000/svg'/>"),
        unknown("xml-of-another-root", b"<?xml version='1.0'?><rss><svg/></rss>"),
        unknown("pdf", b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"),
        unknown("ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0"),
        unknown("bmp", b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"),
        unknown("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf"),
        unknown("tiff", b"II*\0\x08\0\0\0\0\0\0\0"),
        unknown("svg-in-gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3)*.\xd1\xb7\x03\0"),
        unknown("svg-in-utf-16", b"\xff\xfe<\0s\0v\0g\0/\0>\0"),
        unknown("script", b"#!/bin/sh\nrm -rf ~"),
        unknown("riff-that-is-sound", b"RIFF\x10\0\0\0WAVEfmt \x04\0\0\0\0\0\0\0"),
    ]
}

/// Files of another type than the server says.
fn declared() -> Vec<File> {
    let other = |name, bytes, declared| File {
        name,
        bytes,
        declared: Some(declared),
        expected: Expected::Refused("other_type"),
    };
    let html = File {
        declared: Some("image/png"),
        ..file("html-as-png", b"<html></html>".to_vec(), Expected::Refused("unknown_type"))
    };
    let svg = || b"<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".to_vec();
    let named = File { declared: Some("IMAGE/PNG; x=y"), ..drawn("png-as-png", png::small()) };
    vec![
        html,
        other("png-as-jpeg", png::small(), "image/jpeg"),
        other("png-as-svg", png::small(), "image/svg+xml"),
        other("png-as-html", png::small(), "text/html"),
        other("svg-as-png", svg(), "image/png"),
        other("svg-as-xml", svg(), "application/xml"),
        named,
    ]
}

/// Files that are two things at once.
fn polyglots() -> Vec<File> {
    let html = b"<html><script>alert(1)</script></html>";
    let mut long = png::small();
    long.resize((1 << 20) + 1, 0);
    vec![
        drawn("png-then-html", [png::small().as_slice(), html].concat()),
        drawn("png-with-html-in-a-text", png::with_chunk(*b"tEXt", b"Comment\0<script>alert(1)")),
        // Its first bytes are a script that a browser would run: the sides are `=1` and `;a`.
        too_many("gif-and-script", b"GIF89a=1;alert(1)//\0\0\0\0".to_vec()),
        broken("jpeg-then-html", [b"\xff\xd8\xff\xfe\0\x06<!--".as_slice(), html].concat()),
        file("too-long", long, Expected::Refused("too_large")),
    ]
}
