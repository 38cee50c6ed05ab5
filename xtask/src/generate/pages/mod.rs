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
    contract::{Contract, Data, Definition, Kind, Member, Opening, Operation, Shape},
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
    fn failure(&self, code: &str) -> String;
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
    let mut text = mark();
    let _ = write!(
        text,
        "# {title}\n\nAll that the package offers, in the order in which a program comes to it; \
         its [types]({types}) have a page of their own.\nEach section is a program, whose snippets \
         follow each other. What they open they close; a connection that nothing refers to any \
         more ends by itself.\n",
        title = L::TITLE,
        types = L::TYPES,
    );
    for section in &examples.sections {
        match contract.openings.iter().find(|opening| opening.opens == section.class) {
            Some(opening) => class(contract, section, opening, language, &mut text)?,
            None => functions(section, contract, language, &mut text)?,
        }
    }
    questions(contract, language, &mut text);
    errors(contract, language, &mut text);
    Ok(text)
}

/// A thing that can be opened, and what can be done on it.
fn class<L: Language>(
    contract: &Contract,
    section: &Section,
    opening: &Opening,
    language: &L,
    text: &mut String,
) -> Result<()> {
    let _ = write!(text, "\n## {}\n\n{}\n", opening.opens, opening.about);
    let _ = write!(text, "\n### {}\n", language.function(&opening.operation.function));
    describe(&opening.operation, Some(&opening.opens), language, text);
    if let Some(event) = &opening.event {
        let event = linked(language, event);
        let how = if opening.iterates { "Iterating over it" } else { "`events()`" };
        let _ = write!(text, "\n{how} gives {event}.\n");
    }
    if let Data::Value(shape) = &opening.operation.result {
        let _ = write!(text, "\n`info` is {}.\n", linked(language, shape));
    }
    snippet(language, &section.opening, section, language.beginning(section), text)?;
    for Example { of, steps } in &section.examples {
        let operation = contract
            .public_on(opening)
            .find(|operation| operation.name == *of)
            .ok_or_else(|| format!("{} has no operation {of}", opening.opens))?;
        let _ = write!(text, "\n### {}\n", language.function(&operation.function));
        describe(operation, None, language, text);
        snippet(language, steps, section, String::new(), text)?;
    }
    Ok(())
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
    let _ = write!(text, "\n```text\n{signature}\n```\n\n{}\n", operation.about);
    for (index, (name, about)) in language.parameters(operation).into_iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}- {name}: {}", about.replace("\n\n", " "));
    }
    if let Data::Value(shape) | Data::Listing(shape) = &operation.result
        && let Some(name) = named(shape)
        && opens.is_none()
    {
        let a_list = if matches!(operation.result, Data::Listing(_)) { "a list of " } else { "" };
        let one = link(L::TYPES, name, &language.shape(shape));
        let _ = write!(text, "\nIt gives {a_list}{one}.\n");
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
         has not, nobody is told that it could answer, and nobody asks.\n\n```{}\n{}```\n",
        L::FENCE,
        L::DELEGATE,
    );
    for question in &contract.questions {
        let _ = write!(
            text,
            "\n### {}\n\n{}\n\nIt is given {}",
            language.function(&question.function),
            question.about,
            linked(language, &question.question),
        );
        match &question.answer {
            Data::Value(answer) => {
                let _ = writeln!(text, ", and gives {}.", linked(language, answer));
            }
            _ => text.push_str(".\n"),
        }
    }
}

/// What goes wrong.
fn errors<L: Language>(contract: &Contract, language: &L, text: &mut String) {
    let _ = write!(text, "\n## Errors\n\n{}\n\n", L::FAILURE);
    for code in &contract.error_codes {
        let about = code.about.replace("\n\n", " ");
        let _ = writeln!(text, "- {}: {about}", language.failure(&code.name));
    }
}

/// The page of the types.
fn types<L: Language>(contract: &Contract, language: &L) -> String {
    let mut text = mark();
    let _ = writeln!(text, "# Types of {}\n\nIn the order of their names.", L::TITLE);
    for (name, Definition { about, kind }) in contract.reachable() {
        let _ = write!(text, "\n## {name}\n\n{about}\n\n");
        match kind {
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
    let about = member.about.replace("\n\n", " ");
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
