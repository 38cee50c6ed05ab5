//! `API.swift`: the functions of a connection, and the delegate.

use super::{Contract, Data, Member, Text, WIDTH, name, parameter, result_type, shape_type};
use crate::generate::contract::{Opening, Operation, Question};

/// What is said of the function that hears of progress.
const ON_PROGRESS: &str = "Hears how far the call has come, as long as it runs.";
const DELEGATE: &str = "Answers what is asked. Without it nobody may be asked.";
const THROWS: &str = "``HostlineError``; `CancellationError` where the task was cancelled.";

pub(super) fn text(contract: &Contract) -> String {
    let mut text = Text::new();
    text.block("extension Hostline {", |text| {
        text.about("The version of Hostline.");
        text.line(&format!("public static let version = \"{}\"", contract.version));
        for opening in contract.first_openings() {
            text.line("");
            open(text, contract, opening, "public static func ", "nil");
        }
        for function in &contract.functions {
            text.line("");
            at_once(text, contract, function);
        }
    });
    for opening in &contract.openings {
        text.line("");
        class(&mut text, opening);
        text.line("");
        text.block(&format!("extension Hostline.{} {{", opening.opens), |text| {
            let mut is_first = true;
            for operation in contract.public_on(opening) {
                if !std::mem::take(&mut is_first) {
                    text.line("");
                }
                function(text, contract, operation);
            }
            for inner in contract.opened_on(opening) {
                text.line("");
                open(text, contract, inner, "public func ", "link");
            }
        });
    }
    text.line("");
    delegate(&mut text, contract);
    text.line("");
    notification(&mut text, contract);
    text.text
}

/// The class of what is opened.
fn class(text: &mut Text, opening: &Opening) {
    let Opening { opens, about, event, iterates, .. } = opening;
    let info = match &opening.operation.result {
        Data::Value(shape) => Some(shape_type(shape, "")),
        _ => None,
    };
    text.block("extension Hostline {", |text| {
        text.about(about);
        text.line("///");
        text.about(
            "Cancelling the task that waits for a call cancels the call. What has ended already is \
             not undone. Where the last reference to it goes away, it ends at once, without \
             blocking; `close` ends it in good order.",
        );
        let kind = if *iterates { "Sendable, AsyncSequence" } else { "Sendable" };
        text.block(&format!("public final class {opens}: {kind} {{"), |text| {
            if let Some(info) = &info {
                text.about("What is known of it.");
                text.line(&format!("public let info: {info}"));
            }
            text.line("let link: Link");
            text.line("");
            text.block("init(_ link: Link) throws {", |text| {
                if let Some(info) = &info {
                    text.line(&format!("info = try {info}(json: link.known)"));
                }
                text.line("self.link = link");
            });
            if let Some(event) = event {
                text.line("");
                events(text, &shape_type(event, ""), *iterates);
            }
        });
    });
}

fn events(text: &mut Text, event: &str, iterates: bool) {
    text.about(
        "What is said without being asked, until the end. It can be read in one place at a time: \
         reading it in a second place throws ``HostlineError`` with the code `invalid_input`. Where \
         the task that reads it is cancelled, it ends for that one.",
    );
    if iterates {
        text.block(
            &format!("public func makeAsyncIterator() -> Events<{event}>.Iterator {{"),
            |text| text.line(&format!("Events<{event}>(link).makeAsyncIterator()")),
        );
    } else {
        text.line(&format!("public var events: Events<{event}> {{ Events(link) }}"));
    }
}

/// The function that opens something, on what the expression `on` is.
fn open(text: &mut Text, contract: &Contract, opening: &Opening, head: &str, on: &str) {
    let Opening { opens, operation, .. } = opening;
    let members = Parameters::of(contract, operation);
    let takes_delegate = Contract::takes_delegate(operation);
    let more: &[_] = if takes_delegate { &[("delegate", DELEGATE)] } else { &[] };
    members.documentation(text, &operation.about, more);
    let mut parameters = members.declared("Hostline.");
    if takes_delegate {
        parameters.push("delegate: Hostline.Delegate? = nil".to_owned());
    }
    let beginning = format!("{head}{}(", name(&operation.function));
    let arrow = format!(") async throws -> Hostline.{opens} {{");
    text.list(&beginning, &parameters, &arrow);
    text.depth += 1;
    let options = members.collected(text, "options", "Hostline.JSON");
    let delegate = if takes_delegate { "delegate" } else { "nil" };
    let wire = &operation.name;
    let arguments = [
        format!("\"{wire}\""),
        format!("on: {on}"),
        options.into(),
        format!("delegate: {delegate}"),
    ];
    text.list("let opened = try await Hostline.Link.open(", &arguments, ")");
    text.line(&format!("return try Hostline.{opens}(opened)"));
    text.depth -= 1;
    text.line("}");
}

