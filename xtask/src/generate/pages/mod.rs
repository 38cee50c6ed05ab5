//! The pages about the packages of Python and Node.js: what they offer, each operation with an example
//! that a test runs.
//!
//! What is said stands in the contract, and what is shown in `examples.json`, once for all languages:
//! a [`Language`] only says how it is written.

mod examples;
mod python;
mod typescript;

use std::fmt::Write as _;

use super::{
    File,
    contract::{Contract, Data, Definition, Kind, Member, Named, Opening, Operation, Shape},
};
use crate::workspace::Result;
use examples::{Example, Examples, Section, Step};

/// How a language writes what a page shows.
trait Language {
    /// What the package is called in headings.
    const TITLE: &'static str;
    /// What its snippets are marked with.
    const FENCE: &'static str;
    /// The page of its types.
    const TYPES: &'static str;
    /// A delegate.
    const DELEGATE: &'static str;
    /// What is raised or thrown.
    const FAILURE: &'static str;
    /// How the snippets are to be read.
    const BEGINNING: &'static str;
    /// How events are heard.
    const EVENTS: &'static str;
    /// How the functions of a delegate are called.
    const DELEGATES: &'static str;

    /// A function of an operation or of a question.
    fn function(&self, name: &str) -> String;
    /// A member of an object.
    fn member(&self, name: &str) -> String;
    /// The type of a shape.
    fn shape(&self, shape: &Shape) -> String;
    /// The function of an operation with all that it takes, and what it gives.
    fn signature(&self, operation: &Operation, opens: Option<&str>) -> String;
    /// What an operation takes: names, and what they are.
    fn parameters(&self, operation: &Operation) -> Vec<(String, String)>;
    /// What stands above a section's snippets.
    fn beginning(&self, section: &Section) -> String;
    /// A step of a section, at a level of indentation.
    fn step(&self, step: &Step, section: &Section, level: usize) -> Result<String>;
    /// What an error of a code is.
    fn failure(&self, code: &Named) -> String;
    /// A text of the contract, with the names that this language has.
    fn prose(&self, text: &str) -> String;
}

/// The pages of both languages.
pub(super) fn files(contract: &Contract) -> Result<Vec<File>> {
    let examples = Examples::read(contract)?;
    let python = python::Python { contract };
    let node = typescript::TypeScript { contract };
    Ok(vec![
        File { path: "docs/python.md", text: page(contract, &examples, &python)? },
        File { path: "docs/python-types.md", text: types(contract, &python) },
        File { path: "docs/node.md", text: page(contract, &examples, &node)? },
        File { path: "docs/node-types.md", text: types(contract, &node) },
    ])
}

fn mark() -> String {
    format!("<!-- {} -->\n", super::words::MARK)
}

/// The page of what can be opened and done.
fn page<L: Language>(contract: &Contract, examples: &Examples, language: &L) -> Result<String> {
    let mut body = String::new();
    for section in &examples.sections {
        match contract.openings.iter().find(|opening| opening.opens == section.class) {
            Some(opening) => class(contract, examples, section, opening, language, &mut body)?,
            None => functions(section, contract, language, &mut body)?,
        }
    }
    questions(contract, language, &mut body);
    errors(contract, language, &mut body);
    let mut text = mark();
    let _ = write!(
        text,
        "# {title}\n\nAll that the package offers, in the order in which a program comes to it; \
         its [types]({types}) have a page of their own.\n\n{beginning}\n\nA connection that \
         nothing refers to any more ends by itself.\n\n",
        title = L::TITLE,
        types = L::TYPES,
        beginning = L::BEGINNING,
    );
    contents(&body, &mut text);
    Ok(text + &body)
}

/// What stands on a page.
fn contents(body: &str, text: &mut String) {
    for line in body.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let _ = writeln!(text, "- [{heading}](#{})", anchor(heading));
        } else if let Some(heading) = line.strip_prefix("### ") {
            let _ = writeln!(text, "  - [`{heading}`](#{})", anchor(heading));
        }
    }
}

/// What a heading is linked to by.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' ');
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

