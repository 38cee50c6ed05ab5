//! A host as another language holds it: in this process if it owns the configuration, else in the
//! one that does.
//!
//! Either way it is used by operations and tells events. What the host asks the program goes to the
//! delegate.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;
use tokio::task::{AbortHandle, JoinSet};

use super::{
    Cancel, Delegate,
    contract::{Notification, Place as Waiting, Question},
    delegate::{Answered, ask, input},
    opened::{Opened, Shelf},
    sign_in,
    types::{
        Decision, DecisionTerm, HostInfo, HostOptions, HostQuestion, ProgressReport, WatchOptions,
    },
};
use crate::{
    Json,
    error::{Error, ErrorCode, Result},
    gateway::{House, Relays},
    host::{
        Host, HostSettings,
        config::ConfigFile,
        gate,
        ops::{ConsentAsk, InputAsk, Party, PartyEvent, PartyEvents},
        owner::{Attached, Claim, Events, Owner, Place, Told},
    },
    model::Progress,
};

/// What the program is called where it does not say.
const NAME: &str = "hostline";
/// How long to wait for an owner that ends or begins just now.
const MEETING: Duration = Duration::from_secs(10);
/// How long what other clients have running may take once the host is closed.
const GRACE: Duration = Duration::from_secs(2);
/// How many reports of progress of all calls may wait to be heard.
const MOST_REPORTS: usize = 256;

/// A host that was opened.
pub(super) struct Hosting {
    pub(super) settings: HostSettings,
    pub(super) info: HostInfo,
    pub(super) name: String,
    place: Place,
    /// Ends what is under way when it is closed.
    closing: Cancel,
    /// Nothing once it is closed: whatever is kept here keeps the record from the next owner.
    open: Mutex<Option<Open>>,
    /// Who hears of it, and hears of its end.
    watches: Mutex<Vec<Weak<Watched>>>,
}

/// What a host has as long as it is open.
struct Open {
    seat: Seat,
    own: Option<Own>,
    /// Hears what the program is asked.
    attending: JoinSet<()>,
}

/// The host of this process.
struct Own {
    house: House,
    host: Host,
}

/// One who uses a host by operations.
#[derive(Clone)]
pub(super) enum Seat {
    Own(Party),
    Attached(Attached),
}

/// Where events come from.
pub(super) enum Heard {
    Own(PartyEvents),
    Attached(Events),
}

/// What somebody hears of a host.
pub(super) struct Watching {
    pub(super) watched: Arc<Watched>,
    /// The logs that are wanted, and whether statuses and questions are.
    pub(super) wanted: WatchOptions,
    /// Whoever hears of a host keeps it open.
    _host: Arc<Opened>,
}

/// A watch, which its host can end.
pub(super) struct Watched {
    /// Who listens goes with what is heard: one that hears nothing is nobody who could be asked.
    pub(super) shelf: Shelf<Option<(Seat, Heard)>>,
    /// Tells whoever waits for the next event that there are no more.
    pub(super) closing: Cancel,
}

impl Watched {
    /// Hears no more.
    pub(super) async fn end(&self) {
        self.closing.cancel();
        drop(self.shelf.take().await);
    }
}

/// An event of the host: its name, and what belongs to it.
pub(super) type Event = (String, Json);

impl Heard {
    /// The next event; nothing once the host has ended. Dropping the future loses none.
    pub(super) async fn next(&mut self) -> Option<Event> {
        match self {
            Self::Own(events) => {
                let PartyEvent { event, data } = events.next().await?;
                Some((event.to_owned(), data))
            }
            Self::Attached(events) => match events.next().await? {
                Told::Event { event, data } => Some((event, data)),
                Told::Missed(count) => Some(("missed".to_owned(), json!(count).into())),
            },
        }
    }
}

/// The seat of a host, until the host is closed.
pub(super) struct Working {
    seat: Seat,
    closing: Cancel,
}

