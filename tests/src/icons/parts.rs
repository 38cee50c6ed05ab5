//! What files are put together from.

use std::sync::LazyLock;

/// Writes bits from the lowest of each byte.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    /// Appends the lowest bits of a number, the lowest first.
    pub fn put(&mut self, number: u32, count: u32) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from((number >> bit) & 1 == 1) << (self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Appends a code, the highest bit first.
    pub fn put_code(&mut self, code: u32, count: u32) {
        self.put(code.reverse_bits() >> (32 - count), count);
    }

    /// The bytes, the last one filled up with zeros.
    pub fn bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Data in the format of zlib, not compressed.
pub fn stored(data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x78, 0x01];
    let mut blocks = data.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).unwrap_or_default();
        bytes.push(u8::from(blocks.peek().is_none()));
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&(!length).to_le_bytes());
        bytes.extend_from_slice(block);
    }
    let (low, high) = data.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    bytes.extend_from_slice(&(high << 16 | low).to_be_bytes());
    bytes
}

/// Zeros in the format of zlib, some 158 times as many as there are bytes. There is no check sum,
/// which would take long to compute, and which decoders of pictures do not look at.
pub fn zeros(length: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0x0178, 16);
    bits.put(0b011, 3);
    bits.put_code(0b0011_0000, 8);
    // 258 of the byte before, in 13 bits.
    for _ in 0..length / 258 {
        bits.put_code(0b1100_0101, 8);
        bits.put_code(0, 5);
    }
    bits.put_code(0, 7);
    bits.put(0, 32);
    bits.bytes()
}

/// A chunk of a PNG, with its check sum.
pub fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = [&length(data).to_be_bytes(), name.as_slice(), data].concat();
    let sum = check_sum(name.iter().chain(data));
    chunk.extend_from_slice(&sum.to_be_bytes());
    chunk
}

fn check_sum<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(u32::MAX, |sum, byte| {
        let [low, ..] = sum.to_le_bytes();
        SUMS[usize::from(low ^ byte)] ^ (sum >> 8)
    })
}

/// The check sum of each byte.
static SUMS: LazyLock<[u32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let byte = u32::try_from(byte).unwrap_or_default();
        (0..8).fold(byte, |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    })
});

/// A segment of a JPEG.
pub fn jpeg_segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap_or(u16::MAX).to_be_bytes();
    [&[0xff, marker], length.as_slice(), data].concat()
}

/// A chunk of a WebP.
pub fn riff_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = [name.as_slice(), &length(data).to_le_bytes(), data].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

/// A WebP of these chunks.
pub fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff_chunk(*b"RIFF", &[b"WEBP".as_slice(), &chunks.concat()].concat())
}

fn length(data: &[u8]) -> u32 {
    u32::try_from(data.len()).unwrap_or(u32::MAX)
}

/// Bytes without an order in them, always the same.
pub fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_u32;
    let next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[1]
    };
    std::iter::repeat_with(next).take(length).collect()
}
