//! Where the lines of a file stand, so that it can be read from its end too.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use memchr::memchr;

use super::MAX_LINE_BYTES;

/// A line of a file, without its line break.
#[derive(Clone, Copy)]
pub(super) struct LinePlace {
    pub(super) start: u64,
    pub(super) bytes: u64,
    /// Whether a line break stands behind it.
    pub(super) is_ended: bool,
}

impl LinePlace {
    /// Where the next line begins.
    pub(super) fn end(&self) -> u64 {
        self.start + self.bytes + u64::from(self.is_ended)
    }

    /// What stands there; `None` if it is longer than any line of ours.
    pub(super) fn read(&self, file: &File) -> io::Result<Option<Vec<u8>>> {
        if self.bytes > MAX_LINE_BYTES as u64 {
            return Ok(None);
        }
        self.read_all(file).map(Some)
    }

    /// What stands there, however long it is.
    pub(super) fn read_all(&self, mut file: &File) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.start))?;
        let mut line = Vec::new();
        file.take(self.bytes).read_to_end(&mut line)?;
        Ok(line)
    }
}

/// All lines of a file, which is read from where it stands.
pub(super) fn places(file: &File) -> io::Result<Vec<LinePlace>> {
    let mut reader = BufReader::with_capacity(64 << 10, file);
    let mut places = Vec::new();
    let mut line = LinePlace { start: 0, bytes: 0, is_ended: false };
    loop {
        let piece = reader.fill_buf()?;
        if piece.is_empty() {
            break;
        }
        let end = memchr(b'\n', piece);
        let taken = end.map_or(piece.len(), |end| end + 1);
        line.bytes += end.unwrap_or(taken) as u64;
        reader.consume(taken);
        if end.is_some() {
            line.is_ended = true;
            let start = line.end();
            places
                .push(std::mem::replace(&mut line, LinePlace { start, bytes: 0, is_ended: false }));
        }
    }
    if line.bytes > 0 {
        places.push(line);
    }
    Ok(places)
}
