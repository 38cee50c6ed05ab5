use image::ImageFormat;

use super::{
    super::samples::{exif, file, picture, png_chunk, reason},
    *,
};
use crate::icon::{MAX_SIDE, RefusedReason};

fn header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    png_chunk(*b"IHDR", &[sides.as_slice(), &rest].concat())
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [SIGNATURE, &chunks.concat()].concat()
}

fn small() -> Vec<u8> {
    header(4, 4, [8, 6, 0, 0, 0])
}

fn data() -> Vec<u8> {
    png_chunk(*b"IDAT", b"not looked at")
}

fn end() -> Vec<u8> {
    png_chunk(*b"IEND", b"")
}

fn frame(sides: [u32; 4]) -> Vec<u8> {
    let numbers: Vec<u8> = [0].into_iter().chain(sides).flat_map(u32::to_be_bytes).collect();
    png_chunk(*b"fcTL", &[numbers.as_slice(), &[0, 1, 0, 1, 0, 0]].concat())
}

#[test]
fn header_colours_and_data_are_kept_and_nothing_else() {
    let kept = [small(), png_chunk(*b"tRNS", b"\0\x01"), data(), data(), end()];
    let mut all = kept.to_vec();
    all.insert(1, png_chunk(*b"iTXt", b"words"));
    all.insert(1, png_chunk(*b"iCCP", b"profile"));
    all.insert(6, png_chunk(*b"zTXt", b"more words"));
    all.push(b"<script>".to_vec());
    assert_eq!(plain(&png(&all)).unwrap().bytes, png(&kept));
}

#[test]
fn a_written_file_passes_unchanged() {
    let written = file(&picture(31, 17), ImageFormat::Png);
    assert_eq!(plain(&written).unwrap().bytes, written);
}

#[test]
fn every_start_of_a_file_is_broken() {
    let written = file(&picture(5, 5), ImageFormat::Png);
    for length in 0..written.len() {
        let outcome = plain(&written[..length]);
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{length} bytes");
    }
}

#[test]
fn sides_are_limited() {
    let limits = [
        (1, MAX_SIDE, None),
        (1024, 1024, None),
        (1, MAX_SIDE + 1, Some(RefusedReason::Dimensions)),
        (1025, 1024, Some(RefusedReason::Dimensions)),
        (1, 100_000_000, Some(RefusedReason::Dimensions)),
        (u32::MAX, u32::MAX, Some(RefusedReason::Dimensions)),
        (0, 5, Some(RefusedReason::Broken)),
        (5, 0, Some(RefusedReason::Broken)),
    ];
    for (width, height, expected) in limits {
        let outcome = plain(&png(&[header(width, height, [8, 6, 0, 0, 0]), data(), end()]));
        assert_eq!(reason(outcome), expected, "{width} × {height}");
    }
}

#[test]
fn a_header_says_only_what_it_may() {
    let headers = [[3, 0, 0, 0, 0], [16, 3, 0, 0, 0], [4, 6, 0, 0, 0], [8, 1, 0, 0, 0]];
    let more = [[8, 6, 1, 0, 0], [8, 6, 0, 1, 0], [8, 6, 0, 0, 2], [0, 0, 0, 0, 0]];
    for rest in headers.into_iter().chain(more) {
        let outcome = plain(&png(&[header(4, 4, rest), data(), end()]));
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{rest:?}");
    }
}

#[test]
fn chunks_stand_in_their_order() {
    let palette = || png_chunk(*b"PLTE", b"\0\0\0");
    let indexed = || header(4, 4, [8, 3, 0, 0, 0]);
    let broken = [
        vec![data(), small(), end()],
        vec![small(), small(), data(), end()],
        vec![small(), end()],
        vec![small(), data(), png_chunk(*b"tIME", b"1234567"), data(), end()],
        vec![small(), png_chunk(*b"CgBI", b"1234"), data(), end()],
        vec![indexed(), data(), end()],
        vec![indexed(), palette(), palette(), data(), end()],
        vec![indexed(), data(), palette(), end()],
        vec![small(), data()],
    ];
    for (at, chunks) in broken.iter().enumerate() {
        assert_eq!(reason(plain(&png(chunks))), Some(RefusedReason::Broken), "file {at}");
    }
    assert_eq!(reason(plain(&png(&[indexed(), palette(), data(), end()]))), None);
}

#[test]
fn chunks_are_counted() {
    let many = |count| {
        let chunks = [vec![small()], vec![png_chunk(*b"tEXt", b""); count], vec![data(), end()]];
        reason(plain(&png(&chunks.concat())))
    };
    assert_eq!(many(MAX_CHUNKS - 2), None);
    assert_eq!(many(MAX_CHUNKS - 1), Some(RefusedReason::Broken));
}

#[test]
fn a_length_beyond_the_end_is_broken() {
    let mut bytes = png(&[small()]);
    bytes.extend_from_slice(b"\xff\xff\xff\xffIDAT\0\0\0\0");
    assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken));
}

#[test]
fn frames_are_counted() {
    let animated = |count| {
        let chunks = [vec![small(), data()], vec![frame([4, 4, 0, 0]); count], vec![end()]];
        reason(plain(&png(&chunks.concat())))
    };
    assert_eq!(animated(MAX_FRAMES), None);
    assert_eq!(animated(MAX_FRAMES + 1), Some(RefusedReason::Dimensions));
}

#[test]
fn frames_that_are_declared_are_limited_too() {
    let declared = |count: u32| {
        let control = png_chunk(*b"acTL", &[count.to_be_bytes(), [0; 4]].concat());
        reason(plain(&png(&[small(), control, data(), end()])))
    };
    assert_eq!(declared(u32::try_from(MAX_FRAMES).unwrap()), None);
    assert_eq!(declared(u32::MAX), Some(RefusedReason::Dimensions));
}

#[test]
fn no_frame_lies_outside_of_the_picture() {
    for sides in [[5, 4, 0, 0], [4, 4, 1, 0], [4, 4, 0, u32::MAX], [0, 4, 0, 0], [60_000, 1, 0, 0]]
    {
        let outcome = plain(&png(&[small(), data(), frame(sides), end()]));
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{sides:?}");
    }
}

#[test]
fn exif_says_how_to_turn() {
    let turned = |chunks: &[Vec<u8>]| plain(&png(chunks)).unwrap().turn;
    assert_eq!(turned(&[small(), data(), end()]), Orientation::NoTransforms);
    let chunk = png_chunk(*b"eXIf", &exif(6));
    assert_eq!(turned(&[small(), chunk, data(), end()]), Orientation::Rotate90);
    let chunk = png_chunk(*b"eXIf", b"nonsense");
    assert_eq!(turned(&[small(), chunk, data(), end()]), Orientation::NoTransforms);
}
