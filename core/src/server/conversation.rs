//! One connection that may hold a session: stdio, a socket, or a legacy session over HTTP.
//!
//! A request that is complete in itself is served as such, whatever came before it; `initialize`
//! opens a session for all others (2026-07-28 `basic/versioning`, "Backward Compatibility").

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

use super::{
    Context, Failure,
    admitted::{Admissions, Admitted},
    changes::Subscriber,
    context::{InputSource, LogFilter, SessionLevel},
    core::Core,
    dispatch::{check_address, no_parameters, offers, parameters, refusal, serve_in_session},
    listen::notification,
    outlet::Outlet,
    share::Owner,
};
use crate::{
    auth::Principal,
    dialect::{
        Profile, method as m,
        serving::{
            AfterHandshake, Attached, Caller, Facts, Round, Serving as _, adapt_opening,
            capabilities, choose_version, is_complete_in_itself, progress_token, take_attached,
        },
    },
    jsonrpc::{
        INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Notification, Request,
        ResultText, RpcError,
    },
    model::{
        InitializeParams, InitializeResult, Meta, ResourceParams, ServerCapabilities,
        SetLevelParams, SubscriptionFilter,
    },
    peer::serving::{Line, Outcome, Servant, Serving},
};

/// One connection that may hold a session.
pub(crate) struct Conversation {
    core: Arc<Core>,
    origin: Origin,
    session: OnceLock<Session>,
}

/// Where the requests of a conversation come from.
enum Origin {
    /// A connection of one principal, which serves both eras by what each request says.
    Connection(Arc<Principal>),
    /// The messages of a session, each of which was let through by itself. Who has told the eras
    /// apart already has kept modern ones out.
    Messages(Arc<Admissions>),
}

/// What a session has agreed on, and what its client has asked for since.
struct Session {
    caller: Arc<Caller>,
    log_level: Arc<SessionLevel>,
    subscriber: Arc<Subscriber>,
    /// Whether the client has said that it is ready.
    begun: AtomicBool,
}

impl Core {
    /// Serves one connection, in both eras.
    pub(crate) fn conversation(self: &Arc<Self>, principal: Arc<Principal>) -> Arc<Conversation> {
        self.converse(Origin::Connection(principal))
    }

    /// Serves one legacy session, whose messages are let through one by one.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has such sessions"))]
    pub(crate) fn legacy_conversation(
        self: &Arc<Self>,
        admissions: Arc<Admissions>,
    ) -> Arc<Conversation> {
        self.converse(Origin::Messages(admissions))
    }

    fn converse(self: &Arc<Self>, origin: Origin) -> Arc<Conversation> {
        Arc::new(Conversation { core: self.clone(), origin, session: OnceLock::new() })
    }
}

impl Conversation {
    /// The vocabulary of the session, once there is one.
    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP has headers"))]
    pub(crate) fn profile(&self) -> Option<&'static Profile> {
        self.session.get().map(|session| session.caller.profile())
    }

    /// What came along with a request. Nobody acts for somebody else: where nothing is known, the
    /// request is not served.
    fn admitted(&self, line: &Line) -> Option<Admitted> {
        match &self.origin {
            Origin::Connection(principal) => Some(Admitted::by_connection(principal.clone())),
            Origin::Messages(admissions) => admissions.of(line.exchange()?),
        }
    }

    fn serve_alone(
        &self,
        request: Request,
        attached: Attached,
        principal: Arc<Principal>,
        line: Line,
    ) -> Serving {
        match self.core.modern.read_facts(attached) {
            Err(error) => Serving::Done(Err(error)),
            Ok(facts) => {
                let outlet = Outlet::Line(line);
                let serving = self.core.serve_modern(request, facts, principal, outlet, None);
                Serving::Running(Box::pin(serving))
            }
        }
    }

    /// Opens the session.
    fn open(&self, request: &Request, principal: &Principal, line: &Line) -> Outcome {
        if self.session.get().is_some() {
            return refusal(INVALID_REQUEST, "Invalid Request: the session is open already");
        }
        let params: InitializeParams =
            parameters(request).map_err(|failure| failure.into_rpc(self.core.modern.profile()))?;
        let dialect = AfterHandshake::new(choose_version(&params.protocol_version));
        let profile = dialect.profile();
        let handler = &self.core.handler;
        let can = capabilities(profile, handler.capabilities());
        // Whoever has opened a session hears of all lists that can change; of single resources, of
        // those that it names later.
        let subscriber = self
            .core
            .changes
            .subscribe(&lists(&can), Owner::of(principal))
            .map_err(|error| Failure::from(error).into_rpc(profile))?;
        let mut result =
            InitializeResult::new(profile.version.as_str(), can, handler.implementation());
        result.instructions = handler.instructions();
        adapt_opening(&mut result, &profile.says);
        let session = Session {
            caller: Arc::new(Caller {
                dialect: Arc::new(dialect),
                capabilities: params.capabilities,
                info: Some(params.client_info),
            }),
            log_level: Arc::default(),
            subscriber: Arc::new(subscriber),
            begun: AtomicBool::new(false),
        };
        line.allow_batches(profile.batching);
        // Requests are served one after the other up to here, so nobody else has opened it.
        let _ = self.session.set(session);
        ResultText::encode(&result, 0).map_err(|error| Failure::from(error).into_rpc(profile))
    }

    /// Serves a request of the open session.
    fn serve_in(
        &self,
        session: &Session,
        request: Request,
        meta: Meta,
        admitted: Admitted,
        line: Line,
    ) -> Serving {
        let profile = session.caller.profile();
        let can = self.core.handler.capabilities();
        if !profile.knows_request(&request.method) || !offers(&can, &request.method) {
            return Serving::Done(refusal(METHOD_NOT_FOUND, "Method not found"));
        }
        let facts = match session.facts(meta) {
            Ok(facts) => facts,
            Err(error) => return Serving::Done(Err(error)),
        };
        let cx = Context::new(
            self.core.clone(),
            facts,
            admitted.principal,
            Outlet::Line(line.clone()),
            InputSource::Requests(line),
            LogFilter::Session(session.log_level.clone()),
            None,
        );
        let answer = match &*request.method {
            m::PING => pong(&request),
            m::SET_LEVEL => session.set_level(&request),
            m::RESOURCES_SUBSCRIBE => session.watch(&request, &cx),
            m::RESOURCES_UNSUBSCRIBE => session.unwatch(&request),
            _ => {
                return Serving::Running(Box::pin(async move {
                    let outcome = serve_in_session(request, cx).await;
                    drop(admitted.cost);
                    outcome
                }));
            }
        };
        Serving::Done(answer.map_err(|failure| failure.into_rpc(profile)))
    }
}

