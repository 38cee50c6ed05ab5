//! A scanner that finds the structure of JSON text and decodes nothing.
//!
//! It looks at each byte once and jumps over strings. It does not prove the text valid: brackets
//! are counted, literals are taken as they stand. The typed decoder that follows does the proving.

use std::ops::Range;

use memchr::memchr2;

/// Why a scan stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanError {
    /// The text is not JSON, or ends too early.
    Syntax,
    /// The text is nested more deeply than allowed.
    Depth,
}

/// A cursor over JSON text.
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    depth_left: usize,
}

/// A string's place in the text, without its quotes.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) range: Range<usize>,
    pub(crate) escaped: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8], max_depth: usize) -> Self {
        Self { bytes, at: 0, depth_left: max_depth }
    }

    /// The next byte that is no white space, left in place.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// How many bytes lie behind the cursor.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Whether only white space is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Walks an object and hands each member's key and the value's place to `member`.
    ///
    /// `member` gets the scanner in front of the value and must skip it, with [`Self::value`] or a
    /// walk of its own.
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, Key) -> Result<(), ScanError>,
    ) -> Result<(), ScanError> {
        self.enter(b'{')?;
        if self.peek() == Some(b'}') {
            self.leave();
            return Ok(());
        }
        loop {
            let key = self.key()?;
            self.expect(b':')?;
            member(self, key)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.leave();
                    return Ok(());
                }
                _ => return Err(ScanError::Syntax),
            }
        }
    }

    /// Walks an array and hands each element's place to `element`, which must skip it.
    pub(crate) fn array(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(), ScanError>,
    ) -> Result<(), ScanError> {
        self.enter(b'[')?;
        if self.peek() == Some(b']') {
            self.leave();
            return Ok(());
        }
        loop {
            element(self)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.leave();
                    return Ok(());
                }
                _ => return Err(ScanError::Syntax),
            }
        }
    }

    /// Skips one value and returns its place.
    pub(crate) fn value(&mut self) -> Result<Range<usize>, ScanError> {
        let first = self.peek().ok_or(ScanError::Syntax)?;
        let start = self.at;
        match first {
            b'"' => {
                self.key()?;
            }
            b'{' | b'[' => self.nested()?,
            _ => self.literal()?,
        }
        Ok(start..self.at)
    }

    /// Skips a string and returns what is between its quotes.
    fn key(&mut self) -> Result<Key, ScanError> {
        self.expect(b'"')?;
        let start = self.at;
        let escaped = self.rest_of_string()?;
        Ok(Key { range: start..self.at - 1, escaped })
    }

    /// Skips to behind the closing quote; true if there was an escape.
    fn rest_of_string(&mut self) -> Result<bool, ScanError> {
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(self.at..).ok_or(ScanError::Syntax)?;
            let found = quote_or_escape(rest).ok_or(ScanError::Syntax)?;
            self.at += found + 1;
            if rest[found] == b'"' {
                return Ok(escaped);
            }
            escaped = true;
            self.at += 1;
        }
    }

    fn nested(&mut self) -> Result<(), ScanError> {
        let mut open = 0_usize;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => {
                    self.rest_of_string()?;
                }
                b'{' | b'[' => {
                    open += 1;
                    if open > self.depth_left {
                        return Err(ScanError::Depth);
                    }
                }
                b'}' | b']' => {
                    open -= 1;
                    if open == 0 {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        Err(ScanError::Syntax)
    }

    fn literal(&mut self) -> Result<(), ScanError> {
        let start = self.at;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n' => break,
                b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'z' | b'E' => self.at += 1,
                _ => return Err(ScanError::Syntax),
            }
        }
        if self.at == start { Err(ScanError::Syntax) } else { Ok(()) }
    }

    fn enter(&mut self, bracket: u8) -> Result<(), ScanError> {
        self.expect(bracket)?;
        self.depth_left = self.depth_left.checked_sub(1).ok_or(ScanError::Depth)?;
        Ok(())
    }

    fn leave(&mut self) {
        self.at += 1;
        self.depth_left += 1;
    }

    fn expect(&mut self, byte: u8) -> Result<(), ScanError> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(ScanError::Syntax)
        }
    }
}

/// How many words are looked at before the vector search begins: most strings are names, which end
/// before that search has been set up.
const WORDS: usize = 2;

/// Where the first quote or backslash stands.
fn quote_or_escape(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for word in text.as_chunks().0.iter().take(WORDS) {
        let found = bytes_equal(*word, b'"') | bytes_equal(*word, b'\\');
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize / 8);
        }
        start += word.len();
    }
    memchr2(b'"', b'\\', &text[start..]).map(|found| start + found)
}

/// The high bits of the bytes that are `byte`. Bits above the lowest one may be wrong, since the
/// subtraction borrows from byte to byte.
fn bytes_equal(word: [u8; 8], byte: u8) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let differing = u64::from_le_bytes(word) ^ (LOW * u64::from(byte));
    differing.wrapping_sub(LOW) & !differing & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_ends_at_its_first_bare_quote_whatever_its_length() {
        for length in 0..80 {
            for escape in ["", r#"\""#, r"\\"] {
                for filler in ["a", "#", "!", "ü", "\u{7f}"] {
                    let string = format!("\"{}{escape}{}\"", filler.repeat(length), filler);
                    let text = format!("{string},\"x\"");
                    let place = Scanner::new(text.as_bytes(), 1).value();
                    assert_eq!(place, Ok(0..string.len()), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_string_that_does_not_end_is_refused() {
        for length in 0..80 {
            for end in ["", "\\", "\\\""] {
                let text = format!("\"{}{end}", "a".repeat(length));
                assert_eq!(Scanner::new(text.as_bytes(), 1).value(), Err(ScanError::Syntax));
            }
        }
    }
}
