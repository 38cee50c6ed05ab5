//! Hostline for Swift and Kotlin: the native half of both packages.
//!
//! Data crosses as JSON text. What crosses as itself are the [`Handle`], the [`Cancel`], the
//! [`Delegate`] and the [`Failure`]. Everything here is internal to the two packages: the typed
//! APIs above it are written from the façade's contract, and this crate decides nothing.

mod delegate;
mod error;
mod handle;

pub use delegate::{Delegate, NoAnswer};
pub use error::Failure;
pub use handle::{Cancel, Handle, evaluate, open};

uniffi::setup_scaffolding!("hostline_ffi");
