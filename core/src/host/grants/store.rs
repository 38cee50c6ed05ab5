//! Where grants are kept.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use super::grant::{Grant, GrantId, Granted, NewGrant};
use crate::{
    auth::unguessable,
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::{
        document::{Document, Kind},
        policy::{ActionKind, Because, MAX_CONSTRAINTS, Request, Rule, SessionId, Verdict, decide},
    },
};

/// The most grants that outlive the program, and the most that do not.
pub const MAX_GRANTS: usize = 2_000;

const KIND: Kind = Kind { what: "the grants", format: 1, most_bytes: 16 * 1024 * 1024 };
const FILE: &str = "grants.json";

/// Keeps grants: the lasting ones in a file, those for one use or one session in memory.
///
/// What is in the file is read when the store is opened, at each change and at [`Self::refresh`].
/// Changes are excluded from each other across processes. Dropping a future may leave its work done
/// or undone, but never half done. A file that is damaged, or was written by a newer release, is
/// [`ErrorCode::Storage`], and stays as it is; so are all failures of the disk. Clones are the same
/// store.
#[derive(Clone)]
pub struct GrantStore {
    document: Document,
    memory: Arc<Mutex<Memory>>,
}

#[derive(Default)]
struct Memory {
    grants: Vec<Grant>,
    /// How often lasting grants were used of which the file does not know yet.
    unwritten: Uses,
}

/// How often grants were used, and when last.
type Uses = BTreeMap<GrantId, (u64, SystemTime)>;

impl GrantStore {
    /// The store in a folder of its own, which is made when it is needed first.
    pub async fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = Arc::new(Folder::new(folder.into()));
        let document = Document::new(folder, FILE.to_owned(), KIND);
        let grants: Vec<Grant> = document.read().await?;
        let memory = Memory { grants, unwritten: Uses::new() };
        Ok(Self { document, memory: Arc::new(Mutex::new(memory)) })
    }

    /// Decides about a request, and counts the use of the grant that the verdict rests on. A grant
    /// for one use answers one request, however many are asked at once. This does not block.
    pub fn decide(&self, request: &Request, policy: &[Rule]) -> Verdict {
        let mut memory = self.memory();
        let verdict = decide(request, policy, &memory.grants);
        if let Verdict::Allow(Because::Grant { id }) | Verdict::Deny(Because::Grant { id }) =
            &verdict
        {
            memory.count(id, request.now);
        }
        verdict
    }

    /// All grants that stand, the oldest first.
    pub fn list(&self, now: SystemTime) -> Vec<Grant> {
        let mut grants: Vec<Grant> =
            self.memory().grants.iter().filter(|grant| !grant.is_over(now)).cloned().collect();
        grants.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
        grants
    }

    /// One grant, if it stands. It says itself what it allows.
    pub fn find(&self, id: &GrantId, now: SystemTime) -> Option<Grant> {
        self.memory().grants.iter().find(|grant| grant.id == *id && !grant.is_over(now)).cloned()
    }

    /// Keeps what a person has said, and gives it a name. What was said for later before is said
    /// once.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: it could never apply, or would apply to all tools of a server.
    /// [`ErrorCode::Limit`]: there are [`MAX_GRANTS`] already.
    pub async fn add(&self, new: NewGrant, now: SystemTime) -> Result<Grant> {
        self.add_once(new, now, |_| Ok(())).await
    }

    /// The same; what is kept beyond the program is recorded first, right before it is kept.
    pub(in crate::host) async fn add_once(
        &self,
        new: NewGrant,
        now: SystemTime,
        record: impl FnOnce(&NewGrant) -> Result<()> + Send + 'static,
    ) -> Result<Grant> {
        check(&new)?;
        let grant = Grant::of(new_id()?, new, now);
        if !grant.said.scope.is_lasting() {
            let mut memory = self.memory();
            memory.grants.retain(|grant| !grant.is_over(now));
            let is_for_later = grant.said.scope != super::Scope::Once;
            if let Some(same) = memory.said(&grant.said).filter(|_| is_for_later) {
                return Ok(same.clone());
            }
            let passing = memory.grants.iter().filter(|grant| !grant.said.scope.is_lasting());
            if passing.count() >= MAX_GRANTS {
                return Err(too_many());
            }
            memory.grants.push(grant.clone());
            return Ok(grant);
        }
        let added = grant.clone();
        let is_new = self.change(now, move |grants| {
            if grants.iter().any(|grant| grant.said == added.said) {
                return Ok(false);
            }
            if grants.len() >= MAX_GRANTS {
                return Err(too_many());
            }
            record(&added.said)?;
            grants.push(added);
            Ok(true)
        });
        if is_new.await? {
            return Ok(grant);
        }
        Ok(self.memory().said(&grant.said).cloned().unwrap_or(grant))
    }

    /// Takes a grant back. Says whether it was there.
    pub async fn revoke(&self, id: &GrantId, now: SystemTime) -> Result<bool> {
        if self.memory().remove_passing(|grant| grant.id == *id) {
            return Ok(true);
        }
        let id = id.clone();
        self.change(now, move |grants| {
            let before = grants.len();
            grants.retain(|grant| grant.id != id);
            Ok(grants.len() < before)
        })
        .await
    }

    /// Forgets what was granted for a session that is over.
    pub fn end_session(&self, session: &SessionId) {
        let is_of_session = |grant: &Grant| match &grant.said.scope {
            super::Scope::Session(other) => other == session,
            _ => false,
        };
        self.memory().remove_passing(is_of_session);
    }

    /// Writes down how often grants were used, and removes those whose time is over. It is for now
    /// and then, and for the end: a call does not wait for it.
    pub async fn keep_uses(&self, now: SystemTime) -> Result<()> {
        if self.memory().unwritten.is_empty() {
            return Ok(());
        }
        self.change(now, |_| Ok(true)).await.map(drop)
    }

    /// Reads the file again, which another process may have changed.
    pub async fn refresh(&self, now: SystemTime) -> Result<()> {
        self.change(now, |_| Ok(false)).await.map(drop)
    }

    /// Changes the lasting grants, unless `change` says that there is nothing to change.
    async fn change(
        &self,
        now: SystemTime,
        change: impl FnOnce(&mut Vec<Grant>) -> Result<bool> + Send + 'static,
    ) -> Result<bool> {
        let (before, after) = (self.memory.clone(), self.memory.clone());
        let written = Arc::new(Mutex::new(Uses::new()));
        let told = written.clone();
        let changed = self.document.change(
            move |grants: &mut Vec<Grant>| {
                grants.retain(|grant| !grant.is_over(now));
                let is_changed = change(grants)?;
                if is_changed {
                    let uses = lock(&before).unwritten.clone();
                    add_uses(grants, &uses);
                    *lock(&told) = uses;
                }
                Ok(is_changed.then_some(()))
            },
            move |grants| lock(&after).take_over(grants, &lock(&written)),
        );
        changed.await.map(|changed| changed.is_some())
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }
}

