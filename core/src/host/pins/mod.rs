//! What a person has approved of a server's own words: the definitions of its tools and prompts,
//! and its instructions.
//!
//! An approved definition is pinned by its digest. What a server says later is compared with it:
//! only words have changed, or it takes less, or it is held until a person has seen what has
//! changed.

mod change;
mod definition;
mod diff;
mod schema;
mod set;
mod store;

pub use self::{
    change::{Change, MAX_CHANGES, Weight, What, classify},
    definition::{Definition, DefinitionKind, MAX_DEFINITION_BYTES},
    diff::{MAX_COMPARED, Run, RunKind, diff},
    set::{Difference, Fate, compare},
    store::{MAX_PINS, MAX_PINS_BYTES, Pin, PinStore, Pins},
};
