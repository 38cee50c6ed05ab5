//! Icons of servers, made safe to show.
//!
//! A server's icon is hostile until checked (2026-07-28 basic, "`icons`", security considerations).
//! What leaves this module is a [`SafeIcon`]: a PNG that was drawn here, pixel by pixel, of the size
//! that was asked for, and nothing else of the server's file. Everything else is [`Refused`], which
//! stops nothing: whoever shows icons shows a placeholder instead.
//!
//! **Bounds.** Neither a decoder nor a renderer can be stopped from outside, so that what a picture
//! will cost is read from its bytes before it is decoded: its length, its sides and pixels, its
//! frames, and for SVG what its elements come to with all references followed.
//!
//! **No access.** Nothing here reads a file or opens a connection on behalf of a picture. An SVG has
//! no scripts, no external references, no fonts and no entities.
//!
//! **Its place.** [`Icons`] goes the whole way for a client: which of several icons, whether its
//! address may be asked, the file, the picture, and the cache. A server's own bytes end here.

mod address;
mod cache;
mod choice;
mod data;
mod encode;
#[cfg(feature = "http")]
mod fetch;
mod icons;
mod kind;
mod raster;
mod refused;
mod settings;
mod site;
mod svg;

use bytes::Bytes;

pub(crate) use self::{choice::Candidate, site::Site};
pub use self::{
    icons::Icons,
    kind::IconKind,
    refused::{Refused, RefusedReason},
    settings::IconSettings,
};

/// The longest file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;
/// The longest side of a raster picture, in pixels.
pub const MAX_SIDE: u32 = 4096;
/// The most pixels of a raster picture: 1024 × 1024, for example.
pub const MAX_PIXELS: u64 = 1 << 20;
/// The most frames of an animation, of which the first is shown.
pub const MAX_FRAMES: usize = 256;
/// The longest side of the picture that is made, in pixels.
pub const MAX_SIZE: u32 = 512;

/// A picture that was made here and can be shown. Only [`sanitize`] makes one, and [`Icons`] gives
/// it back from its cache.
#[derive(Clone, PartialEq, Eq)]
pub struct SafeIcon {
    png: Bytes,
    size: u32,
    made_from: IconKind,
}

impl SafeIcon {
    /// The picture: a PNG of 8 bits a channel, red, green, blue and alpha, with no metadata.
    pub fn png(&self) -> &Bytes {
        &self.png
    }

    /// Its width, in pixels.
    pub fn width(&self) -> u32 {
        self.size
    }

    /// Its height, in pixels, which is its width.
    pub fn height(&self) -> u32 {
        self.size
    }

    /// What kind of file it was made from.
    pub fn made_from(&self) -> IconKind {
        self.made_from
    }
}

impl std::fmt::Debug for SafeIcon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SafeIcon")
            .field("size", &self.size)
            .field("made_from", &self.made_from)
            .field("bytes", &self.png.len())
            .finish()
    }
}

/// Draws the picture in a file anew, as a PNG of `size` × `size` pixels. A picture that is not
/// square stands in the middle, on transparent ground.
///
/// It computes for up to some tenths of a second: call it where that holds up nobody.
///
/// `declared` is the media type that the server gave, which must be that of the bytes. One that is
/// absent, empty or `application/octet-stream` declares nothing.
///
/// # Errors
/// [`Refused`], with why. A `size` of 0 or above [`MAX_SIZE`] is refused too.
pub fn sanitize(bytes: &[u8], declared: Option<&str>, size: u32) -> Result<SafeIcon, Refused> {
    check_size(size)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(refused::too_large(MAX_FILE_BYTES));
    }
    let kind = IconKind::of(bytes)?;
    kind.expect(declared)?;
    let picture = match kind {
        IconKind::Svg => svg::draw(bytes, size)?,
        raster => raster::draw(bytes, raster, size)?,
    };
    Ok(SafeIcon { png: encode::encode(&picture)?, size, made_from: kind })
}

fn check_size(size: u32) -> Result<(), Refused> {
    if (1..=MAX_SIZE).contains(&size) {
        return Ok(());
    }
    let sentence = format!("an icon is made with sides of 1 to {MAX_SIZE} pixels, not {size}");
    Err(Refused::new(RefusedReason::Size, sentence))
}
