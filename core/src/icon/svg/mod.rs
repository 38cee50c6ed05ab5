//! SVG: what a document would cost, told from its elements; drawing it.
//!
//! A document passes through here once: a [`scan`] of its bytes, the XML parser, an allow-list of
//! elements and attributes ([`document`]), a count of what it comes to with all references followed
//! ([`expand`]). What is left is written down anew, so that the renderer reads nothing but our own
//! words, and what its tree costs to draw is counted once more, pixel by pixel ([`cost`]).
//!
//! **Drawn:** shapes, groups, `use`, `symbol`, gradients, patterns, masks, clip paths, markers,
//! style sheets, the cheap filters, raster pictures inside of the document. `currentColor` is black.
//!
//! **Not drawn:** text, for there are no fonts; scripts, `foreignObject`, animations; whatever
//! stands outside of the document, and SVG inside of SVG. The picture is drawn without them.
//!
//! **Refused:** entities, filters that cost too much whatever they say, elements that refer to
//! themselves, and whatever is above the limits of the modules here.

mod cost;
mod document;
mod draw;
mod expand;
mod filters;
mod outline;
mod outset;
mod picture;
mod scan;
mod style;
mod value;
mod words;
mod write;

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;

use std::{borrow::Cow, thread};

use image::RgbaImage;

use super::{Refused, RefusedReason, refused};

/// The longest document, in bytes.
pub(super) const MAX_SVG_BYTES: usize = 256 << 10;
/// The stack that a document is drawn on: the renderer calls itself for elements in elements.
const STACK_BYTES: usize = 16 << 20;

/// Draws an SVG document into the middle of a square.
pub(super) fn draw(bytes: &[u8], size: u32) -> Result<RgbaImage, Refused> {
    if bytes.len() > MAX_SVG_BYTES {
        return Err(refused::too_large(MAX_SVG_BYTES));
    }
    // A thread of its own has a stack of known size, and a panic in it stays there.
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("svg".into()).stack_size(STACK_BYTES);
        let drawing = thread.spawn_scoped(scope, || draw_here(bytes, size)).map_err(|_| {
            Refused::new(RefusedReason::Internal, "there is no thread to draw the icon on")
        })?;
        drawing.join().unwrap_or_else(|_| Err(broken("the SVG cannot be drawn")))
    })
}

fn draw_here(bytes: &[u8], size: u32) -> Result<RgbaImage, Refused> {
    let text = scan::scan(bytes)?;
    let xml = document::parse(&text)?;
    let css = document::styles(&xml)?;
    let document = document::read(&xml, &css, size)?;
    expand::check(&document)?;
    let tree = draw::tree(&write::write(&document), &document.pictures)?;
    draw::draw(&tree, size, document.pictures.cost())
}

/// Whether each number is at most the one beside it. What is no number is not.
fn are_at_most(numbers: [(f64, f64); 2]) -> bool {
    numbers.into_iter().all(|(number, most)| number <= most)
}

fn broken(sentence: &'static str) -> Refused {
    Refused::new(RefusedReason::Broken, sentence)
}

fn costly(sentence: impl Into<Cow<'static, str>>) -> Refused {
    Refused::new(RefusedReason::TooCostly, sentence)
}

fn forbidden(sentence: impl Into<Cow<'static, str>>) -> Refused {
    Refused::new(RefusedReason::Forbidden, sentence)
}
