//! The one door through which side effects pass.
//!
//! Whoever wants something brings a wish. The policy judges it, a person is asked where the
//! policy says so, the record is written, and only then there is a passage, without which the
//! connections of a host do nothing. What cannot be recorded does not happen.

mod deed;
mod matter;
mod passage;
mod question;
mod questions;
mod surface;

use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use tokio::time::timeout;

pub(in crate::host) use self::{deed::Deed, passage::Passage};
use self::{passage::Admitted, questions::Answer};
pub use self::{
    question::{Always, ConsentHandler, Decision, Matter, Question, QuestionId, Term},
    questions::Questions,
    surface::{QuestionEvent, Surface},
};
use super::{
    Caller,
    audit::{self, Audit, AuditAction, AuditEvent, AuditVerdict, Confined, Decided, LooksSecret},
    grants::{GrantEffect, GrantId, GrantStore, Granted, NewGrant, Scope},
    policy::{Action, ActionKind, Reason, Request, Rule, Verdict, risks, secretlike},
    time,
};
use crate::{
    Json,
    dialect::Permit,
    error::{Error, ErrorCode, Result},
    transport::process::ConfinementState,
};

/// The most bytes of a question: nobody looks at more, and what is to show it may not be able to.
const MAX_SHOWN_BYTES: usize = 1 << 20;
/// How long half a day is.
const HALF_DAY: Duration = Duration::from_hours(12);

/// What somebody wants.
pub(in crate::host) struct Wish {
    pub(in crate::host) request: Request,
    /// How it is shown to a person.
    pub(in crate::host) matter: Matter,
    /// The arguments of a call.
    pub(in crate::host) arguments: Option<Json>,
    pub(in crate::host) confinement: ConfinementState,
    /// Whether only a surface can give what is wanted, as where a form is to be filled in.
    pub(in crate::host) is_for_surface: bool,
}

/// The door.
pub(in crate::host) struct Gate {
    rules: RwLock<Arc<Vec<Rule>>>,
    grants: GrantStore,
    audit: Arc<Audit>,
    /// Whether the record has the arguments of calls in full.
    in_full: AtomicBool,
    questions: Questions,
}

impl Gate {
    /// A door without rules.
    pub(in crate::host) fn new(
        grants: GrantStore,
        audit: Audit,
        questions: Questions,
    ) -> Arc<Self> {
        let (rules, in_full) = (RwLock::default(), AtomicBool::new(false));
        Arc::new(Self { rules, grants, audit: Arc::new(audit), in_full, questions })
    }

