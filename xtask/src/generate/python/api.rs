//! `api.py`: what can be opened, what can be done on it, and who answers questions.

use std::collections::BTreeSet;

use super::{Names, annotation, attribute, named, optional, text::Source};
use crate::generate::contract::{Contract, Data, Member, Opening, Operation, Question, Shape};

const ABOUT: &str = "What can be opened, and what can be done on it.";

pub(in crate::generate) const DELEGATE: (&str, &str) =
    ("delegate", "Who answers what is asked. Default: nobody.");

const TWO_WAYS: &str =
    "Await it, and close it yourself; or enter it with `async with`, which does.";

/// The module.
pub(super) fn text(names: Names<'_>) -> String {
    let contract = names.contract;
    let mut source = Source::module(ABOUT);
    source.line(0, "");
    source.line(0, "from collections.abc import Awaitable, Callable, Mapping, Sequence");
    source.line(0, "from functools import cached_property");
    source.line(0, "from typing import Any");
    source.line(0, "");
    let runtime =
        ["Connecting", "Connection", "Listing", "Opened", "Stream", "evaluate", "listing", "unset"];
    source.import("._runtime", runtime.map(str::to_owned).into());
    source.import(".types", imported(names));
    source.line(0, "");
    let classes = contract.openings.iter().map(|opening| opening.opens.clone());
    let functions = contract.first_openings().map(|opening| opening.operation.function.clone());
    let functions = functions.chain(contract.functions.iter().map(|it| it.function.clone()));
    source.exports(classes.chain(functions).chain(["Delegate".to_owned()]).collect());
    delegate(names, &mut source);
    for opening in &contract.openings {
        class(names, &mut source, opening);
    }
    for opening in contract.first_openings() {
        source.gap();
        open(names, &mut source, opening, 0);
    }
    for function in &contract.functions {
        at_once(names, &mut source, function);
    }
    source.text()
}

/// The named types that the module names.
fn imported(names: Names<'_>) -> Vec<String> {
    let contract = names.contract;
    let mut found = BTreeSet::new();
    for operation in contract.calls() {
        let (by_place, by_name) = contract.members(operation);
        let members = by_place.into_iter().chain(by_name);
        members.for_each(|member| named(&member.shape, &mut found));
        if let Data::Value(shape) | Data::Listing(shape) = &operation.result {
            named(shape, &mut found);
        }
    }
    for question in &contract.questions {
        named(&question.question, &mut found);
        if let Data::Value(answer) = &question.answer {
            named(answer, &mut found);
        }
    }
    for notification in &contract.notifications {
        named(&notification.notification, &mut found);
    }
    let mut readers = BTreeSet::new();
    for operation in contract.calls() {
        let (Data::Value(Shape::Named(name)) | Data::Listing(Shape::Named(name))) =
            &operation.result
        else {
            continue;
        };
        readers.insert(names.reader(name));
    }
    for event in contract.openings.iter().filter_map(|opening| opening.event.as_ref()) {
        named(event, &mut found);
        readers.insert(names.read(event, ""));
    }
    // What reads a union is a function beside it.
    let readers = readers.into_iter().filter(|reader| !reader.contains('.'));
    let readers = readers.map(|reader| reader.trim_end_matches("()").to_owned());
    found.into_iter().chain(readers).collect()
}

fn delegate(names: Names<'_>, source: &mut Source) {
    source.gap();
    source.line(0, "class Delegate:");
    source.docstring(
        1,
        "Answers what is asked.\n\nA delegate has any of these functions; what it has not, nobody \
         is told that it could answer, and nobody asks. They run on the event loop on which the \
         connection was opened, and may be plain or async. One whose answer nobody waits for any \
         more is cancelled. What an exception says becomes part of the error of the call.",
    );
    for Question { function, about, question, answer, .. } in &names.contract.questions {
        let question = annotation(question);
        let answer = match answer {
            Data::Value(shape) if names.contract.may_be_empty(shape) => {
                let answer = annotation(shape);
                format!("{answer} | Awaitable[{answer} | None] | None")
            }
            Data::Value(shape) => {
                let answer = annotation(shape);
                format!("{answer} | Awaitable[{answer}]")
            }
            _ => "Awaitable[None] | None".to_owned(),
        };
        source.line(0, "");
        source.line(1, "@unset");
        let head = format!("def {function}(self, question: {question})");
        let whole = format!("{head} -> {answer}:");
        if whole.chars().count() + 4 <= super::text::WIDTH {
            source.line(1, whole);
        } else {
            source.line(1, format!("def {function}("));
            source.line(2, format!("self, question: {question}"));
            source.line(1, format!(") -> {answer}:"));
        }
        source.docstring(2, about);
        source.line(2, "raise NotImplementedError");
    }
}

