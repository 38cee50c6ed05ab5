//! GIF files.

use super::{File, broken, drawn, parts::Bits, too_many};

/// The files.
pub fn files() -> Vec<File> {
    [screens(), frames(), data(), ends()].concat()
}

/// The screen, with two colours.
fn screen(width: u16, height: u16) -> Vec<u8> {
    let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [b"GIF89a".as_slice(), &sides, &[0x80, 0, 0, 0, 0, 0, 255, 0, 0]].concat()
}

/// A frame with these codes.
fn frame(sides: [u16; 4], code_size: u8, codes: &[u8]) -> Vec<u8> {
    let sides = sides.map(u16::to_le_bytes).concat();
    [&[0x2c], sides.as_slice(), &[0, code_size], &blocks(codes, 255), &[0]].concat()
}

fn blocks(data: &[u8], length: usize) -> Vec<u8> {
    let block = |data: &[u8]| [&[u8::try_from(data.len()).unwrap_or_default()], data].concat();
    data.chunks(length).flat_map(block).collect()
}

/// A frame of four pixels.
fn four() -> Vec<u8> {
    frame([0, 0, 2, 2], 2, &[0x4c, 0x12, 0x05])
}

/// Codes each of which stands for one pixel more than the one before.
fn growing(pixels: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    let (mut next, mut size) = (6, 3);
    bits.put(4, size);
    bits.put(1, size);
    let (mut written, mut length) = (1, 1);
    while written < pixels {
        let code = next.min(4095);
        bits.put(code, size);
        length += usize::from(next < 4096);
        written += length;
        next = (next + 1).min(4096);
        if next == 1 << size && size < 12 {
            size += 1;
        }
    }
    bits.put(5, size);
    bits.bytes()
}

fn screens() -> Vec<File> {
    vec![
        too_many("gif-of-65535-by-65535", [screen(65_535, 65_535), four()].concat()),
        broken("gif-without-width", [screen(0, 2), four()].concat()),
        broken("gif-without-a-frame", [screen(2, 2), b";".to_vec()].concat()),
        broken("gif-with-half-a-palette", b"GIF89a\x02\0\x02\0\x87\0\0\0\0\0".to_vec()),
    ]
}

fn frames() -> Vec<File> {
    let outside = |sides| [screen(2, 2), frame(sides, 2, &[0x4c, 0x12, 0x05])].concat();
    let later = [screen(2, 2), four(), frame([9, 9, 60_000, 60_000], 2, b"x"), b";".to_vec()];
    vec![
        broken("gif-with-a-frame-outside", outside([1, 1, 2, 2])),
        broken("gif-with-a-huge-frame", outside([0, 0, 65_535, 65_535])),
        broken("gif-with-a-frame-of-nothing", outside([0, 0, 0, 0])),
        drawn("gif-with-a-huge-second-frame", later.concat()),
        too_many("gif-of-30000-frames", [screen(2, 2), four().repeat(30_000)].concat()),
    ]
}

fn data() -> Vec<File> {
    let large = |code_size, codes: &[u8]| {
        [screen(1024, 1024), frame([0, 0, 1024, 1024], code_size, codes), b";".to_vec()].concat()
    };
    let growing = growing(1 << 23);
    let short: Vec<u8> = blocks(&[0x24, 0x49, 0x92].repeat(150_000), 1);
    let header = [&[0x2c, 0, 0, 0, 0], [0, 4, 0, 4].as_slice(), &[0, 2]].concat();
    let slow = [screen(1024, 1024), header, short, b"\0;".to_vec()].concat();
    let same = [screen(2, 2), frame([0, 0, 2, 2], 2, &[0xff; 40]), b";".to_vec()].concat();
    vec![
        drawn("gif-bomb", large(2, &growing)),
        broken("gif-of-clear-codes", large(2, &[0x24, 0x49, 0x92].repeat(300_000))),
        broken("gif-of-blocks-of-one-byte", slow),
        broken("gif-of-codes-of-15-bits", large(15, &growing)),
        broken("gif-of-codes-that-there-are-not", same),
        broken("gif-of-an-unknown-block", [screen(2, 2), vec![0x99], four()].concat()),
    ]
}

fn ends() -> Vec<File> {
    let whole = [screen(2, 2), four()].concat();
    let script = b"\x21\xfe\x19<script>alert(1)</script>\0";
    let extension = b"\x21\xff\x0bNETSCAPE2.0".to_vec();
    let text = blocks(&vec![b'x'; 500_000], 255);
    let long = [screen(2, 2), extension, text, vec![0], four()].concat();
    vec![
        broken("gif-cut-in-a-frame", whole[..whole.len() - 3].to_vec()),
        drawn("gif-without-trailer", whole.clone()),
        drawn("gif-with-a-script-in-a-comment", [screen(2, 2), script.to_vec(), four()].concat()),
        drawn("gif-with-a-long-extension", long),
        drawn("gif-then-script", [whole.as_slice(), b";alert(1)"].concat()),
    ]
}
