//! `API.swift`: the functions of a connection, and the delegate.

use super::{Contract, Data, Member, Text, name, parameter, result_type, shape_type};
use crate::generate::contract::{Operation, Question};

/// What is said of the function that hears of progress.
const ON_PROGRESS: &str = "Hears how far the call has come, as long as it runs.";
const DELEGATE: &str = "Answers what the server asks. Without it the server may ask nothing.";
const THROWS: &str = "``HostlineError``; `CancellationError` where the task was cancelled.";

pub(super) fn text(contract: &Contract) -> String {
    let mut text = Text::new();
    text.block("extension Hostline {", |text| {
        text.about("The version of Hostline.");
        text.line(&format!("public static let version = \"{}\"", contract.version));
        text.line("");
        connect(text, contract);
    });
    text.line("");
    text.block("extension Hostline.Client {", |text| {
        for (index, operation) in contract.public().enumerate() {
            if index > 0 {
                text.line("");
            }
            function(text, contract, operation);
        }
    });
    text.line("");
    delegate(&mut text, contract);
    text.line("");
    notification(&mut text, contract);
    text.text
}

fn connect(text: &mut Text, contract: &Contract) {
    let members = Parameters::of(contract, &contract.connect);
    members.documentation(text, &contract.connect.about, &[("delegate", DELEGATE)]);
    let mut parameters = members.declared("");
    parameters.push("delegate: (any Delegate)? = nil".to_owned());
    text.list("public static func connect(", &parameters, ") async throws -> Client {");
    text.depth += 1;
    members.collected(text, "options", "JSON");
    text.line("return try await Client.open(options, delegate: delegate)");
    text.depth -= 1;
    text.line("}");
}

fn function(text: &mut Text, contract: &Contract, operation: &Operation) {
    let members = Parameters::of(contract, operation);
    let reports = Contract::reports_progress(operation);
    let progress: &[_] = if reports { &[("onProgress", ON_PROGRESS)] } else { &[] };
    members.documentation(text, &operation.about, progress);
    let mut parameters = members.declared("Hostline.");
    if reports {
        parameters.push("onProgress: Hostline.ProgressHandler? = nil".to_owned());
    }
    let result = result_type(&operation.result, "Hostline.");
    let arrow = result.map_or_else(String::new, |result| format!(" -> {result}"));
    let opening = format!("public func {}(", name(&operation.function));
    text.list(&opening, &parameters, &format!(") async throws{arrow} {{"));
    text.depth += 1;
    let given = members.collected(text, "parameters", "Hostline.JSON");
    let wire = &operation.name;
    let progress = if reports { ", onProgress: onProgress" } else { "" };
    text.line(&match operation.result {
        Data::Nothing => format!("try await call(\"{wire}\", .object({given}){progress})"),
        _ => format!("return try await value(\"{wire}\", {given}{progress})"),
    });
    text.depth -= 1;
    text.line("}");
}

/// What goes into a function.
struct Parameters<'a> {
    by_place: Vec<&'a Member>,
    by_name: Vec<&'a Member>,
}

impl<'a> Parameters<'a> {
    fn of(contract: &'a Contract, operation: &Operation) -> Self {
        let (by_place, by_name) = contract.members(operation);
        Self { by_place, by_name }
    }

