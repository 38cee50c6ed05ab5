//! Draws an icon over and over, and prints what one drawing takes. `icon-drawer WAY KIND SIZE COUNT`
//! takes the file from its standard input. Ways: `hostline`, and `bare`, which hands the file to the
//! same decoders, scalers and encoders and looks at nothing before.

use std::{
    env,
    hint::black_box,
    io::{self, Cursor, Read as _},
    time::Instant,
};

use hostline_bench::{Result, machine::Process, sample::Section};
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder as _, ImageFormat, ImageReader,
    codecs::png::{CompressionType, FilterType, PngEncoder},
    imageops,
};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [way, kind, size, count] = words.as_slice() else {
        return Err("a way, a kind, a size and a count are needed".into());
    };
    let (size, count) = (size.parse()?, count.parse()?);
    let mut file = Vec::new();
    io::stdin().read_to_end(&mut file)?;
    let draw = || match (way.as_str(), format(kind)) {
        ("hostline", _) => Ok(hostline::icon::sanitize(&file, None, size)?.png().to_vec()),
        ("bare", Some(format)) => bare(&file, format, size),
        ("bare", None) => bare_svg(&file, size),
        (other, _) => Err(format!("there is no way {other}").into()),
    };
    draw()?;
    let mut section = Section::begin(Process::own(), count)?;
    for _ in 0..count {
        let began = Instant::now();
        black_box(draw()?);
        section.note(began.elapsed());
    }
    section.finish(count)
}

/// The format of a raster picture.
fn format(kind: &str) -> Option<ImageFormat> {
    match kind {
        "png" => Some(ImageFormat::Png),
        "jpeg" => Some(ImageFormat::Jpeg),
        "webp" => Some(ImageFormat::WebP),
        _ => None,
    }
}

fn bare(file: &[u8], format: ImageFormat, size: u32) -> Result<Vec<u8>> {
    let picture = ImageReader::with_format(Cursor::new(file), format).decode()?;
    let picture = if picture.width().max(picture.height()) == size {
        picture
    } else {
        picture.resize(size, size, imageops::FilterType::CatmullRom)
    };
    encode(&picture)
}

fn bare_svg(file: &[u8], size: u32) -> Result<Vec<u8>> {
    let tree = Tree::from_data(file, &Options::default())?;
    let mut canvas = Pixmap::new(size, size).ok_or("there is no canvas of this size")?;
    #[expect(clippy::cast_precision_loss, reason = "a size is far below 2^24")]
    let scale = size as f32 / tree.size().width().max(tree.size().height());
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    let pixels = canvas.take_demultiplied();
    let picture = image::RgbaImage::from_raw(size, size, pixels).ok_or("there are no pixels")?;
    encode(&DynamicImage::ImageRgba8(picture))
}

fn encode(picture: &DynamicImage) -> Result<Vec<u8>> {
    let picture = picture.to_rgba8();
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive)
        .write_image(&picture, picture.width(), picture.height(), ExtendedColorType::Rgba8)?;
    Ok(png)
}
