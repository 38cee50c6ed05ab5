//! A server that is ready to be connected, and to be changed while it runs.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet};

use super::{ServedPrompt, ServedResource, ServedTool, Server, core::Core, router::Router};
use crate::{
    auth::{Principal, unguessable_number},
    dialect::method,
    engine::Ids,
    error::{Error, ErrorCode, Result},
    peer::serving::start,
    transport::{StdioTransport, Transport},
};

/// A server that is ready. Cheap to clone; all clones are the same server.
///
/// Tools, resources and prompts may come and go while it runs; clients that listen are told. A
/// client hears of a kind only if there was one when it connected, or the server declares it
/// ([`Server::offers_tools`]).
#[derive(Clone)]
pub struct ServerHandle(Arc<Core>);

impl ServerHandle {
    pub(crate) fn of(core: Arc<Core>) -> Self {
        Self(core)
    }

    #[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP needs it"))]
    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0
    }

    /// Adds a tool, or puts it in the place of the one of its name.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`] for a definition that breaks the specification, or where the
    /// server has a [`Handler`](super::Handler) of its own.
    pub fn add_tool(&self, tool: ServedTool) -> Result<()> {
        self.router()?.add_tool(tool)?;
        self.0.changes.tools();
        Ok(())
    }

    /// Takes a tool away; false if there is none of this name.
    pub fn remove_tool(&self, name: &str) -> bool {
        let removed = self.0.router.as_ref().is_some_and(|router| router.remove_tool(name));
        if removed {
            self.0.changes.tools();
        }
        removed
    }

    /// Adds a resource or a template, or puts it in the place of the one of its address.
    ///
    /// # Errors
    /// As [`Self::add_tool`].
    pub fn add_resource(&self, resource: ServedResource) -> Result<()> {
        self.router()?.add_resource(resource)?;
        self.0.changes.resources();
        Ok(())
    }

    /// Takes a resource or a template away; false if there is none of this address.
    pub fn remove_resource(&self, address: &str) -> bool {
        let removed = self.0.router.as_ref().is_some_and(|router| router.remove_resource(address));
        if removed {
            self.0.changes.resources();
        }
        removed
    }

    /// Adds a prompt, or puts it in the place of the one of its name.
    ///
    /// # Errors
    /// As [`Self::add_tool`].
    pub fn add_prompt(&self, prompt: ServedPrompt) -> Result<()> {
        self.router()?.add_prompt(prompt)?;
        self.0.changes.prompts();
        Ok(())
    }

    /// Takes a prompt away; false if there is none of this name.
    pub fn remove_prompt(&self, name: &str) -> bool {
        let removed = self.0.router.as_ref().is_some_and(|router| router.remove_prompt(name));
        if removed {
            self.0.changes.prompts();
        }
        removed
    }

    /// Tells whoever watches it that a resource has changed (2026-07-28 `server/resources`,
    /// "Subscriptions").
    pub fn resource_updated(&self, uri: &str) {
        self.0.changes.resource_updated(uri);
    }

    /// Whether anybody watches a resource.
    #[cfg(feature = "http")]
    pub(crate) fn is_watched(&self, uri: &str) -> bool {
        self.0.changes.is_watched(uri)
    }

    /// Tells that the list of tools has changed, for a server with a handler of its own.
    pub fn tools_changed(&self) {
        self.0.changes.tools();
    }

    /// Tells that the list of resources or templates has changed.
    pub fn resources_changed(&self) {
        self.0.changes.resources();
    }

    /// Tells that the list of prompts has changed.
    pub fn prompts_changed(&self) {
        self.0.changes.prompts();
    }

    /// Tells the client that was sent to the page of this `elicitation_id`, and no other, that the
    /// person is done with it (2025-11-25 `client/elicitation`, "Completion Notifications"). False
    /// if no client waits to hear that: clients of other versions do not.
    pub fn elicitation_complete(&self, elicitation_id: &str) -> bool {
        let Some(line) = self.0.visits.end(elicitation_id) else { return false };
        let params = serde_json::json!({ "elicitationId": elicitation_id });
        line.notify(method::ELICITATION_COMPLETE, params.to_string().into());
        true
    }

    /// Ends the subscriptions of all clients in good order. New ones end at once.
    pub fn end_subscriptions(&self) {
        self.0.changes.end();
    }

    /// Serves one client over this process's standard streams, until the client closes them.
    ///
    /// Requests that are running when the client closes its end may end within five seconds, as it
    /// may still read; the questions that they have asked it fail at once, and so do new ones.
    /// Subscriptions end. [`Self::shut_down`] ends it from this side.
    ///
    /// Standard output belongs to the protocol: what a handler prints there goes to standard error
    /// instead. Dropping the future ends everything at once.
    ///
    /// The runtime can be shut down once this has ended, even while standard input stays open. What
    /// holds for streams that are neither pipes nor sockets, [`StdioTransport`] says.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidInput`]: the process serves over its standard streams already. Otherwise
    /// the streams cannot be used, or broke.
    pub async fn serve_stdio(&self) -> Result<()> {
        self.serve(StdioTransport::new()?).await
    }

    /// Serves one client over a transport, in both eras, until the client ends the connection.
    /// Requests that are running then may end within five seconds, where the client may still read
    /// ([`Transport::poll_outgoing`]); otherwise they are dropped.
    ///
    /// Dropping the future ends everything at once.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn serve(&self, transport: impl Transport) -> Result<()> {
        self.serve_as(transport, Principal::anonymous()).await
    }

    /// Like [`Self::serve`], for a client whose principal is known, such as the user at the other
    /// end of a socket.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn serve_as(&self, transport: impl Transport, principal: Principal) -> Result<()> {
        let mut tasks = JoinSet::new();
        let conversation = self.0.conversation(Arc::new(principal));
        // A client that one process hands to another may answer late: its answer must be none to what
        // another process has asked. Without random numbers nothing else goes on either.
        let ids = Ids::behind(unguessable_number().map_or(0, u64::cast_signed));
        let peer = start(
            "client".into(),
            Box::new(transport),
            conversation,
            self.0.settings.limits,
            ids,
            &mut tasks,
        );
        let mut stop = self.0.stop.subscribe();
        let end = tokio::select! {
            end = peer.ended() => end,
            grace = grace(&mut stop) => {
                peer.close(grace).await?;
                peer.ended().await
            }
        };
        // The driver has nothing left to do but to leave.
        while tasks.join_next().await.is_some() {}
        match end.code() {
            ErrorCode::Closed => Ok(()),
            _ => Err(end),
        }
    }

    /// Ends in good order what [`Self::serve`], [`Self::serve_as`] and [`Self::serve_stdio`] serve,
    /// and waits until it has ended: they take no more requests, end the subscriptions of their
    /// clients, and let what is running end within `grace`. The rest is dropped. Connections that
    /// begin later end at once. It goes on when the future is dropped; a second call waits for the
    /// first one's time.
    ///
    /// An [`HttpServer`](super::HttpServer) of the same server goes on: it has a `shut_down` of its
    /// own.
    pub async fn shut_down(&self, grace: Duration) {
        self.0.stop.send_if_modified(|stop| {
            let is_first = stop.is_none();
            stop.get_or_insert(grace);
            is_first
        });
        // Each connection listens until it has ended.
        self.0.stop.closed().await;
    }

    fn router(&self) -> Result<&Router> {
        self.0.router.as_deref().ok_or_else(|| {
            Error::new(ErrorCode::InvalidInput, "this server has a handler of its own")
                .with_next_step("let the handler list what it offers, and tell that it changed")
        })
    }
}

/// Waits until the connections are to end, and says within what time.
async fn grace(stop: &mut watch::Receiver<Option<Duration>>) -> Duration {
    let grace = stop.wait_for(Option::is_some).await.map(|grace| grace.unwrap_or_default());
    match grace {
        Ok(grace) => grace,
        // Whoever could say so is gone, which cannot be while a connection is served.
        Err(_) => std::future::pending().await,
    }
}

impl TryFrom<Server> for ServerHandle {
    type Error = Error;

    fn try_from(server: Server) -> Result<Self> {
        server.build()
    }
}

impl std::fmt::Debug for ServerHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerHandle")
            .field("name", &self.0.handler.implementation().name)
            .finish_non_exhaustive()
    }
}
