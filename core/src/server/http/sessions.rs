//! The sessions of a service: who has which, and when they end.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::oneshot,
    time::{Instant, sleep},
};

use super::{
    options::HttpOptions,
    room::{Place, admit},
    service::Shared,
};
use crate::{
    auth::Principal,
    jsonrpc::{Frame, RequestId},
    peer::serving::ServingPeer,
    server::{
        admitted::{Admissions, Admitted},
        conversation::Conversation,
    },
    transport::http::server::{Budget, Kept, Posted, Refusal, SessionDoor, Share},
};

/// How often idle sessions are looked for, at most.
const SWEEP_EVERY: Duration = Duration::from_mins(1);

/// One legacy session.
pub(super) struct Session {
    pub(super) door: SessionDoor,
    admissions: Arc<Admissions>,
    pub(super) conversation: Arc<Conversation>,
    peer: ServingPeer,
    /// Who has opened it, and may use it.
    pub(super) principal: Arc<Principal>,
    bytes: Arc<Budget>,
    uses: Arc<Mutex<Uses>>,
    /// Dropped with the session.
    gone: Option<oneshot::Sender<()>>,
}

/// How a session is used.
struct Uses {
    /// How many requests and streams there are.
    now: usize,
    /// When it was used last.
    last: Instant,
}

/// A request that runs in a session, or a stream that is open to it.
pub(super) struct Use(Arc<Mutex<Uses>>);

impl Use {
    fn begin(uses: &Arc<Mutex<Uses>>) -> Self {
        lock(uses).now += 1;
        Self(uses.clone())
    }
}

impl Drop for Use {
    fn drop(&mut self) {
        let mut uses = lock(&self.0);
        uses.now -= 1;
        uses.last = Instant::now();
    }
}

fn lock(uses: &Mutex<Uses>) -> MutexGuard<'_, Uses> {
    uses.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    pub(super) fn new(
        door: SessionDoor,
        admissions: Arc<Admissions>,
        conversation: Arc<Conversation>,
        peer: ServingPeer,
        principal: Arc<Principal>,
        bytes: Arc<Budget>,
    ) -> Self {
        let uses = Arc::new(Mutex::new(Uses { now: 0, last: Instant::now() }));
        Self { door, admissions, conversation, peer, principal, bytes, uses, gone: None }
    }

    /// What ends when the session has gone.
    pub(super) fn gone(&mut self) -> oneshot::Receiver<()> {
        let (sender, gone) = oneshot::channel();
        self.gone = Some(sender);
        gone
    }

    /// Notes that it is in use until what this returns is dropped.
    pub(super) fn begin_use(&self) -> Use {
        Use::begin(&self.uses)
    }

    /// Lets a message in that has already got the places of its requests.
    pub(super) fn admit(
        &self,
        principal: Arc<Principal>,
        places: Place,
        bytes: Share,
    ) -> Result<Admitted, Refusal> {
        admit(principal, (places, bytes), &self.bytes, self.begin_use())
    }

    /// Hands a message in, with what it brought along.
    pub(super) async fn post(&self, frame: Frame, admitted: Admitted) -> Result<Posted, Refusal> {
        let enter = |exchange: Option<&RequestId>| -> Kept {
            match exchange {
                Some(exchange) => Box::new(self.admissions.enter(exchange, admitted)),
                None => Box::new(admitted),
            }
        };
        self.door.post(frame, enter).await
    }

    /// Ends it; what is running in it may end within `grace`.
    pub(super) async fn close(&self, grace: Duration) {
        // However it ends, it has ended.
        let _ = self.peer.close(grace).await;
    }

    /// Since when nobody has used it; nothing while it is in use.
    fn idle_since(&self) -> Option<Instant> {
        let uses = lock(&self.uses);
        (uses.now == 0).then_some(uses.last)
    }
}

/// All sessions of a service, by their names.
pub(super) struct Sessions {
    open: Mutex<HashMap<Box<str>, Arc<Session>>>,
    limit: usize,
    of_one: usize,
    idle: Duration,
    swept: AtomicBool,
}

