//! WebP files that take the longest to decode of those that are drawn, and longer ones.
//!
//! Noise is a picture like any other to a decoder of lossy data: every row of bits means something.
//! What it means most often is said by the chances at the beginning, which the seeds hold.

use super::{
    Expected, File, drawn, file,
    parts::{Bits, noise, riff, riff_chunk},
};

/// The beginning of a lossy picture whose edges are smoothed as much as can be. Noise behind it are
/// numbers of two or three bits for every part of each block.
const NUMBERS: &[u8] = include_bytes!("../../icons/seeds/lossy-of-numbers.vp8");
/// One in which noise are zeros for every part of each block.
const ZEROS: &[u8] = include_bytes!("../../icons/seeds/lossy-of-zeros.vp8");

/// The files.
pub fn files() -> Vec<File> {
    let costly = |name, bytes| file(name, bytes, Expected::Refused("too_costly"));
    vec![
        drawn("webp-of-many-numbers", numbers(464, 10_400, 96_000)),
        drawn("webp-of-many-zeros", lossy(780, &[ZEROS, &[0; 1700]].concat(), 7900)),
        costly("webp-of-a-mebibyte-of-numbers", numbers(1024, 50_000, 990_000)),
        costly("webp-of-1024-by-1024-zeros", lossy(1024, &[ZEROS, &[0; 5000]].concat(), 20_000)),
        drawn("webp-of-many-codes-without-loss", lossless(660)),
        costly("webp-of-1024-by-1024-codes-without-loss", lossless(1024)),
    ]
}

/// A lossy picture of so many pixels on each side: what its blocks are like, and then noise.
fn lossy(side: u16, blocks: &[u8], numbers: usize) -> Vec<u8> {
    let length = u32::try_from(blocks.len()).unwrap_or_default();
    let [low, middle, high, _] = (length << 5 | 1 << 4).to_le_bytes();
    let side = side.to_le_bytes();
    let head = [&[low, middle, high, 0x9d, 0x01, 0x2a], side.as_slice(), &side].concat();
    riff(&[riff_chunk(*b"VP8 ", &[&head, blocks, &noise(numbers)].concat())])
}

/// A lossy picture whose noise is numbers: so many bytes of it for the blocks, and for the numbers.
pub fn numbers(side: u16, blocks: usize, numbers: usize) -> Vec<u8> {
    lossy(side, &[NUMBERS, &noise(blocks)].concat(), numbers)
}

/// A lossless picture of so many pixels on each side, each of four codes of one bit, and added to
/// what its neighbours let expect.
pub fn lossless(side: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0x2f, 8);
    bits.put(side - 1, 14);
    bits.put(side - 1, 14);
    bits.put(0, 4);
    // It went through the prediction of number eleven, everywhere the same.
    bits.put(0b001, 3);
    bits.put(7, 3);
    bits.put(0, 1);
    for symbol in [11, 0, 0, 0, 0] {
        bits.put(0b101, 3);
        bits.put(symbol, 8);
    }
    // Nothing else, no cache, one group of codes.
    bits.put(0, 3);
    for _ in 0..4 {
        bits.put(0b111, 3);
        bits.put(1, 8);
        bits.put(255, 8);
    }
    bits.put(0b0001, 4);
    let pixels = side as usize * side as usize;
    riff(&[riff_chunk(*b"VP8L", &[bits.bytes(), noise(pixels / 2 + 16)].concat())])
}
