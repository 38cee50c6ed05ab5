//! Staying with a server that serves: what it says, and what it lists anew.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::lists::{Lists, Wanted};
use crate::{
    Client,
    client::{Event, Events, Subscription},
    error::{Error, ErrorCode, Result},
    future::BoxFuture,
    model::SubscriptionFilter,
};

/// How often a server's lists are fetched at most, whatever it says of changes.
const BETWEEN_LISTS: Duration = Duration::from_secs(1);
/// How long a subscription that the server has ended is left alone before it is opened again.
const BETWEEN_SUBSCRIPTIONS: Duration = Duration::from_secs(1);
/// How long a server may take to open the stream of changes.
const OPENING: Duration = Duration::from_secs(10);
/// How long a server may take to list anew.
const LISTING: Duration = Duration::from_mins(1);

/// What is new of a server.
pub(super) enum News {
    Event(Event),
    /// It lists something else than before.
    Listed,
    Ended(Error),
}

/// One who stays with a server.
pub(super) struct Attending {
    client: Client,
    events: Events,
    /// What was listed last.
    pub(super) lists: Lists,
    listed: Instant,
    /// What has changed since.
    changed: Wanted,
    fetching: Option<BoxFuture<'static, Result<Lists>>>,
    /// Where changes are told of in a stream of their own.
    subscription: Option<Subscription>,
    opening: Option<BoxFuture<'static, Option<Subscription>>>,
}

impl Attending {
    pub(super) fn new(
        client: Client,
        events: Events,
        lists: Lists,
        subscription: Option<Subscription>,
    ) -> Self {
        Self {
            client,
            events,
            lists,
            listed: Instant::now(),
            changed: Wanted::default(),
            fetching: None,
            subscription,
            opening: None,
        }
    }

    /// What is new next. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> News {
        loop {
            let may_list = self.fetching.is_none() && !self.changed.is_none();
            tokio::select! {
                event = self.events.next() => match event {
                    None => return News::Ended(self.end()),
                    Some(Event::Closed(error)) => return News::Ended(error),
                    Some(event) => {
                        self.note(&event);
                        return News::Event(event);
                    }
                },
                event = next(&mut self.subscription) => if let Some(event) = event {
                    self.note(&event);
                } else {
                    self.subscription = None;
                    self.opening = Some(again(&self.client));
                },
                opened = wait(&mut self.opening) => {
                    self.opening = None;
                    self.subscription = opened;
                    // What happened until it was open again was not told of.
                    self.changed = Wanted::of(&self.client);
                }
                () = sleep_until(self.listed + BETWEEN_LISTS), if may_list => self.list(),
                lists = wait(&mut self.fetching) => {
                    self.fetching = None;
                    self.listed = Instant::now();
                    // A server that fails to list is taken at its last word; if it has ended, that
                    // is told of by itself.
                    if let Ok(lists) = lists {
                        self.lists = lists;
                        return News::Listed;
                    }
                }
            }
        }
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::ToolsChanged => self.changed.tools = true,
            Event::PromptsChanged => self.changed.prompts = true,
            Event::ResourcesChanged => self.changed.resources = true,
            // A change may be among what was missed.
            Event::Missed(_) => self.changed = Wanted::of(&self.client),
            _ => {}
        }
    }

    fn list(&mut self) {
        let (client, mut lists) = (self.client.clone(), self.lists.clone());
        let changed = std::mem::take(&mut self.changed);
        self.fetching = Some(Box::pin(async move {
            match tokio::time::timeout(LISTING, lists.fetch(&client, changed)).await {
                Ok(fetched) => fetched.map(|()| lists),
                Err(_) => Err(Error::new(ErrorCode::Timeout, "the server did not list in time")),
            }
        }));
    }

    fn end(&self) -> Error {
        self.client
            .closed()
            .unwrap_or_else(|| Error::new(ErrorCode::Closed, "the connection has ended"))
    }
}

/// Opens the stream of changes of what the server says may change. It is open before anything is
/// listed, so that no change falls between. A server that has no such stream, or does not open it, is
/// listed when it is started.
pub(super) async fn subscribe(client: &Client) -> Option<Subscription> {
    let capabilities = client.capabilities()?;
    let mut filter = SubscriptionFilter::new();
    filter.tools_list_changed = capabilities.tools.as_ref().and_then(|it| it.list_changed);
    filter.prompts_list_changed = capabilities.prompts.as_ref().and_then(|it| it.list_changed);
    filter.resources_list_changed = capabilities.resources.as_ref().and_then(|it| it.list_changed);
    let wanted =
        [filter.tools_list_changed, filter.prompts_list_changed, filter.resources_list_changed];
    if !wanted.contains(&Some(true)) {
        return None;
    }
    tokio::time::timeout(OPENING, client.subscribe(filter)).await.ok()?.ok()
}

/// Opens it again, after a wait.
fn again(client: &Client) -> BoxFuture<'static, Option<Subscription>> {
    let client = client.clone();
    Box::pin(async move {
        tokio::time::sleep(BETWEEN_SUBSCRIPTIONS).await;
        subscribe(&client).await
    })
}

/// The next event of a subscription, or never one where there is none.
async fn next(subscription: &mut Option<Subscription>) -> Option<Event> {
    match subscription {
        Some(subscription) => subscription.next().await,
        None => std::future::pending().await,
    }
}

/// What comes of a future, or never anything where there is none.
async fn wait<T>(doing: &mut Option<BoxFuture<'static, T>>) -> T {
    match doing {
        Some(doing) => doing.await,
        None => std::future::pending().await,
    }
}
