//! Bytes, read from the front and never beyond the end.

use crate::icon::{Refused, refused::broken};

/// The bytes that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next bytes, of which there must be so many.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Refused> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(too_short)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next bytes, as an array.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Refused> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(too_short)?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Refused> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    pub(super) fn be_u16(&mut self) -> Result<u16, Refused> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub(super) fn be_u32(&mut self) -> Result<u32, Refused> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(super) fn le_u16(&mut self) -> Result<u16, Refused> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn le_u24(&mut self) -> Result<u32, Refused> {
        let [low, middle, high] = self.array()?;
        Ok(u32::from_le_bytes([low, middle, high, 0]))
    }

    pub(super) fn le_u32(&mut self) -> Result<u32, Refused> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}

/// A length of a file as a length in memory; one that does not fit is longer than any file.
pub(super) fn length(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

pub(super) fn too_short() -> Refused {
    broken("it ends too early")
}
