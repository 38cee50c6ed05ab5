//! Which client was sent to which page, until the page says that it is done (2025-11-25
//! `client/elicitation`, "Completion Notifications"). It knows no handler and no request.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::peer::serving::Line;

/// The most pages that are remembered. Beyond it, the one is forgotten that was named first.
pub(crate) const MOST_VISITS: usize = 10_000;

/// Which client was sent to which page.
#[derive(Default)]
pub(crate) struct Visits(Mutex<Open>);

#[derive(Default)]
struct Open {
    lines: HashMap<String, Line>,
    /// The same names, oldest first. A name may stand here that was ended.
    order: VecDeque<String>,
}

impl Visits {
    /// Remembers whom to tell when the page of this name is done.
    pub(crate) fn begin(&self, name: &str, line: Line) {
        let mut open = self.lock();
        if open.lines.insert(name.to_owned(), line).is_none() {
            open.order.push_back(name.to_owned());
        }
        while open.order.len() > MOST_VISITS {
            if let Some(oldest) = open.order.pop_front() {
                open.lines.remove(&oldest);
            }
        }
    }

    /// The client that was sent to this page, once.
    pub(crate) fn end(&self, name: &str) -> Option<Line> {
        let mut open = self.lock();
        let line = open.lines.remove(name)?;
        open.order.retain(|known| known != name);
        (!line.is_gone()).then_some(line)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // A panic while it was held costs at most one page that nobody is told of.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
