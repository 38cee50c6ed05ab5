//! What it takes to connect to a server of the configuration: consent to start it, its environment
//! and secrets, its confinement, signing in; and what is made of what it lists.

use std::{
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use super::{
    Caller, ServerIdentity, ServerName,
    audit::AuditAction,
    catalogue::{MAX_OFFERED, Offer, Offered, Standing},
    config::{
        AuthChoice, Confine, Launch, NamePattern, Resolved, ServerEntry, Template, Variables,
    },
    core::Core,
    gate::{Deed, Matter, Passage, Wish},
    input::Answering,
    pins::{Definition, DefinitionKind, Difference, Fate, Pins},
    policy::{Action, Posture},
    starting::Starting,
    supervisor::{Connected, Ladder, Lists, Step, Way},
    tap::Tap,
    underway::{Said, Underway},
};
use crate::{
    Client,
    auth::{Auth, SECRETS, Secret, open_browser},
    client::{ClientBuilder, Event, Target},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::{Prompt, Tool},
    net::HttpSettings,
    transport::{Command, Confinement, process::ConfinementState},
};

/// The shortest text of our environment that is hidden: a shorter one stands everywhere.
const SHORTEST_HIDDEN: usize = 8;

/// How a server of the configuration is connected to.
pub(super) struct Connecting {
    pub(super) core: Weak<Core>,
    pub(super) name: ServerName,
    pub(super) identity: ServerIdentity,
    pub(super) entry: ServerEntry,
    pub(super) tap: Tap,
    /// How often a person has judged what it defines, since the host was opened.
    pub(super) judged: AtomicU64,
    /// For whom it is at work.
    pub(super) underway: Arc<Underway>,
}

impl Way for Connecting {
    fn connect<'a>(&'a self, ladder: &'a Ladder) -> BoxFuture<'a, Result<Connected>> {
        Box::pin(async move {
            let core = self.core()?;
            let connected = self.open(&core).await;
            let connected = connected.map_err(|error| error.with_server(self.name.label()))?;
            ladder.reach(Step::Negotiated);
            Ok(connected)
        })
    }

    fn listed<'a>(&'a self, lists: &'a Lists) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Ok(core) = self.core() {
                // It may not be of the configuration any more.
                if core.entry_of(&self.name, self).is_some() {
                    core.note_lists(&self.name, Arc::new(few(lists)));
                    self.offer(&core).await;
                }
            }
        })
    }

    fn call_ended(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.underway.ended())
    }

    fn quiet(&self) {
        self.underway.quiet();
    }

    fn event(&self, event: &Event) {
        if let Ok(core) = self.core() {
            // Nobody may listen.
            let (server, event) = (self.name.clone(), event.clone());
            let _ = core.events.send(Said { server, event, caller: self.underway.only() });
        }
    }
}

impl Connecting {
    fn core(&self) -> Result<Arc<Core>> {
        self.core.upgrade().ok_or_else(|| Error::new(ErrorCode::Closed, "the host has ended"))
    }

    /// Compares what the server has listed last with what is approved, and offers it so.
    pub(super) async fn offer(&self, core: &Core) {
        loop {
            let Some(lists) = core.lists_of(&self.name) else { return };
            // It may not be of the configuration any more.
            let Some(entry) = core.entry_of(&self.name, self) else { return };
            let judged = self.judged.load(Ordering::Acquire);
            let offer = self.review(core, &lists, &entry).await;
            let is_listed = core.lists_of(&self.name).is_some_and(|now| Arc::ptr_eq(&now, &lists));
            // What has changed meanwhile is looked at anew.
            let is_judged = self.judged.load(Ordering::Acquire) == judged;
            let is_described = core.entry_of(&self.name, self).as_ref() == Some(&entry);
            if is_listed && is_judged && is_described {
                core.offer(offer);
                return;
            }
        }
    }

    /// What the server defines now; nothing as long as it has not been started.
    pub(super) fn defines(&self, core: &Core) -> Option<Vec<Definition>> {
        core.lists_of(&self.name).map(|lists| definitions(&lists))
    }

    /// Approves definitions that a person has looked at, and offers them.
    pub(super) async fn approve(&self, core: &Core, approved: Vec<Definition>) -> Result<Pins> {
        let pins = core.pins.approve(self.identity, approved, SystemTime::now()).await?;
        self.judge(core).await;
        Ok(pins)
    }

    /// Offers what a person has judged otherwise now.
    pub(super) async fn judge(&self, core: &Core) {
        self.judged.fetch_add(1, Ordering::AcqRel);
        self.offer(core).await;
    }

