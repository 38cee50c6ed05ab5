//! Which client a request comes from.
//!
//! A stream has one client, a token too: each is a principal of its own, and by that, and never by
//! what a client says of itself, it is one caller of the host.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use super::{Shared, lock};
use crate::{
    auth::{Principal, unguessable},
    error::Result,
    host::{
        Caller, Digest, Host,
        policy::{ClientName, MAX_CLIENT_NAME},
    },
    model::Implementation,
    server::{Context, Failure},
    text::display_safe,
};

/// Who vouches for a client that has a token: the person who has given it out.
const OF_TOKEN: &str = "hostline:client";
/// Who vouches for a stream: the gateway itself, which has been given it.
const OF_STREAM: &str = "hostline:stream";
/// What stands before a name that a client gives itself.
pub(super) const SELF_NAMED: &str = "stdio:";
/// What a client is called that says nothing of itself.
const UNNAMED: &str = "unnamed";

/// The principal of a client that has a token. One that has another is not the same any more.
pub(super) fn of(name: &ClientName, token: &Digest) -> Principal {
    Principal::new(OF_TOKEN, token.to_string()).with_client_id(name.as_str())
}

/// All clients that are known.
#[derive(Default)]
pub(super) struct Callers(Mutex<HashMap<Vec<u8>, Known>>);

/// A client that is known.
struct Known {
    /// What the person calls it.
    name: Option<ClientName>,
    /// Whether it has come with a token, and not over a stream.
    has_token: bool,
    /// The caller that it is, from its first request on.
    caller: Option<Caller>,
}

/// The client of one stream. It is known until this is dropped; nobody comes back then for what
/// waits for it.
pub(super) struct Visit {
    principal: Principal,
    shared: Arc<Shared>,
}

impl Visit {
    /// A stream has come.
    ///
    /// # Errors
    /// [`crate::ErrorCode::Internal`]: the operating system gives no random bytes.
    pub(super) fn begin(shared: Arc<Shared>, name: Option<ClientName>) -> Result<Self> {
        let principal = Principal::of_client(OF_STREAM, unguessable()?);
        let client = Known { name, has_token: false, caller: None };
        lock(&shared.callers.0).insert(principal.identity(), client);
        Ok(Self { principal, shared })
    }

    /// For whom the requests of the stream are.
    pub(super) fn principal(&self) -> &Principal {
        &self.principal
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.shared.dismiss(&self.principal);
    }
}

impl Shared {
    /// Forgets a client that has gone, and what waits for it.
    pub(super) fn dismiss(&self, principal: &Principal) {
        let identity = principal.identity();
        let gone = lock(&self.callers.0).remove(&identity);
        self.parked.leave(&identity);
        if let Some(caller) = gone.and_then(|known| known.caller) {
            self.host.leave(&caller);
        }
    }
}

impl Callers {
    /// The caller behind a request.
    ///
    /// # Errors
    /// Nobody vouches for whoever asks.
    pub(super) fn of(&self, cx: &Context, host: &Host) -> Result<Caller, Failure> {
        let principal = cx.principal();
        if principal.is_taken_back() {
            return Err(nobody());
        }
        let identity = principal.identity();
        let mut known = lock(&self.0);
        if principal.issuer() == Some(OF_TOKEN) && !known.contains_key(&identity) {
            let name = ClientName::parse(principal.client_id().unwrap_or_default())?;
            // It had another token before, and what held for that is over.
            let before = known.extract_if(|_, other| other.has_token && other.is_called(&name));
            before.filter_map(|(_, other)| other.caller).for_each(|caller| host.leave(&caller));
            let client = Known { name: Some(name), has_token: true, caller: None };
            known.insert(identity.clone(), client);
        }
        let client = known.get_mut(&identity).ok_or_else(nobody)?;
        if let Some(caller) = &client.caller {
            return Ok(caller.clone());
        }
        let caller = match &client.name {
            Some(name) => Caller::new(name.as_str())?,
            None => Caller::new(&self_named(cx.client_info()))?,
        };
        client.caller = Some(caller.clone());
        Ok(caller)
    }
}

impl Known {
    fn is_called(&self, name: &ClientName) -> bool {
        self.name.as_ref() == Some(name)
    }
}

/// The name of a client that only it vouches for.
fn self_named(info: Option<&Implementation>) -> String {
    let said = info.map(|info| info.name.as_str()).unwrap_or_default();
    let plain = |char: char| {
        let mut buffer = [0; 4];
        let text: &str = char.encode_utf8(&mut buffer);
        if char == '*' || display_safe(text) != text { '_' } else { char }
    };
    let said: String = said.trim().chars().map(plain).collect();
    let room = MAX_CLIENT_NAME - SELF_NAMED.len();
    let said: String = said.chars().take(room).collect();
    let said = said.trim();
    // Marks that only mean something together may still not be shown.
    let name = format!("{SELF_NAMED}{said}");
    let is_name = !said.is_empty() && ClientName::parse(&name).is_ok();
    if is_name { name } else { format!("{SELF_NAMED}{UNNAMED}") }
}

fn nobody() -> Failure {
    Failure::internal("a request of nobody whom the gateway knows")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_a_client_gives_itself_proves_nothing_and_is_a_name() {
        let long = "x".repeat(200);
        for (said, expected) in [
            ("Cursor", "stdio:Cursor".to_owned()),
            (" a b ", "stdio:a b".to_owned()),
            ("*", "stdio:_".to_owned()),
            ("a\u{202e}b\n", "stdio:a_b".to_owned()),
            ("", "stdio:unnamed".to_owned()),
            (&long, format!("stdio:{}", "x".repeat(58))),
        ] {
            let name = self_named(Some(&Implementation::new(said, "1")));
            assert_eq!(name, expected);
            assert!(ClientName::parse(&name).is_ok(), "{name}");
        }
        assert_eq!(self_named(None), "stdio:unnamed");
    }

    #[test]
    fn a_client_is_known_by_its_stream_or_its_token() {
        let name = ClientName::parse("editor").unwrap();
        let token = of(&name, &Digest::of(b"one"));
        assert!(!token.is_same_as(&Principal::of_client(OF_STREAM, "editor")));
        assert!(!token.is_same_as(&of(&name, &Digest::of(b"other"))));
    }
}
