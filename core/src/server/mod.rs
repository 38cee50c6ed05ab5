//! The server role: what a program offers to its clients.

mod changes;
mod pages;
mod seal;
mod uri_template;

pub use changes::Changes;
pub use seal::Sealer;
pub use uri_template::{UriTemplate, Variables};
