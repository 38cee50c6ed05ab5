//! `api.py`: how a connection is opened, what can be done on it, and who answers questions.

use std::collections::BTreeSet;

use super::{Names, annotation, attribute, named, optional, text::Source};
use crate::generate::contract::{Contract, Data, Member, Operation, Question};

const ABOUT: &str = "Connecting to servers, and what can be done on a connection.";

const DELEGATE: (&str, &str) = ("delegate", "Who answers what the server asks. Default: nobody.");

/// The module.
pub(super) fn text(names: Names<'_>) -> String {
    let mut source = Source::module(ABOUT);
    source.line(0, "");
    source.line(0, "from abc import ABC, abstractmethod");
    source.line(0, "from collections.abc import Awaitable, Callable, Mapping, Sequence");
    source.line(0, "from typing import Any");
    source.line(0, "");
    source.import(
        "._runtime",
        ["Connecting", "Connection", "Listing", "listing"].map(str::to_owned).into(),
    );
    source.import(".types", imported(names));
    source.line(0, "");
    source.exports(["Client", "Delegate", "connect"].map(str::to_owned).into());
    delegate(names, &mut source);
    source.gap();
    source.line(0, "class Client(Connection):");
    source.docstring(
        1,
        "A connection to one server.\n\nIt ends when it is closed, at the end of an \
         `async with` block, or when nothing refers to it any more.",
    );
    for operation in names.contract.public() {
        method(names, &mut source, operation);
    }
    connect(names, &mut source);
    source.text()
}

/// The named types that the module names.
fn imported(names: Names<'_>) -> Vec<String> {
    let contract = names.contract;
    let mut found = BTreeSet::new();
    for operation in std::iter::once(&contract.connect).chain(contract.public()) {
        let (by_place, by_name) = contract.members(operation);
        let members = by_place.into_iter().chain(by_name);
        members.for_each(|member| named(&member.shape, &mut found));
        if operation.name == contract.connect.name {
            continue;
        }
        if let Data::Value(shape) | Data::Listing(shape) = &operation.result {
            named(shape, &mut found);
        }
    }
    for question in &contract.questions {
        named(&question.question, &mut found);
        named(&question.answer, &mut found);
    }
    for member in names.reserved_of_connect() {
        named(&member.shape, &mut found);
    }
    for notification in &contract.notifications {
        named(&notification.notification, &mut found);
    }
    found.into_iter().collect()
}

fn delegate(names: Names<'_>, source: &mut Source) {
    source.gap();
    source.line(0, "class Delegate(ABC):");
    source.docstring(
        1,
        "Answers what servers ask.\n\nIts functions run on the event loop on which the connection \
         was opened, and may be plain or async. One whose answer nobody waits for any more is \
         cancelled. What an exception says becomes part of the error of the call.",
    );
    for member in names.reserved_of_connect() {
        source.line(0, "");
        let annotation = annotation(&member.shape);
        source.line(1, format!("{}: {annotation} = (\"form\",)", attribute(&member.name)));
        // What follows is about the member of the wire.
        let about = member.about.split("\n\n").next().unwrap_or_default();
        source.docstring(1, &format!("{about} Default: forms only."));
    }
    for Question { function, about, question, answer, .. } in &names.contract.questions {
        let (question, answer) = (annotation(question), annotation(answer));
        source.line(0, "");
        source.line(1, "@abstractmethod");
        let head = format!("def {function}(self, question: {question})");
        source.line(1, format!("{head} -> {answer} | Awaitable[{answer}]:"));
        source.docstring(2, about);
    }
}

