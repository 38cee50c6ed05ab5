//! Drawing: the renderer's tree, the square, the pixels.

use image::RgbaImage;
use resvg::{
    tiny_skia::{FilterQuality, Pixmap, PixmapPaint},
    usvg::{Error, ImageHrefResolver, ImageKind, Options, Transform, Tree},
};

use super::{
    super::RefusedReason, Refused, broken, cost, costly, picture::Pictures, write::PICTURE,
};

/// The shortest side that a costly picture is drawn with before it is made larger.
pub(super) const SHORTEST: u32 = 48;

/// Makes the renderer's tree of a document that was written here.
pub(super) fn tree(text: &str, pictures: &Pictures) -> Result<Tree, Refused> {
    let options = Options {
        resources_dir: None,
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|address, _| {
                let place = address.strip_prefix(PICTURE)?.parse().ok()?;
                pictures.at(place).map(ImageKind::PNG)
            }),
        },
        ..Options::default()
    };
    Tree::from_str(text, &options).map_err(|error| match error {
        Error::InvalidSize => broken("the SVG has no size"),
        Error::ElementsLimitReached => costly("the SVG comes to more elements than an icon may"),
        _ => broken("the SVG cannot be read"),
    })
}

/// Draws a tree into the middle of a square. What would cost too much at that size is drawn at
/// half of it, or less, and then made larger. `spent` is what the pictures inside have cost.
pub(super) fn draw(tree: &Tree, size: u32, spent: u64) -> Result<RgbaImage, Refused> {
    let mut side = size;
    while let Err(refused) = cost::check(tree, placed(tree, side), side, spent) {
        if side / 2 < SHORTEST {
            return Err(refused);
        }
        side /= 2;
    }
    let mut square = pixmap(side)?;
    resvg::render(tree, placed(tree, side), &mut square.as_mut());
    if side != size {
        square = enlarge(&square, size)?;
    }
    RgbaImage::from_raw(size, size, square.take_demultiplied()).ok_or_else(no_room)
}

/// The transform that puts a tree into the middle of a square.
pub(super) fn placed(tree: &Tree, side: u32) -> Transform {
    let (width, height) = (tree.size().width(), tree.size().height());
    let side = f32::from(u16::try_from(side).unwrap_or(u16::MAX));
    let scale = side / width.max(height);
    let (across, down) = ((side - width * scale) / 2.0, (side - height * scale) / 2.0);
    Transform::from_row(scale, 0.0, 0.0, scale, across, down)
}

fn enlarge(square: &Pixmap, size: u32) -> Result<Pixmap, Refused> {
    let mut larger = pixmap(size)?;
    let [from, to] =
        [square.width(), size].map(|side| f32::from(u16::try_from(side).unwrap_or(u16::MAX)));
    let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    let scale = Transform::from_scale(to / from, to / from);
    larger.draw_pixmap(0, 0, square.as_ref(), &paint, scale, None);
    Ok(larger)
}

fn pixmap(side: u32) -> Result<Pixmap, Refused> {
    Pixmap::new(side, side).ok_or_else(no_room)
}

fn no_room() -> Refused {
    Refused::new(RefusedReason::Internal, "there is no room to draw the icon in")
}
