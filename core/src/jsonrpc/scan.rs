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
            let found = memchr2(b'"', b'\\', rest).ok_or(ScanError::Syntax)?;
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
