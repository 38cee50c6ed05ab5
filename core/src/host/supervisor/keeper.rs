//! One server, kept: started when it is needed, listed, started again when it ends by itself.
//!
//! A task of its own for each server, so that none waits for another.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep},
};

use super::{
    attending::{Attending, News, subscribe},
    backoff::Backoff,
    lists::{Lists, Wanted},
    status::{Activity, Fault, Status, Step},
};
use crate::{
    Client,
    client::{Event, Events, Subscription},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    host::ServerName,
    transport::process::ConfinementState,
};

/// How long a server may take to list everything.
const LISTING: Duration = Duration::from_mins(1);

/// How one server is connected to, and who hears of it.
pub(in crate::host) trait Way: Send + Sync + 'static {
    /// Connects, whatever that takes: consent, the environment, a process, signing in. The rungs
    /// that are reached meanwhile are told.
    fn connect<'a>(&'a self, ladder: &'a Ladder) -> BoxFuture<'a, Result<Connected>>;

    /// Hears what is listed now, before anybody else does.
    fn listed<'a>(&'a self, lists: &'a Lists) -> BoxFuture<'a, ()>;

    /// Hears an event of the connection.
    fn event(&self, event: &Event);

    /// Returns when a call has ended, whose last events may still be on their way.
    fn call_ended(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }

    /// There is no event left that came before the last call ended.
    fn quiet(&self) {}
}

/// A connection that was opened.
pub(in crate::host) struct Connected {
    pub(in crate::host) client: Client,
    /// What is said on it, from its beginning on.
    pub(in crate::host) events: Events,
    pub(in crate::host) confinement: ConfinementState,
}

/// What a server is asked to do.
enum Order {
    /// Be there. Whoever is in no hurry has it tried again where it fails.
    Start { patient: bool },
    /// Be there anew, however often that has failed.
    Restart,
    /// End; whoever waits is told when it has.
    Stop(oneshot::Sender<()>),
}

/// Where a server stands for those who need it.
#[derive(Clone)]
enum Place {
    /// It was not asked for, or is on its way.
    Coming,
    Here(Arc<Live>),
    /// It could not be started.
    Failed(Error),
}

/// A server that serves.
pub(in crate::host) struct Live {
    client: Client,
}

impl Live {
    /// Its connection.
    pub(in crate::host) fn client(&self) -> &Client {
        &self.client
    }
}

/// The status of one server as it changes.
pub(in crate::host) struct Ladder {
    status: Mutex<Status>,
    tell: Box<dyn Fn(&Status) + Send + Sync>,
}

impl Ladder {
    fn new(server: ServerName, tell: Box<dyn Fn(&Status) + Send + Sync>) -> Self {
        Self { status: Mutex::new(Status::idle(server)), tell }
    }

    /// The status now.
    pub(in crate::host) fn status(&self) -> Status {
        self.lock().clone()
    }

    /// A rung was reached. One below those that were reached already is no news.
    pub(in crate::host) fn reach(&self, step: Step) {
        if self.lock().step < Some(step) {
            self.change(|status| status.step = Some(step));
        }
    }

    /// A request took so long. It changes the status, and is told with the next change.
    pub(in crate::host) fn took(&self, latency: Duration) {
        self.lock().latency = Some(latency);
    }

    fn turn(&self, activity: Activity, fault: Option<&Error>) {
        self.change(|status| {
            status.activity = activity;
            status.since = SystemTime::now();
            status.fault = fault.map(Fault::from);
        });
    }

    /// Changes the status and tells it. It is told while it is held, so that all hear the changes in
    /// their order; who is told only takes note.
    fn change(&self, change: impl FnOnce(&mut Status)) {
        let mut status = self.lock();
        change(&mut status);
        (self.tell)(&status);
    }

    fn lock(&self) -> MutexGuard<'_, Status> {
        // A panic while it was held cannot leave a status half changed that matters.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The handle of a server that is kept.
#[derive(Clone)]
pub(in crate::host) struct Kept {
    orders: mpsc::Sender<Order>,
    place: watch::Receiver<Place>,
    ladder: Arc<Ladder>,
}

/// The task behind it, which ends with the last handle.
pub(in crate::host) struct Keeper {
    way: Arc<dyn Way>,
    orders: mpsc::Receiver<Order>,
    place: watch::Sender<Place>,
    ladder: Arc<Ladder>,
}

/// A server that nobody has needed yet, and the task that keeps it.
pub(in crate::host) fn keep(
    server: ServerName,
    way: Arc<dyn Way>,
    tell: Box<dyn Fn(&Status) + Send + Sync>,
) -> (Kept, Keeper) {
    let (order, orders) = mpsc::channel(16);
    let (place, seen) = watch::channel(Place::Coming);
    let ladder = Arc::new(Ladder::new(server, tell));
    let kept = Kept { orders: order, place: seen, ladder: ladder.clone() };
    (kept, Keeper { way, orders, place, ladder })
}

impl Kept {
    /// The server's status.
    pub(in crate::host) fn ladder(&self) -> &Arc<Ladder> {
        &self.ladder
    }

