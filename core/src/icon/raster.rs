//! Raster pictures: what they cost, told from their headers; decoding, scaling, and a PNG of it.

use bytes::Bytes;

use super::{IconKind, Refused, RefusedReason};

/// Draws a raster picture anew.
pub(super) fn draw(bytes: &[u8], kind: IconKind, size: u32) -> Result<Bytes, Refused> {
    _ = (bytes, kind, size);
    Err(Refused::new(RefusedReason::Internal, "not yet"))
}
