//! What an outline costs to fill: how many edges cross how many rows of pixels.

use resvg::{
    tiny_skia::{Path, PathSegment},
    usvg::Transform,
};

/// A rectangle of pixels, with fractions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self { left, top, right, bottom }
    }

    pub(super) fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    pub(super) fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    pub(super) fn pixels(&self) -> f64 {
        self.width() * self.height()
    }

    /// What is in both.
    pub(super) fn meet(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The same with a margin.
    pub(super) fn widen(&self, by: f64) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }
}

/// How many bands of rows edges are counted in.
const BANDS: u32 = 16;

/// A path as it lies on the canvas.
pub(super) struct Outline {
    pub(super) lines: f64,
    pub(super) curves: f64,
    pub(super) contours: f64,
    /// The rows that each edge crosses, together.
    pub(super) rows: f64,
    /// The rows and columns that each edge crosses, together.
    pub(super) run: f64,
    /// The length in the path's own units, along the points that bend curves.
    pub(super) length: f64,
    /// The largest number of the path, in its own units.
    pub(super) largest: f64,
    /// At least the pairs of edges that may stand in one row, and have to be sorted.
    pub(super) pairs: f64,
}

struct Tracer {
    transform: Transform,
    area: Area,
    margin: f64,
    bands: [f64; BANDS as usize],
    outline: Outline,
}

impl Outline {
    /// Follows a path. `margin` is how far its edges stand from it on the canvas.
    pub(super) fn trace(path: &Path, transform: Transform, area: Area, margin: f64) -> Self {
        let outline = Self {
            lines: 0.0,
            curves: 0.0,
            contours: 0.0,
            rows: 0.0,
            run: 0.0,
            length: 0.0,
            largest: 0.0,
            pairs: 0.0,
        };
        let bands = [0.0; BANDS as usize];
        let mut tracer = Tracer { transform, area, margin, bands, outline };
        tracer.path(path);
        let all: f64 = tracer.outline.lines + tracer.outline.curves;
        let in_bands: f64 = tracer.bands.iter().map(|edges| edges * edges).sum();
        tracer.outline.pairs = in_bands.min(all * all);
        tracer.outline
    }
}

type Point = (f64, f64);

impl Tracer {
    fn path(&mut self, path: &Path) {
        let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
        let point = |point: resvg::tiny_skia::Point| (f64::from(point.x), f64::from(point.y));
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.close(last, start);
                    (start, last) = (point(to), point(to));
                }
                PathSegment::LineTo(to) => last = self.edge(&[last, point(to)]),
                PathSegment::QuadTo(by, to) => last = self.edge(&[last, point(by), point(to)]),
                PathSegment::CubicTo(by, and, to) => {
                    last = self.edge(&[last, point(by), point(and), point(to)]);
                }
                PathSegment::Close => {
                    self.close(last, start);
                    last = start;
                }
            }
        }
        self.close(last, start);
    }

    fn close(&mut self, last: Point, start: Point) {
        self.outline.contours += 1.0;
        if last != start {
            self.edge(&[last, start]);
        }
    }

    /// Counts an edge, and gives its end.
    fn edge(&mut self, points: &[Point]) -> Point {
        let (sx, kx, tx) = (self.transform.sx, self.transform.kx, self.transform.tx);
        let (ky, sy, ty) = (self.transform.ky, self.transform.sy, self.transform.ty);
        let [sx, kx, tx, ky, sy, ty] = [sx, kx, tx, ky, sy, ty].map(f64::from);
        let mut edge = Area::new(f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (x, y) in points {
            self.outline.largest = self.outline.largest.max(x.abs()).max(y.abs());
            let (across, down) = (x * sx + y * kx + tx, x * ky + y * sy + ty);
            edge.left = edge.left.min(across);
            edge.right = edge.right.max(across);
            edge.top = edge.top.min(down);
            edge.bottom = edge.bottom.max(down);
        }
        let edge = edge.widen(self.margin).meet(&self.area);
        for pair in points.windows(2) {
            self.outline.length += (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        }
        *(if points.len() == 2 { &mut self.outline.lines } else { &mut self.outline.curves }) +=
            1.0;
        self.outline.rows += edge.height();
        self.outline.run += edge.height() + edge.width();
        let band = self.area.height() / f64::from(BANDS);
        for (place, edges) in (0_u32..).zip(&mut self.bands) {
            let top = self.area.top + band * f64::from(place);
            *edges += f64::from(u8::from(edge.bottom > top && edge.top < top + band));
        }
        points[points.len() - 1]
    }
}
