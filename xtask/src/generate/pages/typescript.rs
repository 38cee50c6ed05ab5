//! How TypeScript writes what a page shows.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToLowerCamelCase as _;
use serde_json::Value;

use super::{
    Language, bracketed,
    examples::{Section, Step, opening},
};
use crate::{
    generate::{
        contract::{Contract, Data, Member, Named, Operation, Shape},
        typescript::{options_type, parameter, spelt, written},
    },
    workspace::Result,
};

pub(super) struct TypeScript<'a> {
    pub(super) contract: &'a Contract,
}

const INDENT: &str = "  ";

impl Language for TypeScript<'_> {
    const TITLE: &'static str = "Hostline for Node.js";
    const FENCE: &'static str = "ts";
    const TYPES: &'static str = "node-types.md";
    const DELEGATE: &'static str = include_str!("delegate.ts");
    const FAILURE: &'static str = "Whatever goes wrong is a `HostlineError`, whose `message` is a \
        sentence that says what to do. Its `code` is one of these names, which never change; \
        `mayHaveRun` says whether the request may have taken effect all the same. The others of its \
        members are those of [`ErrorReport`](node-types.md#errorreport), and `cause` is what it came \
        from.\n\nCancelling is no error of Hostline: where `options.signal` is aborted, the server is \
        told at once, and the promise is rejected with the reason of the signal; a tool may have run \
        all the same. What `options.onProgress` throws ends the call the same way.";
    const BEGINNING: &'static str = "Each section is a program, whose snippets follow each other. \
        Instead of closing what is opened, declare it with `await using`, which does at the end of \
        the block (TypeScript 5.2 or newer).";
    const EVENTS: &'static str = "`for await (const event of client.events())` hears what is said \
        without being asked, until the connection has ended or the `signal` of its options is aborted. \
        One reader at a time; what it leaves is there for the next one.";
    const DELEGATES: &'static str = "They may give their answer or a promise of it. Beside the question \
        they are given `{ signal }`, which is aborted when nobody waits for the answer any more. What \
        they throw becomes part of the error of the call.";

    fn function(&self, name: &str) -> String {
        name.to_lower_camel_case()
    }

    fn member(&self, name: &str) -> String {
        name.to_owned()
    }

    fn shape(&self, shape: &Shape) -> String {
        written(shape)
    }

    fn signature(&self, operation: &Operation, opens: Option<&str>) -> String {
        let (by_place, _) = self.contract.members(operation);
        let mut taken: Vec<String> = by_place.into_iter().map(parameter).collect();
        taken.push(format!("options?: {}", options_type(self.contract, operation).0));
        let given = match (&operation.result, opens) {
            (_, Some(opens)) => opens.to_owned(),
            (Data::Nothing, _) => "void".to_owned(),
            (Data::Value(shape), _) => written(shape),
            (Data::Listing(shape), _) => format!("Listing<{}>", written(shape)),
        };
        let at_once = operation.on == "Nothing";
        let given = if at_once { given } else { format!("Promise<{given}>") };
        let function = operation.function.to_lower_camel_case();
        bracketed(&format!("{function}("), &taken, &format!("): {given}"), 0, INDENT)
    }

    fn parameters(&self, operation: &Operation) -> Vec<(String, String)> {
        let (by_place, by_name) = self.contract.members(operation);
        let placed = |member: &Member| (format!("`{}`", spelt(member)), member.about.clone());
        let named = |member: &Member| {
            (
                format!("`options.{}` (`{}`)", member.name, written(&member.shape)),
                member.about.clone(),
            )
        };
        let given = by_place.into_iter().map(placed).chain(by_name.into_iter().map(named));
        let told = self.contract.notifications.iter().find(|told| told.name == "progress");
        let told = told.filter(|_| Contract::reports_progress(operation));
        let told = told.map(|told| ("`options.onProgress`".to_owned(), told.about.clone()));
        let asked = Contract::takes_delegate(operation).then(|| {
            (
                "`options.delegate`".to_owned(),
                "Who answers what is asked. Default: nobody.".to_owned(),
            )
        });
        let signal = (operation.on != "Nothing")
            .then(|| ("`options.signal`".to_owned(), "Cancels it when it is aborted.".to_owned()));
        given.chain(told).chain(asked).chain(signal).collect()
    }

    fn beginning(&self, section: &Section) -> String {
        let mut names = BTreeSet::new();
        let shown = section.examples.iter().flat_map(|example| &example.steps);
        for step in section.opening.iter().chain(shown) {
            let name = match step {
                Step::Open { on: None, open, .. } => opening(self.contract, open).ok(),
                Step::Call { call, .. } => {
                    self.contract.functions.iter().find(|function| function.name == *call)
                }
                _ => None,
            };
            names.extend(name.map(|operation| operation.function.to_lower_camel_case()));
        }
        let names: Vec<String> = names.into_iter().collect();
        format!("import {{ {} }} from \"hostline\";\n\n", names.join(", "))
    }

    fn step(&self, step: &Step, section: &Section, level: usize) -> Result<String> {
        let space = INDENT.repeat(level);
        match step {
            Step::Each { each, of, steps } => {
                let head = format!("{space}for (const {each} of {of}) {{\n");
                self.block(head, steps, section, level)
            }
            Step::If { member, steps } => {
                self.block(format!("{space}if ({member}) {{\n"), steps, section, level)
            }
            Step::Show { show } => Ok(format!("{space}console.log({show});\n")),
            Step::Listen { listen } => Ok(format!(
                "\nasync function hear(): Promise<void> {{\n  for await (const {listen} of {}) \
                 console.log({listen});\n}}\n\nconst hearing = hear();\n",
                section.variable
            )),
            Step::Listened { .. } => Ok(format!("{space}await hearing;\n")),
            Step::Open { keep, on, open, params } => {
                let operation = opening(self.contract, open)?;
                let on = on.as_ref().map_or(String::new(), |on| format!("{on}."));
                let function = operation.function.to_lower_camel_case();
                let before = format!("const {keep} = await {on}{function}(");
                self.call(&before, operation, params, level)
            }
            Step::Call { keep, on, call, params } => {
                let on = on.as_deref().unwrap_or(&section.variable);
                let operation = section.operation(self.contract, on, call)?;
                let keep = keep.as_ref().map_or(String::new(), |keep| format!("const {keep} = "));
                let function = operation.function.to_lower_camel_case();
                let before = if operation.on == "Nothing" {
                    format!("{keep}{function}(")
                } else {
                    format!("{keep}await {on}.{function}(")
                };
                self.call(&before, operation, params, level)
            }
        }
    }

    fn failure(&self, code: &Named) -> String {
        format!("`{}`", code.name)
    }

    fn prose(&self, text: &str) -> String {
        text.to_owned()
    }
}