/// The class of what is opened.
fn class(names: Names<'_>, source: &mut Source, opening: &Opening) {
    let parent = match &opening.event {
        Some(event) if opening.iterates => format!("Stream[{}]", annotation(event)),
        Some(event) => format!("Connection[{}]", annotation(event)),
        None => "Opened".to_owned(),
    };
    source.gap();
    source.line(0, format!("class {}({parent}):", opening.opens));
    source.docstring(1, &opening.about);
    source.line(0, "");
    source.line(1, format!("_opening = \"{}\"", opening.operation.name));
    if let Data::Value(shape) = &opening.operation.result {
        source.line(0, "");
        source.line(1, "@cached_property");
        source.line(1, format!("def info(self) -> {}:", annotation(shape)));
        source.docstring(2, "What is known of it.");
        source.line(2, format!("return {}", names.read(shape, "self._known")));
    }
    if let Some(event) = &opening.event {
        source.line(0, "");
        source.line(1, "@staticmethod");
        source.line(1, format!("def _read_event(value: Any) -> {}:", annotation(event)));
        source.line(2, format!("return {}", names.read(event, "value")));
    }
    for operation in names.contract.public_on(opening) {
        method(names, source, operation);
    }
    for inner in names.contract.opened_on(opening) {
        source.line(0, "");
        open(names, source, inner, 1);
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
    let params = if members.is_empty() { "{}" } else { "values" };
    if !members.is_empty() {
        source.block(2, "values: dict[str, Any] = {", members, "}");
    }
    let listener = progress.map_or(String::new(), |(name, _)| format!(", {name}"));
    let call = format!("await self._call(\"{name}\", {params}{listener})");
    match &operation.result {
        Data::Nothing => source.line(2, call),
        Data::Value(shape) => {
            // What is the same in Python is of its type already.
            let is_plain = names.is_plain(shape);
            let kind = if is_plain { annotation(shape) } else { "Any".to_owned() };
            source.line(2, format!("result: {kind} = {call}"));
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

/// The function that opens something: of a module, or of what it is opened on.
fn open(names: Names<'_>, source: &mut Source, opening: &Opening, level: usize) {
    let Opening { opens, operation, .. } = opening;
    let delegate = Contract::takes_delegate(operation).then_some(DELEGATE);
    let (parameters, arguments) = signature(names, operation, delegate);
    let head = format!("def {}(", operation.function);
    let own = (level > 0).then(|| "self".to_owned());
    let parameters = own.into_iter().chain(parameters);
    source.block(level, head, parameters, format!(") -> Connecting[{opens}]:"));
    let about = format!("{}\n\n{TWO_WAYS}", operation.about);
    source.docstring_with(level + 1, &about, heading(&arguments), &arguments);
    let members = members(names, operation);
    source.block(level + 1, "options: dict[str, Any] = {", members, "}");
    let delegate = delegate.map_or("", |_| ", delegate");
    let on = if level > 0 { ", on=self" } else { "" };
    source.line(level + 1, format!("return Connecting({opens}, options{delegate}{on})"));
}

/// A function of the module that gives its result at once.
fn at_once(names: Names<'_>, source: &mut Source, operation: &Operation) {
    let (parameters, arguments) = signature(names, operation, None);
    let Data::Value(shape) = &operation.result else { return };
    let result = annotation(shape);
    source.gap();
    source.block(0, format!("def {}(", operation.function), parameters, format!(") -> {result}:"));
    source.docstring_with(1, &operation.about, heading(&arguments), &arguments);
    source.block(1, "values: dict[str, Any] = {", members(names, operation), "}");
    let kind = if names.is_plain(shape) { result.as_str() } else { "Any" };
    source.line(1, format!("result: {kind} = evaluate(\"{}\", values)", operation.name));
    source.line(1, format!("return {}", names.read(shape, "result")));
}

pub(in crate::generate) type Arguments<'a> = Vec<(String, &'a str)>;

fn heading(arguments: &Arguments<'_>) -> Option<&'static str> {
    (!arguments.is_empty()).then_some("Args")
}

/// The parameters of a function, and what they are. `beside` is the one that is no member: a
/// function or an object of the user.
pub(in crate::generate) fn signature<'a>(
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
