//! Raster pictures: what they cost, told from their headers; decoding and scaling.

use image::RgbaImage;

use super::{IconKind, Refused, RefusedReason};

/// Draws a raster picture into the middle of a square.
pub(super) fn draw(bytes: &[u8], kind: IconKind, size: u32) -> Result<RgbaImage, Refused> {
    _ = (fit(bytes, kind, size)?, size);
    Err(Refused::new(RefusedReason::Internal, "not yet"))
}

/// Decodes a raster picture and scales it so that its longer side is `longest`.
pub(super) fn fit(bytes: &[u8], kind: IconKind, longest: u32) -> Result<RgbaImage, Refused> {
    _ = (bytes, kind, longest);
    Err(Refused::new(RefusedReason::Internal, "not yet"))
}
