//! What is on its way to one event loop of Python, in its order.
//!
//! The I/O worker of the façade adds to it and must never wait for Python. So it wakes the loop
//! through a pipe that the loop watches; only for a loop that can watch none, another thread calls a
//! function of Python. The loop is woken once for all that waits. A thread without a loop waits by
//! itself, while other threads of Python go on.

use std::{
    io::{PipeReader, PipeWriter, Read, Write, pipe},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
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

/// How often the main thread, which waits for something, looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// One thing that a loop is told.
pub(crate) enum Item {
    /// A connection is open, or could not be opened.
    Opened(u64, Result<facade::Handle>, Arc<Lines>),
    /// A call has ended.
    Ended(u64, Result<Output>),
    /// Something about a call.
    Told(Notification),
    /// A question to the delegate of a connection.
    Asked(u64, Box<Question>),
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
    Waiter(Waiter),
}

/// A thread that waits by itself.
#[derive(Default)]
struct Waiter {
    woken: Mutex<bool>,
    change: Condvar,
    /// Whether it is the main thread, which alone hears of signals.
    hears_signals: bool,
}

impl Waiter {
    fn wake(&self) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.change.notify_one();
    }

    /// Waits until it is woken, or it is time to look for signals. Whether it was woken.
    fn wait(&self) -> bool {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut woken = if self.hears_signals {
            let waited = self.change.wait_timeout_while(woken, LOOK, |woken| !*woken);
            waited.unwrap_or_else(PoisonError::into_inner).0
        } else {
            let waited = self.change.wait_while(woken, |woken| !*woken);
            waited.unwrap_or_else(PoisonError::into_inner)
        };
        std::mem::take(&mut *woken)
    }
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
            Wake::Waiter(waiter) => waiter.wake(),
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

    fn of(wake: Wake) -> Self {
        Self(Arc::new(Line { items: Batch::new(), wake, gone: AtomicBool::new(false) }))
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
        Ok(Self::of(wake))
    }

    /// A queue for which a thread waits by itself. The main thread hears of signals meanwhile.
    #[staticmethod]
    fn waited(is_main_thread: bool) -> Self {
        Self::of(Wake::Waiter(Waiter { hears_signals: is_main_thread, ..Waiter::default() }))
    }

    /// Waits until something can be taken, or `wake` was called. Other threads of Python go on. One
    /// thread waits at a time. A queue that a loop is woken by is not waited for.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        if let Wake::Waiter(waiter) = &self.0.wake {
            while !py.detach(|| waiter.wait()) {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Wakes the thread that waits, although nothing can be taken.
    fn wake(&self) {
        if let Wake::Waiter(waiter) = &self.0.wake {
            waiter.wake();
        }
    }

    /// The file descriptor that can be read when something waits.
    #[cfg(unix)]
    fn fileno(&self) -> Option<i32> {
        use std::os::fd::AsRawFd as _;
        match &self.0.wake {
            Wake::Pipe(reader, _) => Some(reader.as_raw_fd()),
            Wake::Thread(_) | Wake::Waiter(_) => None,
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
        Item::Asked(connection, question) => ("question", connection, (*question).into_py_any(py)?),
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
