//! JSON Schema with bounds: schemas and values both come from peers.
//!
//! **Dialects.** 2020-12 (also when `$schema` is absent), 2019-09, draft-07, draft-06 and draft-04,
//! by `$schema` with `http` or `https`, with or without a trailing `#`. Any other dialect, a schema
//! that is invalid in its own dialect, and a reference to what is not in the schema are a
//! [`SchemaError`], never a silent pass. An embedded schema may declare another of these dialects.
//! `format`, `contentEncoding` and `contentMediaType` describe and are not checked, in every
//! dialect alike.
//!
//! **No access.** Nothing is ever fetched or read: the only documents that a reference can reach
//! are the schema itself and the metaschemas of the dialects above.
//!
//! **Bounds.** Validation is synchronous and a hostile schema can make it exponential, so time is
//! bounded where it is spent, and without threads that outlive a call:
//! - Before compiling, a survey counts ([`MAX_SCHEMA_BYTES`], [`MAX_SCHEMA_DEPTH`],
//!   [`MAX_SUBSCHEMAS`]) and follows every reference. It adds up how much one value costs before
//!   validation looks inside of it ([`MAX_COST_PER_VALUE`]), which ends chains of `allOf` that
//!   double at each step, how long such chains are ([`MAX_CHAIN`]), and how much the compiler would compile
//!   ([`MAX_COMPILED_SUBSCHEMAS`]). A subschema that refers to itself without looking further
//!   into the value has no meaning and is invalid.
//! - Before a value is taken apart, its length, its depth and the memory of its parts are bounded
//!   ([`MAX_VALUE_BYTES`], [`MAX_VALUE_DEPTH`], [`MAX_VALUE_MEMORY`]).
//! - While checking, the validator sees the value through a meter. Each look costs a step; when
//!   the steps ([`MAX_STEPS`]) or the time ([`TIME_BUDGET`]) are used up, every list and object
//!   looks empty, which ends the recursion, and the outcome is [`MismatchKind::TooCostly`].
//!   The clock decides only after steps enough to be sure that a busy machine is not the cause.
//! - Patterns run on an engine with linear time. The size of the compiled patterns and the length
//!   of the text they may look at are bounded together. Patterns that need look-around or
//!   back-references run on a backtracking engine with a step limit and a short text limit.
//! - Deep recursion runs on a stack made for it.

mod defaults;
mod meter;
mod pattern;
mod survey;

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use jsonschema::{Draft, ReferencingError, ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

pub use self::defaults::fill_defaults;
use self::{
    meter::{Meter, Metered, Node},
    survey::Survey,
};
use crate::{
    jsonrpc::{Json, ScanError, Scanner, tree_is_larger_than},
    text::shorten,
};

/// The longest schema, in bytes.
pub const MAX_SCHEMA_BYTES: usize = 1024 * 1024;
/// How deeply subschemas may be nested in each other.
pub const MAX_SCHEMA_DEPTH: usize = 64;
/// How many subschemas a schema may have.
pub const MAX_SUBSCHEMAS: usize = 10_000;
/// How many keywords and entries one value may meet, all references followed, before validation
/// looks inside of it.
pub const MAX_COST_PER_VALUE: u64 = 250_000;
/// How many subschemas in a row may look at the same value, references followed.
pub const MAX_CHAIN: usize = 512;
/// How many subschemas the compiler may visit, with those that it visits again by another name.
pub const MAX_COMPILED_SUBSCHEMAS: u64 = 100_000;
/// The longest value that is checked, in bytes.
pub const MAX_VALUE_BYTES: usize = 16 * 1024 * 1024;
/// The most memory that the parts of a checked value may take once they are apart, in bytes, about.
/// It can be a hundred times what the text has.
pub const MAX_VALUE_MEMORY: usize = 256 * 1024 * 1024;
/// How deeply arrays and objects of a checked value may be nested.
pub const MAX_VALUE_DEPTH: usize = 64;
/// How often a check may look at a part of the value.
pub const MAX_STEPS: u64 = 4_000_000;
/// How long a check may take.
pub const TIME_BUDGET: Duration = Duration::from_millis(250);
/// How many mismatches a check lists.
pub const MAX_MISMATCHES: usize = 16;
/// The longest message of a mismatch or an error, in characters.
pub const MAX_MESSAGE_CHARS: usize = 200;

/// How many steps may be spent on listing all mismatches: each may leave one in memory.
const MAX_EXPLAINING_STEPS: u64 = 200_000;
/// How deeply the text of a schema may be nested; the parser stops one level later.
const MAX_SCHEMA_TEXT_DEPTH: usize = 127;
/// How many steps of recursion the caller's stack has room for.
const INLINE_HOPS: usize = 96;
/// The stack for one step of recursion: several times what was measured without optimization.
const STACK_PER_HOP: usize = 16 * 1024;
/// How many steps of recursion are taken at all.
const MAX_HOPS: usize = 4_096;
/// How many references the compiler follows on the stack before it makes a queue of them.
const COMPILER_NESTED_REFERENCES: usize = 9;

/// Why a schema cannot be used.
///
/// The text says what exactly, is safe to show and bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaError {
    /// `$schema` names a dialect that is not supported.
    UnsupportedDialect(String),
    /// The schema breaks the rules of its own dialect, or a bound of this library.
    Invalid(String),
    /// The schema refers to something outside of itself, which is never fetched.
    ExternalRef(String),
}

