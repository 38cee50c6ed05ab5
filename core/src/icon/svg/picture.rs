//! Raster pictures inside of a document: decoded, made small and encoded anew, like any icon.
//!
//! An SVG inside of an SVG is not drawn, and neither is what stands elsewhere.

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{
    super::{IconKind, encode, raster},
    Refused, costly,
};

/// The most pictures inside of a document.
pub(super) const MAX_PICTURES: usize = 4;
/// The most pixels of all pictures inside of a document.
pub(super) const MAX_PIXELS: u64 = 1 << 18;
/// The longest side that a picture is kept with.
const MAX_KEPT: u32 = 256;

/// The pictures of a document, each a PNG of our own.
pub(super) struct Pictures {
    kept: Vec<Arc<Vec<u8>>>,
    found: usize,
    pixels: u64,
    longest: u32,
}

impl Pictures {
    pub(super) fn new(size: u32) -> Self {
        Self { kept: Vec::new(), found: 0, pixels: 0, longest: size.min(MAX_KEPT) }
    }

    /// Adds the picture in an address, if it is one that is drawn, and gives its place.
    pub(super) fn add(&mut self, address: &str) -> Result<Option<usize>, Refused> {
        let Some((declared, data)) = split(address) else { return Ok(None) };
        self.found += 1;
        if self.found > MAX_PICTURES {
            return Err(costly(format!("the SVG has more than {MAX_PICTURES} pictures inside")));
        }
        let data: Vec<u8> = data.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let Ok(bytes) = STANDARD.decode(data) else { return Ok(None) };
        let Some((kind, width, height)) = measure(&bytes, declared) else { return Ok(None) };
        self.pixels = self.pixels.saturating_add(u64::from(width) * u64::from(height));
        if self.pixels > MAX_PIXELS {
            let sentence = format!("the pictures inside of the SVG have over {MAX_PIXELS} pixels");
            return Err(costly(sentence));
        }
        let longest = self.longest.min(width.max(height));
        let Ok(picture) = raster::fit(&bytes, kind, longest) else { return Ok(None) };
        self.kept.push(Arc::new(encode::encode(&picture)?.to_vec()));
        Ok(Some(self.kept.len() - 1))
    }

    /// The picture at a place.
    pub(super) fn at(&self, place: usize) -> Option<Arc<Vec<u8>>> {
        self.kept.get(place).cloned()
    }
}

/// The media type and the data of a `data:` address in base64.
fn split(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.trim().split_once(':')?;
    let (declared, data) = rest.split_once(',')?;
    let (declared, encoding) = declared.rsplit_once(';')?;
    let is_data = scheme.eq_ignore_ascii_case("data");
    (is_data && encoding.trim().eq_ignore_ascii_case("base64")).then_some((declared, data))
}

/// What kind of picture it is and its sides.
fn measure(bytes: &[u8], declared: &str) -> Option<(IconKind, u32, u32)> {
    let kind = IconKind::of(bytes).ok()?;
    kind.expect(Some(declared)).ok()?;
    let (width, height) = raster::sides(bytes, kind).ok()?;
    Some((kind, width, height))
}
