//! What a person answered, as the server gets it, or what is wrong with it.

use hostline::{
    Json,
    model::{ElicitResult, FormField, FormSchema, Map},
};
use serde::Deserialize;

use crate::{session::Asked, view::ProblemView};

/// Answers a question.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    pub(crate) question: u32,
    action: Action,
    /// What was filled in, one for each field of the form and in its order.
    entries: Vec<Entry>,
}

/// What a person did with a question.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum Action {
    /// Answered it, or agreed to open the address.
    Accept,
    /// Refused.
    Decline,
    /// Closed it without an answer.
    Cancel,
}

/// What was filled into one field.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Entry {
    /// Nothing.
    Empty,
    /// A line, also where a number is wanted.
    Text { text: String },
    /// Yes or no.
    Flag { on: bool },
    /// The numbers of choices.
    Chosen { places: Vec<u32> },
}

impl Answer {
    /// Whether the person agreed.
    pub(crate) fn accepts(&self) -> bool {
        self.action == Action::Accept
    }
}

/// The answer as the protocol has it.
///
/// # Errors
/// What the person has to change.
pub(crate) fn reply(asked: &Asked, answer: &Answer) -> Result<ElicitResult, Vec<ProblemView>> {
    match (answer.action, asked) {
        (Action::Decline, _) => Ok(ElicitResult::decline()),
        (Action::Cancel, _) => Ok(ElicitResult::cancel()),
        (Action::Accept, Asked::Form(Some(form))) => {
            content(form, &answer.entries).map(ElicitResult::accept)
        }
        (Action::Accept, Asked::Page(Some(_))) => {
            Ok(ElicitResult::new(hostline::model::ElicitAction::Accept))
        }
        (Action::Accept, Asked::Form(None)) => Err(whole("the form cannot be shown")),
        (Action::Accept, Asked::Page(None)) => Err(whole("the address must not be opened")),
    }
}

fn content(form: &FormSchema, entries: &[Entry]) -> Result<Map<Json>, Vec<ProblemView>> {
    if entries.len() != form.properties.len() {
        return Err(whole("the answer does not have the fields of the form"));
    }
    let mut content = Map::default();
    let mut problems = Vec::new();
    for (place, ((name, field), entry)) in (0..).zip(form.properties.iter().zip(entries)) {
        match value(field, entry) {
            Ok(Some(value)) => content.insert(name, value),
            Ok(None) if form.is_required(name) => {
                problems.push(ProblemView { field: Some(place), reason: NEEDED.into() });
            }
            Ok(None) => {}
            Err(reason) => problems.push(ProblemView { field: Some(place), reason }),
        }
    }
    if problems.is_empty() { Ok(content) } else { Err(problems) }
}

const NEEDED: &str = "an answer is needed";

/// The value of an entry; none where the field was left empty.
fn value(field: &FormField, entry: &Entry) -> Result<Option<Json>, String> {
    let value = match entry {
        Entry::Empty => return Ok(None),
        Entry::Text { text } if text.is_empty() => return Ok(None),
        Entry::Text { text } => return field.value_of(text).map(Some),
        Entry::Flag { on } => Json::from(serde_json::Value::from(*on)),
        Entry::Chosen { places } => {
            let choices = field.choices().unwrap_or_default();
            let chosen = places.iter().map(|place| {
                let place = usize::try_from(*place).ok()?;
                choices.get(place).map(|(value, _)| *value)
            });
            let chosen: Option<Vec<&str>> = chosen.collect();
            let chosen = chosen.ok_or("that is no choice")?;
            match (field.is_multiple(), chosen.as_slice()) {
                (true, chosen) => serde_json::Value::from(chosen).into(),
                (false, [one]) => serde_json::Value::from(*one).into(),
                (false, _) => return Err("choose one".into()),
            }
        }
    };
    field.check(&value)?;
    Ok(Some(value))
}

fn whole(reason: &str) -> Vec<ProblemView> {
    vec![ProblemView { field: None, reason: reason.into() }]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form() -> Asked {
        // As text, since the order of the fields matters.
        let schema = r#"{"type": "object", "required": ["city"], "properties": {
            "city": {"type": "string", "minLength": 2},
            "nights": {"type": "integer", "minimum": 1},
            "breakfast": {"type": "boolean"},
            "class": {"type": "string", "enum": ["a", "b"]},
            "extras": {"type": "array", "items": {"type": "string", "enum": ["x", "y", "z"]}}
        }}"#;
        Asked::Form(Some(FormSchema::parse(&Json::parse(schema).unwrap()).unwrap()))
    }

    fn answered(entries: &serde_json::Value) -> Result<String, Vec<Option<u32>>> {
        let answer = json!({"question": 1, "action": "accept", "entries": entries});
        let answer: Answer = serde_json::from_value(answer).unwrap();
        let text = |reply: ElicitResult| serde_json::to_string(&reply).unwrap();
        let fields = |problems: Vec<ProblemView>| problems.iter().map(|at| at.field).collect();
        reply(&form(), &answer).map(text).map_err(fields)
    }

    #[test]
    fn entries_become_values_of_the_fields_kinds() {
        let entries = json!([
            {"kind": "text", "text": "Rome"},
            {"kind": "text", "text": "3"},
            {"kind": "flag", "on": false},
            {"kind": "chosen", "places": [1]},
            {"kind": "chosen", "places": [0, 2]},
        ]);
        let content =
            r#"{"city":"Rome","nights":3,"breakfast":false,"class":"b","extras":["x","z"]}"#;
        let expected = format!(r#"{{"action":"accept","content":{content}}}"#);
        assert_eq!(answered(&entries), Ok(expected));
    }

    #[test]
    fn what_is_left_empty_is_not_sent() {
        let empty = json!({"kind": "empty"});
        let entries = json!([{"kind": "text", "text": "Rome"}, empty, empty, empty, empty]);
        let expected = r#"{"action":"accept","content":{"city":"Rome"}}"#;
        assert_eq!(answered(&entries), Ok(expected.into()));
    }

    #[test]
    fn each_field_that_does_not_fit_is_named() {
        let entries = json!([
            {"kind": "empty"},
            {"kind": "text", "text": "0"},
            {"kind": "text", "text": "maybe"},
            {"kind": "chosen", "places": [7]},
            {"kind": "chosen", "places": [7]},
        ]);
        assert_eq!(answered(&entries), Err(vec![Some(0), Some(1), Some(2), Some(3), Some(4)]));
    }

    #[test]
    fn an_answer_with_other_fields_than_the_form_is_refused() {
        assert_eq!(answered(&json!([])), Err(vec![None]));
    }

    #[test]
    fn what_cannot_be_shown_can_only_be_refused() {
        for asked in [Asked::Form(None), Asked::Page(None)] {
            let answer = |action| Answer { question: 1, action, entries: Vec::new() };
            assert!(reply(&asked, &answer(Action::Accept)).is_err());
            assert!(reply(&asked, &answer(Action::Decline)).is_ok());
        }
    }
}
