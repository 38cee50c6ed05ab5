//! The way of a question to the loop of a connection, and of its answer back.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
};

use hostline::{
    client::BoxFuture,
    facade::{self, Delegate, Failure, Notification},
};
use pyo3::prelude::*;
use tokio::sync::oneshot;

use crate::{
    queue::{Item, Line},
    values,
};

type Answer = Result<String, Failure>;

/// The loops that a connection knows: the one that opened it, where its questions go, and those
/// that wait for its calls, where their progress goes.
pub(crate) struct Lines {
    opened: Arc<Line>,
    calls: Mutex<HashMap<u64, Arc<Line>>>,
}

impl Lines {
    pub(crate) fn new(opened: Arc<Line>) -> Self {
        Self { opened, calls: Mutex::default() }
    }

    /// Notes which loop waits for a call.
    pub(crate) fn begin(&self, call: u64, line: Arc<Line>) {
        self.calls().insert(call, line);
    }

    /// Forgets a call that has ended.
    pub(crate) fn end(&self, call: u64) {
        self.calls().remove(&call);
    }

    fn of(&self, call: u64) -> Option<Arc<Line>> {
        self.calls().get(&call).cloned()
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<u64, Arc<Line>>> {
        // A panic while it was held cannot leave the map half changed.
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The delegate of one connection, as the façade has it: all goes to a loop.
pub(crate) struct Bridge {
    connection: u64,
    lines: Arc<Lines>,
}

impl Bridge {
    pub(crate) fn new(connection: u64, lines: Arc<Lines>) -> Self {
        Self { connection, lines }
    }
}

impl Delegate for Bridge {
    fn ask(&self, question: facade::Question) -> BoxFuture<'static, Answer> {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        let asked = Question { number, asked: question, answer: Mutex::new(Some(sender)) };
        let line = self.lines.opened.clone();
        line.push(Item::Asked(self.connection, Box::new(asked)));
        Box::pin(Asking { number, line, answer })
    }

    fn notify(&self, notification: Notification) {
        let Notification::Progress(report, _) = &notification else { return };
        if let Some(line) = self.lines.of(report.call) {
            line.push(Item::Told(notification));
        }
    }
}

/// A question that waits for its answer. One that is let go of unanswered has failed.
#[pyclass(frozen)]
pub(crate) struct Question {
    number: u64,
    asked: facade::Question,
    answer: Mutex<Option<oneshot::Sender<Answer>>>,
}

#[pymethods]
impl Question {
    /// The number under which it may be withdrawn.
    #[getter]
    fn number(&self) -> u64 {
        self.number
    }

    /// The name under which the contract has it.
    #[getter]
    fn name(&self) -> &'static str {
        self.asked.name()
    }

    /// What is asked.
    fn values(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::to_python(py, &self.asked)
    }

    /// Answers it.
    fn answer(&self, answer: &Bound<'_, PyAny>) -> PyResult<()> {
        let answer = String::from_utf8(values::to_json(answer)?)?;
        self.send(Ok(answer));
        Ok(())
    }

    /// Says why there is no answer.
    fn fail(&self, why: String) {
        self.send(Err(Failure(why)));
    }
}

impl Question {
    fn send(&self, answer: Answer) {
        let sender = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Where nobody waits any more, the answer has no use.
        sender.map(|sender| sender.send(answer));
    }
}

/// Waits for an answer, and withdraws the question when nobody waits any more.
struct Asking {
    number: u64,
    line: Arc<Line>,
    answer: oneshot::Receiver<Answer>,
}

impl Future for Asking {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let unanswered = |_| Err(Failure("it was not answered".to_owned()));
        Pin::new(&mut self.answer).poll(context).map(|said| said.unwrap_or_else(unanswered))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if !self.answer.is_terminated() {
            self.line.push(Item::Withdrawn(self.number));
        }
    }
}
