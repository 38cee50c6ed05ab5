//! What all clones of a host share.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::SystemTime,
};

use tokio::{
    sync::{Semaphore, broadcast, watch},
    task::JoinSet,
};

use super::{
    Caller, Lists, ServerIdentity, ServerName, Status,
    catalogue::{Catalogue, Offer, Prefix},
    config::{Revision, ServerEntry, Variables},
    connecting::Connecting,
    gate::{Gate, Matter, Passage, Wish},
    input::Answering,
    pins::PinStore,
    policy::{Action, ActionKind, Request, SessionId},
    supervisor::Kept,
    tap::Tap,
    underway::Said,
    verdicts::Verdicts,
};
use crate::{
    error::{Error, ErrorCode, Result},
    model::Root,
};

/// Who asks where no caller is known: the host itself, for a server that it keeps.
const NOBODY: &str = "hostline";
/// How many events may wait for one who listens.
const EVENTS: usize = 1024;

/// One server of the configuration.
pub(super) struct Member {
    pub(super) entry: ServerEntry,
    pub(super) identity: ServerIdentity,
    pub(super) kept: Kept,
    pub(super) tap: Tap,
    pub(super) way: Arc<Connecting>,
}

impl Member {
    /// The same server, of which something else is said now.
    pub(super) fn described(&self, entry: &ServerEntry) -> Arc<Self> {
        let Self { entry: _, identity, kept, tap, way } = self;
        let (kept, tap, way) = (kept.clone(), tap.clone(), way.clone());
        Arc::new(Self { entry: entry.clone(), identity: *identity, kept, tap, way })
    }

    /// Who answers what the server asks for a caller's sake.
    pub(super) fn answering(&self, core: &Arc<Core>, caller: &Caller) -> Answering {
        Answering {
            core: Arc::downgrade(core),
            server: self.kept.ladder().status().server,
            identity: self.identity,
            caller: Some(caller.clone()),
        }
    }
}

/// What all clones of a host share.
pub(super) struct Core {
    pub(super) gate: Arc<Gate>,
    pub(super) pins: PinStore,
    pub(super) verdicts: Verdicts,
    pub(super) members: RwLock<BTreeMap<ServerName, Arc<Member>>>,
    /// Whose turn it is to read the configuration.
    pub(super) turn: Semaphore,
    /// Which state of it was read last.
    pub(super) read: Mutex<Option<Revision>>,
    offers: Mutex<BTreeMap<ServerName, Offer>>,
    /// What each server has listed last, whatever of it is offered.
    lists: Mutex<BTreeMap<ServerName, Arc<Lists>>>,
    catalogue: watch::Sender<Arc<Catalogue>>,
    pub(super) statuses: broadcast::Sender<Status>,
    pub(super) tasks: Mutex<JoinSet<()>>,
    #[cfg(feature = "icons")]
    pub(super) icons: crate::icon::Icons,
    pub(super) auth: crate::auth::OAuth,
    pub(super) store: Arc<dyn crate::auth::TokenStore>,
    /// What servers say without being asked.
    pub(super) events: broadcast::Sender<Said>,
}

impl Core {
    pub(super) fn new(
        gate: Arc<Gate>,
        pins: PinStore,
        verdicts: Verdicts,
        #[cfg(feature = "icons")] icons: crate::icon::Icons,
        auth: crate::auth::OAuth,
        store: Arc<dyn crate::auth::TokenStore>,
    ) -> Arc<Self> {
        Arc::new(Self {
            gate,
            pins,
            verdicts,
            members: RwLock::default(),
            turn: Semaphore::new(1),
            read: Mutex::default(),
            offers: Mutex::default(),
            lists: Mutex::default(),
            catalogue: watch::Sender::new(Arc::default()),
            statuses: broadcast::Sender::new(EVENTS),
            tasks: Mutex::default(),
            #[cfg(feature = "icons")]
            icons,
            auth,
            store,
            events: broadcast::Sender::new(EVENTS),
        })
    }

    /// What all servers offer now.
    pub(super) fn catalogue(&self) -> watch::Receiver<Arc<Catalogue>> {
        self.catalogue.subscribe()
    }

    /// A server offers this from now on.
    pub(super) fn offer(&self, offer: Offer) {
        let mut offers = self.offers();
        offers.insert(offer.server.clone(), offer);
        self.publish(&offers);
    }

