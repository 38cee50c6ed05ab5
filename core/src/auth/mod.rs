//! Who asks: the server as a resource server of OAuth 2.1.
//!
//! Owns whom a request acts for. It knows nothing of methods, versions or sessions, and it lets no
//! token out: what leaves this module is a [`Principal`].

mod principal;

pub use principal::Principal;
