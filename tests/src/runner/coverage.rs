//! Which features the scenarios show in which version over which transport, and which they must.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use crate::scenario::{Run, Scenario, TRANSPORTS, VERSIONS, knows};

/// Each feature with the versions and the transports whose specification knows it.
const FEATURES: [(&str, &str, &str, &[&str]); 38] = [
    ("negotiation", "2024-11-05", "", &TRANSPORTS),
    ("instructions", "2024-11-05", "", &TRANSPORTS),
    ("tools", "2024-11-05", "", &TRANSPORTS),
    ("content", "2024-11-05", "", &TRANSPORTS),
    ("resources", "2024-11-05", "", &TRANSPORTS),
    ("templates", "2024-11-05", "", &TRANSPORTS),
    ("resource-updates", "2024-11-05", "", &TRANSPORTS),
    ("prompts", "2024-11-05", "", &TRANSPORTS),
    ("completion", "2024-11-05", "", &TRANSPORTS),
    ("logging", "2024-11-05", "", &TRANSPORTS),
    ("progress", "2024-11-05", "", &TRANSPORTS),
    ("cancellation", "2024-11-05", "", &TRANSPORTS),
    ("timeout", "2024-11-05", "", &TRANSPORTS),
    ("pagination", "2024-11-05", "", &TRANSPORTS),
    ("list-changed", "2024-11-05", "", &TRANSPORTS),
    ("sampling", "2024-11-05", "", &TRANSPORTS),
    ("roots", "2024-11-05", "", &TRANSPORTS),
    ("meta", "2024-11-05", "", &TRANSPORTS),
    ("schema", "2024-11-05", "", &TRANSPORTS),
    ("limits", "2024-11-05", "", &TRANSPORTS),
    ("errors", "2024-11-05", "", &TRANSPORTS),
    ("ping", "2024-11-05", "2025-11-25", &TRANSPORTS),
    ("shutdown", "2024-11-05", "", &TRANSPORTS),
    ("processes", "2024-11-05", "", &["stdio"]),
    ("framing", "2024-11-05", "", &["stdio"]),
    ("framing-sse", "2025-03-26", "", &["http"]),
    ("redirects", "2025-03-26", "", &["http"]),
    ("session", "2025-03-26", "2025-11-25", &["http"]),
    ("resumption", "2025-03-26", "2025-11-25", &["http"]),
    ("batch", "2025-03-26", "2025-03-26", &["stdio", "http"]),
    ("structured", "2025-06-18", "", &["stdio", "http"]),
    ("elicitation-form", "2025-06-18", "", &["stdio", "http"]),
    ("elicitation-url", "2025-11-25", "", &["stdio", "http"]),
    ("icons", "2025-11-25", "", &["stdio", "http"]),
    ("tasks", "2025-11-25", "2025-11-25", &["stdio", "http"]),
    ("mrtr", "2026-07-28", "", &["stdio", "http"]),
    ("cache", "2026-07-28", "", &["stdio", "http"]),
    ("mirrored-headers", "2026-07-28", "", &["http"]),
];

/// How many runs show each feature in each cell.
pub struct Coverage(BTreeMap<(String, Run), usize>);

impl Coverage {
    /// Counts the features of what is played.
    pub fn of<'a>(jobs: impl Iterator<Item = (&'a Scenario, Run)>) -> Self {
        let mut counts = BTreeMap::new();
        for (scenario, run) in jobs {
            for feature in scenario.features() {
                *counts.entry((feature.to_owned(), run)).or_default() += 1;
            }
        }
        Self(counts)
    }

    /// The cells that the specification knows and no run shows, and features that it does not know.
    pub fn empty_cells(&self) -> Vec<String> {
        let mut empty = Vec::new();
        for (feature, first, last, transports) in FEATURES {
            for run in cells() {
                let known = run.version >= first
                    && (last.is_empty() || run.version <= last)
                    && transports.contains(&run.transport);
                if known && !self.0.contains_key(&(feature.to_owned(), run)) {
                    empty.push(format!("{feature} in {run}"));
                }
            }
        }
        let named: BTreeSet<&str> = FEATURES.iter().map(|(feature, ..)| *feature).collect();
        let misspelt = self.0.keys().filter(|(feature, _)| !named.contains(feature.as_str()));
        empty.extend(misspelt.map(|(feature, _)| format!("{feature}, which nobody knows")));
        empty.dedup();
        empty
    }
}

fn cells() -> impl Iterator<Item = Run> {
    TRANSPORTS.into_iter().flat_map(|transport| {
        VERSIONS
            .into_iter()
            .filter(move |version| knows(version, transport))
            .filter_map(move |version| Run::new(version, transport))
    })
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<18}", "")?;
        for run in cells() {
            write!(f, "{:>7}", run.transport)?;
        }
        write!(f, "\n{:<18}", "feature")?;
        for run in cells() {
            write!(f, "{:>7}", &run.version[2..7])?;
        }
        for (feature, ..) in FEATURES {
            write!(f, "\n{feature:<18}")?;
            for run in cells() {
                match self.0.get(&(feature.to_owned(), run)) {
                    Some(count) => write!(f, "{count:>7}")?,
                    None => write!(f, "{:>7}", "·")?,
                }
            }
        }
        writeln!(f)
    }
}
