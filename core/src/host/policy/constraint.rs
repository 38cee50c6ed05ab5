//! What a rule or a grant demands of the arguments of a call.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use super::{
    arguments::Arguments,
    fit::Fit,
    paths::{below, is_folder},
    request::Request,
};
use crate::{
    error::{Error, ErrorCode, Result},
    text::shorten,
};

/// The most values that one constraint names.
pub const MAX_VALUES: usize = 256;
/// How much of a text a sentence repeats, in characters.
const MAX_SHOWN: usize = 120;

/// What a rule or a grant demands of the arguments of a call.
///
/// What allows applies where all of its constraints are surely met, by each item of a list. What
/// denies applies where all of them are surely met, by some item of a list. Where that cannot be
/// told of what denies, such as for a path of which the text does not tell where it leads, a person
/// is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum Constraint {
    /// An argument is the path of a folder or of something below it.
    ///
    /// Only the text is looked at. A path that is not absolute, or has a step up (`..`), may lead
    /// anywhere. Where links lead the text does not tell: to keep a server within a folder whatever
    /// happens, confine it.
    Below {
        /// Where the argument is: the name of a member, or a JSON pointer.
        argument: String,
        /// The folder: absolute, or in the person's home if it begins with `~/`.
        folder: String,
    },
    /// An argument is one of some values.
    OneOf {
        /// Where the argument is: the name of a member, or a JSON pointer.
        argument: String,
        /// The values: texts, numbers, true and false.
        values: Vec<Value>,
    },
    /// No argument looks like a secret. It is a guess, by names and by looks.
    NoSecrets,
    /// Some argument looks like a secret, for rules that deny it.
    Secrets,
}

impl Constraint {
    /// That an argument is a path at or below a folder.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the folder is not absolute and does not begin with `~`, or has
    /// a step up in it.
    pub fn below(argument: impl Into<String>, folder: impl Into<String>) -> Result<Self> {
        let (argument, folder) = (argument.into(), folder.into());
        if is_folder(&folder) {
            return Ok(Self::Below { argument, folder });
        }
        let message = format!("`{folder}` is no folder that a path can be compared with");
        Err(Error::new(ErrorCode::InvalidInput, message)
            .with_next_step("write it from the root, or from your home with `~/`, without `..`"))
    }

    /// That an argument is one of some values.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is no value, more than [`MAX_VALUES`], or one that is
    /// neither a text, a number, true nor false.
    pub fn one_of(
        argument: impl Into<String>,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Self> {
        let (argument, values) = (argument.into(), values.into_iter().collect::<Vec<_>>());
        let is_plain = |value: &Value| value.is_string() || value.is_number() || value.is_boolean();
        if (1..=MAX_VALUES).contains(&values.len()) && values.iter().all(is_plain) {
            return Ok(Self::OneOf { argument, values });
        }
        let message = format!("the values of `{argument}` cannot be compared");
        Err(Error::new(ErrorCode::InvalidInput, message).with_next_step(format!(
            "name 1 to {MAX_VALUES} values, each a text, a number, true or false"
        )))
    }

    /// Whether the arguments meet it; `of_list` says what holds of a list.
    fn fit(&self, request: &Request, arguments: &Arguments, of_list: OfList) -> Fit {
        let home = request.home.as_deref();
        let holds_secret = || arguments.holds_secret();
        let sure = |holds| if holds { Fit::Yes } else { Fit::No };
        match self {
            Self::Below { argument, folder } => {
                of_list.fit(arguments.at(argument), |value| match value {
                    Value::String(path) => below(path, folder, home),
                    _ => Fit::Unsure,
                })
            }
            Self::OneOf { argument, values } => of_list.fit(arguments.at(argument), |value| {
                Fit::of_any(values.iter().map(|one| same(one, value)))
            }),
            Self::NoSecrets => sure(!holds_secret()),
            Self::Secrets => sure(holds_secret()),
        }
    }
}

/// Whether all constraints of something that allows, or of something that does not, are met.
pub(in crate::host) fn fit(constraints: &[Constraint], allows: bool, request: &Request) -> Fit {
    let of_list = if allows { OfList::Each } else { OfList::Some };
    Fit::of_demands(constraints.iter().map(|constraint| match request.action.as_call() {
        Some(call) => constraint.fit(request, &call.arguments, of_list),
        None => Fit::No,
    }))
}

/// Which items of a list must meet a constraint.
#[derive(Clone, Copy)]
enum OfList {
    Each,
    Some,
}

impl OfList {
    fn fit(self, value: Option<&Value>, fit: impl Fn(&Value) -> Fit) -> Fit {
        match (self, value) {
            (_, None) => Fit::No,
            (Self::Each, Some(Value::Array(items))) => Fit::of_each(items.iter().map(fit)),
            (Self::Some, Some(Value::Array(items))) => Fit::of_any(items.iter().map(fit)),
            (_, Some(value)) => fit(value),
        }
    }
}

impl Constraint {
    /// What it says, without the values of an argument.
    pub(in crate::host) fn without_values(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::OneOf { argument, .. } => {
                write!(f, "`{}` is a value that it names", shorten(argument, MAX_SHOWN))
            }
            other => write!(f, "{other}"),
        })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Below { argument, folder } => {
                let (argument, folder) = (shorten(argument, MAX_SHOWN), shorten(folder, MAX_SHOWN));
                write!(f, "`{argument}` is below {folder}")
            }
            Self::OneOf { argument, values } => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                let (argument, values) = (shorten(argument, MAX_SHOWN), values.join(", "));
                write!(f, "`{argument}` is one of {}", shorten(&values, MAX_SHOWN))
            }
            Self::NoSecrets => f.write_str("no argument looks like a secret"),
            Self::Secrets => f.write_str("an argument looks like a secret"),
        }
    }
}

