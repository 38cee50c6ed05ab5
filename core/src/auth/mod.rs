//! Who asks, on both sides of OAuth 2.1.
//!
//! For servers it owns whom a request acts for, how a bearer token proves it, and what a client is
//! told that has none or a wrong one; what leaves it is a [`Principal`], and a token is seen by
//! nobody else but a judge of the application. For clients it owns signing in ([`Auth`], [`flow`]),
//! the [`Account`] that renews and keeps tokens, and the [`TokenStore`]s. It knows nothing of
//! methods, versions or sessions.

#[cfg(feature = "http")]
mod account;
#[cfg(feature = "http")]
mod bearer;
#[cfg(feature = "http")]
mod browser;
#[cfg(feature = "http")]
mod challenge;
#[cfg(feature = "http")]
mod door;
#[cfg(feature = "http")]
mod endpoint;
#[cfg(feature = "http")]
mod event;
#[cfg(feature = "http")]
pub mod flow;
#[cfg(feature = "http")]
mod issuer;
#[cfg(feature = "http")]
mod metadata;
#[cfg(feature = "http")]
mod oauth;
mod principal;
#[cfg(feature = "http")]
mod receiver;
mod secret;
mod store;
mod unguessable;

#[cfg(feature = "http")]
pub use account::{Account, AccountStatus, SessionStatus};
#[cfg(feature = "http")]
pub use bearer::{Algorithm, BearerCheck};
#[cfg(feature = "http")]
pub use browser::{open_browser, open_reviewed};
#[cfg(feature = "http")]
pub use challenge::Challenge;
#[cfg(feature = "http")]
pub(crate) use door::Door;
#[cfg(feature = "http")]
pub use event::AuthEvent;
#[cfg(feature = "http")]
pub use metadata::ProtectedResource;
#[cfg(feature = "http")]
pub use oauth::{Auth, OAuth};
pub use principal::Principal;
pub use secret::{Secret, SecretBytes};
pub use store::{MemoryStore, SealedFiles, StoreLock, TokenStore};
#[cfg(feature = "http")]
pub(crate) use store::{SECRETS, secret_record};
pub(crate) use unguessable::{unguessable, unguessable_number};

pub use crate::future::BoxFuture;
