//! How large the outline of a stroke can become before it is drawn.
//!
//! The renderer strokes each path once to know its bounds: in its own units, and, where it is
//! turned, in those of the whole picture. A curve costs more the larger it is then, and without an
//! end where its numbers are large, so that how large is followed from element to element. A line
//! costs little, unless what joins it to the next is round.

use super::{
    Refused, are_at_most, costly,
    document::Element,
    value::{Value, largest},
    words::{Name, Tag},
};

/// Nanoseconds for each byte of a stroked curve, which takes 4 bytes at least. Measured were up to 10
/// microseconds for a curve of 1,000 units, 150 for one of 100,000, and many milliseconds beyond.
const BYTE: u64 = 2_500;
/// Nanoseconds for a stroked line, and for one that is joined to the next by a curve of up to 32
/// pieces, or ends in two.
const LINE: u64 = 200;
const ROUND_LINE: u64 = 5_000;
/// How much more they are for curves of five digits.
const WIDE: u64 = 5;
/// The largest numbers that are not wide.
const NARROW: f64 = 10_000.0;
/// The largest number of a turned curve, in units of the picture.
const LARGEST: f64 = 200_000.0;
/// How far a turned curve may reach, in units of the picture.
const FARTHEST: f64 = 500_000.0;

/// What the elements around do to a stroke.
#[derive(Clone, Copy)]
pub(super) struct Outset {
    stroked: bool,
    /// Whether what joins pieces of a stroke is round, and whether its ends are.
    round: [bool; 2],
    turned: bool,
    /// The most that a unit can be in units of the picture.
    scale: f64,
    /// The most that something is moved, in units of the picture.
    moved: f64,
    /// The longest side of what percentages are told of.
    frame: f64,
}

impl Default for Outset {
    fn default() -> Self {
        let round = [false; 2];
        Self { stroked: false, round, turned: false, scale: 1.0, moved: 0.0, frame: 0.0 }
    }
}

impl Outset {
    /// What holds inside of an element.
    pub(super) fn inside(mut self, element: &Element<'_>) -> Self {
        match element.value(Name::Stroke) {
            Some(Value::Text(paint)) => self.stroked = paint != "none",
            Some(_) => self.stroked = true,
            None => {}
        }
        let names = [Name::StrokeLinejoin, Name::StrokeLinecap];
        for (round, name) in self.round.iter_mut().zip(names) {
            match element.value(name) {
                None | Some(Value::Text("inherit")) => {}
                Some(said) => *round = said == Value::Text("round"),
            }
        }
        for name in [Name::Transform, Name::PatternTransform] {
            if let Some(Value::Text(list)) = element.value(name) {
                self.transform(list);
            }
        }
        if let Some(Value::Text(origin)) = element.value(Name::TransformOrigin) {
            self.moved += 2.0 * self.scale * largest(origin);
        }
        match element.tag {
            // It is turned along the path, and scaled by the width of the stroke.
            Tag::Marker => self.unknown(),
            _ if in_units_of_the_object(element) => self.unknown(),
            Tag::Svg | Tag::Symbol | Tag::Use => self.frame(element),
            _ => {}
        }
        self
    }

    /// What holds inside of an element that another refers to.
    pub(super) fn within(self, other: Self) -> Self {
        Self {
            stroked: self.stroked,
            round: self.round,
            turned: self.turned || other.turned,
            scale: self.scale * other.scale,
            moved: self.moved + other.moved,
            frame: self.frame.max(other.frame),
        }
    }

    /// The cost of stroking an element. Lines that are joined by curves, or end in some, cost as
    /// much as those.
    pub(super) fn cost(self, element: &Element<'_>) -> Result<u64, Refused> {
        if !self.stroked {
            return Ok(0);
        }
        // Once in its own units, and once in those of the whole picture.
        let times = 1 + u64::from(self.turned);
        let Some(curve) = Curve::of(element) else {
            let line = if self.round.contains(&true) { ROUND_LINE } else { LINE };
            return Ok(lines(element) * line * times);
        };
        let mut size = curve.size;
        if self.turned {
            size *= self.scale;
            let reach = curve.reach * self.scale + self.moved;
            if !are_at_most([(size, LARGEST), (reach, FARTHEST)]) {
                return Err(costly("the SVG turns strokes that are larger than an icon needs"));
            }
        }
        let wide = if size <= NARROW { 1 } else { WIDE };
        Ok(curve.bytes * BYTE * wide * times)
    }

    fn unknown(&mut self) {
        self.turned = true;
        self.scale = f64::INFINITY;
    }

    /// Follows a list of transforms, each of which moves by what those before it have scaled.
    fn transform(&mut self, list: &str) {
        for call in list.split(')') {
            let Some((name, numbers)) = call.split_once('(') else { continue };
            let name = name.trim_matches(|sign: char| sign == ',' || sign.is_ascii_whitespace());
            let most = largest(numbers);
            match name {
                "translate" | "translateX" | "translateY" => self.moved += self.scale * most,
                "scale" => self.scale *= most,
                // Its numbers are degrees and where it turns around.
                "rotate" => {
                    self.turned = true;
                    self.moved += 4.0 * self.scale * most;
                }
                "matrix" => {
                    self.turned |= !is_upright(numbers);
                    let (scale, moved) = matrix(numbers);
                    self.moved += self.scale * moved;
                    self.scale *= scale;
                }
                _ => self.unknown(),
            }
        }
    }