impl Sessions {
    pub(super) fn new(options: &HttpOptions) -> Self {
        Self {
            open: Mutex::default(),
            limit: options.session_limit.get(),
            of_one: options.sessions_of_one.get(),
            idle: options.session_idle,
            swept: AtomicBool::new(false),
        }
    }

    /// Adds a session.
    ///
    /// # Errors
    /// 503: there is no room for it, since none is idle.
    pub(super) fn add(&self, name: Box<str>, session: Session) -> Result<(), Refusal> {
        let mut open = self.lock();
        let gone = self.make_room(&mut open, &session.principal)?;
        open.insert(name, Arc::new(session));
        drop(open);
        // Outside of the lock: this ends whatever it has running.
        drop(gone);
        Ok(())
    }

    /// Gives up the session that has been idle for longest, where there are too many: of those of
    /// the principal, where it has its share already.
    fn make_room(
        &self,
        open: &mut HashMap<Box<str>, Arc<Session>>,
        principal: &Principal,
    ) -> Result<Option<Arc<Session>>, Refusal> {
        let own = |session: &Session| session.principal.is_same_as(principal);
        let has_share = !principal.is_anonymous()
            && open.values().filter(|session| own(session)).count() >= self.of_one;
        if !has_share && open.len() < self.limit {
            return Ok(None);
        }
        let concerned = open.iter().filter(|(_, session)| !has_share || own(session));
        let idle = concerned.filter_map(|(name, session)| Some((session.idle_since()?, name)));
        let longest = idle.min().map(|(_, name)| name.clone());
        match longest {
            Some(name) => Ok(open.remove(&name)),
            None if has_share => {
                Err(Refusal::busy("too many sessions of this principal are in use"))
            }
            None => Err(Refusal::busy("too many sessions are in use")),
        }
    }

    /// The session of this name, where the principal may use it. To others it does not exist.
    pub(super) fn find(&self, name: &str, principal: &Principal) -> Option<Arc<Session>> {
        let session = self.lock().get(name).cloned()?;
        session.principal.is_same_as(principal).then_some(session)
    }

    /// Takes a session out.
    pub(super) fn remove(&self, name: &str) {
        let gone = self.lock().remove(name);
        drop(gone);
    }

    /// Ends a session, and whatever runs in it, when that is taken back what lets its client in.
    pub(super) fn end_with(
        shared: &Arc<Shared>,
        name: Box<str>,
        principal: Arc<Principal>,
        gone: oneshot::Receiver<()>,
    ) {
        let service: Weak<Shared> = Arc::downgrade(shared);
        shared.tasks().spawn(async move {
            tokio::select! {
                _ = gone => return,
                () = principal.taken_back() => {}
            }
            let session =
                service.upgrade().and_then(|service| service.sessions.lock().remove(&name));
            if let Some(session) = session {
                session.close(Duration::ZERO).await;
            }
        });
    }

    /// Takes all sessions out.
    pub(super) fn remove_all(&self) -> Vec<Arc<Session>> {
        self.lock().drain().map(|(_, session)| session).collect()
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Ends the sessions that have been idle for too long.
    fn sweep(&self) {
        let now = Instant::now();
        let is_over = |session: &Session| {
            session.idle_since().is_some_and(|since| now.duration_since(since) >= self.idle)
        };
        let mut gone = Vec::new();
        self.lock().retain(|_, session| {
            let over = is_over(session);
            if over {
                gone.push(session.clone());
            }
            !over
        });
        drop(gone);
    }

    /// Looks for idle sessions for as long as the service lives, if nobody does yet.
    pub(super) fn keep_swept(&self, shared: &Arc<Shared>) {
        if self.swept.swap(true, Ordering::Relaxed) {
            return;
        }
        let every = self.idle.clamp(Duration::from_millis(100), SWEEP_EVERY * 2) / 2;
        let service: Weak<Shared> = Arc::downgrade(shared);
        shared.tasks().spawn(async move {
            loop {
                sleep(every).await;
                let Some(service) = service.upgrade() else { return };
                service.sessions.sweep();
            }
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Session>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
