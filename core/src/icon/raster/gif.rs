//! GIF: the screen, its colours, and the first frame.

use image::metadata::Orientation;

use super::{
    Plain, check_sides,
    reader::{Reader, too_short},
};
use crate::icon::{
    MAX_FRAMES, Refused,
    refused::{broken, dimensions},
};

const EXTENSION: u8 = 0x21;
const FRAME: u8 = 0x2c;
const TRAILER: u8 = 0x3b;
const GRAPHIC_CONTROL: u8 = 0xf9;

/// Walks from the screen to the trailer, and keeps the screen and the first frame.
///
/// The trailer may be absent, as it is in many files: what ends behind a frame is whole.
pub(super) fn plain(bytes: &[u8]) -> Result<Plain, Refused> {
    let mut reader = Reader::new(bytes);
    let screen = Screen::read(&mut reader)?;
    let mut kept = before(bytes, &reader).to_vec();
    let mut control: &[u8] = &[];
    let mut frames = 0;
    while !reader.is_empty() {
        let block = reader.rest();
        match reader.byte()? {
            EXTENSION => {
                let label = reader.byte()?;
                sub_blocks(&mut reader)?;
                if label == GRAPHIC_CONTROL {
                    control = before(block, &reader);
                }
            }
            FRAME => {
                frames += 1;
                frame(&mut reader, (frames == 1).then_some(&screen))?;
                if frames == 1 {
                    kept.extend_from_slice(control);
                    kept.extend_from_slice(before(block, &reader));
                }
            }
            TRAILER => break,
            _ => return Err(broken("it has a block that no decoder knows")),
        }
        if frames > MAX_FRAMES {
            return Err(dimensions(format!("the icon has more than {MAX_FRAMES} frames")));
        }
    }
    if frames == 0 {
        return Err(broken("it has no frame"));
    }
    kept.push(TRAILER);
    Ok(Plain { bytes: kept, turn: Orientation::NoTransforms })
}

struct Screen {
    width: u32,
    height: u32,
}

impl Screen {
    fn read(reader: &mut Reader) -> Result<Self, Refused> {
        reader.take(6)?;
        let (width, height) = (reader.le_u16()?.into(), reader.le_u16()?.into());
        let [flags, _background, _aspect] = reader.array()?;
        check_sides(width, height)?;
        palette(reader, flags)?;
        Ok(Self { width, height })
    }
}

/// Steps over a frame; one that is drawn lies inside of the screen.
fn frame(reader: &mut Reader, screen: Option<&Screen>) -> Result<(), Refused> {
    let [left, top] = [u32::from(reader.le_u16()?), u32::from(reader.le_u16()?)];
    let [width, height] = [u32::from(reader.le_u16()?), u32::from(reader.le_u16()?)];
    let flags = reader.byte()?;
    if let Some(screen) = screen {
        let inside = left + width <= screen.width && top + height <= screen.height;
        if width == 0 || height == 0 || !inside {
            return Err(broken("its frame lies outside of the screen"));
        }
    }
    palette(reader, flags)?;
    let _code_size = reader.byte()?;
    sub_blocks(reader)
}

/// Steps over the colours that the flags announce.
fn palette(reader: &mut Reader, flags: u8) -> Result<(), Refused> {
    if flags & 0x80 != 0 {
        reader.take(3 << ((flags & 7) + 1))?;
    }
    Ok(())
}

/// Steps over blocks that say their length, up to the one of no length.
fn sub_blocks(reader: &mut Reader) -> Result<(), Refused> {
    let rest = reader.rest();
    let mut at = 0;
    while let Some(length) = rest.get(at) {
        at += usize::from(*length) + 1;
        if *length == 0 {
            reader.take(at)?;
            return Ok(());
        }
    }
    Err(too_short())
}

/// The bytes from the start to where a reader stands.
fn before<'a>(start: &'a [u8], reader: &Reader<'a>) -> &'a [u8] {
    start.get(..start.len() - reader.rest().len()).unwrap_or_default()
}

#[cfg(test)]
#[path = "gif_tests.rs"]
mod tests;