impl Servant for Conversation {
    fn serve(&self, mut request: Request, line: Line) -> Serving {
        let attached = match take_attached(&mut request) {
            Ok(attached) => attached,
            Err(error) => return Serving::Done(Err(error)),
        };
        let Some(admitted) = self.admitted(&line) else {
            return Serving::Done(refusal(INTERNAL_ERROR, "Internal error"));
        };
        if matches!(self.origin, Origin::Connection(_)) && is_complete_in_itself(&attached.meta) {
            return self.serve_alone(request, attached, admitted.principal, line);
        }
        if &*request.method == m::INITIALIZE {
            return Serving::Done(self.open(&request, &admitted.principal, &line));
        }
        match self.session.get() {
            Some(session) => self.serve_in(session, request, attached.meta, admitted, line),
            None if &*request.method == m::PING => {
                let profile = self.core.modern.profile();
                Serving::Done(pong(&request).map_err(|failure| failure.into_rpc(profile)))
            }
            None => Serving::Done(refusal(
                INVALID_PARAMS,
                "Invalid params: _meta lacks the protocol version, and no session is open",
            )),
        }
    }

    fn hear(&self, notification: Notification, line: &Line) {
        if &*notification.method == m::INITIALIZED
            && let Some(session) = self.session.get()
            && session.begins()
        {
            session.begin(line);
        }
    }
}

impl Session {
    fn facts(&self, meta: Meta) -> Result<Facts, RpcError> {
        let progress_token = progress_token(&meta)?;
        let caller = self.caller.clone();
        Ok(Facts { caller, progress_token, log_level: None, meta, round: Round::default() })
    }

    /// Begins to tell what changes, now that the client is ready for it.
    fn begin(&self, line: &Line) {
        line.established();
        let subscriber = self.subscriber.clone();
        let line = line.of_connection();
        let way = line.clone();
        line.spawn(Box::pin(async move {
            while let Some(changes) = subscriber.next().await {
                for change in changes {
                    let (method, params) = notification(change, None);
                    way.notify(method, params);
                    // What changes before the client has read becomes one change.
                    way.room().await;
                }
            }
        }));
    }

    /// Whether this is the first time that the client says that it is ready.
    fn begins(&self) -> bool {
        !self.begun.swap(true, Ordering::Relaxed)
    }

    fn set_level(&self, request: &Request) -> Result<ResultText, Failure> {
        let params: SetLevelParams = parameters(request)?;
        let Some(severity) = params.level.severity() else {
            return Err(Failure::invalid_params("there is no such level"));
        };
        self.log_level.set(severity);
        Ok(ResultText::empty())
    }

    fn watch(&self, request: &Request, cx: &Context) -> Result<ResultText, Failure> {
        let params: ResourceParams = parameters(request)?;
        check_address(&params.uri)?;
        if !cx.core().handler.may_watch(&params.uri, cx) {
            return Err(Failure::not_found().about_resource(&params.uri));
        }
        self.subscriber.watch(&params.uri)?;
        Ok(ResultText::empty())
    }

    fn unwatch(&self, request: &Request) -> Result<ResultText, Failure> {
        let params: ResourceParams = parameters(request)?;
        self.subscriber.unwatch(&params.uri);
        Ok(ResultText::empty())
    }
}

fn pong(request: &Request) -> Result<ResultText, Failure> {
    no_parameters(request)?;
    Ok(ResultText::empty())
}

/// The lists of a server that can change.
fn lists(can: &ServerCapabilities) -> SubscriptionFilter {
    let changes = |list: Option<bool>| list == Some(true);
    let mut lists = SubscriptionFilter::new();
    lists.tools_list_changed = can.tools.as_ref().map(|list| changes(list.list_changed));
    lists.prompts_list_changed = can.prompts.as_ref().map(|list| changes(list.list_changed));
    lists.resources_list_changed = can.resources.as_ref().map(|list| changes(list.list_changed));
    lists
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;
