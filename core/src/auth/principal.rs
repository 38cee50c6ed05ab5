//! Whom a request acts for.
//!
//! Owns the identity that a checked token stands for, and what it may do. It holds no token and no
//! secret, so that it may be shown, stored and compared freely.

use std::{collections::BTreeSet, future::pending, time::SystemTime};

use tokio::sync::watch;

/// Whom a request acts for: a subject of an issuer, through a client, with scopes.
///
/// A transport without sign-in, such as stdio, has [`Principal::anonymous`].
///
/// ```
/// use hostline::auth::Principal;
/// let principal = Principal::new("https://id.example", "anna")
///     .with_client_id("editor")
///     .with_scopes(["files:read"]);
/// assert!(principal.has_scope("files:read"));
/// assert!(!principal.is_same_as(&Principal::anonymous()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    issuer: Option<String>,
    subject: Option<String>,
    client_id: Option<String>,
    scopes: BTreeSet<String>,
    expires_at: Option<SystemTime>,
    taken_back: TakenBack,
}

/// Whether what lets a principal in was taken back. It makes no other principal.
#[derive(Clone, Debug, Default)]
struct TakenBack(Option<watch::Receiver<bool>>);

impl PartialEq for TakenBack {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for TakenBack {}

impl Principal {
    /// Nobody in particular: a request without a token.
    pub fn anonymous() -> Self {
        Self {
            issuer: None,
            subject: None,
            client_id: None,
            scopes: BTreeSet::new(),
            expires_at: None,
            taken_back: TakenBack::default(),
        }
    }

    /// The subject that an issuer vouches for. A subject means nothing without its issuer.
    pub fn new(issuer: impl Into<String>, subject: impl Into<String>) -> Self {
        Self { issuer: Some(issuer.into()), subject: Some(subject.into()), ..Self::anonymous() }
    }

    /// A client that acts for itself: the issuer vouches for it and names no subject.
    pub fn of_client(issuer: impl Into<String>, client_id: impl Into<String>) -> Self {
        Self { issuer: Some(issuer.into()), client_id: Some(client_id.into()), ..Self::anonymous() }
    }

    /// Names the client that the subject uses.
    pub fn with_client_id(mut self, client_id: impl Into<String>) -> Self {
        self.client_id = Some(client_id.into());
        self
    }

    /// Sets what the subject has allowed the client. Replaces the scopes that were there.
    pub fn with_scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Says from when on the token behind it is let through no more. What goes on for longer than a
    /// request, such as a stream of changes, ends then.
    pub fn with_expiry(mut self, expires_at: SystemTime) -> Self {
        self.expires_at = Some(expires_at);
        self
    }

    /// Names what becomes true once that is taken back what lets it in. Whatever goes on for it ends
    /// then.
    #[cfg(feature = "http")]
    pub(crate) fn until(mut self, taken_back: watch::Receiver<bool>) -> Self {
        self.taken_back = TakenBack(Some(taken_back));
        self
    }

    /// The issuer's identifier, an address.
    pub fn issuer(&self) -> Option<&str> {
        self.issuer.as_deref()
    }

    /// The subject, as its issuer names it.
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// The client's identifier at the issuer.
    pub fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// What the client may do.
    pub fn scopes(&self) -> &BTreeSet<String> {
        &self.scopes
    }

    /// From when on the token behind it is let through no more; none where that is not known.
    pub fn expires_at(&self) -> Option<SystemTime> {
        self.expires_at
    }

    /// Waits until the token behind it has expired or was taken back; for ever where neither is
    /// known.
    pub(crate) async fn expired(&self) {
        let expired = async {
            match self.expires_at {
                Some(at) => {
                    let left = at.duration_since(SystemTime::now()).unwrap_or_default();
                    tokio::time::sleep(left).await;
                }
                None => pending().await,
            }
        };
        tokio::select! {
            () = expired => {}
            () = self.taken_back() => {}
        }
    }

    /// Whether what lets it in was taken back.
    #[cfg(feature = "http")]
    pub(crate) fn is_taken_back(&self) -> bool {
        self.taken_back.0.as_ref().is_some_and(|taken_back| *taken_back.borrow())
    }