    fn all(&self) -> impl Iterator<Item = &&'a Member> {
        self.by_place.iter().chain(&self.by_name)
    }

    /// As they are declared. The first that has a place has no label.
    fn declared(&self, space: &str) -> Vec<String> {
        let mut declared: Vec<String> = self.all().map(|member| parameter(member, space)).collect();
        if let (Some(first), false) = (declared.first_mut(), self.by_place.is_empty()) {
            first.insert_str(0, "_ ");
        }
        declared
    }

    fn documentation(&self, text: &mut Text, about: &str, more: &[(&str, &str)]) {
        text.about(about);
        text.line("///");
        let members = self.all().map(|member| (name(&member.name), member.about.as_str()));
        let more = more.iter().map(|(name, about)| ((*name).to_owned(), *about));
        let all: Vec<_> = members.chain(more).collect();
        match all.as_slice() {
            [] => {}
            [(name, about)] => {
                let name = name.trim_matches('`');
                text.comment(&format!("- Parameter {name}: "), "  ", about);
            }
            several => {
                text.line("/// - Parameters:");
                for (name, about) in several {
                    let name = name.trim_matches('`');
                    text.comment(&format!("  - {name}: "), "    ", about);
                }
            }
        }
        text.comment("- Throws: ", "  ", THROWS);
    }

    /// Collects them into a variable, and gives what to pass on.
    fn collected(&self, text: &mut Text, variable: &'static str, json: &str) -> &'static str {
        if self.all().next().is_none() {
            return "[:]";
        }
        text.line(&format!("var {variable}: [String: {json}] = [:]"));
        for member in self.all() {
            let mark = if member.required { "" } else { "?" };
            let (name, wire) = (name(&member.name), &member.name);
            text.line(&format!("{variable}[\"{wire}\"] = {name}{mark}.json"));
        }
        variable
    }
}

fn delegate(text: &mut Text, contract: &Contract) {
    text.block("extension Hostline {", |text| {
        text.about("Answers what servers ask. Its functions may take as long as a person does.");
        text.line("///");
        text.about(
            "Where nobody waits for an answer any more, the task that runs the function is \
             cancelled. An error that is thrown ends what the server asked for.",
        );
        text.block("public protocol Delegate: Sendable {", |text| {
            text.about(
                "The ways in which it can ask a person; the server is told. Forms only, \
                        unless the delegate says otherwise.",
            );
            text.line("var elicitation: [ElicitationMode] { get }");
            for question in &contract.questions {
                text.line("");
                text.about(&question.about);
                let (name, asked, answer) = signature(question, "");
                text.line(&format!("func {name}(_ question: {asked}) async throws -> {answer}"));
            }
        });
    });
    text.line("");
    text.block("extension Hostline.Delegate {", |text| {
        text.about("Answers the question of this name.");
        text.line("func answer(_ name: String, _ question: Hostline.JSON) async throws -> Hostline.JSON {");
        text.depth += 1;
        text.line("switch name {");
        for question in &contract.questions {
            let (name, asked, _) = signature(question, "Hostline.");
            let wire = &question.name;
            text.line(&format!(
                "case \"{wire}\": try await {name}({asked}(json: question)).json"
            ));
        }
        text.line("default: throw HostlineError(.internal, \"there is no question \\(name)\")");
        text.line("}");
        text.depth -= 1;
        text.line("}");
    });
}

fn signature(question: &Question, space: &str) -> (String, String, String) {
    let (asked, answer) = (&question.question, &question.answer);
    (name(&question.function), shape_type(asked, space), shape_type(answer, space))
}

/// What the hand-written part is told, by its name.
fn notification(text: &mut Text, contract: &Contract) {
    text.block("extension Hostline {", |text| {
        text.about("What the native library tells of a call.");
        text.block("enum Notification {", |text| {
            for told in &contract.notifications {
                text.about(&told.about);
                let of = shape_type(&told.notification, "");
                text.line(&format!("case {}({of})", name(&told.name)));
            }
            text.line("");
            text.about("The notification of this name, where this version knows it.");
            text.block("init?(_ name: String, _ json: JSON) throws {", |text| {
                text.line("switch name {");
                for told in &contract.notifications {
                    let (name, wire) = (name(&told.name), &told.name);
                    let of = shape_type(&told.notification, "");
                    let body = format!("self = .{name}(try {of}(json: json))");
                    text.case(&format!("case \"{wire}\":"), &body);
                }
                text.line("default: return nil");
                text.line("}");
            });
        });
    });
}
