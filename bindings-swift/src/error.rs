//! The one error, as it crosses.

use std::fmt;

use hostline::{Error, facade::ErrorReport};

/// Why something did not work. What it says is the façade's report; the languages make their own
/// error of it.
#[derive(Debug, uniffi::Error)]
pub enum Failure {
    /// An operation failed.
    Reported {
        /// The report of the error: an `ErrorReport` as JSON.
        report: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Reported { report } = self;
        f.write_str(report)
    }
}

impl std::error::Error for Failure {}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::reported(&error)
    }
}

impl Failure {
    fn reported(error: &Error) -> Self {
        // A report is made of strings and numbers, which are JSON always.
        let report = serde_json::to_string(&ErrorReport::from(error)).unwrap_or_default();
        Self::Reported { report }
    }
}