impl Working {
    /// Does an operation, and reads its result.
    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        op: &str,
        params: impl Serialize,
    ) -> Result<T> {
        let no_form = |source| {
            let message = format!("the operation {op} of the host is not understood");
            Error::new(ErrorCode::Internal, message).with_source(source)
        };
        let params = Json::encode(&params).map_err(no_form)?;
        self.json(op, &params).await?.decode().map_err(no_form)
    }

    /// Does an operation, and gives its result as it is. It ends with the host: what it keeps would
    /// keep the record from the next owner.
    pub(super) async fn json(&self, op: &str, params: &Json) -> Result<Json> {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => {
                Err(if op == "call" { closed().that_may_have_run() } else { closed() })
            }
            outcome = self.seat.json(op, params) => outcome,
        }
    }
}

impl Seat {
    /// Does an operation, and gives its result as it is.
    pub(super) async fn json(&self, op: &str, params: &Json) -> Result<Json> {
        match self {
            Self::Own(party) => party.perform(op, params).await,
            Self::Attached(attached) => attached.call(op, params).await.map_err(|error| {
                // The next owner may be this process, or another: opening again finds out.
                let is_over = error.code() == ErrorCode::Closed;
                if is_over { error.with_next_step("open the host again") } else { error }
            }),
        }
    }
}

impl Hosting {
    /// Opens a configuration, or attaches to the process that owns it.
    pub(super) async fn open(options: HostOptions, delegate: &Arc<dyn Delegate>) -> Result<Self> {
        let config = match &options.config {
            None => ConfigFile::standard()?,
            Some(path) => ConfigFile::at(Path::new(path))?,
        };
        let answers = options.answers.clone().unwrap_or_default();
        let answered = Answered::of("host/open", &answers)?;
        let place = Place::of(&config.path())?;
        let plain = || HostSettings::at(config.clone(), place.data());
        let settings = settings(plain(), &options, delegate)?;
        let name = options.client_name.clone().unwrap_or_else(|| NAME.to_owned());
        let path = config.path().to_string_lossy().into_owned();
        let (seat, heard, own) = match Owner::claim_or_attach(&place, &name, MEETING).await? {
            Claim::Owner(owner) => {
                let host = Host::open(settings).await?;
                let (party, events) = Party::new(host.clone(), &name)?;
                let house = House::open(owner, host.clone(), Relays::Served);
                (Seat::Own(party), Heard::Own(events), Some(Own { house, host }))
            }
            Claim::Taken(attached) => {
                let events = attached.events();
                (Seat::Attached(attached), Heard::Attached(events), None)
            }
        };
        let decides = answered.contains("consent/decide");
        offer(&seat, &answered, decides).await?;
        let info = HostInfo::new(path, own.is_some());
        let mut attending = JoinSet::new();
        // At another process questions come to whoever listens to them, and what this program is
        // to decide as what it is asked itself.
        let decides = decides && own.is_some();
        attending.spawn(attend(seat.clone(), heard, delegate.clone(), decides));
        Ok(Self {
            settings: plain(),
            info,
            name,
            place,
            closing: Cancel::new(),
            open: Mutex::new(Some(Open { seat, own, attending })),
            watches: Mutex::default(),
        })
    }

    /// Who does operations, as long as the host is open.
    pub(super) fn seat(&self) -> Result<Working> {
        let open = locked(&self.open);
        let seat = open.as_ref().map(|open| open.seat.clone()).ok_or_else(closed)?;
        Ok(Working { seat, closing: self.closing.clone() })
    }

    /// Ends a host of this process in good order, and lets go of one that is elsewhere. Whoever
    /// hears of it hears no more.
    pub(super) async fn close(&self) {
        let Some(Open { seat, own, mut attending }) = locked(&self.open).take() else { return };
        self.closing.cancel();
        attending.shutdown().await;
        let watches = std::mem::take(&mut *locked(&self.watches));
        for watched in watches.iter().filter_map(Weak::upgrade) {
            watched.end().await;
        }
        drop(seat);
        if let Some(Own { house, host }) = own {
            drop(host);
            house.close(GRACE).await;
        }
    }

