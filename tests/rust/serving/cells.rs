//! Our own client and our own server: every feature in every version over every transport.

mod features;
mod joined;

use std::{collections::BTreeMap, fmt, time::Duration};

use hostline::Version;
use tokio::{task::JoinSet, time::timeout};

use features::FEATURES;
use joined::Joined;

/// How long one feature may take in one cell.
const PATIENCE: Duration = Duration::from_mins(1);

const TRANSPORTS: [&str; 4] = ["memory", "stdio", "http", "sse"];

/// One version over one transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    version: Version,
    transport: &'static str,
}

/// What came of a feature in a cell.
enum Shown {
    /// The specification of the version does not know it.
    Unknown,
    Works,
    Fails(String),
}

#[tokio::test]
async fn every_cell() {
    let mut tasks = JoinSet::new();
    for cell in cells() {
        tasks.spawn(async move { (cell, show_all(cell).await) });
    }
    let mut table = Table::default();
    while let Some(shown) = tasks.join_next().await {
        let (cell, shown) = shown.unwrap();
        table.0.insert(cell, shown);
    }
    println!("{table}");
    let faults = table.faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The cells that the specification knows; it leaves transports of one's own to everybody.
fn cells() -> impl Iterator<Item = Cell> {
    TRANSPORTS.into_iter().flat_map(|transport| {
        let known = move |version: &Version| match transport {
            "http" => *version >= Version::V2025_03_26,
            "sse" => *version == Version::V2024_11_05,
            _ => true,
        };
        Version::ALL.into_iter().filter(known).map(move |version| Cell { version, transport })
    })
}

/// Shows one feature after the other, each on a connection of its own.
async fn show_all(cell: Cell) -> Vec<Shown> {
    let mut all = Vec::new();
    for feature in FEATURES {
        if !feature.is_known(cell) {
            all.push(Shown::Unknown);
            continue;
        }
        let mut task = JoinSet::new();
        task.spawn(timeout(PATIENCE, async move {
            let joined = Joined::open(cell.version, cell.transport).await;
            (feature.show)(&joined).await;
            joined.close().await;
        }));
        all.push(match task.join_next().await {
            Some(Ok(Ok(()))) => Shown::Works,
            Some(Ok(Err(_))) => Shown::Fails("it took too long".to_owned()),
            Some(Err(panic)) => Shown::Fails(panic.to_string()),
            None => Shown::Fails("it was not shown".to_owned()),
        });
    }
    all
}

/// What came of all features in all cells.
#[derive(Default)]
struct Table(BTreeMap<Cell, Vec<Shown>>);

impl Table {
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for cell in cells() {
            for (feature, shown) in FEATURES.iter().zip(&self.0[&cell]) {
                let known = feature.is_known(cell);
                let why = match shown {
                    Shown::Fails(why) => why,
                    Shown::Unknown if known => "it was not shown",
                    Shown::Works if !known => "nobody knows it",
                    Shown::Works | Shown::Unknown => continue,
                };
                let Cell { version, transport } = cell;
                faults.push(format!("{} in {version} over {transport}: {why}", feature.name));
            }
        }
        faults
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<18}", "")?;
        for feature in FEATURES {
            write!(f, " {}", feature.name)?;
        }
        for (cell, shown) in &self.0 {
            write!(f, "\n{:<10} {:<7}", cell.version, cell.transport)?;
            for (feature, shown) in FEATURES.iter().zip(shown) {
                let mark = match shown {
                    Shown::Unknown => "·",
                    Shown::Works => "works",
                    Shown::Fails(_) => "FAILS",
                };
                write!(f, " {mark:>width$}", width = feature.name.len())?;
            }
        }
        writeln!(f)
    }
}
