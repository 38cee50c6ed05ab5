//! Lossless WebP pictures, up to where their pixels begin.
//!
//! A picture may bring thousands of groups of codes, one for each of its parts. A decoder makes
//! tables of them all, hundreds of bytes for each byte of the file, and none lets its caller limit
//! that. So everything that stands before the pixels is read here first: small pictures of what the
//! pixels went through, the small picture that says which part uses which group, and the codes.

use std::sync::LazyLock;

use super::{
    check_sides,
    prefix::{Bits, Lengths},
    reader::Reader,
};
use crate::icon::{Refused, RefusedReason, refused::broken};

/// The most symbols of all codes together. A large photograph has some hundred groups of codes, of
/// 1,088 symbols or up to 3,136 each.
const MAX_SYMBOLS: usize = 1 << 20;
/// The most bytes that a decoder needs for the tables of the codes.
const MAX_TABLE_BYTES: usize = 16 << 20;

/// Reads the sides of a picture, and refuses one whose codes cost too much.
pub(super) fn check(data: &[u8]) -> Result<(u32, u32), Refused> {
    let mut reader = Reader::new(data);
    if reader.byte()? != 0x2f {
        return Err(broken("its picture does not begin as one"));
    }
    let header = reader.le_u32()?;
    let (width, height) = ((header & 0x3fff) + 1, ((header >> 14) & 0x3fff) + 1);
    if header >> 29 != 0 {
        return Err(broken("its picture is of an unknown version"));
    }
    check_body(reader.rest(), width, height)?;
    Ok((width, height))
}

/// Refuses a picture without a header whose codes cost too much.
pub(super) fn check_body(data: &[u8], width: u32, height: u32) -> Result<(), Refused> {
    check_sides(width, height)?;
    let mut bits = Bits::new(data);
    let width = transforms(&mut bits, width, height)?;
    let cache = cache_bits(&mut bits)?;
    let groups = groups(&mut bits, width, height)?;
    let sizes = alphabets(cache);
    if groups * sizes.iter().sum::<usize>() > MAX_SYMBOLS {
        return Err(too_costly());
    }
    let mut table_bytes = 0;
    for _ in 0..groups {
        for size in sizes {
            table_bytes += Lengths::read(&mut bits, size)?.table_bytes();
        }
        if table_bytes > MAX_TABLE_BYTES {
            return Err(too_costly());
        }
    }
    Ok(())
}

/// Steps over what the pixels went through, and tells how wide the picture is that is left.
fn transforms(bits: &mut Bits, width: u32, height: u32) -> Result<u32, Refused> {
    let mut left = width;
    let mut seen = [false; 4];
    while bits.flag()? {
        let kind = bits.read(2)?;
        if std::mem::replace(&mut seen[kind as usize], true) {
            return Err(broken("its picture went through the same twice"));
        }
        match kind {
            0 | 1 => {
                let block = bits.read(3)? + 2;
                small_picture(bits, blocks(left, block), blocks(height, block))?;
            }
            3 => {
                let colours = bits.read(8)? + 1;
                small_picture(bits, colours, 1)?;
                left = blocks(
                    left,
                    match colours {
                        0..=2 => 3,
                        3..=4 => 2,
                        5..=16 => 1,
                        _ => 0,
                    },
                );
            }
            _ => {}
        }
    }
    Ok(left)
}

/// How many blocks of a power of two a side has.
fn blocks(side: u32, power: u32) -> u32 {
    side.div_ceil(1 << power)
}

fn cache_bits(bits: &mut Bits) -> Result<Option<u32>, Refused> {
    if !bits.flag()? {
        return Ok(None);
    }
    match bits.read(4)? {
        cache @ 1..=11 => Ok(Some(cache)),
        _ => Err(broken("its picture has a cache of no size")),
    }
}

/// How many groups of codes the picture brings: one more than the highest that a part uses.
fn groups(bits: &mut Bits, width: u32, height: u32) -> Result<usize, Refused> {
    if !bits.flag()? {
        return Ok(1);
    }
    let block = bits.read(3)? + 2;
    let parts = small_picture(bits, blocks(width, block), blocks(height, block))?;
    let highest = parts.iter().map(|[_, red, green, _]| u16::from_be_bytes([*red, *green])).max();
    Ok(usize::from(highest.unwrap_or(0)) + 1)
}

