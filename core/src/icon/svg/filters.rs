//! What filters cost: pixels times primitives.

use resvg::usvg::filter::{CompositeOperator, Filter, Kind};

/// Nanoseconds a pixel: for what each primitive does beside its own work (copies, colour spaces),
/// and for its own.
const PRIMITIVE: f64 = 120.0;
const BLUR: f64 = 250.0;
const ARITHMETIC: f64 = 120.0;
const TRANSFER: f64 = 120.0;
const DRAW: f64 = 40.0;

/// The time that a filter takes for some pixels, in nanoseconds.
pub(super) fn cost(filter: &Filter, pixels: f64) -> f64 {
    let work: f64 = filter.primitives().iter().map(|primitive| own(primitive.kind())).sum();
    pixels * (PRIMITIVE + work)
}

fn own(kind: &Kind) -> f64 {
    PRIMITIVE
        + match kind {
            Kind::GaussianBlur(_) => BLUR,
            Kind::DropShadow(_) => BLUR + 3.0 * DRAW,
            Kind::Composite(composite) => match composite.operator() {
                CompositeOperator::Arithmetic { .. } => ARITHMETIC,
                _ => 2.0 * DRAW,
            },
            Kind::Merge(merge) => {
                let inputs = u32::try_from(merge.inputs().len()).unwrap_or(u32::MAX);
                f64::from(inputs) * (DRAW + PRIMITIVE)
            }
            Kind::ColorMatrix(_) | Kind::ComponentTransfer(_) => TRANSFER,
            Kind::Blend(_) => 6.0 * DRAW,
            Kind::Flood(_) | Kind::Offset(_) => 2.0 * DRAW,
            // The document has none of these: they are refused by name.
            _ => f64::INFINITY,
        }
}

/// How many canvases a filter keeps until its end, and those that a primitive takes beside.
pub(super) fn canvases(filter: &Filter) -> f64 {
    f64::from(u32::try_from(filter.primitives().len()).unwrap_or(u32::MAX)) + 5.0
}
