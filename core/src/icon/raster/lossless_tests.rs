use image::{ImageFormat, RgbaImage};

use super::{
    super::samples::{BitWriter, file, picture, reason},
    *,
};

/// A code of one symbol that is zero.
const ZERO: &[(u32, u32)] = &[(1, 1), (0, 1), (0, 1), (0, 1)];

/// The data of the chunk of a written picture.
fn written(picture: &RgbaImage) -> Vec<u8> {
    file(picture, ImageFormat::WebP)[20..].to_vec()
}

fn header(width: u32, height: u32) -> BitWriter {
    let mut writer = BitWriter::default();
    writer.put(&[(0x2f, 8), (width - 1, 14), (height - 1, 14), (0, 4)]);
    writer
}

/// A code of one symbol, by its number.
fn one(writer: &mut BitWriter, symbol: u32) {
    writer.put(&[(1, 1), (0, 1), (1, 1), (symbol, 8)]);
}

/// A picture of one part, which uses the group of this number.
fn using_group(highest: u16, cache: Option<u32>) -> BitWriter {
    let mut writer = header(4, 4);
    writer.put(&[(0, 1)]);
    writer.put(&cache.map_or(vec![(0, 1)], |bits| vec![(1, 1), (bits, 4)]));
    writer.put(&[(1, 1), (0, 3), (0, 1)]);
    let [red, green] = highest.to_be_bytes().map(u32::from);
    one(&mut writer, green);
    one(&mut writer, red);
    (0..3).for_each(|_| writer.put(ZERO));
    writer
}

#[test]
fn the_sides_are_read() {
    assert_eq!(check(&written(&picture(31, 17))), Ok((31, 17)));
    assert_eq!(check(&written(&picture(1, 1))), Ok((1, 1)));
}

#[test]
fn every_start_before_the_pixels_is_broken() {
    let data = written(&picture(9, 9));
    let end = (0..data.len()).find(|length| check(&data[..*length]).is_ok()).unwrap();
    for length in 0..end {
        assert_eq!(reason(check(&data[..length])), Some(RefusedReason::Broken), "{length} bytes");
    }
}

#[test]
fn another_signature_or_version_is_broken() {
    let mut data = written(&picture(9, 9));
    data[4] |= 0x20;
    assert_eq!(reason(check(&data)), Some(RefusedReason::Broken));
    data[0] = 0x2e;
    assert_eq!(reason(check(&data)), Some(RefusedReason::Broken));
}

#[test]
fn the_highest_group_that_is_used_says_how_many_there_are() {
    let mut writer = using_group(2, None);
    for codes in 1..=15 {
        assert_eq!(reason(check(&writer.bytes())), Some(RefusedReason::Broken), "{codes} codes");
        writer.put(ZERO);
    }
    assert_eq!(check(&writer.bytes()), Ok((4, 4)));
}

#[test]
fn groups_are_limited() {
    let costs = |highest, cache| {
        let mut writer = using_group(highest, cache);
        (0..=highest).for_each(|_| (0..5).for_each(|_| writer.put(ZERO)));
        reason(check(&writer.bytes()))
    };
    assert_eq!(costs(962, None), None);
    assert_eq!(costs(963, None), Some(RefusedReason::TooCostly));
    assert_eq!(costs(333, Some(11)), None);
    assert_eq!(costs(334, Some(11)), Some(RefusedReason::TooCostly));
    assert_eq!(costs(u16::MAX, None), Some(RefusedReason::TooCostly));
}

#[test]
fn tables_are_limited() {
    // Each group has a green code of 2,048 symbols of eleven bits, in some 200 bytes.
    let mut writer = using_group(299, Some(11));
    for _ in 0..300 {
        writer.put(&[(0, 1), (15, 4)]);
        for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
            writer.put(&[(u32::from(place == 11 || place == 16), 3)]);
        }
        // As many as it takes for 2,048: one, then 341 times six, then one.
        writer.put(&[(1, 1), (4, 3), (341, 10), (0, 1)]);
        (0..341).for_each(|_| writer.put(&[(1, 1), (3, 2)]));
        writer.put(&[(0, 1)]);
        (0..4).for_each(|_| writer.put(ZERO));
    }
    let bytes = writer.bytes();
    assert!(bytes.len() < 1 << 17, "{}", bytes.len());
    assert_eq!(reason(check(&bytes)), Some(RefusedReason::TooCostly));
}

#[test]
fn the_same_transform_comes_once() {
    let mut writer = header(4, 4);
    writer.put(&[(1, 1), (2, 2), (1, 1), (2, 2)]);
    // Nothing else, no cache, one group of codes.
    writer.put(&[(0, 3)]);
    (0..5).for_each(|_| writer.put(ZERO));
    assert_eq!(reason(check(&writer.bytes())), Some(RefusedReason::Broken));
}

#[test]
fn the_first_pixel_cannot_be_repeated() {
    let mut writer = header(4, 4);
    writer.put(&[(0, 1), (0, 1), (1, 1), (0, 3), (0, 1)]);
    // The green code has the symbols 0 and 256, the first length.
    writer.put(&[(0, 1), (15, 4)]);
    for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
        writer.put(&[(u32::from(place == 1 || place == 18), 3)]);
    }
    writer.put(&[(0, 1), (0, 1), (1, 1), (127, 7), (1, 1), (106, 7), (0, 1), (1, 1), (12, 7)]);
    (0..4).for_each(|_| writer.put(ZERO));
    writer.put(&[(1, 1), (0, 32)]);
    assert_eq!(reason(check(&writer.bytes())), Some(RefusedReason::Broken));
}

#[test]
fn near_pixels_are_in_order() {
    assert_eq!(NEAR.len(), 120);
    assert_eq!(NEAR[..8], [(0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2)]);
    assert_eq!(NEAR[34..39], [(0, 5), (3, 4), (-3, 4), (4, 3), (-4, 3)]);
    assert_eq!(NEAR[117..], [(-7, 7), (8, 6), (8, 7)]);
    assert_eq!(
        [1, 2, 3, 4, 120, 121, 125].map(|code| far(code, 100)),
        [100, 1, 101, 99, 708, 1, 5]
    );
    assert_eq!(far(4, 1), 1);
}
