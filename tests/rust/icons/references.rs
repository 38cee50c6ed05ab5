//! Valid icons look as they should.

use std::{fs, path::PathBuf};

use hostline::icon::{IconKind, sanitize};
use image::RgbaImage;

/// How far a channel of a pixel may be from the reference: decoders of lossy files may round.
const TOLERANCE: u8 = 3;
const SIZE: u32 = 64;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("icons").join(name)
}

fn read(png: &[u8]) -> RgbaImage {
    image::load_from_memory_with_format(png, image::ImageFormat::Png).unwrap().into_rgba8()
}

/// Draws a valid icon and compares.
fn check(name: &str, kind: IconKind, media_type: &str) {
    let bytes = fs::read(folder("valid").join(name)).unwrap();
    let icon = sanitize(&bytes, Some(media_type), SIZE).unwrap();
    assert_eq!((icon.made_from(), icon.width(), icon.height()), (kind, SIZE, SIZE));
    let drawn = read(icon.png());
    let reference = read(&fs::read(folder("reference").join(format!("{name}.png"))).unwrap());
    assert_eq!(drawn.dimensions(), reference.dimensions());
    for (x, y, pixel) in drawn.enumerate_pixels() {
        let expected = reference.get_pixel(x, y);
        let close = pixel.0.iter().zip(expected.0).all(|(a, b)| a.abs_diff(b) <= TOLERANCE);
        assert!(close, "{name} at {x}, {y}: {pixel:?} instead of {expected:?}");
    }
}

#[test]
fn png_files_look_right() {
    for name in ["rgba.png", "palette.png", "grey16.png", "interlaced.png", "wide.png"] {
        check(name, IconKind::Png, "image/png");
    }
}

#[test]
fn jpeg_files_look_right() {
    for name in ["baseline.jpg", "progressive.jpg", "turned.jpg", "grey.jpg", "cmyk.jpg"] {
        check(name, IconKind::Jpeg, "image/jpeg");
    }
}

#[test]
fn webp_files_look_right() {
    for name in ["lossy.webp", "lossy-opaque.webp", "lossless.webp", "animated.webp"] {
        check(name, IconKind::Webp, "image/webp");
    }
}

#[test]
fn gif_files_look_right() {
    check("animated.gif", IconKind::Gif, "image/gif");
}

#[test]
fn svg_documents_look_right() {
    for name in [
        "clip.svg",
        "drop-shadow.svg",
        "editor-metadata.svg",
        "embedded-png.svg",
        "gradient.svg",
        "mask.svg",
        "pattern.svg",
        "stroke-dash.svg",
        "style.svg",
        "use-symbol.svg",
    ] {
        check(name, IconKind::Svg, "image/svg+xml");
    }
}
