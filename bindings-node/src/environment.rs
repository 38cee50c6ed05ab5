//! What belongs to one thread of JavaScript: its calls, connections and questions, and the queue of
//! what that thread is told.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use hostline::facade::{Batch, Cancel, Failure, Handle};
use napi::{
    Result, Status,
    bindgen_prelude::Function,
    threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode},
};
use tokio::sync::oneshot;

use crate::message::Message;

/// Calls `receive`. It is weak: whether the process lives on is decided where calls are counted.
type Wake = ThreadsafeFunction<(), (), Vec<String>, Status, false, true>;
/// What answers a question.
pub(crate) type Answer = std::result::Result<String, Failure>;

/// See the module's documentation.
#[derive(Default)]
pub(crate) struct Environment {
    waiting: Batch<Message>,
    wake: OnceLock<Wake>,
    calls: Mutex<HashMap<i64, Cancel>>,
    handles: Mutex<HashMap<i64, Handle>>,
    questions: Mutex<HashMap<i64, oneshot::Sender<Answer>>>,
    ended: AtomicBool,
}

impl Environment {
    pub(crate) fn new(receive: &Function<'_, Vec<String>, ()>) -> Result<Arc<Self>> {
        let environment = Arc::new(Self::default());
        // The function lives as long as the thread, and must not keep what it reads from alive.
        let read: Weak<Self> = Arc::downgrade(&environment);
        let wake = receive
            .build_threadsafe_function::<()>()
            .callee_handled::<false>()
            .weak::<true>()
            .build_callback(move |_| Ok(read.upgrade().map_or_else(Vec::new, |it| it.take())))?;
        // It is new, so that nothing is in its place.
        let _ = environment.wake.set(wake);
        Ok(environment)
    }

    /// Notes a call that begins, and gives its number.
    pub(crate) fn begin(&self, cancel: &Cancel) -> i64 {
        let number = i64::try_from(cancel.number()).unwrap_or(i64::MAX);
        locked(&self.calls).insert(number, cancel.clone());
        number
    }

    pub(crate) fn cancel(&self, call: i64) {
        if let Some(cancel) = locked(&self.calls).get(&call) {
            cancel.cancel();
        }
    }

    pub(crate) fn handle(&self, connection: i64) -> Option<Handle> {
        locked(&self.handles).get(&connection).cloned()
    }

    pub(crate) fn release(&self, connection: i64) {
        let handle = locked(&self.handles).remove(&connection);
        drop(handle);
    }

    /// Notes a question, and gives where its answer will be.
    pub(crate) fn ask(&self, question: i64) -> oneshot::Receiver<Answer> {
        let (sender, answer) = oneshot::channel();
        locked(&self.questions).insert(question, sender);
        answer
    }

    /// Answers a question. Where nobody waits any more, the answer has no use.
    pub(crate) fn answer(&self, question: i64, answer: Answer) {
        let sender = locked(&self.questions).remove(&question);
        sender.map(|sender| sender.send(answer));
    }

    /// Takes a question back.
    pub(crate) fn withdraw(&self, question: i64) {
        locked(&self.questions).remove(&question);
        self.tell(Message::Withdrawn { question });
    }

    /// Tells the thread of JavaScript something. It never waits.
    pub(crate) fn tell(&self, message: Message) {
        let is_first = self.waiting.push(message);
        if self.ended.load(Ordering::SeqCst) {
            // Nobody is there to be told, and a connection in a message would never end.
            self.waiting.take();
        } else if is_first && let Some(wake) = self.wake.get() {
            wake.call((), ThreadsafeFunctionCallMode::NonBlocking);
        }
    }

    /// Takes what has been told, as texts. It runs on the thread of JavaScript, so that what it
    /// costs to write them does not hold up the I/O worker.
    fn take(&self) -> Vec<String> {
        self.waiting.take().into_iter().map(|message| self.received(message).text()).collect()
    }

    /// Does what a message means for the calls and connections.
    fn received(&self, message: Message) -> Message {
        match &message {
            Message::Done { call, .. } => {
                locked(&self.calls).remove(call);
            }
            Message::Opened { call, opened } => {
                let cancel = locked(&self.calls).remove(call);
                // One that was given up while it was on its way has nobody who would close it.
                if let Ok(handle) = opened
                    && cancel.is_some_and(|cancel| !cancel.is_cancelled())
                {
                    locked(&self.handles).insert(*call, handle.clone());
                }
            }
            _ => {}
        }
        message
    }

    /// Gives up all that belongs to the thread.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        locked(&self.calls).drain().for_each(|(_, cancel)| cancel.cancel());
        let handles = std::mem::take(&mut *locked(&self.handles));
        drop(handles);
        locked(&self.questions).clear();
        self.waiting.take();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while it was held cannot leave a map half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
