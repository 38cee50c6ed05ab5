//! PNG: one header, the colours, the data; of an animation the picture that stands for it.

use image::metadata::Orientation;

use super::{
    Plain, check_sides,
    reader::{Reader, length},
};
use crate::icon::{
    MAX_FRAMES, Refused,
    refused::{broken, dimensions},
};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The most chunks. A file of the longest size that is cut into chunks of 256 bytes has as many.
const MAX_CHUNKS: usize = 4096;

/// Walks from the header to the end, and keeps header, colours and data.
pub(super) fn plain(bytes: &[u8]) -> Result<Plain, Refused> {
    let mut reader = Reader::new(bytes);
    reader.take(SIGNATURE.len())?;
    let first = Chunk::read(&mut reader)?;
    let header = Header::read(&first)?;
    let mut walk = Walk { header, kept: SIGNATURE.to_vec(), ..Walk::default() };
    walk.kept.extend_from_slice(first.whole);
    for _ in 0..MAX_CHUNKS {
        let chunk = Chunk::read(&mut reader)?;
        if &chunk.name == b"IEND" {
            return walk.finish(&chunk);
        }
        walk.chunk(&chunk)?;
    }
    Err(broken("it has too many chunks"))
}

/// A part of the file: its name, its data, and both with length and check sum.
struct Chunk<'a> {
    name: [u8; 4],
    data: &'a [u8],
    whole: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, Refused> {
        let start = reader.rest();
        let data_length = length(reader.be_u32()?);
        let name = reader.array()?;
        let data = reader.take(data_length)?;
        reader.array::<4>()?;
        let whole = start.get(..data_length + 12).unwrap_or_default();
        Ok(Self { name, data, whole })
    }

    /// Whether a decoder may do without it.
    fn is_ancillary(&self) -> bool {
        self.name.first().is_some_and(u8::is_ascii_lowercase)
    }
}

#[derive(Default)]
struct Header {
    width: u32,
    height: u32,
    colour: u8,
}

impl Header {
    fn read(chunk: &Chunk) -> Result<Self, Refused> {
        if &chunk.name != b"IHDR" || chunk.data.len() != 13 {
            return Err(broken("its header is not the first chunk"));
        }
        let mut reader = Reader::new(chunk.data);
        let (width, height) = (reader.be_u32()?, reader.be_u32()?);
        let [depth, colour, compression, filter, interlacing] = reader.array()?;
        let depths: &[u8] = match colour {
            0 => &[1, 2, 4, 8, 16],
            3 => &[1, 2, 4, 8],
            2 | 4 | 6 => &[8, 16],
            _ => &[],
        };
        if !depths.contains(&depth) || compression != 0 || filter != 0 || interlacing > 1 {
            return Err(broken("its header says what no header may"));
        }
        check_sides(width, height)?;
        Ok(Self { width, height, colour })
    }
}

#[derive(Default)]
struct Walk {
    header: Header,
    kept: Vec<u8>,
    palettes: usize,
    transparencies: usize,
    data: Data,
    frames: usize,
    turn: Option<Orientation>,
}

/// Where the walk stands: the chunks of data must follow each other.
#[derive(Default, PartialEq)]
enum Data {
    #[default]
    Awaited,
    Running,
    Over,
}

impl Walk {
    fn chunk(&mut self, chunk: &Chunk) -> Result<(), Refused> {
        if self.data == Data::Running && &chunk.name != b"IDAT" {
            self.data = Data::Over;
        }
        match &chunk.name {
            b"IDAT" if self.data == Data::Over => return Err(broken("its data is interrupted")),
            b"IDAT" => self.data = Data::Running,
            b"PLTE" | b"tRNS" => return self.colours(chunk),
            b"acTL" => return animation(chunk.data),
            b"fcTL" => return self.frame(chunk.data),
            b"eXIf" => {
                self.turn = self.turn.or_else(|| Orientation::from_exif_chunk(chunk.data));
                return Ok(());
            }
            _ if chunk.is_ancillary() => return Ok(()),
            _ => return Err(broken("it has a chunk that no decoder knows, or a second header")),
        }
        self.kept.extend_from_slice(chunk.whole);
        Ok(())
    }

    /// Keeps a palette, or what is transparent in it; behind the data either means nothing.
    fn colours(&mut self, chunk: &Chunk) -> Result<(), Refused> {
        let seen = match &chunk.name {
            b"PLTE" => &mut self.palettes,
            _ => &mut self.transparencies,
        };
        *seen += 1;
        if *seen > 1 || self.data != Data::Awaited {
            return Err(broken("its colours are said twice, or too late"));
        }
        self.kept.extend_from_slice(chunk.whole);
        Ok(())
    }

    /// Counts a frame of an animation. None is decoded, but none may lie outside of the picture.
    fn frame(&mut self, data: &[u8]) -> Result<(), Refused> {
        self.frames += 1;
        if self.frames > MAX_FRAMES {
            return Err(too_many_frames());
        }
        let mut reader = Reader::new(data);
        reader.be_u32()?;
        let [width, height] = [u64::from(reader.be_u32()?), u64::from(reader.be_u32()?)];
        let [left, top] = [u64::from(reader.be_u32()?), u64::from(reader.be_u32()?)];
        let inside = left + width <= u64::from(self.header.width)
            && top + height <= u64::from(self.header.height);
        if width == 0 || height == 0 || !inside {
            return Err(broken("a frame lies outside of the picture"));
        }
        Ok(())
    }

    fn finish(mut self, end: &Chunk) -> Result<Plain, Refused> {
        if self.data == Data::Awaited {
            return Err(broken("it has no data"));
        }
        if self.header.colour == 3 && self.palettes == 0 {
            return Err(broken("it has no palette"));
        }
        self.kept.extend_from_slice(end.whole);
        Ok(Plain { bytes: self.kept, turn: self.turn.unwrap_or(Orientation::NoTransforms) })
    }
}

/// Reads how many frames an animation declares.
fn animation(data: &[u8]) -> Result<(), Refused> {
    if length(Reader::new(data).be_u32()?) > MAX_FRAMES {
        return Err(too_many_frames());
    }
    Ok(())
}

fn too_many_frames() -> Refused {
    dimensions(format!("the icon has more than {MAX_FRAMES} frames"))
}

#[cfg(test)]
#[path = "png_tests.rs"]
mod tests;
