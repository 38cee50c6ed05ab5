//! What a picture costs to draw at a size: time and layers.
//!
//! The tree that is drawn is walked as the renderer walks it, with the renderer's own bounds of
//! what it draws, and each step is counted: pixels by what fills them, edges by the rows that they
//! cross, layers by their bytes. A step costs at least what it takes to count it, so that a walk
//! ends with the budget.

use resvg::usvg::{
    ClipPath, Group, Image, Mask, Node, Paint, Path, Pattern, Rect, Transform, Tree,
};

use super::{
    Refused, are_at_most, costly, filters,
    outline::{Area, Outline},
};

/// What a picture may cost, in nanoseconds: much less than it may take, since the figures below are
/// estimates. They were held against random documents, each repeated until it just passed, with
/// dependencies at the lowest optimisation.
pub(super) const BUDGET: u64 = 60_000_000;
/// The most bytes of all layers that exist at one time.
pub(super) const MAX_LAYER_BYTES: f64 = 40.0 * 1_048_576.0;

/// A node that is visited.
const NODE: f64 = 3_000.0;
/// A path that is drawn, whatever it is.
const PATH: f64 = 8_000.0;
/// A line or a curve that becomes edges.
const CURVE: f64 = 2_500.0;
/// The largest number of a stroke, in pixels: the renderer reckons with 24 bits.
const LARGEST: f64 = 500_000.0;
/// How far from the canvas something may reach, in pixels. The renderer counts quarters of rows in 32
/// bits; from four times as far they overflow, and what comes of that may end the process.
const FARTHEST: f64 = 128_000_000.0;
/// An edge in a row of pixels.
const ROW: f64 = 350.0;
/// Two edges that are compared.
const PAIR: f64 = 6.0;
/// A dash.
const DASH: f64 = 20_000.0;
/// Pixels: of one colour, of a gradient, of a pattern or a picture, of a layer.
const SOLID: f64 = 20.0;
const GRADIENT: f64 = 80.0;
const SAMPLE: f64 = 300.0;
const LAYER: f64 = 40.0;
const MASK: f64 = 40.0;
const DECODE: f64 = 60.0;

/// Where something is drawn.
#[derive(Clone, Copy)]
struct Canvas {
    /// The pixels that there are.
    area: Area,
    /// How far layers may reach.
    reach: Area,
    /// The bytes of this layer and those around it.
    bytes: f64,
}

/// Refuses a tree that costs too much when it is drawn on a square of `side` pixels. `spent` of the
/// budget is gone already.
pub(super) fn check(
    tree: &Tree,
    transform: Transform,
    side: u32,
    spent: u64,
) -> Result<(), Refused> {
    let side = f64::from(side);
    let area = Area::new(0.0, 0.0, side, side);
    let canvas = Canvas { area, reach: area.widen(2.0 * side), bytes: 4.0 * area.pixels() };
    let left = u32::try_from(BUDGET.saturating_sub(spent)).unwrap_or(u32::MAX);
    let mut budget = Budget { left: left.into() };
    budget.spend(area.pixels() * LAYER)?;
    budget.nodes(tree.root(), transform, canvas)
}

struct Budget {
    left: f64,
}

impl Budget {
    fn spend(&mut self, cost: f64) -> Result<(), Refused> {
        self.left -= cost;
        // Written so that a cost that is no number is too much.
        if self.left >= 0.0 { Ok(()) } else { Err(costly("the SVG costs too much to draw")) }
    }

