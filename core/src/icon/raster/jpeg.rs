//! JPEG: the tables, one frame header, and scans that are counted.

use image::metadata::Orientation;

use super::{Plain, check_sides, reader::Reader};
use crate::icon::{
    Refused, RefusedReason,
    refused::{broken, dimensions},
};

/// The most segments before, between and behind the scans.
const MAX_SEGMENTS: usize = 1024;
/// The most Huffman tables: four kinds for each of the most scans.
const MAX_TABLES: usize = 4 * MAX_SCANS;
/// The most scans. Programs that write pictures for the web make some ten.
const MAX_SCANS: usize = 64;
/// The most blocks of 8 × 8 samples that all scans go through.
///
/// A scan that says nothing is a few bytes long, and goes through all blocks nevertheless. A
/// picture of the most pixels with three full components goes through some 230,000 in ten scans.
const MAX_BLOCKS: u64 = 1 << 19;

/// Walks from the start to the end of the picture, and keeps tables, frame header and scans.
pub(super) fn plain(bytes: &[u8]) -> Result<Plain, Refused> {
    let mut reader = Reader::new(bytes);
    let mut walk = Walk { kept: reader.take(2)?.to_vec(), ..Walk::default() };
    for _ in 0..MAX_SEGMENTS {
        let marker = marker(&mut reader)?;
        if marker == END {
            return walk.finish();
        }
        let length = usize::from(reader.be_u16()?).checked_sub(2);
        let segment = reader.take(length.ok_or_else(|| broken("a segment has no length"))?)?;
        walk.segment(marker, segment)?;
        if marker == SCAN {
            walk.kept.extend_from_slice(entropy_coded(&mut reader)?);
        }
    }
    Err(broken("it has too many segments"))
}

const HUFFMAN_TABLES: u8 = 0xc4;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
const QUANTIZATION_TABLES: u8 = 0xdb;
const RESTART_INTERVAL: u8 = 0xdd;
const EXIF: u8 = 0xe1;
const ADOBE: u8 = 0xee;

/// The next marker, with any number of fill bytes before it.
fn marker(reader: &mut Reader) -> Result<u8, Refused> {
    if reader.byte()? != 0xff {
        return Err(broken("a segment does not begin with a marker"));
    }
    loop {
        match reader.byte()? {
            0xff => {}
            marker => return Ok(marker),
        }
    }
}

/// The data of a scan, which ends before the next marker that is no restart.
fn entropy_coded<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Refused> {
    let rest = reader.rest();
    let mut at = 0;
    while let Some(found) = memchr::memchr(0xff, rest.get(at..).unwrap_or_default()) {
        at += found;
        match rest.get(at + 1) {
            Some(0 | 0xd0..=0xd7) => at += 2,
            Some(0xff) => at += 1,
            Some(_) => return reader.take(at),
            None => break,
        }
    }
    Err(broken("it ends within a scan"))
}

/// A component's identifier and its sampling factors.
struct Component {
    id: u8,
    across: u64,
    down: u64,
}

/// What the frame header says.
struct Frame {
    components: Vec<Component>,
    /// How many units of interleaved blocks the picture has.
    units: u64,
}

impl Frame {
    fn read(marker: u8, segment: &[u8]) -> Result<Self, Refused> {
        if marker > 0xc2 {
            return Err(forbidden("arithmetic, lossless or hierarchical coding"));
        }
        let mut reader = Reader::new(segment);
        if reader.byte()? != 8 {
            return Err(forbidden("samples of other than 8 bits"));
        }
        let (height, width) = (reader.be_u16()?.into(), reader.be_u16()?.into());
        check_sides(width, height)?;
        let count = reader.byte()?;
        if !matches!(count, 1 | 3 | 4) {
            return Err(broken("it has neither one, three nor four components"));
        }
        let mut components = Vec::new();
        for _ in 0..count {
            let [id, sampling, _table] = reader.array()?;
            let (across, down) = (u64::from(sampling >> 4), u64::from(sampling & 15));
            if !(1..=4).contains(&across) || !(1..=4).contains(&down) {
                return Err(broken("a sampling factor is not from 1 to 4"));
            }
            components.push(Component { id, across, down });
        }
        let across = components.iter().map(|component| component.across).max().unwrap_or(1);
        let down = components.iter().map(|component| component.down).max().unwrap_or(1);
        let units = u64::from(width).div_ceil(across * 8) * u64::from(height).div_ceil(down * 8);
        Ok(Self { components, units })
    }

