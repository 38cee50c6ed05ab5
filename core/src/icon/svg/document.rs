//! The document as it is drawn: elements and attributes by allow-list, styles applied, references
//! led to their elements.
//!
//! What is left out, the picture is drawn without: scripts, `foreignObject`, `iframe`, `audio`,
//! `video`, animations, texts, metadata, attributes of editors and of events, whatever leads out of
//! the document. None of it could do anything here, and real icons carry it. A link (`a`) is drawn
//! as a group. Only filter primitives that cost too much are refused.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{self, Node, ParsingOptions};

use super::{
    Refused, broken, costly, forbidden,
    picture::Pictures,
    style::{self, Sheet},
    value::{self, Value},
    words::{Name, REFUSED_PRIMITIVES, Tag},
};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The most elements that are drawn or referred to.
pub(super) const MAX_DRAWN: usize = 4096;
/// The most stops of a gradient, primitives of a filter, and parts of a primitive.
pub(super) const MAX_PARTS: usize = 64;
/// The most declarations of a `style` attribute. Those behind them are left out.
const MAX_DECLARATIONS: usize = 512;
/// The most nodes of any kind.
const MAX_NODES: u32 = 32_768;

/// A document, its root first.
pub(super) struct Document<'a> {
    pub(super) elements: Vec<Element<'a>>,
    pub(super) pictures: Pictures,
}

/// An element, and where those stand that belong to it.
pub(super) struct Element<'a> {
    pub(super) tag: Tag,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) attributes: Vec<Attribute<'a>>,
    /// Whether something refers to it.
    pub(super) wanted: bool,
}

/// An attribute or a property.
pub(super) struct Attribute<'a> {
    pub(super) name: Name,
    pub(super) value: Value<'a>,
    important: bool,
}

impl Element<'_> {
    /// What an attribute says.
    pub(super) fn value(&self, name: Name) -> Option<Value<'_>> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|found| found.value)
    }

    /// The element that an attribute leads to.
    pub(super) fn link(&self, name: Name) -> Option<usize> {
        match self.value(name) {
            Some(Value::Link(target, _)) => Some(target),
            _ => None,
        }
    }
}

/// Parses the XML, without a document type.
pub(super) fn parse(text: &str) -> Result<roxmltree::Document<'_>, Refused> {
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            costly(format!("the SVG has more than {MAX_NODES} nodes"))
        }
        roxmltree::Error::DtdDetected => forbidden("the SVG declares a document type"),
        _ => broken("the SVG is not well-formed XML"),
    })
}

/// Reads what is drawn. `size` is the longest side that a picture inside is kept with.
pub(super) fn read<'a>(
    xml: &'a roxmltree::Document<'a>,
    css: &'a str,
    size: u32,
) -> Result<Document<'a>, Refused> {
    let root = xml.root_element();
    if tag_of(root)? != Some(Tag::Svg) {
        return Err(broken("the SVG has another root than `svg`"));
    }
    let mut reader = Reader {
        sheet: Sheet::parse(css)?,
        ids: HashMap::new(),
        document: Document { elements: Vec::new(), pictures: Pictures::new(size) },
    };
    reader.add(root, Tag::Svg, None)?;
    let Reader { mut document, ids, .. } = reader;
    resolve(&mut document, &ids);
    Ok(document)
}

struct Reader<'a> {
    sheet: Sheet<'a>,
    ids: HashMap<&'a str, usize>,
    document: Document<'a>,
}

impl<'a> Reader<'a> {
    /// Adds an element and those inside of it. How deep they stand is bounded before.
    fn add(&mut self, node: Node<'a, 'a>, tag: Tag, parent: Option<usize>) -> Result<(), Refused> {
        let place = self.document.elements.len();
        if place == MAX_DRAWN {
            return Err(costly(format!("the SVG draws more than {MAX_DRAWN} elements")));
        }
        let attributes = self.attributes(node, tag)?;
        if tag == Tag::Image && !attributes.iter().any(|found| found.name == Name::Href) {
            return Ok(());
        }
        if let Some(id) = node.attribute("id").filter(|id| !id.is_empty()) {
            self.ids.entry(id).or_insert(place);
        }
        let children = Vec::new();
        let element = Element { tag, parent, children, attributes, wanted: false };
        self.document.elements.push(element);
        if let Some(parent) = parent {
            self.document.elements[parent].children.push(place);
        }
        for child in node.children().filter(Node::is_element) {
            if let Some(tag) = tag_of(child)? {
                self.add(child, tag, Some(place))?;
            }
        }
        self.check_parts(place)
    }

    fn check_parts(&self, place: usize) -> Result<(), Refused> {
        let element = &self.document.elements[place];
        let is_list = element.tag.is_gradient()
            || matches!(element.tag, Tag::Filter | Tag::Merge | Tag::ComponentTransfer);
        if is_list && element.children.len() > MAX_PARTS {
            let word = element.tag.word();
            return Err(costly(format!("the SVG has more than {MAX_PARTS} parts in a `{word}`")));
        }
        Ok(())
    }