    async fn open(&self, core: &Arc<Core>) -> Result<Connected> {
        refuse_blocked(&self.name, self.entry.posture)?;
        let variables = self.variables(core).await?;
        let builder = Client::builder().name("hostline").title("Hostline").steps_aside();
        if let Launch::Address { address, .. } = &self.entry.launch {
            let builder = self.addressed(core, builder, &variables)?;
            let target = Target::parse(&address.resolve_text(&variables)?)?;
            return self.connect(core, builder, target, ConfinementState::Off).await;
        }
        let Some(starting) = Starting::of(&self.entry, &variables)? else {
            return Err(Error::new(ErrorCode::Internal, "there is nothing to start"));
        };
        let confinement = self.confinement(&variables)?;
        let state = confinement.as_ref().map_or(ConfinementState::Off, Confinement::state);
        let passage = self.pass_start(core, &starting, &state).await?;
        let connected = async {
            let program = self.program(&starting, confinement, &variables).await?;
            self.connect(core, builder, Target::from(program), state).await
        };
        let connected = connected.await;
        // Only now it is known what has become of the start.
        passage.end(&connected);
        connected
    }

    async fn connect(
        &self,
        core: &Arc<Core>,
        mut builder: ClientBuilder,
        target: Target,
        confinement: ConfinementState,
    ) -> Result<Connected> {
        if let Some(verdict) = core.verdicts.of(self.identity) {
            builder = builder.verdict(verdict);
        }
        if let Some(timeout) = self.entry.timeout {
            builder = builder.timeout(timeout);
        }
        #[cfg(feature = "icons")]
        let builder = builder.icons(core.icons.clone());
        // Its command line may hold what is nobody's business who calls its tools.
        let builder = builder.label(self.name.label()).guarded();
        let mut builder = self.tap.attach(builder.input_handler(self.answering(None)));
        let events = builder.events();
        let client = builder.connect(target).await?;
        let (verdicts, identity, verdict) =
            (core.verdicts.clone(), self.identity, client.verdict());
        // What is not kept is found out again.
        let _ = tokio::task::spawn_blocking(move || verdicts.keep(identity, verdict)).await;
        Ok(Connected { client, events, confinement })
    }

    /// Who answers what the server asks for a caller's sake, or where it is not known for whose.
    pub(super) fn answering(&self, caller: Option<Caller>) -> Answering {
        let (server, identity) = (self.name.clone(), self.identity);
        Answering { core: self.core.clone(), server, identity, caller }
    }

    /// A person has approved this very command, or does now. There is no start without.
    async fn pass_start(
        &self,
        core: &Arc<Core>,
        starting: &Starting,
        state: &ConfinementState,
    ) -> Result<Passage> {
        let command_line = starting.command_line().to_owned();
        let action = Action::Start { command_line, known: false };
        let request = core.request(&self.name, starting.identity(), None, action)?;
        let matter = starting.matter(state);
        let wish = Wish {
            request,
            matter,
            arguments: None,
            confinement: state.clone(),
            is_for_surface: false,
        };
        core.gate.pass(None, wish).await
    }

    /// The program with its environment and its confinement.
    async fn program(
        &self,
        starting: &Starting,
        confinement: Option<Confinement>,
        variables: &Variables,
    ) -> Result<Command> {
        let mut program = starting.program().await;
        if let Launch::Command { environment, .. } = &self.entry.launch {
            for (name, value) in environment {
                program = program.env(name, self.given(value, variables)?.expose());
            }
        }
        Ok(match confinement {
            Some(confinement) => program.confined(confinement),
            None => program,
        })
    }