    /// Waits until what lets it in was taken back; for ever where that is not known.
    pub(crate) async fn taken_back(&self) {
        let Some(mut taken_back) = self.taken_back.0.clone() else { return pending().await };
        if taken_back.wait_for(|taken_back| *taken_back).await.is_err() {
            // Whoever could say so is gone.
            pending::<()>().await;
        }
    }

    /// Whether a scope was granted. Scopes are compared letter by letter: that a broad one implies
    /// a narrow one is known only to the application.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes.contains(scope)
    }

    /// Whether nobody vouches for anyone here.
    pub fn is_anonymous(&self) -> bool {
        self.issuer.is_none() && self.subject.is_none() && self.client_id.is_none()
    }

    /// Whether both are the same subject of the same issuer through the same client, whatever
    /// their scopes, and until when. What belongs to one, such as a session, must not be used by another.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.issuer == other.issuer
            && self.subject == other.subject
            && self.client_id == other.client_id
    }

    /// Issuer, subject and client as bytes, different for each principal: what is bound into sealed
    /// state. The form is our own and may change with a release.
    pub(crate) fn identity(&self) -> Vec<u8> {
        as_bytes([self.issuer(), self.subject(), self.client_id()])
    }

    /// As whom what it uses is counted, in the same form: as the subject of the issuer, however many
    /// clients it uses, or as the client that acts for itself.
    pub(crate) fn counted_as(&self) -> Vec<u8> {
        let client = self.client_id().filter(|_| self.subject().is_none());
        as_bytes([self.issuer(), self.subject(), client])
    }
}

fn as_bytes(parts: [Option<&str>; 3]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        // The length before the text keeps `a` + `bc` from being `ab` + `c`.
        let length = part.map_or(0, |part| part.len() as u64 + 1);
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(part.unwrap_or_default().as_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anna() -> Principal {
        Principal::new("https://id.example", "anna").with_client_id("editor")
    }

    #[test]
    fn scopes_do_not_make_another_principal() {
        let other = anna().with_scopes(["read", "write"]);
        assert!(anna().is_same_as(&other));
        assert_eq!(anna().identity(), other.identity());
        assert!(other.has_scope("read") && !anna().has_scope("read"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_expires_when_it_says_and_otherwise_never() {
        let hour = std::time::Duration::from_hours(1);
        let waits = |principal: Principal| async move {
            tokio::time::timeout(hour * 2, principal.expired()).await.is_err()
        };
        assert!(waits(anna()).await);
        let now = SystemTime::now();
        assert!(waits(anna().with_expiry(now + hour * 3)).await);
        assert!(!waits(anna().with_expiry(now + hour)).await);
        assert!(!waits(anna().with_expiry(now - hour)).await);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_taken_back_is_over_for_the_same_principal() {
        let (taken, taken_back) = watch::channel(false);
        let editor = anna().until(taken_back);
        assert_eq!(editor, anna());
        let hour = std::time::Duration::from_hours(1);
        assert!(tokio::time::timeout(hour, editor.taken_back()).await.is_err());
        assert!(!editor.is_taken_back());
        taken.send_replace(true);
        assert!(editor.is_taken_back());
        editor.taken_back().await;
        editor.expired().await;
        drop(taken);
        editor.expired().await;
    }

    #[test]
    fn each_principal_has_an_identity_of_its_own() {
        let all = [
            Principal::anonymous(),
            anna(),
            Principal::new("https://id.example", "anna"),
            Principal::new("https://id.example", "anna").with_client_id(""),
            Principal::new("https://id.example", "annaeditor"),
            Principal::new("https://id.examplea", "nna").with_client_id("editor"),
            Principal::of_client("https://id.example", "anna"),
            Principal::of_client("https://id.example", "editor"),
        ];
        for (index, one) in all.iter().enumerate() {
            for (other_index, other) in all.iter().enumerate() {
                let same = index == other_index;
                assert_eq!(one.is_same_as(other), same, "{one:?} {other:?}");
                assert_eq!(one.identity() == other.identity(), same, "{one:?} {other:?}");
            }
        }
        assert!(Principal::anonymous().is_anonymous());
        assert!(!Principal::of_client("https://id.example", "editor").is_anonymous());
    }
}