    /// The server, if it serves now.
    pub(in crate::host) fn now(&self) -> Option<Arc<Live>> {
        match &*self.place.borrow() {
            Place::Here(live) if live.client.closed().is_none() => Some(live.clone()),
            _ => None,
        }
    }

    /// The server, started if need be. Dropping the future leaves it starting.
    ///
    /// # Errors
    /// It could not be started; or [`ErrorCode::Timeout`]: it is not there in time.
    pub(in crate::host) async fn wanted(&self, patience: Duration) -> Result<Arc<Live>> {
        if let Some(live) = self.now() {
            return Ok(live);
        }
        let mut place = self.place.clone();
        // What was said before this order is not the answer to it.
        place.mark_unchanged();
        self.order(Order::Start { patient: false }).await?;
        let waiting = async {
            loop {
                if let Some(live) = self.now() {
                    return Ok(live);
                }
                if place.changed().await.is_err() {
                    return Err(ended());
                }
                if let Place::Failed(error) = &*place.borrow_and_update() {
                    return Err(error.clone());
                }
            }
        };
        tokio::time::timeout(patience, waiting).await.unwrap_or_else(|_| {
            let message = format!("the server is not ready after {} s", patience.as_secs_f64());
            Err(Error::new(ErrorCode::Timeout, message)
                .with_next_step("look at its status and its log"))
        })
    }

    /// Starts it without waiting, and tries again where that fails.
    pub(in crate::host) async fn start(&self) -> Result<()> {
        self.order(Order::Start { patient: true }).await
    }

    /// Ends it and starts it again, without waiting.
    pub(in crate::host) async fn restart(&self) -> Result<()> {
        self.order(Order::Restart).await
    }

    /// Ends it, with everything that it has started, and waits until it has ended.
    pub(in crate::host) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.order(Order::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
    }

    async fn order(&self, order: Order) -> Result<()> {
        self.orders.send(order).await.map_err(|_| ended())
    }
}

fn ended() -> Error {
    Error::new(ErrorCode::Closed, "the host has ended")
}

/// What comes next for a server that does not run.
enum Next {
    /// Nothing, until it is asked for.
    Rest,
    /// It is started.
    Now,
    /// It is started after a wait.
    After(Duration),
}

/// Why a server does not run any more.
enum End {
    /// It was asked to end, by whoever waits for it.
    Stopped(oneshot::Sender<()>),
    /// It was asked to come back at once.
    Restarted,
    /// By itself, or it could not even be started. How long it served, if it did.
    ByItself(Error, Option<Duration>),
    /// Nobody holds its handle any more.
    Forgotten,
}

impl Keeper {
    /// Keeps the server until its last handle is dropped.
    pub(in crate::host) async fn run(mut self) {
        let mut backoff = Backoff::default();
        // Whether it is started again where it fails.
        let mut again = false;
        let mut next = Next::Rest;
        loop {
            match self.wait(&next).await {
                None => return,
                Some(Order::Stop(done)) => {
                    next = self.rested(done);
                    continue;
                }
                Some(Order::Start { patient }) => again |= patient,
                Some(Order::Restart) => backoff = Backoff::default(),
            }
            next = match self.once().await {
                End::Forgotten => return,
                End::Stopped(done) => {
                    again = false;
                    self.rested(done)
                }
                End::Restarted => Next::Now,
                End::ByItself(error, lasted) => {
                    again |= lasted.is_some();
                    let wait = backoff.after(lasted).filter(|_| again && may_pass(&error));
                    again &= wait.is_some();
                    self.ladder.lock().failures = backoff.failures();
                    self.failed(error, wait)
                }
            };
        }
    }

    /// Waits until it is time to start the server, or an order comes.
    async fn wait(&mut self, next: &Next) -> Option<Order> {
        match next {
            Next::Rest => self.orders.recv().await,
            Next::Now => Some(Order::Start { patient: false }),
            Next::After(wait) => {
                let wait = sleep(*wait);
                tokio::pin!(wait);
                loop {
                    tokio::select! {
                        () = &mut wait => return Some(Order::Start { patient: false }),
                        // Whoever needs it waits along: it would only end again.
                        order = self.orders.recv() => match order {
                            Some(Order::Start { .. }) => {}
                            order => return order,
                        }
                    }
                }
            }
        }
    }

