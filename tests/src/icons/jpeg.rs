//! JPEG files.

use super::{
    Expected, File, broken, drawn, file,
    parts::{jpeg_segment, noise},
    too_many,
};

const BASELINE: &[u8] = include_bytes!("../../icons/valid/baseline.jpg");
const PROGRESSIVE: &[u8] = include_bytes!("../../icons/valid/progressive.jpg");

const HUFFMAN_TABLES: u8 = 0xc4;
const SCAN: u8 = 0xda;
const QUANTIZATION_TABLES: u8 = 0xdb;

/// The files.
pub fn files() -> Vec<File> {
    [frames(), tables(), scans(), metadata(), ends()].concat()
}

/// Where a segment begins.
fn place(bytes: &[u8], marker: u8) -> usize {
    let mut at = 2;
    while bytes[at + 1] != marker {
        at += 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
    }
    at
}

/// A file with other bytes in the header of its frame.
fn with_frame(from: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = BASELINE.to_vec();
    let at = place(&file, 0xc0) + from;
    file[at..at + bytes.len()].copy_from_slice(bytes);
    file
}

/// A file with a segment more, behind the first two bytes.
fn with_segment(segment: &[u8]) -> Vec<u8> {
    [&BASELINE[..2], segment, &BASELINE[2..]].concat()
}

fn frames() -> Vec<File> {
    let forbidden = |name, bytes| file(name, bytes, Expected::Refused("forbidden"));
    let frame = jpeg_segment(0xc0, &[8, 255, 255, 255, 255, 1, 1, 0x11, 0]);
    let mut two = BASELINE.to_vec();
    let at = place(&two, SCAN);
    two.splice(at..at, frame);
    vec![
        too_many("jpeg-of-65535-by-65535", with_frame(5, &[255; 4])),
        broken("jpeg-without-height", with_frame(5, &[0, 0])),
        broken("jpeg-without-width", with_frame(7, &[0, 0])),
        broken("jpeg-of-five-components", with_frame(9, &[5])),
        broken("jpeg-of-two-frames", two),
        broken("jpeg-sampled-15-by-15", with_frame(11, &[0xff])),
        forbidden("jpeg-with-arithmetic-coding", with_frame(1, &[0xc9])),
        forbidden("jpeg-without-loss", with_frame(1, &[0xc3])),
        forbidden("jpeg-of-hierarchies", with_frame(1, &[0xc5])),
        forbidden("jpeg-of-12-bits", with_frame(4, &[12])),
    ]
}

fn tables() -> Vec<File> {
    let mut overflow = [0; 300];
    overflow[1..17].fill(255);
    let long = jpeg_segment(HUFFMAN_TABLES, &overflow);
    let many = jpeg_segment(HUFFMAN_TABLES, &[0; 17].repeat(3800)).repeat(15);
    let mut without = BASELINE.to_vec();
    let at = place(&without, QUANTIZATION_TABLES);
    without[at + 4] = 3;
    let restarts = jpeg_segment(0xdd, &[0, 1]);
    vec![
        broken("jpeg-with-an-overflowing-table", with_segment(&long)),
        broken("jpeg-with-57000-tables", with_segment(&many)),
        broken("jpeg-without-a-table-that-it-uses", without),
        drawn("jpeg-without-the-restarts-that-it-says", with_segment(&restarts)),
    ]
}

/// The parts of a grey progressive picture of many pixels: each block is a bit of the first scan,
/// has all its coefficients in the second, and a bit for each of them in those that refine.
struct Grey {
    before: Vec<u8>,
    first: Vec<u8>,
    refining: Vec<u8>,
    empty: Vec<u8>,
}

impl Grey {
    const BLOCKS: usize = 128 * 128;

    fn new() -> Self {
        // One code for a difference of zero; one for one coefficient, and one that ends all blocks.
        let mut coefficients = vec![0x10, 1, 1];
        coefficients.extend_from_slice(&[0; 14]);
        coefficients.extend_from_slice(&[0x01, 0xe0]);
        let mut differences = vec![0x00, 1];
        differences.extend_from_slice(&[0; 16]);
        let before = [
            b"\xff\xd8".to_vec(),
            jpeg_segment(QUANTIZATION_TABLES, &[[0].as_slice(), &[1; 64]].concat()),
            jpeg_segment(0xc2, &[8, 4, 0, 4, 0, 1, 1, 0x11, 0]),
            jpeg_segment(HUFFMAN_TABLES, &differences),
            jpeg_segment(HUFFMAN_TABLES, &coefficients),
            Self::scan([0, 0, 0x00]),
            vec![0; Self::BLOCKS / 8],
        ];
        let first = [Self::scan([1, 63, 0x06]), vec![0x55; Self::BLOCKS * 126 / 8]];
        let refining = [Self::scan([1, 63, 0x65]), vec![0x80, 0], vec![0; Self::BLOCKS * 63 / 8]];
        let empty = [Self::scan([1, 63, 0x01]), vec![0x80, 0]];
        Self {
            before: before.concat(),
            first: first.concat(),
            refining: refining.concat(),
            empty: empty.concat(),
        }
    }

