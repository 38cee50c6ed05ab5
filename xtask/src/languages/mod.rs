//! The other languages: for each, its tests, and the package that its users install.

pub(crate) mod python;
