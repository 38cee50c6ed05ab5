//! Scaling, such that what cannot be seen has no part in what can.

use image::{DynamicImage, ImageBuffer, Rgba, RgbaImage, imageops::FilterType};

use crate::icon::{Refused, RefusedReason};

/// How pixels are weighed: sharp enough for small icons.
const FILTER: FilterType = FilterType::CatmullRom;

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
    let weighed = weigh(&picture.into_rgba8())?.resize_exact(width, height, FILTER);
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
        let [red, green, blue, alpha] = *from;
        let weight = u16::from(alpha);
        *to = [
            u16::from(red) * weight,
            u16::from(green) * weight,
            u16::from(blue) * weight,
            255 * weight,
        ];
    }
    let (width, height) = picture.dimensions();
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
