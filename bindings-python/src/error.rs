//! Errors on their way to Python, where the classes are.

use hostline::{Error, facade::ErrorReport};
use pyo3::prelude::*;

use crate::values;

/// What an error says about itself, as Python has it.
pub(crate) fn report(py: Python<'_>, error: &Error) -> PyResult<Py<PyAny>> {
    let mut report = ErrorReport::from(error);
    values::to_python(py, &report).or_else(|_| {
        // Only what a server adds can be without a form in Python.
        if let Some(rpc) = &mut report.rpc {
            rpc.data = None;
        }
        values::to_python(py, &report)
    })
}
