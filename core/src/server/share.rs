//! How much each principal has of what all clients share, so that none of them takes it all.

use std::collections::HashMap;

use ring::digest::{SHA256, digest};

use crate::auth::Principal;

/// Whom something is counted for, in few bytes. That no two of them are the same is as sure as half
/// a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner([u8; 16]);

impl Owner {
    /// Whom it is counted for what a principal takes. Nobody in particular is everybody where there
    /// is no sign-in, and nothing is counted for it.
    pub(crate) fn of(principal: &Principal) -> Option<Self> {
        if principal.is_anonymous() {
            return None;
        }
        let digest = digest(&SHA256, &principal.counted_as());
        digest.as_ref().first_chunk().copied().map(Self)
    }
}

/// How much of one thing each owner has.
#[derive(Debug, Default)]
pub(crate) struct Shares(HashMap<Owner, usize>);

impl Shares {
    /// How much the owner has; nothing where it is not counted.
    pub(crate) fn of(&self, owner: Option<Owner>) -> usize {
        owner.and_then(|owner| self.0.get(&owner)).copied().unwrap_or_default()
    }

    /// Counts what the owner takes.
    pub(crate) fn take(&mut self, owner: Option<Owner>, much: usize) {
        if let Some(owner) = owner
            && much > 0
        {
            *self.0.entry(owner).or_default() += much;
        }
    }

    /// Counts what the owner gives back, of what it took.
    pub(crate) fn give_back(&mut self, owner: Option<Owner>, much: usize) {
        let Some(owner) = owner else { return };
        if let Some(taken) = self.0.get_mut(&owner) {
            *taken = taken.saturating_sub(much);
            if *taken == 0 {
                self.0.remove(&owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(subject: &str) -> Option<Owner> {
        Owner::of(&Principal::new("https://id.example", subject))
    }

    #[test]
    fn each_owner_has_what_it_took_and_nobody_has_a_share() {
        let mut shares = Shares::default();
        shares.take(owner("anna"), 2);
        shares.take(owner("anna"), 3);
        shares.take(owner("bob"), 1);
        shares.take(Owner::of(&Principal::anonymous()), 7);
        shares.give_back(owner("anna"), 1);
        shares.give_back(owner("bob"), 1);
        let has = ["anna", "bob"].map(|subject| shares.of(owner(subject)));
        assert_eq!((has, shares.of(None), shares.0.len()), ([4, 0], 0, 1));
    }

    #[test]
    fn a_subject_has_one_share_through_all_of_its_clients() {
        let through = |client: &str| {
            Owner::of(&Principal::new("https://id.example", "anna").with_client_id(client))
        };
        assert_eq!(through("editor"), through("browser"));
        assert_eq!(through("editor"), owner("anna"));
        assert_ne!(owner("anna"), owner("bob"));
        let client = |id: &str| Owner::of(&Principal::of_client("https://id.example", id));
        assert_ne!(client("editor"), client("browser"));
        assert_ne!(client("anna"), owner("anna"));
    }
}
