//! Lines out of a growing buffer, each byte scanned once.

use std::ops::Range;

const LEAST_SPACE_BYTES: usize = 32 << 10;
const FIRST_BYTES: usize = 64 << 10;

#[derive(Default)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    start: usize,
    filled: usize,
    scanned: usize,
}

impl Lines {
    /// Room for the next read.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.filled, 0);
            self.filled -= self.start;
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.filled < LEAST_SPACE_BYTES {
            let length = (self.buffer.len() * 2).max(FIRST_BYTES);
            self.buffer.resize(length, 0);
        }
        &mut self.buffer[self.filled..]
    }

    /// Says how much of that room was read into.
    pub(crate) fn fill(&mut self, count: usize) {
        self.filled += count;
    }

    /// Where the next whole line stands.
    pub(crate) fn next_range(&mut self) -> Option<Range<usize>> {
        let Some(length) = memchr::memchr(b'\n', &self.buffer[self.scanned..self.filled]) else {
            self.scanned = self.filled;
            return None;
        };
        let (start, end) = (self.start, self.scanned + length);
        self.start = end + 1;
        self.scanned = end + 1;
        Some(start..end)
    }

    /// A line that [`Self::next_range`] has found since the last call of [`Self::space`].
    pub(crate) fn line(&self, range: Range<usize>) -> &[u8] {
        &self.buffer[range]
    }
}
