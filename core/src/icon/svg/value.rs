//! Values of attributes: which are passed on, and which cost too much whatever they say.

use super::{
    Refused, costly,
    words::{Name, Tag},
};

/// The longest `d` of a path, in bytes.
pub(super) const MAX_PATH_BYTES: usize = 96 << 10;
/// The longest list of points, in bytes.
pub(super) const MAX_POINTS_BYTES: usize = 64 << 10;
/// The longest list of other numbers, in bytes: transforms, matrices, tables.
pub(super) const MAX_LIST_BYTES: usize = 4096;
/// The longest pattern of dashes, in bytes.
pub(super) const MAX_DASHES_BYTES: usize = 512;
/// The longest other value, in bytes.
pub(super) const MAX_VALUE_BYTES: usize = 512;
/// The most digits before the point. Beyond, the outline of a curve is split into ever more pieces,
/// for the renderer reckons with 24 bits.
pub(super) const MAX_DIGITS: i32 = 5;
/// The most digits before the point where a unit follows that is larger than a pixel.
pub(super) const MAX_UNIT_DIGITS: i32 = 3;
/// How far the relative steps of a path may lead, all together.
pub(super) const MAX_STEPS: i32 = 500_000;
/// The most percent, but for sizes that sizes are told in percent of: those are at most 100.
pub(super) const MAX_PERCENT: i32 = 200;

/// What an attribute says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// Letters, digits and signs that mean nothing to XML or CSS.
    Text(&'a str),
    /// The identifier of an element of the document, and what to do without it.
    Wanted(&'a str, &'a str),
    /// An element of the document, by its place.
    Link(usize, &'a str),
    /// A picture inside of the document, by its place.
    Picture(usize),
}

/// Reads a value. Nothing means that the attribute is left out.
pub(super) fn read(tag: Tag, name: Name, value: &str) -> Result<Option<Value<'_>>, Refused> {
    let value = value.trim();
    let limit = longest(name);
    if value.len() > limit {
        return Err(costly(format!("the SVG has a `{}` of over {limit} bytes", name.word())));
    }
    if name == Name::Href {
        return Ok(value.strip_prefix('#').map(|id| Value::Wanted(id, "")));
    }
    if name.is_reference() && value.contains("url(") {
        return Ok(reference(name, value));
    }
    if !value.bytes().all(is_plain) || value.is_empty() || inherits_a_reference(name, value) {
        return Ok(None);
    }
    if !name.is_label() {
        check_numbers(value, name, is_frame(tag, name))?;
    }
    Ok(Some(Value::Text(value)))
}

fn longest(name: Name) -> usize {
    match name {
        Name::D => MAX_PATH_BYTES,
        Name::Points => MAX_POINTS_BYTES,
        Name::GradientTransform
        | Name::PatternTransform
        | Name::TableValues
        | Name::Transform
        | Name::Values => MAX_LIST_BYTES,
        Name::StrokeDasharray => MAX_DASHES_BYTES,
        _ => MAX_VALUE_BYTES,
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b" \t\r\n#%(),-+./:_*".contains(&byte)
}

/// `inherit` of a reference would be one that nobody sees. Paints and markers are inherited anyway.
/// What the shape around a marker is painted with is no value of its own either.
fn inherits_a_reference(name: Name, value: &str) -> bool {
    name.is_reference() && matches!(value, "inherit" | "context-fill" | "context-stroke")
}

/// Reads `url(#id)`, and behind it for a paint what to take if there is no such element.
fn reference(name: Name, value: &str) -> Option<Value<'_>> {
    let (target, rest) = value.strip_prefix("url(")?.split_once(')')?;
    let rest = rest.trim();
    let target = target.trim().trim_matches(['"', '\'']);
    let plain = rest.bytes().all(is_plain) && !rest.contains("url(");
    if !plain || (!name.is_paint() && !rest.is_empty()) {
        return None;
    }
    // An address outside of the document is an element that does not exist.
    Some(Value::Wanted(target.strip_prefix('#').unwrap_or(""), rest))
}

