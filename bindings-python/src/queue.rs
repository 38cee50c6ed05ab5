//! What is on its way to one event loop of Python, in its order.
//!
//! The I/O worker of the façade adds to it and must never wait for Python. So it wakes the loop
//! through a pipe that the loop watches; only for a loop that can watch none, another thread calls a
//! function of Python. The loop is woken once for all that waits.

use std::{
    io::{PipeReader, PipeWriter, Read, Write, pipe},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use hostline::{
    ErrorCode, Result,
    facade::{self, Batch, Notification, Output},
};
use pyo3::{IntoPyObjectExt, prelude::*};

use crate::{
    delegate::{Lines, Question},
    error,
    handle::Handle,
    values,
};

/// One thing that a loop is told.
pub(crate) enum Item {
    /// A connection is open, or could not be opened.
    Opened(u64, Result<facade::Handle>, Arc<Lines>),
    /// A call has ended.
    Ended(u64, Result<Output>),
    /// Something about a call.
    Told(Notification),
    /// A question to the delegate of a connection.
    Asked(u64, Question),
    /// Nobody waits for the answer to a question any more.
    Withdrawn(u64),
}

/// The queue of one event loop.
#[pyclass(frozen)]
pub(crate) struct Queue(Arc<Line>);

/// What the loop and the I/O worker share.
pub(crate) struct Line {
    items: Batch<Item>,
    wake: Wake,
    /// Whether the loop is gone, so that nobody will ever take what is added.
    gone: AtomicBool,
}

enum Wake {
    /// At most one byte is in it, so that writing never blocks.
    Pipe(PipeReader, PipeWriter),
    Thread(mpsc::Sender<()>),
}

impl Line {
    /// Adds a thing, from any thread. It never blocks.
    pub(crate) fn push(&self, item: Item) {
        let is_first = self.items.push(item);
        if self.gone.load(Ordering::SeqCst) {
            // A question among them has failed with it, instead of waiting for ever.
            drop(self.items.take());
            return;
        }
        if !is_first {
            return;
        }
        // A loop that is gone cannot be told.
        match &self.wake {
            Wake::Pipe(_, writer) => drop((&mut &*writer).write(&[1])),
            Wake::Thread(sender) => drop(sender.send(())),
        }
    }
}

/// The loop is gone.
impl Drop for Queue {
    fn drop(&mut self) {
        self.0.gone.store(true, Ordering::SeqCst);
        drop(self.0.items.take());
    }
}

impl Queue {
    pub(crate) fn line(&self) -> Arc<Line> {
        self.0.clone()
    }
}

#[pymethods]
impl Queue {
    /// A queue whose loop is woken by calling a function from another thread, or by a file
    /// descriptor.
    #[new]
    #[pyo3(signature = (wake = None))]
    fn new(wake: Option<Py<PyAny>>) -> PyResult<Self> {
        let wake = if let Some(function) = wake {
            Wake::Thread(waker(function)?)
        } else {
            let (reader, writer) = pipe()?;
            Wake::Pipe(reader, writer)
        };
        Ok(Self(Arc::new(Line { items: Batch::new(), wake, gone: AtomicBool::new(false) })))
    }

    /// The file descriptor that can be read when something waits.
    #[cfg(unix)]
    fn fileno(&self) -> Option<i32> {
        use std::os::fd::AsRawFd as _;
        match &self.0.wake {
            Wake::Pipe(reader, _) => Some(reader.as_raw_fd()),
            Wake::Thread(_) => None,
        }
    }

    /// Takes all that waits: the kind of each thing, the number of what it is about, and its value.
    /// It is called once for each time that the loop is woken.
    fn take(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, u64, Py<PyAny>)>> {
        if let Wake::Pipe(reader, _) = &self.0.wake {
            // Before the things, so that what comes from here on wakes the loop again.
            let _ = (&mut &*reader).read(&mut [0])?;
        }
        self.0.items.take().into_iter().map(|item| given(py, item)).collect()
    }
}

fn given(py: Python<'_>, item: Item) -> PyResult<(&'static str, u64, Py<PyAny>)> {
    Ok(match item {
        Item::Opened(number, Ok(handle), lines) => {
            ("result", number, Handle::new(handle, lines).into_py_any(py)?)
        }
        Item::Ended(number, Ok(output)) => match values::output(py, &output) {
            Ok(value) => ("result", number, value),
            Err(cause) => {
                let why = format!("the result has no form in Python: {cause}");
                let unfit = output.unfit(ErrorCode::Protocol, why);
                ("error", number, error::report(py, &unfit)?)
            }
        },
        Item::Opened(number, Err(error), _) | Item::Ended(number, Err(error)) => {
            ("error", number, error::report(py, &error)?)
        }
        Item::Told(Notification::Progress(report, _)) => {
            ("progress", report.call, values::to_python(py, &report)?)
        }
        Item::Told(other) => (other.name(), 0, values::to_python(py, &other)?),
        Item::Asked(connection, question) => ("question", connection, question.into_py_any(py)?),
        Item::Withdrawn(question) => ("withdrawn", question, py.None()),
    })
}

/// A thread that calls a function of Python, since the I/O worker may not wait until it can.
fn waker(function: Py<PyAny>) -> PyResult<mpsc::Sender<()>> {
    let (sender, receiver) = mpsc::channel();
    let call = move || {
        while receiver.recv().is_ok() {
            // Python may be ending, or the loop be closed: then nobody is to be woken.
            let _ = Python::try_attach(|py| function.call0(py).map(drop));
        }
    };
    thread::Builder::new().name("hostline-wake".to_owned()).spawn(call)?;
    Ok(sender)
}
