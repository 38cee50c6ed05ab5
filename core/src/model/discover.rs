//! Asking a server what it speaks and offers (2026-07-28 `server/discover`).

use super::{CacheScope, Implementation, Meta, ServerCapabilities, Ttl, keys, wire::wire};

wire! {
    /// What a server speaks and offers.
    pub struct DiscoverResult {
        required {
            /// The protocol versions that it speaks.
            supported_versions: Vec<String> = "supportedVersions";
            /// What it can do.
            capabilities: ServerCapabilities = "capabilities";
        }
        optional {
            /// For how long the answer may be kept.
            with_ttl_ms ttl_ms: Ttl = "ttlMs";
            /// Who may be given the kept answer.
            with_cache_scope cache_scope: CacheScope = "cacheScope";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// How the server is to be used, in words that a model reads.
            with_instructions instructions: String = "instructions";
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}

impl DiscoverResult {
    /// Who answered, where the answer says it.
    pub fn server_info(&self) -> Option<Implementation> {
        self.meta.as_ref()?.typed(keys::SERVER_INFO)
    }
}
