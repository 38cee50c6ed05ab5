//! From `KEY=VALUE` to the arguments of a tool or a prompt.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

use hostline::{
    Error, Json,
    model::Map,
    text::json::{Hidden, Layout, render},
};
use serde_json::Value;

use crate::{
    exit::{Outcome, file_error, usage},
    kinds::{Kind, Kinds, Place},
};

/// JSON given as text, as `@FILE` or as `-`, the standard input.
pub(crate) fn load(given: &str) -> Outcome<String> {
    if given == "-" {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| file_error("read", Path::new("the standard input"), error))?;
        return Ok(text);
    }
    let Some(path) = given.strip_prefix('@') else { return Ok(given.to_owned()) };
    let path = Path::new(path);
    let text = fs::read_to_string(path).map_err(|error| file_error("read", path, error))?;
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Checks JSON text and drops what stands between its values, so that it is one line.
pub(crate) fn parse(text: &str) -> Result<Json, serde_json::Error> {
    let json = Json::parse(text.trim())?;
    Json::parse(&render(json.as_str(), Layout::Compact, Hidden::Keep))
}

/// The JSON object that a person gave as a whole.
pub(crate) fn object(flag: &str, text: &str) -> Result<Json, Error> {
    let json = parse(text).map_err(|error| {
        usage(format!("{flag} is no JSON: {error}"))
            .with_next_step("give an object, such as {\"a\": 2}, in quotes of the shell")
    })?;
    if json.is_object() { Ok(json) } else { Err(no_object(flag)) }
}

fn no_object(flag: &str) -> Error {
    usage(format!("{flag} is no JSON object")).with_next_step("write it like {\"a\": 2}")
}

/// The arguments of a tool: a whole object, single words, or both, of which the words win.
pub(crate) fn of_tool(
    whole: Option<&str>,
    words: &[String],
    schema: Option<&Value>,
) -> Result<Json, Error> {
    let no_object = |error| no_object("--args").with_source(error);
    let mut arguments: Map<Json> = match whole {
        Some(text) => object("--args", text)?.decode().map_err(no_object)?,
        None => Map::new(),
    };
    for (place, word) in words.iter().enumerate() {
        let (key, value) = split(word)?;

        if words[..place].iter().any(|earlier| split(earlier).is_ok_and(|(other, _)| other == key))
        {
            return Err(usage(format!("the argument {key} is given twice"))
                .with_next_step("give a list as JSON, such as key:='[1, 2]'"));
        }
        let json = match value {
            Word::Json(text) => parse(text).map_err(|error| {
                usage(format!("the value of {key} is no JSON: {error}"))
                    .with_next_step(format!("write {key}=… for text"))
            })?,
            Word::Text(text) => {
                let schema = schema.and_then(|schema| Place::root(schema).property(key));
                typed(key, text, schema)?
            }
        };
        arguments.insert(key, json);
    }
    Json::encode(&arguments).map_err(no_object)
}

/// The arguments of a prompt, which are texts.
pub(crate) fn of_prompt(words: &[String]) -> Result<Vec<(String, String)>, Error> {
    words
        .iter()
        .map(|word| match word.split_once('=') {
            Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
            _ => Err(no_pair(word)),
        })
        .collect()
}

