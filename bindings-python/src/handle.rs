//! An open connection, and its calls.

use std::sync::Arc;

use hostline::facade;
use pyo3::prelude::*;

use crate::{
    delegate::Bridge,
    queue::{Item, Queue},
    values,
};

/// A connection to one server. It ends when this is gone.
#[pyclass(frozen)]
pub(crate) struct Handle(facade::Handle);

/// What cancels one call.
#[pyclass(frozen)]
pub(crate) struct Cancel(facade::Cancel);

/// Opens a connection. What comes of it is told to the loop of the queue under the number of what
/// is returned, as are the questions of the server.
#[pyfunction]
pub(crate) fn connect(options: &Bound<'_, PyAny>, queue: &Queue) -> PyResult<Cancel> {
    let options = values::to_json(options)?;
    let (cancel, line) = (facade::Cancel::new(), queue.line());
    let number = cancel.number();
    let delegate = Arc::new(Bridge::new(number, queue.line()));
    facade::start_connect(&options, delegate, &cancel, move |opened| {
        line.push(Item::Opened(number, opened));
    });
    Ok(Cancel(cancel))
}

impl Handle {
    pub(crate) fn new(handle: facade::Handle) -> Self {
        Self(handle)
    }
}

#[pymethods]
impl Handle {
    /// What is known of the server.
    fn connected(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::to_python(py, self.0.connected())
    }

    /// Calls an operation of the contract. What comes of it is told to the loop of the queue under
    /// the number of what is returned.
    fn call(&self, operation: &str, params: &Bound<'_, PyAny>, queue: &Queue) -> PyResult<Cancel> {
        let params = values::to_json(params)?;
        let (cancel, line) = (facade::Cancel::new(), queue.line());
        let number = cancel.number();
        self.0.start(operation, params, &cancel, move |outcome| {
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
