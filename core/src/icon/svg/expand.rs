//! What a document comes to with all references followed.
//!
//! The renderer's own tree copies what is referred to wherever it is: `use` and markers, and what
//! paints, clips, masks and filters. So the document is walked as if it did, and what that will
//! cost is counted before anything is copied. A walk ends with the budget, so that what doubles
//! with each step costs no more than the budget either.

use super::{
    Refused, broken, costly,
    document::{Document, Element},
    outset::Outset,
    value::Value,
    words::{Name, Tag},
};

/// What a document may come to, in nanoseconds of the renderer's preparation: much less than it may
/// take, since the figures are estimates.
pub(super) const BUDGET: u64 = 40_000_000;
/// How deep elements stand in each other with all references followed.
pub(super) const MAX_EXPANDED_DEPTH: usize = 96;

/// An element: its node, its group, its bounds.
const ELEMENT: u64 = 6_000;
/// A byte of an attribute.
const BYTE: u64 = 60;
/// A look for an inherited property at one attribute of an element around.
const LOOK: u64 = 40;
/// A stop of a gradient, or a primitive of a filter.
const PART: u64 = 1_000;
/// A node that is looked at for a reference that leads back.
const CHECK: u64 = 200;

const MARKERS: [Name; 3] = [Name::MarkerStart, Name::MarkerMid, Name::MarkerEnd];

/// Counts, and refuses what costs too much or refers to itself.
pub(super) fn check(document: &Document<'_>) -> Result<(), Refused> {
    let mut walk = Walk {
        elements: &document.elements,
        left: BUDGET,
        active: Vec::new(),
        sizes: vec![None; document.elements.len()],
    };
    walk.visit(0, Around::default())
}

/// What an element has of those around it.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The elements that lead to what is inherited: fill, stroke, three markers.
    inherited: [Option<usize>; 5],
    /// The attributes of all elements around, which are searched for inherited properties.
    attributes: u64,
    /// How many elements around are referred to for what is in them.
    referred: u64,
    /// What they do to strokes.
    outset: Outset,
}

struct Walk<'a> {
    elements: &'a [Element<'a>],
    left: u64,
    /// The elements that are being visited.
    active: Vec<usize>,
    /// How many nodes an element is with each `use` inside copied.
    sizes: Vec<Option<u64>>,
}

impl<'a> Walk<'a> {
    fn spend(&mut self, cost: u64) -> Result<(), Refused> {
        self.left = self
            .left
            .checked_sub(cost)
            .ok_or_else(|| costly("the SVG comes to more elements than an icon may"))?;
        Ok(())
    }

    fn visit(&mut self, place: usize, around: Around) -> Result<(), Refused> {
        if self.active.contains(&place) {
            return Err(broken("an element of the SVG refers to itself"));
        }
        if self.active.len() == MAX_EXPANDED_DEPTH {
            return Err(costly("the SVG refers deeper than an icon may"));
        }
        self.active.push(place);
        let element = &self.elements[place];
        let inside = inherit(around, element);
        self.spend(own_cost(element, inside))?;
        self.spend(inside.outset.cost(element)?)?;
        self.references(element, inside)?;
        for child in &element.children {
            self.visit(*child, inside)?;
        }
        self.active.pop();
        Ok(())
    }

    fn references(&mut self, element: &'a Element<'a>, around: Around) -> Result<(), Refused> {
        for name in [Name::ClipPath, Name::Mask, Name::Filter] {
            if let Some(target) = element.link(name) {
                self.refer(target, around)?;
            }
        }
        if element.tag.is_shape() || element.tag == Tag::Use {
            let [fill, stroke, markers @ ..] = around.inherited;
            for paint in [fill, stroke].into_iter().flatten() {
                self.refer(paint, around)?;
            }
            for (marker, name) in markers.into_iter().zip(MARKERS) {
                if let Some(marker) = marker.filter(|_| element.tag.is_shape()) {
                    let times = if name == Name::MarkerMid { vertices(element) } else { 1 };
                    self.repeat(marker, around, times)?;
                }
            }
        }
        match element.link(Name::Href) {
            Some(target) if element.tag == Tag::Use => self.visit(target, around),
            Some(target) => self.refer(target, around),
            None => Ok(()),
        }
    }

    /// Follows a reference to an element that stays where it is, so that it inherits from there.
    fn refer(&mut self, target: usize, from: Around) -> Result<(), Refused> {
        if from.referred > 0 {
            let size = self.size(target, 0)?;
            self.spend(size.saturating_mul(from.referred).saturating_mul(CHECK))?;
        }
        let mut around = self.around(self.elements[target].parent);
        around.outset = around.outset.within(from.outset);
        self.visit(target, around)
    }

    fn repeat(&mut self, target: usize, from: Around, times: u64) -> Result<(), Refused> {
        let before = self.left;
        self.refer(target, from)?;
        let once = before - self.left;
        self.spend(once.saturating_mul(times.saturating_sub(1)))
    }

    /// What an element inside of another has of it and those around it.
    fn around(&self, place: Option<usize>) -> Around {
        let Some(place) = place else { return Around::default() };
        let element = &self.elements[place];
        inherit(self.around(element.parent), element)
    }

    fn size(&mut self, place: usize, depth: usize) -> Result<u64, Refused> {
        if let Some(size) = self.sizes[place] {
            return Ok(size);
        }
        if depth == MAX_EXPANDED_DEPTH {
            return Err(costly("the SVG refers deeper than an icon may"));
        }
        let element = &self.elements[place];
        let copied = element.link(Name::Href).filter(|_| element.tag == Tag::Use);
        let mut size = 1_u64;
        for part in element.children.iter().copied().chain(copied) {
            size = size.saturating_add(self.size(part, depth + 1)?);
        }
        self.sizes[place] = Some(size);
        Ok(size)
    }
}

/// What those inside of an element have around them.
fn inherit(mut around: Around, element: &Element<'_>) -> Around {
    let names = [Name::Fill, Name::Stroke, Name::MarkerStart, Name::MarkerMid, Name::MarkerEnd];
    for (inherited, name) in around.inherited.iter_mut().zip(names) {
        if element.value(name).is_some() {
            *inherited = element.link(name);
        }
    }
    around.attributes += count(element.attributes.len());
    around.referred += u64::from(element.tag.is_referred());
    around.outset = around.outset.inside(element);
    around
}

fn own_cost(element: &Element<'_>, around: Around) -> u64 {
    let checks = around.referred * CHECK;
    match element.tag {
        Tag::Stop | Tag::MergeNode | Tag::FuncA | Tag::FuncB | Tag::FuncG | Tag::FuncR => {
            PART + checks
        }
        _ => ELEMENT + BYTE * bytes(element) + LOOK * around.attributes + checks,
    }
}

/// The bytes of all attributes that are written down.
fn bytes(element: &Element<'_>) -> u64 {
    let texts = element.attributes.iter().map(|attribute| match attribute.value {
        Value::Text(text) => text.len(),
        _ => 8,
    });
    count(texts.sum())
}

/// At least as many as a path has vertices between its ends.
fn vertices(element: &Element<'_>) -> u64 {
    match (element.value(Name::D), element.value(Name::Points)) {
        (Some(Value::Text(text)), _) | (_, Some(Value::Text(text))) => {
            // A vertex takes a letter or two numbers, and an arc is at most some dozens of them.
            let arcs = text.bytes().filter(|byte| matches!(byte, b'a' | b'A')).count();
            count(text.len() / 2 + 1 + if arcs > 0 { text.len() * 4 } else { 0 })
        }
        _ => 16,
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
