//! The way to the host of the configuration: in this process if it owns the configuration, else in
//! the one that does.
//!
//! Either way it is used by operations and tells events, so that a command need not know which. What
//! a person is asked while a command is under way is asked here.

mod desk;

use std::{
    pin::{Pin, pin},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use hostline::{
    Error, ErrorCode, Json, Result,
    gateway::{House, Relays},
    host::{
        Host, HostSettings,
        ops::{Party, PartyEvent, PartyEvents},
        owner::{Attached, Claim, Events, Owner, Place, Told},
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use tokio::{sync::mpsc, time::sleep};

use self::desk::Desk;
use crate::{
    drive,
    exit::{Failure, Outcome},
    input::Person,
    output::Console,
    sign_in,
    signals::Signals,
};

/// What the command line is called among those who use the host. Consent is bound to it.
const NAME: &str = "hostline-cli";
/// How long to wait for an owner that ends or begins just now.
const MEETING: Duration = Duration::from_secs(10);
/// How long what other clients have running may take once the command has ended.
const GRACE: Duration = Duration::from_secs(2);
/// How long closing may take.
const CLOSE: Duration = Duration::from_secs(10);
/// How long closing may take once a person has asked for the end.
const INTERRUPTED_CLOSE: Duration = Duration::from_secs(3);

/// An event of the host: its name, and what belongs to it.
type Event = (String, Json);

/// The way to the host.
pub(crate) struct Door {
    way: Way,
    pub(crate) console: Arc<Console>,
    pub(crate) person: Person,
    /// What nobody else has heard is for the command.
    told: Mutex<Option<mpsc::UnboundedReceiver<Event>>>,
    /// Whether the host tells us its questions.
    listens: AtomicBool,
}

enum Way {
    Own(Box<Own>),
    Attached(Attached),
}

/// The host of this process, for whoever else comes until the command ends.
struct Own {
    house: House,
    party: Party,
}

/// Where events come from.
enum Heard {
    Own(PartyEvents),
    Attached(Events),
}

impl Heard {
    async fn next(&mut self) -> Option<Event> {
        match self {
            Self::Own(events) => {
                let PartyEvent { event, data, .. } = events.next().await?;
                Some((event.to_owned(), data))
            }
            Self::Attached(events) => match events.next().await? {
                Told::Event { event, data } => Some((event, data)),
                Told::Missed(count) => Some(("missed".to_owned(), json!(count).into())),
            },
        }
    }
}

/// Does a command's work at the host, and ends everything in good order. `asks` says whether the
/// person at the terminal may be asked, and `relays` what becomes of clients that come meanwhile
/// where the configuration is ours.
pub(crate) fn run(
    console: &Arc<Console>,
    asks: bool,
    relays: Relays,
    work: impl AsyncFnOnce(&Door) -> Outcome,
) -> Outcome {
    drive::block_on_threads(async {
        let mut signals = drive::listen()?;
        let (sender, told) = mpsc::unbounded_channel();
        let opening = Door::open(console, asks, relays, told);
        let (door, heard) = signals.unless_stopped(opening).await??;
        let outcome = {
            let mut desk = Desk::new(&door, sender);
            attend(pin!(work(&door)), heard, &mut desk, &mut signals).await
        };
        console.clear_status();
        let limit =
            if matches!(outcome, Err(Failure::Stopped(_))) { INTERRUPTED_CLOSE } else { CLOSE };
        tokio::select! {
            () = door.close() => {}
            () = sleep(limit) => {}
            // A second Ctrl-C: what is left ends with the runtime.
            _ = signals.next() => {}
        }
        outcome
    })
}

/// Waits for the work, and has the person answer meanwhile what is asked.
async fn attend(
    mut work: Pin<&mut impl Future<Output = Outcome>>,
    mut heard: Heard,
    desk: &mut Desk<'_>,
    signals: &mut Signals,
) -> Outcome {
    let mut is_over = false;
    loop {
        tokio::select! {
            exit = signals.next() => return Err(Failure::Stopped(exit)),
            outcome = &mut work => return outcome,
            event = heard.next(), if !is_over => {
                is_over = event.is_none();
                match event {
                    Some(event) => desk.hear(event),
                    None => desk.leave(),
                }
            }
            answer = desk.answered() => signals.unless_stopped(desk.hand_on(answer)).await?,
        }
        if desk.has_missed() {
            signals.unless_stopped(desk.look_again()).await?;
        }
    }
}

impl Door {
    async fn open(
        console: &Arc<Console>,
        asks: bool,
        relays: Relays,
        told: mpsc::UnboundedReceiver<Event>,
    ) -> Outcome<(Self, Heard)> {
        let settings = HostSettings::standard()?;
        let place = Place::of(&settings.config().path())?;
        let (way, heard) = match Owner::claim_or_attach(&place, NAME, MEETING).await? {
            Claim::Owner(owner) => {
                // A command starts what it needs, and nothing beside it.
                let settings = settings.store(sign_in::store()?).at_rest();
                let (own, events) = Own::open(owner, settings, relays).await?;
                (Way::Own(Box::new(own)), Heard::Own(events))
            }
            Claim::Taken(attached) => {
                let events = attached.events();
                (Way::Attached(attached), Heard::Attached(events))
            }
        };
        let person = Person::new(console.clone(), asks, Vec::new());
        let (told, listens) = (Mutex::new(Some(told)), AtomicBool::new(false));
        let door = Self { way, console: console.clone(), person, told, listens };
        if asks {
            let offered = json!({ "consent": true, "elicitation": true });
            door.json("asks/offer", &offered.into()).await?;
        }
        if asks && door.is_own() {
            // Who starts a server is the host, which asks at surfaces only. Here nobody else has any.
            door.listen().await?;
        }
        Ok((door, heard))
    }

    /// Has the host tell its questions here from now on.
    ///
    /// # Errors
    /// Those of the operation.
    pub(crate) async fn listen(&self) -> Result<()> {
        self.json("questions/listen", &Json::default()).await?;
        self.listens.store(true, Ordering::Release);
        Ok(())
    }

    /// Whether the host tells its questions here.
    fn listens(&self) -> bool {
        self.listens.load(Ordering::Acquire)
    }

    /// Does an operation, and reads its result.
    ///
    /// # Errors
    /// Those of the operation.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        op: &str,
        params: impl Serialize,
    ) -> Result<T> {
        let no_form = |source| {
            let message = format!("the operation {op} is not understood");
            Error::new(ErrorCode::Internal, message).with_source(source)
        };
        let params = Json::encode(&params).map_err(no_form)?;
        self.json(op, &params).await?.decode().map_err(no_form)
    }

    /// Does an operation, and gives its result as it is.
    pub(crate) async fn json(&self, op: &str, params: &Json) -> Result<Json> {
        match &self.way {
            Way::Own(own) => own.party.perform(op, params).await,
            Way::Attached(attached) => attached.call(op, params).await,
        }
    }

    /// The events that the command has asked for; it ends with the host. The first one who asks has
    /// them.
    pub(crate) fn events(&self) -> Option<mpsc::UnboundedReceiver<Event>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the host is in this process, which ends with the command.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.way, Way::Own(_))
    }

    async fn close(self) {
        let Way::Own(own) = self.way else { return };
        let Own { house, party } = *own;
        drop(party);
        house.close(GRACE).await;
    }
}

impl Own {
    async fn open(
        owner: Owner,
        settings: HostSettings,
        relays: Relays,
    ) -> Result<(Self, PartyEvents)> {
        let host = Host::open(settings).await?;
        let (party, events) = Party::new(host.clone(), NAME)?;
        Ok((Self { house: House::open(owner, host, relays), party }, events))
    }
}

/// Has the owner of the configuration read it again, if there is one.
pub(crate) async fn reload() -> Result<()> {
    let place = Place::of(&HostSettings::standard()?.config().path())?;
    match Owner::claim(&place).await? {
        Claim::Owner(_) => Ok(()),
        Claim::Taken(taken) => {
            let attached = taken.attach(NAME).await?;
            attached.call("reload", &Json::default()).await.map(drop)
        }
    }
}