/// A thing that can be opened, and what can be done on it.
fn class<L: Language>(
    contract: &Contract,
    examples: &Examples,
    section: &Section,
    opening: &Opening,
    language: &L,
    text: &mut String,
) -> Result<()> {
    let heading = opening_heading(examples, opening, language);
    let about = language.prose(&opening.about);
    let _ = write!(text, "\n## {}\n\n{about}\n\n### {heading}\n", opening.opens);
    describe(&opening.operation, Some(&opening.opens), language, text);
    if let Data::Value(shape) = &opening.operation.result {
        let _ = write!(text, "\nIts `info` is {}.\n", linked(language, shape));
    }
    if let Some(event) = &opening.event {
        let event = linked(language, event);
        if opening.iterates {
            let _ = write!(text, "\nIterating over it gives {event}.\n");
        } else {
            let _ = write!(text, "\nWhat it says is {event}. {}\n", L::EVENTS);
        }
    }
    snippet(language, &section.opening, section, language.beginning(section), text)?;
    for inner in contract.opened_on(opening) {
        let heading = opening_heading(examples, inner, language);
        let _ = write!(
            text,
            "\n[`{heading}`](#{}) opens a [{}](#{}).\n",
            anchor(&heading),
            inner.opens,
            anchor(&inner.opens),
        );
    }
    for Example { of, steps } in &section.examples {
        let operation = contract
            .public_on(opening)
            .find(|operation| operation.name == *of)
            .ok_or_else(|| format!("{} has no operation {of}", opening.opens))?;
        let function = language.function(&operation.function);
        let _ = write!(text, "\n### {}.{function}\n", section.variable);
        describe(operation, None, language, text);
        snippet(language, steps, section, String::new(), text)?;
    }
    Ok(())
}

/// The function that opens something, with what it is called on.
fn opening_heading<L: Language>(examples: &Examples, opening: &Opening, language: &L) -> String {
    let function = language.function(&opening.operation.function);
    let on = opening.on.as_ref();
    let owner = on.and_then(|on| examples.sections.iter().find(|section| section.class == *on));
    owner.map_or(function.clone(), |owner| format!("{}.{function}", owner.variable))
}

/// What can be found out at once.
fn functions<L: Language>(
    section: &Section,
    contract: &Contract,
    language: &L,
    text: &mut String,
) -> Result<()> {
    text.push_str("\n## Functions\n");
    for Example { of, steps } in &section.examples {
        let function = contract.functions.iter().find(|function| function.name == *of);
        let function = function.ok_or_else(|| format!("there is no function {of}"))?;
        let _ = write!(text, "\n### {}\n", language.function(&function.function));
        describe(function, None, language, text);
        snippet(language, steps, section, language.beginning(section), text)?;
    }
    Ok(())
}

fn describe<L: Language>(
    operation: &Operation,
    opens: Option<&str>,
    language: &L,
    text: &mut String,
) {
    let signature = language.signature(operation, opens);
    let about = language.prose(&operation.about);
    let _ = write!(text, "\n```text\n{signature}\n```\n\n{about}\n");
    for (index, (name, about)) in language.parameters(operation).into_iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        let about = language.prose(&about).replace("\n\n", " ");
        let _ = writeln!(text, "{gap}- {name}: {about}");
    }
    match &operation.result {
        Data::Value(shape) if opens.is_none() => {
            let _ = write!(text, "\nIt gives {}.\n", linked(language, shape));
        }
        Data::Listing(shape) => {
            let one = linked(language, shape);
            let dropped = link(L::TYPES, "Dropped", "dropped");
            let _ = write!(
                text,
                "\nIt gives a list of {one}; what was left out of it is told in the list's \
                 {dropped}.\n",
            );
        }
        _ => {}
    }
}

fn snippet<L: Language>(
    language: &L,
    steps: &[Step],
    section: &Section,
    mut code: String,
    text: &mut String,
) -> Result<()> {
    for step in steps {
        code.push_str(&language.step(step, section, 0)?);
    }
    let _ = write!(text, "\n```{}\n{code}```\n", L::FENCE);
    Ok(())
}