    /// A server lists this now.
    pub(super) fn note_lists(&self, server: &ServerName, lists: Arc<Lists>) {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).insert(server.clone(), lists);
    }

    /// What a server has listed last, if it has been started.
    pub(super) fn lists_of(&self, server: &ServerName) -> Option<Arc<Lists>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).get(server).cloned()
    }

    /// A server is not of the configuration any more.
    pub(super) fn withdraw(&self, server: &ServerName) {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).remove(server);
        let mut offers = self.offers();
        offers.remove(server);
        self.publish(&offers);
    }

    /// The server of this name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is none, or it is turned off.
    pub(super) fn member(&self, server: &str) -> Result<Arc<Member>> {
        let member = self.configured(server)?;
        if !member.entry.enabled {
            return Err(Error::new(ErrorCode::Denied, "it is turned off")
                .with_server(&server.into())
                .with_next_step(format!("turn it on: hostline enable {server}")));
        }
        Ok(member)
    }

    /// The server of this name, turned on or off.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: there is none.
    pub(super) fn configured(&self, server: &str) -> Result<Arc<Member>> {
        let members = self.members.read().unwrap_or_else(PoisonError::into_inner);
        members.get(server).cloned().ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, format!("no server is called `{server}`"))
                .with_next_step("see `hostline list` for those that there are")
        })
    }

    /// What the configuration says now of the server that is reached on a way; nothing where it is
    /// not one of the configuration any more.
    pub(super) fn entry_of(&self, server: &ServerName, way: &Connecting) -> Option<ServerEntry> {
        let members = self.members.read().unwrap_or_else(PoisonError::into_inner);
        let member = members.get(server)?;
        std::ptr::eq(Arc::as_ptr(&member.way), way).then(|| member.entry.clone())
    }

    /// All servers, in the order of their names.
    pub(super) fn all(&self) -> Vec<(ServerName, Arc<Member>)> {
        let members = self.members.read().unwrap_or_else(PoisonError::into_inner);
        members.iter().map(|(name, member)| (name.clone(), member.clone())).collect()
    }

    /// What the policy is asked about a server.
    pub(super) fn request(
        &self,
        server: &ServerName,
        identity: ServerIdentity,
        caller: Option<&Caller>,
        action: Action,
    ) -> Result<Request> {
        let member = self.member(server.as_str())?;
        // A start is approved for more than who the server is.
        if action.kind() != ActionKind::Start && member.identity != identity {
            return Err(Error::new(ErrorCode::Denied, "another server has that name now")
                .with_server(server.label())
                .with_next_step("try again"));
        }
        let (client, session): (_, Option<SessionId>) = match caller {
            Some(caller) => (caller.name().clone(), Some(caller.session().clone())),
            None => (super::policy::ClientName::parse(NOBODY)?, None),
        };
        let variables = Variables::of_process();
        let roots = member.entry.roots.iter();
        let roots = roots.filter_map(|root| root.resolve_folder(&variables).ok());
        Ok(Request {
            server: server.clone(),
            identity,
            trusted: member.entry.trusted,
            posture: member.entry.posture,
            client,
            session,
            home: std::env::home_dir().and_then(|home| home.to_str().map(str::to_owned)),
            roots: roots.filter_map(|root| root.to_str().map(str::to_owned)).collect(),
            action,
            now: SystemTime::now(),
        })
    }

    /// Lets a server's question pass. Where it `is_shown` to a person anyway, nobody is asked
    /// whether it may be.
    pub(super) async fn pass(
        &self,
        asking: &Answering,
        action: Action,
        matter: Matter,
        is_shown: bool,
    ) -> Result<Passage> {
        let caller = asking.caller.as_ref();
        let request = self.request(&asking.server, asking.identity, caller, action)?;
        let confinement = self.member(asking.server.as_str())?.kept.ladder().status().confinement;
        // A form that the caller cannot show is filled in at a surface, or by nobody.
        let is_form = matches!(matter, Matter::Form { .. });
        let is_for_surface = is_form && !asking.can(|able| able.elicitation_form);
        let wish = Wish { request, matter, arguments: None, confinement, is_for_surface };
        if is_shown { self.gate.pass_shown(&wish) } else { self.gate.pass(caller, wish).await }
    }

    /// The folders that a server is told of, as the configuration has them.
    pub(super) fn roots_of(&self, server: &ServerName) -> Result<Vec<Root>> {
        let member = self.member(server.as_str())?;
        let variables = Variables::of_process();
        let mut roots = Vec::new();
        for root in &member.entry.roots {
            let folder = root.resolve_folder(&variables)?;
            let address = url::Url::from_file_path(&folder).map_err(|()| {
                let message = format!("the root {} is no absolute path", folder.display());
                Error::new(ErrorCode::InvalidInput, message)
            })?;
            roots.push(Root::new(String::from(address)));
        }
        Ok(roots)
    }

    /// What stands before the names of a server's things.
    pub(super) fn prefix(server: &ServerName, entry: &ServerEntry) -> Prefix {
        if entry.unprefixed { Prefix::Nothing } else { Prefix::Server(server.clone()) }
    }

    fn publish(&self, offers: &BTreeMap<ServerName, Offer>) {
        self.catalogue.send_replace(Arc::new(Catalogue::of(offers.values().cloned().collect())));
    }

    fn offers(&self) -> MutexGuard<'_, BTreeMap<ServerName, Offer>> {
        // A panic while it was held cannot leave the offers half changed.
        self.offers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
