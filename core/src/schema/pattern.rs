//! Choosing the engine for a schema's patterns, and with it the bound on the text they look at.
//!
//! The time of one match is, at worst, the size of the compiled pattern times the length of the
//! text, and cannot be interrupted. So the two are bounded together: small patterns may look at
//! long texts, large ones at short texts.

use jsonschema::{
    Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator, error::ValidationErrorKind,
};
use serde_json::Value;

use super::{SchemaError, meter::Metered, survey::Survey};

/// How large all compiled patterns of a schema may get together, in bytes.
const MAX_ALL_PATTERNS_BYTES: usize = 8 * 1024 * 1024;
/// Steps of the backtracking engine in one match.
const MAX_BACKTRACKS: usize = 100_000;

/// An engine with its bounds.
#[derive(Clone, Copy)]
struct Engine {
    /// The largest compiled pattern, in bytes.
    size: usize,
    /// The longest text, in bytes.
    text: usize,
    linear: bool,
}

/// The engines in the order in which they are tried.
const ENGINES: [Engine; 4] = [
    Engine { size: 16 * 1024, text: 512 * 1024, linear: true },
    Engine { size: 128 * 1024, text: 64 * 1024, linear: true },
    Engine { size: 1024 * 1024, text: 8 * 1024, linear: true },
    Engine { size: 64 * 1024, text: 8 * 1024, linear: false },
];

/// Compiles a schema with the first engine that can run all of its patterns.
pub(super) fn build(
    schema: &Value,
    draft: Draft,
    survey: &Survey,
) -> Result<(Validator<Metered>, usize), SchemaError> {
    if survey.patterns == 0 {
        let validator = options(draft).build(schema).map_err(|error| error_of(&error))?;
        return Ok((validator, usize::MAX));
    }
    let mut refusal = SchemaError::bound("patterns", MAX_ALL_PATTERNS_BYTES / ENGINES[0].size);
    for engine in ENGINES {
        if survey.patterns > MAX_ALL_PATTERNS_BYTES / engine.size
            || (engine.linear && survey.needs_backtracking)
        {
            continue;
        }
        let options = options(draft);
        let options = if engine.linear {
            options.with_pattern_options(PatternOptions::regex().size_limit(engine.size))
        } else {
            options.with_pattern_options(
                PatternOptions::fancy_regex()
                    .size_limit(engine.size)
                    .backtrack_limit(MAX_BACKTRACKS),
            )
        };
        match options.build(schema) {
            Ok(validator) => return Ok((validator, engine.text)),
            Err(error) => {
                refusal = error_of(&error);
                // Only a pattern that this engine cannot take is a reason to try the next one.
                if !matches!(error.kind(), ValidationErrorKind::Format { .. }) {
                    return Err(refusal);
                }
            }
        }
    }
    Err(refusal)
}

fn options(
    draft: Draft,
) -> jsonschema::ValidationOptions<'static, std::sync::Arc<dyn Retrieve>, Metered> {
    jsonschema::options_for::<Metered>()
        .with_draft(draft)
        .with_retriever(Refuse)
        .should_validate_formats(false)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
}

fn error_of(error: &ValidationError<'_>) -> SchemaError {
    if let ValidationErrorKind::Referencing(error) = error.kind() {
        return error.into();
    }
    let path = error.instance_path().as_str();
    let message = error.masked_with("this");
    if let ValidationErrorKind::Format { format } = error.kind()
        && format == "regex"
    {
        SchemaError::invalid(format_args!(
            "at {path}: the pattern is malformed or beyond the bound on its size"
        ))
    } else if path.is_empty() {
        SchemaError::invalid(message)
    } else {
        SchemaError::invalid(format_args!("at {path}: {message}"))
    }
}

/// Fetches nothing.
pub(super) struct Refuse;

impl Retrieve for Refuse {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err("references to other documents are never followed".into())
    }
}

/// Whether a pattern uses what only a backtracking engine can do: look-around or back-references.
pub(super) fn needs_backtracking(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'\\', Some(b'1'..=b'9' | b'k')) => return true,
            (b'\\', _) => at += 1,
            (b'(', Some(b'?')) => match (bytes.get(at + 2), bytes.get(at + 3)) {
                (Some(b'=' | b'!'), _) | (Some(b'<'), Some(b'=' | b'!')) => return true,
                _ => {}
            },
            _ => {}
        }
        at += 1;
    }
    false
}
