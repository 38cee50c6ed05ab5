//! `Errors.swift`: the one error, and its stable codes.

use super::{Contract, Shape, Text, name, open_name, shape_type};
use crate::generate::contract::Kind;

pub(super) fn text(contract: &Contract) -> String {
    let mut text = Text::new();
    text.line("import Foundation");
    text.line("");
    text.about("Why something did not work.");
    text.line("///");
    text.about("Its text is a whole sentence for a person, and safe to show.");
    text.block("public struct HostlineError: Error, Sendable, Hashable {", |text| {
        text.about("All that the error says about itself.");
        text.line("public let report: Hostline.ErrorReport");
        text.line("");
        text.about("The error that a report tells of.");
        text.line("public init(_ report: Hostline.ErrorReport) { self.report = report }");
        properties(text, contract);
    });
    text.line("");
    text.block("extension HostlineError {", |text| {
        text.about("What kind of failure an error is. The names are the same in every language.");
        open_name(text, "Code", &contract.error_codes);
    });
    text.line("");
    text.block("extension HostlineError: LocalizedError, CustomStringConvertible {", |text| {
        text.about("The whole sentence.");
        text.line("public var errorDescription: String? { message }");
        text.line("");
        text.about("What to do about it, alone.");
        text.line("public var recoverySuggestion: String? { nextStep }");
        text.line("");
        text.about("The whole sentence.");
        text.line("public var description: String { message }");
    });
    text.text
}

/// What the report says, as properties of the error.
fn properties(text: &mut Text, contract: &Contract) {
    let Shape::Named(report) = &contract.error else { return };
    let Some(Kind::Object(members)) = contract.types.get(report).map(|found| &found.kind) else {
        return;
    };
    for member in members {
        let name = name(&member.name);
        text.line("");
        text.about(&member.about);
        if name == "code" {
            text.line("public var code: Code { Code(rawValue: report.code) }");
            continue;
        }
        let mark = if member.required { "" } else { "?" };
        let of = shape_type(&member.shape, "Hostline.");
        text.line(&format!("public var {name}: {of}{mark} {{ report.{name} }}"));
    }
}
