use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD};

use super::*;
use crate::icon::{
    RefusedReason::{self, Broken, Forbidden, TooCostly, TooLarge},
    encode,
};

/// A document of 64 × 64 units.
fn svg(inside: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \
         viewBox='0 0 64 64'>{inside}</svg>"
    )
}

fn outcome(document: &str) -> Result<RgbaImage, RefusedReason> {
    draw(document.as_bytes(), 64).map_err(|refused| refused.reason())
}

fn drawn(inside: &str) -> RgbaImage {
    outcome(&svg(inside)).unwrap_or_else(|reason| panic!("{reason:?}: {inside:.200}"))
}

fn refused(inside: &str) -> Option<RefusedReason> {
    outcome(&svg(inside)).err()
}

/// The pixel in the middle.
fn middle(inside: &str) -> [u8; 4] {
    drawn(inside).get_pixel(32, 32).0
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
const NOTHING: [u8; 4] = [0, 0, 0, 0];
const SHAPE: &str = "<rect width='64' height='64' fill='red'/>";

#[test]
fn a_picture_stands_in_the_middle_of_the_square_on_transparent_ground() {
    let wide = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'>\
                <rect width='100' height='50' fill='red'/></svg>";
    let picture = outcome(wide).unwrap();
    assert_eq!(picture.dimensions(), (64, 64));
    assert_eq!(picture.get_pixel(32, 15).0, NOTHING);
    assert_eq!(picture.get_pixel(0, 17).0, RED);
    assert_eq!(picture.get_pixel(63, 46).0, RED);
    assert_eq!(picture.get_pixel(32, 49).0, NOTHING);
}

#[test]
fn colours_are_not_mixed_with_what_shines_through_them() {
    assert_eq!(middle("<rect width='64' height='64' fill='red' opacity='.5'/>"), [255, 0, 0, 128]);
}

#[test]
fn the_colour_around_is_black() {
    assert_eq!(middle("<rect width='64' height='64' fill='currentColor'/>"), BLACK);
}

#[test]
fn what_icons_are_made_of_is_drawn() {
    let cases = [
        (
            "<defs><linearGradient id='a'><stop stop-color='red'/><stop offset='1' \
          stop-color='red'/></linearGradient></defs><rect width='64' height='64' \
          fill='url(#a)'/>",
            RED,
        ),
        (
            "<defs><linearGradient id='b'><stop stop-color='red'/><stop offset='1' \
          stop-color='red'/></linearGradient><radialGradient id='a' xlink:href='#b'/></defs>\
          <rect width='64' height='64' fill=\"url( '#a' )\"/>",
            RED,
        ),
        (
            "<mask id='a'><rect width='64' height='64' fill='black'/></mask>\
          <rect width='64' height='64' fill='red' mask='url(#a)'/>",
            NOTHING,
        ),
        (
            "<clipPath id='a'><rect width='20' height='64'/></clipPath>\
          <rect width='64' height='64' fill='red' clip-path='url(#a)'/>",
            NOTHING,
        ),
        (
            "<symbol id='a' viewBox='0 0 1 1'><rect width='1' height='1' fill='red'/></symbol>\
          <use href='#a' width='64' height='64'/>",
            RED,
        ),
        (
            "<defs><g id='a'><rect width='64' height='64'/></g></defs><use xlink:href='#a' \
          fill='red'/>",
            RED,
        ),
        (
            "<pattern id='a' width='4' height='4' patternUnits='userSpaceOnUse'>\
          <rect width='4' height='4' fill='red'/></pattern>\
          <rect width='64' height='64' fill='url(#a)'/>",
            RED,
        ),
        ("<style>.a{fill:red}</style><rect class='b a' width='64' height='64'/>", RED),
        (
            "<style>rect{fill:blue}#a{fill:red}.b{fill:blue}</style>\
          <rect id='a' class='b' width='64' height='64' fill='green'/>",
            RED,
        ),
        (
            "<style>g > rect{fill:red !important}</style>\
          <g><rect style='fill:blue' width='64' height='64'/></g>",
            RED,
        ),
        (
            "<style>@media print{rect{fill:blue}} @import url(a.css); rect{fill:red}</style>\
          <rect width='64' height='64'/>",
            RED,
        ),
        (
            "<style type='text/css'><![CDATA[ /* } */ rect { fill: red; } ]]></style>\
          <rect width='64' height='64'/>",
            RED,
        ),
        (
            "<filter id='a'><feFlood flood-color='red'/></filter>\
          <rect width='64' height='64' filter='url(#a)'/>",
            RED,
        ),
        ("<path d='M0 32H64' stroke='red' stroke-width='8' stroke-dasharray='8 2'/>", RED),
        (
            "<marker id='a' markerWidth='9' markerHeight='9' refX='4' refY='4'>\
          <rect width='9' height='9' fill='red'/></marker>\
          <path d='M32 32L60 60' marker-start='url(#a)'/>",
            RED,
        ),
        (
            "<switch><foreignObject requiredExtensions='a'/><rect width='64' height='64' \
          fill='red'/></switch>",
            RED,
        ),
        ("<a xlink:href='https://example.com/'><rect width='64' height='64' fill='red'/></a>", RED),
        (
            "<rect width='64' height='64' fill='red'/><g style='mix-blend-mode:multiply'>\
          <rect width='64' height='64' fill='white'/></g>",
            RED,
        ),
        ("<rect width='64' height='64' fill='url(#missing) red'/>", RED),
    ];
    for (inside, pixel) in cases {
        assert_eq!(middle(inside), pixel, "{inside}");
    }
}

#[test]
fn what_is_no_picture_is_left_out() {
    for beside in [
        "<script>alert(1)</script>",
        "<script><![CDATA[ <svg> ]]></script>",
        "<foreignObject width='64' height='64'><iframe xmlns='http://www.w3.org/1999/xhtml' \
         src='https://example.com/'/></foreignObject>",
        "<text x='0' y='32' font-size='64'>text</text>",
        "<title>title</title><desc>words</desc><metadata><a/></metadata>",
        "<image href='https://example.com/a.png' width='64' height='64'/>",
        "<image href='file:///etc/passwd' width='64' height='64'/>",
        "<image xlink:href='a.png' width='64' height='64'/>",
        // A blue square.
        "<image href='data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdm\
         cnIHdpZHRoPSc2NCcgaGVpZ2h0PSc2NCc+PHBhdGggZD0nTTAgMGg2NHY2NGgtNjR6JyBmaWxsPSdibHVlJy8+PC9\
         zdmc+' width='64' height='64'/>",
        "<use href='https://example.com/a.svg#a'/>",
        "<rect width='64' height='64' fill='url(https://example.com/#a)'/>",
        "<rect width='64' height='64' fill='url(file:///a.svg#a)'/>",
        "<set attributeName='fill' to='blue'/><animate attributeName='fill'/>",
        "<audio href='a'/><video href='a'/><iframe src='a'/><handler/>",
        "<x:rect xmlns:x='urn:other' width='64' height='64'/>",
        "<?xml-stylesheet href='https://example.com/a.css'?><!-- <rect> -->",
    ] {
        assert_eq!(middle(&format!("{SHAPE}{beside}")), RED, "{beside}");
    }
    assert_eq!(middle("<rect width='64' height='64' fill='red' onclick='a()' onload='b()'/>"), RED);
    assert_eq!(middle("<rect width='64' height='64' fill='red' mask='url(a.svg#b)'/>"), RED);
    assert_eq!(middle("<rect width='64' height='64' fill='red' clip-path='url(#no)'/>"), RED);
}

/// A blue square as a PNG.
fn blue() -> Vec<u8> {
    encode::encode(&RgbaImage::from_pixel(64, 64, image::Rgba(BLUE))).unwrap().to_vec()
}

fn inside(media_type: &str, bytes: &[u8]) -> String {
    let data = STANDARD.encode(bytes);
    format!("{SHAPE}<image href='data:{media_type};base64,{data}' width='64' height='64'/>")
}

#[test]
fn a_picture_inside_is_of_the_type_that_it_says() {
    assert_eq!(middle(&inside("image/png", &blue())), BLUE);
    for other in ["image/jpeg", "image/svg+xml", "text/plain"] {
        assert_eq!(middle(&inside(other, &blue())), RED, "{other}");
    }
}

#[test]
fn a_picture_in_a_file_is_left_out() {
    let path = std::env::temp_dir().join(format!("hostline-blue-{}.png", std::process::id()));
    std::fs::write(&path, blue()).unwrap();
    let pixel = middle(&format!(
        "{SHAPE}<image href='{}' width='64' height='64'/>",
        path.to_string_lossy()
    ));
    std::fs::remove_file(path).unwrap();
    assert_eq!(pixel, RED);
}

#[test]
fn a_document_type_without_declarations_is_read_over() {
    let named = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' \
                 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>";
    assert!(outcome(&format!("{named}{}", svg(SHAPE))).is_ok());
    let entity = "<!DOCTYPE svg [<!ENTITY a 'a'>]>";
    assert_eq!(outcome(&format!("{entity}{}", svg(SHAPE))).err(), Some(Forbidden));
    let outside = "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>";
    assert_eq!(outcome(&format!("{outside}{}", svg("&a;"))).err(), Some(Forbidden));
}

#[test]
fn what_is_no_svg_is_broken() {
    let documents: [&[u8]; 9] = [
        b"",
        b"\0",
        b"<svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'",
        b"<svg xmlns='http://www.w3.org/2000/svg'><a></svg>",
        b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
        b"<svg xmlns='urn:other'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg' title='\xe9'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>",
    ];
    for document in documents {
        let reason = draw(document, 64).err().map(|refused| refused.reason());
        assert_eq!(reason, Some(Broken), "{}", String::from_utf8_lossy(document));
    }
}

#[test]
fn filters_that_always_cost_too_much_are_forbidden() {
    for primitive in words::REFUSED_PRIMITIVES {
        let filter = format!("<filter id='a'><{primitive}/></filter>{SHAPE}");
        assert_eq!(refused(&filter), Some(Forbidden), "{primitive}");
    }
}

#[test]
fn what_refers_to_itself_is_broken() {
    for inside in [
        "<g id='a'><use href='#a'/></g>",
        "<use id='a' href='#b'/><use id='b' href='#a'/>",
        "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
        "<pattern id='a' width='1' height='1'><rect width='1' height='1' fill='url(#a)'/>\
         </pattern>",
        "<g fill='url(#a)'><pattern id='a' width='1' height='1'><rect width='1' height='1'/>\
         </pattern></g>",
        "<mask id='a'><rect width='1' height='1' mask='url(#b)'/></mask>\
         <mask id='b'><rect width='1' height='1' mask='url(#a)'/></mask>",
        "<mask id='a' mask='url(#a)'><rect width='1' height='1'/></mask>",
        "<clipPath id='a'><rect width='1' height='1' clip-path='url(#a)'/></clipPath>",
        "<marker id='a'><path d='M0 0L1 1' marker-end='url(#a)'/></marker>",
        "<linearGradient id='a' href='#b'/><linearGradient id='b' href='#a'/>",
        "<linearGradient id='a' href='#b'/><linearGradient id='b' href='#c'/>\
         <linearGradient id='c' href='#b'/><rect width='9' height='9' fill='url(#a)'/>",
        "<style>rect{fill:url(#a)}</style><pattern id='a' width='1' height='1'>\
         <rect width='1' height='1'/></pattern>",
    ] {
        assert_eq!(refused(inside), Some(Broken), "{inside}");
    }
}

/// What is just allowed, and what is one more.
fn check_limit(name: &str, below: &str, above: &str, reason: RefusedReason) {
    assert_eq!(outcome(below).err(), None, "just below: {name}");
    assert_eq!(outcome(above).err(), Some(reason), "just above: {name}");
}

#[test]
fn each_limit_of_the_text_lets_through_what_reaches_it_and_nothing_more() {
    let bytes = |count: usize| {
        let empty = svg(SHAPE);
        format!("{empty}{}", " ".repeat(count - empty.len()))
    };
    check_limit("bytes", &bytes(MAX_SVG_BYTES), &bytes(MAX_SVG_BYTES + 1), TooLarge);
    let elements = |count: usize| svg(&"<x/>".repeat(count - 1));
    let most = scan::MAX_ELEMENTS;
    check_limit("elements", &elements(most), &elements(most + 1), TooCostly);
    let nested = |depth: usize| svg(&["<g>".repeat(depth - 1), "</g>".repeat(depth - 1)].concat());
    check_limit("depth", &nested(scan::MAX_DEPTH), &nested(scan::MAX_DEPTH + 1), TooCostly);
    let attributes = |count: usize| {
        let list: Vec<_> = (0..count).map(|place| format!(" a{place}=''")).collect();
        svg(&format!("<g{}/>", list.concat()))
    };
    let most = scan::MAX_ATTRIBUTES;
    check_limit("attributes", &attributes(most), &attributes(most + 1), TooCostly);
    // Two are those of the document itself.
    let names = |count: usize| {
        let list: Vec<_> = (2..count).map(|place| format!(" xmlns:a{place}='a'")).collect();
        svg(&format!("<g{}/>", list.concat()))
    };
    let most = scan::MAX_NAMESPACES;
    check_limit("namespaces", &names(most), &names(most + 1), TooCostly);
}

#[test]
fn each_limit_of_the_elements_lets_through_what_reaches_it_and_nothing_more() {
    let drawn = |count: usize| svg(&"<g/>".repeat(count - 1));
    let most = document::MAX_DRAWN;
    check_limit("drawn", &drawn(most), &drawn(most + 1), TooCostly);
    let stops = |count: usize| {
        svg(&format!("<linearGradient>{}</linearGradient>", "<stop/>".repeat(count)))
    };
    let most = document::MAX_PARTS;
    check_limit("stops", &stops(most), &stops(most + 1), TooCostly);
    let selectors = |count: usize| svg(&format!("<style>{}</style>", "a{x:y}".repeat(count)));
    let most = style::MAX_SELECTORS;
    check_limit("selectors", &selectors(most), &selectors(most + 1), TooCostly);
    let styles = |count: usize| svg(&format!("<style>{}</style>", " ".repeat(count)));
    let most = style::MAX_STYLE_BYTES;
    check_limit("styles", &styles(most), &styles(most + 1), TooCostly);
}

#[test]
fn each_limit_of_a_value_lets_through_what_reaches_it_and_nothing_more() {
    let value = |name: &str, unit: &str, bytes: usize| {
        svg(&format!("<path {name}='1{}'/>", unit.repeat(bytes)))
    };
    for (name, most) in [
        ("d", value::MAX_PATH_BYTES),
        ("points", value::MAX_POINTS_BYTES),
        ("transform", value::MAX_LIST_BYTES),
        ("stroke-dasharray", value::MAX_DASHES_BYTES),
        ("stroke-width", value::MAX_VALUE_BYTES),
    ] {
        let below = value(name, ".", most - 1);
        check_limit(name, &below, &value(name, ".", most), TooCostly);
    }
    let number = |number: &str| svg(&format!("<path d='M0 0H{number}'/>"));
    check_limit("digits", &number("99999"), &number("100000"), TooCostly);
    check_limit("exponent", &number("1e4"), &number("1e5"), TooCostly);
    check_limit("fraction", &number("00.1e4"), &number("00.1e5"), TooCostly);
    check_limit("unit", &number("999in"), &number("1000in"), TooCostly);
    let steps = |count: usize| svg(&format!("<path d='M0 0{}'/>", "h9999".repeat(count)));
    check_limit("steps", &steps(50), &steps(51), TooCostly);
    let percent = |tag: &str, number: u32| svg(&format!("<{tag} width='{number}%'/>"));
    check_limit("percent", &percent("rect", 200), &percent("rect", 201), TooCostly);
    check_limit("frame", &percent("svg", 100), &percent("svg", 101), TooCostly);
}

#[test]
fn numbers_are_told_from_colours_units_and_words() {
    let inside = "<filter id='a'><feFlood flood-color='#1e9999' result='effect1_123456789'/>\
                  </filter><rect width='64em' height='64ex' fill='#123456' filter='url(#a)'/>";
    assert_eq!(middle(inside), [0x1e, 0x99, 0x99, 255]);
}

#[test]
fn turned_strokes_are_drawn_unless_they_become_large() {
    let turned = |around: &str, curve: &str| {
        svg(&format!("<g stroke='red' transform='{around}'><path d='M0 0{curve}'/></g>"))
    };
    let curve = "C1 2 3 4 5 6";
    let small = turned("scale(20) rotate(45)", curve);
    check_limit("scale", &small, &turned("scale(99999) rotate(45)", curve), TooCostly);
    check_limit("matrix", &small, &turned("matrix(99999 1 1 99999 0 0)", curve), TooCostly);
    check_limit("skew", &small, &turned("skewX(89.99)", curve), TooCostly);
    let far = "translate(99999) scale(9) translate(99999) rotate(9)";
    check_limit("place", &small, &turned(far, curve), TooCostly);
    let framed = |view: &str| {
        let path = "<path transform='rotate(9)' stroke='red' d='M0 0C1 2 3 4 5 6'/>";
        svg(&format!("<svg width='512' height='512' viewBox='0 0 {view} {view}'>{path}</svg>"))
    };
    check_limit("view box", &framed("24"), &framed(".001"), TooCostly);
    let unturned = svg("<g transform='scale(99999)'><circle r='9' stroke='red'/></g>");
    assert_eq!(outcome(&unturned).err(), Some(TooCostly), "what is drawn is large all the same");
    let one = |scale: u32| {
        svg(&format!("<g transform='scale({scale})'><path stroke='red' d='M0 0Q1 9 9 9'/></g>"))
    };
    check_limit("one curve", &one(20_000), &one(60_000), TooCostly);
}

#[test]
fn strokes_are_counted_before_they_are_drawn() {
    let curve = format!("c{}", "1.00000000 ".repeat(6));
    let path =
        |curves: usize| svg(&format!("<path stroke='red' d='M0 0{}'/>", curve.repeat(curves)));
    check_limit("curves", &path(150), &path(250), TooCostly);
}

#[test]
fn references_that_double_are_counted_and_not_followed() {
    let bomb = |levels: usize, width: usize| {
        let mut inside = String::from("<g id='a0'><rect width='1' height='1'/></g>");
        for level in 1..levels {
            let uses = format!("<use href='#a{}'/>", level - 1).repeat(width);
            _ = write!(inside, "<g id='a{level}'>{uses}</g>");
        }
        inside
    };
    assert_eq!(refused(&bomb(3, 10)), None);
    assert_eq!(refused(&bomb(5, 10)), Some(TooCostly));
    assert_eq!(refused(&bomb(30, 10)), Some(TooCostly));
}

#[test]
fn style_rules_about_ancestors_end() {
    let rule = format!("{}b{{fill:red}}", "g ".repeat(30));
    let inside = ["<g>".repeat(60), "</g>".repeat(60)].concat();
    assert_eq!(refused(&format!("<style>{rule}</style>{inside}")), None);
    let rules = format!("{}{{fill:red}}", "* ".repeat(30) + "a");
    let many = format!("{}<path/>{}", "<g>".repeat(60), "</g>".repeat(60));
    let style = format!("<style>{}</style>{many}", rules.replace("a{", "path{"));
    assert_eq!(refused(&style), None);
    let never = "*:first-child ".repeat(20) + "q " + &"* ".repeat(20) + "path{fill:red}";
    assert_eq!(refused(&format!("<style>{never}</style>{many}")), Some(TooCostly));
}

#[test]
fn a_picture_that_costs_too_much_at_its_size_is_drawn_smaller_and_made_larger() {
    let inside = "<rect width='64' height='64' fill='red' opacity='.9'/>".repeat(30);
    let picture = draw(svg(&inside).as_bytes(), 512).unwrap();
    assert_eq!(picture.dimensions(), (512, 512));
    assert_eq!(picture.get_pixel(256, 256).0, RED);
}

#[test]
fn what_costs_too_much_at_any_size_is_refused() {
    let blurred = "<g style='filter:blur(5px)'>".repeat(40) + SHAPE + &"</g>".repeat(40);
    let dashes = "<path d='M0 0H99999' stroke='red' stroke-dasharray='.001'/>";
    let tile = "<pattern id='a' width='99999' height='99999' \
                patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>\
                <rect width='64' height='64' fill='url(#a)'/>";
    let comb = format!("<path d='M0 0{}'/>", "L9 64 9 0".repeat(4000));
    for inside in [blurred.as_str(), dashes, tile, &comb] {
        assert_eq!(refused(inside), Some(TooCostly), "{inside:.100}");
    }
}

#[test]
fn declarations_are_told_apart_as_in_css() {
    for (text, expected) in [
        ("fill:red;stroke:blue", &[("fill", "red", false), ("stroke", "blue", false)][..]),
        (
            " fill : red ; ;x;:y;z:; stroke:1 2 ;",
            &[("fill", "red", false), ("stroke", "1 2", false)],
        ),
        ("fill:red!important", &[("fill", "red", true)]),
        ("fill:red ! IMPORTANT;a:b !c", &[("fill", "red", true)]),
        (
            "/* a:b; */fill/**/:/*;*/red/* don't! */;a:b",
            &[("fill", "red", false), ("a", "b", false)],
        ),
        ("fill:url('#a;b') red", &[("fill", "url('#a;b') red", false)]),
        ("fill:url(#a;b);a:b", &[("fill", "url(#a;b)", false), ("a", "b", false)]),
        ("a:\";\";b:';c:d", &[("a", "\";\"", false), ("b", "';c:d", false)]),
        ("a:b/* c", &[("a", "b/* c", false)]),
        ("", &[]),
    ] {
        let found: Vec<_> = style::declarations(text)
            .map(|declaration| (declaration.name, declaration.value, declaration.important))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn each_limit_of_a_rule_lets_through_what_reaches_it_and_nothing_more() {
    let classes = |count: usize| svg(&format!("<style>g{}{{}}</style>", ".a".repeat(count)));
    let most = style::MAX_CONDITIONS - 1;
    check_limit("conditions", &classes(most), &classes(most + 1), TooCostly);
    let names = |count: usize| svg(&format!("<style>{}{{}}</style>", "g ".repeat(count)));
    let most = style::MAX_CONDITIONS;
    check_limit("names", &names(most), &names(most + 1), TooCostly);
}

#[test]
fn looks_at_long_values_past_comments_and_for_the_same_values_are_paid_for() {
    let long = |letters: usize| {
        svg(&format!("<style>{}</style><g class='{}'/>", ".b{}".repeat(900), "a".repeat(letters)))
    };
    check_limit("class", &long(64), &long(100 * 64), TooCostly);
    let past = |comments: usize| {
        let rules = ":first-child{}".repeat(900);
        svg(&format!("{}<g/><style>{rules}</style>", "<!---->".repeat(comments)))
    };
    check_limit("comments", &past(10), &past(100), TooCostly);
    let again = |letters: usize| {
        let value = "a".repeat(letters);
        svg(&format!("<style>g{{transform:{value}}}</style>{}", "<g/>".repeat(500)))
    };
    check_limit("values", &again(16), &again(4096), TooCostly);
}

/// What is said of a document before the renderer sees it.
fn expanded(document: &str) -> Option<RefusedReason> {
    let text = scan::scan(document.as_bytes()).unwrap();
    let xml = document::parse(&text).unwrap();
    let css = document::styles(&xml).unwrap();
    let read = document::read(&xml, &css, 64).unwrap();
    expand::check(&read).err().map(|refused| refused.reason())
}

#[test]
fn lines_that_are_joined_by_curves_cost_more_than_others() {
    for (around, inside, is_round) in [
        ("stroke-linejoin='round'", "", true),
        ("stroke-linecap='round'", "", true),
        ("", "stroke-linejoin='round'", true),
        ("stroke-linejoin='round'", "stroke-linejoin='inherit'", true),
        ("style='stroke-linejoin:round'", "", true),
        ("", "", false),
        ("stroke-linejoin='round'", "stroke-linejoin='bevel'", false),
    ] {
        for shape in [
            format!("<path {inside} d='M0 0{}'/>", "h1v1".repeat(5000)),
            format!("<path {inside} d='M0 0{}'/>", "l.1.1".repeat(5000)),
            format!("<polyline {inside} points='0 0{}'/>", " 1,1".repeat(5000)),
            format!("<line {inside} x2='1'/>").repeat(4000),
        ] {
            let document = svg(&format!("<g stroke='red' {around}>{shape}</g>"));
            let expected = is_round.then_some(TooCostly);
            assert_eq!(expanded(&document), expected, "{around} {inside} {shape:.30}");
        }
    }
}

#[test]
fn what_pictures_inside_cost_is_taken_from_what_drawing_may() {
    let picture = image::RgbaImage::new(256, 256);
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, png.into_inner());
    let image = format!("<image width='1' height='1' href='data:image/png;base64,{png}'/>");
    // Alone either is cheap enough.
    let shapes = "<rect width='64' height='64' fill='red'/>".repeat(300);
    assert_eq!(refused(&image.repeat(4)), None);
    assert_eq!(refused(&shapes), None);
    assert_eq!(refused(&(image.repeat(4) + &shapes)), Some(TooCostly));
}
