//! What a call costs: the parts that the measured programs and the runner share.
//!
//! Every client is its own process and runs the same [`workload`] against the same server, which
//! is written without any library, so that whatever differs between two figures is the client.
//! Servers are measured the other way round: by one client, which is written without any library.
//! The runner is the binary `hostline-bench`; `docs/benchmarks.md` says how to read its tables.

pub mod crowd;
pub mod http;
pub mod machine;
pub mod offer;
pub mod options;
pub mod request;
pub mod sample;
pub mod server;
pub mod workload;

/// A benchmark ends at its first fault and prints it; nothing looks at the fault's kind.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
