//! The opening handshake (2025-11-25 `basic/lifecycle`; until 2025-11-25).

use super::{ClientCapabilities, Implementation, Meta, ServerCapabilities, wire::wire};

wire! {
    /// The parameters of `initialize`.
    pub struct InitializeParams {
        required {
            /// The newest version that the client wants, as text.
            protocol_version: String = "protocolVersion";
            /// What the client can do.
            capabilities: ClientCapabilities = "capabilities";
            /// Who the client is.
            client_info: Implementation = "clientInfo";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The answer to `initialize`.
    pub struct InitializeResult {
        required {
            /// The version that the server has chosen, as text.
            protocol_version: String = "protocolVersion";
            /// What the server can do.
            capabilities: ServerCapabilities = "capabilities";
            /// Who the server is.
            server_info: Implementation = "serverInfo";
        }
        salvaged {
            /// How the server is to be used, in words that a model reads.
            with_instructions instructions: String = "instructions";
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}
