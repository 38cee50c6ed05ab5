//! Reading a template (RFC 6570, section 2). It says where a template is wrong.

use super::{
    Expression, MAX_TEMPLATE, MAX_VARIABLES, Modifier, Operator, Part, Variable, is_triplet, units,
};
use crate::error::{Error, ErrorCode, Result};

/// The parts of a template.
pub(super) fn parse(text: &str) -> Result<Vec<Part>> {
    if text.len() > MAX_TEMPLATE {
        let message = format!("a URI template is longer than {MAX_TEMPLATE} bytes");
        return Err(Error::new(ErrorCode::InvalidInput, message));
    }
    let mut parts = Vec::new();
    let mut variables = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(behind) = rest.strip_prefix('{') else {
            let literal = &rest[..rest.find('{').unwrap_or(rest.len())];
            check_literal(literal, at)?;
            parts.push(Part::Literal(literal.to_owned()));
            at += literal.len();
            continue;
        };
        let end = behind.find('}').ok_or_else(|| wrong(at, "an expression has no end"))?;
        let expression = expression(&behind[..end], at + 1)?;
        variables += expression.variables.len();
        if variables > MAX_VARIABLES {
            return Err(wrong(at, "there are more variables than 64"));
        }
        parts.push(Part::Expression(expression));
        at += end + 2;
    }
    Ok(parts)
}

/// Refuses what has no place outside of expressions. An apostrophe has one: RFC 6570 leaves it out
/// by mistake (erratum 6937), and addresses have it.
fn check_literal(literal: &str, mut at: usize) -> Result<()> {
    for unit in units(literal, true) {
        let is_wrong = match unit {
            "}" => return Err(wrong(at, "an expression ends that has not begun")),
            "%" => return Err(wrong(at, "a percent sign is not followed by two digits")),
            unit => unit.contains(|char: char| char.is_control() || " \"<>\\^`|".contains(char)),
        };
        if is_wrong {
            return Err(wrong(at, "a character must be percent-encoded"));
        }
        at += unit.len();
    }
    Ok(())
}

/// What stands between two braces.
fn expression(body: &str, at: usize) -> Result<Expression> {
    let first = body.chars().next().ok_or_else(|| wrong(at, "an expression is empty"))?;
    if "=,!@|".contains(first) {
        return Err(wrong(at, "an operator is reserved and means nothing yet"));
    }
    let operator = Operator::of(first);
    let mut at = at + usize::from(operator.is_some());
    let mut variables = Vec::new();
    for text in body[usize::from(operator.is_some())..].split(',') {
        variables.push(variable(text, at)?);
        at += text.len() + 1;
    }
    Ok(Expression { operator: operator.unwrap_or(Operator::Simple), variables })
}

fn variable(text: &str, at: usize) -> Result<Variable> {
    let (name, modifier) = if let Some(name) = text.strip_suffix('*') {
        (name, Modifier::Explode)
    } else if let Some((name, length)) = text.split_once(':') {
        (name, Modifier::Prefix(prefix(length, at + name.len() + 1)?))
    } else {
        (text, Modifier::None)
    };
    check_name(name, at)?;
    Ok(Variable { name: name.to_owned(), modifier })
}

/// How many characters a prefix has: 1 to 9999.
fn prefix(digits: &str, at: usize) -> Result<usize> {
    let is_number = (1..=4).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !digits.starts_with('0');
    is_number
        .then(|| digits.parse().ok())
        .flatten()
        .ok_or_else(|| wrong(at, "a prefix is not a number from 1 to 9999"))
}

/// Letters, digits, underscores and percent-encoded bytes, with single dots between them.
fn check_name(name: &str, mut at: usize) -> Result<()> {
    for piece in name.split('.') {
        if piece.is_empty() {
            return Err(wrong(at, "a name, or a part of it, is missing"));
        }
        for unit in units(piece, true) {
            let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            if !is_triplet(unit) && !unit.as_bytes().iter().all(is_plain) {
                return Err(wrong(at, "a character has no place in a name"));
            }
            at += unit.len();
        }
        at += 1;
    }
    Ok(())
}

fn wrong(at: usize, what: &str) -> Error {
    Error::new(ErrorCode::InvalidInput, format!("a URI template is wrong at byte {at}: {what}"))
}
