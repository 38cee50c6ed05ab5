//! Systems that cannot confine a server.

use std::path::Path;

use super::{Confinement, unavailable};
use crate::error::Result;

const WHY: &str = "not available on this system";

/// A confinement that is ready to be put on a server: there is none.
pub(in crate::transport::process) enum Confined {}

impl Confined {
    pub(in crate::transport::process) fn prepare(_: &Confinement, _: &Path) -> Result<Self> {
        Err(unavailable(WHY))
    }
}

pub(super) fn available(_: &Confinement) -> Result<Vec<&'static str>, &'static str> {
    Err(WHY)
}

/// Starts a command.
#[cfg(unix)]
pub(in crate::transport::process) fn spawn(
    mut command: tokio::process::Command,
    confined: Option<Confined>,
) -> std::io::Result<tokio::process::Child> {
    match confined {
        Some(never) => match never {},
        None => command.spawn(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ConfinementState;

    #[test]
    fn what_cannot_be_had_is_said() {
        let state = ConfinementState::available();
        assert_eq!(state, ConfinementState::Unavailable("not available on this system"));
    }
}
