//! What a form accepts: the words for it, and whether a value fits.

use serde_json::Value;

use super::{FormField, NumberKind, StringFormat};
use crate::{
    jsonrpc::Json,
    schema::Schema,
    text::{display_safe, shorten},
};

impl FormField {
    /// What kind of text is wanted, in words for a person; none if the field is no text or number.
    pub fn wanted(&self) -> Option<String> {
        match self {
            Self::Number(number) => {
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
                Some(words)
            }
            Self::String(text) => {
                let mut words = match &text.format {
                    Some(StringFormat::Email) => "address of mail".to_owned(),
                    Some(StringFormat::Uri) => "address, such as https://example.com".to_owned(),
                    Some(StringFormat::Date) => "date, such as 2026-01-31".to_owned(),
                    Some(StringFormat::DateTime) => {
                        "date and time, such as 2026-01-31T12:00:00Z".to_owned()
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
                Some(words)
            }
            _ => None,
        }
    }

    /// The value of a text that a person typed: a number for a number, else the text itself.
    ///
    /// # Errors
    /// What is wrong with it, in words for a person.
    pub fn value_of(&self, text: &str) -> Result<Json, String> {
        let value = match self {
            Self::Number(_) => number(text)?,
            _ => Value::from(text).into(),
        };
        self.check(&value)?;
        Ok(value)
    }

    /// Checks a value against the field's schema, and texts lightly against the format that they
    /// must have: the server has the last word.
    ///
    /// # Errors
    /// What is wrong with it, in words for a person.
    pub fn check(&self, value: &Json) -> Result<(), String> {
        if let (Self::String(text), Ok(typed)) = (self, value.decode::<String>()) {
            check_format(text.format.as_ref(), &typed)?;
        }
        // A schema that cannot be used is found out about when the answer is sent.
        let schema = Json::encode(self).ok().and_then(|json| Schema::compile(&json).ok());
        let mismatches = schema.map(|schema| schema.check(value)).unwrap_or_default();
        if mismatches.is_empty() {
            return Ok(());
        }
        let reasons: Vec<String> = mismatches.into_iter().map(|found| found.message).collect();
        Err(display_safe(&reasons.join("; ")).into_owned())
    }
}

fn number(text: &str) -> Result<Json, &'static str> {
    let json = Json::parse(text).map_err(|_| "that is no number")?;
    match json.to_value() {
        Value::Number(_) => Ok(json),
        _ => Err("that is no number"),
    }
}

/// A light check of the forms that people mistype; the server has the last word.
fn check_format(format: Option<&StringFormat>, text: &str) -> Result<(), &'static str> {
    let (fits, advice) = match format {
        Some(StringFormat::Email) => {
            let parts = text.rsplit_once('@');
            let fits = parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
            (fits && !text.contains(char::is_whitespace), "that is no address of mail")
        }
        Some(StringFormat::Uri) => (url::Url::parse(text).is_ok(), "that is no complete address"),
        Some(StringFormat::Date) => (is_date(text), "write year-month-day, such as 2026-01-31"),
        Some(StringFormat::DateTime) => {
            (is_date_time(text), "write date and time, such as 2026-01-31T12:00:00Z")
        }
        _ => (true, ""),
    };
    if fits { Ok(()) } else { Err(advice) }
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
mod tests {
    use super::*;
    use crate::model::FormSchema;

    fn field(schema: &str) -> FormField {
        let form = format!(r#"{{"type": "object", "properties": {{"x": {schema}}}}}"#);
        let form = FormSchema::parse(&Json::parse(&form).unwrap()).unwrap();
        form.field("x").unwrap().clone()
    }

    #[test]
    fn what_is_wanted_is_said_in_words() {
        for (schema, words) in [
            (r#"{"type": "string"}"#, Some("text")),
            (
                r#"{"type": "string", "minLength": 2, "maxLength": 5}"#,
                Some("text, at least 2 characters, at most 5 characters"),
            ),
            (r#"{"type": "integer", "minimum": 1}"#, Some("whole number, at least 1")),
            (r#"{"type": "boolean"}"#, None),
            (r#"{"type": "string", "enum": ["a"]}"#, None),
        ] {
            assert_eq!(field(schema).wanted().as_deref(), words, "{schema}");
        }
    }

    #[test]
    fn a_number_stays_as_it_was_typed() {
        let number = field(r#"{"type": "number"}"#);
        assert_eq!(number.value_of("2.50").unwrap().as_str(), "2.50");
        assert_eq!(number.value_of("[1]"), Err("that is no number".into()));
        let text = field(r#"{"type": "string"}"#);
        assert_eq!(text.value_of("5").unwrap().as_str(), r#""5""#);
    }

    #[test]
    fn a_text_has_the_format_that_it_must_have_however_it_is_given() {
        let email = field(r#"{"type": "string", "format": "email"}"#);
        assert!(email.value_of("ada@example.com").is_ok());
        assert!(email.check(&Value::from("nobody").into()).is_err());
    }

    #[test]
    fn times_are_those_of_rfc_3339() {
        for text in
            ["2026-07-28T12:00:00Z", "2026-07-28T12:00:00.123+02:00", "2026-07-28t23:59:60z"]
        {
            assert!(is_date_time(text), "{text}");
        }
        for text in
            ["", "T", "2026-07-28T12:00:00", "2026-07-28T24:00:00Z", "2026-07-28T12:00:00.Z", "é-T"]
        {
            assert!(!is_date_time(text), "{text}");
        }
    }
}