/// How many symbols each code of a group has: green with lengths and cached colours, red, blue,
/// alpha, distance.
fn alphabets(cache: Option<u32>) -> [usize; 5] {
    [256 + 24 + cache.map_or(0, |bits| 1 << bits), 256, 256, 256, 40]
}

/// A pixel: alpha, red, green, blue.
type Pixel = [u8; 4];

/// Decodes a picture that stands before the pixels, and has one group of codes.
fn small_picture(bits: &mut Bits, width: u32, height: u32) -> Result<Vec<Pixel>, Refused> {
    let mut cache = Cache::new(cache_bits(bits)?);
    let mut codes = Vec::with_capacity(5);
    for size in alphabets(cache.bits) {
        codes.push(Lengths::read(bits, size)?.code()?);
    }
    let [green, red, blue, alpha, distance] = codes.as_slice() else {
        return Err(broken("its picture has no codes"));
    };
    let count = width as usize * height as usize;
    let mut pixels: Vec<Pixel> = Vec::with_capacity(count);
    while pixels.len() < count {
        let symbol = green.read(bits)?;
        if symbol < 256 {
            let [red, blue, alpha] = [red.read(bits)?, blue.read(bits)?, alpha.read(bits)?];
            #[expect(clippy::cast_possible_truncation, reason = "the codes have 256 symbols")]
            let pixel = [alpha as u8, red as u8, symbol as u8, blue as u8];
            cache.put(pixel);
            pixels.push(pixel);
        } else if symbol < 280 {
            let length = number(bits, symbol - 256)?;
            let symbol = distance.read(bits)?;
            let distance = far(number(bits, symbol)?, width);
            let from = pixels.len().checked_sub(distance);
            let from = from.filter(|_| length <= count - pixels.len());
            let from = from.ok_or_else(|| broken("its picture repeats what there is not"))?;
            for at in from..from + length {
                let pixel = pixels.get(at).copied().unwrap_or_default();
                cache.put(pixel);
                pixels.push(pixel);
            }
        } else {
            pixels.push(cache.pixel(symbol - 280));
        }
    }
    Ok(pixels)
}

/// A length or a distance: the low ones stand for themselves, the others have bits of their own.
fn number(bits: &mut Bits, symbol: u16) -> Result<usize, Refused> {
    let symbol = u32::from(symbol);
    if symbol < 4 {
        return Ok(symbol as usize + 1);
    }
    let more = (symbol - 2) / 2;
    let base = (2 + symbol % 2) << more;
    Ok((base + bits.read(more)?) as usize + 1)
}

/// How many pixels back a distance reaches. The low ones mean pixels near by.
fn far(distance: usize, width: u32) -> usize {
    if let Some(beyond) = distance.checked_sub(NEAR.len() + 1) {
        return beyond + 1;
    }
    let (left, up) = NEAR.get(distance - 1).copied().unwrap_or((1, 0));
    usize::try_from(left + up * i64::from(width)).unwrap_or(1).max(1)
}

/// The 120 pixels near by, as how far left and up they are, in the order of how near they are: of
/// two that are as near, the upper one comes first, and then the one further left.
static NEAR: LazyLock<Vec<(i64, i64)>> = LazyLock::new(|| {
    let all = (0..8).flat_map(|up| (-7..=8).map(move |left| (left, up)));
    let mut near: Vec<(i64, i64)> = all.filter(|&(left, up)| up > 0 || left > 0).collect();
    near.sort_by_key(|&(left, up)| (left * left + up * up, -up, -left));
    near
});

/// The colours that came last, by a sum over their bits.
struct Cache {
    bits: Option<u32>,
    pixels: Vec<Pixel>,
}

impl Cache {
    fn new(bits: Option<u32>) -> Self {
        Self { bits, pixels: bits.map_or_else(Vec::new, |bits| vec![[0; 4]; 1 << bits]) }
    }

    fn put(&mut self, pixel: Pixel) {
        if let Some(bits) = self.bits {
            let place = u32::from_be_bytes(pixel).wrapping_mul(0x1e35_a7bd) >> (32 - bits);
            if let Some(kept) = self.pixels.get_mut(place as usize) {
                *kept = pixel;
            }
        }
    }

    fn pixel(&self, place: u16) -> Pixel {
        self.pixels.get(usize::from(place)).copied().unwrap_or_default()
    }
}

fn too_costly() -> Refused {
    Refused::new(RefusedReason::TooCostly, "the icon brings more codes than a picture needs")
}

#[cfg(test)]
#[path = "lossless_tests.rs"]
mod tests;