    fn scan(range: [u8; 3]) -> Vec<u8> {
        jpeg_segment(SCAN, &[[1, 1, 0].as_slice(), &range].concat())
    }

    /// A picture with these scans.
    fn with(&self, scans: &[&[u8]]) -> Vec<u8> {
        [self.before.as_slice(), &scans.concat(), b"\xff\xd9"].concat()
    }
}

fn scans() -> Vec<File> {
    let at = place(PROGRESSIVE, SCAN);
    let scan = [jpeg_segment(SCAN, &[1, 1, 0, 0, 0, 0x00]), vec![0]].concat();
    let many = [&PROGRESSIVE[..at], scan.repeat(10_000).as_slice(), b"\xff\xd9"].concat();
    let mut unknown = BASELINE.to_vec();
    let header = place(&unknown, SCAN);
    unknown[header + 5] = 77;
    let grey = Grey::new();
    let refined = [[grey.first.as_slice()].as_slice(), &[grey.refining.as_slice(); 5]].concat();
    let mut of_noise = BASELINE[..header + 14].to_vec();
    of_noise.extend(noise(50_000).into_iter().filter(|byte| *byte != 0xff));
    of_noise.extend_from_slice(b"\xff\xd9");
    vec![
        too_many("jpeg-of-10000-scans", many),
        too_many("jpeg-of-60-scans-over-a-million-pixels", grey.with(&[grey.empty.as_slice(); 60])),
        drawn("jpeg-of-empty-scans", grey.with(&[grey.empty.as_slice(); 31])),
        drawn("jpeg-of-full-scans", grey.with(&refined)),
        drawn("jpeg-of-full-blocks", full_blocks()),
        drawn("jpeg-of-noise", of_noise),
        broken("jpeg-with-a-scan-of-nothing-known", unknown),
        broken("jpeg-without-a-scan", [&BASELINE[..header], b"\xff\xd9"].concat()),
    ]
}

/// A picture of three components, in which every block has all its coefficients.
fn full_blocks() -> Vec<u8> {
    let table = |class| {
        let mut table = vec![class, 1, 0];
        table.extend_from_slice(&[0; 14]);
        table.push(u8::from(class > 0));
        jpeg_segment(HUFFMAN_TABLES, &table)
    };
    // A block is a zero and 63 times `01`; eight blocks are 127 bytes.
    let block = [false].into_iter().chain([false, true].into_iter().cycle().take(126));
    let bits: Vec<bool> = block.cycle().take(127 * 8).collect();
    let eight: Vec<u8> = bits
        .chunks(8)
        .map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit)))
        .collect();
    [
        b"\xff\xd8".to_vec(),
        jpeg_segment(QUANTIZATION_TABLES, &[[0].as_slice(), &[1; 64]].concat()),
        jpeg_segment(0xc0, &[8, 4, 0, 4, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
        table(0x00),
        table(0x10),
        jpeg_segment(SCAN, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
        eight.repeat(3 * Grey::BLOCKS / 8),
        b"\xff\xd9".to_vec(),
    ]
    .concat()
}

fn metadata() -> Vec<File> {
    let exif = |data: &[u8]| jpeg_segment(0xe1, &[b"Exif\0\0", data].concat());
    // The first directory stands at its own header; the second one beyond the end.
    let circle = exif(b"II*\0\0\0\0\0");
    let beyond = exif(b"MM\0*\xff\xff\xff\xf0");
    let odd = exif(b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\x99\x99\0\0\0\0\0\0");
    let thumbnail = exif(BASELINE);
    let profile =
        jpeg_segment(0xe2, &[b"ICC_PROFILE\0\x01\xff", noise(60_000).as_slice()].concat());
    let script = jpeg_segment(0xfe, b"<script>alert(1)</script>");
    vec![
        drawn("jpeg-with-exif-in-a-circle", with_segment(&circle)),
        drawn("jpeg-with-exif-beyond-the-end", with_segment(&beyond)),
        drawn("jpeg-with-an-unknown-turn", with_segment(&odd)),
        drawn("jpeg-with-a-jpeg-in-its-exif", with_segment(&thumbnail)),
        drawn("jpeg-with-half-a-profile", with_segment(&profile.repeat(10))),
        drawn("jpeg-with-a-script-in-a-comment", with_segment(&script)),
        broken("jpeg-with-2000-comments", with_segment(&script.repeat(2000))),
    ]
}

fn ends() -> Vec<File> {
    let whole = BASELINE.len();
    let mut junk = BASELINE.to_vec();
    let at = place(&junk, QUANTIZATION_TABLES);
    junk.splice(at..at, *b"junk");
    vec![
        broken("jpeg-cut-in-half", BASELINE[..whole / 2].to_vec()),
        broken("jpeg-without-end", BASELINE[..whole - 2].to_vec()),
        drawn("jpeg-twice", BASELINE.repeat(2)),
        broken("jpeg-of-two-markers", b"\xff\xd8\xff\xd9".to_vec()),
        broken("jpeg-with-junk-between", junk),
    ]
}
