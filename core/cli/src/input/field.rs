//! One field of a form: what a line that a person typed means, and whether it fits.

use hostline::{
    Json,
    model::{FormField, NumberKind, StringFormat},
    schema::Schema,
    text::{display_safe, shorten},
};
use serde_json::Value;

/// The longest value that is shown, in characters.
const MAX_SHOWN_CHARS: usize = 500;

/// A field with what its checks need.
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    pub(super) kind: &'a FormField,
    pub(super) required: bool,
    schema: Option<Schema>,
}

impl<'a> Field<'a> {
    pub(super) fn new(name: &'a str, field: &'a FormField, required: bool) -> Self {
        // A schema that cannot be used is found out about when the answer is sent.
        let schema = Json::encode(field).ok().and_then(|json| Schema::compile(&json).ok());
        Self { name, kind: field, required, schema }
    }

    /// The name that people see, safe to show.
    pub(super) fn label(&self) -> String {
        shorten(self.kind.title().unwrap_or(self.name), 120).into_owned()
    }

    /// What kind of answer is wanted.
    pub(super) fn hint(&self) -> String {
        let mut parts = vec![match self.kind {
            FormField::Boolean(_) => "y or n".to_owned(),
            FormField::Number(number) => {
                let mut words = match number.kind {
                    NumberKind::Integer => "whole number".to_owned(),
                    _ => "number".to_owned(),
                };
                if let Some(least) = number.minimum {
                    words = format!("{words}, at least {least}");
                }
                if let Some(most) = number.maximum {
                    words = format!("{words}, at most {most}");
                }
                words
            }
            FormField::String(text) => {
                let mut words = match &text.format {
                    Some(StringFormat::Email) => "address of mail".to_owned(),
                    Some(StringFormat::Uri) => "address, such as https://example.com".to_owned(),
                    Some(StringFormat::Date) => "date, such as 2026-07-28".to_owned(),
                    Some(StringFormat::DateTime) => {
                        "date and time, such as 2026-07-28T12:00:00Z".to_owned()
                    }
                    Some(other) => format!("text ({})", shorten(other.as_str(), 40)),
                    None => "text".to_owned(),
                };
                if let Some(least) = text.min_length.filter(|least| *least > 1) {
                    words = format!("{words}, at least {least} characters");
                }
                if let Some(most) = text.max_length {
                    words = format!("{words}, at most {most} characters");
                }
                words
            }
            field if field.is_multiple() => "numbers or values, with commas between".to_owned(),
            _ => "number or value".to_owned(),
        }];
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
            FormField::String(text) => {
                check_format(text.format.as_ref(), line)?;
                Value::from(line).into()
            }
            FormField::Number(_) => number(line)?,
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
        self.check(&value)?;
        Ok(value)
    }

    fn check(&self, value: &Json) -> Result<(), String> {
        let Some(schema) = &self.schema else { return Ok(()) };
        let mismatches = schema.check(value);
        if mismatches.is_empty() {
            return Ok(());
        }
        let reasons: Vec<String> = mismatches.iter().map(|m| m.message.clone()).collect();
        Err(display_safe(&reasons.join("; ")).into_owned())
    }
}

fn number(line: &str) -> Result<Json, String> {
    let json = Json::parse(line).map_err(|_| "that is no number")?;
    match json.to_value() {
        Value::Number(_) => Ok(json),
        _ => Err("that is no number".into()),
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

/// A light check of the forms that people mistype; the server has the last word.
fn check_format(format: Option<&StringFormat>, text: &str) -> Result<(), String> {
    let (fits, advice) = match format {
        Some(StringFormat::Email) => {
            let parts = text.rsplit_once('@');
            let fits = parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
            (fits && !text.contains(char::is_whitespace), "that is no address of mail")
        }
        Some(StringFormat::Uri) => (url::Url::parse(text).is_ok(), "that is no complete address"),
        Some(StringFormat::Date) => (is_date(text), "write year-month-day, such as 2026-07-28"),
        Some(StringFormat::DateTime) => {
            (is_date_time(text), "write date and time, such as 2026-07-28T12:00:00Z")
        }
        _ => (true, ""),
    };
    if fits { Ok(()) } else { Err(advice.into()) }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    year.len() == 4
        && number_within(year, 0, 9_999)
        && number_within(month, 1, 12)
        && number_within(day, 1, 31)
}

/// RFC 3339, of which the offset is mandatory.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else { return false };
    let clock = match time.strip_suffix(['Z', 'z']) {
        Some(clock) => clock,
        None => match time.rfind(['+', '-']) {
            Some(at) if is_clock(&time[at + 1..], 2) => &time[..at],
            _ => return false,
        },
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    is_date(date)
        && is_clock(clock, 3)
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_clock(text: &str, parts: usize) -> bool {
    let most = [23, 59, 60];
    let found: Vec<&str> = text.split(':').collect();
    found.len() == parts && found.iter().zip(most).all(|(part, most)| number_within(part, 0, most))
}

fn number_within(text: &str, least: u32, most: u32) -> bool {
    let digits = text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && text.parse().is_ok_and(|number: u32| (least..=most).contains(&number))
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;