/// Who answers what is asked.
fn questions<L: Language>(contract: &Contract, language: &L, text: &mut String) {
    let _ = write!(
        text,
        "\n## Delegates\n\nA delegate answers what is asked. It has any of these functions; what it \
         has not, nobody is told that it could answer, and nobody asks. {}\n\nOn a connection it is \
         asked {}. On a host it is asked {}. The functions of records are asked wherever tokens are \
         kept with the delegate (`DelegateStore`).\n\n```{}\n{}```\n",
        L::DELEGATES,
        listed(
            language,
            &["elicit_form", "elicit_url", "create_message", "list_roots", "open_address"]
        ),
        listed(language, &["elicit_form", "elicit_url", "list_roots", "decide"]),
        L::FENCE,
        L::DELEGATE,
    );
    for question in &contract.questions {
        let _ = write!(
            text,
            "\n### {}\n\n{}\n\nIt is given {}",
            language.function(&question.function),
            language.prose(&question.about),
            linked(language, &question.question),
        );
        match &question.answer {
            Data::Value(answer) if contract.may_be_empty(answer) => {
                let _ = writeln!(text, ", and gives {}, or nothing.", linked(language, answer));
            }
            Data::Value(answer) => {
                let _ = writeln!(text, ", and gives {}.", linked(language, answer));
            }
            _ => text.push_str(".\n"),
        }
    }
}

/// Functions in a sentence.
fn listed<L: Language>(language: &L, functions: &[&str]) -> String {
    let names: Vec<String> =
        functions.iter().map(|name| format!("`{}`", language.function(name))).collect();
    let (last, others) = names.split_last().map_or(("", &[][..]), |(last, it)| (last.as_str(), it));
    format!("{} and {last}", others.join(", "))
}

/// What goes wrong.
fn errors<L: Language>(contract: &Contract, language: &L, text: &mut String) {
    let _ = write!(text, "\n## Errors\n\n{}\n\n", L::FAILURE);
    for code in &contract.error_codes {
        let about = language.prose(&code.about).replace("\n\n", " ");
        let _ = writeln!(text, "- {}: {about}", language.failure(code));
    }
}

/// The page of the types.
fn types<L: Language>(contract: &Contract, language: &L) -> String {
    let mut text = mark();
    let _ = writeln!(text, "# Types of {}\n\nIn the order of their names.", L::TITLE);
    for (name, Definition { about, kind }) in contract.reachable() {
        let about = language.prose(about);
        let _ = write!(text, "\n## {name}\n\n{about}\n\n");
        match kind {
            Kind::Object(members) if members.is_empty() => text.push_str("It has no members.\n"),
            Kind::Object(members) => members.iter().for_each(|member| {
                let _ = writeln!(text, "- {}", described(language, member));
            }),
            Kind::Names(names) => names.iter().for_each(|one| {
                let _ = writeln!(text, "- `\"{}\"`: {}", one.name, one.about.replace("\n\n", " "));
            }),
            Kind::Union { tag, variants } => {
                let _ = writeln!(text, "By its `{}`:\n", language.member(tag));
                for variant in variants {
                    let object = link("", &variant.object, &variant.object);
                    let about = variant.about.replace("\n\n", " ");
                    let _ = writeln!(text, "- `\"{}\"`, {object}: {about}", variant.name);
                }
            }
        }
    }
    text
}

fn described<L: Language>(language: &L, member: &Member) -> String {
    let shape = match named(&member.shape) {
        Some(name) => link("", name, &language.shape(&member.shape)),
        None => format!("`{}`", language.shape(&member.shape)),
    };
    let may_be_absent = if member.required { "" } else { ", may be absent" };
    let about = language.prose(&member.about).replace("\n\n", " ");
    format!("`{}` ({shape}{may_be_absent}): {about}", language.member(&member.name))
}

fn linked<L: Language>(language: &L, shape: &Shape) -> String {
    match named(shape) {
        Some(name) => link(L::TYPES, name, &language.shape(shape)),
        None => format!("`{}`", language.shape(shape)),
    }
}

/// The type with a name that a shape is about.
fn named(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Named(name) => Some(name),
        Shape::List(item) | Shape::Map(item) => named(item),
        _ => None,
    }
}

fn link(page: &str, name: &str, text: &str) -> String {
    format!("[`{text}`]({page}#{})", name.to_lowercase())
}

/// Something in brackets, in one line where it fits.
fn bracketed(before: &str, items: &[String], after: &str, level: usize, indent: &str) -> String {
    const WIDTH: usize = 92;
    let line = format!("{before}{}{after}", items.join(", "));
    let space = indent.repeat(level);
    if space.len() + line.chars().count() <= WIDTH || items.is_empty() {
        return format!("{space}{line}");
    }
    let mut text = format!("{space}{before}\n");
    for item in items {
        let _ = writeln!(text, "{space}{indent}{item},");
    }
    text + &space + after
}
