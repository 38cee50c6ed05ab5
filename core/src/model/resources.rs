//! Resources: their list, their templates, and reading them.

use super::{Annotations, CacheScope, Icon, List, Map, Meta, ResourceContents, Ttl, wire::wire};
use crate::jsonrpc::Json;

wire! {
    /// Something that can be read from a server (2026-07-28 `server/resources`, "Resource").
    pub struct Resource {
        required {
            /// Its address.
            uri: String = "uri";
            /// The name that programs use.
            name: String = "name";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
            /// What it is.
            with_description description: String = "description";
            /// Its media type.
            with_mime_type mime_type: String = "mimeType";
            /// Its length in bytes, before any encoding.
            with_size size: u64 = "size";
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// Pictures that stand for it (since 2025-11-25).
            with_icons icons: Vec<Icon> = "icons";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// A pattern of addresses that can be read (2026-07-28 `server/resources`, "Resource
    /// Templates").
    pub struct ResourceTemplate {
        required {
            /// The pattern, by RFC 6570.
            uri_template: String = "uriTemplate";
            /// The name that programs use.
            name: String = "name";
        }
        salvaged {
            /// The name that people see (since 2025-06-18).
            with_title title: String = "title";
            /// What the resources are.
            with_description description: String = "description";
            /// The media type, if all have the same.
            with_mime_type mime_type: String = "mimeType";
            /// Hints for the reader's program.
            with_annotations annotations: Annotations = "annotations";
            /// Pictures that stand for it (since 2025-11-25).
            with_icons icons: Vec<Icon> = "icons";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// One page of a server's resources (2026-07-28 `server/resources`, "Listing Resources").
    pub struct ListResourcesResult {
        required {
            /// The resources.
            resources: List<Resource> = "resources";
        }
        optional {
            /// Where the next page begins; absent on the last one.
            with_next_cursor next_cursor: String = "nextCursor";
            /// For how long the page may be kept.
            with_ttl_ms ttl_ms: Ttl = "ttlMs";
            /// Who may be given the kept page.
            with_cache_scope cache_scope: CacheScope = "cacheScope";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the page.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// One page of a server's resource templates (2026-07-28 `server/resources`, "Resource
    /// Templates").
    pub struct ListResourceTemplatesResult {
        required {
            /// The templates.
            resource_templates: List<ResourceTemplate> = "resourceTemplates";
        }
        optional {
            /// Where the next page begins; absent on the last one.
            with_next_cursor next_cursor: String = "nextCursor";
            /// For how long the page may be kept.
            with_ttl_ms ttl_ms: Ttl = "ttlMs";
            /// Who may be given the kept page.
            with_cache_scope cache_scope: CacheScope = "cacheScope";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the page.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `resources/read` (2026-07-28 `server/resources`, "Reading Resources").
    pub struct ReadResourceParams {
        required {
            /// The resource's address.
            uri: String = "uri";
        }
        optional {
            /// The answers to what the server asked for (since 2026-07-28).
            with_input_responses input_responses: Map<Json> = "inputResponses";
            /// The server's own state, given back untouched (since 2026-07-28).
            with_request_state request_state: Json = "requestState";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// What was read (2026-07-28 `server/resources`, "Reading Resources").
    pub struct ReadResourceResult {
        required {
            /// The resource, or the parts of it.
            contents: List<ResourceContents> = "contents";
        }
        optional {
            /// For how long the contents may be kept.
            with_ttl_ms ttl_ms: Ttl = "ttlMs";
            /// Who may be given the kept contents.
            with_cache_scope cache_scope: CacheScope = "cacheScope";
            /// What kind of result this is.
            with_result_type result_type: String = "resultType";
        }
        salvaged {
            /// What is attached to the contents.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `resources/subscribe` and `resources/unsubscribe` (2025-11-25
    /// `server/resources`, "Subscriptions"; until 2025-11-25).
    pub struct ResourceParams {
        required {
            /// The resource's address.
            uri: String = "uri";
        }
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `notifications/resources/updated` (2026-07-28 `server/resources`,
    /// "Subscriptions").
    pub struct ResourceUpdatedParams {
        required {
            /// The address of what has changed, which may lie below the one that is watched.
            uri: String = "uri";
        }
        salvaged {
            /// What is attached to the notification.
            with_meta meta: Meta = "_meta";
        }
    }
}
