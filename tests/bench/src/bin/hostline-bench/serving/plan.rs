//! What is measured of servers, and how much of the time of rmcp's best server ours may take.

use hostline_bench::options::{Era, Workload};

use crate::plan::{HTTP, Link, MIB, Role, Row, SMALL};

const LIMIT: Option<f64> = Some(0.5);
const STDIO: Row = Row { limit: LIMIT, ..SMALL };
const STDIO_64: Row =
    Row { workload: Workload::InFlight, operations: 20_000, in_flight: 64, ..STDIO };
const STDIO_FORECAST: Row = Row { workload: Workload::Structured, ..STDIO };
const STDIO_LIST: Row =
    Row { workload: Workload::List, operations: 200, warm_up: 10, tools: 100, ..STDIO };
const STDIO_LARGE: Row =
    Row { workload: Workload::Large, operations: 40, warm_up: 3, bytes: MIB, ..STDIO };
const HTTP_1: Row = Row { limit: LIMIT, ..HTTP };
const HTTP_64: Row = Row { operations: 4_000, link: Link::Http, ..STDIO_64 };
const HTTP_FORECAST: Row = Row { workload: Workload::Structured, ..HTTP_1 };
const HTTP_LIST: Row = Row { operations: 100, link: Link::Http, ..STDIO_LIST };
const HTTP_LARGE: Row = Row { operations: 20, link: Link::Http, ..STDIO_LARGE };

const fn modern(name: &'static str, title: &'static str, row: Row) -> Row {
    Row { name, title, era: Era::Modern, ..row }
}

const fn legacy(name: &'static str, title: &'static str, row: Row) -> Row {
    Row { name, title, era: Era::Legacy, ..row }
}

pub(super) const ROWS: &[Row] = &[
    modern("stdio-modern-call", "stdio, modern: one call at a time", STDIO),
    legacy("stdio-legacy-call", "stdio, legacy: one call at a time", STDIO),
    modern("stdio-modern-64", "stdio, modern: 64 calls in flight", STDIO_64),
    legacy("stdio-legacy-64", "stdio, legacy: 64 calls in flight", STDIO_64),
    modern("stdio-modern-structured", "stdio, modern: structured results", STDIO_FORECAST),
    legacy("stdio-legacy-structured", "stdio, legacy: structured results", STDIO_FORECAST),
    modern("stdio-modern-list", "stdio, modern: a list of 100 tools", STDIO_LIST),
    legacy("stdio-legacy-list", "stdio, legacy: a list of 100 tools", STDIO_LIST),
    modern("stdio-modern-large", "stdio, modern: results of 1 MiB", STDIO_LARGE),
    legacy("stdio-legacy-large", "stdio, legacy: results of 1 MiB", STDIO_LARGE),
    modern("http-modern-call", "HTTP, modern: one call at a time", HTTP_1),
    legacy("http-legacy-call", "HTTP, legacy: one call at a time", HTTP_1),
    modern("http-modern-64", "HTTP, modern: 64 calls in flight", HTTP_64),
    legacy("http-legacy-64", "HTTP, legacy: 64 calls in flight", HTTP_64),
    modern("http-modern-structured", "HTTP, modern: structured results", HTTP_FORECAST),
    legacy("http-legacy-structured", "HTTP, legacy: structured results", HTTP_FORECAST),
    modern("http-modern-list", "HTTP, modern: a list of 100 tools", HTTP_LIST),
    legacy("http-legacy-list", "HTTP, legacy: a list of 100 tools", HTTP_LIST),
    modern("http-modern-large", "HTTP, modern: results of 1 MiB", HTTP_LARGE),
    legacy("http-legacy-large", "HTTP, legacy: results of 1 MiB", HTTP_LARGE),
];

/// One server's program in one set-up.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) name: &'static str,
    pub(super) program: &'static str,
    pub(super) mode: &'static str,
    pub(super) role: Role,
    /// Whether it differs from the others only in modern replies over HTTP.
    http_modern_only: bool,
    pub(super) quick: bool,
}

impl Server {
    /// Whether the server takes part in a row.
    pub(super) fn runs(&self, row: &Row) -> bool {
        !self.http_modern_only || (row.link != Link::Stdio && row.era == Era::Modern)
    }
}

const fn server(
    name: &'static str,
    program: &'static str,
    mode: &'static str,
    role: Role,
) -> Server {
    Server { name, program, mode, role, http_modern_only: false, quick: true }
}

pub(super) const SERVERS: &[Server] = &[
    server("hostline", "hostline-server", "current-thread", Role::Ours),
    server("rmcp-ct", "rmcp-server", "ct", Role::Rmcp),
    Server { http_modern_only: true, ..server("rmcp-json", "rmcp-server", "json", Role::Rmcp) },
    Server {
        quick: false,
        ..server("hostline-mt", "hostline-server", "multi-thread", Role::Other)
    },
    Server { quick: false, ..server("rmcp", "rmcp-server", "default", Role::Rmcp) },
];
