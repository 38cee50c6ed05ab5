//! What a person has said at a question, to be held to later.
//!
//! A [`Grant`] is bound to content, so that what has changed is asked for anew; the store keeps it
//! over upgrades, counts its uses, and lets it be revoked.

mod grant;
mod store;

pub use self::{
    grant::{Grant, GrantEffect, GrantId, Granted, NewGrant, Scope},
    store::{GrantStore, MAX_GRANTS},
};