enum Word<'a> {
    Text(&'a str),
    Json(&'a str),
}

fn split(word: &str) -> Result<(&str, Word<'_>), Error> {
    let (key, value) = word.split_once('=').ok_or_else(|| no_pair(word))?;
    let (key, value) = match key.strip_suffix(':') {
        Some(key) => (key, Word::Json(value)),
        None => (key, Word::Text(value)),
    };
    if key.is_empty() { Err(no_pair(word)) } else { Ok((key, value)) }
}

fn no_pair(word: &str) -> Error {
    usage(format!("`{word}` is no argument")).with_next_step("write KEY=VALUE")
}

/// A value that parses as JSON of a kind that the schema wants is that value; all else is text,
/// where the schema allows text.
fn typed(key: &str, text: &str, schema: Option<Place<'_>>) -> Result<Json, Error> {
    let kinds = schema.map_or(Kinds::Any, Place::kinds);
    let parsed = parse(text).ok().filter(|json| {
        let kind = Kind::of(&json.to_value());
        // A quoted text is a text with quotes, unless nothing says what is wanted.
        kinds.allow(kind) && (kind != Kind::String || kinds == Kinds::Any)
    });
    match parsed {
        Some(json) => Ok(json),
        None if kinds.allow(Kind::String) => Ok(Value::from(text).into()),
        None => {
            let wanted = schema.map(Place::words).unwrap_or_default();
            Err(usage(format!("`{text}` does not fit the argument {key}, which is {wanted}"))
                .with_next_step(format!("write JSON of that type, or {key}:=… to send it anyway")))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "ratio": {"type": "number"},
            "on": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "point": {"type": "object"},
            "maybe": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "either": {"type": ["string", "integer"]},
            "open": {},
        }})
    }

    fn arguments(words: &[&str]) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let json = of_tool(None, &words, Some(&schema()));
        json.map(|json| json.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn words_are_typed_by_the_schema() {
        for (word, expected) in [
            ("text=5", r#"{"text":"5"}"#),
            ("text=\"5\"", r#"{"text":"\"5\""}"#),
            ("text=", r#"{"text":""}"#),
            ("text=a=b", r#"{"text":"a=b"}"#),
            ("count=5", r#"{"count":5}"#),
            ("count=2.0", r#"{"count":2.0}"#),
            ("count=12345678901234567890123", r#"{"count":12345678901234567890123}"#),
            ("ratio=2", r#"{"ratio":2}"#),
            ("ratio=-2.5e3", r#"{"ratio":-2.5e3}"#),
            ("on=true", r#"{"on":true}"#),
            ("tags=[\"a\", \"b\"]", r#"{"tags":["a","b"]}"#),
            ("point={\"x\":1}", r#"{"point":{"x":1}}"#),
            ("maybe=null", r#"{"maybe":null}"#),
            ("either=5", r#"{"either":5}"#),
            ("either=05", r#"{"either":"05"}"#),
            ("open=5", r#"{"open":5}"#),
            ("open=five", r#"{"open":"five"}"#),
            ("other=true", r#"{"other":true}"#),
            ("text:=5", r#"{"text":5}"#),
            ("point:={\n \"x\": 1}", r#"{"point":{"x":1}}"#),
        ] {
            assert_eq!(arguments(&[word]).as_deref(), Ok(expected), "{word}");
        }
    }

    #[test]
    fn words_that_do_not_fit_are_refused_with_advice() {
        for (words, expected) in [
            (&["count=five"][..], "`five` does not fit the argument count, which is integer"),
            (&["count=2.5"], "does not fit"),
            (&["on=yes"], "which is boolean"),
            (&["text"], "`text` is no argument; write KEY=VALUE"),
            (&["=5"], "is no argument"),
            (&["text:=oops"], "is no JSON"),
            (&["text=a", "text=b"], "is given twice"),
        ] {
            let error = arguments(words).unwrap_err();
            assert!(error.contains(expected), "{words:?}: {error}");
        }
    }

    #[test]
    fn words_win_over_the_whole_object() {
        let words = ["count=3".to_owned()];
        let json = of_tool(Some("{\"count\": 1,\n \"text\": \"x\"}"), &words, Some(&schema()));
        assert_eq!(json.unwrap().as_str(), r#"{"count":3,"text":"x"}"#);
    }

    #[test]
    fn the_whole_must_be_an_object() {
        for text in ["[1]", "5", "{", ""] {
            assert!(of_tool(Some(text), &[], None).is_err(), "{text}");
        }
    }
}