fn method(names: Names<'_>, source: &mut Source, operation: &Operation) {
    let Operation { name, function, about, .. } = operation;
    let told = names.contract.notifications.iter().find(|told| told.name == "progress");
    let progress = told.filter(|_| Contract::reports_progress(operation));
    let progress = progress.map(|told| ("on_progress", told.about.as_str()));
    let (parameters, arguments) = signature(names, operation, progress);
    let result = match &operation.result {
        Data::Nothing => "None".to_owned(),
        Data::Value(shape) => annotation(shape),
        Data::Listing(shape) => format!("Listing[{}]", annotation(shape)),
    };
    source.line(0, "");
    if parameters.is_empty() {
        source.line(1, format!("async def {function}(self) -> {result}:"));
    } else {
        let parameters = std::iter::once("self".to_owned()).chain(parameters);
        source.block(1, format!("async def {function}("), parameters, format!(") -> {result}:"));
    }
    source.docstring_with(2, about, heading(&arguments), &arguments);
    let members = members(names, operation);
    let params = if members.is_empty() { "{}" } else { "params" };
    if !members.is_empty() {
        source.block(2, "params: dict[str, Any] = {", members, "}");
    }
    let listener = progress.map_or(String::new(), |(name, _)| format!(", {name}"));
    let call = format!("await self._call(\"{name}\", {params}{listener})");
    match &operation.result {
        Data::Nothing => source.line(2, call),
        Data::Value(shape) => {
            source.line(2, format!("result: Any = {call}"));
            source.line(2, format!("return {}", names.read(shape, "result")));
        }
        Data::Listing(shape) => {
            let read = names.read(shape, "item");
            source.line(2, format!("result: Any = {call}"));
            source
                .line(2, format!("return listing([{read} for item in result[\"items\"]], result)"));
        }
    }
}

fn connect(names: Names<'_>, source: &mut Source) {
    let operation = &names.contract.connect;
    let (parameters, arguments) = signature(names, operation, Some(DELEGATE));
    source.gap();
    source.block(0, "def connect(", parameters, ") -> Connecting[Client]:");
    let about = format!(
        "{}\n\nAwait it, and close the server yourself; or enter it with `async with`, which does.",
        operation.about
    );
    source.docstring_with(1, &about, heading(&arguments), &arguments);
    source.block(1, "options: dict[str, Any] = {", members(names, operation), "}");
    source.line(1, "return Connecting(Client, options, delegate)");
}

type Arguments<'a> = Vec<(String, &'a str)>;

fn heading(arguments: &Arguments<'_>) -> Option<&'static str> {
    (!arguments.is_empty()).then_some("Args")
}

/// The parameters of a function, and what they are. `beside` is the one that is no member: a
/// function or an object of the user.
fn signature<'a>(
    names: Names<'a>,
    operation: &'a Operation,
    beside: Option<(&str, &'a str)>,
) -> (Vec<String>, Arguments<'a>) {
    let (by_place, by_name) = names.contract.members(operation);
    let named = |member: &&'a Member| (attribute(&member.name), member.about.as_str());
    let mut arguments: Arguments<'a> = by_place.iter().chain(&by_name).map(named).collect();
    let parameter = |member: &&Member| {
        let name = attribute(&member.name);
        if member.required {
            format!("{name}: {}", annotation(&member.shape))
        } else {
            format!("{name}: {} = None", optional(member))
        }
    };
    let mut parameters: Vec<String> = by_place.iter().map(parameter).collect();
    if !by_name.is_empty() || beside.is_some() {
        parameters.push("*".to_owned());
    }
    parameters.extend(by_name.iter().map(parameter));
    if let Some((name, about)) = beside {
        let annotation = match name {
            "delegate" => "Delegate",
            _ => "Callable[[ProgressReport], None]",
        };
        parameters.push(format!("{name}: {annotation} | None = None"));
        arguments.push((name.to_owned(), about));
    }
    (parameters, arguments)
}

/// The members of what goes in. `None` is the same as absent.
fn members(names: Names<'_>, operation: &Operation) -> Vec<String> {
    let (by_place, by_name) = names.contract.members(operation);
    let member = |member: &Member| {
        let value = attribute(&member.name);
        format!("\"{}\": {}", member.name, names.write_optional(&member.shape, &value))
    };
    by_place.into_iter().chain(by_name).map(member).collect()
}
