//! Style sheets inside of a document, applied here, so that what is drawn knows none.
//!
//! Matching costs rules times elements, and more where a rule looks at ancestors; each look is
//! counted. Rules that begin with `@` are left out, so that nothing is imported.

use std::cell::Cell;

use memchr::memmem::find;
use resvg::usvg::roxmltree::Node;
use simplecss::{AttributeOperator, Declaration, DeclarationTokenizer, PseudoClass, Selector};

use super::{Refused, costly};

/// The most bytes of all style sheets together.
pub(super) const MAX_STYLE_BYTES: usize = 64 << 10;
/// The most selectors of all style sheets together.
pub(super) const MAX_SELECTORS: usize = 1024;
/// The most looks at an element that matching may take.
pub(super) const MAX_LOOKS: u32 = 60_000;

/// All rules of a document.
pub(super) struct Sheet<'a> {
    blocks: Vec<Vec<Declaration<'a>>>,
    /// Selectors in the order of their weight, each with its block.
    rules: Vec<(Selector<'a>, usize)>,
    looks: Cell<u32>,
}

/// The text of all `style` elements, without comments.
pub(super) fn collect(root: Node<'_, '_>) -> Result<String, Refused> {
    let mut css = String::new();
    for node in root.descendants().filter(|node| node.tag_name().name() == "style") {
        if !matches!(node.attribute("type"), None | Some("" | "text/css")) {
            continue;
        }
        for text in node.children().filter_map(|child| child.text()) {
            if css.len() + text.len() > MAX_STYLE_BYTES {
                let sentence = format!("the SVG has more than {MAX_STYLE_BYTES} bytes of styles");
                return Err(costly(sentence));
            }
            css.push_str(text);
        }
        css.push('\n');
    }
    Ok(without_comments(&css))
}

fn without_comments(css: &str) -> String {
    let mut left = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        left.push_str(before);
        left.push(' ');
        rest = find(comment.as_bytes(), b"*/").map_or("", |end| &comment[end + 2..]);
    }
    left.push_str(rest);
    left
}

impl<'a> Sheet<'a> {
    pub(super) fn parse(css: &'a str) -> Result<Self, Refused> {
        let mut sheet = Self { blocks: Vec::new(), rules: Vec::new(), looks: Cell::new(0) };
        let mut rest = css.trim_start();
        while !rest.is_empty() {
            let (statement, after) = split_statement(rest);
            if !statement.starts_with('@') {
                sheet.add(statement)?;
            }
            rest = after.trim_start();
        }
        sheet.rules.sort_by_cached_key(|(selector, _)| selector.specificity());
        Ok(sheet)
    }

    fn add(&mut self, rule: &'a str) -> Result<(), Refused> {
        let Some((selectors, block)) = rule.split_once('{') else { return Ok(()) };
        let block = block.strip_suffix('}').unwrap_or(block);
        for selector in selectors.split(',') {
            if self.rules.len() == MAX_SELECTORS {
                return Err(costly(format!("the SVG has more than {MAX_SELECTORS} selectors")));
            }
            if let Some(selector) = Selector::parse(selector.trim()) {
                self.rules.push((selector, self.blocks.len()));
            }
        }
        self.blocks.push(DeclarationTokenizer::from(block).collect());
        Ok(())
    }

    /// What the rules say of an element, the weightiest last.
    pub(super) fn declarations(&self, node: Node<'_, '_>) -> Result<Vec<Declaration<'a>>, Refused> {
        let mut found = Vec::new();
        let element = Element { node, looks: &self.looks };
        for (selector, block) in &self.rules {
            spend(&self.looks, 1);
            if selector.matches(&element) {
                found.extend_from_slice(&self.blocks[*block]);
                spend(&self.looks, u32::try_from(self.blocks[*block].len()).unwrap_or(u32::MAX));
            }
            if self.looks.get() > MAX_LOOKS {
                return Err(costly("the styles of the SVG cost more than an icon may"));
            }
        }
        Ok(found)
    }
}

/// Splits the first statement off: up to a semicolon, or to the end of its block.
fn split_statement(css: &str) -> (&str, &str) {
    let (mut depth, mut quote) = (0_u32, None);
    for (at, byte) in css.bytes().enumerate() {
        match byte {
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' => quote = Some(byte),
            b';' if depth == 0 => return css.split_at(at + 1),
            b'{' => depth += 1,
            b'}' if depth <= 1 => return css.split_at(at + 1),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    (css, "")
}

fn spend(looks: &Cell<u32>, count: u32) {
    looks.set(looks.get().saturating_add(count));
}

struct Element<'n, 'a> {
    node: Node<'a, 'a>,
    looks: &'n Cell<u32>,
}

impl<'a> Element<'_, 'a> {
    /// Another element, as long as there are looks left: rules about ancestors of ancestors would
    /// take a time without bounds.
    fn look_at(&self, node: Option<Node<'a, 'a>>) -> Option<Self> {
        spend(self.looks, 1);
        let node = node.filter(|_| self.looks.get() <= MAX_LOOKS)?;
        Some(Self { node, looks: self.looks })
    }
}

impl simplecss::Element for Element<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.look_at(self.node.parent_element())
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.look_at(self.node.prev_sibling_element())
    }

    fn has_local_name(&self, name: &str) -> bool {
        spend(self.looks, 1);
        self.node.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        spend(self.looks, 1);
        self.node.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        spend(self.looks, 1);
        class == PseudoClass::FirstChild && self.node.prev_sibling_element().is_none()
    }
}
