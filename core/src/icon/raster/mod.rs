//! Raster pictures: what they cost, told from their bytes; decoding and scaling.
//!
//! Each kind has a file that walks through all of its parts and writes down anew those that the one
//! picture needs which is drawn: a [`Plain`] file. The decoder sees nothing else, so that what was
//! not counted is not decoded: no further frames, no texts, profiles and thumbnails, nothing that
//! stands behind the end. Bytes behind the end are let pass, since pictures of cameras and tools
//! often have some, and end here.

mod gif;
mod jpeg;
mod lossless;
mod png;
mod prefix;
mod reader;
#[cfg(test)]
mod samples;
mod scale;
mod webp;

use std::{
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
};

use image::{
    DynamicImage, ImageFormat, ImageReader, Limits, RgbaImage, imageops, metadata::Orientation,
};

use super::{
    IconKind, MAX_PIXELS, MAX_SIDE, Refused, RefusedReason,
    refused::{broken, dimensions},
};

/// What a decoder may take at once, in bytes: 16 for each pixel, and half a mebibyte.
const MAX_DECODER_BYTES: u64 = MAX_PIXELS * 16 + (1 << 19);

/// A file that was walked through, reduced to the one picture that is drawn.
#[derive(Debug)]
struct Plain {
    bytes: Vec<u8>,
    /// How the picture is to be turned to stand upright.
    turn: Orientation,
}

/// Draws a raster picture into the middle of a square.
pub(super) fn draw(bytes: &[u8], kind: IconKind, size: u32) -> Result<RgbaImage, Refused> {
    let picture = fit(bytes, kind, size)?;
    let (width, height) = picture.dimensions();
    if (width, height) == (size, size) {
        return Ok(picture);
    }
    let mut square = RgbaImage::new(size, size);
    let (left, top) = ((size - width) / 2, (size - height) / 2);
    imageops::replace(&mut square, &picture, left.into(), top.into());
    Ok(square)
}

/// Decodes a raster picture and scales it so that its longer side is `longest`.
pub(super) fn fit(bytes: &[u8], kind: IconKind, longest: u32) -> Result<RgbaImage, Refused> {
    let (plain, format) = plain(bytes, kind)?;
    // A decoder that panics leaves nothing behind but the memory that it gives back.
    let decoded = catch_unwind(AssertUnwindSafe(|| decode(&plain, format)))
        .unwrap_or_else(|_| Err(broken("it cannot be decoded")))?;
    Ok(upright(scale::scale(decoded, longest)?, plain.turn))
}

/// The sides of the picture that would be decoded, as its decoder reads them.
pub(super) fn sides(bytes: &[u8], kind: IconKind) -> Result<(u32, u32), Refused> {
    let (plain, format) = plain(bytes, kind)?;
    let reader = ImageReader::with_format(Cursor::new(plain.bytes.as_slice()), format);
    reader.into_dimensions().map_err(|_| broken("it cannot be decoded"))
}

/// Walks through a file and reduces it to what is drawn.
fn plain(bytes: &[u8], kind: IconKind) -> Result<(Plain, ImageFormat), Refused> {
    match kind {
        IconKind::Png => Ok((png::plain(bytes)?, ImageFormat::Png)),
        IconKind::Jpeg => Ok((jpeg::plain(bytes)?, ImageFormat::Jpeg)),
        IconKind::Webp => Ok((webp::plain(bytes)?, ImageFormat::WebP)),
        IconKind::Gif => Ok((gif::plain(bytes)?, ImageFormat::Gif)),
        IconKind::Svg => {
            Err(Refused::new(RefusedReason::Forbidden, "an SVG is not a raster picture"))
        }
    }
}

/// Turns a picture as its file says.
fn upright(picture: RgbaImage, turn: Orientation) -> RgbaImage {
    let mut picture = DynamicImage::ImageRgba8(picture);
    picture.apply_orientation(turn);
    picture.into_rgba8()
}

/// Decodes with limits that hold once more what the walk has found.
fn decode(plain: &Plain, format: ImageFormat) -> Result<DynamicImage, Refused> {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(plain.bytes.as_slice()), format);
    reader.limits(limits);
    // What a decoder says may hold bytes of the file, and names no rule that a person knows.
    reader.decode().map_err(|_| broken("it cannot be decoded"))
}

/// Refuses pictures without an area, and those that would be too large to decode.
fn check_sides(width: u32, height: u32) -> Result<(), Refused> {
    if width == 0 || height == 0 {
        return Err(broken("it has no area"));
    }
    let pixels = u64::from(width) * u64::from(height);
    if width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(dimensions(format!("the icon has {width} × {height} pixels")));
    }
    Ok(())
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
