use image::{ImageFormat, Rgba, RgbaImage};

use super::{
    super::{
        decode,
        samples::{file, picture, reason},
    },
    *,
};
use crate::icon::RefusedReason;

const PALETTE: [u8; 6] = [0, 0, 0, 255, 0, 0];
/// Four pixels of the second colour: clear, 1, 1, 1 in three bits each, 1, end in four.
const FOUR: [u8; 5] = [2, 3, 0b0100_1100, 0b0001_0010, 0b0000_0101];

fn screen(width: u16, height: u16) -> Vec<u8> {
    let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [b"GIF89a".as_slice(), &sides, &[0x80, 0, 0], &PALETTE].concat()
}

fn frame(sides: [u16; 4]) -> Vec<u8> {
    let sides = sides.map(u16::to_le_bytes).concat();
    [&[FRAME], sides.as_slice(), &[0], &FOUR, &[0]].concat()
}

fn control() -> Vec<u8> {
    vec![EXTENSION, GRAPHIC_CONTROL, 4, 0, 0, 0, 0, 0]
}

#[test]
fn the_screen_and_the_first_frame_are_kept_and_nothing_else() {
    let comment = b"\x21\xfe\x05hello\x03you\x00".to_vec();
    let first = [screen(2, 2), control(), frame([0, 0, 2, 2])].concat();
    let all = [
        screen(2, 2),
        comment.clone(),
        control(),
        comment,
        frame([0, 0, 2, 2]),
        control(),
        frame([0, 0, 1, 1]),
        vec![TRAILER],
        b"<script>".to_vec(),
    ];
    let kept = plain(&all.concat()).unwrap().bytes;
    assert_eq!(kept, [first, vec![TRAILER]].concat());
}

#[test]
fn a_written_file_passes_unchanged() {
    let written = file(&picture(31, 17), ImageFormat::Gif);
    let kept = plain(&written).unwrap();
    let both = [&kept, &Plain { bytes: written, turn: Orientation::NoTransforms }];
    let [kept, written] = both.map(|file| decode(file, ImageFormat::Gif).unwrap());
    assert_eq!(kept, written);
}

#[test]
fn what_a_small_frame_does_not_cover_is_transparent() {
    let bytes = [screen(3, 2), frame([1, 0, 2, 2]), vec![TRAILER]].concat();
    let drawn = decode(&plain(&bytes).unwrap(), ImageFormat::Gif).unwrap().into_rgba8();
    let red = Rgba([255, 0, 0, 255]);
    let expected = RgbaImage::from_fn(3, 2, |x, _| if x == 0 { Rgba([0; 4]) } else { red });
    assert_eq!(drawn, expected);
}

#[test]
fn the_trailer_may_be_absent() {
    assert_eq!(reason(plain(&[screen(2, 2), frame([0, 0, 2, 2])].concat())), None);
}

#[test]
fn a_file_that_ends_within_a_block_is_broken() {
    let whole = [screen(2, 2), control(), frame([0, 0, 2, 2])].concat();
    for length in 6..whole.len() {
        let outcome = plain(&whole[..length]);
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{length} bytes");
    }
}

#[test]
fn a_file_without_a_frame_is_broken() {
    let bytes = [screen(2, 2), vec![TRAILER]].concat();
    assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken));
}

#[test]
fn an_unknown_block_is_broken() {
    let bytes = [screen(2, 2), vec![0x99], frame([0, 0, 2, 2])].concat();
    assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken));
}

#[test]
fn the_screen_is_limited() {
    for (width, height, expected) in [
        (4096, 1, None),
        (4097, 1, Some(RefusedReason::Dimensions)),
        (65_535, 65_535, Some(RefusedReason::Dimensions)),
        (0, 1, Some(RefusedReason::Broken)),
        (1, 0, Some(RefusedReason::Broken)),
    ] {
        let bytes = [screen(width, height), frame([0, 0, 1, 1])].concat();
        assert_eq!(reason(plain(&bytes)), expected, "{width} × {height}");
    }
}

#[test]
fn the_first_frame_lies_inside_of_the_screen() {
    for sides in [[0, 0, 3, 2], [1, 0, 2, 2], [0, 1, 2, 2], [65_535, 0, 65_535, 1], [0, 0, 0, 2]] {
        let bytes = [screen(2, 2), frame(sides)].concat();
        assert_eq!(reason(plain(&bytes)), Some(RefusedReason::Broken), "{sides:?}");
    }
}

#[test]
fn frames_are_counted() {
    let animated =
        |count| reason(plain(&[screen(2, 2), frame([0, 0, 2, 2]).repeat(count)].concat()));
    assert_eq!(animated(MAX_FRAMES), None);
    assert_eq!(animated(MAX_FRAMES + 1), Some(RefusedReason::Dimensions));
}
