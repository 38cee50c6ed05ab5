//! How Python writes what a page shows.

use std::collections::BTreeMap;

use heck::ToSnakeCase as _;
use serde_json::Value;

use super::{
    Language, bracketed,
    examples::{Section, Step, opening},
};
use crate::{
    generate::{
        contract::{Contract, Data, Kind, Named, Operation, Shape},
        python::{DELEGATE, Names, annotation, attribute, error_class, signature},
    },
    workspace::Result,
};

pub(super) struct Python<'a> {
    pub(super) contract: &'a Contract,
}

const INDENT: &str = "    ";

impl Language for Python<'_> {
    const TITLE: &'static str = "Hostline for Python";
    const FENCE: &'static str = "python";
    const TYPES: &'static str = "python-types.md";
    const DELEGATE: &'static str = include_str!("delegate.py");
    const FAILURE: &'static str = "Whatever goes wrong is a `hostline.Error`, whose text is a sentence \
        that says what to do. Its `code` is one of these names, which never change, and each has a \
        class; `may_have_run` says whether the request may have taken effect all the same. The \
        others of its members are those of [`ErrorReport`](python-types.md#errorreport), and \
        `__cause__` is what it came from.\n\nCancelling is no error of Hostline: cancel the task, \
        or use `asyncio.timeout`. The server is told at once, and awaiting the call raises \
        `asyncio.CancelledError`; a tool may have run all the same.";
    const BEGINNING: &'static str = "Each section is a program, whose snippets follow each other; they \
        stand where `await` may stand, inside of an `async def` or in `python -m asyncio`. Instead of \
        awaiting what is opened and closing it, enter it: `async with hostline.connect(…) as \
        client:` closes at the end of the block.\n\n`hostline.blocking` has the same functions for \
        programs without an event loop: without `await`, and with `with` in place of `async with`.";
    const EVENTS: &'static str = "`async for event in client.events():` hears what is said without \
        being asked, until the connection has ended. One reader at a time; what it leaves is there \
        for the next one.";
    const DELEGATES: &'static str = "They run on the event loop on which the connection was opened, and \
        may be plain or `async`; with `hostline.blocking` they are plain, and each runs in a thread of \
        its own. One whose answer nobody waits for any more is cancelled, where it is `async`; \
        otherwise it goes on, and what it says counts for nothing. What an exception says becomes \
        part of the error of the call.";

    fn function(&self, name: &str) -> String {
        name.to_snake_case()
    }

    fn member(&self, name: &str) -> String {
        attribute(name)
    }

    fn shape(&self, shape: &Shape) -> String {
        annotation(shape)
    }

    fn signature(&self, operation: &Operation, opens: Option<&str>) -> String {
        let beside = if Contract::takes_delegate(operation) {
            Some(("delegate", ""))
        } else if Contract::reports_progress(operation) {
            Some(("on_progress", ""))
        } else {
            None
        };
        let (parameters, _) = signature(self.names(), operation, beside);
        let result = match (&operation.result, opens) {
            (_, Some(opens)) => format!("Connecting[{opens}]"),
            (Data::Nothing, _) => "None".to_owned(),
            (Data::Value(shape), _) => annotation(shape),
            (Data::Listing(shape), _) => format!("Listing[{}]", annotation(shape)),
        };
        let at_once = opens.is_some() || operation.on == "Nothing";
        let head = if at_once { "" } else { "async " };
        let function = operation.function.to_snake_case();
        let after = format!(") -> {result}");
        bracketed(&format!("{head}{function}("), &parameters, &after, 0, INDENT)
    }

    fn parameters(&self, operation: &Operation) -> Vec<(String, String)> {
        let told = self.contract.notifications.iter().find(|told| told.name == "progress");
        let beside = if Contract::takes_delegate(operation) {
            Some(DELEGATE)
        } else {
            let told = told.filter(|_| Contract::reports_progress(operation));
            told.map(|told| ("on_progress", told.about.as_str()))
        };
        let (_, arguments) = signature(self.names(), operation, beside);
        let name = |(name, about): (String, &str)| (format!("`{name}`"), about.to_owned());
        arguments.into_iter().map(name).collect()
    }

    fn beginning(&self, section: &Section) -> String {
        let listens = section.opening.iter().any(|step| matches!(step, Step::Listen { .. }));
        let imports = if listens { "import asyncio\n\n" } else { "" };
        format!("{imports}import hostline\n\n")
    }

    fn step(&self, step: &Step, section: &Section, level: usize) -> Result<String> {
        let space = INDENT.repeat(level);
        match step {
            Step::Each { each, of, steps } => {
                let head = format!("{space}for {each} in {}:\n", path(of));
                self.block(head, steps, section, level)
            }
            Step::If { member, steps } => {
                self.block(format!("{space}if {}:\n", path(member)), steps, section, level)
            }
            Step::Show { show } => Ok(format!("{space}print({})\n", path(show))),
            Step::Listen { listen } => Ok(format!(
                "\n\nasync def hear() -> None:\n    async for {listen} in {}:\n        \
                 print({listen})\n\n\nhearing = asyncio.create_task(hear())\n",
                section.variable
            )),
            Step::Listened { .. } => Ok(format!("{space}await hearing\n")),
            Step::Open { keep, on, open, params } => {
                let operation = opening(self.contract, open)?;
                let on = on.as_deref().unwrap_or("hostline");
                let before = format!("{keep} = await {on}.{}(", operation.function);
                self.call(&before, operation, params, level)
            }
            Step::Call { keep, on, call, params } => {
                let on = on.as_deref().unwrap_or(&section.variable);
                let operation = section.operation(self.contract, on, call)?;
                let keep = keep.as_ref().map_or(String::new(), |keep| format!("{keep} = "));
                let function = operation.function.to_snake_case();
                let before = if operation.on == "Nothing" {
                    format!("{keep}hostline.{function}(")
                } else {
                    format!("{keep}await {on}.{function}(")
                };
                self.call(&before, operation, params, level)
            }
        }
    }

    fn failure(&self, code: &Named) -> String {
        format!("`{}`, `hostline.{}`", code.name, error_class(code))
    }

    fn prose(&self, text: &str) -> String {
        // What stands in marks and is the name of a member, is an attribute here.
        let parts = text.split('`').enumerate().map(|(index, part)| {
            let is_member = index % 2 == 1
                && part.contains(char::is_uppercase)
                && self.contract.has_member(part);
            if is_member { attribute(part) } else { part.to_owned() }
        });
        parts.collect::<Vec<_>>().join("`")
    }
}

