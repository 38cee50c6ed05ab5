//! A template turned round: the pattern of the addresses that it makes.
//!
//! The pattern runs in an engine whose time is bounded by the size of the pattern times the length
//! of the address, whatever the two are. What a pattern cannot say is checked afterwards.

use percent_encoding::percent_decode_str;
use regex::{Regex, RegexBuilder, escape};

use super::{Expression, Modifier, Operator, Part, Variable, Variables, encode, is_triplet, units};
use crate::error::{Error, ErrorCode, Result};

/// How large a compiled pattern may get, in bytes.
const MAX_PATTERN_BYTES: usize = 1024 * 1024;
/// How much the engine may keep in order to be faster, in bytes.
const MAX_CACHE_BYTES: usize = 128 * 1024;
/// The longest prefix that the pattern itself counts. A longer one is checked afterwards, since
/// each character that is counted makes the pattern larger.
const MAX_COUNTED: usize = 8;

const ENCODED_BYTE: &str = "%[0-9A-Fa-f]{2}";
/// By how many bytes its first byte announces.
const ENCODED_CHARACTER: &str = "(?:%[0-7][0-9A-Fa-f]\
    |%[CDcd][0-9A-Fa-f]%[0-9A-Fa-f]{2}\
    |%[Ee][0-9A-Fa-f](?:%[0-9A-Fa-f]{2}){2}\
    |%[Ff][0-9A-Fa-f](?:%[0-9A-Fa-f]{2}){3})";

#[derive(Clone)]
pub(super) struct Pattern {
    regex: Regex,
    /// What each group of the pattern holds.
    groups: Vec<Group>,
}

#[derive(Clone)]
enum Group {
    Value(Operator, Variable),
    /// Names and values.
    Pairs(Expression),
}

/// A value that was found for a variable.
type Found<'a> = (&'a Variable, String);

impl Pattern {
    pub(super) fn new(parts: &[Part]) -> Result<Self> {
        let mut groups = Vec::new();
        let mut text = String::from("^");
        for part in parts {
            match part {
                Part::Literal(literal) => text.push_str(&literal_pattern(literal)),
                Part::Expression(expression) if expression.operator.is_named() => {
                    text.push_str(&pairs_pattern(expression));
                    groups.push(Group::Pairs(expression.clone()));
                }
                Part::Expression(expression) => {
                    text.push_str(&values_pattern(expression));
                    let variables = expression.variables.iter().cloned();
                    groups.extend(variables.map(|v| Group::Value(expression.operator, v)));
                }
            }
        }
        text.push('$');
        let regex = RegexBuilder::new(&text)
            .size_limit(MAX_PATTERN_BYTES)
            .dfa_size_limit(MAX_CACHE_BYTES)
            .build()
            .map_err(|error| {
                Error::new(ErrorCode::InvalidInput, "a URI template is too complex to be matched")
                    .with_source(error)
            })?;
        Ok(Self { regex, groups })
    }

    /// The values that make this address.
    pub(super) fn values(&self, uri: &str) -> Option<Variables> {
        let captures = self.regex.captures(uri)?;
        let mut found = Vec::new();
        for (group, capture) in self.groups.iter().zip(captures.iter().skip(1)) {
            let Some(text) = capture.map(|capture| capture.as_str()) else { continue };
            match group {
                Group::Value(operator, variable) => {
                    found.push((variable, decode(text, *operator, variable.modifier)?));
                }
                Group::Pairs(expression) => read_pairs(expression, text, &mut found)?,
            }
        }
        merge(&found)
    }
}

/// A literal, as it was written or with everything percent-encoded that has to be.
fn literal_pattern(literal: &str) -> String {
    let mut pattern = String::new();
    for unit in units(literal, true) {
        let mut encoded = String::new();
        encode(&mut encoded, unit, true);
        if !encoded.starts_with('%') {
            pattern.push_str(&escape(unit));
        } else if is_triplet(unit) {
            pattern.push_str(&triplets_pattern(unit));
        } else {
            pattern.extend(["(?:", &*escape(unit), "|", &*triplets_pattern(&encoded), ")"]);
        }
    }
    pattern
}

/// Percent-encoded bytes, whose digits may be in either case.
fn triplets_pattern(triplets: &str) -> String {
    let mut pattern = String::new();
    for char in triplets.chars() {
        if char.is_ascii_alphabetic() {
            pattern.extend(['[', char.to_ascii_lowercase(), char.to_ascii_uppercase(), ']']);
        } else {
            pattern.push(char);
        }
    }
    pattern
}

