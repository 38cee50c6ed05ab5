//! PNG files.

use super::{
    File, broken, drawn,
    parts::{noise, png_chunk, stored, zeros},
    too_many,
};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const RGBA: [u8; 5] = [8, 6, 0, 0, 0];

/// The files.
pub fn files() -> Vec<File> {
    [sides(), chunks(), bombs(), data(), animations()].concat()
}

fn header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    png_chunk(*b"IHDR", &[sides.as_slice(), &rest].concat())
}

fn end() -> Vec<u8> {
    png_chunk(*b"IEND", b"")
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [SIGNATURE, &chunks.concat()].concat()
}

/// Data of a picture of four by four pixels.
fn four() -> Vec<u8> {
    png_chunk(*b"IDAT", &stored(&[0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9].repeat(4)))
}

/// A valid picture of four by four pixels.
pub fn small() -> Vec<u8> {
    png(&[header(4, 4, RGBA), four(), end()])
}

/// A valid picture of many pixels, all black, in few bytes.
pub fn black(width: u32, height: u32) -> Vec<u8> {
    let bytes = (1 + width.div_ceil(8)) * height;
    let data = png_chunk(*b"IDAT", &zeros(bytes as usize + 258));
    png(&[header(width, height, [1, 0, 0, 0, 0]), data, end()])
}

/// The small one with one chunk more, before the data.
pub fn with_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    png(&[header(4, 4, RGBA), png_chunk(name, data), four(), end()])
}

fn sides() -> Vec<File> {
    let of = |width, height| png(&[header(width, height, RGBA), four(), end()]);
    vec![
        too_many("png-of-1-by-100000000", of(1, 100_000_000)),
        too_many("png-of-65535-by-65535", of(65_535, 65_535)),
        too_many("png-of-the-largest-sides", of(u32::MAX, u32::MAX)),
        broken("png-without-width", of(0, 4)),
        broken("png-without-height", of(4, 0)),
        broken("png-with-less-data-than-sides", of(64, 64)),
    ]
}

fn chunks() -> Vec<File> {
    let first = || header(4, 4, RGBA);
    let mut wrong_sum = small();
    wrong_sum[29] ^= 1;
    let mut wrong_data = small();
    wrong_data[50] ^= 1;
    let endless = [png(&[first()]).as_slice(), b"\xff\xff\xff\xffIDAT\0\0"].concat();
    let many = png(&[first(), png_chunk(*b"tEXt", b"").repeat(80_000), four(), end()]);
    let late = png(&[first(), four(), header(9999, 9999, RGBA), four(), end()]);
    vec![
        broken("png-with-two-headers", png(&[first(), header(9999, 9999, RGBA), four(), end()])),
        broken("png-with-a-late-header", late),
        broken("png-with-a-wrong-sum-of-its-header", wrong_sum),
        broken("png-with-a-wrong-sum-of-its-data", wrong_data),
        broken("png-with-a-chunk-of-4-gib", endless),
        broken("png-with-80000-chunks", many),
        broken("png-without-data", png(&[first(), end()])),
        broken("png-without-end", png(&[first(), four()])),
        broken("png-for-one-system-only", with_chunk(*b"CgBI", b"\x50\0\x20\x02")),
        broken("png-of-an-unknown-colour", png(&[header(4, 4, [8, 7, 0, 0, 0]), four(), end()])),
    ]
}

/// Little that becomes much.
fn bombs() -> Vec<File> {
    let bomb = zeros(150_000_000);
    let text = [b"Comment\0\x01\0\0\0".as_slice(), &bomb].concat();
    let old_text = [b"Comment\0\0".as_slice(), &bomb].concat();
    let profile = [b"profile\0\0".as_slice(), &bomb].concat();
    let data = png_chunk(*b"IDAT", &bomb);
    let interlaced = [16, 6, 0, 0, 1];
    vec![
        drawn("png-bomb-in-a-text", with_chunk(*b"iTXt", &text)),
        drawn("png-bomb-in-an-old-text", with_chunk(*b"zTXt", &old_text)),
        drawn("png-bomb-in-a-profile", with_chunk(*b"iCCP", &profile)),
        drawn("png-bomb-in-the-data", png(&[header(4, 4, RGBA), data.clone(), end()])),
        drawn("png-bomb-large", png(&[header(1024, 1024, RGBA), data.clone(), end()])),
        drawn("png-bomb-interlaced", png(&[header(1024, 1024, interlaced), data.clone(), end()])),
        drawn("png-bomb-narrow", png(&[header(4096, 256, interlaced), data, end()])),
    ]
}

fn data() -> Vec<File> {
    let indexed = |palette: &[u8], data: &[u8]| {
        let data = png_chunk(*b"IDAT", &stored(data));
        png(&[header(4, 4, [8, 3, 0, 0, 0]), png_chunk(*b"PLTE", palette), data, end()])
    };
    let rows = [0, 200, 200, 200, 200].repeat(4);
    let odd_filter = png_chunk(*b"IDAT", &stored(&[99; 68]));
    let garbage = png_chunk(*b"IDAT", &noise(5000));
    let mut full: Vec<u8> = noise(500 * (1 + 4 * 500));
    full.iter_mut().step_by(1 + 4 * 500).for_each(|filter| *filter %= 5);
    let full = png_chunk(*b"IDAT", &stored(&full));
    vec![
        drawn("png-with-a-colour-outside-of-its-palette", indexed(b"\0\0\0\xff\xff\xff", &rows)),
        broken("png-with-a-palette-of-half-a-colour", indexed(b"\0\0\0\0", &rows)),
        broken("png-with-an-unknown-filter", png(&[header(4, 4, RGBA), odd_filter, end()])),
        broken("png-of-garbage", png(&[header(64, 64, RGBA), garbage, end()])),
        drawn("png-of-noise", png(&[header(500, 500, RGBA), full, end()])),
    ]
}

fn animations() -> Vec<File> {
    let control = |frames: u32| png_chunk(*b"acTL", &[frames.to_be_bytes(), [0; 4]].concat());
    let frame = |sides: [u32; 4]| {
        let numbers: Vec<u8> = [0].into_iter().chain(sides).flat_map(u32::to_be_bytes).collect();
        png_chunk(*b"fcTL", &[numbers.as_slice(), &[0, 1, 0, 1, 0, 0]].concat())
    };
    let first = || header(4, 4, RGBA);
    let frames = frame([4, 4, 0, 0]).repeat(20_000);
    let next = png_chunk(*b"fdAT", &[[0, 0, 0, 1].as_slice(), &noise(100)].concat());
    let huge = frame([60_000, 60_000, 0, 0]);
    let two = vec![first(), control(2), four(), frame([4, 4, 0, 0]), next, end()];
    vec![
        too_many(
            "png-that-says-4-billion-frames",
            png(&[first(), control(u32::MAX), four(), end()]),
        ),
        too_many("png-of-20000-frames", png(&[first(), control(2), four(), frames, end()])),
        broken("png-with-a-huge-frame", png(&[first(), control(1), four(), huge, end()])),
        drawn("png-with-a-broken-second-frame", png(&two)),
    ]
}
