//! Scaling, such that what cannot be seen has no part in what can.

use std::ops::Range;

use image::{DynamicImage, ImageBuffer, Rgba, RgbaImage, imageops::FilterType};

use crate::icon::{Refused, RefusedReason};

/// How pixels are weighed: sharp enough for small icons.
const FILTER: FilterType = FilterType::CatmullRom;
/// How many pixels are left for each that is wanted, across and down, where a picture has more. Blocks
/// of the others become their mean first: a filter takes several times as long for each pixel.
const FINE: u32 = 2;

/// Scales a picture so that its longer side is `longest`. One that is as large already is given back
/// pixel by pixel.
pub(super) fn scale(picture: DynamicImage, longest: u32) -> Result<RgbaImage, Refused> {
    let (width, height) = (picture.width(), picture.height());
    let longer = width.max(height);
    if longer == longest {
        return Ok(picture.into_rgba8());
    }
    let (width, height) = (side(width, longer, longest), side(height, longer, longest));
    if !picture.color().has_alpha() {
        return Ok(picture.resize_exact(width, height, FILTER).into_rgba8());
    }
    let block = longer / (FINE * longest);
    let picture = picture.into_rgba8();
    let weighed = if block > 1 { weigh_blocks(&picture, block) } else { weigh(&picture) }?;
    let weighed = weighed.resize_exact(width, height, FILTER);
    unweigh(&weighed.into_rgba16())
}

/// A side in the proportion of the longer one, rounded, and of one pixel at least.
fn side(side: u32, longer: u32, longest: u32) -> u32 {
    ((side * longest + longer / 2) / longer).max(1)
}

/// Multiplies colours by their alpha, and alpha by 255: with that many steps, little alpha loses no
/// colour, and nothing is rounded.
fn weigh(picture: &RgbaImage) -> Result<DynamicImage, Refused> {
    let mut weighed: Vec<u16> = vec![0; picture.as_raw().len()];
    let pixels = picture.as_raw().as_chunks::<4>().0;
    for (to, from) in weighed.as_chunks_mut::<4>().0.iter_mut().zip(pixels) {
        *to = weigh_one(*from);
    }
    let (width, height) = picture.dimensions();
    weighed_picture(width, height, weighed)
}

/// The same, and blocks of pixels become their mean. A block has at least `block` pixels across and
/// down, and some more where the sides cannot be divided.
fn weigh_blocks(picture: &RgbaImage, block: u32) -> Result<DynamicImage, Refused> {
    let (width, height) = picture.dimensions();
    let (across, down) = ((width / block).max(1), (height / block).max(1));
    let pixels = picture.as_raw().as_chunks::<4>().0;
    let rows: Vec<&[[u8; 4]]> = pixels.chunks(width as usize).collect();
    let mut weighed = Vec::with_capacity(4 * across as usize * down as usize);
    for row in 0..down {
        let rows = rows.get(part(row, down, height)).ok_or_else(fault)?;
        for column in 0..across {
            let columns = part(column, across, width);
            let mut sums = [0; 4];
            for row in rows {
                add_weighed(&mut sums, row.get(columns.clone()).unwrap_or_default());
            }
            let count = (rows.len() * columns.len()) as u64;
            let mean = |sum: u64| u16::try_from((sum + count / 2) / count).unwrap_or(u16::MAX);
            weighed.extend(sums.map(mean));
        }
    }
    weighed_picture(across, down, weighed)
}

/// Adds pixels as [`weigh_one`] weighs them. This is what a large picture costs, so that the steps
/// are written out: they are few even where a compiler leaves them as they stand.
fn add_weighed(sums: &mut [u64; 4], pixels: &[[u8; 4]]) {
    let [mut reds, mut greens, mut blues, mut weights] = *sums;
    for &[red, green, blue, alpha] in pixels {
        let weight = u64::from(alpha);
        reds += u64::from(red) * weight;
        greens += u64::from(green) * weight;
        blues += u64::from(blue) * weight;
        weights += 255 * weight;
    }
    *sums = [reds, greens, blues, weights];
}

/// The pixels of a side that belong to one of so many parts.
fn part(number: u32, parts: u32, side: u32) -> Range<usize> {
    // The largest product is that of two sides.
    let begin = |number: u32| (number * side / parts) as usize;
    begin(number)..begin(number + 1)
}

fn weigh_one([red, green, blue, alpha]: [u8; 4]) -> [u16; 4] {
    let weight = u16::from(alpha);
    [u16::from(red) * weight, u16::from(green) * weight, u16::from(blue) * weight, 255 * weight]
}

fn weighed_picture(width: u32, height: u32, weighed: Vec<u16>) -> Result<DynamicImage, Refused> {
    let weighed = ImageBuffer::<Rgba<u16>, _>::from_raw(width, height, weighed);
    weighed.map(DynamicImage::ImageRgba16).ok_or_else(fault)
}

/// Divides colours by their alpha; what cannot be seen has no colour.
fn unweigh(picture: &ImageBuffer<Rgba<u16>, Vec<u16>>) -> Result<RgbaImage, Refused> {
    let mut straight: Vec<u8> = vec![0; picture.as_raw().len()];
    let pixels = picture.as_raw().as_chunks::<4>().0;
    for (to, from) in straight.as_chunks_mut::<4>().0.iter_mut().zip(pixels) {
        let [red, green, blue, weight] = from.map(u32::from);
        let alpha = (weight + 127) / 255;
        if alpha > 0 {
            let colour = |value: u32| narrow((value * 255 + weight / 2) / weight);
            *to = [colour(red), colour(green), colour(blue), narrow(alpha)];
        }
    }
    let (width, height) = picture.dimensions();
    RgbaImage::from_raw(width, height, straight).ok_or_else(fault)
}

/// A filter that sharpens may go beyond what there is.
fn narrow(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// There are always as many values as the sides say.
fn fault() -> Refused {
    Refused::new(RefusedReason::Internal, "the icon could not be scaled")
}

#[cfg(test)]
#[path = "scale_tests.rs"]
mod tests;
