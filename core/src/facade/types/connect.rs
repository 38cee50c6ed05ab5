//! How to connect, and what is known then.

use std::fmt;

use serde::{Deserializer, Serializer};

use super::{AuthMode, OAuthOptions, TokenStoreChoice};
use crate::model::{
    Implementation, LoggingLevel, Map, Notes, ServerCapabilities, Wire,
    decode::Decoded,
    shape::{Shape, Types},
    wire::{open_enum, wire},
};

open_enum! {
    /// Which protocol versions a client tries: one of these names, or one version such as
    /// `2025-11-25`.
    pub enum ProtocolChoice {
        /// Find out: the modern one if the server speaks it, else the newest legacy one in common.
        Auto = "auto",
        /// The modern version only.
        Modern = "modern",
        /// The newest legacy version in common.
        Legacy = "legacy",
    }
}

wire! {
    /// How to connect.
    pub struct ConnectOptions {
        required {
            /// The server: an address that begins with `https://` or `http://`, or a command line.
            target: String = "target";
        }
        optional {
            /// The program's name, which the server is told. Default `hostline`.
            with_client_name client_name: String = "clientName";
            /// The program's version, which the server is told. Default Hostline's own.
            with_client_version client_version: String = "clientVersion";
            /// The program's name for people.
            with_client_title client_title: String = "clientTitle";
            /// Which protocol versions to try. Default `auto`.
            with_protocol protocol: ProtocolChoice = "protocol";
            /// How long a request waits for an answer or for progress, in milliseconds. Default
            /// 60,000.
            with_timeout_ms timeout_ms: u64 = "timeoutMs";
            /// How long a request waits in all, whatever progress it reports, in milliseconds.
            /// Default 1,800,000. The time that a person takes to answer a question does not count.
            with_max_total_ms max_total_ms: u64 = "maxTotalMs";
            /// How long a server over stdio may be silent on the first question before it is taken
            /// for a legacy one, in milliseconds. Default 5,000.
            with_probe_timeout_ms probe_timeout_ms: u64 = "probeTimeoutMs";
            /// How long opening the connection may take in all, in milliseconds. Default 60,000.
            with_startup_timeout_ms startup_timeout_ms: u64 = "startupTimeoutMs";
            /// What one message of the server may cost.
            with_limits limits: MessageLimits = "limits";
            /// The lowest level of log messages that requests ask for. Default: none are asked for.
            with_log_level log_level: LoggingLevel = "logLevel";
            /// Whether a tool whose output schema cannot be used may not be called. Default: it
            /// may, and the result says that it was not checked.
            with_strict_schemas strict_schemas: bool = "strictSchemas";
            /// Variables of the environment of a server that is a command. A server inherits only
            /// a few that are harmless.
            with_environment environment: Confidential = "environment";
            /// The folder in which a server that is a command is started. Default: this program's.
            with_folder folder: String = "folder";
            /// How long the steps of ending a server that is a command wait.
            with_shutdown shutdown: ShutdownWaits = "shutdown";
            /// Headers of every request to a server that is an address. They are secret: no log
            /// and no error repeats them.
            with_headers headers: Confidential = "headers";
            /// Who the client acts for at a server that is an address. Default: nobody.
            with_auth auth: AuthMode = "auth";
            /// How somebody signs in; it says `oauth` for `auth`.
            with_oauth oauth: OAuthOptions = "oauth";
            /// Where tokens are kept. Default: in the system's keychain.
            with_token_store token_store: TokenStoreChoice = "tokenStore";
            /// Whether a model may be given tools, where the program answers for one. Default
            /// false.
            with_sampling_tools sampling_tools: bool = "samplingTools";
            /// The names of the questions that the program answers. The server is told, and nothing
            /// else is ever asked.
            with_answers answers: Vec<String> = "answers";
        }
    }
}

/// Texts under names, of which only the names may be seen.
#[derive(Clone, PartialEq)]
pub struct Confidential(Map<String>);

impl From<Map<String>> for Confidential {
    fn from(texts: Map<String>) -> Self {
        Self(texts)
    }
}

impl IntoIterator for Confidential {
    type Item = (String, String);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Debug for Confidential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

impl Wire for Confidential {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        notes: &mut Notes,
    ) -> Decoded<Self, D::Error> {
        Ok(<Map<String> as Wire>::decode(deserializer, notes)?.map(Self))
    }

    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }

    fn shape(types: &mut Types) -> Shape {
        Map::<String>::shape(types)
    }
}

wire! {
    /// What one message of a server may cost.
    pub struct MessageLimits {
        optional {
            /// The most bytes. Default 16 MiB.
            with_bytes bytes: u64 = "bytes";
            /// The deepest nesting of arrays and objects. Default 128.
            with_depth depth: u64 = "depth";
            /// The most messages of one batch. Default 128.
            with_batch batch: u64 = "batch";
        }
    }
}

wire! {
    /// How long the steps of ending a server's process wait.
    pub struct ShutdownWaits {
        optional {
            /// After the end of its input, before it is asked to end, in milliseconds. Default
            /// 2,000.
            with_eof_ms eof_ms: u64 = "eofMs";
            /// After it was asked to end, before it is made to, in milliseconds. Default 2,000.
            with_term_ms term_ms: u64 = "termMs";
        }
    }
}

wire! {
    /// What is known of a server once it is connected.
    pub struct Connected {
        required {
            /// The name of the server, as the user gave it: the address without its query, or the
            /// command line.
            target: String = "target";
            /// The protocol version that is spoken.
            version: String = "version";
            /// The transport: `stdio`, `streamable-http` or `http+sse`.
            transport: String = "transport";
        }
        optional {
            /// What the server calls itself. It is not verified: show it, and decide nothing by it.
            with_server server: Implementation = "server";
            /// What the server offers, where it was asked.
            with_capabilities capabilities: ServerCapabilities = "capabilities";
            /// The server's advice on how to use it: untrusted text.
            with_instructions instructions: String = "instructions";
        }
    }
}
