//! Style sheets inside of a document, applied here, so that what is drawn knows none.
//!
//! Matching costs rules times elements, and more where a rule looks at ancestors; each look is
//! counted, and so are the bytes that it compares and those that are read again because a rule
//! matches. Rules that begin with `@` are left out, so that nothing is imported.

use std::cell::Cell;

use memchr::memmem::find;
use resvg::usvg::roxmltree::Node;
use simplecss::{
    AttributeOperator, Declaration, PseudoClass, Selector, SelectorToken, SelectorTokenizer,
};

use super::{Refused, costly};

/// The most bytes of all style sheets together.
pub(super) const MAX_STYLE_BYTES: usize = 64 << 10;
/// The most selectors of all style sheets together.
pub(super) const MAX_SELECTORS: usize = 1024;
/// The most conditions of one selector: names of elements, classes, attributes and their like.
pub(super) const MAX_CONDITIONS: usize = 32;
/// The most looks at an element that matching may take.
pub(super) const MAX_LOOKS: u32 = 60_000;
/// How many bytes are compared for the price of a look.
const COMPARED_BYTES: usize = 64;
/// How many attributes of an element are gone through for the price of a look.
const ATTRIBUTES: usize = 16;
/// How many bytes of values are read for the price of a look.
const READ_BYTES: usize = 16;

/// All rules of a document.
pub(super) struct Sheet<'a> {
    blocks: Vec<Block<'a>>,
    /// Selectors in the order of their weight, each with its block.
    rules: Vec<(Selector<'a>, usize)>,
    looks: Cell<u32>,
}

/// What stands in the braces of a rule.
struct Block<'a> {
    declarations: Vec<Declaration<'a>>,
    /// What it costs to read them for one more element, in looks.
    looks: usize,
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
        for selector in selectors.split(',').map(str::trim) {
            if self.rules.len() == MAX_SELECTORS {
                return Err(costly(format!("the SVG has more than {MAX_SELECTORS} selectors")));
            }
            check_conditions(selector)?;
            if let Some(selector) = Selector::parse(selector) {
                self.rules.push((selector, self.blocks.len()));
            }
        }
        let declarations: Vec<_> = declarations(block).collect();
        let bytes: usize = declarations.iter().map(|declaration| declaration.value.len()).sum();
        let looks = declarations.len() + bytes / READ_BYTES;
        self.blocks.push(Block { declarations, looks });
        Ok(())
    }

    /// What the rules say of an element, the weightiest last.
    pub(super) fn declarations(&self, node: Node<'_, '_>) -> Result<Vec<Declaration<'a>>, Refused> {
        let mut found = Vec::new();
        let element = Element { node, looks: &self.looks };
        for (selector, block) in &self.rules {
            spend(&self.looks, 1);
            let matches = selector.matches(&element);
            let block = &self.blocks[*block];
            spend(&self.looks, if matches { block.looks } else { 0 });
            if self.looks.get() > MAX_LOOKS {
                return Err(costly("the styles of the SVG cost more than an icon may"));
            }
            if matches {
                found.extend_from_slice(&block.declarations);
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

fn check_conditions(selector: &str) -> Result<(), Refused> {
    let is_condition = |token: &SelectorToken<'_>| {
        !matches!(
            token,
            SelectorToken::DescendantCombinator
                | SelectorToken::ChildCombinator
                | SelectorToken::AdjacentCombinator
        )
    };
    let tokens = SelectorTokenizer::from(selector).map_while(Result::ok);
    if tokens.filter(is_condition).nth(MAX_CONDITIONS).is_some() {
        let sentence = format!("the SVG has a selector of more than {MAX_CONDITIONS} conditions");
        return Err(costly(sentence));
    }
    Ok(())
}

/// The declarations of a block or of a `style` attribute. One that is none is left out.
///
/// They are split here: the tokenizer of the library goes over all text before a number once more
/// to say that no unit follows it.
pub(super) fn declarations(text: &str) -> impl Iterator<Item = Declaration<'_>> {
    let mut rest = text;
    let pieces = std::iter::from_fn(move || {
        let (piece, after) = split_declaration(rest);
        rest = after;
        (!piece.is_empty() || !after.is_empty()).then_some(piece)
    });
    pieces.filter_map(declaration)
}

/// Splits the first declaration off, up to a semicolon that is in no text, function or comment.
fn split_declaration(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let (mut at, mut quote, mut in_function) = (0, None, false);
    while let Some(byte) = bytes.get(at).copied() {
        match byte {
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' => quote = Some(byte),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2 + find(&bytes[at + 2..], b"*/").unwrap_or(bytes.len() - at - 2);
            }
            b'(' | b')' => in_function = byte == b'(',
            b';' if !in_function => return (&text[..at], &text[at + 1..]),
            _ => {}
        }
        at += 1;
    }
    (text, "")
}

fn declaration(text: &str) -> Option<Declaration<'_>> {
    let (name, value) = trim(text).split_once(':')?;
    let (value, important) = match value.split_once('!') {
        Some((value, word)) if trim(word).eq_ignore_ascii_case("important") => (value, true),
        Some(_) => return None,
        None => (value, false),
    };
    let (name, value) = (trim(name), trim(value));
    (!name.is_empty() && !value.is_empty()).then_some(Declaration { name, value, important })
}

/// The text without blanks and comments at its ends.
fn trim(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(comment) = text.strip_prefix("/*") {
        text = comment.split_once("*/").map_or("", |(_, rest)| rest.trim_start());
    }
    while let Some(before) = text.strip_suffix("*/") {
        text = before.rsplit_once("/*").map_or("", |(rest, _)| rest.trim_end());
    }
    text
}

fn spend(looks: &Cell<u32>, count: usize) {
    looks.set(looks.get().saturating_add(u32::try_from(count).unwrap_or(u32::MAX)));
}

struct Element<'n, 'a> {
    node: Node<'a, 'a>,
    looks: &'n Cell<u32>,
}

impl<'a> Element<'_, 'a> {
    /// Pays for looks, and says whether so many were left. Rules about ancestors of ancestors would
    /// take a time without bounds: once there are none, everything is denied at once.
    fn pay(&self, count: usize) -> bool {
        spend(self.looks, count);
        self.looks.get() <= MAX_LOOKS
    }

    fn at(&self, node: Node<'a, 'a>) -> Self {
        Self { node, looks: self.looks }
    }

    /// The element before, found past texts and comments, each of which is paid for.
    fn before(&self) -> Option<Node<'a, 'a>> {
        let mut before = self.node.prev_sibling();
        while let Some(node) = before.filter(|_| self.pay(1)) {
            if node.is_element() {
                return Some(node);
            }
            before = node.prev_sibling();
        }
        None
    }
}

impl simplecss::Element for Element<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        let parent = self.node.parent_element().filter(|_| self.pay(1))?;
        Some(self.at(parent))
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        Some(self.at(self.before()?))
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.pay(1 + name.len() / COMPARED_BYTES) && self.node.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        let attributes = self.node.attributes().len();
        if !self.pay(1 + attributes / ATTRIBUTES + name.len() / COMPARED_BYTES) {
            return false;
        }
        let Some(value) = self.node.attribute(name) else { return false };
        self.pay(value.len() / COMPARED_BYTES) && operator.matches(value)
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        self.pay(1) && class == PseudoClass::FirstChild && self.before().is_none()
    }
}
