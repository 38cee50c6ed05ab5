//! The suites of the languages: each builds its part from the same library, and runs its tests.

pub(crate) mod swift;
mod trixie;
