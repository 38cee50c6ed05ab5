//! What stands in a file of the cache: a small header and one of our pictures.
//!
//! `magic (8) | size (4) | kind (1) | digest (32) | PNG`; the digest is over all but itself. It
//! tells a damaged file, and not one that somebody has made who may write to the folder. Therefore
//! a picture must also have the shape of ours to be believed: one of the wanted size with 8 bits a
//! channel, of which no other chunk is there than those that hold pixels. So whatever is read is
//! without metadata, profiles and animation. Its pixels are not unpacked here: how they look, and
//! whether they break off or go on behind the last one, is up to who could write to the folder.

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use ring::digest::{Context, SHA256};

use super::Key;
use crate::icon::{IconKind, MAX_SIZE, SafeIcon};

const MAGIC: &[u8; 8] = b"hosticn1";
const HEAD_BYTES: usize = MAGIC.len() + 4 + 1 + 32;
/// The longest file: all pixels as they are, and room for what frames them.
pub(super) const MAX_BYTES: usize =
    HEAD_BYTES + (MAX_SIZE as usize) * (MAX_SIZE as usize * 4 + 1) + (64 << 10);

/// What begins the file of an address.
const ADDRESS_MAGIC: &[u8; 8] = b"hostadr1";
/// How long the file of an address is.
pub(super) const ADDRESS_BYTES: usize = ADDRESS_MAGIC.len() + 32 + 8;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// What frames a chunk: its length, its name, its checksum.
const CHUNK_FRAME: usize = 12;
/// What stands in our header behind the sides: 8 bits, red, green, blue and alpha, not interlaced.
const DEPTH: [u8; 5] = [8, 6, 0, 0, 0];

const KINDS: [IconKind; 5] =
    [IconKind::Png, IconKind::Jpeg, IconKind::Webp, IconKind::Gif, IconKind::Svg];

/// Writes down a picture; nothing if it has no place in a file.
pub(super) fn write(icon: &SafeIcon) -> Option<Vec<u8>> {
    let kind = KINDS.iter().position(|kind| *kind == icon.made_from)?;
    let kind = u8::try_from(kind).ok()?;
    let mut file = Vec::with_capacity(HEAD_BYTES + icon.png.len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&icon.size.to_be_bytes());
    file.push(kind);
    file.extend_from_slice(&digest(icon.size, kind, &icon.png));
    file.extend_from_slice(&icon.png);
    (file.len() <= MAX_BYTES).then_some(file)
}

/// Reads a picture of this size back; nothing if it is damaged, or was not made here.
pub(super) fn read(file: &[u8], size: u32) -> Option<SafeIcon> {
    let rest = file.strip_prefix(MAGIC)?;
    let (its_size, rest) = rest.split_first_chunk::<4>()?;
    let (kind, rest) = rest.split_first()?;
    let (its_digest, png) = rest.split_first_chunk::<32>()?;
    let is_whole = u32::from_be_bytes(*its_size) == size && digest(size, *kind, png) == *its_digest;
    let made_from = *KINDS.get(usize::from(*kind))?;
    (is_whole && is_ours(png, size)).then(|| SafeIcon {
        png: Bytes::copy_from_slice(png),
        size,
        made_from,
    })
}

pub(super) fn digest(size: u32, kind: u8, png: &[u8]) -> [u8; 32] {
    let mut context = Context::new(&SHA256);
    context.update(MAGIC);
    context.update(&size.to_be_bytes());
    context.update(&[kind]);
    context.update(png);
    let mut digest = [0; 32];
    digest.copy_from_slice(context.finish().as_ref());
    digest
}

/// Whether a PNG has the shape of those that are made here.
fn is_ours(png: &[u8], size: u32) -> bool {
    let Some(chunks) = png.strip_prefix(PNG).and_then(chunks) else { return false };
    let [(b"IHDR", header), pixels @ .., (b"IEND", [])] = chunks.as_slice() else { return false };
    let sides = size.to_be_bytes();
    **header == [&sides[..], &sides, &DEPTH].concat()
        && !pixels.is_empty()
        && pixels.iter().all(|(name, _)| *name == b"IDAT")
}

type Chunk<'a> = (&'a [u8; 4], &'a [u8]);

/// The names and contents of all chunks; nothing if bytes are left over.
fn chunks(mut bytes: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let name = rest.first_chunk::<4>()?;
        bytes = bytes.get(length.checked_add(CHUNK_FRAME)?..)?;
        chunks.push((name, rest.get(4..4 + length)?));
    }
    Some(chunks)
}

/// Writes down which picture an address has led to.
pub(super) fn write_address(picture: Key, now: SystemTime) -> Vec<u8> {
    let seconds = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    [&ADDRESS_MAGIC[..], &picture.0, &seconds.to_be_bytes()].concat()
}

/// Reads that back.
pub(super) fn read_address(file: &[u8]) -> Option<(Key, SystemTime)> {
    let rest = file.strip_prefix(ADDRESS_MAGIC)?;
    let (picture, seconds) = rest.split_first_chunk::<32>()?;
    let seconds = u64::from_be_bytes(seconds.try_into().ok()?);
    let then = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))?;
    Some((Key(*picture), then))
}
