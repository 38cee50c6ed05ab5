use image::{ImageFormat, Rgba, RgbaImage};

use super::{
    super::{
        decode,
        samples::{exif, file, picture, reason, riff, riff_chunk},
    },
    *,
};
use crate::icon::RefusedReason;

/// The chunk of a written picture.
fn lossless(picture: &RgbaImage) -> Vec<u8> {
    file(picture, ImageFormat::WebP)[12..].to_vec()
}

/// The beginning of a lossy picture.
fn lossy(width: u16, height: u16) -> Vec<u8> {
    let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
    riff_chunk(*b"VP8 ", &[b"\x10\0\0\x9d\x01\x2a".as_slice(), &sides, b"data"].concat())
}

fn three(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

fn extended(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let sides = [three(width - 1), three(height - 1)].concat();
    riff_chunk(*b"VP8X", &[[flags, 0, 0, 0].as_slice(), &sides].concat())
}

fn frame(place: [u32; 4], chunks: &[Vec<u8>]) -> Vec<u8> {
    let [left, top, width, height] = place;
    let place = [left / 2, top / 2, width - 1, height - 1].map(three).concat();
    riff_chunk(*b"ANMF", &[place.as_slice(), &[1, 0, 0, 0], &chunks.concat()].concat())
}

fn animation() -> Vec<u8> {
    riff_chunk(*b"ANIM", b"\xff\xff\xff\xff\0\0")
}

fn drawn(bytes: &[u8]) -> RgbaImage {
    decode(&plain(bytes).unwrap(), ImageFormat::WebP).unwrap().into_rgba8()
}

#[test]
fn a_written_file_passes_unchanged() {
    let written = file(&picture(31, 17), ImageFormat::WebP);
    assert_eq!(plain(&written).unwrap().bytes, written);
    let followed = [written.as_slice(), b"<script>"].concat();
    assert_eq!(plain(&followed).unwrap().bytes, written);
}

#[test]
fn every_start_of_a_file_is_broken() {
    let written = file(&picture(9, 9), ImageFormat::WebP);
    for length in 12..written.len() {
        let outcome = plain(&written[..length]);
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{length} bytes");
    }
}

#[test]
fn an_extended_file_is_reduced_to_its_picture() {
    let picture = picture(31, 17);
    let chunks = [
        extended(0x3c, 31, 17),
        riff_chunk(*b"ICCP", b"profile"),
        lossless(&picture),
        riff_chunk(*b"EXIF", &exif(6)),
        riff_chunk(*b"XMP ", b"<x/>"),
    ];
    let kept = plain(&riff(&chunks)).unwrap();
    assert_eq!(kept.bytes, file(&picture, ImageFormat::WebP));
    assert_eq!(kept.turn, Orientation::Rotate90);
}

#[test]
fn alpha_of_a_lossy_picture_is_kept_where_the_header_says_so() {
    let alpha = || riff_chunk(*b"ALPH", &[0; 81]);
    let with = riff(&[extended(ALPHA, 8, 8), alpha(), lossy(8, 8)]);
    assert_eq!(plain(&with).unwrap().bytes, with);
    let without = riff(&[extended(0, 8, 8), alpha(), lossy(8, 8)]);
    assert_eq!(plain(&without).unwrap().bytes, riff(&[lossy(8, 8)]));
}

#[test]
fn the_canvas_is_as_large_as_its_picture() {
    for (width, height) in [(31, 18), (32, 17), (1024, 1024)] {
        let bytes = riff(&[extended(0, width, height), lossless(&picture(31, 17))]);
        assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken), "{width} × {height}");
    }
}

#[test]
fn sides_are_limited() {
    for (width, height, expected) in [
        (4096, 128, None),
        (4097, 1, Some(RefusedReason::Dimensions)),
        (16_383, 16_383, Some(RefusedReason::Dimensions)),
        (0, 1, Some(RefusedReason::Broken)),
        (1, 0, Some(RefusedReason::Broken)),
    ] {
        let outcome = plain(&riff(&[lossy(width, height)]));
        assert_eq!(reason(outcome), expected, "{width} × {height}");
    }
    let canvas = riff(&[extended(0, 1 << 24, 1 << 24), lossy(8, 8)]);
    assert_eq!(reason(plain(&canvas)), Some(RefusedReason::Dimensions));
}

#[test]
fn the_first_frame_is_drawn_where_it_stands() {
    let red = Rgba([255, 0, 0, 128]);
    let first = lossless(&RgbaImage::from_pixel(2, 3, red));
    let second = riff_chunk(*b"VP8L", b"not looked at");
    let chunks = [
        extended(ANIMATED, 6, 5),
        animation(),
        frame([4, 2, 2, 3], &[first]),
        frame([0, 0, 6, 5], &[second]),
    ];
    let expected = RgbaImage::from_fn(6, 5, |x, y| if x > 3 && y > 1 { red } else { Rgba([0; 4]) });
    assert_eq!(drawn(&riff(&chunks)), expected);
}