impl Python<'_> {
    fn names(&self) -> Names<'_> {
        Names { contract: self.contract }
    }

    fn block(
        &self,
        head: String,
        steps: &[Step],
        section: &Section,
        level: usize,
    ) -> Result<String> {
        steps.iter().try_fold(head, |text, step| Ok(text + &self.step(step, section, level + 1)?))
    }

    fn call(
        &self,
        before: &str,
        operation: &Operation,
        params: &BTreeMap<String, Value>,
        level: usize,
    ) -> Result<String> {
        let (by_place, by_name) = self.contract.members(operation);
        let mut items = Vec::new();
        for (index, member) in by_place.iter().chain(&by_name).enumerate() {
            let Some(value) = params.get(&member.name) else { continue };
            let value = self.literal(&member.shape, value, level + 1)?;
            let is_named = index >= by_place.len();
            let name = attribute(&member.name);
            items.push(if is_named { format!("{name}={value}") } else { value });
        }
        if items.len() != params.len() {
            return Err(format!("{} does not take all of {params:?}", operation.name).into());
        }
        Ok(bracketed(before, &items, ")", level, INDENT) + "\n")
    }

    fn literal(&self, shape: &Shape, value: &Value, level: usize) -> Result<String> {
        let named = self.contract.kind(shape);
        match (value, shape, named) {
            (Value::String(text), ..) if text.starts_with('$') => Ok(path(&text[1..])),
            (Value::Object(members), Shape::Named(name), Some(Kind::Object(_))) => {
                let members = members.iter().map(|(name, value)| (name.as_str(), value));
                self.object(name, &members.collect(), level)
            }
            (Value::Object(members), _, Some(Kind::Union { tag, variants })) => {
                let of =
                    variants.iter().find(|it| members.get(tag) == Some(&it.name.clone().into()));
                let object = of.ok_or_else(|| format!("{members:?} is of no kind"))?;
                let rest = members.iter().filter(|(name, _)| *name != tag);
                let rest = rest.map(|(name, it)| (name.as_str(), it)).collect();
                self.object(&object.object, &rest, level)
            }
            (Value::Array(items), Shape::List(of), _) => {
                let items: Result<Vec<String>> =
                    items.iter().map(|item| self.literal(of, item, level + 1)).collect();
                Ok(bracketed("[", &items?, "]", level, INDENT).trim_start().to_owned())
            }
            _ => Ok(plain(value, level)),
        }
    }

    /// A value of one of the package's classes.
    fn object(&self, name: &str, members: &BTreeMap<&str, &Value>, level: usize) -> Result<String> {
        let mut items = Vec::new();
        for member in self.names().members_of(name) {
            if let Some(value) = members.get(&*member.name) {
                let value = self.literal(&member.shape, value, level + 1)?;
                items.push(format!("{}={value}", attribute(&member.name)));
            }
        }
        let before = format!("hostline.{name}(");
        Ok(bracketed(&before, &items, ")", level, INDENT).trim_start().to_owned())
    }
}

/// A variable, or a member of one.
fn path(text: &str) -> String {
    let mut parts = text.split('.');
    let variable = parts.next().unwrap_or_default().to_owned();
    parts.fold(variable, |path, part| format!("{path}.{}", attribute(part)))
}

fn plain(value: &Value, level: usize) -> String {
    let within = |before, items: Vec<String>, after| {
        bracketed(before, &items, after, level, INDENT).trim_start().to_owned()
    };
    match value {
        Value::Null => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Array(items) => {
            within("[", items.iter().map(|item| plain(item, level + 1)).collect(), "]")
        }
        Value::Object(members) => {
            let members: BTreeMap<&String, &Value> = members.iter().collect();
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", quoted(name), plain(value, level + 1))
            };
            within("{", members.into_iter().map(member).collect(), "}")
        }
        Value::String(text) => quoted(text),
        Value::Number(_) => value.to_string(),
    }
}

/// A text, with its invisible letters spelt out.
fn quoted(text: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii() { letter.to_string() } else { format!("\\u{:04x}", letter as u32) }
    };
    if text.contains('"') && !text.contains(['\'', '\\']) {
        return format!("'{text}'");
    }
    Value::from(text).to_string().chars().map(letter).collect()
}
