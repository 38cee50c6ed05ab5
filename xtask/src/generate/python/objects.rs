//! An object of the contract as a frozen class, with its way from and to the members of the wire.

use super::{Names, annotation, attribute, optional, text::Source};
use crate::generate::contract::{Member, Shape};

/// An object with the member that tells it from others of its union, if it is in one.
pub(super) struct Object<'a> {
    pub(super) name: &'a str,
    pub(super) about: &'a str,
    pub(super) tag: Option<(&'a str, &'a str)>,
    pub(super) members: &'a [Member],
}

impl Object<'_> {
    /// Writes the class.
    pub(super) fn write(&self, names: Names<'_>, source: &mut Source) {
        source.gap();
        source.line(0, "@frozen");
        source.line(0, format!("class {}:", self.name));
        source.docstring(1, self.about);
        self.fields(source);
        self.reader(names, source);
        self.writer(names, source);
    }

    fn required(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.required)
    }

    fn optional(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| !member.required)
    }

    fn fields(&self, source: &mut Source) {
        source.line(0, "");
        if let Some((tag, kind)) = self.tag {
            let tag = attribute(tag);
            source.line(1, format!("{tag}: ClassVar[Literal[\"{kind}\"]] = \"{kind}\""));
        }
        for member in self.required() {
            let annotation = annotation(&member.shape);
            let hidden = if member.shape == Shape::Secret { " = field(repr=False)" } else { "" };
            source.line(1, format!("{}: {annotation}{hidden}", attribute(&member.name)));
            source.docstring(1, &member.about);
        }
        source.line(1, "_: KW_ONLY");
        for member in self.optional() {
            let annotation = optional(member);
            let default = match &member.shape {
                Shape::Secret => "field(default=None, repr=False)",
                _ => "None",
            };
            source.line(1, format!("{}: {annotation} = {default}", attribute(&member.name)));
            source.docstring(1, &member.about);
        }
        source.line(1, "extra: Mapping[str, Any] = field(default_factory=dict)");
        source.docstring(1, "The members that no protocol version names.");
    }

    fn reader(&self, names: Names<'_>, source: &mut Source) {
        source.line(0, "");
        source.line(1, "@classmethod");
        source.line(1, format!("def from_dict(cls, members: Mapping[str, Any]) -> {}:", self.name));
        source.docstring(2, "Reads the object from the protocol's own form.");
        source.line(2, "rest = dict(members)");
        if let Some((tag, _)) = self.tag {
            source.line(2, format!("rest.pop(\"{tag}\", None)"));
        }
        let required = self
            .required()
            .map(|member| names.read(&member.shape, &format!("rest.pop(\"{}\")", member.name)));
        let optional = self.optional().map(|member| {
            let value = format!("rest.pop(\"{}\", None)", member.name);
            let name = attribute(&member.name);
            match &member.shape {
                shape if names.is_plain(shape) => format!("{name}={value}"),
                Shape::List(item) => format!("{name}=_each({}, {value})", names.function(item)),
                shape => format!("{name}=_one({}, {value})", names.function(shape)),
            }
        });
        let arguments = required.chain(optional).chain(["extra=rest".to_owned()]);
        source.block(2, "return cls(", arguments, ")");
    }

    fn writer(&self, names: Names<'_>, source: &mut Source) {
        source.line(0, "");
        source.line(1, "def to_dict(self) -> dict[str, Any]:");
        source.docstring(2, "The object in the protocol's own form.");
        let own = |member: &Member| format!("self.{}", attribute(&member.name));
        let tag = self.tag.map(|(tag, _)| format!("\"{tag}\": self.{}", attribute(tag)));
        let required = self.required().map(|member| {
            format!("\"{}\": {}", member.name, names.write(&member.shape, &own(member)))
        });
        let members: Vec<String> = tag.into_iter().chain(required).collect();
        if members.is_empty() {
            source.line(2, "members: dict[str, Any] = {}");
        } else {
            source.block(2, "members: dict[str, Any] = {", members, "}");
        }
        for member in self.optional() {
            let value = own(member);
            source.line(2, format!("if {value} is not None:"));
            let written = names.write(&member.shape, &value);
            source.line(3, format!("members[\"{}\"] = {written}", member.name));
        }
        source.line(2, "members.update(self.extra)");
        source.line(2, "return members");
    }
}

impl Names<'_> {
    /// A function that reads a value of a shape that is not plain.
    fn function(self, shape: &Shape) -> String {
        match shape {
            Shape::Named(name) => self.reader(name),
            shape => format!("lambda item: {}", self.read(shape, "item")),
        }
    }
}