    /// The rules that hold.
    pub(in crate::host) fn rules(&self) -> Arc<Vec<Rule>> {
        self.rules.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// These rules hold from now on, and the record has the arguments of calls in full or not.
    pub(in crate::host) fn apply(&self, rules: Vec<Rule>, in_full: bool) {
        self.in_full.store(in_full, Ordering::Relaxed);
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(rules);
    }

    pub(in crate::host) fn grants(&self) -> &GrantStore {
        &self.grants
    }

    pub(in crate::host) fn questions(&self) -> &Questions {
        &self.questions
    }

    /// Lets somebody pass, or says why not. Dropping the future withdraws the question that is
    /// asked meanwhile, and nothing happens.
    ///
    /// # Errors
    /// [`ErrorCode::Denied`]: the policy or a person says no, or there is nobody to ask.
    /// [`ErrorCode::Storage`]: it cannot be recorded. [`ErrorCode::Limit`]: too many questions wait.
    pub(in crate::host) async fn pass(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        wish: Wish,
    ) -> Result<Passage> {
        let admitted = self.admit(caller, &wish).await?;
        Passage::open(self.clone(), admitted)
    }

    /// Lets a request pass that is recorded at the moment when it is sent. One that is not sent
    /// after all, because the connection or the caller has gone, leaves no line.
    ///
    /// # Errors
    /// As of [`Self::pass`]. That it cannot be recorded is the error of the permit.
    pub(in crate::host) async fn permit(
        self: &Arc<Self>,
        caller: &Caller,
        wish: Wish,
    ) -> Result<(Passage, Permit)> {
        let admitted = self.admit(Some(caller), &wish).await?;
        Ok(Passage::at_sending(self.clone(), admitted))
    }

    /// Lets somebody in, which is not recorded yet. That somebody is not let in is.
    async fn admit(&self, caller: Option<&Caller>, wish: &Wish) -> Result<Admitted> {
        let reasons = match self.grants.decide(&wish.request, &self.rules()) {
            // Where a surface is to give what is wanted, a rule cannot.
            Verdict::Allow(_) if wish.is_for_surface => Vec::new(),
            Verdict::Allow(because) => {
                let decided = self.decided(wish, AuditVerdict::Allow, &because.to_string());
                return Ok(Admitted { decided, edited: None });
            }
            Verdict::Deny(because) => {
                return Err(self.refuse(wish, &because.to_string(), None));
            }
            Verdict::Ask(reasons) => reasons,
        };
        let question = self.question(wish, &reasons);
        let Answer { decision, surface, at } = match self.ask(caller, question).await {
            Ok(answer) => answer,
            Err(error) => {
                self.record(self.decided(wish, AuditVerdict::Deny, error.message()))?;
                return Err(error.with_server(wish.request.server.label()));
            }
        };
        if decision.allow && decision.edited.is_some() && !wish.matter.can_be_edited() {
            // A yes to something else is none to this.
            let because = "the answer changes what cannot be changed";
            return Err(self.refuse(wish, because, Some(surface)));
        }
        if decision.allow
            && let Verdict::Deny(because) = self.grants.decide(&wish.request, &self.rules())
        {
            // The person's rules may have become others meanwhile.
            return Err(self.refuse(wish, &because.to_string(), Some(surface)));
        }
        let grant = match self.remember(wish, &decision, &surface, at).await {
            Ok(grant) => grant,
            Err(error) => {
                let because = format!("the answer cannot be kept for later: {}", error.message());
                return Err(self.refuse(wish, &because, Some(surface)).with_source(error));
            }
        };
        let for_later = grant.map_or_else(String::new, |id| format!(", and for later ({id})"));
        if !decision.allow {
            let because = format!("a person said no{for_later}");
            return Err(self.refuse(wish, &because, Some(surface)));
        }
        let because = format!("a person allowed it{for_later}");
        let mut decided = self.decided(wish, AuditVerdict::Allow, &because);
        (decided.asked, decided.surface) = (true, Some(surface));
        Ok(Admitted { decided, edited: decision.edited })
    }

    /// Lets pass what is shown to a person anyway, unless the policy says no.
    ///
    /// # Errors
    /// As of [`Self::pass`].
    pub(in crate::host) fn pass_shown(self: &Arc<Self>, wish: &Wish) -> Result<Passage> {
        let because = match self.grants.decide(&wish.request, &self.rules()) {
            Verdict::Deny(because) => return Err(self.refuse(wish, &because.to_string(), None)),
            Verdict::Allow(because) => because.to_string(),
            Verdict::Ask(_) => "it is shown to the person".to_owned(),
        };
        let decided = self.decided(wish, AuditVerdict::Allow, &because);
        Passage::open(self.clone(), Admitted { decided, edited: None })
    }

    /// Asks a person whether what a server offers now is approved. The answer is recorded.
    ///
    /// # Errors
    /// As of [`Self::pass`].
    pub(in crate::host) async fn approve(&self, wish: &Wish, reasons: Vec<String>) -> Result<()> {
        let mut question = self.question(wish, &[]);
        (question.reasons, question.terms) = (reasons, vec![Term::Once]);
        // Only where the person sees what has changed: a client would approve it for all others.
        let (answer, surface) = match self.ask(None, question).await {
            Ok(answer) => (answer.decision.allow, Ok(answer.surface)),
            Err(error) => (false, Err(error)),
        };
        let verdict = if answer { AuditVerdict::Allow } else { AuditVerdict::Deny };
        let because = match &surface {
            Ok(_) => "a person has looked at it".to_owned(),
            Err(error) => error.message().to_owned(),
        };
        let mut decided = self.decided(wish, verdict, &because);
        decided.action = AuditAction::ApproveDefinition;
        (decided.asked, decided.surface) = (surface.is_ok(), surface.as_ref().ok().cloned());
        self.record(decided)?;
        let server = wish.request.server.label();
        match (answer, surface) {
            (true, _) => Ok(()),
            (false, Err(error)) => Err(error.with_server(server)),
            (false, Ok(_)) => {
                Err(Error::new(ErrorCode::Denied, "a person has not approved it")
                    .with_server(server))
            }
        }
    }

    /// What would come of a request, without asking anybody or writing anything down.
    pub(in crate::host) fn simulate(&self, request: &Request) -> Verdict {
        let grants = self.grants.list(request.now);
        super::policy::decide(request, &self.rules(), &grants)
    }

    /// Asks where questions are shown, else whoever the caller has brought along. What is too large
    /// to be shown is asked nowhere, so that its size moves no question from one to the other.
    async fn ask(&self, caller: Option<&Caller>, question: Question) -> Result<Answer> {
        check_size(&question)?;
        if self.questions.are_for_surfaces() {
            return self.questions.ask(caller.map(Caller::session), question).await;
        }
        let Some((caller, consent)) = caller.and_then(|it| Some((it, it.consent()?))) else {
            return Err(Error::new(
                ErrorCode::Denied,
                "it needs a yes, and there is nobody to ask",
            )
            .with_next_step("run `hostline consent` or the application, and try again"));
        };
        let (patience, terms) = (self.questions.patience(), question.terms.clone());
        let decision = timeout(patience, consent.decide(question)).await.unwrap_or_else(|_| {
            let message = "it needs a yes, and nobody answered in time";
            Err(Error::new(ErrorCode::Denied, message)
                .with_next_step("try again, and answer the question in time"))
        })?;
        // What was not offered is not granted.
        let term = if terms.contains(&decision.term) { decision.term } else { Term::Once };
        let (surface, at) = (caller.name().to_string(), SystemTime::now());
        Ok(Answer { decision: decision.for_term(term), surface, at })
    }

    fn question(&self, wish: &Wish, reasons: &[Reason]) -> Question {
        let now = SystemTime::now();
        let request = &wish.request;
        let mut terms = vec![Term::Once];
        if can_last(&request.action, reasons) {
            if request.session.is_some() {
                terms.push(Term::Session);
            }
            terms.extend([Term::HalfDay, Term::Always]);
        }
        Question {
            id: self.questions.number(),
            asked: now,
            until: now + self.questions.patience(),
            client: request.client.to_string(),
            server: request.server.clone(),
            identity: request.identity,
            matter: wish.matter.clone(),
            reasons: reasons.iter().map(ToString::to_string).collect(),
            risks: risks(request).into_iter().collect(),
            terms,
            waiting: 1,
        }
    }

    /// Keeps an answer that holds for longer, once the record says so. All who have waited for one
    /// answer say the same of it, so that it is granted and recorded once.
    async fn remember(
        &self,
        wish: &Wish,
        decision: &Decision,
        surface: &str,
        at: SystemTime,
    ) -> Result<Option<GrantId>> {
        let request = &wish.request;
        let scope = match decision.term {
            Term::Once => return Ok(None),
            Term::Session => match &request.session {
                Some(session) => Scope::Session(session.clone()),
                None => return Ok(None),
            },
            Term::HalfDay => Scope::Until(time::whole(at + HALF_DAY)),
            Term::Always => Scope::Always,
        };
        let what = match request.action.as_call() {
            Some(call) => Granted::Tool { tool: call.tool.clone(), definition: call.definition },
            None => Granted::Action(request.action.kind()),
        };
        let effect = if decision.allow { GrantEffect::Allow } else { GrantEffect::Deny };
        let grant = NewGrant {
            effect,
            server: request.identity,
            server_name: request.server.clone(),
            what,
            // A server is started and signed in to for all clients.
            client: is_of_client(&request.action).then(|| request.client.clone()),
            constraints: decision.constraints.clone(),
            scope,
            created_by: surface.to_owned(),
        };
        let client = grant.client.clone();
        self.grant(grant, client.as_ref(), at).await.map(|grant| Some(grant.id))
    }

    /// Writes down that something is not done, and gives the error that says so.
    fn refuse(&self, wish: &Wish, because: &str, surface: Option<String>) -> Error {
        let mut decided = self.decided(wish, AuditVerdict::Deny, because);
        (decided.asked, decided.surface) = (surface.is_some(), surface);
        if let Err(error) = self.record(decided) {
            return error;
        }
        let message = format!("it was not allowed: {because}");
        Error::new(ErrorCode::Denied, message)
            .with_server(wish.request.server.label())
            .with_next_step("see `hostline policy` for what decides")
    }

    fn record(&self, decided: Decided) -> Result<u64> {
        #[cfg(feature = "testing")]
        let is_call = decided.action == AuditAction::CallTool;
        #[cfg(feature = "testing")]
        let is_allowed_call = is_call && decided.verdict == AuditVerdict::Allow;
        let line = self.audit.append(AuditEvent::Decided(Box::new(decided)), SystemTime::now())?;
        #[cfg(feature = "testing")]
        if is_allowed_call {
            crate::counting::allowed();
        }
        Ok(line)
    }

    fn decided(&self, wish: &Wish, verdict: AuditVerdict, because: &str) -> Decided {
        let request = &wish.request;
        let mut decided = Decided::new(audited(request.action.kind()), verdict, because);
        decided.client = Some(request.client.to_string());
        decided.server = Some(request.server.clone());
        decided.identity = Some(request.identity);
        decided.confinement = Some(match wish.confinement {
            ConfinementState::Off => Confined::Off,
            ConfinementState::On(_) => Confined::On,
            ConfinementState::Unavailable(_) => Confined::Unavailable,
        });
        if let Some(call) = request.action.as_call() {
            decided.tool = Some(call.tool.clone());
            decided.definition = Some(call.definition);
        }
        decided.arguments = wish.arguments.as_ref().map(|arguments| {
            let looks_secret: LooksSecret<'_> = &|name, value| match name {
                // What stands inside of something that is called a secret is one.
                Some(name) if value.is_empty() => secretlike::names_secret(name),
                Some(name) => secretlike::is_secret(name, value),
                None => secretlike::looks_secret(value),
            };
            if self.in_full.load(Ordering::Relaxed) {
                audit::Arguments::full(arguments, looks_secret)
            } else {
                audit::Arguments::shape(arguments, looks_secret)
            }
        });
        decided
    }
}

