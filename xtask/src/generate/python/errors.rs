//! `errors.py`: one class for each stable name of an error.

use heck::ToPascalCase as _;

use super::{Names, annotation, attribute, optional, text::Source};
use crate::generate::contract::{Named, Shape};

const ABOUT: &str = "What goes wrong: one class for each kind of failure, and one above them all.";

/// The module.
pub(super) fn text(names: Names<'_>) -> String {
    let codes = &names.contract.error_codes;
    let mut source = Source::module(ABOUT);
    source.line(0, "");
    source.line(0, "from collections.abc import Mapping, Sequence");
    source.line(0, "");
    source.import(".types", vec!["ErrorReport".to_owned(), "RpcErrorReport".to_owned()]);
    source.line(0, "");
    source.exports(codes.iter().map(class).chain(["Error".to_owned()]).collect());
    base(names, &mut source);
    for code in codes {
        source.gap();
        source.line(0, format!("class {}(Error):", class(code)));
        source.docstring(1, &code.about);
    }
    source.gap();
    let rows = codes.iter().map(|code| format!("\"{}\": {}", code.name, class(code)));
    source.block(0, "BY_CODE: Mapping[str, type[Error]] = {", rows, "}");
    source.docstring(0, "The class for each stable name.");
    source.text()
}

/// The name of the class. It is neither that of a class that Python has already, nor of one that
/// asyncio has.
pub(in crate::generate) fn class(code: &Named) -> String {
    match code.name.as_str() {
        "cancelled" => "CallCancelledError".to_owned(),
        "timeout" => "TimedOutError".to_owned(),
        name => format!("{}Error", name.to_pascal_case()),
    }
}

fn base(names: Names<'_>, source: &mut Source) {
    source.gap();
    source.line(0, "class Error(Exception):");
    source.docstring(1, "What went wrong with a connection or a call.");
    source.line(0, "");
    source.line(1, "def __init__(self, report: ErrorReport) -> None:");
    source.docstring(2, "Makes an error of what the core says about it.");
    source.line(2, "super().__init__(report)");
    source.line(2, "self.report = report");
    source.line(0, "");
    source.line(1, "def __str__(self) -> str:");
    source.docstring(2, "The whole sentence for a person.");
    source.line(2, "return self.report.message");
    let Shape::Named(report) = &names.contract.error else { return };
    for member in names.members_of(report) {
        let name = attribute(&member.name);
        let annotation = if member.required { annotation(&member.shape) } else { optional(member) };
        source.line(0, "");
        source.line(1, "@property");
        source.line(1, format!("def {name}(self) -> {annotation}:"));
        source.docstring(2, &member.about);
        source.line(2, format!("return self.report.{name}"));
    }
}
