//! Bits, and the prefix codes that lossless WebP pictures are written in.

use super::reader::too_short;
use crate::icon::{Refused, refused::broken};

/// Bits, read from the lowest of each byte.
pub(super) struct Bits<'a> {
    rest: &'a [u8],
    buffer: u64,
    held: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, buffer: 0, held: 0 }
    }

    /// Holds at least 32 bits, or all that are left.
    fn fill(&mut self) {
        if let Some((four, rest)) = self.rest.split_first_chunk::<4>() {
            self.buffer |= u64::from(u32::from_le_bytes(*four)) << self.held;
            self.held += 32;
            self.rest = rest;
            return;
        }
        for byte in self.rest {
            self.buffer |= u64::from(*byte) << self.held;
            self.held += 8;
        }
        self.rest = &[];
    }

    /// The next bits, at most 24 of them, without stepping over them; zeros behind the end.
    fn peek(&mut self, count: u32) -> u32 {
        if self.held < count {
            self.fill();
        }
        #[expect(clippy::cast_possible_truncation, reason = "the mask leaves 24 bits at most")]
        let bits = (self.buffer & ((1 << count) - 1)) as u32;
        bits
    }

    fn skip(&mut self, count: u32) -> Result<(), Refused> {
        self.held = self.held.checked_sub(count).ok_or_else(too_short)?;
        self.buffer >>= count;
        Ok(())
    }

    /// The next bits, at most 24 of them.
    pub(super) fn read(&mut self, count: u32) -> Result<u32, Refused> {
        let bits = self.peek(count);
        self.skip(count)?;
        Ok(bits)
    }

    pub(super) fn flag(&mut self) -> Result<bool, Refused> {
        Ok(self.read(1)? == 1)
    }
}

/// The longest code of a symbol, in bits.
const MAX_LENGTH: u8 = 15;

/// A prefix code, as a table of what each row of bits begins with.
pub(super) struct PrefixCode {
    /// Symbol and length; a single symbol has no length, and a table of one row.
    table: Vec<(u16, u8)>,
    longest: u32,
}

impl PrefixCode {
    /// A code of one symbol, which takes no bits.
    fn single(symbol: u16) -> Self {
        Self { table: vec![(symbol, 0)], longest: 0 }
    }

    /// Makes a code from the lengths of its symbols, which must leave no row of bits over.
    fn new(lengths: &[u8]) -> Result<Self, Refused> {
        let sorted = Sorted::new(lengths)?;
        if let [only] = sorted.symbols.as_slice() {
            return Ok(Self::single(only.0));
        }
        let longest = sorted.symbols.last().map_or(0, |(_, length)| *length);
        let mut table = vec![(0, 0); 1 << longest];
        let mut code = 0_u32;
        let mut before = 0;
        for &(symbol, length) in &sorted.symbols {
            code <<= length - before;
            before = length;
            let first = code.reverse_bits() >> (32 - u32::from(length));
            let rows = table.iter_mut().skip(first as usize).step_by(1_usize << length);
            rows.for_each(|row| *row = (symbol, length));
            code += 1;
        }
        Ok(Self { table, longest: longest.into() })
    }

    pub(super) fn read(&self, bits: &mut Bits) -> Result<u16, Refused> {
        let row = bits.peek(self.longest) as usize;
        let (symbol, length) = self.table.get(row).copied().unwrap_or_default();
        bits.skip(length.into())?;
        Ok(symbol)
    }
}

/// The symbols of a code in the order of their codes, each with its length.
struct Sorted {
    symbols: Vec<(u16, u8)>,
}

