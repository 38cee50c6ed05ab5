//! The server role: what a program offers to its clients.

mod changes;
mod pages;
mod rate;
mod seal;
mod uri_template;

pub use changes::Changes;
pub use rate::Rate;
pub use seal::Sealer;
pub use uri_template::{UriTemplate, Variables};
