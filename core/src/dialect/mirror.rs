//! What Streamable HTTP repeats outside of the message, so that intermediaries can route by it.
//!
//! 2026-07-28, basic/transports/streamable-http: "Custom Headers from Tool Parameters" and "Value
//! Encoding". This module owns the reading of `x-mcp-header` annotations and the encoding of
//! values. It must not know HTTP: headers are pairs of text here.
//!
//! Three decisions where the page leaves room:
//! - A list of types such as `["string", "null"]` is no primitive type: the tool is refused.
//! - The empty string is encoded, since some intermediaries drop a header without a value; so is a
//!   string with a tab anywhere, since a tab is a control character.
//! - An argument that has no header form (an object, a list, a fraction) is a fault of the call:
//!   leaving the header out while the value is in the body is what servers must refuse.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

use super::method;
use crate::jsonrpc::Json;

/// The annotation's keyword.
const KEYWORD: &str = "x-mcp-header";
/// What every mirrored header's name begins with.
const NAME_PREFIX: &str = "mcp-param-";
const SENTINEL_PREFIX: &str = "=?base64?";
const SENTINEL_SUFFIX: &str = "?=";

/// How many parameters of one tool may be mirrored: more headers than common servers accept.
pub(crate) const MAX_PARAMETER_HEADERS: usize = 64;
/// How long an annotation's name may be, in bytes.
pub(crate) const MAX_HEADER_NAME_BYTES: usize = 128;
/// How long a mirrored value may be, in bytes before encoding: servers refuse longer headers.
pub(crate) const MAX_HEADER_VALUE_BYTES: usize = 16 * 1024;
/// The largest integer that every language holds exactly (2^53 - 1), in both directions.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Why a tool or a call does not fit the rules for mirrored parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HeaderFault {
    /// The tool's annotations break a constraint: the tool must be left out of the list.
    Schema { at: String, why: &'static str },
    /// An argument cannot be carried in its header: the call must not be sent.
    Argument { at: String, why: &'static str },
}

impl fmt::Display for HeaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, at, why) = match self {
            Self::Schema { at, why } => ("the x-mcp-header annotation", at, why),
            Self::Argument { at, why } => ("the mirrored argument", at, why),
        };
        let at = if at.is_empty() { "/" } else { at };
        write!(f, "{what} at {} {why}", crate::text::shorten(at, 200))
    }
}

impl std::error::Error for HeaderFault {}

/// The member of a request's parameters that `Mcp-Name` repeats, where the header is required
/// (2026-07-28 `basic/transports/streamable-http`, "Standard Request Headers").
pub(crate) fn named_member(method: &str) -> Option<&'static str> {
    match method {
        method::TOOLS_CALL | method::PROMPTS_GET => Some("name"),
        method::RESOURCES_READ => Some("uri"),
        _ => None,
    }
}

/// Headers as pairs of a lower-case name and an encoded value.
pub(crate) type HeaderPairs = Vec<(Box<str>, Box<str>)>;

/// The parameters of one tool that are repeated as headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParameterHeaders(Box<[ParameterHeader]>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct ParameterHeader {
    /// The whole header name in lower case; names are compared without case.
    name: Box<str>,
    /// The property names that lead from the arguments to the value.
    path: Box<[Box<str>]>,
}

impl ParameterHeaders {
    /// Reads the annotations of a tool's `inputSchema`; `None` when it has none.
    ///
    /// A schema without the keyword costs one search of its text.
    pub(crate) fn compile(input_schema: &Json) -> Result<Option<Self>, HeaderFault> {
        if !may_have_annotation(input_schema.as_str()) {
            return Ok(None);
        }
        let schema: Value = input_schema.decode().map_err(|_| HeaderFault::Schema {
            at: String::new(),
            why: "cannot be read: the schema is nested too deeply",
        })?;
        let mut walk = Walk::default();
        walk.schema(&schema, Place::Root)?;
        Ok((!walk.found.is_empty()).then(|| Self(walk.found.into())))
    }

    /// The headers for one call.
    ///
    /// A parameter that is absent or `null` has no header.
    pub(crate) fn headers(&self, arguments: &Json) -> Result<HeaderPairs, HeaderFault> {
        let arguments: Value = arguments.decode().map_err(|_| HeaderFault::Argument {
            at: String::new(),
            why: "cannot be read: the arguments are nested too deeply or hold too large a number",
        })?;
        let mut headers = Vec::with_capacity(self.0.len());
        for parameter in &self.0 {
            let value =
                parameter.path.iter().try_fold(&arguments, |value, name| value.get(&**name));
            let Some(value) = value else { continue };
            let fault = |why| HeaderFault::Argument { at: pointer(&parameter.path), why };
            if let Some(text) = header_text(value).map_err(fault)? {
                headers.push((parameter.name.clone(), encode_value(&text).into()));
            }
        }
        Ok(headers)
    }

