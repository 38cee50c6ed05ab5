//! Signing in, and where tokens and secrets are kept.

use std::fmt;

use serde::{Deserializer, Serializer};

use crate::{
    auth::Secret,
    model::{
        Notes, Wire,
        decode::Decoded,
        shape::{Shape, Types},
        wire::{open_enum, tagged, wire},
    },
};

/// A text that nobody sees who looks at what holds it.
#[derive(Clone)]
pub struct Hidden(pub(in crate::facade) Secret);

impl From<&str> for Hidden {
    fn from(text: &str) -> Self {
        Self(Secret::new(text))
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Self {
        Self(Secret::new(text))
    }
}

impl PartialEq for Hidden {
    fn eq(&self, other: &Self) -> bool {
        self.0.expose() == other.0.expose()
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl Wire for Hidden {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        Ok(<String as Wire>::decode(deserializer, notes)?.map(Self::from))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }

    fn shape(_: &mut Types) -> Shape {
        Shape::Secret
    }
}

open_enum! {
    /// How a client shows a server who it acts for.
    pub enum AuthMode {
        /// By OAuth 2.1, as the specification profiles it (2026-07-28 `basic/authorization`): the
        /// first request that the server refuses has a person sign in.
        OAuth = "oauth",
        /// As nobody.
        Nobody = "none",
    }
}

wire! {
    /// How somebody signs in.
    pub struct OAuthOptions {
        optional {
            /// The client that the issuer knows the program as, where it was registered beforehand;
            /// or the `https` address of the program's own metadata document.
            with_client_id client_id: String = "clientId";
            /// The secret of that client. It is shown to no issuer that nobody has named: say which
            /// one it is.
            with_client_secret client_secret: Hidden = "clientSecret";
            /// The issuer that has registered that client: at any other one signing in is an error.
            with_issuer issuer: String = "issuer";
            /// What the issuer's pages call the program, where it is registered there on the way.
            /// Default `Hostline`.
            with_client_name client_name: String = "clientName";
            /// What to ask for, instead of what the server says that it needs.
            with_scopes scopes: Vec<String> = "scopes";
            /// Whether the issuer is told which server the token is for. Default true; without it a
            /// token may be good for more servers than this one.
            with_sends_resource sends_resource: bool = "sendsResource";
            /// The port of this machine that the browser is sent back to. Default: one that is free,
            /// or the one of an earlier registration.
            with_redirect_port redirect_port: u64 = "redirectPort";
            /// How long a person may take to sign in, in milliseconds. Default 300,000.
            with_patience_ms patience_ms: u64 = "patienceMs";
            /// Whether a person may be asked. Default true; without one, what needs a sign-in fails
            /// with `auth_required`.
            with_attended attended: bool = "attended";
        }
    }
}

tagged! {
    /// Where tokens and secrets are kept.
    pub enum TokenStoreChoice by "kind" {
        /// In files that are sealed with a key of the system's keychain: the default.
        Keychain(KeychainStore) = "keychain";
        /// In files that are sealed with a key made of a passphrase.
        Passphrase(PassphraseStore) = "passphrase";
        /// In memory, as long as the program runs.
        Memory(MemoryStore) = "memory";
        /// With the delegate.
        Delegate(DelegateStore) = "delegate";
    }
}

wire! {
    /// Keeps tokens and secrets in files that are sealed with a key of the system's keychain.
    pub struct KeychainStore {
        tag "kind" = "keychain";
        optional {
            /// The folder of the files. Default: where data of this user belongs.
            with_folder folder: String = "folder";
        }
    }
}

wire! {
    /// Keeps tokens and secrets in files that are sealed with a key made of a passphrase.
    pub struct PassphraseStore {
        tag "kind" = "passphrase";
        required {
            /// The passphrase.
            passphrase: Hidden = "passphrase";
        }
        optional {
            /// The folder of the files. Default: where data of this user belongs.
            with_folder folder: String = "folder";
        }
    }
}

wire! {
    /// Keeps tokens and secrets in memory, as long as the program runs.
    pub struct MemoryStore {
        tag "kind" = "memory";
        optional {
            /// Which of several: those of one name are the same. Default: the one without a name.
            with_name name: String = "name";
        }
    }
}

wire! {
    /// Has the delegate keep tokens and secrets, with its functions for records.
    pub struct DelegateStore {
        tag "kind" = "delegate";
    }
}

wire! {
    /// How to open the place where tokens and secrets are kept.
    pub struct AccountsOptions {
        optional {
            /// Where they are kept. Default: in the system's keychain.
            with_token_store token_store: TokenStoreChoice = "tokenStore";
            /// The names of the questions that the program answers.
            with_answers answers: Vec<String> = "answers";
        }
    }
}

wire! {
    /// Which account is meant.
    pub struct AccountRequest {
        required {
            /// The server's address.
            target: String = "target";
        }
    }
}

wire! {
    /// How an account stands. It holds no token and no secret.
    pub struct AccountStatus {
        required {
            /// The server's address.
            target: String = "target";
            /// Where tokens are kept, in words.
            store: String = "store";
        }
        optional {
            /// What somebody has signed in to, if anybody has.
            with_session session: SessionStatus = "session";
        }
    }
}

open_enum! {
    /// How the client of an issuer came to be known.
    pub enum RegistrationKind {
        /// A person, or the program, has given it.
        Given = "given",
        /// It is a metadata document.
        Document = "document",
        /// It was registered on the way.
        Dynamic = "dynamic",
    }
}

wire! {
    /// What a sign-in has given.
    pub struct SessionStatus {
        required {
            /// The issuer of the token.
            issuer: String = "issuer";
            /// What the token allows, as far as is known.
            scopes: Vec<String> = "scopes";
            /// When the sign-in, or the last renewal, was, in seconds since 1970.
            obtained_at: u64 = "obtainedAt";
            /// Whether the token can be renewed without asking anybody.
            can_be_renewed: bool = "canBeRenewed";
        }
        optional {
            /// The client that the issuer knows the program as.
            with_client_id client_id: String = "clientId";
            /// How that client came to be known.
            with_registration registration: RegistrationKind = "registration";
            /// When the token is over, in seconds since 1970; none where the issuer did not say.
            with_expires_at expires_at: u64 = "expiresAt";
            /// When it was last renewed, in seconds since 1970.
            with_refreshed_at refreshed_at: u64 = "refreshedAt";
        }
    }
}

wire! {
    /// A secret by its name.
    pub struct SecretRequest {
        required {
            /// The name: letters, digits, hyphens, underscores and dots.
            name: String = "name";
        }
    }
}

wire! {
    /// A secret to keep.
    pub struct SetSecretRequest {
        required {
            /// The name: letters, digits, hyphens, underscores and dots.
            name: String = "name";
            /// The secret.
            value: Hidden = "value";
        }
    }
}

wire! {
    /// An address that a person has to open in a browser, to sign in.
    pub struct OpenAddressQuestion {
        required {
            /// The server that wants somebody to sign in, as the user named it.
            target: String = "target";
            /// The address to open: `https`, or `http` on this machine.
            address: String = "address";
            /// The issuer whose page it is.
            issuer: String = "issuer";
            /// Where the browser is sent back to in the end.
            redirect_uri: String = "redirectUri";
            /// What the person is asked to allow; none where the issuer decides.
            scopes: Vec<String> = "scopes";
        }
    }
}

wire! {
    /// That an address is open.
    pub struct OpenedAddress {
        optional {
            /// The whole address that the browser was sent back to, where the program knows it.
            /// Without it, this machine waits for the browser to come back.
            with_returned_to returned_to: Hidden = "returnedTo";
        }
    }
}

wire! {
    /// Which record is meant.
    pub struct RecordQuestion {
        required {
            /// Its name.
            name: String = "name";
        }
    }
}

wire! {
    /// A record to keep in place of the earlier one of this name.
    pub struct SaveRecordQuestion {
        required {
            /// Its name.
            name: String = "name";
            /// The record. It holds tokens or secrets.
            record: Hidden = "record";
        }
    }
}

wire! {
    /// Which records there are.
    pub struct ListRecordsQuestion {
    }
}

wire! {
    /// A record, if there is one.
    pub struct KeptRecord {
        optional {
            /// The record. It holds tokens or secrets.
            with_record record: Hidden = "record";
        }
    }
}

wire! {
    /// Whether there was a record.
    pub struct RemovedRecord {
        required {
            /// Whether there was one.
            was_there: bool = "wasThere";
        }
    }
}

wire! {
    /// The names of all records.
    pub struct RecordNames {
        required {
            /// The names.
            names: Vec<String> = "names";
        }
    }
}
