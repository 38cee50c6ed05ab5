//! The document written down anew: nothing but what was read, under names of our own.

use std::fmt::Write;

use super::{
    document::{Attribute, Document},
    value::Value,
};

/// What the address of a picture begins with. Its place follows.
pub(super) const PICTURE: &str = "picture:";

/// Writes the document as SVG. Values hold no sign that XML would read as something else.
pub(super) fn write(document: &Document<'_>) -> String {
    let mut out = String::new();
    element(&mut out, document, 0);
    out
}

fn element(out: &mut String, document: &Document<'_>, place: usize) {
    let element_here = &document.elements[place];
    let word = element_here.tag.word();
    _ = write!(out, "<{word}");
    if place == 0 {
        out.push_str(" xmlns=\"http://www.w3.org/2000/svg\"");
    }
    if element_here.wanted {
        _ = write!(out, " id=\"_{place}\"");
    }
    let (styles, attributes): (Vec<_>, Vec<_>) =
        element_here.attributes.iter().partition(|attribute| attribute.name.is_style_only());
    for found in attributes {
        attribute(out, found);
    }
    if !styles.is_empty() {
        out.push_str(" style=\"");
        for style in styles {
            if let Value::Text(text) = style.value {
                _ = write!(out, "{}:{text};", style.name.word());
            }
        }
        out.push('"');
    }
    out.push('>');
    for child in &element_here.children {
        element(out, document, *child);
    }
    _ = write!(out, "</{word}>");
}

fn attribute(out: &mut String, found: &Attribute<'_>) {
    let word = found.name.word();
    _ = match found.value {
        Value::Text(text) => write!(out, " {word}=\"{text}\""),
        Value::Link(target, _) if word == "href" => write!(out, " href=\"#_{target}\""),
        Value::Link(target, instead) => write!(out, " {word}=\"url(#_{target}) {instead}\""),
        Value::Picture(picture) => write!(out, " {word}=\"{PICTURE}{picture}\""),
        Value::Wanted(..) => Ok(()),
    };
}
