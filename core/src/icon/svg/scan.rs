//! The first look at a document: what an XML parser would be slow with, told without one.
//!
//! The parser compares each attribute with all others of its element and each name of a namespace
//! with all others, so that both are counted here, and so is how deep elements stand in each other.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem::find};

use super::{Refused, broken, costly, forbidden};

/// The most elements of a document, whatever they are.
pub(super) const MAX_ELEMENTS: usize = 8192;
/// How deep elements stand in each other at most.
pub(super) const MAX_DEPTH: usize = 64;
/// The most attributes of one element.
pub(super) const MAX_ATTRIBUTES: usize = 128;
/// The most declarations of namespaces in a document.
pub(super) const MAX_NAMESPACES: usize = 64;

/// Counts, and gives the document without its document type, which says nothing to us.
pub(super) fn scan(bytes: &[u8]) -> Result<Cow<'_, str>, Refused> {
    let text = std::str::from_utf8(bytes).map_err(|_| broken("the SVG is not UTF-8"))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut scan = Scan { text, at: 0, elements: 0, depth: 0, namespaces: 0, doctype: None };
    while let Some(next) = memchr(b'<', scan.rest()) {
        scan.at += next;
        scan.markup()?;
    }
    Ok(match scan.doctype {
        Some((start, end)) => Cow::Owned([&text[..start], &text[end..]].concat()),
        None => Cow::Borrowed(text),
    })
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    elements: usize,
    depth: usize,
    namespaces: usize,
    doctype: Option<(usize, usize)>,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Goes to the end of what begins here with `<`.
    fn markup(&mut self) -> Result<(), Refused> {
        let rest = self.rest();
        if rest.starts_with(b"<!--") {
            self.skip(4, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            self.skip(9, b"]]>")
        } else if rest.starts_with(b"<?") {
            self.skip(2, b"?>")
        } else if rest.starts_with(b"<!") {
            self.document_type()
        } else if rest.starts_with(b"</") {
            self.depth = self.depth.saturating_sub(1);
            self.skip(2, b">")
        } else {
            self.element()
        }
    }

    fn skip(&mut self, opening: usize, closing: &[u8]) -> Result<(), Refused> {
        let rest = &self.rest()[opening..];
        let end = find(rest, closing).ok_or_else(unfinished)?;
        self.at += opening + end + closing.len();
        Ok(())
    }

    /// A document type may name the one of SVG. What it declares itself is refused: entities make a
    /// small document large, or lead out of it.
    fn document_type(&mut self) -> Result<(), Refused> {
        let start = self.at;
        if !self.rest().starts_with(b"<!DOCTYPE") || self.elements > 0 || self.doctype.is_some() {
            return Err(broken("the SVG is not well-formed XML"));
        }
        self.at += 9;
        loop {
            let rest = self.rest();
            let next = rest.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'[' | b'>'));
            let next = next.ok_or_else(unfinished)?;
            self.at += next;
            match rest[next] {
                b'[' => return Err(forbidden("the SVG declares entities or a document type")),
                b'>' => break,
                quote => self.quoted(quote)?,
            }
        }
        self.at += 1;
        self.doctype = Some((start, self.at));
        Ok(())
    }

    /// Goes behind a text in quotes that begins here.
    fn quoted(&mut self, quote: u8) -> Result<(), Refused> {
        let length = memchr(quote, &self.rest()[1..]).ok_or_else(unfinished)?;
        self.at += length + 2;
        Ok(())
    }

    fn element(&mut self) -> Result<(), Refused> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(costly(format!("the SVG has more than {MAX_ELEMENTS} elements")));
        }
        let mut attributes = 0;
        loop {
            let rest = self.rest();
            let end = memchr(b'>', rest).ok_or_else(unfinished)?;
            let Some(quote) = memchr2(b'"', b'\'', &rest[..end]) else {
                let closed = end > 0 && rest[end - 1] == b'/';
                self.at += end + 1;
                return self.enter(closed);
            };
            self.namespaces += usize::from(find(&rest[..quote], b"xmlns").is_some());
            self.at += quote;
            self.quoted(rest[quote])?;
            attributes += 1;
            if attributes > MAX_ATTRIBUTES || self.namespaces > MAX_NAMESPACES {
                return Err(costly("the SVG has more attributes than an icon needs"));
            }
        }
    }

    fn enter(&mut self, closed: bool) -> Result<(), Refused> {
        if closed {
            return Ok(());
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(costly(format!("the SVG is nested deeper than {MAX_DEPTH} elements")));
        }
        Ok(())
    }
}

fn unfinished() -> Refused {
    broken("the SVG ends too early")
}
