//! A rule of the policy, as it stands in the file.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault;
use crate::error::{Error, ErrorCode, Result};

/// A table `[[policy]]`: a rule that is not read yet. It has a name that no other rule has.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyTable {
    line: usize,
    name: String,
    table: Value,
}

impl PolicyTable {
    pub(super) fn new(line: usize, table: Value) -> Result<Self> {
        match table.get("name").and_then(Value::as_str) {
            Some(name) if !name.is_empty() => Ok(Self { line, name: name.to_owned(), table }),
            _ => Err(Error::new(ErrorCode::Storage, format!("line {line}: a rule has no name"))
                .with_next_step("write name = \"…\", by which a verdict can name the rule")),
        }
    }

    /// The line of the file on which it begins, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All that is written in it.
    pub fn table(&self) -> &Value {
        &self.table
    }

    /// Reads it as what it means.
    ///
    /// # Errors
    /// [`ErrorCode::Storage`]: it is none, and the error names its line and the fix. A type's own
    /// complaints may give the fix behind `; `.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        T::deserialize(&self.table).map_err(|error| {
            let (message, fix) = fault::reword(&error.to_string());
            let message = format!("line {}: the rule `{}`: {message}", self.line, self.name);
            Error::new(ErrorCode::Storage, message).with_next_step(fix)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rule {
        #[serde(rename = "name")]
        _name: String,
        #[serde(default, rename = "effect")]
        _effect: Option<bool>,
    }

    #[test]
    fn a_rule_that_means_nothing_names_its_line_and_the_fix() {
        let unknown = PolicyTable::new(7, json!({ "name": "a", "efect": true })).unwrap();
        let error = unknown.read::<Rule>().unwrap_err();
        assert!(error.message().starts_with("line 7: the rule `a`: "), "{error}");
        assert_eq!(error.next_step(), Some("write `effect` if that was meant"));
        let secret = PolicyTable::new(1, json!({ "name": "a", "effect": "hunter2" })).unwrap();
        let error = secret.read::<Rule>().unwrap_err();
        assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
    }

    #[test]
    fn a_rule_has_a_name() {
        for table in [json!({}), json!({ "name": "" }), json!({ "name": 1 })] {
            assert!(PolicyTable::new(3, table).unwrap_err().message().contains("line 3"));
        }
    }
}
