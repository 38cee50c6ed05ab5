//! SVG: what a document would cost, told from its elements; drawing it.

use image::RgbaImage;

use super::{Refused, RefusedReason};

/// Draws an SVG document into the middle of a square.
pub(super) fn draw(bytes: &[u8], size: u32) -> Result<RgbaImage, Refused> {
    _ = (bytes, size);
    Err(Refused::new(RefusedReason::Internal, "not yet"))
}