    /// Begins to hear of the host, with a seat of its own: what it listens to ends with it. `opened`
    /// is the host itself.
    pub(super) async fn watch(
        &self,
        wanted: WatchOptions,
        opened: Arc<Opened>,
    ) -> Result<Watching> {
        let host = match &*locked(&self.open) {
            Some(open) => open.own.as_ref().map(|own| own.host.clone()),
            None => return Err(closed()),
        };
        let (seat, heard) = match host {
            Some(host) => {
                let (party, events) = Party::new(host, &self.name)?;
                (Seat::Own(party), Heard::Own(events))
            }
            None => match Owner::claim_or_attach(&self.place, &self.name, MEETING).await? {
                Claim::Taken(attached) => {
                    let events = attached.events();
                    (Seat::Attached(attached), Heard::Attached(events))
                }
                Claim::Owner(_) => {
                    let message = "the process that owned the configuration has ended";
                    return Err(Error::new(ErrorCode::Closed, message)
                        .with_next_step("open the host again"));
                }
            },
        };
        let nothing = Json::default();
        if wanted.statuses == Some(true) {
            seat.json("status/listen", &nothing).await?;
        }
        if wanted.questions == Some(true) {
            seat.json("questions/listen", &nothing).await?;
        }
        for server in wanted.logs.iter().flatten() {
            seat.json("log/listen", &json!({ "server": server }).into()).await?;
        }
        let shelf = Shelf::new(Some((seat, heard)));
        let watched = Arc::new(Watched { shelf, closing: Cancel::new() });
        let is_open = {
            let mut watches = locked(&self.watches);
            watches.retain(|watched| watched.strong_count() > 0);
            watches.push(Arc::downgrade(&watched));
            locked(&self.open).is_some()
        };
        if !is_open {
            watched.end().await;
            return Err(closed());
        }
        Ok(Watching { watched, wanted, _host: opened })
    }
}

fn closed() -> Error {
    Error::new(ErrorCode::Closed, "the host is closed").with_next_step("open it again")
}

/// The settings of a host of this process, as the options say.
fn settings(
    mut settings: HostSettings,
    options: &HostOptions,
    delegate: &Arc<dyn Delegate>,
) -> Result<HostSettings> {
    if let Some(choice) = &options.token_store {
        settings = settings.store(sign_in::store(Some(choice), delegate)?);
    }
    if let Some(patience) = options.patience_ms {
        settings = settings.patience(Duration::from_millis(patience));
    }
    Ok(if options.starts == Some(false) { settings.at_rest() } else { settings })
}

/// Says what the program can answer.
async fn offer(seat: &Seat, answered: &Answered<'_>, decides: bool) -> Result<()> {
    let offered = json!({
        "consent": decides,
        "elicitationForm": answered.contains("elicitation/form"),
        "elicitationUrl": answered.contains("elicitation/url"),
        "roots": answered.contains("roots/list"),
    });
    seat.json("asks/offer", &offered.into()).await?;
    if decides && matches!(seat, Seat::Own(_)) {
        // Who starts a server is the host, which asks at surfaces only. Here nobody else has any.
        seat.json("questions/listen", &Json::default()).await?;
    }
    Ok(())
}

/// What is asked, under its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Question(u64),
    Ask(u64),
}

#[derive(Deserialize)]
struct Number {
    id: u64,
}

/// Has the delegate answer what the host asks the program, and tells it of progress. Questions that
/// everybody sees who listens are the delegate's only if it is one who decides them.
async fn attend(seat: Seat, mut heard: Heard, delegate: Arc<dyn Delegate>, decides: bool) {
    let mut answering: JoinSet<Key> = JoinSet::new();
    let mut asked: HashMap<Key, AbortHandle> = HashMap::new();
    let places = Waiting::default();
    loop {
        let (event, data) = tokio::select! {
            event = heard.next() => match event {
                Some(event) => event,
                None => return,
            },
            Some(ended) = answering.join_next() => {
                if let Ok(key) = ended {
                    asked.remove(&key);
                }
                continue;
            }
        };
        let (seat, delegate) = (seat.clone(), delegate.clone());
        match &*event {
            "question/asked" if decides => {
                let Ok(question) = data.decode::<gate::Question>() else { continue };
                let key = Key::Question(question.id);
                // More wait for the same answer: it is asked already.
                asked
                    .entry(key)
                    .or_insert_with(|| answering.spawn(decide(seat, delegate, key, question)));
            }
            "ask/consent" => {
                let Ok(ConsentAsk { id, question }) = data.decode() else { continue };
                let key = Key::Ask(id);
                asked.insert(key, answering.spawn(decide(seat, delegate, key, question)));
            }
            "ask/input" => {
                let Ok(ask) = data.decode::<InputAsk>() else { continue };
                let key = Key::Ask(ask.id);
                asked.insert(key, answering.spawn(give(seat, delegate, ask)));
            }
            "question/settled" => withdraw(&data, Key::Question, &mut asked),
            "ask/withdrawn" => withdraw(&data, Key::Ask, &mut asked),
            "progress" => tell(&data, &places, &*delegate),
            _ => {}
        }
    }
}

