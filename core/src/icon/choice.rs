//! Which of several icons to take: a judgement of what the server says of them, and nothing else.
//!
//! A server may give a picture in several sizes, and for a light and a dark background (2026-07-28
//! basic, "`icons`"). What it says is advice: the picture that comes of it is checked all the same.

use super::{MAX_PIXELS, MAX_SIDE};

/// How many icons of one thing are looked at.
pub(super) const MAX_CANDIDATES: usize = 64;
/// How many sizes of one icon are looked at.
const MAX_SIZES: usize = 32;
/// The longest text that says a size, in bytes.
const MAX_SIZE_BYTES: usize = 11;

/// An icon as the server tells of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'a> {
    /// Its address.
    pub(crate) src: &'a str,
    /// Its media type, where the server says it.
    pub(crate) media_type: Option<&'a str>,
    /// The sizes that it is made for, such as `48x48` or `any`.
    pub(crate) sizes: &'a [String],
    /// The background that it is made for, such as `light`.
    pub(crate) theme: Option<&'a str>,
}

/// How well an icon fits, the best first: by theme, then by size.
type Rank = (Theme, Fit);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Theme {
    Wanted,
    Unsaid,
    Other,
}

/// The smallest that is large enough needs the least work and loses the least. What scales is
/// drawn for any size, and comes after it because drawing costs more than scaling down. What says
/// nothing of its size may be large enough, what says that it is too small is not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Covers(u32),
    Scales,
    Unsaid,
    TooSmall { missing: u32 },
}

/// The icons, the best first; between equals the server's order counts.
pub(super) fn order<'a>(
    candidates: &[Candidate<'a>],
    size: u32,
    theme: &str,
) -> Vec<Candidate<'a>> {
    let looked_at = candidates.iter().take(MAX_CANDIDATES);
    let mut ranked: Vec<(Rank, Candidate<'a>)> =
        looked_at.map(|candidate| (rank(candidate, size, theme), *candidate)).collect();
    // The sort is stable.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, candidate)| candidate).collect()
}

fn rank(candidate: &Candidate<'_>, size: u32, theme: &str) -> Rank {
    let theme = match candidate.theme {
        Some(its) if its == theme => Theme::Wanted,
        None => Theme::Unsaid,
        Some(_) => Theme::Other,
    };
    let said = candidate.sizes.iter().take(MAX_SIZES);
    let sizes = said.filter_map(|text| fit(text, size));
    // An SVG scales, whatever else it says.
    let scales = candidate.media_type.is_some_and(is_svg).then_some(Fit::Scales);
    (theme, sizes.chain(scales).min().unwrap_or(Fit::Unsaid))
}

/// How one size fits; nothing if it is no size.
fn fit(text: &str, wanted: u32) -> Option<Fit> {
    if text.len() > MAX_SIZE_BYTES {
        return None;
    }
    if text.eq_ignore_ascii_case("any") {
        return Some(Fit::Scales);
    }
    let (width, height) = text.split_once(['x', 'X'])?;
    let (width, height) = (side(width)?, side(height)?);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return None;
    }
    // The longer side is the one that fills the square.
    let side = width.max(height);
    Some(match wanted.checked_sub(side) {
        None | Some(0) => Fit::Covers(side),
        Some(missing) => Fit::TooSmall { missing },
    })
}

/// A side in pixels. What no picture may have is no side.
fn side(text: &str) -> Option<u32> {
    // `parse` alone would take a sign.
    let is_number = text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let side: u32 = text.parse().ok().filter(|_| is_number)?;
    (1..=MAX_SIDE).contains(&side).then_some(side)
}

fn is_svg(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("image/svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An icon of a test: its name, its sizes, its theme and its media type.
    type Said<'a> = (&'a str, &'a str, &'a str, &'a str);

    fn names(said: &[Said<'_>], size: u32, theme: &str) -> Vec<String> {
        let sizes: Vec<Vec<String>> = said
            .iter()
            .map(|(_, sizes, ..)| sizes.split_whitespace().map(str::to_owned).collect())
            .collect();
        let some = |text| Some(text).filter(|text: &&str| !text.is_empty());
        let candidates: Vec<Candidate<'_>> = said
            .iter()
            .zip(&sizes)
            .map(|((src, _, theme, media_type), sizes)| Candidate {
                src,
                media_type: some(*media_type),
                sizes,
                theme: some(*theme),
            })
            .collect();
        order(&candidates, size, theme).iter().map(|candidate| candidate.src.to_owned()).collect()
    }

    #[test]
    fn the_theme_counts_before_the_size() {
        let icons = [
            ("other", "64x64", "dark", ""),
            ("unknown", "64x64", "dim", ""),
            ("none", "64x64", "", ""),
            ("exact", "16x16", "light", ""),
        ];
        assert_eq!(names(&icons, 64, "light"), ["exact", "none", "other", "unknown"]);
        assert_eq!(names(&icons, 64, "dark")[..2], ["other", "none"]);
    }

    #[test]
    fn the_size_that_fits_best_comes_first() {
        let svg = "image/svg+xml; charset=utf-8";
        for (icons, expected) in [
            // The smallest that covers, then what scales, then what says nothing, then the largest.
            (
                &[
                    ("small", "48x48", "", ""),
                    ("huge", "512x512", "", ""),
                    ("right", "64x64", "", ""),
                    ("any", "any", "", ""),
                ][..],
                &["right", "huge", "any", "small"][..],
            ),
            (
                &[
                    ("16", "16x16", "", ""),
                    ("48", "48x48", "", ""),
                    ("unsaid", "", "", ""),
                    ("svg", "", "", svg),
                ],
                &["svg", "unsaid", "48", "16"],
            ),
            // The best of several sizes counts.
            (&[("both", "16x16 96x96", "", ""), ("one", "128x128", "", "")], &["both", "one"]),
            (&[("png", "32x32", "", "image/png"), ("svg", "32x32", "", svg)], &["svg", "png"]),
            // The longer side fills the square.
            (&[("low", "48X20", "", ""), ("wide", "20x64", "", "")], &["wide", "low"]),
            // Equals stay in their order.
            (
                &[("a", "64x64", "", ""), ("b", "64x64", "", ""), ("c", "64x64", "", "")],
                &["a", "b", "c"],
            ),
        ] {
            assert_eq!(names(icons, 64, "light"), expected);
        }
    }

    #[test]
    fn what_is_no_size_says_nothing() {
        for text in [
            "",
            "x",
            "64",
            "64x",
            "x64",
            "0x64",
            "64x0",
            "-64x64",
            "+64x+64",
            "64.0x64",
            "64x64x64",
            "64 x64",
            "６４x６４",
            "99999x1",
            "1x99999999999999999999",
            "4096x4096",
            "5000x5000",
            "anything",
            "64*64",
        ] {
            assert!(fit(text, 64).is_none(), "{text}");
        }
        for text in ["64x64", "064x1", "4096x256", "ANY"] {
            assert!(fit(text, 64).is_some(), "{text}");
        }
        assert!(fit(&format!("64x64{}", " ".repeat(1 << 20)), 64).is_none());
        let icons = [("large", "4096x4096", "", ""), ("small", "8x8", "", "")];
        assert_eq!(names(&icons, 64, "light"), ["large", "small"]);
    }

    #[test]
    fn a_flood_of_icons_is_cut_off() {
        let mut icons = vec![("small", "16x16", "", ""); MAX_CANDIDATES];
        icons.push(("right", "64x64", "", ""));
        assert_eq!(names(&icons, 64, "light"), ["small"; MAX_CANDIDATES]);
    }
}