impl Sorted {
    fn new(lengths: &[u8]) -> Result<Self, Refused> {
        let mut symbols: Vec<(u16, u8)> = (0..)
            .zip(lengths)
            .filter(|(_, length)| **length > 0)
            .map(|(symbol, length)| (symbol, *length))
            .collect();
        symbols.sort_by_key(|(_, length)| *length);
        let taken: u32 = symbols.iter().map(|(_, length)| 1 << (MAX_LENGTH - length)).sum();
        if symbols.is_empty() || (symbols.len() > 1 && taken != 1 << MAX_LENGTH) {
            return Err(broken("a code leaves bits over, or has none"));
        }
        Ok(Self { symbols })
    }
}

/// A code as it is written down: the lengths of its symbols.
#[derive(Debug, PartialEq)]
pub(super) struct Lengths(Vec<u8>);

/// The order in which the lengths of the code of lengths are written down.
const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl Lengths {
    /// Reads the lengths of a code of so many symbols.
    pub(super) fn read(bits: &mut Bits, symbols: usize) -> Result<Self, Refused> {
        if bits.flag()? {
            Self::read_simple(bits, symbols)
        } else {
            Self::read_coded(bits, symbols)
        }
    }

    /// One symbol, or two that take one bit each.
    fn read_simple(bits: &mut Bits, symbols: usize) -> Result<Self, Refused> {
        let two = bits.flag()?;
        let width = if bits.flag()? { 8 } else { 1 };
        let mut lengths = vec![0; symbols];
        let mut set = |symbol: u32| match lengths.get_mut(symbol as usize) {
            Some(length) => {
                *length = 1;
                Ok(())
            }
            None => Err(broken("a code has a symbol that there is not")),
        };
        let first = bits.read(width)?;
        set(first)?;
        if two {
            let second = bits.read(8)?;
            // Decoders do not agree on how many bits such a code takes.
            if second == first {
                return Err(broken("a code has the same symbol twice"));
            }
            set(second)?;
        }
        Ok(Self(lengths))
    }

    /// Lengths that are written in a code of their own.
    fn read_coded(bits: &mut Bits, symbols: usize) -> Result<Self, Refused> {
        let mut of_lengths = [0; ORDER.len()];
        let written = bits.read(4)? as usize + 4;
        for place in ORDER.into_iter().take(written) {
            #[expect(clippy::cast_possible_truncation, reason = "three bits fit")]
            let length = bits.read(3)? as u8;
            of_lengths[place] = length;
        }
        let code = PrefixCode::new(&of_lengths)?;
        let mut left = symbols;
        if bits.flag()? {
            let width = bits.read(3)? * 2 + 2;
            left = bits.read(width)? as usize + 2;
            if left > symbols {
                return Err(broken("a code has more symbols than there are"));
            }
        }
        let mut lengths = Vec::with_capacity(symbols);
        let mut previous = 8;
        while lengths.len() < symbols && left > 0 {
            left -= 1;
            let (length, times) = match code.read(bits)? {
                16 => (previous, bits.read(2)? + 3),
                17 => (0, bits.read(3)? + 3),
                18 => (0, bits.read(7)? + 11),
                #[expect(clippy::cast_possible_truncation, reason = "a length is below 16")]
                length => (length as u8, 1),
            };
            if length > 0 {
                previous = length;
            }
            lengths.resize(lengths.len() + times as usize, length);
        }
        if lengths.len() > symbols {
            return Err(broken("a code has more symbols than there are"));
        }
        lengths.resize(symbols, 0);
        Ok(Self(lengths))
    }

    pub(super) fn code(&self) -> Result<PrefixCode, Refused> {
        PrefixCode::new(&self.0)
    }

    /// How many bytes a decoder's tables for this code take, by the way in which ours makes them: a
    /// row for each ten bits, a tree for what is longer, and what every table costs.
    pub(super) fn table_bytes(&self) -> usize {
        let longest = self.0.iter().copied().max().unwrap_or(0);
        let long = self.0.iter().filter(|length| **length > 10).count();
        160 + (4 << longest.min(10)) + 32 * long
    }
}

#[cfg(test)]
#[path = "prefix_tests.rs"]
mod tests;