fn withdraw(data: &Json, key: fn(u64) -> Key, asked: &mut HashMap<Key, AbortHandle>) {
    let Ok(Number { id }) = data.decode() else { return };
    if let Some(answering) = asked.remove(&key(id)) {
        answering.abort();
    }
}

fn tell(data: &Json, places: &Waiting, delegate: &dyn Delegate) {
    #[derive(Deserialize)]
    struct Reported {
        call: u64,
        progress: Progress,
    }
    let Ok(Reported { call, progress }) = data.decode() else { return };
    let Some(place) = places.next(MOST_REPORTS) else { return };
    let report = ProgressReport {
        total: progress.total,
        message: progress.message,
        ..ProgressReport::new(call, progress.progress)
    };
    delegate.notify(Notification::Progress(report, place));
}

/// Has the delegate decide, and hands the decision on. Without one, or with one that cannot be
/// taken, it is a no.
async fn decide(
    seat: Seat,
    delegate: Arc<dyn Delegate>,
    key: Key,
    question: gate::Question,
) -> Key {
    let decision = match HostQuestion::try_from(question) {
        Ok(question) => {
            let terms = question.terms.clone();
            let decision = ask::<Decision>(&delegate, Question::Decide(question)).await;
            decision.map(|decision| within(&terms, decision))
        }
        Err(error) => Err(error),
    };
    let decision = decision.unwrap_or_else(|error| {
        tracing::debug!(target: "hostline::facade", %error, "no decision");
        Decision::new(false)
    });
    if let Err(error) = hand_on(&seat, key, &decision).await
        && decision.allow
    {
        // Whoever asked would wait for as long as a person may take. It may be settled meanwhile.
        if hand_on(&seat, key, &Decision::new(false)).await.is_ok() {
            tracing::warn!(target: "hostline::facade", %error, "a decision is taken for a no");
        }
    }
    key
}

/// What was not offered is not granted: then the answer holds once.
fn within(terms: &[String], mut decision: Decision) -> Decision {
    let is_one = |term: &DecisionTerm| !matches!(term, DecisionTerm::Other(_));
    let is_offered = |term: &DecisionTerm| terms.iter().any(|offered| offered == term.as_str());
    if decision.term.as_ref().is_some_and(|term| is_one(term) && !is_offered(term)) {
        decision.term = None;
    }
    decision
}

async fn hand_on(seat: &Seat, key: Key, decision: &Decision) -> Result<Json> {
    match key {
        Key::Question(id) => {
            seat.json("answer", &json!({ "id": id, "decision": decision }).into()).await
        }
        Key::Ask(id) => {
            seat.json("asks/answer", &json!({ "id": id, "answer": decision }).into()).await
        }
    }
}

/// Has the delegate give what a server wants to know. Without an answer, there is nobody to ask.
async fn give(seat: Seat, delegate: Arc<dyn Delegate>, asked: InputAsk) -> Key {
    #[derive(Serialize)]
    struct Answer<T> {
        id: u64,
        answer: T,
    }
    let InputAsk { id, server, request } = asked;
    let answer = input(&delegate, &server, request).await.ok();
    if let Ok(params) = Json::encode(&Answer { id, answer }) {
        // It may be withdrawn meanwhile.
        let _ = seat.json("asks/answer", &params).await;
    }
    Key::Ask(id)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while it was held cannot leave it half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
