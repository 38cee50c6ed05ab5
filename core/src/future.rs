//! The type of a future whose own type is not known.
//!
//! A leaf: it knows nothing of the crate, so that every layer may name it.

use std::{future::Future, pin::Pin};

/// A future that has forgotten its type.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
