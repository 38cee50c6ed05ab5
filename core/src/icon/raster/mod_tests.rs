use image::Rgba;

use super::{
    samples::{file, picture, png_chunk, reason},
    *,
};

const FORMATS: [(IconKind, ImageFormat); 4] = [
    (IconKind::Png, ImageFormat::Png),
    (IconKind::Jpeg, ImageFormat::Jpeg),
    (IconKind::Webp, ImageFormat::WebP),
    (IconKind::Gif, ImageFormat::Gif),
];

#[test]
fn every_kind_is_drawn() {
    for (kind, format) in FORMATS {
        let drawn = draw(&file(&picture(40, 40), format), kind, 20).unwrap();
        assert_eq!(drawn.dimensions(), (20, 20));
        let Rgba([red, green, _, alpha]) = *drawn.get_pixel(15, 5);
        assert!((180..215).contains(&red), "{kind:?}: {red}");
        assert!((50..90).contains(&green), "{kind:?}: {green}");
        assert!(alpha > 200, "{kind:?}: {alpha}");
    }
}

#[test]
fn a_lossless_picture_of_the_same_size_keeps_every_pixel() {
    for (kind, format) in [FORMATS[0], FORMATS[2]] {
        let picture = picture(37, 37);
        assert_eq!(draw(&file(&picture, format), kind, 37), Ok(picture));
    }
}

#[test]
fn a_picture_that_is_not_square_stands_in_the_middle() {
    let red = Rgba([255, 0, 0, 255]);
    let nothing = Rgba([0; 4]);
    let wide = file(&RgbaImage::from_pixel(30, 10, red), ImageFormat::Png);
    let drawn = draw(&wide, IconKind::Png, 30).unwrap();
    for (y, row) in drawn.rows().enumerate() {
        let expected = if (10..20).contains(&y) { red } else { nothing };
        assert!(row.into_iter().all(|pixel| *pixel == expected), "row {y}");
    }
    let high = file(&RgbaImage::from_pixel(10, 30, red), ImageFormat::Png);
    assert_eq!(draw(&high, IconKind::Png, 30), Ok(imageops::rotate90(&drawn)));
}

#[test]
fn a_picture_is_turned_as_its_file_says() {
    let upright = picture(20, 10);
    let mut bytes = file(&upright, ImageFormat::Png);
    let metadata = png_chunk(*b"eXIf", &samples::exif(6));
    bytes.splice(33..33, metadata);
    let drawn = fit(&bytes, IconKind::Png, 20).unwrap();
    assert_eq!(drawn, imageops::rotate90(&upright));
}

#[test]
fn what_a_decoder_refuses_is_broken() {
    let written = file(&picture(40, 40), ImageFormat::Png);
    for at in [29, 32, 60, 200] {
        let mut bytes = written.clone();
        bytes[at] ^= 1;
        assert_eq!(reason(draw(&bytes, IconKind::Png, 20)), Some(RefusedReason::Broken), "{at}");
    }
}

#[test]
fn an_svg_is_no_raster_picture() {
    let outcome = fit(b"<svg/>", IconKind::Svg, 20);
    assert_eq!(reason(outcome), Some(RefusedReason::Forbidden));
}

#[test]
fn a_decoder_has_limits_of_its_own() {
    let grey = |width, height| DynamicImage::ImageLuma8(image::GrayImage::new(width, height));
    let large = image::GrayAlphaImage::new(MAX_SIDE, MAX_SIDE);
    for picture in [grey(MAX_SIDE + 1, 1), grey(1, MAX_SIDE + 1), DynamicImage::ImageLumaA8(large)]
    {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        let not_walked = Plain { bytes: bytes.into_inner(), turn: Orientation::NoTransforms };
        let outcome = decode(&not_walked, ImageFormat::Png);
        let sides = (picture.width(), picture.height());
        assert_eq!(reason(outcome), Some(RefusedReason::Broken), "{sides:?}");
    }
}

#[test]
fn the_limits_of_the_decoder_suffice_for_the_largest_picture() {
    let wide = image::ImageBuffer::from_pixel(1024, 1024, image::Rgba([9_u16, 9, 9, 9]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgba16(wide).write_to(&mut bytes, ImageFormat::Png).unwrap();
    assert_eq!(reason(draw(bytes.get_ref(), IconKind::Png, 8)), None);
}