/// Sizes that others are told in percent of.
fn is_frame(tag: Tag, name: Name) -> bool {
    matches!(name, Name::Width | Name::Height) && matches!(tag, Tag::Svg | Tag::Symbol | Tag::Use)
}

/// Refuses numbers that are too large. It does not judge whether they are numbers otherwise.
fn check_numbers(value: &str, name: Name, is_frame: bool) -> Result<(), Refused> {
    let bytes = value.as_bytes();
    let (mut at, mut steps, mut relative) = (0, 0_i32, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            // A colour.
            b'#' => at += 1 + bytes[at + 1..].iter().take_while(|b| b.is_ascii_hexdigit()).count(),
            b'0'..=b'9' | b'.' => {
                let number = Number::read(bytes, at);
                number.check(bytes, is_frame)?;
                if name == Name::D && relative {
                    steps = steps.saturating_add(number.most());
                }
                at = number.end;
            }
            letter => {
                relative = if letter.is_ascii_alphabetic() {
                    letter.is_ascii_lowercase()
                } else {
                    relative
                };
                at += 1;
            }
        }
    }
    if steps > MAX_STEPS { Err(large()) } else { Ok(()) }
}

/// The most that a number of a value may be, whatever its sign, and at least 1.
pub(super) fn largest(value: &str) -> f64 {
    let bytes = value.as_bytes();
    let (mut at, mut most) = (0, 1);
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii_digit() || *byte == b'.' {
            let number = Number::read(bytes, at);
            most = most.max(number.most());
            at = number.end;
        } else {
            at += 1;
        }
    }
    f64::from(most)
}

fn large() -> Refused {
    costly("the SVG has larger numbers than an icon needs")
}

/// A number without its sign, as far as its size goes.
struct Number {
    whole: i32,
    digits: i32,
    end: usize,
}

impl Number {
    /// Reads the number that begins at a place.
    fn read(bytes: &[u8], start: usize) -> Self {
        let (mut end, mut digits, mut whole) = (start, 0_i32, 0_i32);
        while let Some(digit) = bytes.get(end).filter(|byte| byte.is_ascii_digit()) {
            whole = whole.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
            digits += i32::from(digits > 0 || *digit != b'0');
            end += 1;
        }
        if bytes.get(end) == Some(&b'.') {
            end += 1 + bytes[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        }
        if let Some((exponent, after)) = exponent(bytes, end) {
            // A fraction may stand for a large number if its exponent is large.
            digits = digits.max(1).saturating_add(exponent);
            whole = if exponent > 0 { i32::MAX } else { whole };
            end = after;
        }
        Self { whole, digits, end }
    }

    fn check(&self, bytes: &[u8], is_frame: bool) -> Result<(), Refused> {
        let rest = &bytes[self.end..];
        let most_percent = if is_frame { 100 } else { MAX_PERCENT };
        let percent = rest.first() == Some(&b'%');
        let units = ["in", "cm", "mm", "pt", "pc", "em", "ex"];
        let unit = units.iter().any(|unit| rest.starts_with(unit.as_bytes()));
        let most = if percent || unit { MAX_UNIT_DIGITS } else { MAX_DIGITS };
        let over = percent && self.whole > most_percent;
        if self.digits > most || over { Err(large()) } else { Ok(()) }
    }

    /// The most that it may be.
    fn most(&self) -> i32 {
        let by_digits = 10_i32.saturating_pow(self.digits.clamp(0, 9).unsigned_abs());
        by_digits.min(self.whole.saturating_add(1))
    }
}

/// The exponent that begins at a place, if one does, and the place behind it. `em` and `ex` are
/// units.
fn exponent(bytes: &[u8], at: usize) -> Option<(i32, usize)> {
    if !matches!(bytes.get(at), Some(b'e' | b'E')) {
        return None;
    }
    let negative = bytes.get(at + 1) == Some(&b'-');
    let mut end = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
    let first = end;
    let mut exponent = 0_i32;
    while let Some(digit) = bytes.get(end).filter(|byte| byte.is_ascii_digit()) {
        exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        end += 1;
    }
    (end > first).then_some((if negative { -exponent } else { exponent }, end))
}
