//! WebP: a lossy or a lossless picture, alone or in an extended file; the first frame of several.

use image::metadata::Orientation;

use super::{
    Plain, check_sides, lossless,
    reader::{Reader, length},
};
use crate::icon::{
    MAX_FRAMES, Refused, RefusedReason,
    refused::{broken, dimensions},
};

/// The most that a picture costs, in pixels: one of 600 × 600 with some 70 KB of lossy data, or with
/// some 290 KB of lossless data. A decoder takes far longer for a pixel than those of other kinds,
/// and for a byte of lossy data four times as long as for a pixel.
const MAX_COST: u64 = 5 << 17;
/// What a byte of lossy data costs, in pixels.
const LOSSY_BYTE: u64 = 4;

/// The most chunks that are no frames.
const MAX_CHUNKS: usize = 64;

const ANIMATED: u8 = 0x02;
const ALPHA: u8 = 0x10;
/// A frame replaces what it covers; the first one covers nothing.
const NO_BLENDING: u8 = 0x02;

/// Walks through the chunks, and keeps those of the picture, or of the first frame.
pub(super) fn plain(bytes: &[u8]) -> Result<Plain, Refused> {
    let mut reader = Reader::new(bytes);
    reader.take(4)?;
    let mut reader = Reader::new(reader.le_u32().and_then(|riff| reader.take(length(riff)))?);
    reader.take(4)?;
    let first = Chunk::read(&mut reader)?;
    match &first.name {
        b"VP8 " | b"VP8L" => {
            check_picture(&first)?;
            Ok(Plain { bytes: file(&[first]), turn: Orientation::NoTransforms })
        }
        b"VP8X" => Extended::read(&first)?.walk(reader, first),
        _ => Err(broken("it begins with a chunk that no decoder knows")),
    }
}

#[derive(Clone, Copy)]
struct Chunk<'a> {
    name: [u8; 4],
    data: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, Refused> {
        let name = reader.array()?;
        let length = length(reader.le_u32()?);
        let data = reader.take(length)?;
        // The last chunk of a file often lacks the byte that makes its length even.
        if length % 2 == 1 && !reader.is_empty() {
            reader.byte()?;
        }
        Ok(Self { name, data })
    }
}

/// Sides of a picture, in pixels.
type Sides = (u32, u32);

/// Reads the sides of a picture, and what it costs beside them.
fn check_picture(chunk: &Chunk) -> Result<Sides, Refused> {
    let sides = sides(chunk)?;
    check_cost(cost(chunk, sides))?;
    Ok(sides)
}

fn sides(chunk: &Chunk) -> Result<Sides, Refused> {
    if &chunk.name == b"VP8L" {
        return lossless::check(chunk.data);
    }
    let mut reader = Reader::new(chunk.data);
    let [tag, ..] = reader.array::<3>()?;
    if tag & 1 != 0 || reader.array()? != [0x9d, 0x01, 0x2a] {
        return Err(broken("its picture does not begin as one"));
    }
    // The two highest bits say how a player might scale it.
    let sides = (u32::from(reader.le_u16()? & 0x3fff), u32::from(reader.le_u16()? & 0x3fff));
    check_sides(sides.0, sides.1)?;
    Ok(sides)
}

/// What decoding a chunk costs, in pixels.
fn cost(chunk: &Chunk, (width, height): Sides) -> u64 {
    let (pixels, bytes) = (u64::from(width) * u64::from(height), chunk.data.len() as u64);
    match &chunk.name {
        b"VP8 " => pixels + LOSSY_BYTE * bytes,
        // One number for each pixel instead of four.
        b"ALPH" => pixels / 2 + bytes,
        _ => pixels + bytes,
    }
}

fn check_cost(cost: u64) -> Result<(), Refused> {
    if cost > MAX_COST {
        let sentence = "the icon is a WebP that would take too long to decode";
        return Err(Refused::new(RefusedReason::TooCostly, sentence));
    }
    Ok(())
}

/// What the header of an extended file says.
struct Extended {
    flags: u8,
    sides: Sides,
}

impl Extended {
    fn read(chunk: &Chunk) -> Result<Self, Refused> {
        let mut reader = Reader::new(chunk.data);
        let [flags, ..] = reader.array::<4>()?;
        let sides = (reader.le_u24()? + 1, reader.le_u24()? + 1);
        check_sides(sides.0, sides.1)?;
        Ok(Self { flags, sides })
    }

    fn walk(&self, mut reader: Reader, header: Chunk) -> Result<Plain, Refused> {
        let mut picture = Picture::default();
        let mut first_frame = None;
        let (mut frames, mut others) = (0, 0);
        let mut turn = None;
        while !reader.is_empty() {
            let chunk = Chunk::read(&mut reader)?;
            if &chunk.name == b"ANMF" {
                frames += 1;
                first_frame = first_frame.or(Some(chunk));
            } else {
                others += 1;
                picture.keep(chunk)?;
            }
            if &chunk.name == b"EXIF" {
                let exif = chunk.data.strip_prefix(b"Exif\0\0").unwrap_or(chunk.data);
                turn = turn.or_else(|| Orientation::from_exif_chunk(exif));
            }
            if frames > MAX_FRAMES {
                return Err(dimensions(format!("the icon has more than {MAX_FRAMES} frames")));
            }
            if others > MAX_CHUNKS {
                return Err(broken("it has too many chunks"));
            }
        }
        let bytes = match (self.flags & ANIMATED != 0, first_frame) {
            (false, _) => self.picture(&header, &picture)?,
            (true, Some(frame)) => self.frame(&header, &frame)?,
            (true, None) => return Err(broken("it has no frame")),
        };
        Ok(Plain { bytes, turn: turn.unwrap_or(Orientation::NoTransforms) })
    }

