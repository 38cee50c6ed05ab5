//! JSON in the one form that is the same for equal values (RFC 8785).

use crate::{
    Json,
    error::{Error, ErrorCode, Result},
};

/// The canonical form: members in the order of their UTF-16 code units, numbers as ECMAScript writes
/// them, no space.
pub(super) fn canonical(json: &Json) -> Result<Vec<u8>> {
    let value: serde_json::Value = json.decode().map_err(no_form)?;
    serde_json_canonicalizer::to_vec(&value).map_err(no_form)
}

fn no_form(source: serde_json::Error) -> Error {
    Error::new(ErrorCode::InvalidInput, "the JSON has no canonical form").with_source(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical_text(json: &str) -> String {
        String::from_utf8(canonical(&Json::parse(json).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn equal_values_have_one_form() {
        assert_eq!(
            canonical_text(r#"{ "b": 1, "a": [true, null] }"#),
            r#"{"a":[true,null],"b":1}"#
        );
        assert_eq!(
            canonical_text(r"[1.0, 1e2, 0.000001, 1e-7, 1e21, -0.0]"),
            "[1,100,0.000001,1e-7,1e+21,0]"
        );
        assert_eq!(
            canonical_text(r#""\u20ac\u000f\u000aA'\u0042\"\\\/""#),
            r#""€\u000f\nA'B\"\\/""#
        );
        // By UTF-16 code units a character beyond the first plane comes before U+FB33.
        assert_eq!(
            canonical_text("{\"\u{fb33}\": 1, \"\u{1f600}\": 2}"),
            "{\"\u{1f600}\":2,\"\u{fb33}\":1}"
        );
    }
}
