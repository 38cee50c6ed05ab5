//! Templates of addresses (RFC 6570, which `server/resources`, "Resource Templates", refers to),
//! in both directions: an address from values, and the values of an address.
//!
//! It knows no resources. Values are text: the RFC's lists exist as the segments of a path, and its
//! associative arrays not at all.

mod parse;
mod pattern;
mod variables;

use std::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

pub use variables::Variables;

use crate::error::Result;
use pattern::Pattern;

/// The longest template, in bytes.
pub(crate) const MAX_TEMPLATE: usize = 4 * 1024;
/// The most variables of a template, each counted as often as it is named.
pub(crate) const MAX_VARIABLES: usize = 64;
/// The longest address that is looked at, in bytes. A longer one does not match.
pub(crate) const MAX_URI: usize = 8 * 1024;

/// A template of addresses (RFC 6570), of all four levels.
///
/// | expression | example | matches |
/// | --- | --- | --- |
/// | `{var}` | `value` | at least one character, none of them `/`, `?`, `#`, `&` or `;` |
/// | `{+var}` | `a/b?c` | at least one character of any kind |
/// | `{#var}` | `#a/b` | nothing, or a fragment |
/// | `{.var}` | `.txt` | nothing, or a label without a dot; `{.var*}` is any number of labels |
/// | `{/var}` | `/value` | nothing, or one segment; `{/var*}` is any number of segments |
/// | `{;x,y}` | `;x=1;y` | those of the parameters that are there, in any order |
/// | `{?x,y}` | `?x=1&y=2` | those of the parameters that are there, in any order |
/// | `{&x,y}` | `&x=1` | the same, behind a query that has begun |
///
/// The segments of `{/var*}` are one value, joined by `/`: `/a/b` is `a/b`. In every other
/// expression a value is one text, whether it is exploded or not.
///
/// ```
/// use hostline::server::{UriTemplate, Variables};
///
/// let notes = UriTemplate::parse("notes://{author}{/path*}{?page}")?;
/// let found = notes.matches("notes://Ada%20L/on/engines?page=2").unwrap();
/// assert_eq!(found.value("author"), Some("Ada L"));
/// assert_eq!(found.value("path"), Some("on/engines"));
/// assert_eq!(notes.expand(&found), "notes://Ada%20L/on/engines?page=2");
/// assert!(notes.matches("notes://").is_none());
/// # Ok::<(), hostline::Error>(())
/// ```
#[derive(Clone)]
pub struct UriTemplate {
    text: Box<str>,
    parts: Vec<Part>,
    pattern: Pattern,
}

#[derive(Clone, Debug)]
enum Part {
    /// As it was written: what has to be percent-encoded in it may not be yet.
    Literal(String),
    Expression(Expression),
}

#[derive(Clone, Debug)]
struct Expression {
    operator: Operator,
    variables: Vec<Variable>,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    modifier: Modifier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modifier {
    None,
    /// Only so many characters of the value.
    Prefix(usize),
    Explode,
}

/// What kind of expression it is (RFC 6570, section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Path,
    Parameter,
    Query,
    Continuation,
}

impl UriTemplate {
    /// Reads a template.
    ///
    /// It fails with [`ErrorCode::InvalidInput`](crate::ErrorCode::InvalidInput) and says at which
    /// byte it is wrong; also if it is longer than 4 KiB, names more than 64 variables, or has so
    /// many prefixes that it would take too long to match.
    pub fn parse(text: &str) -> Result<Self> {
        let parts = parse::parse(text)?;
        let pattern = Pattern::new(&parts)?;
        Ok(Self { text: text.into(), parts, pattern })
    }

    /// The template as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of the variables, in their order, each as often as it stands there.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        let expressions = self.parts.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Expression(expression) => Some(expression),
        });
        expressions.flat_map(|expression| expression.variables.iter().map(|v| &*v.name))
    }

    /// The address that the values make (RFC 6570, section 3). A variable without a value is left
    /// out with what belongs to it.
    pub fn expand(&self, values: &Variables) -> String {
        let mut uri = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(literal) => encode(&mut uri, literal, true),
                Part::Expression(expression) => expression.expand(&mut uri, values),
            }
        }
        uri
    }

    /// The values that make this address, percent-decoded; `None` if none do. An address longer
    /// than 8 KiB matches nothing.
    ///
    /// Where several values could, the variables to the left get as little as possible. A variable
    /// that stands there more than once has one value. It takes time in the length of the address,
    /// times the length of the template at worst.
    ///
    /// A client chooses the values, and **a decoded value can hold anything**: `..`, `/`, `\`, NUL,
    /// however the template reads. A handler that makes a path of one checks it first, for example
    /// with [`Variables::path_segment`].
    pub fn matches(&self, uri: &str) -> Option<Variables> {
        (uri.len() <= MAX_URI).then(|| self.pattern.values(uri)).flatten()
    }
}

