//! A server that is ready: what all of its connections share.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{
    Handler, aside::Aside, changes::Changes, input::INPUT_WAIT, router::Router, seal::Sealer,
    visits::Visits,
};
use crate::{dialect::serving::Callers, peer::serving::ServingLimits};

/// What all connections of a server share.
pub(crate) struct Core {
    pub(crate) handler: Arc<dyn Handler>,
    /// The same, where tools, resources and prompts can be added to it.
    pub(crate) router: Option<Arc<Router>>,
    pub(crate) modern: Arc<Callers>,
    pub(crate) aside: Aside,
    pub(crate) sealer: Sealer,
    pub(crate) changes: Changes,
    pub(crate) visits: Visits,
    pub(crate) settings: Settings,
    /// Within what time the connections are to end, once they are. Each of them holds a receiver.
    pub(crate) stop: watch::Sender<Option<Duration>>,
}

/// How a server behaves, beside what it offers.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// How long a client has to answer a question of ours.
    pub(crate) input_wait: Duration,
    /// What one connection may cost.
    pub(crate) limits: ServingLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Self { input_wait: INPUT_WAIT, limits: ServingLimits::default() }
    }
}
