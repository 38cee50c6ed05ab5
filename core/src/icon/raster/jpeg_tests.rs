use image::ImageFormat;

use super::{
    super::samples::{exif, file, picture, reason},
    *,
};
use crate::icon::RefusedReason;

fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker], length.as_slice(), data].concat()
}

/// A frame header with components of these sampling factors.
fn frame(marker: u8, width: u16, height: u16, sampling: &[u8]) -> Vec<u8> {
    let sides = [height.to_be_bytes(), width.to_be_bytes()].concat();
    let count = u8::try_from(sampling.len()).unwrap();
    let components: Vec<u8> = (1..).zip(sampling).flat_map(|(id, both)| [id, *both, 0]).collect();
    segment(marker, &[&[8], sides.as_slice(), &[count], &components].concat())
}

fn scan(ids: &[u8]) -> Vec<u8> {
    let count = u8::try_from(ids.len()).unwrap();
    let components: Vec<u8> = ids.iter().flat_map(|id| [*id, 0]).collect();
    let header = segment(SCAN, &[&[count], components.as_slice(), &[0, 63, 0]].concat());
    [header.as_slice(), b"data\xff\0\xff\xd0more"].concat()
}

fn jpeg(parts: &[Vec<u8>]) -> Vec<u8> {
    [b"\xff\xd8", parts.concat().as_slice(), b"\xff\xd9"].concat()
}

fn small() -> Vec<u8> {
    frame(0xc0, 8, 8, &[0x11])
}

#[test]
fn tables_frame_and_scans_are_kept_and_nothing_else() {
    let kept = [
        segment(ADOBE, b"Adobe\0\x64\0\0\0\0\x01"),
        segment(QUANTIZATION_TABLES, &[0; 65]),
        segment(HUFFMAN_TABLES, &[0; 17]),
        segment(RESTART_INTERVAL, b"\0\x01"),
        small(),
        scan(&[1]),
    ];
    let mut all = kept.to_vec();
    all.insert(0, segment(0xe0, b"JFIF\0"));
    all.insert(1, segment(0xe2, b"ICC_PROFILE\0"));
    all.insert(2, segment(0xfe, b"<script>"));
    all.insert(5, vec![0xff, 0xff]);
    let bytes = [jpeg(&all), b"behind the end".to_vec()].concat();
    assert_eq!(plain(&bytes).unwrap().bytes, jpeg(&kept));
}

#[test]
fn every_start_of_a_file_is_broken() {
    let written = file(&picture(20, 9), ImageFormat::Jpeg);
    assert_eq!(reason(plain(&written)), None);
    for length in 2..written.len() {
        let outcome = plain(&written[..length]);
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{length} bytes");
    }
}

#[test]
fn sides_are_limited() {
    for (width, height, expected) in [
        (4096, 256, None),
        (4097, 1, Some(RefusedReason::Dimensions)),
        (65_535, 65_535, Some(RefusedReason::Dimensions)),
        (0, 8, Some(RefusedReason::Broken)),
        (8, 0, Some(RefusedReason::Broken)),
    ] {
        let bytes = jpeg(&[frame(0xc0, width, height, &[0x11]), scan(&[1])]);
        assert_eq!(reason(plain(&bytes)), expected, "{width} × {height}");
    }
}

#[test]
fn rare_ways_of_coding_are_not_shown() {
    for marker in [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf] {
        let bytes = jpeg(&[frame(marker, 8, 8, &[0x11]), scan(&[1])]);
        assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Forbidden), "{marker:x}");
    }
    let mut twelve_bits = small();
    twelve_bits[4] = 12;
    let outcome = plain(&jpeg(&[twelve_bits, scan(&[1])]));
    assert_eq!(reason(outcome), Some(RefusedReason::Forbidden));
}

#[test]
fn frames_and_scans_fit_together() {
    let broken = [
        vec![small()],
        vec![scan(&[1]), small()],
        vec![small(), small(), scan(&[1])],
        vec![small(), scan(&[2])],
        vec![frame(0xc0, 8, 8, &[0x11, 0x11]), scan(&[1])],
        vec![frame(0xc0, 8, 8, &[0x50]), scan(&[1])],
        vec![frame(0xc0, 8, 8, &[0x15]), scan(&[1])],
        vec![small(), scan(&[1]), vec![0xff, 0xdc, 0, 4, 0, 8]],
        vec![small(), vec![0xff, 0xdb, 0, 1], scan(&[1])],
        vec![b"junk".to_vec(), small(), scan(&[1])],
    ];
    for (at, parts) in broken.iter().enumerate() {
        assert_eq!(reason(plain(&jpeg(parts))), Some(RefusedReason::Broken), "file {at}");
    }
}

#[test]
fn huffman_tables_are_as_long_as_they_say() {
    let mut long = [0; 17];
    long[1] = 255;
    long[2] = 2;
    let tables = [vec![0; 16], long.to_vec(), [long.as_slice(), &[0; 257]].concat()];
    for table in tables {
        let bytes = jpeg(&[segment(HUFFMAN_TABLES, &table), small(), scan(&[1])]);
        assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken));
    }
}

#[test]
fn huffman_tables_are_counted() {
    let many = |count: usize| {
        let tables = segment(HUFFMAN_TABLES, &[0; 17].repeat(count));
        reason(plain(&jpeg(&[tables, small(), scan(&[1])])))
    };
    assert_eq!(many(MAX_TABLES), None);
    assert_eq!(many(MAX_TABLES + 1), Some(RefusedReason::Broken));
}

#[test]
fn scans_are_counted() {
    let many = |count| reason(plain(&jpeg(&[small(), scan(&[1]).repeat(count)])));
    assert_eq!(many(MAX_SCANS), None);
    assert_eq!(many(MAX_SCANS + 1), Some(RefusedReason::Dimensions));
}

#[test]
fn blocks_are_counted_over_all_scans() {
    // 1024 × 1024 pixels: 16,384 blocks of the first component, a quarter of each other one.
    let picture = || frame(0xc2, 1024, 1024, &[0x22, 0x11, 0x11]);
    let many = |count| reason(plain(&jpeg(&[picture(), scan(&[1]).repeat(count)])));
    assert_eq!(many(32), None);
    assert_eq!(many(33), Some(RefusedReason::Dimensions));
    let many = |count| reason(plain(&jpeg(&[picture(), scan(&[1, 2, 3]).repeat(count)])));
    assert_eq!(many(21), None);
    assert_eq!(many(22), Some(RefusedReason::Dimensions));
}

#[test]
fn segments_are_counted() {
    let comments = segment(0xfe, b"").repeat(MAX_SEGMENTS);
    let outcome = plain(&jpeg(&[comments, small(), scan(&[1])]));
    assert_eq!(reason(outcome), Some(RefusedReason::Broken));
}

#[test]
fn exif_says_how_to_turn() {
    let metadata = segment(EXIF, &[b"Exif\0\0", exif(6).as_slice()].concat());
    let turned = plain(&jpeg(&[metadata, small(), scan(&[1])])).unwrap().turn;
    assert_eq!(turned, Orientation::Rotate90);
    let other = segment(EXIF, b"http://ns.adobe.com/xap/1.0/\0<x/>");
    let turned = plain(&jpeg(&[other, small(), scan(&[1])])).unwrap().turn;
    assert_eq!(turned, Orientation::NoTransforms);
}
