//! What one page has open: connections, calls that run, questions that wait.
//!
//! A page that begins owns nothing, so a page that is loaded anew, and a window that is closed, end
//! all that came before. The numbers are the only names that a page has for any of it.

use std::{
    collections::HashMap,
    future::Future,
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use hostline::{
    Error, ErrorCode, Result,
    facade::{Batch, Cancel, Handle},
    model::FormSchema,
};
use tauri::{async_runtime, ipc::Channel};
use tokio::{sync::Notify, sync::oneshot, task::JoinSet};

use crate::view::Told;

/// The most questions that wait for one page at once; each further one fails.
pub(crate) const MAX_QUESTIONS: usize = 32;
/// How long what a page is told waits for more of it: a page draws no faster.
const TOGETHER: Duration = Duration::from_millis(16);

/// The sessions of all windows, by the window's label, and the connections that are being closed.
#[derive(Default)]
pub(crate) struct Sessions {
    open: Mutex<HashMap<String, Arc<Session>>>,
    closing: Mutex<JoinSet<()>>,
    state: Mutex<State>,
}

/// How far the end of the app has come.
#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Open,
    Ending,
    Ended,
}

/// What an app that is asked to end must do first.
pub(crate) enum End<F> {
    /// Nothing: it may end.
    Now,
    /// Wait: that which it waits for has begun before.
    Later,
    /// Wait for this, and then say so with [`Sessions::ended`].
    After(F),
}

/// What one page has open.
pub(crate) struct Session {
    numbers: AtomicU32,
    told: Arc<Mailbox>,
    teller: async_runtime::JoinHandle<()>,
    connections: Mutex<HashMap<u32, Connection>>,
    calls: Mutex<HashMap<u32, Cancel>>,
    questions: Mutex<HashMap<u32, Waiting>>,
}

/// A connection, with what the page knows of it by number.
pub(crate) struct Connection {
    pub(crate) handle: Handle,
    /// The names of the tools that were listed last, and the number of the first. A page that
    /// still shows another list cannot call by it.
    pub(crate) tools: (u32, Vec<String>),
    /// Reads the events; ends with the connection.
    pub(crate) reader: async_runtime::JoinHandle<()>,
}

/// A question that waits for the person.
pub(crate) struct Waiting {
    pub(crate) asked: Asked,
    answer: oneshot::Sender<String>,
}

/// What was asked, as it is answered.
#[derive(Clone)]
pub(crate) enum Asked {
    /// A form; none where it is of a kind that cannot be shown, and so only be declined.
    Form(Option<FormSchema>),
    /// An address as the person saw it; none where it must not be opened.
    Page(Option<String>),
}

impl Sessions {
    /// Begins the session of a page, and ends the one that its window had before.
    pub(crate) fn begin(&self, window: &str, page: Channel<Vec<Told>>) {
        let before = lock(&self.open).insert(window.to_owned(), Arc::new(Session::new(page)));
        self.close(before);
    }

    /// The session of a window.
    ///
    /// # Errors
    /// The page has not begun one.
    pub(crate) fn of(&self, window: &str) -> Result<Arc<Session>> {
        let found = lock(&self.open).get(window).cloned();
        found.ok_or_else(|| Error::new(ErrorCode::InvalidInput, "the page does not listen yet"))
    }

    /// Ends what a window had open.
    pub(crate) fn leave(&self, window: &str) {
        let left = lock(&self.open).remove(window);
        self.close(left);
    }

    /// Ends all that is open, in good order.
    pub(crate) fn end(&self) -> End<impl Future<Output = ()> + Send + use<>> {
        let mut state = lock(&self.state);
        match *state {
            State::Open => {}
            State::Ending => return End::Later,
            State::Ended => return End::Now,
        }
        let open = mem::take(&mut *lock(&self.open));
        self.close(open.into_values());
        let mut closing = mem::take(&mut *lock(&self.closing));
        while closing.try_join_next().is_some() {}
        if closing.is_empty() {
            return End::Now;
        }
        *state = State::Ending;
        End::After(async move { while closing.join_next().await.is_some() {} })
    }

    /// All that was open has ended.
    pub(crate) fn ended(&self) {
        *lock(&self.state) = State::Ended;
    }

    fn close(&self, sessions: impl IntoIterator<Item = Arc<Session>>) {
        let runtime = async_runtime::handle();
        let mut closing = lock(&self.closing);
        for connection in sessions.into_iter().flat_map(|session| session.leave()) {
            let closed = connection.handle.call("close", "", &Cancel::new());
            // A server that does not end in good order is made to.
            closing.spawn_on(async { drop(closed.await) }, runtime.inner());
        }
    }
}

impl Session {
    fn new(page: Channel<Vec<Told>>) -> Self {
        let told = Arc::new(Mailbox::default());
        let teller = async_runtime::spawn(deliver(told.clone(), page));
        Self {
            numbers: AtomicU32::new(1),
            told,
            teller,
            connections: Mutex::default(),
            calls: Mutex::default(),
            questions: Mutex::default(),
        }
    }

    /// A number that nothing in this session has.
    pub(crate) fn number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// So many numbers in a row that nothing in this session has; the first of them.
    pub(crate) fn numbers(&self, count: usize) -> u32 {
        self.numbers.fetch_add(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed)
    }

