//! Files for tests, put together by hand or written by the encoders.

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;

use crate::icon::{Refused, RefusedReason};

/// A picture in which no two rows and columns are the same.
pub(super) fn picture(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let [x, y] = [x * 255 / width, y * 255 / height].map(|part| u8::try_from(part).unwrap());
        Rgba([x, y, 255 - x, 255 - y / 2])
    })
}

/// The picture as a file.
pub(super) fn file(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let picture = DynamicImage::ImageRgba8(picture.clone());
    let picture = match format {
        ImageFormat::Jpeg => DynamicImage::ImageRgb8(picture.into_rgb8()),
        _ => picture,
    };
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A chunk of a PNG.
pub(super) fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(&name);
    chunk.extend_from_slice(data);
    let sum = check_sum(&chunk[4..]);
    chunk.extend_from_slice(&sum.to_be_bytes());
    chunk
}

fn check_sum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

/// A chunk of a WebP.
pub(super) fn riff_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = name.to_vec();
    chunk.extend_from_slice(&u32::try_from(data.len()).unwrap().to_le_bytes());
    chunk.extend_from_slice(data);
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

/// A WebP of these chunks.
pub(super) fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff_chunk(*b"RIFF", &[b"WEBP".as_slice(), &chunks.concat()].concat())
}

/// Exif metadata that says no more than how a picture is to be turned.
pub(super) fn exif(orientation: u8) -> Vec<u8> {
    let mut bytes = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    bytes.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// Why something was refused.
pub(super) fn reason<T>(outcome: Result<T, Refused>) -> Option<RefusedReason> {
    outcome.err().map(|refused| refused.reason())
}

/// Writes bits from the lowest of each byte.
#[derive(Clone, Default)]
pub(super) struct BitWriter {
    bits: Vec<bool>,
}

impl BitWriter {
    /// Appends numbers, each of so many bits.
    pub(super) fn put(&mut self, numbers: &[(u32, u32)]) {
        for (number, count) in numbers {
            self.bits.extend((0..*count).map(|bit| (number >> bit) & 1 == 1));
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let byte =
            |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        self.bits.chunks(8).map(byte).collect()
    }
}
