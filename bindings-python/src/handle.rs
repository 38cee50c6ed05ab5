//! What is open, and its calls.

use std::sync::Arc;

use hostline::facade;
use pyo3::prelude::*;

use crate::{
    delegate::{Bridge, Lines},
    error,
    queue::{Item, Queue},
    values,
};

/// Something open, such as a connection to a server. It ends when this is gone.
#[pyclass(frozen)]
pub(crate) struct Handle {
    handle: facade::Handle,
    lines: Arc<Lines>,
}

/// What cancels one call.
#[pyclass(frozen)]
pub(crate) struct Cancel(facade::Cancel);

/// Opens something, on something else where that is given. What comes of it is told to the loop of
/// the queue under the number of what is returned, as are its questions.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is owned")]
pub(crate) fn open_handle(
    operation: &str,
    on: Option<PyRef<'_, Handle>>,
    options: &Bound<'_, PyAny>,
    queue: &Queue,
) -> PyResult<Cancel> {
    let options = values::to_json(options)?;
    let (cancel, line) = (facade::Cancel::new(), queue.line());
    let number = cancel.number();
    let lines = Arc::new(Lines::new(line.clone()));
    let delegate = Arc::new(Bridge::new(number, lines.clone()));
    let on = on.as_ref().map(|on| &on.handle);
    facade::start_open(operation, on, options, delegate, &cancel, move |opened| {
        line.push(Item::Opened(number, opened, lines));
    });
    Ok(Cancel(cancel))
}

/// Does what a function of the contract does, at once: whether it went well, and what it gave or
/// what its error says about itself.
#[pyfunction]
pub(crate) fn evaluate(function: &str, params: &Bound<'_, PyAny>) -> PyResult<(bool, Py<PyAny>)> {
    let py = params.py();
    Ok(match facade::evaluate(function, &values::to_json(params)?) {
        Ok(value) => (true, values::to_python(py, &value)?),
        Err(error) => (false, error::report(py, &error)?),
    })
}

impl Handle {
    pub(crate) fn new(handle: facade::Handle, lines: Arc<Lines>) -> Self {
        Self { handle, lines }
    }
}

#[pymethods]
impl Handle {
    /// What is known of it.
    fn info(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::to_python(py, &self.handle.info())
    }

    /// Calls an operation of the contract. What comes of it is told to the loop of the queue under
    /// the number of what is returned.
    fn call(&self, operation: &str, params: &Bound<'_, PyAny>, queue: &Queue) -> PyResult<Cancel> {
        let params = values::to_json(params)?;
        let (cancel, line) = (facade::Cancel::new(), queue.line());
        let number = cancel.number();
        let lines = self.lines.clone();
        lines.begin(number, line.clone());
        self.handle.start(operation, params, &cancel, move |outcome| {
            lines.end(number);
            line.push(Item::Ended(number, outcome));
        });
        Ok(Cancel(cancel))
    }
}

#[pymethods]
impl Cancel {
    /// The number of the call.
    #[getter]
    fn number(&self) -> u64 {
        self.0.number()
    }

    /// Cancels the call. Afterwards it does nothing.
    fn cancel(&self) {
        self.0.cancel();
    }
}
