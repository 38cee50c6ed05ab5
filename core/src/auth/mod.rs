//! Who asks: the server as a resource server of OAuth 2.1, and where clients keep their sign-ins.
//!
//! Owns whom a request acts for, how a bearer token proves it, and what a client is told that has
//! none or a wrong one. It knows nothing of methods, versions or sessions. What leaves it is a
//! [`Principal`]; a token is seen by nobody else but a judge of the application. For clients it owns
//! [`Secret`] and the [`TokenStore`]s.

#[cfg(feature = "http")]
mod bearer;
#[cfg(feature = "http")]
mod challenge;
#[cfg(feature = "http")]
mod endpoint;
#[cfg(feature = "http")]
mod issuer;
#[cfg(feature = "http")]
mod metadata;
mod principal;
mod secret;
mod store;
mod unguessable;

#[cfg(feature = "http")]
pub use bearer::{Algorithm, BearerCheck};
#[cfg(feature = "http")]
pub use challenge::Challenge;
#[cfg(feature = "http")]
pub use metadata::ProtectedResource;
pub use principal::Principal;
pub use secret::{Secret, SecretBytes};
pub use store::{MemoryStore, SealedFiles, StoreLock, TokenStore};
pub(crate) use unguessable::unguessable;

pub use crate::future::BoxFuture;
