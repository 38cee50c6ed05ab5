//! `data:` addresses: a file that stands in its own address (RFC 2397).
//!
//! What the file comes to is told from the length of the text before anything of it is decoded. All
//! of the text is gone through, so that it is done where that holds up nobody.

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use percent_encoding::percent_decode_str;

use super::{MAX_FILE_BYTES, Refused, RefusedReason, address::check_text, refused::too_large};

/// The longest that may stand in front of the comma, in bytes.
const MAX_HEAD_BYTES: usize = 256;

/// Standard base64, with or without its padding. Bits that are left over must be zero, so that a
/// file has one spelling.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Takes apart what stands behind `data:`: the file, and the media type that it says it has.
pub(super) fn decode(text: &str) -> Result<(Vec<u8>, Option<&str>), Refused> {
    check_text(text.trim_start_matches(' '))?;
    let head_room = text.len().min(MAX_HEAD_BYTES);
    let comma = text.as_bytes()[..head_room].iter().position(|byte| *byte == b',');
    let comma =
        comma.ok_or_else(|| refuse("the icon's data: address has no comma in its place"))?;
    let (head, payload) = (&text[..comma], &text[comma + 1..]);
    let mut parts = head.split(';');
    let media_type = parts.next().map(str::trim).filter(|text| !text.is_empty());
    let is_base64 =
        parts.next_back().is_some_and(|last| last.trim().eq_ignore_ascii_case("base64"));
    let bytes = if is_base64 { from_base64(payload)? } else { from_escapes(payload)? };
    Ok((bytes, media_type))
}

fn from_base64(payload: &str) -> Result<Vec<u8>, Refused> {
    let digits = payload.trim_end_matches('=').len();
    // Four digits are three bytes. The product cannot overflow: the text is in memory.
    if digits / 4 * 3 + digits % 4 * 3 / 4 > MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES));
    }
    BASE64.decode(payload).map_err(|_| refuse("the icon's data: address is no base64"))
}

fn from_escapes(payload: &str) -> Result<Vec<u8>, Refused> {
    let bytes = payload.as_bytes();
    if payload.len() > 3 * MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES));
    }
    let (mut place, mut length) = (0, 0);
    while let Some(byte) = bytes.get(place) {
        place += match byte {
            b'%' => {
                let digits = bytes.get(place + 1..place + 3);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    return Err(refuse("the icon's data: address has a broken escape"));
                }
                3
            }
            // Browsers end the file here, so that others would see another one.
            b'#' => return Err(refuse("the icon's data: address has a # that is not escaped")),
            _ => 1,
        };
        length += 1;
    }
    if length > MAX_FILE_BYTES {
        return Err(too_large(MAX_FILE_BYTES));
    }
    let mut file = Vec::with_capacity(length);
    file.extend(percent_decode_str(payload));
    Ok(file)
}

fn refuse(sentence: &'static str) -> Refused {
    Refused::new(RefusedReason::Address, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> RefusedReason {
        decode(text).unwrap_err().reason()
    }

    #[test]
    fn a_file_stands_in_its_address() {
        for (text, bytes, media_type) in [
            ("image/png;base64,AAEC", &[0, 1, 2][..], Some("image/png")),
            ("image/png;base64,AAE=", &[0, 1], Some("image/png")),
            ("image/png;BASE64,AAE=", &[0, 1], Some("image/png")),
            ("image/png; Base64,AAE=", &[0, 1], Some("image/png")),
            ("image/png;base64,AAE", &[0, 1], Some("image/png")),
            ("image/png;base64,AA", &[0], Some("image/png")),
            ("image/png;base64,+/+/", &[0xfb, 0xff, 0xbf], Some("image/png")),
            (";base64,AAEC", &[0, 1, 2], None),
            ("image/svg+xml;charset=utf-8;base64,PA==", b"<", Some("image/svg+xml")),
            ("image/svg+xml,%3Csvg/%3e", b"<svg/>", Some("image/svg+xml")),
            ("image/svg+xml;utf8,<svg a='b c'/>", b"<svg a='b c'/>", Some("image/svg+xml")),
            ("image/svg+xml,a,b", b"a,b", Some("image/svg+xml")),
            ("image/svg+xml,ü", "ü".as_bytes(), Some("image/svg+xml")),
            (",", b"", None),
        ] {
            assert_eq!(decode(text).unwrap(), (bytes.to_vec(), media_type), "{text}");
        }
    }

    #[test]
    fn junk_is_refused() {
        for text in [
            "",
            "image/png;base64",
            "image/png;base64,A",
            "image/png;base64,AAEC=",
            "image/png;base64,A===",
            "image/png;base64,AB==",
            "image/png;base64,AA=A",
            "image/png;base64,AA EC",
            "image/png;base64,AA-_",
            "image/png;base64,AAEC%3D",
            "image/png;base64,AAEC#x",
            "image/svg+xml,%",
            "image/svg+xml,%3",
            "image/svg+xml,%3g",
            "image/svg+xml,%+1",
            "image/svg+xml,%ü",
            "image/svg+xml,<svg fill='#fff'/>",
            ", ",
            ",a\n",
            ",\u{1b}",
        ] {
            assert_eq!(reason(text), RefusedReason::Address, "{text}");
        }
        let long = format!("image/png;{};base64,AAEC", "x".repeat(MAX_HEAD_BYTES));
        assert_eq!(reason(&long), RefusedReason::Address);
        // A head that is cut off in the middle of a letter.
        let long = format!("{}é,", "x".repeat(MAX_HEAD_BYTES - 1));
        assert_eq!(reason(&long), RefusedReason::Address);
    }

    #[test]
    fn a_file_is_as_long_as_an_icon_may_be_and_no_longer() {
        let whole = MAX_FILE_BYTES / 3;
        assert_eq!(MAX_FILE_BYTES % 3, 1);
        for padding in ["", "=="] {
            let just = format!(";base64,{}AA{padding}", "AAAA".repeat(whole));
            assert_eq!(decode(&just).unwrap().0.len(), MAX_FILE_BYTES);
            let over = format!(";base64,{}AAA", "AAAA".repeat(whole));
            assert_eq!(reason(&over), RefusedReason::TooLarge);
        }
        let just = format!(",{}", "%00".repeat(MAX_FILE_BYTES));
        assert_eq!(decode(&just).unwrap().0.len(), MAX_FILE_BYTES);
        for over in ["%00".repeat(MAX_FILE_BYTES + 1), "a".repeat(MAX_FILE_BYTES + 1)] {
            assert_eq!(reason(&format!(",{over}")), RefusedReason::TooLarge);
        }
        // Told from the length: what would be junk is not looked at.
        let junk = format!(";base64,{}", "!".repeat(2 * MAX_FILE_BYTES));
        assert_eq!(reason(&junk), RefusedReason::TooLarge);
    }
}