    /// The settings of a server at an address.
    fn addressed(
        &self,
        core: &Arc<Core>,
        builder: ClientBuilder,
        variables: &Variables,
    ) -> Result<ClientBuilder> {
        let Launch::Address { headers, auth, issuer, client_id, scopes, .. } = &self.entry.launch
        else {
            return Ok(builder);
        };
        let mut http = HttpSettings::new();
        for (name, value) in headers {
            http = http.header(name, self.given(value, variables)?.expose())?;
        }
        let builder = builder.http(http);
        let has_own = headers.keys().any(|name| name.eq_ignore_ascii_case("authorization"));
        if *auth == AuthChoice::None || has_own {
            return Ok(builder);
        }
        let mut oauth = core.auth.clone().scopes(scopes.clone());
        if let Some(issuer) = issuer {
            oauth = oauth.issuer(issuer.resolve_text(variables)?);
        }
        if let Some(client_id) = client_id {
            oauth = oauth.client_id(client_id.resolve_text(variables)?);
        }
        let (host, server, identity) = (self.core.clone(), self.name.clone(), self.identity);
        let oauth = oauth.open_with(move |visit| {
            let (host, server) = (host.clone(), server.clone());
            async move {
                let closed = || Error::new(ErrorCode::Closed, "the host has ended");
                let core = host.upgrade().ok_or_else(closed)?;
                let address = visit.url.to_string();
                let action = Action::SignIn { address: address.clone() };
                let request = core.request(&server, identity, None, action)?;
                let wish = Wish {
                    request,
                    matter: Matter::SignIn { address },
                    arguments: None,
                    confinement: ConfinementState::Off,
                    is_for_surface: false,
                };
                let passage = core.gate.pass(None, wish).await.map_err(|error| {
                    error.with_next_step(format!("sign in: hostline login {server}"))
                })?;
                let opened = open_browser(&visit.url).await;
                passage.end(&opened);
                opened.map(|()| None)
            }
        });
        Ok(builder.auth(Auth::from(oauth)))
    }

    /// What a server is given. What comes from our own environment may be a secret, and is hidden
    /// like one.
    fn given(&self, value: &Template, variables: &Variables) -> Result<Resolved> {
        let resolved = value.resolve(variables)?;
        if value.variables().next().is_some() && resolved.expose().len() >= SHORTEST_HIDDEN {
            self.tap.hide(&Secret::new(resolved.expose()));
        }
        Ok(resolved)
    }

    fn confinement(&self, variables: &Variables) -> Result<Option<Confinement>> {
        let Some(Confine { read, write, network, memory, processes }) = &self.entry.confine else {
            return Ok(None);
        };
        let mut confinement = Confinement::new().network(*network);
        for folder in read {
            confinement = confinement.read(folder.resolve_folder(variables)?);
        }
        for folder in write {
            confinement = confinement.write(folder.resolve_folder(variables)?);
        }
        if let Some(memory) = memory {
            confinement = confinement.memory(*memory);
        }
        if let Some(processes) = processes {
            confinement = confinement.processes(*processes);
        }
        Ok(Some(confinement))
    }

    /// What the references of the configuration lead to, secrets among them.
    async fn variables(&self, core: &Core) -> Result<Variables> {
        let mut variables = Variables::of_process();
        for name in self.entry.secrets() {
            let record = core.store.load(&format!("{SECRETS}{name}")).await?;
            let secret: Option<Secret> = record.and_then(|bytes| bytes.to_secret());
            let secret = secret.ok_or_else(|| {
                Error::new(ErrorCode::InvalidInput, format!("there is no secret named {name}"))
                    .with_next_step(format!("keep one: hostline secret set {name}"))
            })?;
            self.tap.hide(&secret);
            variables = variables.with_secret(name, secret);
        }
        Ok(variables)
    }

    /// Compares what the server lists with what was approved. What is listed for the first time of
    /// all is approved with the server; what comes or changes later waits for a person.
    async fn review(&self, core: &Core, lists: &Lists, entry: &ServerEntry) -> Offer {
        let mut offer = Offer::new(self.name.clone(), Core::prefix(&self.name, entry));
        offer.resources.clone_from(&lists.resources);
        offer.templates.clone_from(&lists.templates);
        let definitions = definitions(lists);
        let (pins, broken) = match self.pins(core, &definitions).await {
            Ok(pins) => (pins, None),
            // What cannot be compared is not offered.
            Err(error) => (Pins::default(), Some(error.to_string())),
        };
        let differences = pins.compare(&definitions).into_iter();
        let differences = differences.map(|it| ((it.kind, it.name.clone()), it)).collect();
        let review = Review { pins, differences, broken };
        let tools = lists.tools.iter();
        offer.tools = tools.filter_map(|tool| review.switched(tool, &entry.tools.off)).collect();
        let prompts = lists.prompts.iter();
        offer.prompts = prompts.filter_map(|prompt| review.prompt(prompt)).collect();
        offer.instructions = review.instructions(lists.instructions.as_deref());
        offer
    }

    async fn pins(&self, core: &Core, definitions: &[Definition]) -> Result<Pins> {
        // What a person has refused or forgotten is not seen for the first time.
        if core.pins.knows(self.identity).await? {
            return core.pins.look(self.identity).await;
        }
        core.gate.note(Deed {
            action: AuditAction::ApproveDefinition,
            client: None,
            server: &self.name,
            identity: self.identity,
            tool: None,
            definition: None,
            what: format!(
                "what a server lists first is approved with it: {} definitions",
                definitions.len()
            ),
        })?;
        core.pins.approve(self.identity, definitions.to_vec(), SystemTime::now()).await
    }
}