#[test]
fn the_first_frame_lies_inside_of_the_canvas() {
    let first = || lossless(&picture(2, 3));
    for place in [[4, 4, 2, 3], [6, 0, 2, 3], [0, 0, 3, 3], [0, 0, 2, 4], [1 << 24, 0, 2, 3]] {
        let bytes = riff(&[extended(ANIMATED, 6, 5), animation(), frame(place, &[first()])]);
        assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken), "{place:?}");
    }
}

#[test]
fn frames_are_counted() {
    let animated = |count| {
        let frames = frame([0, 0, 2, 3], &[lossless(&picture(2, 3))]).repeat(count);
        reason(plain(&riff(&[extended(ANIMATED, 2, 3), animation(), frames])))
    };
    assert_eq!(animated(MAX_FRAMES), None);
    assert_eq!(animated(MAX_FRAMES + 1), Some(RefusedReason::Dimensions));
}

#[test]
fn chunks_are_counted() {
    let many = |count| {
        let unknown = riff_chunk(*b"abcd", b"").repeat(count);
        reason(plain(&riff(&[extended(0, 8, 8), lossy(8, 8), unknown])))
    };
    assert_eq!(many(MAX_CHUNKS - 1), None);
    assert_eq!(many(MAX_CHUNKS), Some(RefusedReason::Broken));
}

#[test]
fn chunks_fit_together() {
    let broken = [
        vec![riff_chunk(*b"ANMF", b"")],
        vec![extended(0, 8, 8)],
        vec![extended(ANIMATED, 8, 8), animation()],
        vec![extended(0, 8, 8), lossy(8, 8), lossy(8, 8)],
        vec![extended(0, 8, 8), extended(0, 8, 8), lossy(8, 8)],
        vec![extended(ANIMATED, 8, 8), frame([0, 0, 8, 8], &[])],
        vec![riff_chunk(*b"VP8 ", b"\x11\0\0\x9d\x01\x2a\x08\0\x08\0")],
        vec![riff_chunk(*b"VP8 ", b"\x10\0\0\x9d\x01\x2b\x08\0\x08\0")],
        vec![riff_chunk(*b"VP8X", b"\0\0\0")],
        vec![b"VP8 \xff\xff\xff\xff\x10\0\0\x9d\x01\x2a".to_vec()],
    ];
    for (at, chunks) in broken.iter().enumerate() {
        assert_eq!(reason(plain(&riff(chunks))), Some(RefusedReason::Broken), "file {at}");
    }
}

#[test]
fn alpha_is_looked_into() {
    let alpha = |data: &[u8]| {
        let chunks = [extended(ALPHA, 8, 8), riff_chunk(*b"ALPH", data), lossy(8, 8)];
        reason(plain(&riff(&chunks)))
    };
    assert_eq!(alpha(&[2, 0, 0, 0]), Some(RefusedReason::Broken));
    assert_eq!(alpha(&[1, 0, 0, 0]), Some(RefusedReason::Broken));
}

/// A lossy picture of 512 × 512 pixels with so many bytes of data.
fn lossy_of(bytes: usize) -> Vec<u8> {
    let mut data = lossy(512, 512)[8..].to_vec();
    data.resize(bytes, 0);
    riff_chunk(*b"VP8 ", &data)
}

#[test]
fn what_a_picture_costs_to_decode_is_limited() {
    let costly = Some(RefusedReason::TooCostly);
    for (file, expected) in [
        (lossy(1000, 655), None),
        (lossy(1000, 656), costly),
        (lossy_of(3 << 15), None),
        (lossy_of((3 << 15) + 2), costly),
    ] {
        assert_eq!(reason(plain(&riff(&[file]))), expected);
    }
    let usual = file(&picture(512, 512), ImageFormat::WebP);
    assert!(plain(&usual).is_ok());
    let large = file(&picture(900, 900), ImageFormat::WebP);
    assert_eq!(reason(plain(&large)), costly);
}

#[test]
fn compressed_alpha_has_its_cost_too() {
    let with = |method: u8, bytes| {
        let alpha = riff_chunk(*b"ALPH", &[[method].as_slice(), &[0; 99]].concat());
        reason(plain(&riff(&[extended(ALPHA, 512, 512), alpha, lossy_of(bytes)])))
    };
    assert_eq!(with(0, 3 << 15), None);
    assert_eq!(with(1, 3 << 15), Some(RefusedReason::TooCostly));
    // What is no picture is found where the cost is looked at no more.
    assert_eq!(with(1, 1 << 15), Some(RefusedReason::Broken));
}