    fn nodes(&mut self, group: &Group, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        for node in group.children() {
            self.spend(NODE)?;
            match node {
                Node::Group(group) => self.group(group, at, canvas)?,
                Node::Path(path) => self.path(path, at, canvas)?,
                Node::Image(image) => self.image(image, at, canvas)?,
                Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let at = at.pre_concat(group.transform());
        if !group.should_isolate() {
            return self.nodes(group, at, canvas);
        }
        let (at, reach) = match upright(at).filter(|_| !group.filters().is_empty()) {
            Some(turned) => turned,
            None => (at, canvas.reach),
        };
        let Some(bounds) = area_of(group.layer_bounding_box().to_rect(), at) else { return Ok(()) };
        let layer = self.layer(bounds.widen(4.0), Canvas { reach, ..canvas })?;
        self.nodes(group, at, layer)?;
        let pixels = layer.area.pixels();
        for filter in group.filters() {
            let canvases = filters::canvases(filter);
            check_bytes(layer.bytes + 4.0 * pixels * canvases)?;
            self.spend(filters::cost(filter, pixels))?;
        }
        if let Some(clip) = group.clip_path() {
            self.clip(clip, at, layer)?;
        }
        if let Some(mask) = group.mask() {
            self.mask(mask, at, layer)?;
        }
        self.spend(pixels * LAYER)
    }

    /// A new layer for what lies in some bounds.
    fn layer(&mut self, bounds: Area, canvas: Canvas) -> Result<Canvas, Refused> {
        let area = bounds.meet(&canvas.reach);
        let bytes = canvas.bytes + 4.0 * area.pixels();
        check_bytes(bytes)?;
        self.spend(area.pixels() * LAYER)?;
        Ok(Canvas { area, bytes, ..canvas })
    }

    fn clip(&mut self, clip: &ClipPath, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let inside = self.layer_like(canvas)?;
        self.clipped(clip.root(), at.pre_concat(clip.transform()), inside)?;
        match clip.clip_path() {
            Some(clip) => self.clip(clip, at, inside),
            None => Ok(()),
        }
    }

    fn clipped(&mut self, group: &Group, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        for node in group.children() {
            self.spend(NODE)?;
            match node {
                Node::Path(path) => self.fill(path, at, canvas)?,
                Node::Group(group) => {
                    let at = at.pre_concat(group.transform());
                    let Some(clip) = group.clip_path() else {
                        self.clipped(group, at, canvas)?;
                        continue;
                    };
                    let inside = self.layer_like(canvas)?;
                    self.clipped(group, at, inside)?;
                    self.clip(clip, at, inside)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn mask(&mut self, mask: &Mask, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let inside = self.layer_like(canvas)?;
        self.nodes(mask.root(), at, inside)?;
        match mask.mask() {
            Some(mask) => self.mask(mask, at, inside),
            None => Ok(()),
        }
    }

    /// A layer of the same pixels, and the mask that is made of it.
    fn layer_like(&mut self, canvas: Canvas) -> Result<Canvas, Refused> {
        let pixels = canvas.area.pixels();
        let bytes = canvas.bytes + 6.0 * pixels;
        check_bytes(bytes)?;
        self.spend(pixels * (LAYER + MASK))?;
        Ok(Canvas { bytes, ..canvas })
    }

    fn path(&mut self, path: &Path, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        if path.is_visible() {
            self.fill(path, at, canvas)?;
            self.stroke(path, at, canvas)?;
        }
        Ok(())
    }

    fn fill(&mut self, path: &Path, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let Some(fill) = path.fill() else { return Ok(()) };
        let bounds = bounds(path.data().bounds(), at, canvas)?;
        self.spend(PATH)?;
        self.segments(path)?;
        let outline = Outline::trace(path.data(), at, canvas.area, 1.0);
        self.edges(outline.rows, outline.pairs)?;
        let pixels = bounds.widen(1.0).meet(&canvas.area).pixels();
        self.paint(fill.paint(), pixels, at, canvas)
    }

    fn stroke(&mut self, path: &Path, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let Some(stroke) = path.stroke() else { return Ok(()) };
        let bounds = bounds(path.stroke_bounding_box(), at, canvas)?;
        self.spend(PATH)?;
        self.segments(path)?;
        let scale = longest_scale(at);
        let width = f64::from(stroke.width().get()) * scale;
        let outline = Outline::trace(path.data(), at, canvas.area, width / 2.0 + 1.0);
        if let Some(dashes) = stroke.dasharray() {
            let period: f64 = dashes.iter().copied().map(f64::from).sum();
            let count = f64::from(u32::try_from(dashes.len()).unwrap_or(u32::MAX));
            self.spend(DASH * (outline.length * count / period))?;
        }
        let largest = outline.largest * scale;
        if !are_at_most([(largest, LARGEST), (width, LARGEST)]) {
            return Err(costly("the SVG has larger strokes than an icon needs"));
        }
        // Both sides of each piece, and what joins it to the next. A curve takes more pieces the
        // longer it is on the canvas, and the wider the stroke.
        let pieces = 20.0 + (2.0 * largest).powf(0.6) + width.powf(0.4);
        let edges = (outline.lines + outline.contours) * 4.0 + outline.curves * pieces;
        self.spend(edges * CURVE)?;
        let joins =
            (outline.lines + outline.curves + outline.contours) * width.min(canvas.area.height());
        self.edges(2.0 * outline.rows + 4.0 * joins, 16.0 * outline.pairs)?;
        let pixels = bounds.widen(2.0).meet(&canvas.area).pixels();
        let along = (outline.run + width) * (width + 2.0);
        self.paint(stroke.paint(), pixels.min(along), at, canvas)
    }

    /// What each segment takes to be looked at, paid before it is.
    fn segments(&mut self, path: &Path) -> Result<(), Refused> {
        self.spend(CURVE * f64::from(u32::try_from(path.data().len()).unwrap_or(u32::MAX)))
    }

    fn edges(&mut self, rows: f64, pairs: f64) -> Result<(), Refused> {
        self.spend(ROW * rows + PAIR * pairs)
    }

    fn paint(
        &mut self,
        paint: &Paint,
        pixels: f64,
        at: Transform,
        canvas: Canvas,
    ) -> Result<(), Refused> {
        match paint {
            Paint::Color(_) => self.spend(SOLID * pixels),
            Paint::LinearGradient(gradient) => self.gradient(gradient.stops().len(), pixels),
            Paint::RadialGradient(gradient) => self.gradient(gradient.stops().len(), pixels),
            Paint::Pattern(pattern) => {
                self.spend(SAMPLE * pixels)?;
                self.tile(pattern, at, canvas)
            }
        }
    }

    fn gradient(&mut self, stops: usize, pixels: f64) -> Result<(), Refused> {
        let stops = f64::from(u32::try_from(stops).unwrap_or(u32::MAX));
        self.spend((GRADIENT + 4.0 * stops) * pixels)
    }

    fn tile(&mut self, pattern: &Pattern, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let (across, down) = at.pre_concat(pattern.transform()).get_scale();
        let width = f64::from(pattern.rect().width()) * f64::from(across);
        let height = f64::from(pattern.rect().height()) * f64::from(down);
        let area = Area::new(0.0, 0.0, width + 1.0, height + 1.0);
        let bytes = canvas.bytes + 4.0 * area.pixels();
        check_bytes(bytes)?;
        self.spend(area.pixels() * LAYER)?;
        let at = Transform::from_scale(across, down);
        self.nodes(pattern.root(), at, Canvas { area, bytes, ..canvas })
    }

    fn image(&mut self, image: &Image, at: Transform, canvas: Canvas) -> Result<(), Refused> {
        let size = image.size();
        let kept = f64::from(size.width()) * f64::from(size.height());
        check_bytes(canvas.bytes + 8.0 * kept)?;
        let bounds = match size.to_rect(0.0, 0.0) {
            Some(rect) => bounds(rect, at, canvas)?,
            None => canvas.area,
        };
        let pixels = bounds.widen(1.0).meet(&canvas.area).pixels();
        self.spend(PATH + DECODE * kept + SAMPLE * pixels)
    }
}

fn check_bytes(bytes: f64) -> Result<(), Refused> {
    if bytes <= MAX_LAYER_BYTES {
        Ok(())
    } else {
        Err(costly("the SVG takes more memory to draw than an icon may"))
    }
}

/// Where something lies on the canvas; all over it, if that cannot be told.
fn bounds(rect: Rect, at: Transform, canvas: Canvas) -> Result<Area, Refused> {
    let area = area_of(rect, at).unwrap_or(canvas.area);
    let reach = [area.left, area.top, area.right, area.bottom];
    if reach.into_iter().all(|side| side.abs() <= FARTHEST) {
        Ok(area)
    } else {
        Err(costly("the SVG reaches farther than an icon needs"))
    }
}

/// Where a rectangle lies on the canvas, if it can be told.
fn area_of(rect: Rect, at: Transform) -> Option<Area> {
    let rect = rect.transform(at)?;
    let [left, top] = [rect.left(), rect.top()].map(f64::from);
    let [right, bottom] = [rect.right(), rect.bottom()].map(f64::from);
    Some(Area::new(left, top, right, bottom))
}

fn longest_scale(at: Transform) -> f64 {
    let [sx, kx, ky, sy] = [at.sx, at.kx, at.ky, at.sy].map(f64::from);
    sx.hypot(ky).max(kx.hypot(sy)) * std::f64::consts::SQRT_2
}

/// A group with filters that is turned or skewed is drawn upright first, on a layer of its own
/// scale. How far that reaches is not followed.
fn upright(at: Transform) -> Option<(Transform, Area)> {
    if at.kx == 0.0 && at.ky == 0.0 {
        return None;
    }
    let (across, down) = (at.sx.hypot(at.ky), at.kx.hypot(at.sy));
    let reach = Area::new(f64::MIN, f64::MIN, f64::MAX, f64::MAX);
    Some((Transform::from_scale(across, down), reach))
}
