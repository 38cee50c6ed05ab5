use super::{super::RefusedReason, *};

fn kind(bytes: &[u8]) -> Option<IconKind> {
    IconKind::of(bytes).ok()
}

#[test]
fn a_kind_is_told_from_the_first_bytes() {
    assert_eq!(kind(b"\x89PNG\r\n\x1a\n and more"), Some(IconKind::Png));
    assert_eq!(kind(b"\xff\xd8\xff\xe0"), Some(IconKind::Jpeg));
    assert_eq!(kind(b"GIF87a"), Some(IconKind::Gif));
    assert_eq!(kind(b"GIF89a"), Some(IconKind::Gif));
    assert_eq!(kind(b"RIFF\x10\0\0\0WEBPVP8 "), Some(IconKind::Webp));
}

#[test]
fn what_is_on_no_list_is_of_no_kind() {
    let others: [&[u8]; 16] = [
        b"",
        b"\x89PNG\r\n",
        b"\xff\xd8",
        b"GIF88a",
        b"RIFF\x10\0\0\0WAVEfmt ",
        b"RIFF",
        b"BM6\0\0\0",
        b"\0\0\x01\0\x01\0",
        b"\0\0\0\x1cftypavif",
        b"%PDF-1.7",
        b"\x1f\x8b\x08\0svg",
        b"II*\0",
        b"<!DOCTYPE html><html><body><svg xmlns='http://www.w3.org/2000/svg'/></body></html>",
        b"<html><svg/></html>",
        b"<?xml version='1.0'?><rss><svg/></rss>",
        b"#!/bin/sh",
    ];
    for other in others {
        let refused = IconKind::of(other).unwrap_err();
        assert_eq!(refused.reason(), RefusedReason::UnknownType, "{other:?}");
    }
}

#[test]
fn an_svg_is_told_from_its_root() {
    let documents = [
        "<svg/>",
        "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
        "<svg\n>",
        "<s:svg xmlns:s='http://www.w3.org/2000/svg'/>",
        "\u{feff}<svg/>",
        " \r\n\t<svg/>",
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <html> --><!---->\n<svg/>",
        "<?xml version='1.0'?><?xml-stylesheet href='a.css'?><svg/>",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://a/b[c>.dtd\"><svg/>",
        "<!DOCTYPE svg><!-- between --><svg/>",
    ];
    for document in documents {
        assert_eq!(kind(document.as_bytes()), Some(IconKind::Svg), "{document}");
    }
}

#[test]
fn what_only_looks_like_an_svg_is_of_no_kind() {
    let documents = [
        "<svg",
        "<SVG/>",
        "<svgx/>",
        "<svg:g/>",
        "text <svg/>",
        "<!-- <svg/>",
        "<?xml <svg/>",
        "<!DOCTYPE svg <svg/",
        "<!DOCTYPE html><svg/>",
        "<!doctype svg><svg/>",
        "<!DOCTYPEsvg><svg/>",
        "<!DOCTYPE svg><!DOCTYPE svg><svg/>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>",
        "<!DOCTYPE svg \"unclosed><svg/>",
        "<![CDATA[<svg/>]]>",
    ];
    for document in documents {
        assert_eq!(kind(document.as_bytes()), None, "{document}");
    }
}

#[test]
fn a_document_in_another_encoding_is_of_no_kind() {
    let utf_16: Vec<u8> = "\u{feff}<svg/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(kind(&utf_16), None);
    assert_eq!(kind(b"<svg id='\xe4'/>"), None);
}

#[test]
fn nothing_declared_is_no_contradiction() {
    let nothing = [None, Some(""), Some(" "), Some("application/octet-stream"), Some("; q=1")];
    for declared in nothing {
        assert_eq!(IconKind::Png.expect(declared), Ok(()), "{declared:?}");
    }
}

#[test]
fn a_declared_type_is_compared_without_case_and_parameters() {
    assert_eq!(IconKind::Png.expect(Some("Image/PNG ; charset=utf-8")), Ok(()));
    assert_eq!(IconKind::Svg.expect(Some("image/svg+xml;charset=utf-8")), Ok(()));
    assert_eq!(IconKind::Jpeg.expect(Some("image/jpg")), Ok(()));
    assert_eq!(IconKind::Jpeg.expect(Some("image/jpeg")), Ok(()));
}

#[test]
fn another_type_than_the_declared_one_is_refused() {
    let pairs = [
        (IconKind::Png, "image/jpeg"),
        (IconKind::Png, "image/jpg"),
        (IconKind::Png, "text/html"),
        (IconKind::Png, "image/*"),
        (IconKind::Png, "image/png, image/png"),
        (IconKind::Svg, "image/svg"),
        (IconKind::Svg, "text/xml"),
        (IconKind::Svg, "application/xml"),
        (IconKind::Svg, "text/plain"),
    ];
    for (kind, declared) in pairs {
        let refused = kind.expect(Some(declared)).unwrap_err();
        assert_eq!(refused.reason(), RefusedReason::OtherType, "{kind:?} {declared}");
    }
}
