//! Raster pictures inside of a document: decoded, made small and encoded anew, like any icon.
//!
//! An SVG inside of an SVG is not drawn, and neither is what stands elsewhere. What the pictures
//! cost is taken from what the document may cost to draw, so that many are not dearer than one.

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{
    super::{IconKind, encode, raster},
    Refused, cost, costly,
};

/// The most pictures inside of a document.
pub(super) const MAX_PICTURES: usize = 4;
/// The most pixels of all pictures inside of a document.
pub(super) const MAX_PIXELS: u64 = 1 << 18;
/// The longest side that a picture is kept with.
const MAX_KEPT: u32 = 256;
/// Nanoseconds for each pixel of the picture that is kept: it is encoded anew.
const KEPT: u64 = 150;

/// The pictures of a document, each a PNG of our own.
pub(super) struct Pictures {
    kept: Vec<Arc<Vec<u8>>>,
    found: usize,
    pixels: u64,
    cost: u64,
    longest: u32,
}

impl Pictures {
    pub(super) fn new(size: u32) -> Self {
        Self { kept: Vec::new(), found: 0, pixels: 0, cost: 0, longest: size.min(MAX_KEPT) }
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
        let pixels = u64::from(width) * u64::from(height);
        self.pixels = self.pixels.saturating_add(pixels);
        if self.pixels > MAX_PIXELS {
            let sentence = format!("the pictures inside of the SVG have over {MAX_PIXELS} pixels");
            return Err(costly(sentence));
        }
        let longest = self.longest.min(width.max(height));
        let kept = pixels.min(u64::from(longest) * u64::from(longest));
        self.cost = self.cost.saturating_add(decoding(&bytes, kind, pixels) + kept * KEPT);
        if self.cost > cost::BUDGET {
            return Err(costly("the pictures inside of the SVG cost too much to draw"));
        }
        let Ok(picture) = raster::fit(&bytes, kind, longest) else { return Ok(None) };
        self.kept.push(Arc::new(encode::encode(&picture)?.to_vec()));
        Ok(Some(self.kept.len() - 1))
    }

    /// What they have cost, in nanoseconds.
    pub(super) fn cost(&self) -> u64 {
        self.cost
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

/// What decoding a picture and making it small costs, in nanoseconds, as far as its pixels and its
/// bytes tell.
fn decoding(bytes: &[u8], kind: IconKind, pixels: u64) -> u64 {
    let (pixel, byte) = match kind {
        IconKind::Png => (60, 40),
        IconKind::Jpeg | IconKind::Gif => (100, 50),
        IconKind::Webp if bytes.get(12..16) == Some(b"VP8L") => (100, 100),
        IconKind::Webp | IconKind::Svg => (100, 400),
    };
    pixels * pixel + u64::try_from(bytes.len()).unwrap_or(u64::MAX / byte / 2) * byte
}

/// What kind of picture it is and its sides.
fn measure(bytes: &[u8], declared: &str) -> Option<(IconKind, u32, u32)> {
    let kind = IconKind::of(bytes).ok()?;
    kind.expect(Some(declared)).ok()?;
    let (width, height) = raster::sides(bytes, kind).ok()?;
    Some((kind, width, height))
}
