//! SVG: what a document would cost, told from its elements; drawing it, and a PNG of it.

use bytes::Bytes;

use super::{Refused, RefusedReason};

/// Draws an SVG document.
pub(super) fn draw(bytes: &[u8], size: u32) -> Result<Bytes, Refused> {
    _ = (bytes, size);
    Err(Refused::new(RefusedReason::Internal, "not yet"))
}