impl SchemaError {
    fn invalid(why: impl fmt::Display) -> Self {
        Self::Invalid(bounded(why))
    }

    fn bound(what: &str, limit: impl fmt::Display) -> Self {
        Self::Invalid(format!("it is beyond the bound of {limit} {what}"))
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedDialect(dialect) => {
                write!(f, "the schema is written in an unsupported dialect: {dialect}")
            }
            Self::Invalid(why) => write!(f, "the schema is invalid: {why}"),
            Self::ExternalRef(to) => {
                write!(f, "the schema refers to something outside of itself: {to}")
            }
        }
    }
}

impl std::error::Error for SchemaError {}

impl From<&ReferencingError> for SchemaError {
    fn from(error: &ReferencingError) -> Self {
        match error {
            ReferencingError::Unretrievable { uri, .. } => Self::ExternalRef(bounded(uri)),
            ReferencingError::UnknownSpecification { specification } => {
                Self::UnsupportedDialect(bounded(specification))
            }
            other => Self::invalid(other),
        }
    }
}

impl From<ReferencingError> for SchemaError {
    fn from(error: ReferencingError) -> Self {
        Self::from(&error)
    }
}

/// One place where a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// Where in the value, as a JSON pointer; empty for the value itself.
    pub path: String,
    /// What is wrong, safe to show and bounded. It never quotes the value itself.
    pub message: String,
    /// Whether the value is wrong, or could not be checked.
    pub kind: MismatchKind,
}

/// What a [`Mismatch`] means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MismatchKind {
    /// The value does not fit the schema.
    Differs,
    /// Checking was given up at a bound: whether the value fits is unknown.
    TooCostly,
}

impl Mismatch {
    fn differs(message: impl fmt::Display) -> Vec<Self> {
        let message = bounded(message);
        vec![Self { path: String::new(), message, kind: MismatchKind::Differs }]
    }

    fn too_costly(why: impl fmt::Display) -> Vec<Self> {
        let message = bounded(format_args!("it could not be checked: {why}"));
        vec![Self { path: String::new(), message, kind: MismatchKind::TooCostly }]
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "at {}: {}", self.path, self.message)
        }
    }
}

/// A compiled schema. Cloning is cheap.
///
/// ```
/// use hostline::{Json, schema::Schema};
/// let schema = Json::parse(r#"{"type": "object", "required": ["city"]}"#)?;
/// let schema = Schema::compile(&schema)?;
/// assert!(schema.check_text(r#"{"city": "Rome"}"#).is_empty());
/// assert_eq!(schema.check_text("{}")[0].message, "\"city\" is a required property");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Schema(Arc<Compiled>);