/// Whether two plain values are the same. A server may not tell capital letters apart, nor a number
/// from its text.
fn same(one: &Value, other: &Value) -> Fit {
    let text = |value: &Value| match value {
        Value::String(text) => text.trim().to_lowercase(),
        value => value.to_string(),
    };
    if one == other {
        Fit::Yes
    } else if let (Value::Number(one), Value::Number(other)) = (one, other) {
        same_number(one, other)
    } else if matches!(other, Value::Object(_) | Value::Array(_) | Value::Null)
        || text(one) == text(other)
    {
        Fit::Unsure
    } else {
        Fit::No
    }
}

/// Whether two numbers of different forms are the same. Some servers read all of them as binary
/// fractions, for which two long ones may be one.
fn same_number(one: &Number, other: &Number) -> Fit {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if one.as_f64() != other.as_f64() {
        Fit::No
    } else if one.as_f64().is_some_and(|one| one.abs() < EXACT) {
        Fit::Yes
    } else {
        Fit::Unsure
    }
}

/// A constraint as it is written.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    argument: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    below: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one_of: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    no_secrets: Option<bool>,
}

impl TryFrom<Written> for Constraint {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let told = |error: Error| match error.next_step() {
            Some(next_step) => format!("{}; {next_step}", error.message()),
            None => error.message().to_owned(),
        };
        match written {
            Written {
                argument: Some(argument),
                below: Some(folder),
                one_of: None,
                no_secrets: None,
            } => Self::below(argument, folder).map_err(told),
            Written {
                argument: Some(argument),
                below: None,
                one_of: Some(values),
                no_secrets: None,
            } => Self::one_of(argument, values).map_err(told),
            Written { argument: None, below: None, one_of: None, no_secrets: Some(none) } => {
                Ok(if none { Self::NoSecrets } else { Self::Secrets })
            }
            _ => {
                Err("a constraint is `argument` with either `below` or `one-of`, or `no-secrets` \
                      alone"
                    .to_owned())
            }
        }
    }
}