impl TypeScript<'_> {
    fn block(
        &self,
        head: String,
        steps: &[Step],
        section: &Section,
        level: usize,
    ) -> Result<String> {
        let within = steps.iter().try_fold(head, |text, step| {
            Ok::<_, Box<dyn std::error::Error>>(text + &self.step(step, section, level + 1)?)
        })?;
        Ok(format!("{within}{}}}\n", INDENT.repeat(level)))
    }

    fn call(
        &self,
        before: &str,
        operation: &Operation,
        params: &BTreeMap<String, Value>,
        level: usize,
    ) -> Result<String> {
        let (by_place, by_name) = self.contract.members(operation);
        let given = |members: &[&Member]| -> Vec<(String, String)> {
            let given = members.iter().filter_map(|it| Some((it, params.get(&it.name)?)));
            given.map(|(member, value)| (member.name.clone(), literal(value, level + 1))).collect()
        };
        let (placed, named) = (given(&by_place), given(&by_name));
        if placed.len() + named.len() != params.len() {
            return Err(format!("{} does not take all of {params:?}", operation.name).into());
        }
        let mut items: Vec<String> = placed.into_iter().map(|(_, value)| value).collect();
        if !named.is_empty() {
            let named = named.into_iter().map(|(name, value)| format!("{name}: {value}"));
            items.push(braced(&named.collect::<Vec<_>>(), level + 1));
        }
        Ok(bracketed(before, &items, ")", level, INDENT) + ";\n")
    }
}

fn literal(value: &Value, level: usize) -> String {
    match value {
        Value::String(text) if text.starts_with('$') => text[1..].to_owned(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| literal(item, level + 1)).collect();
            bracketed("[", &items, "]", level, INDENT).trim_start().to_owned()
        }
        Value::Object(members) => {
            let members: BTreeMap<&String, &Value> = members.iter().collect();
            let member =
                |(name, value): (&String, &Value)| format!("{name}: {}", literal(value, level + 1));
            braced(&members.into_iter().map(member).collect::<Vec<_>>(), level)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Members in braces, with a space inside where they stand in one line.
fn braced(members: &[String], level: usize) -> String {
    let text = bracketed("{", members, "}", level, INDENT);
    match text.trim_start() {
        "{}" => "{}".to_owned(),
        line if !line.contains('\n') => format!("{{ {} }}", &line[1..line.len() - 1]),
        lines => lines.to_owned(),
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
