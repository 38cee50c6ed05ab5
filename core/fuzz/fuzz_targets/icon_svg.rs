//! SVG documents as icons: the bytes choose elements, attributes and values by a small grammar, so
//! that most documents are well-formed and reach the renderer.

#![no_main]

use hostline::icon::{Refused, RefusedReason, sanitize};
use libfuzzer_sys::fuzz_target;

const TAGS: [&str; 32] = [
    "g",
    "rect",
    "circle",
    "ellipse",
    "line",
    "path",
    "polyline",
    "polygon",
    "use",
    "symbol",
    "svg",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "pattern",
    "mask",
    "clipPath",
    "marker",
    "filter",
    "feGaussianBlur",
    "feOffset",
    "feFlood",
    "feBlend",
    "feComposite",
    "feMerge",
    "feMergeNode",
    "feDropShadow",
    "feColorMatrix",
    "switch",
    "image",
    "a",
];
const NAMES: [&str; 48] = [
    "id",
    "href",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linejoin",
    "stroke-linecap",
    "opacity",
    "transform",
    "mask",
    "clip-path",
    "filter",
    "marker-mid",
    "marker-start",
    "marker-end",
    "d",
    "points",
    "x",
    "y",
    "width",
    "height",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x1",
    "y1",
    "x2",
    "y2",
    "viewBox",
    "preserveAspectRatio",
    "patternUnits",
    "patternContentUnits",
    "maskUnits",
    "maskContentUnits",
    "clipPathUnits",
    "gradientUnits",
    "filterUnits",
    "offset",
    "stop-color",
    "style",
    "class",
    "stdDeviation",
    "in2",
    "orient",
    "overflow",
];
const WORDS: [&str; 40] = [
    "#a",
    "#b",
    "#c",
    "url(#a)",
    "url(#b)",
    "url(#c)",
    "a",
    "b",
    "c",
    "red",
    "none",
    "inherit",
    "currentColor",
    "#12345678",
    "0",
    "1",
    "-1",
    ".001",
    "64",
    "100%",
    "9999999",
    "1e6",
    "-1e-9",
    "NaN",
    "M0 0L64 64",
    "C9 9 60 1 5 5",
    "A9 9 9 1 0 60 60",
    "h9v9",
    "z",
    "q1 2 3 4",
    "rotate(45)",
    "scale(9999)",
    "matrix(1 2 3 4 5 6)",
    "skewX(89)",
    "userSpaceOnUse",
    "objectBoundingBox",
    "auto",
    "fill:url(#a)",
    "mix-blend-mode:hue",
    "filter:blur(9px)",
];

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let size = u32::from(bytes.next().unwrap_or(0)) + 1;
    let document = document(&mut bytes);
    if let Err(refused) = sanitize(document.as_bytes(), Some("image/svg+xml"), size) {
        assert_ne!(Refused::reason(&refused), RefusedReason::Internal, "{document}");
    }
});

/// Each byte is a step: open an element, close one, or give the open one an attribute.
fn document(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut text = String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'");
    let (mut open, mut names, mut in_tag) = (vec!["svg"], Vec::new(), true);
    while let Some(byte) = bytes.next() {
        match byte {
            0..96 if in_tag => {
                let name = NAMES[usize::from(byte) % NAMES.len()];
                let value = value(bytes);
                if !names.contains(&name) && name != "viewBox" {
                    text.push_str(&format!(" {name}='{value}'"));
                    names.push(name);
                }
            }
            0..200 => {
                let tag = TAGS[usize::from(byte) % TAGS.len()];
                text.push_str(if in_tag { "><" } else { "<" });
                text.push_str(tag);
                open.push(tag);
                names.clear();
                in_tag = true;
            }
            _ if open.len() > 1 => {
                let tag = open.pop().unwrap_or("g");
                text.push_str(&if in_tag { String::from("/>") } else { format!("</{tag}>") });
                in_tag = false;
            }
            _ => {}
        }
    }
    while let Some(tag) = open.pop() {
        text.push_str(&if in_tag { String::from("/>") } else { format!("</{tag}>") });
        in_tag = false;
    }
    text
}

/// Some words, as many as a byte says.
fn value(bytes: &mut impl Iterator<Item = u8>) -> String {
    let count = usize::from(bytes.next().unwrap_or(0) % 5) + 1;
    let words: Vec<&str> =
        bytes.take(count).map(|byte| WORDS[usize::from(byte) % WORDS.len()]).collect();
    words.join(" ")
}