    /// Compares what headers repeat with the arguments themselves (2026-07-28
    /// `basic/transports/streamable-http`, "Server Behavior for Custom Headers"). `sent` has the
    /// headers by their lower-case names. The error says which one is wrong.
    pub(crate) fn verify(
        &self,
        arguments: &Json,
        sent: &HashMap<Box<str>, Box<str>>,
    ) -> Result<(), String> {
        let arguments: Value = arguments.decode().map_err(|_| "the arguments cannot be read")?;
        for parameter in &self.0 {
            let value =
                parameter.path.iter().try_fold(&arguments, |value, name| value.get(&**name));
            let name = &parameter.name;
            match (value.filter(|value| !value.is_null()), sent.get(name)) {
                (None, None) => {}
                (None, Some(_)) => return Err(format!("{name} repeats what is not there")),
                (Some(_), None) => return Err(format!("{name} is missing")),
                (Some(value), Some(header)) => {
                    let header = decode_value(header)
                        .ok_or_else(|| format!("{name} has invalid characters"))?;
                    if !says(&header, value) {
                        return Err(format!("{name} does not say what the arguments say"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The lower-case names of the headers, in the order of the schema.
    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|parameter| &*parameter.name)
    }
}

/// Whether the text can hold the keyword: as it is, or spelled with escapes.
fn may_have_annotation(schema: &str) -> bool {
    let has = |needle: &str| memchr::memmem::find(schema.as_bytes(), needle.as_bytes()).is_some();
    has(KEYWORD) || (memchr::memchr(b'\\', schema.as_bytes()).is_some() && has("\\u00"))
}

/// The text of a value before encoding; `None` where the header is left out.
fn header_text(value: &Value) -> Result<Option<Cow<'_, str>>, &'static str> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(true) => Ok(Some(Cow::Borrowed("true"))),
        Value::Bool(false) => Ok(Some(Cow::Borrowed("false"))),
        Value::Number(number) => integer_text(number).map(|text| Some(Cow::Owned(text))),
        Value::String(text) if text.len() > MAX_HEADER_VALUE_BYTES => {
            Err("is too long for a header")
        }
        Value::String(text) => Ok(Some(Cow::Borrowed(text))),
        Value::Array(_) | Value::Object(_) => Err("is neither text, an integer nor a boolean"),
    }
}

/// The decimal form of an integer, however it is spelled: `42`, `42.0` or `4.2e1`.
fn integer_text(number: &serde_json::Number) -> Result<String, &'static str> {
    const OUTSIDE: &str = "is outside of the range of integers that every peer holds exactly";
    if let Some(integer) = number.as_i64() {
        return (integer.unsigned_abs() <= MAX_SAFE_INTEGER)
            .then(|| integer.to_string())
            .ok_or(OUTSIDE);
    }
    let float = number.as_f64().ok_or(OUTSIDE)?;
    if float.fract() != 0.0 {
        return Err("is a fraction, and only integers have a header form");
    }
    // Exact: the safe range is defined by what a double holds exactly.
    #[allow(clippy::cast_precision_loss)]
    let limit = MAX_SAFE_INTEGER as f64;
    if float.abs() > limit {
        return Err(OUTSIDE);
    }
    // Adding zero turns minus zero into zero.
    Ok(format!("{:.0}", float + 0.0))
}

/// Whether a decoded header says the same as an argument. Integers are compared as numbers.
fn says(header: &str, value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let same = |sent: serde_json::Number| {
                integer_text(&sent).is_ok_and(|sent| Ok(sent) == integer_text(number))
            };
            serde_json::from_str(header.trim()).is_ok_and(same)
        }
        value => header_text(value).is_ok_and(|text| text.as_deref() == Some(header)),
    }
}

/// Encodes a value so that it survives as a header: as it is where that is safe, otherwise as
/// `=?base64?{Base64 of its UTF-8}?=`.
pub(crate) fn encode_value(value: &str) -> Cow<'_, str> {
    let printable = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let padded = value.starts_with(' ') || value.ends_with(' ');
    let like_encoded = value.starts_with(SENTINEL_PREFIX) && value.ends_with(SENTINEL_SUFFIX);
    if printable && !padded && !like_encoded && !value.is_empty() {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{SENTINEL_PREFIX}{}{SENTINEL_SUFFIX}", STANDARD.encode(value)))
}

