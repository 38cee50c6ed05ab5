//! The sides of the suite: what is judged, in which runs, and what is demanded of it.

/// One side of the suite.
pub(crate) struct Side {
    /// What we call it.
    pub(super) name: &'static str,
    /// What the suite calls it.
    pub(super) role: &'static str,
    /// The program that is judged.
    pub(super) program: &'static str,
    /// How the suite reaches it.
    pub(super) reached: Reached,
    /// What is demanded of it.
    pub(super) minimum: &'static str,
    /// The scenarios that it does not have to pass, each with the reason.
    pub(super) excepted: Option<&'static str>,
    /// The runs by name, and how they are asked for. A run's name is a column of `minimum`.
    pub(super) runs: &'static [(&'static str, &'static [&'static str])],
    /// What the suite puts before the name of a scenario in that of a result folder.
    pub(super) prefix: &'static str,
    /// Scenarios that judge by tenths of a second, which a busy machine cannot keep; such a one is
    /// tried again alone before it counts.
    pub(super) sensitive_to_load: &'static [&'static str],
}

/// How the suite reaches what it judges.
pub(super) enum Reached {
    /// It starts the program by itself.
    ByCommand,
    /// We start the program, and tell the suite where it listens.
    ByAddress,
    /// A gateway starts the program. The suite reaches it by way of a program that adds the token.
    ThroughGateway,
}

/// The client. The suite starts it once for each scenario, and all of them at the same time.
pub(crate) const CLIENT: Side = Side {
    name: "client",
    role: "client",
    program: "conformance-client",
    reached: Reached::ByCommand,
    minimum: "minimum.toml",
    excepted: None,
    runs: &[
        ("2025-06-18", &["--suite", "all", "--spec-version", "2025-06-18"]),
        ("2025-11-25", &["--requirements", "2025-11-25"]),
        ("2026-07-28", &["--requirements", "2026-07-28"]),
        ("all", &["--suite", "all"]),
    ],
    prefix: "",
    sensitive_to_load: &["sse-retry"],
};

/// The server. It is started once for each run.
pub(crate) const SERVER: Side = Side {
    name: "server",
    role: "server",
    program: "conformance-server",
    reached: Reached::ByAddress,
    minimum: "minimum-server.toml",
    excepted: None,
    runs: SERVER_RUNS,
    prefix: "server-",
    sensitive_to_load: &["server-stateless"],
};

/// The server behind a gateway, which has to do all that the server does. All is started anew for
/// each run.
pub(crate) const GATEWAY: Side = Side {
    name: "gateway",
    reached: Reached::ThroughGateway,
    excepted: Some("excepted-gateway.toml"),
    ..SERVER
};

const SERVER_RUNS: &[(&str, &[&str])] = &[
    ("2025-03-26", &["--suite", "all", "--spec-version", "2025-03-26"]),
    ("2025-06-18", &["--suite", "all", "--spec-version", "2025-06-18"]),
    ("2025-11-25", &["--requirements", "2025-11-25"]),
    ("2026-07-28", &["--requirements", "2026-07-28"]),
    ("all", &["--suite", "all"]),
];
