//! Schemas.

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaError {
    /// The dialect is not supported; its identifier.
    UnsupportedDialect(String),
    /// The schema is invalid in its own dialect; why.
    Invalid(String),
    /// The schema refers to something outside of itself; the reference.
    ExternalRef(String),
}