/// Decodes a header's value; `None` when it breaks the encoding.
pub(crate) fn decode_value(value: &str) -> Option<Cow<'_, str>> {
    let encoded =
        value.strip_prefix(SENTINEL_PREFIX).and_then(|rest| rest.strip_suffix(SENTINEL_SUFFIX));
    let Some(encoded) = encoded else {
        let plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
        return plain.then_some(Cow::Borrowed(value));
    };
    let bytes = STANDARD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// Where in the schema a subschema stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    /// Reached from the root by `properties` alone.
    Property,
    /// Anywhere else: no annotation may stand here.
    Elsewhere,
}

/// One walk over a schema. Its depth is bounded by the parser's.
#[derive(Default)]
struct Walk {
    path: Vec<Box<str>>,
    taken: HashSet<Box<str>>,
    found: Vec<ParameterHeader>,
}

impl Walk {
    fn schema(&mut self, schema: &Value, place: Place) -> Result<(), HeaderFault> {
        match schema {
            Value::Object(members) => self.members(members, place),
            // Keywords such as `allOf` hold a list of schemas.
            Value::Array(schemas) => {
                schemas.iter().try_for_each(|schema| self.schema(schema, Place::Elsewhere))
            }
            _ => Ok(()),
        }
    }

    fn members(&mut self, members: &Map<String, Value>, place: Place) -> Result<(), HeaderFault> {
        if let Some(annotation) = members.get(KEYWORD) {
            self.annotation(annotation, members, place)?;
        }
        for (keyword, value) in members {
            match keyword.as_str() {
                // Data and lists of names, not schemas.
                KEYWORD | "default" | "const" | "enum" | "examples" | "example" | "required"
                | "dependentRequired" => {}
                "properties" => {
                    let below = match place {
                        Place::Root | Place::Property => Place::Property,
                        Place::Elsewhere => Place::Elsewhere,
                    };
                    self.named(value, below)?;
                }
                // The keys are names here too, so that a key is never an annotation.
                "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
                | "dependencies" => self.named(value, Place::Elsewhere)?,
                // Every other keyword, known or not: a `$ref` may point into it.
                _ => self.schema(value, Place::Elsewhere)?,
            }
        }
        Ok(())
    }

    /// Walks a map from names to schemas.
    fn named(&mut self, schemas: &Value, place: Place) -> Result<(), HeaderFault> {
        let Value::Object(schemas) = schemas else { return Ok(()) };
        for (name, schema) in schemas {
            self.path.push(name.as_str().into());
            self.schema(schema, place)?;
            self.path.pop();
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        annotation: &Value,
        schema: &Map<String, Value>,
        place: Place,
    ) -> Result<(), HeaderFault> {
        let fault = |why| Err(HeaderFault::Schema { at: pointer(&self.path), why });
        if place != Place::Property {
            return fault("is not on a property that `properties` alone leads to");
        }
        let Value::String(name) = annotation else {
            return fault("is not a string");
        };
        if name.is_empty() {
            return fault("is empty");
        }
        if name.len() > MAX_HEADER_NAME_BYTES {
            return fault("is too long for a header's name");
        }
        if !name.bytes().all(is_token_byte) {
            return fault("has characters that no header's name may have");
        }
        let kind = schema.get("type").and_then(Value::as_str);
        if !matches!(kind, Some("integer" | "string" | "boolean")) {
            return fault("is on a parameter whose type is not integer, string or boolean");
        }
        let name: Box<str> = format!("{NAME_PREFIX}{}", name.to_ascii_lowercase()).into();
        if !self.taken.insert(name.clone()) {
            return fault("repeats the name of another one");
        }
        if self.found.len() == MAX_PARAMETER_HEADERS {
            return fault("is one more than the limit of mirrored parameters");
        }
        self.found.push(ParameterHeader { name, path: self.path.clone().into() });
        Ok(())
    }
}

/// The bytes of a token (RFC 9110, section 5.6.2).
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// A JSON pointer to what property names lead to.
fn pointer(path: &[Box<str>]) -> String {
    let mut pointer = String::new();
    for name in path {
        pointer.push('/');
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

#[cfg(test)]
#[path = "mirror_tests.rs"]
mod tests;