impl fmt::Debug for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UriTemplate").field(&self.text).finish()
    }
}

impl Expression {
    fn expand(&self, uri: &mut String, values: &Variables) {
        let mut between = self.operator.first();
        for variable in &self.variables {
            if let Some(value) = values.value(&variable.name) {
                uri.push_str(between);
                between = self.operator.separator();
                self.expand_one(uri, variable, value);
            }
        }
    }

    fn expand_one(&self, uri: &mut String, variable: &Variable, value: &str) {
        let keeps_reserved = self.operator.keeps_reserved();
        if self.operator.is_named() {
            uri.push_str(&variable.name);
            if !value.is_empty() || self.operator != Operator::Parameter {
                uri.push('=');
            }
        }
        match variable.modifier {
            Modifier::Explode if self.operator == Operator::Path => {
                for (index, segment) in value.split('/').enumerate() {
                    if index > 0 {
                        uri.push('/');
                    }
                    encode(uri, segment, keeps_reserved);
                }
            }
            Modifier::None | Modifier::Explode => encode(uri, value, keeps_reserved),
            Modifier::Prefix(length) => {
                let start: String = units(value, keeps_reserved).take(length).collect();
                encode(uri, &start, keeps_reserved);
            }
        }
    }
}

impl Operator {
    /// The operator that a character stands for.
    fn of(sign: char) -> Option<Self> {
        Some(match sign {
            '+' => Self::Reserved,
            '#' => Self::Fragment,
            '.' => Self::Label,
            '/' => Self::Path,
            ';' => Self::Parameter,
            '?' => Self::Query,
            '&' => Self::Continuation,
            _ => return None,
        })
    }

    /// What stands before the first value.
    fn first(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved => "",
            Self::Fragment => "#",
            Self::Label => ".",
            Self::Path => "/",
            Self::Parameter => ";",
            Self::Query => "?",
            Self::Continuation => "&",
        }
    }

    /// What stands between two values.
    fn separator(self) -> &'static str {
        match self {
            Self::Simple | Self::Reserved | Self::Fragment => ",",
            Self::Query => "&",
            Self::Label | Self::Path | Self::Parameter | Self::Continuation => self.first(),
        }
    }

    /// Whether each value stands behind the name of its variable.
    fn is_named(self) -> bool {
        matches!(self, Self::Parameter | Self::Query | Self::Continuation)
    }

    /// Whether a value may hold what separates the parts of an address.
    fn keeps_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }
}

/// Appends a text, percent-encoded: all but unreserved characters, or all that an address may hold.
fn encode(uri: &mut String, text: &str, keeps_reserved: bool) {
    for unit in units(text, keeps_reserved) {
        let is_reserved = |byte: u8| b":/?#[]@!$&'()*+,;=".contains(&byte);
        let is_plain = match unit.as_bytes() {
            [byte] => {
                byte.is_ascii_alphanumeric()
                    || b"-._~".contains(byte)
                    || (keeps_reserved && is_reserved(*byte))
            }
            // What is longer is a character beyond ASCII, or is encoded already.
            bytes => bytes[0] == b'%',
        };
        if is_plain {
            uri.push_str(unit);
        } else {
            uri.extend(utf8_percent_encode(unit, NON_ALPHANUMERIC));
        }
    }
}

/// The characters of a text; what is percent-encoded already counts as one where `triplets` says so.
fn units(text: &str, triplets: bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let length = match rest.chars().next()? {
            '%' if triplets && is_triplet(rest) => 3,
            char => char.len_utf8(),
        };
        let (unit, behind) = rest.split_at(length);
        rest = behind;
        Some(unit)
    })
}

/// Whether a text begins with a percent-encoded byte.
fn is_triplet(text: &str) -> bool {
    matches!(text.as_bytes(), [b'%', high, low, ..]
        if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
#[path = "uri_template_tests.rs"]
mod tests;