/// A function that gives its result at once.
fn at_once(text: &mut Text, contract: &Contract, operation: &Operation) {
    let Some(result) = result_type(&operation.result, "Hostline.") else { return };
    let members = Parameters::of(contract, operation);
    members.documentation(text, &operation.about, &[]);
    let opening = format!("public static func {}(", name(&operation.function));
    text.list(&opening, &members.declared("Hostline."), &format!(") throws -> {result} {{"));
    text.depth += 1;
    let given = members.collected(text, "values", "Hostline.JSON");
    text.line(&format!("return try Hostline.evaluate(\"{}\", {given})", operation.name));
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
    let given = members.collected(text, "values", "Hostline.JSON");
    let wire = &operation.name;
    let progress = if reports { ", onProgress: onProgress" } else { "" };
    text.line(&match operation.result {
        Data::Nothing => format!("try await link.call(\"{wire}\", .object({given}){progress})"),
        _ => format!("return try await link.value(\"{wire}\", {given}{progress})"),
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
        text.about(
            "Answers what is asked, with any of these functions. What it has not, nobody is told \
             that it could answer, and nobody asks. They may take as long as a person does.",
        );
        text.line("///");
        text.about(
            "Where nobody waits for an answer any more, the task that runs the function is \
             cancelled. An error that is thrown ends what was asked for.",
        );
        text.block("public struct Delegate: Sendable {", |text| {
            for question in &contract.questions {
                text.about(&question.about);
                let (name, asked, answer) = signature(question, "");
                let function = format!("(@Sendable ({asked}) async throws -> {answer})?");
                text.case(&format!("public var {name}:"), &function);
            }
            text.line("");
            text.about("A delegate that answers with these functions.");
            let depth = text.depth + 1;
            let parameters: Vec<String> = contract
                .questions
                .iter()
                .map(|question| {
                    let (name, asked, answer) = signature(question, "");
                    let function = format!("(@Sendable ({asked}) async throws -> {answer})? = nil");
                    let line = format!("{name}: {function}");
                    // Where an item of the list stands, and its comma.
                    if line.len() + 4 * depth < WIDTH {
                        return line;
                    }
                    format!("{name}:\n{}{function}", "    ".repeat(depth + 1))
                })
                .collect();
            text.list("public init(", &parameters, ") {");
            text.depth += 1;
            for question in &contract.questions {
                let (name, ..) = signature(question, "");
                text.line(&format!("self.{name} = {name}"));
            }
            text.depth -= 1;
            text.line("}");
        });
    });
    text.line("");
    text.block("extension Hostline.Delegate {", |text| {
        text.about("The names of the questions that it answers.");
        text.block("var answers: [String] {", |text| {
            text.line("var names: [String] = []");
            for question in &contract.questions {
                let (name, ..) = signature(question, "");
                let wire = &question.name;
                text.line(&format!("if {name} != nil {{ names.append(\"{wire}\") }}"));
            }
            text.line("return names");
        });
        text.line("");
        text.about("Answers the question of this name; nothing where it cannot.");
        text.line(
            "func answer(_ name: String, _ question: Hostline.JSON) async throws -> Hostline.JSON? {",
        );
        text.depth += 1;
        text.line("switch name {");
        for question in &contract.questions {
            let (name, asked, _) = signature(question, "Hostline.");
            let wire = &question.name;
            text.line(&format!("case \"{wire}\":"));
            if question.answer == Data::Nothing {
                text.line(&format!("    try await {name}?({asked}(json: question))"));
                text.line("    return [:]");
            } else {
                text.line(&format!("    return try await {name}?({asked}(json: question)).json"));
            }
        }
        text.line("default: return nil");
        text.line("}");
        text.depth -= 1;
        text.line("}");
    });
}

fn signature(question: &Question, space: &str) -> (String, String, String) {
    let answer = match &question.answer {
        Data::Value(answer) => shape_type(answer, space),
        _ => "Void".to_owned(),
    };
    (name(&question.function), shape_type(&question.question, space), answer)
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