    /// Attributes first, then what style sheets say, then the element's own style.
    fn attributes(&mut self, node: Node<'a, 'a>, tag: Tag) -> Result<Vec<Attribute<'a>>, Refused> {
        let mut list = Vec::new();
        for attribute in node.attributes() {
            let xlink = attribute.namespace() == Some(XLINK);
            let named = Name::of(attribute.name()).filter(|name| !name.is_style_only());
            match named {
                Some(Name::Href) if xlink || attribute.namespace().is_none() => {
                    self.href(&mut list, tag, attribute.value(), xlink)?;
                }
                Some(name) if attribute.namespace().is_none() => {
                    set(&mut list, tag, name, attribute.value(), false)?;
                }
                _ => {}
            }
        }
        let own = style::declarations(node.attribute("style").unwrap_or_default());
        let own = own.take(MAX_DECLARATIONS);
        for declaration in self.sheet.declarations(node)?.into_iter().chain(own) {
            for name in properties(declaration.name) {
                set(&mut list, tag, name, declaration.value, declaration.important)?;
            }
        }
        Ok(list)
    }

    /// A reference to an element, or a picture inside of the document. `href` goes before
    /// `xlink:href`, wherever they stand.
    fn href(
        &mut self,
        list: &mut Vec<Attribute<'a>>,
        tag: Tag,
        address: &'a str,
        xlink: bool,
    ) -> Result<(), Refused> {
        let value = match tag {
            Tag::Image => self.document.pictures.add(address)?.map(Value::Picture),
            Tag::Use | Tag::Pattern => value::read(tag, Name::Href, address)?,
            _ if tag.is_gradient() => value::read(tag, Name::Href, address)?,
            _ => None,
        };
        let Some(value) = value else { return Ok(()) };
        match list.iter_mut().find(|attribute| attribute.name == Name::Href) {
            Some(found) if !xlink => found.value = value,
            Some(_) => {}
            None => list.push(Attribute { name: Name::Href, value, important: false }),
        }
        Ok(())
    }
}

/// The properties that a name in a style stands for.
fn properties(name: &str) -> impl Iterator<Item = Name> {
    let names = match name {
        "marker" => [Name::MarkerStart, Name::MarkerMid, Name::MarkerEnd].map(Some),
        _ => [Name::of(name).filter(|name| name.is_property()), None, None],
    };
    names.into_iter().flatten()
}

fn set<'a>(
    list: &mut Vec<Attribute<'a>>,
    tag: Tag,
    name: Name,
    value: &'a str,
    important: bool,
) -> Result<(), Refused> {
    let Some(value) = value::read(tag, name, value)? else { return Ok(()) };
    match list.iter_mut().find(|attribute| attribute.name == name) {
        Some(found) if found.important => {}
        Some(found) => *found = Attribute { name, value, important },
        None => list.push(Attribute { name, value, important }),
    }
    Ok(())
}

/// What an element is drawn as, if it is.
fn tag_of(node: Node<'_, '_>) -> Result<Option<Tag>, Refused> {
    let name = node.tag_name();
    if !matches!(name.namespace(), None | Some(SVG)) {
        return Ok(None);
    }
    if REFUSED_PRIMITIVES.contains(&name.name()) {
        return Err(forbidden(format!("the SVG has a filter with `{}`", name.name())));
    }
    Ok(if name.name() == "a" { Some(Tag::Group) } else { Tag::of(name.name()) })
}

/// Leads references to their elements. One that leads nowhere is left out, or gives way to what the
/// document says that it gives way to.
fn resolve(document: &mut Document<'_>, ids: &HashMap<&str, usize>) {
    let tags: Vec<Tag> = document.elements.iter().map(|element| element.tag).collect();
    let mut wanted = Vec::new();
    for element in &mut document.elements {
        let from = element.tag;
        element.attributes.retain_mut(|attribute| {
            let Value::Wanted(id, instead) = attribute.value else { return true };
            let target = ids.get(id).copied();
            match target.filter(|target| attribute.name.leads_to(from, tags[*target])) {
                Some(target) => {
                    wanted.push(target);
                    attribute.value = Value::Link(target, instead);
                    true
                }
                None if attribute.name.is_paint() => {
                    let instead = if instead.is_empty() { "none" } else { instead };
                    attribute.value = Value::Text(instead);
                    true
                }
                None => false,
            }
        });
    }
    for place in wanted {
        document.elements[place].wanted = true;
    }
}

/// The text of the document's style sheets.
pub(super) fn styles(xml: &roxmltree::Document<'_>) -> Result<String, Refused> {
    style::collect(xml.root())
}
