//! `Types.swift`: objects, open enums of names, and unions.

use super::{Contract, Member, Text, name, open_name, parameter, shape_type};
use crate::generate::contract::{Kind, Shape, Variant};

/// What is said of a member that keeps all others.
const EXTRA: &str = "Members that this version of Hostline does not know, as they came.";

pub(super) fn text(contract: &Contract) -> String {
    let mut text = Text::new();
    text.line("import Foundation");
    text.line("");
    for (index, (name, definition)) in contract.reachable().into_iter().enumerate() {
        if index > 0 {
            text.line("");
        }
        text.block("extension Hostline {", |text| {
            text.about(&definition.about);
            match &definition.kind {
                Kind::Object(members) => object(text, name, members),
                Kind::Names(names) => {
                    text.line("///");
                    text.about("A peer may say a name that is not among these.");
                    open_name(text, name, names);
                }
                Kind::Union { tag, variants } => union(text, name, tag, variants),
            }
        });
        if let Kind::Object(members) = &definition.kind
            && members.iter().any(|member| member.shape == Shape::Secret)
        {
            text.line("");
            shows_nothing(&mut text, name);
        }
    }
    text.text
}

fn object(text: &mut Text, of: &str, members: &[Member]) {
    let (required, optional): (Vec<_>, Vec<_>) = members.iter().partition(|m| m.required);
    let members: Vec<&Member> = required.into_iter().chain(optional).collect();
    text.block(&format!("public struct {of}: Sendable, Hashable, JSONConvertible {{"), |text| {
        for member in &members {
            text.about(&member.about);
            let mark = if member.required { "" } else { "?" };
            let kind = shape_type(&member.shape, "");
            text.line(&format!("public var {}: {kind}{mark}", name(&member.name)));
        }
        text.about(EXTRA);
        text.line("public var extra: [String: JSON]");
        text.line("");
        made_of_members(text, &members);
        text.line("");
        read_from_json(text, of, &members);
        text.line("");
        written_as_json(text, &members);
    });
}

/// Whoever writes it into a log writes no secret.
fn shows_nothing(text: &mut Text, of: &str) {
    let parents = "CustomStringConvertible, CustomReflectable";
    text.block(&format!("extension Hostline.{of}: {parents} {{"), |text| {
        text.about("The type's name: its members hold a secret.");
        text.line(&format!("public var description: String {{ \"{of}(…)\" }}"));
        text.line("");
        text.about("Without children, for the same reason.");
        text.line("public var customMirror: Mirror { Mirror(self, children: []) }");
    });
}

fn made_of_members(text: &mut Text, members: &[&Member]) {
    let extra = "extra: [String: JSON] = [:]".to_owned();
    let parameters: Vec<String> =
        members.iter().map(|member| parameter(member, "")).chain([extra]).collect();
    text.about("A value of these members.");
    text.list("public init(", &parameters, ") {");
    text.depth += 1;
    for member in members {
        let name = name(&member.name);
        text.line(&format!("self.{name} = {name}"));
    }
    text.line("self.extra = extra");
    text.depth -= 1;
    text.line("}");
}

fn read_from_json(text: &mut Text, of: &str, members: &[&Member]) {
    text.about("Reads the value from JSON.");
    text.line("///");
    text.about("- Throws: ``HostlineError`` where a member has another shape.");
    text.block("public init(json: JSON) throws {", |text| {
        let keep = if members.is_empty() { "let" } else { "var" };
        text.line(&format!("{keep} members = try Members(json, of: \"{of}\")"));
        for member in members {
            let how = if member.required { "required" } else { "optional" };
            let (name, wire) = (name(&member.name), &member.name);
            text.line(&format!("self.{name} = try members.{how}(\"{wire}\")"));
        }
        text.line("self.extra = members.rest");
    });
}

fn written_as_json(text: &mut Text, members: &[&Member]) {
    text.about("The value as JSON.");
    text.block("public var json: JSON {", |text| {
        if members.is_empty() {
            return text.line(".object(extra)");
        }
        text.line("var members = extra");
        for member in members {
            let mark = if member.required { "" } else { "?" };
            let (name, wire) = (name(&member.name), &member.name);
            text.line(&format!("members[\"{wire}\"] = self.{name}{mark}.json"));
        }
        text.line("return .object(members)");
    });
}

fn union(text: &mut Text, of: &str, tag: &str, variants: &[Variant]) {
    text.block(&format!("public enum {of}: Sendable, Hashable, JSONConvertible {{"), |text| {
        for variant in variants {
            text.about(&variant.about);
            text.line(&format!("case {}({})", name(&variant.name), variant.object));
        }
        text.about("One that this version of Hostline does not know, as it came.");
        text.line("case other(JSON)");
        text.line("");
        text.about("Reads the value from JSON.");
        text.line("///");
        text.about("- Throws: ``HostlineError`` where a member has another shape.");
        text.block("public init(json: JSON) throws {", |text| {
            text.line(&format!("let (tag, members) = json.untagged(\"{tag}\")"));
            text.line("switch tag {");
            for Variant { name: wire, object, .. } in variants {
                let (name, object) = (name(wire), object);
                text.case(
                    &format!("case \"{wire}\":"),
                    &format!("self = .{name}(try {object}(json: members))"),
                );
            }
            text.line("default: self = .other(json)");
            text.line("}");
        });
        text.line("");
        text.about("The value as JSON.");
        text.block("public var json: JSON {", |text| {
            text.line("switch self {");
            for Variant { name: wire, .. } in variants {
                let name = name(wire);
                text.case(
                    &format!("case .{name}(let value):"),
                    &format!("value.json.tagged(\"{tag}\", \"{wire}\")"),
                );
            }
            text.line("case .other(let value): value");
            text.line("}");
        });
    });
}