fn check_size(question: &Question) -> Result<()> {
    let bytes = Json::encode(question).map_or(usize::MAX, |json| json.as_str().len());
    if bytes <= MAX_SHOWN_BYTES {
        return Ok(());
    }
    let message = format!("it needs a yes, and is too large to be shown: {bytes} bytes");
    Err(Error::new(ErrorCode::Denied, message)
        .with_next_step(format!("a question has {MAX_SHOWN_BYTES} bytes at the most")))
}

/// Whether an answer can hold for later requests: what is asked each time whatever was granted is
/// not offered to be granted.
fn can_last(action: &Action, reasons: &[Reason]) -> bool {
    let is_passing = |reason: &Reason| {
        matches!(
            reason,
            Reason::FirstStart
                | Reason::Destructive { .. }
                | Reason::Untrusted
                | Reason::Unanswered
        )
    };
    // The page to sign in at is the server's word, another one each time.
    let asked_each_time = [ActionKind::Open, ActionKind::Elicit, ActionKind::SignIn];
    let is_granted = !asked_each_time.contains(&action.kind());
    is_granted && reasons.iter().all(is_passing)
}

fn is_of_client(action: &Action) -> bool {
    !matches!(action.kind(), ActionKind::Start | ActionKind::SignIn)
}

fn audited(kind: ActionKind) -> AuditAction {
    match kind {
        ActionKind::CallTool => AuditAction::CallTool,
        ActionKind::Sample | ActionKind::AnswerSampling => AuditAction::Sample,
        ActionKind::Elicit => AuditAction::Elicit,
        ActionKind::Roots => AuditAction::ListRoots,
        ActionKind::Start => AuditAction::StartServer,
        ActionKind::SignIn => AuditAction::SignIn,
        ActionKind::Open => AuditAction::Open,
    }
}

#[cfg(test)]
#[path = "gate_tests.rs"]
mod tests;
