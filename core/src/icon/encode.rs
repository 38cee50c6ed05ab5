//! The PNG that leaves: nothing in it but pixels.

use bytes::Bytes;
use image::{
    ExtendedColorType, ImageEncoder, RgbaImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

use super::{Refused, RefusedReason};

/// Writes pixels as a PNG: 8 bits a channel, no other chunk than those that a PNG must have.
pub(super) fn encode(picture: &RgbaImage) -> Result<Bytes, Refused> {
    let mut png = Vec::new();
    let (width, height) = picture.dimensions();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(picture, width, height, ExtendedColorType::Rgba8)
        .map_err(|_| Refused::new(RefusedReason::Internal, "the icon could not be written"))?;
    Ok(png.into())
}