    /// A frame with a view box of its own scales what is in it.
    fn frame(&mut self, element: &Element<'_>) {
        for name in [Name::X, Name::Y] {
            if let Some(Value::Text(place)) = element.value(name) {
                self.moved += self.scale * self.length(place);
            }
        }
        let sides = [Name::Width, Name::Height].map(|name| match element.value(name) {
            Some(Value::Text(side)) => self.length(side),
            _ => 0.0,
        });
        let longest = sides[0].max(sides[1]);
        let Some(Value::Text(view)) = element.value(Name::ViewBox) else {
            self.frame = self.frame.max(longest);
            return;
        };
        let [left, top, width, height] = numbers(view)[..] else { return self.unknown() };
        let outer = longest.max(self.frame);
        // A document of no size has that of its view box.
        if outer > 0.0 {
            self.scale *= outer / width.min(height).min(outer);
        }
        self.moved += self.scale * (left.abs() + top.abs());
        self.frame = width.max(height);
    }

    /// The most pixels that a length can be.
    fn length(&self, text: &str) -> f64 {
        let most = largest(text);
        match text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic()) {
            _ if text.ends_with("px") => most,
            _ if text.ends_with('%') => self.frame * most / 100.0,
            plain if plain.len() == text.len() => most,
            _ => most * 96.0,
        }
    }
}

/// Whether what is in an element is in units of the object that refers to it.
fn in_units_of_the_object(element: &Element<'_>) -> bool {
    [Name::ClipPathUnits, Name::MaskContentUnits, Name::PatternContentUnits].into_iter().any(
        |name| matches!(element.value(name), Some(Value::Text(units)) if units != "userSpaceOnUse"),
    ) || (element.tag == Tag::Pattern && element.value(Name::ViewBox).is_some())
        || (element.tag == Tag::Pattern && element.link(Name::Href).is_some())
}

/// At least as many as there are lines in a shape that has no curves.
fn lines(element: &Element<'_>) -> u64 {
    let list = match element.tag {
        Tag::Path => element.value(Name::D),
        Tag::Polygon | Tag::Polyline => element.value(Name::Points),
        Tag::Line => return 2,
        _ => None,
    };
    let Some(Value::Text(list)) = list else { return 0 };
    // Each line takes a number at least, or closes a contour.
    let (mut count, mut in_number, mut in_fraction) = (0, false, false);
    for byte in list.bytes() {
        match byte {
            b'0'..=b'9' if in_number => {}
            b'.' if in_number && !in_fraction => in_fraction = true,
            b'0'..=b'9' | b'.' => {
                count += 1;
                (in_number, in_fraction) = (true, byte == b'.');
            }
            _ => {
                count += u64::from(matches!(byte, b'z' | b'Z'));
                in_number = false;
            }
        }
    }
    count
}

/// A shape that is a curve.
struct Curve {
    bytes: u64,
    /// The largest of its numbers.
    size: f64,
    /// How far its numbers lead.
    reach: f64,
}

impl Curve {
    fn of(element: &Element<'_>) -> Option<Self> {
        match element.tag {
            Tag::Path => match element.value(Name::D) {
                Some(Value::Text(path)) => Self::path(path),
                _ => None,
            },
            Tag::Circle | Tag::Ellipse | Tag::Rect => Some(Self::round(element)),
            _ => None,
        }
    }

    fn path(path: &str) -> Option<Self> {
        path.bytes().find(|byte| b"cCsSqQtTaA".contains(byte))?;
        let steps = |byte: u8| byte.is_ascii_lowercase() && byte != b'e';
        let size = largest(path);
        let reach = if path.bytes().any(steps) { sum(path) } else { size };
        // An arc may bulge by its radius beyond its ends.
        Some(Self { bytes: u64::try_from(path.len()).ok()?, size: 2.0 * size, reach: 2.0 * reach })
    }

    fn round(element: &Element<'_>) -> Self {
        let names = [Name::X, Name::Y, Name::Width, Name::Height, Name::Cx, Name::Cy, Name::R];
        let mut size = 1.0_f64;
        for attribute in &element.attributes {
            let Value::Text(text) = attribute.value else { continue };
            let radius = matches!(attribute.name, Name::Rx | Name::Ry);
            if radius || names.contains(&attribute.name) {
                let plain = text.strip_suffix("px").unwrap_or(text);
                let unit = plain.ends_with(|sign: char| sign == '%' || sign.is_ascii_alphabetic());
                size = size.max(if unit { LARGEST } else { largest(plain) });
            }
        }
        Self { bytes: 64, size: 2.0 * size, reach: 2.0 * size }
    }
}

/// The sum of all numbers of a path, whatever their signs.
fn sum(path: &str) -> f64 {
    let numbers = path.split(|sign: char| !(sign.is_ascii_digit() || sign == '.'));
    numbers.filter(|number| !number.is_empty()).map(largest).sum()
}

fn numbers(list: &str) -> Vec<f64> {
    list.split([' ', ',', '\t', '\r', '\n']).filter_map(|number| number.parse().ok()).collect()
}

fn is_upright(list: &str) -> bool {
    matches!(numbers(list)[..], [_, ky, kx, _, _, _] if kx == 0.0 && ky == 0.0)
}

/// The most that a matrix scales and moves.
fn matrix(list: &str) -> (f64, f64) {
    let numbers = numbers(list);
    let [a, b, c, d, across, down] = numbers[..] else { return (f64::INFINITY, f64::INFINITY) };
    let scale = (a.abs() + c.abs()).max(b.abs() + d.abs());
    (scale, across.abs() + down.abs())
}
