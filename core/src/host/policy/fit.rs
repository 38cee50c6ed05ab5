//! Whether something surely is so.

/// Whether a rule, a grant or a constraint applies. What is not sure allows nothing, and is asked
/// where it may be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::host) enum Fit {
    /// It surely is.
    Yes,
    /// It surely is not.
    No,
    /// It cannot be told.
    Unsure,
}

impl Fit {
    /// What holds of each of some things, or of none of them.
    pub(super) fn of_each(fits: impl IntoIterator<Item = Self>) -> Self {
        let mut fits = fits.into_iter();
        // Nothing at all is surely nowhere.
        let Some(first) = fits.next() else { return Self::No };
        fits.fold(first, |all, one| if all == one { all } else { Self::Unsure })
    }

    /// Whether all of some demands are met; they are where there are none.
    pub(super) fn of_demands(fits: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::Yes;
        for fit in fits {
            match fit {
                Self::No => return Self::No,
                Self::Unsure => all = Self::Unsure,
                Self::Yes => {}
            }
        }
        all
    }

    /// What holds of some alternatives: one of them, or none.
    pub(super) fn of_any(fits: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Self::No;
        for fit in fits {
            match fit {
                Self::Yes => return Self::Yes,
                Self::Unsure => any = Self::Unsure,
                Self::No => {}
            }
        }
        any
    }
}
