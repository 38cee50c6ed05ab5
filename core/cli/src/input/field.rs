//! One field of a form: what a line that a person typed means, and whether it fits.

use hostline::{Json, model::FormField, text::shorten};
use serde_json::Value;

/// The longest value that is shown, in characters.
const MAX_SHOWN_CHARS: usize = 500;

/// A field with what belongs to it.
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    pub(super) kind: &'a FormField,
    pub(super) required: bool,
}

impl<'a> Field<'a> {
    pub(super) fn new(name: &'a str, field: &'a FormField, required: bool) -> Self {
        Self { name, kind: field, required }
    }

    /// The name that people see, safe to show.
    pub(super) fn label(&self) -> String {
        shorten(self.kind.title().unwrap_or(self.name), 120).into_owned()
    }

    /// What kind of answer is wanted.
    pub(super) fn hint(&self) -> String {
        let choosing = || match self.kind {
            FormField::Boolean(_) => "y or n".to_owned(),
            field if field.is_multiple() => "numbers or values, with commas between".to_owned(),
            _ => "number or value".to_owned(),
        };
        let mut parts = vec![self.kind.wanted().unwrap_or_else(choosing)];
        if !self.required {
            parts.push("optional".to_owned());
        }
        parts.join(", ")
    }

    /// A value as a person reads it, safe to show.
    pub(super) fn show(&self, value: &Json) -> String {
        let choices = self.kind.choices().unwrap_or_default();
        let titled = |value: &Value| match value {
            Value::String(text) => {
                let choice = choices.iter().find(|(choice, _)| choice == text);
                choice.map_or_else(|| text.clone(), |(_, title)| (*title).to_owned())
            }
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            other => other.to_string(),
        };
        let text = match value.to_value() {
            Value::Array(values) if values.is_empty() => "none".to_owned(),
            Value::Array(values) => values.iter().map(titled).collect::<Vec<_>>().join(", "),
            // A number is shown as it was typed.
            Value::Number(_) => value.as_str().to_owned(),
            other => titled(&other),
        };
        shorten(&text, MAX_SHOWN_CHARS).into_owned()
    }

    /// What a line means; an error says what is wrong with it.
    pub(super) fn read(&self, line: &str) -> Result<Json, String> {
        let value = match self.kind {
            FormField::String(_) | FormField::Number(_) => return self.kind.value_of(line),
            FormField::Boolean(_) => match line.to_lowercase().as_str() {
                "y" | "yes" | "true" => Value::from(true).into(),
                "n" | "no" | "false" => Value::from(false).into(),
                _ => return Err("answer y or n".into()),
            },
            field => {
                let choices = field.choices().unwrap_or_default();
                if field.is_multiple() {
                    let mut chosen: Vec<&str> = Vec::new();
                    for word in line.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                        let value = choice(&choices, word)?;
                        if !chosen.contains(&value) {
                            chosen.push(value);
                        }
                    }
                    Value::from(chosen).into()
                } else {
                    Value::from(choice(&choices, line)?).into()
                }
            }
        };
        self.kind.check(&value)?;
        Ok(value)
    }
}

/// A choice by its number, its value or its title. A value that looks like a number is a value.
fn choice<'a>(choices: &[(&'a str, &str)], word: &str) -> Result<&'a str, String> {
    let by_value = choices.iter().find(|(value, _)| *value == word);
    let by_title = || {
        let mut titled = choices.iter().filter(|(_, t)| t.to_lowercase() == word.to_lowercase());
        titled.next().filter(|_| titled.next().is_none())
    };
    let by_number = || {
        let number: usize = word.parse().ok()?;
        choices.get(number.checked_sub(1)?)
    };
    let found = by_value.or_else(by_number).or_else(by_title);
    found.map(|(value, _)| *value).ok_or_else(|| format!("{} is no choice", shorten(word, 80)))
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;
