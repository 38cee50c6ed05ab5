//! A server's question to the person.

use hostline::{
    Json,
    model::{FormField, FormSchema, StringFormat},
    text::UrlReview,
};
use serde::Serialize;

use super::{line, lines};

/// The longest title of a choice, in characters.
const MAX_CHOICE_CHARS: usize = 120;
/// The core's word for a field that takes any text, of which a label says enough.
const ANY_TEXT: &str = "text";

/// A question that waits for an answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct QuestionView {
    /// The number of the question, by which it is answered.
    pub(crate) question: u32,
    pub(crate) connection: u32,
    /// The server that asks, as the person named it.
    pub(crate) target: String,
    /// What the server says.
    pub(crate) message: String,
    pub(crate) body: BodyView,
}

/// What is asked.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum BodyView {
    /// A form to fill in.
    Form { fields: Vec<FieldView> },
    /// An address to open.
    Page {
        /// The address up to its host.
        before: String,
        /// The host, which decides where the address leads.
        host: String,
        /// The address behind its host.
        after: String,
        /// The host as its owner writes it, where the address has it in another form.
        written: Option<String>,
        /// What is suspicious about the address.
        warnings: Vec<String>,
        /// Whether it must not be opened at all.
        refused: bool,
    },
    /// A form of a kind that cannot be shown, and only be declined.
    Unshowable { reason: String },
}

/// One field of a form.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FieldView {
    label: String,
    description: Option<String>,
    required: bool,
    control: ControlView,
}

/// How a field is filled in, and what it begins with.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
enum ControlView {
    /// A line of text or a number, with what it must be; nothing where it may be any text.
    Text { wanted: String, keyboard: Keyboard, value: String },
    /// Yes or no.
    Flag { on: Option<bool> },
    /// One of some choices, or any of them.
    Choice { choices: Vec<String>, chosen: Vec<u32>, several: bool },
}

/// Which keys a line of text needs, on a device that can show fitting ones.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
enum Keyboard {
    Text,
    Email,
    Url,
    Decimal,
}

impl BodyView {
    pub(crate) fn form(form: &FormSchema) -> Self {
        let fields = form.properties.iter().map(|(name, field)| FieldView {
            label: line(field.title().unwrap_or(name)),
            description: field.description().map(lines),
            required: form.is_required(name),
            control: control(field),
        });
        Self::Form { fields: fields.collect() }
    }
}

/// An address with what a person has to know before opening it.
pub(crate) fn page_view(review: &UrlReview) -> BodyView {
    let parts = review.host_at.clone().and_then(|place| {
        let (before, rest) = review.url.split_at_checked(place.start)?;
        let (host, after) = rest.split_at_checked(place.len())?;
        Some((before.to_owned(), host.to_owned(), after.to_owned()))
    });
    let (before, host, after) =
        parts.unwrap_or_else(|| (review.url.clone(), String::new(), String::new()));
    BodyView::Page {
        before,
        host,
        after,
        written: review.unicode_host.clone(),
        warnings: review.warnings.iter().map(ToString::to_string).collect(),
        refused: review.is_refused(),
    }
}

fn control(field: &FormField) -> ControlView {
    let default = field.default_value();
    if let Some(choices) = field.choices() {
        let chosen = default.as_ref().map(values).unwrap_or_default();
        let is_chosen = |value: &str| chosen.iter().any(|one| one == value);
        let places = (0..).zip(&choices).filter(|(_, (value, _))| is_chosen(value));
        return ControlView::Choice {
            chosen: places.map(|(place, _)| place).collect(),
            choices: choices.iter().map(|(value, title)| choice(value, title)).collect(),
            several: field.is_multiple(),
        };
    }
    match field.wanted() {
        Some(wanted) => {
            let value = default.map(|value| value.decode().unwrap_or_else(|_| value.to_string()));
            let value = value.as_deref().map(line).unwrap_or_default();
            let wanted = if wanted == ANY_TEXT { String::new() } else { wanted };
            ControlView::Text { wanted, keyboard: keyboard(field), value }
        }
        None => ControlView::Flag { on: default.and_then(|value| value.decode().ok()) },
    }
}

/// The title of a choice, and the value that is sent where that is another.
fn choice(value: &str, title: &str) -> String {
    let shown = |text| hostline::text::shorten(text, MAX_CHOICE_CHARS);
    if value == title {
        shown(title).into()
    } else {
        format!("{} ({})", shown(title), shown(value))
    }
}

/// The values of a default, of which there may be one or several.
fn values(json: &Json) -> Vec<String> {
    json.decode().or_else(|_| json.decode().map(|one| vec![one])).unwrap_or_default()
}

fn keyboard(field: &FormField) -> Keyboard {
    match field {
        FormField::Number(_) => Keyboard::Decimal,
        FormField::String(text) => match text.format {
            Some(StringFormat::Email) => Keyboard::Email,
            Some(StringFormat::Uri) => Keyboard::Url,
            _ => Keyboard::Text,
        },
        _ => Keyboard::Text,
    }
}

/// What became of an answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AnsweredView {
    /// What has to be changed before it can be sent; nothing where it was sent.
    pub(crate) problems: Vec<ProblemView>,
}

/// What is wrong with an answer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ProblemView {
    /// The field; none where it is the answer as a whole.
    pub(crate) field: Option<u32>,
    pub(crate) reason: String,
}

#[cfg(test)]
mod tests {
    use hostline::text::url_warnings;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_shows_each_kind_of_field_with_its_default() {
        // As text, since the order of the fields matters.
        let schema = r#"{"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string", "title": "Your \u202ename", "default": "Ada"},
            "nights": {"type": "integer", "minimum": 1, "default": 2},
            "news": {"type": "boolean"},
            "size": {"type": "string", "default": "l", "oneOf": [
                {"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
            "extras": {"type": "array", "default": ["y"],
                "items": {"type": "string", "enum": ["x", "y"]}}
        }}"#;
        let form = FormSchema::parse(&Json::parse(schema).unwrap()).unwrap();
        let view = serde_json::to_value(BodyView::form(&form)).unwrap();
        let controls: Vec<_> = (0..5).map(|at| view["fields"][at]["control"].clone()).collect();
        assert_eq!(view["fields"][0]["label"], "Your ⟦U+202E⟧name");
        assert_eq!(controls[0]["value"], "Ada");
        assert_eq!(controls[1]["value"], "2");
        assert_eq!(controls[1]["wanted"], "whole number, at least 1");
        assert_eq!(controls[2], json!({"kind": "flag", "on": null}));
        assert_eq!(controls[3]["chosen"], json!([1]));
        assert_eq!(controls[3]["choices"], json!(["Small (s)", "Large (l)"]));
        assert_eq!(controls[4]["chosen"], json!([1]));
    }

    #[test]
    fn an_address_is_shown_in_full_around_its_host() {
        let page = |url| serde_json::to_value(page_view(&url_warnings(url))).unwrap();
        let shown = page("https://bank.example@evil.example/login?x=1");
        assert_eq!(shown["before"], "https://bank.example@");
        assert_eq!(shown["host"], "evil.example");
        assert_eq!(shown["after"], "/login?x=1");
        assert_eq!(shown["refused"], false);
        assert_eq!(page("javascript:alert(1)")["refused"], true);
    }
}
