use image::{Rgb, RgbImage};

use super::*;

const RED: Rgba<u8> = Rgba([255, 0, 0, 255]);
/// Green, and not to be seen.
const HIDDEN: Rgba<u8> = Rgba([0, 255, 0, 0]);

fn scaled(picture: RgbaImage, longest: u32) -> RgbaImage {
    scale(DynamicImage::ImageRgba8(picture), longest).unwrap()
}

#[test]
fn a_picture_of_the_same_size_keeps_every_pixel() {
    let picture = RgbaImage::from_fn(16, 9, |x, y| {
        let [x, y] = [x, y].map(|side| u8::try_from(side).unwrap());
        Rgba([x * 16, y * 28, 77, x * y])
    });
    assert_eq!(scaled(picture.clone(), 16), picture);
}

#[test]
fn a_picture_keeps_its_proportions() {
    for (sides, expected) in [((100, 50), (20, 10)), ((50, 100), (10, 20)), ((3, 2), (20, 13))] {
        let picture = RgbaImage::from_pixel(sides.0, sides.1, RED);
        assert_eq!(scaled(picture, 20).dimensions(), expected);
    }
}

#[test]
fn a_side_has_one_pixel_at_least() {
    assert_eq!(scaled(RgbaImage::from_pixel(1000, 1, RED), 20).dimensions(), (20, 1));
    assert_eq!(scaled(RgbaImage::from_pixel(1, 4096, RED), 1).dimensions(), (1, 1));
}

#[test]
fn one_colour_stays_that_colour() {
    let colours = [RED, Rgba([1, 2, 3, 255]), Rgba([200, 100, 50, 128]), Rgba([255, 255, 255, 1])];
    for colour in colours {
        for (from, to) in [(40, 7), (7, 40)] {
            let picture = scaled(RgbaImage::from_pixel(from, from, colour), to);
            assert!(picture.pixels().all(|pixel| *pixel == colour), "{colour:?} {from} {to}");
        }
    }
}

#[test]
fn blocks_of_a_large_picture_come_out_like_its_pixels() {
    let shade = |part: u32, side: u32| u8::try_from(part * 255 / side).unwrap();
    for (width, height) in [(512, 512), (500, 301), (1024, 7)] {
        let picture = RgbImage::from_fn(width, height, |x, y| {
            Rgb([shade(x, width), shade(y, height), 255 - shade(x, width)])
        });
        let opaque = DynamicImage::ImageRgb8(picture);
        let with_alpha = DynamicImage::ImageRgba8(opaque.to_rgba8());
        let (blocks, pixels) = (scale(with_alpha, 64).unwrap(), scale(opaque, 64).unwrap());
        for (x, y, pixel) in blocks.enumerate_pixels() {
            let expected = pixels.get_pixel(x, y).0;
            let close = pixel.0.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 4);
            assert!(close, "{width} × {height} at {x}, {y}: {pixel:?} instead of {expected:?}");
        }
    }
}

#[test]
fn what_cannot_be_seen_colours_nothing() {
    let picture = RgbaImage::from_fn(64, 64, |x, _| if x < 30 { RED } else { HIDDEN });
    for size in [9, 200] {
        let picture = scaled(picture.clone(), size);
        for Rgba([red, green, blue, alpha]) in picture.pixels() {
            assert!((*green, *blue) == (0, 0), "colour of hidden pixels");
            assert!(*red == 255 || *alpha == 0, "red {red} at alpha {alpha}");
        }
    }
}

#[test]
fn an_opaque_picture_stays_opaque() {
    let checks = RgbImage::from_fn(50, 50, |x, y| Rgb([if (x + y) % 2 == 0 { 255 } else { 0 }; 3]));
    let picture = scale(DynamicImage::ImageRgb8(checks), 10).unwrap();
    for Rgba([red, green, blue, alpha]) in picture.pixels() {
        assert_eq!(*alpha, 255);
        assert!(red == green && green == blue && (100..=155).contains(red), "{red}");
    }
}

#[test]
fn sixteen_bits_become_eight() {
    let picture = ImageBuffer::from_pixel(4, 4, Rgba([65_535_u16, 32_896, 0, 65_535]));
    let picture = scale(DynamicImage::ImageRgba16(picture), 4).unwrap();
    assert!(picture.pixels().all(|pixel| *pixel == Rgba([255, 128, 0, 255])));
}