    /// How many blocks a scan goes through, by its header.
    fn blocks(&self, segment: &[u8]) -> Result<u64, Refused> {
        let mut reader = Reader::new(segment);
        let mut blocks = 0;
        for _ in 0..reader.byte()? {
            let [id, _tables] = reader.array()?;
            let component = self.components.iter().find(|component| component.id == id);
            let component = component.ok_or_else(|| broken("a scan has an unknown component"))?;
            blocks += self.units * component.across * component.down;
        }
        Ok(blocks)
    }
}

#[derive(Default)]
struct Walk {
    kept: Vec<u8>,
    frame: Option<Frame>,
    tables: usize,
    scans: usize,
    blocks: u64,
    turn: Option<Orientation>,
}

impl Walk {
    fn segment(&mut self, marker: u8, segment: &[u8]) -> Result<(), Refused> {
        match marker {
            HUFFMAN_TABLES => self.huffman_tables(segment)?,
            0xc0..=0xcf if self.frame.is_some() => return Err(broken("it has two frames")),
            0xc0..=0xcf => self.frame = Some(Frame::read(marker, segment)?),
            SCAN => self.scan(segment)?,
            QUANTIZATION_TABLES | RESTART_INTERVAL => {}
            ADOBE if segment.starts_with(b"Adobe") => {}
            EXIF => {
                let exif = segment.strip_prefix(b"Exif\0\0");
                self.turn = self.turn.or_else(|| exif.and_then(Orientation::from_exif_chunk));
                return Ok(());
            }
            0xe0..=0xef | 0xfe => return Ok(()),
            _ => return Err(broken("it has a segment that no decoder knows")),
        }
        let length = u16::try_from(segment.len() + 2).unwrap_or(u16::MAX);
        self.kept.extend_from_slice(&[0xff, marker]);
        self.kept.extend_from_slice(&length.to_be_bytes());
        self.kept.extend_from_slice(segment);
        Ok(())
    }

    /// Counts the tables, each of which is as long as its sixteen counts say.
    fn huffman_tables(&mut self, segment: &[u8]) -> Result<(), Refused> {
        let mut reader = Reader::new(segment);
        while !reader.is_empty() {
            self.tables += 1;
            reader.byte()?;
            let codes: usize = reader.array::<16>()?.into_iter().map(usize::from).sum();
            if codes > 256 {
                return Err(broken("a Huffman table has more than 256 codes"));
            }
            reader.take(codes)?;
        }
        if self.tables > MAX_TABLES {
            return Err(broken("it has too many Huffman tables"));
        }
        Ok(())
    }

    fn scan(&mut self, segment: &[u8]) -> Result<(), Refused> {
        let frame = self.frame.as_ref().ok_or_else(|| broken("a scan comes before the frame"))?;
        self.scans += 1;
        self.blocks += frame.blocks(segment)?;
        if self.scans > MAX_SCANS || self.blocks > MAX_BLOCKS {
            return Err(dimensions("the icon goes over its pixels too often".into()));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Plain, Refused> {
        if self.scans == 0 {
            return Err(broken("it has no scan"));
        }
        self.kept.extend_from_slice(&[0xff, END]);
        Ok(Plain { bytes: self.kept, turn: self.turn.unwrap_or(Orientation::NoTransforms) })
    }
}

fn forbidden(what: &str) -> Refused {
    Refused::new(RefusedReason::Forbidden, format!("the icon has {what}, which is not shown"))
}

#[cfg(test)]
#[path = "jpeg_tests.rs"]
mod tests;
