//! The typed API of Typescript.

use super::{File, contract::Contract};

/// The files of this language.
pub(super) fn files(_contract: &Contract) -> Vec<File> {
    Vec::new()
}