/// What a server lists, beside what was approved of it.
struct Review {
    pins: Pins,
    differences: HashMap<(DefinitionKind, String), Difference>,
    /// Why nothing could be compared.
    broken: Option<String>,
}

impl Review {
    /// A tool as it stands, where it is not switched off.
    fn switched(&self, tool: &Tool, off: &[NamePattern]) -> Option<Offered<Tool>> {
        let mut offered = self.tool(tool)?;
        if off.iter().any(|pattern| pattern.matches(&tool.name)) {
            offered.standing = Standing::Off;
        }
        Some(offered)
    }

    /// How something stands, what consent is bound to, and whether it is shown as it was approved.
    fn standing(&self, definition: &Definition) -> (Standing, crate::host::Digest, bool) {
        let (kind, name) = (definition.kind(), definition.name());
        let found = self.differences.get(&(kind, name.to_owned()));
        let pinned = self.pins.pin(kind, name).map(|pin| pin.digest);
        if let Some(broken) = &self.broken {
            return (Standing::Held(vec![broken.clone()]), definition.digest(), false);
        }
        match found {
            Some(difference) if !difference.is_held() => {
                // What takes less may say something else too, which nobody has looked at.
                let as_pinned = difference.fate != Fate::Same;
                (Standing::Offered, pinned.unwrap_or(definition.digest()), as_pinned)
            }
            Some(difference) => {
                (Standing::Held(vec![difference.to_string()]), definition.digest(), false)
            }
            None => (Standing::Held(Vec::new()), definition.digest(), false),
        }
    }

    fn tool(&self, tool: &Tool) -> Option<Offered<Tool>> {
        let current = Definition::of_tool(tool).ok()?;
        let (standing, definition, as_pinned) = self.standing(&current);
        let pin = self.pins.pin(DefinitionKind::Tool, &tool.name).filter(|_| as_pinned);
        let pinned = pin.and_then(|pin| pin.definition.to_tool());
        // What is no part of the definition nobody has seen, and it is not handed on.
        let item = pinned.or_else(|| current.to_tool())?;
        Some(Offered { item, standing, definition })
    }

    fn prompt(&self, prompt: &Prompt) -> Option<Offered<Prompt>> {
        let current = Definition::of_prompt(prompt).ok()?;
        let (standing, definition, as_pinned) = self.standing(&current);
        let pin = self.pins.pin(DefinitionKind::Prompt, &prompt.name).filter(|_| as_pinned);
        let pinned = pin.and_then(|pin| pin.definition.to_prompt());
        let item = pinned.or_else(|| current.to_prompt())?;
        Some(Offered { item, standing, definition })
    }

    /// The instructions that were approved, as long as they are.
    fn instructions(&self, text: Option<&str>) -> Option<String> {
        let current = Definition::of_instructions(text?).ok()?;
        let (standing, ..) = self.standing(&current);
        if standing.is_offered() {
            return text.map(str::to_owned);
        }
        let pin = self.pins.pin(DefinitionKind::Instructions, "");
        pin.and_then(|pin| pin.definition.instructions().map(str::to_owned))
    }
}

/// Refuses a server with which nothing is to be done.
///
/// # Errors
/// [`ErrorCode::Denied`]: the person has blocked it.
pub(super) fn refuse_blocked(server: &ServerName, posture: Posture) -> Result<()> {
    if posture != Posture::Block {
        return Ok(());
    }
    Err(Error::new(ErrorCode::Denied, "the server is blocked")
        .with_server(server.label())
        .with_next_step("give it another `posture` in the configuration"))
}

/// What a server lists, without what is more than is offered of one server, and one more, which tells
/// that there was more.
fn few(lists: &Lists) -> Lists {
    let mut few = lists.clone();
    few.tools.truncate(MAX_OFFERED + 1);
    few.prompts.truncate(MAX_OFFERED + 1);
    few.resources.truncate(MAX_OFFERED + 1);
    few.templates.truncate(MAX_OFFERED + 1);
    few
}

/// What a server defines. What has no definition is not offered.
fn definitions(lists: &Lists) -> Vec<Definition> {
    let tools = lists.tools.iter().filter_map(|tool| Definition::of_tool(tool).ok());
    let prompts = lists.prompts.iter().filter_map(|prompt| Definition::of_prompt(prompt).ok());
    let instructions = lists.instructions.iter();
    let instructions = instructions.filter_map(|text| Definition::of_instructions(text).ok());
    tools.chain(prompts).chain(instructions).collect()
}