impl From<Constraint> for Written {
    fn from(constraint: Constraint) -> Self {
        let none = Self::default();
        match constraint {
            Constraint::Below { argument, folder } => {
                Self { argument: Some(argument), below: Some(folder), ..none }
            }
            Constraint::OneOf { argument, values } => {
                Self { argument: Some(argument), one_of: Some(values), ..none }
            }
            Constraint::NoSecrets => Self { no_secrets: Some(true), ..none },
            Constraint::Secrets => Self { no_secrets: Some(false), ..none },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::host::Digest;

    fn fit_of(of_list: OfList, constraint: &Value, arguments: &Value) -> Fit {
        let constraint: Constraint = serde_json::from_value(constraint.clone()).unwrap();
        let arguments: Arguments = serde_json::from_value(arguments.clone()).unwrap();
        let request = json!({
            "server": "files", "identity": Digest::of(b""), "client": "editor",
            "home": "/home/me", "action": "sample", "now": 0,
        });
        constraint.fit(&serde_json::from_value(request).unwrap(), &arguments, of_list)
    }

    fn fit(constraint: &Value, arguments: &Value) -> Fit {
        fit_of(OfList::Each, constraint, arguments)
    }

    #[test]
    fn a_constraint_is_met_by_a_value_and_by_each_or_some_item_of_a_list() {
        let below = json!({ "argument": "path", "below": "~/proj" });
        for (path, each, some) in [
            (json!("/home/me/proj/a"), Fit::Yes, Fit::Yes),
            (json!(["/home/me/proj/a", "/home/me/proj/b"]), Fit::Yes, Fit::Yes),
            (json!("/etc"), Fit::No, Fit::No),
            (json!(["/etc", "/usr"]), Fit::No, Fit::No),
            (json!([]), Fit::No, Fit::No),
            (json!(["/home/me/proj/a", "/etc"]), Fit::Unsure, Fit::Yes),
            (json!(["a", "/etc"]), Fit::Unsure, Fit::Unsure),
            (json!([["/home/me/proj/a"]]), Fit::Unsure, Fit::Unsure),
            (json!({ "path": "/home/me/proj/a" }), Fit::Unsure, Fit::Unsure),
            (json!(null), Fit::Unsure, Fit::Unsure),
            (json!(7), Fit::Unsure, Fit::Unsure),
        ] {
            let arguments = json!({ "path": path });
            assert_eq!(fit_of(OfList::Each, &below, &arguments), each, "{path}");
            assert_eq!(fit_of(OfList::Some, &below, &arguments), some, "{path}");
        }
        assert_eq!(fit(&below, &json!({ "other": "/home/me/proj/a" })), Fit::No);
    }

    #[test]
    fn values_are_the_same_only_where_nobody_could_take_them_for_others() {
        let one_of = json!({ "argument": "/x/0", "one-of": ["GET", 1, true] });
        for (value, expected) in [
            (json!("GET"), Fit::Yes),
            (json!(1.0), Fit::Yes),
            (json!(true), Fit::Yes),
            (json!("get "), Fit::Unsure),
            (json!("1"), Fit::Unsure),
            (json!("TRUE"), Fit::Unsure),
            (json!({}), Fit::Unsure),
            (json!(null), Fit::Unsure),
            (json!("POST"), Fit::No),
            (json!(2), Fit::No),
            (json!(false), Fit::No),
        ] {
            assert_eq!(fit(&one_of, &json!({ "x": [value] })), expected, "{value}");
        }
    }

    #[test]
    fn long_numbers_are_the_same_only_to_the_last_digit() {
        let one_of = json!({ "argument": "id", "one-of": [9_007_199_254_740_993_u64] });
        for (value, expected) in [
            (json!(9_007_199_254_740_993_u64), Fit::Yes),
            (json!(9_007_199_254_740_992_u64), Fit::Unsure),
            (json!(9_007_199_254_740_992.0), Fit::Unsure),
            (json!(9_007_199_254_740_996_u64), Fit::No),
        ] {
            assert_eq!(fit(&one_of, &json!({ "id": value })), expected, "{value}");
        }
    }

    #[test]
    fn secrets_are_found_anywhere_in_the_arguments() {
        let none = json!({ "no-secrets": true });
        let some = json!({ "no-secrets": false });
        for (arguments, is_secret) in [
            (json!({ "path": "/a" }), false),
            (json!({ "a": [{ "password": "x" }] }), true),
            (json!({ "pin": { "password": "" } }), false),
            (json!({ "password": { "value": "x" } }), true),
            (json!({ "credentials": { "password": [[7]] } }), true),
            (json!({ "password": { "value": "", "set": true } }), false),
            (json!({ format!("glpat-{}", "x".repeat(20)): 1 }), true),
            (json!({ "text": format!("it is glpat-{}", "x".repeat(20)) }), true),
        ] {
            let expected = if is_secret { [Fit::No, Fit::Yes] } else { [Fit::Yes, Fit::No] };
            let found = [fit(&none, &arguments), fit(&some, &arguments)];
            assert_eq!(found, expected, "{arguments}");
        }
    }

    #[test]
    fn a_constraint_reads_what_it_writes_and_nothing_else() {
        for written in [
            json!({ "argument": "path", "below": "~/proj" }),
            json!({ "argument": "/a/0", "one-of": ["GET", 1, false] }),
            json!({ "no-secrets": true }),
            json!({ "no-secrets": false }),
        ] {
            let constraint: Constraint = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&constraint).unwrap(), written);
        }
        for wrong in [
            json!({}),
            json!({ "argument": "path" }),
            json!({ "below": "/a" }),
            json!({ "argument": "path", "below": "a" }),
            json!({ "argument": "path", "below": "/a/.." }),
            json!({ "argument": "path", "below": "/a", "one-of": [1] }),
            json!({ "argument": "path", "one-of": [] }),
            json!({ "argument": "path", "one-of": [{}] }),
            json!({ "argument": "path", "no-secrets": true }),
            json!({ "argument": "path", "beneath": "/a" }),
        ] {
            assert!(serde_json::from_value::<Constraint>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