/// The values of an expression, one behind the other: each only if the one before it is there.
fn values_pattern(expression: &Expression) -> String {
    let operator = expression.operator;
    let (first, separator) = (escape(operator.first()), escape(operator.separator()));
    let mut pattern = String::new();
    for (index, variable) in expression.variables.iter().enumerate() {
        // What has no sign before it must show itself by a character.
        let least = usize::from(index == 0 && first.is_empty());
        let count = match variable.modifier {
            Modifier::Prefix(most) if most <= MAX_COUNTED => format!("{{{least},{most}}}?"),
            _ => format!("{{{least},}}?"),
        };
        if index > 0 {
            pattern.extend(["(?:", &*separator]);
        }
        pattern.extend(["(", &*unit(expression, variable.modifier), &*count, ")"]);
    }
    pattern.push_str(&")?".repeat(expression.variables.len() - 1));
    if first.is_empty() { pattern } else { format!("(?:{first}{pattern})?") }
}

/// Names with their values, in any order.
fn pairs_pattern(expression: &Expression) -> String {
    let operator = expression.operator;
    let separator = escape(operator.separator());
    let names: Vec<String> = expression.variables.iter().map(|v| escape(&v.name)).collect();
    let value = unit(expression, Modifier::None);
    let pair = format!("(?:{})(?:={value}*)?", names.join("|"));
    if operator == Operator::Query {
        format!("(?:{}({pair}(?:{separator}{pair})*))?", escape(operator.first()))
    } else {
        format!("((?:{separator}{pair})*)")
    }
}

/// A unit of a value: a character or one percent-encoded byte; where the pattern counts, all bytes
/// of a character.
fn unit(expression: &Expression, modifier: Modifier) -> String {
    let is_exploded = modifier == Modifier::Explode;
    let is_alone = expression.variables.len() == 1;
    let ends = match expression.operator {
        Operator::Simple if is_alone => "/?#&;",
        Operator::Simple => "/?#&;,",
        Operator::Reserved | Operator::Fragment if is_alone => "",
        Operator::Reserved | Operator::Fragment => ",",
        Operator::Label if is_exploded => "/?#&;",
        Operator::Label => "/?#&;.",
        Operator::Path if is_exploded => "?#&;",
        Operator::Path | Operator::Parameter => "/?#&;",
        Operator::Query | Operator::Continuation => "#&",
    };
    let encoded = match modifier {
        Modifier::Prefix(most) if most <= MAX_COUNTED => ENCODED_CHARACTER,
        Modifier::Prefix(_) | Modifier::None | Modifier::Explode => ENCODED_BYTE,
    };
    format!("(?:[^%{ends}]|{encoded})")
}

/// The text of a value; `None` if it is no text, or not the only one that would read like this.
fn decode(text: &str, operator: Operator, modifier: Modifier) -> Option<String> {
    let is_path = operator == Operator::Path && modifier == Modifier::Explode;
    if is_path && text.to_ascii_uppercase().contains("%2F") {
        return None;
    }
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

/// Finds the variables of the pairs, each of which stands for one of them.
fn read_pairs<'a>(
    expression: &'a Expression,
    text: &str,
    found: &mut Vec<Found<'a>>,
) -> Option<()> {
    let mut missing: Vec<&Variable> = expression.variables.iter().collect();
    let pairs = text.split(expression.operator.separator()).filter(|pair| !pair.is_empty());
    for pair in pairs {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let place = missing.iter().position(|variable| variable.name == name)?;
        let variable = missing.remove(place);
        found.push((variable, decode(value, expression.operator, variable.modifier)?));
    }
    Some(())
}

/// One value for each variable: the longest, of which all others have to be the beginning that
/// their prefix says.
fn merge(found: &[Found<'_>]) -> Option<Variables> {
    let mut values = Variables::new();
    for (variable, value) in found {
        if values.value(&variable.name).is_none_or(|other| other.len() < value.len()) {
            values.insert(&variable.name, value);
        }
    }
    let agrees = |(variable, value): &Found<'_>| {
        let whole = values.value(&variable.name).unwrap_or_default();
        match variable.modifier {
            Modifier::Prefix(length) => units(whole, false).take(length).eq(units(value, false)),
            Modifier::None | Modifier::Explode => whole == value,
        }
    };
    found.iter().all(agrees).then_some(values)
}
