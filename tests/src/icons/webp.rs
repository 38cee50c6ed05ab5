//! WebP files.

use super::{
    Expected, File, broken, drawn, file,
    parts::{Bits, noise, riff, riff_chunk},
    too_many,
};

const LOSSLESS: &[u8] = include_bytes!("../../icons/valid/lossless.webp");
const LOSSY: &[u8] = include_bytes!("../../icons/valid/lossy-opaque.webp");

/// The files.
pub fn files() -> Vec<File> {
    [sides(), extended_files(), animations(), codes(), ends()].concat()
}

/// Numbers, each of so many bits.
fn numbers<const N: usize>(numbers: [(u32, u32); N]) -> Vec<u8> {
    let mut bits = Bits::default();
    for (number, count) in numbers {
        bits.put(number, count);
    }
    bits.bytes()
}

fn extended(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let header = [(flags.into(), 32), (width - 1, 24), (height - 1, 24)];
    riff_chunk(*b"VP8X", &numbers(header))
}

/// The chunk of the lossless picture, of 96 by 96 pixels.
fn lossless() -> Vec<u8> {
    LOSSLESS[12..].to_vec()
}

/// The chunk of the lossy picture, of 96 by 96 pixels.
fn lossy() -> Vec<u8> {
    LOSSY[12..].to_vec()
}

fn frame(place: [u32; 4], chunk: &[u8]) -> Vec<u8> {
    let [left, top, width, height] = place;
    let place = [left / 2, top / 2, width - 1, height - 1].map(|number| (number, 24));
    riff_chunk(*b"ANMF", &[numbers(place).as_slice(), &[1, 0, 0, 0], chunk].concat())
}

fn sides() -> Vec<File> {
    let lossy_of = |sides: [u8; 4]| {
        let mut chunk = lossy();
        chunk[14..18].copy_from_slice(&sides);
        riff(&[chunk])
    };
    let mut largest = lossless();
    largest[9..13].fill(0xff);
    largest[12] = 0x1f;
    let largest = riff(&[largest]);
    vec![
        too_many("webp-of-16383-by-16383", lossy_of([0xff, 0x3f, 0xff, 0x3f])),
        broken("webp-without-width", lossy_of([0, 0, 96, 0])),
        broken("webp-with-less-data-than-sides", lossy_of([0, 2, 0, 2])),
        too_many("webp-of-16384-by-16384-without-loss", largest),
    ]
}

fn extended_files() -> Vec<File> {
    let pictures = |flags, chunk| riff(&[extended(flags, 96, 96), lossless(), chunk]);
    let canvas = |width, height| riff(&[extended(0, width, height), lossless()]);
    let unknown = riff_chunk(*b"abcd", b"").repeat(50_000);
    vec![
        too_many("webp-with-a-huge-canvas", canvas(1 << 24, 1 << 24)),
        broken("webp-with-a-canvas-larger-than-its-picture", canvas(1000, 1000)),
        broken("webp-with-a-canvas-smaller-than-its-picture", canvas(1, 1)),
        broken("webp-of-two-pictures", pictures(0, lossless())),
        broken("webp-of-two-kinds-of-picture", pictures(0, lossy())),
        broken("webp-without-a-picture", riff(&[extended(0, 96, 96)])),
        broken("webp-with-50000-chunks", pictures(0, unknown)),
        drawn("webp-with-half-a-profile", pictures(0x20, riff_chunk(*b"ICCP", &noise(9999)))),
        drawn("webp-that-says-metadata", pictures(0x0c, vec![])),
        drawn("webp-with-exif-of-noise", pictures(0x08, riff_chunk(*b"EXIF", &noise(9999)))),
    ]
}

fn animations() -> Vec<File> {
    let animated = |frames: Vec<u8>| {
        let control = riff_chunk(*b"ANIM", &[0; 6]);
        riff(&[extended(2, 96, 96), control, frames])
    };
    let first = || frame([0, 0, 96, 96], &lossless());
    let tiny = frame([0, 0, 1, 1], &riff_chunk(*b"VP8L", b""));
    let broken_second =
        [first(), frame([0, 0, 96, 96], &riff_chunk(*b"VP8L", &noise(99)))].concat();
    vec![
        too_many("webp-of-10000-frames", animated([first(), tiny.repeat(10_000)].concat())),
        broken("webp-with-a-frame-outside", animated(frame([2, 0, 96, 96], &lossless()))),
        broken("webp-with-a-frame-that-lies", animated(frame([0, 0, 50, 50], &lossless()))),
        broken("webp-with-a-frame-of-nothing", animated(riff_chunk(*b"ANMF", b""))),
        broken("webp-without-a-frame", animated(vec![])),
        drawn("webp-with-a-broken-second-frame", animated(broken_second)),
    ]
}

