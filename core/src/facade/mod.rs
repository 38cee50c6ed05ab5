//! What the bindings of all languages share.
//!
//! A binding opens a [`Handle`], calls operations of the [`contract`] on it, gives questions to a
//! [`Delegate`], and turns an [`crate::Error`] into its language's own. Data crosses as JSON or as serde
//! values; only the handle, the [`Cancel`], the delegate and the error cross as themselves. Rust
//! programs do not need any of this: they use [`crate::Client`].
//!
//! Everything runs on one runtime of this module, whose one I/O worker nothing may block.

mod batch;
mod cancel;
mod client;
pub mod contract;
mod delegate;
mod handle;
#[cfg(feature = "http")]
mod hosting;
mod opened;
mod opening;
mod ops;
mod pending;
mod runtime;
#[cfg(feature = "http")]
mod sign_in;
#[cfg(feature = "testing")]
pub mod testing;
pub mod types;

pub use batch::Batch;
pub use cancel::Cancel;
pub use contract::{Notification, Output, Place, Question, evaluate, to_values};
pub use delegate::{Delegate, Failure};
pub use handle::{Handle, open, start_open};
pub use opened::Info;
pub use pending::Pending;
pub use types::ErrorReport;

#[cfg(test)]
#[path = "facade_tests.rs"]
mod tests;
