//! Which client was sent to which page, until the page says that it is done (2025-11-25
//! `client/elicitation`, "Completion Notifications"). It knows no handler and no request.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::share::Owner;
use crate::peer::serving::Line;

/// The most pages that are remembered. Beyond it, the one is forgotten that was named first, of
/// those of the owner who has named most.
pub(crate) const MOST_VISITS: usize = 10_000;

/// Which client was sent to which page.
#[derive(Default)]
pub(crate) struct Visits(Mutex<Open<Line>>);

struct Open<L> {
    pages: HashMap<String, Page<L>>,
    /// The names that each owner has named, oldest first. Each of them is open.
    named: HashMap<Option<Owner>, VecDeque<String>>,
}

/// A page that is not done.
struct Page<L> {
    line: L,
    owner: Option<Owner>,
}

impl Visits {
    /// Remembers whom to tell when the page of this name is done.
    pub(crate) fn begin(&self, name: &str, line: Line, owner: Option<Owner>) {
        self.lock().begin(name, line, owner);
    }

    /// The client that was sent to this page, once.
    pub(crate) fn end(&self, name: &str) -> Option<Line> {
        self.lock().end(name).filter(|line| !line.is_gone())
    }

    fn lock(&self) -> MutexGuard<'_, Open<Line>> {
        // A panic while it was held costs at most one page that nobody is told of.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L> Default for Open<L> {
    fn default() -> Self {
        Self { pages: HashMap::new(), named: HashMap::new() }
    }
}

impl<L> Open<L> {
    fn begin(&mut self, name: &str, line: L, owner: Option<Owner>) {
        // Whoever names it last is told.
        self.end(name);
        self.pages.insert(name.to_owned(), Page { line, owner });
        self.named.entry(owner).or_default().push_back(name.to_owned());
        if self.pages.len() > MOST_VISITS {
            self.forget_one();
        }
    }

    fn end(&mut self, name: &str) -> Option<L> {
        let Page { line, owner } = self.pages.remove(name)?;
        if let Some(named) = self.named.get_mut(&owner) {
            named.retain(|known| known != name);
            if named.is_empty() {
                self.named.remove(&owner);
            }
        }
        Some(line)
    }

    fn forget_one(&mut self) {
        let most = self.named.iter().max_by_key(|(_, named)| named.len());
        let Some(owner) = most.map(|(owner, _)| *owner) else { return };
        let Some(named) = self.named.get_mut(&owner) else { return };
        if let Some(oldest) = named.pop_front() {
            self.pages.remove(&oldest);
        }
        if named.is_empty() {
            self.named.remove(&owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::Principal;

    fn owner(subject: &str) -> Option<Owner> {
        Owner::of(&Principal::new("https://id.example", subject))
    }

    #[test]
    fn whoever_names_many_pages_pushes_out_only_its_own() {
        let mut open = Open::default();
        open.begin("bob", 0, owner("bob"));
        open.begin("nobody", 0, None);
        for number in 0..2 * MOST_VISITS {
            open.begin(&format!("page {number}"), number, owner("anna"));
        }
        assert_eq!(open.pages.len(), MOST_VISITS);
        assert_eq!((open.end("bob"), open.end("nobody")), (Some(0), Some(0)));
        let last = 2 * MOST_VISITS - 1;
        assert_eq!(open.end(&format!("page {last}")), Some(last));
        assert_eq!(open.end("page 0"), None);
    }

    #[test]
    fn a_page_ends_once_for_whoever_named_it_last() {
        let mut open = Open::default();
        open.begin("page", 1, owner("anna"));
        open.begin("page", 2, owner("bob"));
        assert_eq!((open.end("page"), open.end("page")), (Some(2), None));
        assert!(open.named.is_empty() && open.pages.is_empty());
    }
}
