//! What is measured of clients, with which of them, and how much more than the bare one it may
//! cost.

use hostline_bench::options::{Era, Workload};

/// How clients reach the server in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Stdio,
    Http,
    /// HTTP whose replies are event streams.
    HttpSse,
}

/// One workload over one transport.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) link: Link,
    pub(crate) era: Era,
    pub(crate) workload: Workload,
    pub(crate) operations: usize,
    pub(crate) warm_up: usize,
    pub(crate) in_flight: usize,
    pub(crate) bytes: usize,
    pub(crate) tools: usize,
    /// How many times the time of what it is compared with ours may take.
    pub(crate) limit: Option<f64>,
    pub(crate) quick: bool,
}

pub(crate) const SMALL: Row = Row {
    name: "",
    title: "",
    link: Link::Stdio,
    era: Era::Modern,
    workload: Workload::Sequential,
    operations: 5_000,
    warm_up: 300,
    in_flight: 1,
    bytes: 32,
    tools: 10,
    limit: None,
    quick: true,
};
pub(crate) const HTTP: Row = Row { link: Link::Http, operations: 2_000, ..SMALL };

pub(crate) const MIB: usize = 1 << 20;
/// The row whose peak memory is that of a client with one stdio server.
pub(crate) const ONE_SERVER: &str = "stdio-sequential";
/// The rows between which a further server's memory is the difference.
pub(crate) const MANY_SERVERS: [&str; 2] = ["stdio-many-10", "stdio-many-100"];

pub(crate) const ROWS: &[Row] = &[
    Row { name: ONE_SERVER, title: "stdio, one call at a time", limit: Some(2.0), ..SMALL },
    Row {
        name: "stdio-64",
        title: "stdio, 64 calls in flight",
        workload: Workload::InFlight,
        operations: 20_000,
        in_flight: 64,
        limit: Some(4.0),
        ..SMALL
    },
    Row { name: "http-sequential", title: "HTTP, one call at a time", limit: Some(1.8), ..HTTP },
    Row {
        name: "http-64",
        title: "HTTP, 64 calls in flight",
        workload: Workload::InFlight,
        operations: 4_000,
        in_flight: 64,
        limit: Some(1.8),
        ..HTTP
    },
    Row {
        name: "http-sse",
        title: "HTTP, one call at a time, replies as event streams",
        link: Link::HttpSse,
        quick: false,
        ..HTTP
    },
    Row {
        name: "stdio-large-1",
        title: "stdio, results of 1 MiB",
        workload: Workload::Large,
        operations: 40,
        warm_up: 3,
        bytes: MIB,
        limit: Some(1.8),
        ..SMALL
    },
    Row {
        name: "stdio-large-8",
        title: "stdio, results of 8 MiB",
        workload: Workload::Large,
        operations: 6,
        warm_up: 2,
        bytes: 8 * MIB,
        limit: Some(1.8),
        ..SMALL
    },
    Row {
        name: "http-large-1",
        title: "HTTP, results of 1 MiB",
        workload: Workload::Large,
        operations: 20,
        warm_up: 3,
        bytes: MIB,
        limit: Some(1.8),
        ..HTTP
    },
    Row {
        name: "http-large-8",
        title: "HTTP, results of 8 MiB",
        workload: Workload::Large,
        operations: 6,
        warm_up: 2,
        bytes: 8 * MIB,
        limit: Some(1.8),
        ..HTTP
    },
    Row {
        name: "stdio-list",
        title: "stdio, a list of 1,000 tools",
        workload: Workload::List,
        operations: 10,
        warm_up: 2,
        tools: 1_000,
        limit: Some(2.5),
        ..SMALL
    },
    Row {
        name: "http-list",
        title: "HTTP, a list of 1,000 tools",
        workload: Workload::List,
        operations: 10,
        warm_up: 2,
        tools: 1_000,
        limit: Some(2.5),
        ..HTTP
    },
    Row {
        name: "stdio-connect",
        title: "stdio, start and connect",
        workload: Workload::Connect,
        operations: 40,
        warm_up: 3,
        limit: Some(2.5),
        ..SMALL
    },
    Row {
        name: "http-connect",
        title: "HTTP, connect",
        workload: Workload::Connect,
        operations: 40,
        warm_up: 3,
        limit: Some(2.5),
        ..HTTP
    },
    Row {
        name: "stdio-close",
        title: "stdio, close and end the server",
        workload: Workload::Close,
        operations: 40,
        warm_up: 3,
        ..SMALL
    },
    Row {
        name: MANY_SERVERS[0],
        title: "stdio, 10 servers, one call each",
        workload: Workload::Many,
        operations: 10,
        ..SMALL
    },
    Row {
        name: MANY_SERVERS[1],
        title: "stdio, 100 servers, one call each",
        workload: Workload::Many,
        operations: 100,
        ..SMALL
    },
];

/// What a client stands for in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Ours,
    Bare,
    Rmcp,
    /// Shown for completeness; no ratio is taken with it.
    Other,
}

/// One program in one set-up.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) name: &'static str,
    pub(crate) program: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) role: Role,
    pub(crate) stdio: bool,
    pub(crate) http: bool,
    pub(crate) quick: bool,
}

impl Client {
    /// Whether the client takes part in a row.
    pub(crate) fn runs(&self, row: &Row) -> bool {
        if row.link == Link::Stdio { self.stdio } else { self.http }
    }
}

const fn client(
    name: &'static str,
    program: &'static str,
    mode: &'static str,
    role: Role,
) -> Client {
    Client { name, program, mode, role, stdio: true, http: true, quick: true }
}

pub(crate) const CLIENTS: &[Client] = &[
    Client { http: false, ..client("bare-tokio", "bare-client", "tokio", Role::Bare) },
    Client { stdio: false, ..client("bare-hyper", "bare-client", "hyper", Role::Bare) },
    client("hostline", "hostline-client", "current-thread", Role::Ours),
    Client { http: false, ..client("rmcp-ct", "rmcp-client", "ct", Role::Rmcp) },
    Client { stdio: false, ..client("rmcp-ct-pool", "rmcp-client", "ct-pool", Role::Rmcp) },
    Client { http: false, quick: false, ..client("bare-sync", "bare-client", "sync", Role::Other) },
    Client {
        quick: false,
        ..client("hostline-mt", "hostline-client", "multi-thread", Role::Other)
    },
    Client { quick: false, ..client("rmcp", "rmcp-client", "default", Role::Rmcp) },
    Client {
        stdio: false,
        quick: false,
        ..client("rmcp-ct (HTTP)", "rmcp-client", "ct", Role::Rmcp)
    },
];