struct Compiled {
    validator: Validator<Metered>,
    /// The most bytes of text that a pattern may look at.
    text_limit: usize,
    /// The longest way from one value through subschemas that look at the same value.
    chain: usize,
}

impl Schema {
    /// Compiles a schema; do it once and keep the result.
    ///
    /// This can take some milliseconds: call it where blocking is allowed.
    ///
    /// # Errors
    /// The dialect is unknown, the schema is invalid in it or beyond a bound, or it refers to
    /// something outside of itself.
    pub fn compile(schema: &Json) -> Result<Self, SchemaError> {
        let text = schema.as_str();
        if text.len() > MAX_SCHEMA_BYTES {
            return Err(SchemaError::bound("bytes", MAX_SCHEMA_BYTES));
        }
        if Scanner::new(text.as_bytes(), MAX_SCHEMA_TEXT_DEPTH).value() == Err(ScanError::Depth) {
            return Err(SchemaError::bound("levels of nesting", MAX_SCHEMA_TEXT_DEPTH));
        }
        let schema: Value = schema.decode().map_err(SchemaError::invalid)?;
        let draft = declared_draft(&schema, Draft::default())?;
        let survey = Survey::of(&schema, draft)?;
        let hops =
            survey.depth * if survey.has_references { COMPILER_NESTED_REFERENCES } else { 1 };
        let (validator, text_limit) = on_stack(hops, || {
            guarded(|| pattern::build(&schema, draft, &survey))
                .unwrap_or_else(|| Err(SchemaError::invalid("the compiler failed on it")))
        })
        .unwrap_or_else(|| Err(SchemaError::invalid("there is no memory to compile it")))?;
        Ok(Self(Arc::new(Compiled { validator, text_limit, chain: survey.chain })))
    }

    /// Checks a value; an empty list means that it fits.
    ///
    /// At most [`MAX_MISMATCHES`] places are listed. Checking blocks for up to three
    /// times [`TIME_BUDGET`] in the worst case, and far less for what honest servers send.
    pub fn check(&self, value: &Json) -> Vec<Mismatch> {
        self.check_text(value.as_str())
    }

    /// Checks a value given as JSON text, like [`check`](Self::check).
    ///
    /// Text that is not JSON is a mismatch too.
    pub fn check_text(&self, value: &str) -> Vec<Mismatch> {
        if value.len() > MAX_VALUE_BYTES {
            return Mismatch::too_costly(format_args!("it is longer than {MAX_VALUE_BYTES} bytes"));
        }
        if Scanner::new(value.as_bytes(), MAX_VALUE_DEPTH).value() == Err(ScanError::Depth) {
            return Mismatch::too_costly(format_args!(
                "it is nested in more than {MAX_VALUE_DEPTH} levels"
            ));
        }
        if tree_is_larger_than(MAX_VALUE_MEMORY, value.as_bytes()) {
            return Mismatch::too_costly("it has too many parts");
        }
        let value: Value = match serde_json::from_str(value) {
            Ok(value) => value,
            Err(error) => return Mismatch::differs(format_args!("it is not JSON: {error}")),
        };
        let hops = self.0.hops(&value);
        if hops > MAX_HOPS {
            return Mismatch::too_costly("its schema nests too deeply for its depth");
        }
        on_stack(hops, || {
            guarded(|| self.0.check(&value))
                .unwrap_or_else(|| Mismatch::too_costly("the validator failed on it"))
        })
        .unwrap_or_else(|| Mismatch::too_costly("there is no memory to check it"))
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schema").field("draft", &self.0.validator.draft()).finish_non_exhaustive()
    }
}

impl Compiled {
    /// How deep the recursion of a check can get.
    fn hops(&self, value: &Value) -> usize {
        fn depth(value: &Value) -> usize {
            match value {
                Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
                Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
                _ => 1,
            }
        }
        // A property's name is one level more.
        let most = (MAX_VALUE_DEPTH + 2) * self.chain;
        if most <= INLINE_HOPS { most } else { (depth(value) + 1) * self.chain }
    }