    /// Writes the one picture down, which fills the canvas.
    fn picture(&self, header: &Chunk, picture: &Picture) -> Result<Vec<u8>, Refused> {
        let data = picture.data.ok_or_else(|| broken("it has no picture"))?;
        if check_picture(&data)? != self.sides {
            return Err(broken("its picture has other sides than its canvas"));
        }
        match picture.alpha.filter(|_| self.flags & ALPHA != 0 && &data.name == b"VP8 ") {
            Some(alpha) => {
                check_alpha(&alpha, &data, self.sides)?;
                Ok(file(&[with_flags(header, ALPHA)?.chunk(), alpha, data]))
            }
            None => Ok(file(&[data])),
        }
    }

    /// Writes down the canvas and the first frame, which lies inside of it.
    fn frame(&self, header: &Chunk, frame: &Chunk) -> Result<Vec<u8>, Refused> {
        let mut reader = Reader::new(frame.data);
        let (left, top) = (reader.le_u24()? * 2, reader.le_u24()? * 2);
        let sides = (reader.le_u24()? + 1, reader.le_u24()? + 1);
        if left + sides.0 > self.sides.0 || top + sides.1 > self.sides.1 {
            return Err(broken("its frame lies outside of the canvas"));
        }
        reader.array::<4>()?;
        let placed = frame.data.get(..16).unwrap_or_default();
        let mut picture = Picture::default();
        for _ in 0..MAX_CHUNKS {
            if reader.is_empty() {
                break;
            }
            picture.keep(Chunk::read(&mut reader)?)?;
        }
        let data = picture.data.ok_or_else(|| broken("its frame has no picture"))?;
        if check_picture(&data)? != sides {
            return Err(broken("its frame has other sides than it says"));
        }
        let mut body = placed.to_vec();
        if let Some(blending) = body.last_mut() {
            *blending = NO_BLENDING;
        }
        if let Some(alpha) = picture.alpha.filter(|_| &data.name == b"VP8 ") {
            check_alpha(&alpha, &data, sides)?;
            append(&mut body, &alpha);
        }
        append(&mut body, &data);
        let header = with_flags(header, ANIMATED | ALPHA)?;
        let animation = Chunk { name: *b"ANIM", data: &[0; 6] };
        Ok(file(&[header.chunk(), animation, Chunk { name: *b"ANMF", data: &body }]))
    }
}

/// The chunks that make a picture: its data, and what is transparent where the data does not say.
#[derive(Default)]
struct Picture<'a> {
    alpha: Option<Chunk<'a>>,
    data: Option<Chunk<'a>>,
}

impl<'a> Picture<'a> {
    fn keep(&mut self, chunk: Chunk<'a>) -> Result<(), Refused> {
        let place = match &chunk.name {
            b"ALPH" => &mut self.alpha,
            b"VP8 " | b"VP8L" => &mut self.data,
            b"VP8X" => return Err(broken("it has two headers")),
            _ => return Ok(()),
        };
        if place.replace(chunk).is_some() {
            return Err(broken("it has two pictures in one"));
        }
        Ok(())
    }
}

/// Reads what the alpha of a lossy picture costs, which is compressed like a lossless one.
fn check_alpha(alpha: &Chunk, data: &Chunk, sides: Sides) -> Result<(), Refused> {
    let mut reader = Reader::new(alpha.data);
    match reader.byte()? & 3 {
        0 => Ok(()),
        1 => {
            check_cost(cost(data, sides) + cost(alpha, sides))?;
            lossless::check_body(reader.rest(), sides.0, sides.1)
        }
        _ => Err(broken("its alpha is compressed in an unknown way")),
    }
}

/// The data of a header with other flags.
struct Header([u8; 10]);

impl Header {
    fn chunk(&self) -> Chunk<'_> {
        Chunk { name: *b"VP8X", data: &self.0 }
    }
}

fn with_flags(header: &Chunk, flags: u8) -> Result<Header, Refused> {
    let [_, _, _, _, sides @ ..] = Reader::new(header.data).array::<10>()?;
    let mut data = [0; 10];
    data[0] = flags;
    data[4..].copy_from_slice(&sides);
    Ok(Header(data))
}

/// A file of these chunks.
fn file(chunks: &[Chunk]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for chunk in chunks {
        append(&mut body, chunk);
    }
    let mut file = Vec::with_capacity(body.len() + 8);
    append(&mut file, &Chunk { name: *b"RIFF", data: &body });
    file
}

fn append(file: &mut Vec<u8>, chunk: &Chunk) {
    file.extend_from_slice(&chunk.name);
    file.extend_from_slice(&u32::try_from(chunk.data.len()).unwrap_or(u32::MAX).to_le_bytes());
    file.extend_from_slice(chunk.data);
    if chunk.data.len() % 2 == 1 {
        file.push(0);
    }
}

#[cfg(test)]
#[path = "webp_tests.rs"]
mod tests;