    fn rested(&self, done: oneshot::Sender<()>) -> Next {
        // Whoever has waited for it is not left waiting.
        let error = Error::new(ErrorCode::Closed, "the server was stopped while it was waited for");
        self.place.send_replace(Place::Failed(error.with_next_step("start it again")));
        self.ladder.turn(Activity::Idle, None);
        // Whoever asked may not wait for it.
        let _ = done.send(());
        Next::Rest
    }

    fn failed(&self, error: Error, wait: Option<Duration>) -> Next {
        if let Some(wait) = wait {
            self.ladder.turn(Activity::Waiting, Some(&error));
            self.place.send_replace(Place::Coming);
            return Next::After(wait);
        }
        self.ladder.turn(Activity::Failed, Some(&error));
        self.place.send_replace(Place::Failed(error));
        Next::Rest
    }

    /// Starts the server and stays with it until it has ended.
    async fn once(&mut self) -> End {
        self.place.send_replace(Place::Coming);
        self.ladder.lock().step = None;
        self.ladder.turn(Activity::Starting, None);
        self.ladder.reach(Step::Begun);
        let (way, ladder) = (self.way.clone(), self.ladder.clone());
        let opening = async {
            let connected = way.connect(&ladder).await?;
            let mut lists = Lists::default();
            ladder.change(|status| {
                status.version = Some(connected.client.version());
                status.transport = Some(connected.client.transport_kind());
                status.confinement = connected.confinement.clone();
            });
            ladder.reach(Step::Authorized);
            let subscription = subscribe(&connected.client).await;
            within(LISTING, lists.fetch(&connected.client, Wanted::of(&connected.client))).await?;
            Ok((connected, lists, subscription))
        };
        tokio::pin!(opening);
        let opened = loop {
            tokio::select! {
                opened = &mut opening => break opened,
                order = self.orders.recv() => match order {
                    None => return End::Forgotten,
                    Some(Order::Stop(done)) => return End::Stopped(done),
                    // It is on its way.
                    Some(Order::Start { .. } | Order::Restart) => {}
                }
            }
        };
        match opened {
            Ok((connected, lists, subscription)) => {
                self.serve(connected, lists, subscription).await
            }
            Err(error) => End::ByItself(error, None),
        }
    }

    /// Stays with a server that serves.
    async fn serve(
        &mut self,
        connected: Connected,
        lists: Lists,
        subscription: Option<Subscription>,
    ) -> End {
        let Connected { client, events, .. } = connected;
        let since = Instant::now();
        self.way.listed(&lists).await;
        self.ladder.lock().tools = Some(lists.tools.len());
        self.ladder.reach(Step::Listed);
        self.ladder.turn(Activity::Ready, None);
        self.place.send_replace(Place::Here(Arc::new(Live { client: client.clone() })));
        let end = {
            let mut attending = Attending::new(client.clone(), events, lists, subscription);
            loop {
                tokio::select! {
                    biased;
                    order = self.orders.recv() => match order {
                        None => break End::Forgotten,
                        Some(Order::Stop(done)) => break End::Stopped(done),
                        Some(Order::Restart) => break End::Restarted,
                        Some(Order::Start { .. }) => {}
                    },
                    news = attending.next() => match news {
                        News::Event(event) => self.way.event(&event),
                        News::Listed => {
                            self.way.listed(&attending.lists).await;
                            let tools = Some(attending.lists.tools.len());
                            self.ladder.change(|status| status.tools = tools);
                        }
                        News::Ended(error) => break End::ByItself(error, Some(since.elapsed())),
                    },
                    () = self.way.call_ended() => self.way.quiet(),
                }
            }
        };
        self.place.send_replace(Place::Coming);
        if !matches!(end, End::ByItself(..)) {
            // Its tree is ended whatever it says.
            let _ = client.close().await;
        }
        end
    }
}

/// Whether a failure may be gone the next time, without anybody doing anything about it.
fn may_pass(error: &Error) -> bool {
    use ErrorCode::{Closed, Internal, Limit, Process, Protocol, Rpc, Timeout, Transport};
    matches!(
        error.code(),
        Closed | Internal | Limit | Process | Protocol | Rpc | Timeout | Transport
    )
}

async fn within<T>(limit: Duration, doing: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(limit, doing).await.unwrap_or_else(|_| {
        let message = format!("the server did not list what it offers in {} s", limit.as_secs());
        Err(Error::new(ErrorCode::Timeout, message))
    })
}
