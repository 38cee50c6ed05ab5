//! The folders that a server may work in (2026-07-28 `client/roots`; deprecated there).

use super::{List, Meta, wire::wire};

wire! {
    /// A folder that a server may work in.
    pub struct Root {
        required {
            /// Its address, which begins with `file://`.
            uri: String = "uri";
        }
        salvaged {
            /// The name that people see.
            with_name name: String = "name";
            /// What is attached to it.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The parameters of `roots/list`.
    pub struct ListRootsParams {
        salvaged {
            /// What is attached to the request.
            with_meta meta: Meta = "_meta";
        }
    }
}

wire! {
    /// The folders that a server may work in.
    pub struct ListRootsResult {
        required {
            /// The folders.
            roots: List<Root> = "roots";
        }
        salvaged {
            /// What is attached to the answer.
            with_meta meta: Meta = "_meta";
        }
    }
}