/// The start of a lossless picture of four by four pixels, up to its codes: no transforms, a cache
/// of 2,048 colours, and so many groups of codes.
fn groups(bits: &mut Bits, count: u32) {
    bits.put(0, 1);
    bits.put(1, 1);
    bits.put(11, 4);
    bits.put(1, 1);
    bits.put(0, 3);
    bits.put(0, 1);
    for symbol in [(count - 1) & 0xff, (count - 1) >> 8, 0, 0, 0] {
        bits.put(0b101, 3);
        bits.put(symbol, 8);
    }
}

/// A code of 2,048 symbols of eleven bits each, in 121 bytes; a decoder's table takes 70,000.
fn long_code(bits: &mut Bits) {
    bits.put(0, 1);
    bits.put(15, 4);
    for place in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
        bits.put(u32::from(place == 11 || place == 16), 3);
    }
    bits.put(0b1001, 4);
    bits.put(341, 10);
    bits.put(0, 1);
    (0..341).for_each(|_| bits.put(0b111, 3));
    bits.put(0, 1);
}

/// So many groups of a long code and four of one symbol.
fn codes_of(count: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    groups(&mut bits, count);
    for _ in 0..count {
        long_code(&mut bits);
        (0..4).for_each(|_| bits.put(0b0001, 4));
    }
    // Sixteen pixels.
    (0..11).for_each(|_| bits.put(0, 16));
    bits.bytes()
}

/// A lossless picture of four by four pixels with these groups of codes.
fn with_codes(codes: &[u8]) -> Vec<u8> {
    riff(&[riff_chunk(*b"VP8L", &[b"\x2f\x03\xc0\0\0".as_slice(), codes].concat())])
}

fn codes() -> Vec<File> {
    let costly = |name, bytes| file(name, bytes, Expected::Refused("too_costly"));
    let mut many = Bits::default();
    groups(&mut many, 1 << 16);
    (0..5 << 16).for_each(|_| many.put(0b0001, 4));
    let transparent = |codes| {
        let alpha = riff_chunk(*b"ALPH", &[[1].as_slice(), &codes_of(codes)].concat());
        riff(&[extended(0x10, 96, 96), alpha, lossy()])
    };
    let garbage = [b"\x2f\x3f\xc0\x0f\0".as_slice(), &noise(5000)].concat();
    vec![
        costly("webp-with-65536-groups-of-codes", with_codes(&many.bytes())),
        costly("webp-with-codes-of-500-mebibytes", with_codes(&codes_of(7000))),
        costly("webp-with-codes-of-20-mebibytes", with_codes(&codes_of(300))),
        costly("webp-with-costly-alpha", transparent(7000)),
        costly("webp-with-alpha-of-20-mebibytes", transparent(300)),
        drawn("webp-with-codes-of-12-mebibytes", with_codes(&codes_of(170))),
        broken("webp-of-garbage", riff(&[riff_chunk(*b"VP8L", &garbage)])),
    ]
}

fn ends() -> Vec<File> {
    let half = LOSSLESS[..LOSSLESS.len() / 2].to_vec();
    let half_a_chunk = riff(&[LOSSLESS[12..LOSSLESS.len() / 2].to_vec()]);
    let mut says_more = LOSSLESS.to_vec();
    says_more[4..8].fill(0xff);
    let mut says_less = LOSSLESS.to_vec();
    says_less[4..8].copy_from_slice(&[12, 0, 0, 0]);
    let lossy_half = LOSSY[20..LOSSY.len() / 2].to_vec();
    vec![
        broken("webp-cut-in-half", half),
        broken("webp-with-half-a-chunk", half_a_chunk),
        broken("webp-that-says-4-gib", says_more),
        broken("webp-that-says-12-bytes", says_less),
        broken("webp-with-half-a-picture", riff(&[riff_chunk(*b"VP8 ", &lossy_half)])),
        drawn("webp-then-script", [LOSSLESS, b"<script>alert(1)</script>"].concat()),
    ]
}