    fn check(&self, value: &Value) -> Vec<Mismatch> {
        let meter = self.meter(MAX_STEPS);
        let fits = self.validator.is_valid(Node::new(value, &meter));
        if let Some(why) = meter.exhausted() {
            return Mismatch::too_costly(why);
        }
        if fits {
            return Vec::new();
        }
        self.explain(value)
    }

    /// Lists what does not fit. Finding all reasons can cost far more time and memory than finding
    /// that there is one, so this has budgets of its own, and settles for less when they are used
    /// up: for the first reason, or for none.
    fn explain(&self, value: &Value) -> Vec<Mismatch> {
        let meter = self.meter(MAX_EXPLAINING_STEPS);
        let errors = self.validator.iter_errors(Node::new(value, &meter));
        let found: Vec<_> = errors.take(MAX_MISMATCHES).map(|error| mismatch(&error)).collect();
        if meter.exhausted().is_none() && !found.is_empty() {
            return found;
        }
        let meter = self.meter(MAX_STEPS);
        let first = self.validator.validate(Node::new(value, &meter));
        match first {
            Err(error) if meter.exhausted().is_none() => vec![mismatch(&error)],
            _ => Mismatch::differs("it does not fit its schema, in a way too costly to describe"),
        }
    }

    fn meter(&self, steps: u64) -> Meter {
        Meter::new(steps, TIME_BUDGET, self.text_limit)
    }
}

/// The draft that a schema declares, or else the one around it.
fn declared_draft(schema: &Value, around: Draft) -> Result<Draft, SchemaError> {
    match schema.get("$schema") {
        None => Ok(around),
        Some(Value::String(dialect)) => match Draft::from_schema_uri(dialect) {
            draft @ (Draft::Draft4
            | Draft::Draft6
            | Draft::Draft7
            | Draft::Draft201909
            | Draft::Draft202012) => Ok(draft),
            _ => Err(SchemaError::UnsupportedDialect(bounded(dialect))),
        },
        Some(_) => Err(SchemaError::invalid("$schema is not a string")),
    }
}

fn mismatch(error: &ValidationError<'_>) -> Mismatch {
    let path = shorten(error.instance_path().as_str(), MAX_MESSAGE_CHARS).into_owned();
    let kind = match error.kind() {
        ValidationErrorKind::BacktrackLimitExceeded { .. }
        | ValidationErrorKind::RegexEngineFailure { .. } => MismatchKind::TooCostly,
        _ => MismatchKind::Differs,
    };
    Mismatch { path, message: bounded(error.masked_with("the value")), kind }
}

/// Writes something down, safe to show, and stops early when it is long.
fn bounded(what: impl fmt::Display) -> String {
    struct Buffer(String);
    impl fmt::Write for Buffer {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            // One character more than is shown, so that the end is marked as cut.
            let room = MAX_MESSAGE_CHARS + 1 - self.0.chars().count();
            let mut chars = text.chars();
            self.0.extend(chars.by_ref().take(room));
            if chars.next().is_some() { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut buffer = Buffer(String::new());
    // An error here only means that the buffer is full.
    let _ = fmt::write(&mut buffer, format_args!("{what}"));
    shorten(&buffer.0, MAX_MESSAGE_CHARS).into_owned()
}

/// Runs the validator, whose own faults must not become ours.
fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

/// Runs a recursion of so many steps: here, or on a stack that has room for it. `None` when there
/// is no memory for one.
fn on_stack<T: Send>(hops: usize, run: impl FnOnce() -> T + Send) -> Option<T> {
    if hops <= INLINE_HOPS {
        return Some(run());
    }
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("hostline-schema".to_owned())
            .stack_size(hops * STACK_PER_HOP)
            .spawn_scoped(scope, run)
            .ok()
            .and_then(|thread| thread.join().ok())
    })
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile_tests;
