//! Text that must appear nowhere: tokens and passwords.

use std::{fmt, sync::Arc};

/// A secret text. It shows itself to nobody who prints it; only [`Secret::expose`] tells it.
///
/// ```
/// use hostline::auth::Secret;
/// assert_eq!(format!("{:?}", Secret::new("hunter2")), "Secret(…)");
/// ```
#[derive(Clone)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Takes a text as a secret.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text itself. Whoever takes it answers for where it goes.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