    /// Tells the page something. It never waits.
    pub(crate) fn tell(&self, told: Told) {
        self.told.put(told);
    }

    /// Keeps a connection.
    pub(crate) fn open(&self, number: u32, connection: Connection) {
        lock(&self.connections).insert(number, connection);
    }

    /// Does something with a connection.
    ///
    /// # Errors
    /// There is none of this number.
    pub(crate) fn with<T>(&self, number: u32, act: impl FnOnce(&mut Connection) -> T) -> Result<T> {
        let mut connections = lock(&self.connections);
        connections.get_mut(&number).map(act).ok_or_else(|| {
            Error::new(ErrorCode::Closed, "the connection is closed")
                .with_next_step("connect to the server again")
        })
    }

    /// Lets go of a connection, which ends with its last call. Its handle is for closing it.
    pub(crate) fn close(&self, number: u32) -> Option<Handle> {
        let connection = lock(&self.connections).remove(&number)?;
        Some(connection.handle.clone())
    }

    /// Cancels what runs, gives up what waits, and gives the connections to whoever closes them.
    fn leave(&self) -> Vec<Connection> {
        lock(&self.calls).values().for_each(Cancel::cancel);
        lock(&self.questions).clear();
        mem::take(&mut *lock(&self.connections)).into_values().collect()
    }

    /// Begins a call under a number that the page chose. It is forgotten when the guard is dropped.
    pub(crate) fn begin(self: &Arc<Self>, number: u32) -> Result<Call> {
        let cancel = Cancel::new();
        let mut calls = lock(&self.calls);
        if calls.contains_key(&number) {
            return Err(Error::new(ErrorCode::InvalidInput, "a call of this number runs already"));
        }
        calls.insert(number, cancel.clone());
        Ok(Call { session: self.clone(), number, cancel })
    }

    /// Cancels a call, if it still runs.
    pub(crate) fn cancel(&self, number: u32) {
        if let Some(cancel) = lock(&self.calls).get(&number) {
            cancel.cancel();
        }
    }

    /// The page's number of the call that has this number in the façade.
    pub(crate) fn call_of(&self, cancel: u64) -> Option<u32> {
        let calls = lock(&self.calls);
        calls.iter().find(|(_, running)| running.number() == cancel).map(|(number, _)| *number)
    }

    /// Keeps a question until it is answered; none where too many wait already.
    pub(crate) fn wait_for(&self, number: u32, asked: Asked) -> Option<oneshot::Receiver<String>> {
        let mut questions = lock(&self.questions);
        if questions.len() >= MAX_QUESTIONS {
            return None;
        }
        let (answer, answered) = oneshot::channel();
        questions.insert(number, Waiting { asked, answer });
        Some(answered)
    }

    /// Takes a question, so that it is answered once.
    ///
    /// # Errors
    /// It does not wait any more.
    pub(crate) fn take_question(&self, number: u32) -> Result<Waiting> {
        lock(&self.questions).remove(&number).ok_or_else(no_question)
    }

    /// Puts a question back that could not be answered, if somebody still waits for it.
    pub(crate) fn put_back(&self, number: u32, waiting: Waiting) {
        if !waiting.answer.is_closed() {
            lock(&self.questions).insert(number, waiting);
        }
    }

    /// What a question asks.
    ///
    /// # Errors
    /// It does not wait any more.
    pub(crate) fn asked(&self, number: u32) -> Result<Asked> {
        let questions = lock(&self.questions);
        questions.get(&number).map(|waiting| waiting.asked.clone()).ok_or_else(no_question)
    }

    /// Forgets a question that nobody asks any more; true if it still waited.
    pub(crate) fn withdraw(&self, number: u32) -> bool {
        lock(&self.questions).remove(&number).is_some()
    }
}

impl Waiting {
    /// Answers the question with JSON of the answer's type.
    ///
    /// # Errors
    /// Nobody waits for it any more.
    pub(crate) fn answer(self, answer: String) -> Result<()> {
        self.answer.send(answer).map_err(|_| no_question())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.teller.abort();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// A call that runs.
pub(crate) struct Call {
    session: Arc<Session>,
    number: u32,
    pub(crate) cancel: Cancel,
}

impl Drop for Call {
    fn drop(&mut self) {
        lock(&self.session.calls).remove(&self.number);
    }
}

/// What a page will be told next.
#[derive(Default)]
struct Mailbox {
    waiting: Batch<Told>,
    filled: Notify,
}

impl Mailbox {
    fn put(&self, told: Told) {
        if self.waiting.push(told) {
            self.filled.notify_one();
        }
    }
}

/// Tells a page what has come, as often as it can draw it.
async fn deliver(mailbox: Arc<Mailbox>, page: Channel<Vec<Told>>) {
    loop {
        mailbox.filled.notified().await;
        let told = Told::latest(mailbox.waiting.take());
        if page.send(told).is_err() {
            return;
        }
        tokio::time::sleep(TOGETHER).await;
    }
}

fn no_question() -> Error {
    Error::new(ErrorCode::Cancelled, "the server does not wait for this answer any more")
}

/// A panic while it was held cannot leave a map half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