impl Memory {
    fn said(&self, said: &NewGrant) -> Option<&Grant> {
        self.grants.iter().find(|grant| grant.said == *said)
    }

    fn count(&mut self, id: &GrantId, now: SystemTime) {
        let Some(at) = self.grants.iter().position(|grant| grant.id == *id) else { return };
        let grant = &mut self.grants[at];
        grant.uses += 1;
        grant.last_used = Some(now);
        if grant.said.scope.is_lasting() {
            let (count, last) = self.unwritten.entry(id.clone()).or_insert((0, now));
            *count += 1;
            *last = now;
        } else if grant.is_over(now) {
            self.grants.remove(at);
        }
    }

    fn remove_passing(&mut self, is_such: impl Fn(&Grant) -> bool) -> bool {
        let before = self.grants.len();
        self.grants.retain(|grant| grant.said.scope.is_lasting() || !is_such(grant));
        self.grants.len() < before
    }

    /// Takes over what the file holds, with the uses that were written to it.
    fn take_over(&mut self, mut lasting: Vec<Grant>, written: &Uses) {
        for (id, (count, _)) in written {
            if let Some((unwritten, _)) = self.unwritten.get_mut(id) {
                *unwritten = unwritten.saturating_sub(*count);
            }
        }
        let is_there = |id: &GrantId| lasting.iter().any(|grant| grant.id == *id);
        self.unwritten.retain(|id, (count, _)| *count > 0 && is_there(id));
        add_uses(&mut lasting, &self.unwritten);
        self.grants.retain(|grant| !grant.said.scope.is_lasting());
        self.grants.append(&mut lasting);
    }
}

fn add_uses(grants: &mut [Grant], uses: &Uses) {
    for grant in grants {
        if let Some((count, last)) = uses.get(&grant.id) {
            grant.uses += count;
            grant.last_used = grant.last_used.max(Some(*last));
        }
    }
}

/// What a panic has left is whole: each change of the memory is one assignment or harmless.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn check(new: &NewGrant) -> Result<()> {
    let complaint = match &new.what {
        Granted::Action(ActionKind::CallTool) => "calls are granted tool by tool",
        Granted::Action(ActionKind::Open) => "opening an address is asked each time",
        Granted::Action(_) if !new.constraints.is_empty() => "only calls of tools have arguments",
        _ if new.constraints.len() > MAX_CONSTRAINTS => "a grant has too many constraints",
        _ => return Ok(()),
    };
    Err(Error::new(ErrorCode::InvalidInput, complaint))
}

fn too_many() -> Error {
    Error::new(ErrorCode::Limit, format!("there are {MAX_GRANTS} grants already"))
        .with_next_step("revoke some of them, or write a rule in place of many")
}

/// A name short enough to be typed, and with as many forms that no two are alike.
fn new_id() -> Result<GrantId> {
    let random = unguessable()?;
    let plain = random.chars().filter(char::is_ascii_alphanumeric).take(12);
    Ok(GrantId(plain.collect::<String>().to_lowercase().into()))
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
