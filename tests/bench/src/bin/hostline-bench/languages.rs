//! The packages of Python and Node.js beside the official clients of their languages.

use std::{collections::HashMap, path::PathBuf};

use hostline_bench::{Result, options::Workload};

use crate::{
    plan::{HTTP, MIB, Row, SMALL},
    report::{median, micros, of, ratio_of},
    results::Record,
    runner::Runner,
};

/// How a client in another language is started: its program, and the script that it runs.
pub(crate) type Commands = HashMap<String, Vec<PathBuf>>;

/// One set-up of a client.
struct Subject {
    name: &'static str,
    language: &'static str,
    mode: &'static str,
}

const SUBJECTS: [Subject; 5] = [
    Subject { name: "python", language: "python", mode: "hostline" },
    Subject { name: "python, blocking", language: "python", mode: "hostline-blocking" },
    Subject { name: "mcp", language: "python", mode: "mcp" },
    Subject { name: "node", language: "node", mode: "hostline" },
    Subject { name: "@modelcontextprotocol/client", language: "node", mode: "official" },
];

/// A workload, and how many times as much as ours the official clients should take at least.
struct Comparison {
    row: Row,
    python: f64,
    node: f64,
}

const COMPARISONS: [Comparison; 7] = [
    Comparison {
        row: Row {
            name: "language-stdio-sequential",
            title: "stdio, one call at a time",
            operations: 1_500,
            ..SMALL
        },
        python: 8.0,
        node: 4.0,
    },
    Comparison {
        row: Row {
            name: "language-stdio-64",
            title: "stdio, 64 calls in flight",
            workload: Workload::InFlight,
            operations: 3_000,
            in_flight: 64,
            ..SMALL
        },
        python: 16.0,
        node: 3.0,
    },
    Comparison {
        row: Row {
            name: "language-http-sequential",
            title: "HTTP, one call at a time",
            operations: 600,
            ..HTTP
        },
        python: 20.0,
        node: 10.0,
    },
    Comparison {
        row: Row {
            name: "language-http-64",
            title: "HTTP, 64 calls in flight",
            workload: Workload::InFlight,
            operations: 900,
            in_flight: 64,
            ..HTTP
        },
        python: 20.0,
        node: 10.0,
    },
    Comparison {
        row: Row {
            name: "language-stdio-large-8",
            title: "stdio, results of 8 MiB",
            workload: Workload::Large,
            operations: 6,
            warm_up: 2,
            bytes: 8 * MIB,
            ..SMALL
        },
        python: 10.0,
        node: 10.0,
    },
    Comparison {
        row: Row {
            name: "language-http-large-8",
            title: "HTTP, results of 8 MiB",
            workload: Workload::Large,
            operations: 6,
            warm_up: 2,
            bytes: 8 * MIB,
            ..HTTP
        },
        python: 1.0,
        node: 1.0,
    },
    Comparison {
        row: Row {
            name: "language-stdio-list",
            title: "stdio, a list of 1,000 tools",
            workload: Workload::List,
            operations: 8,
            warm_up: 2,
            tools: 1_000,
            ..SMALL
        },
        python: 1.0,
        node: 1.0,
    },
];

/// Whether any of the rows is wanted.
pub(crate) fn are_wanted(wants: impl Fn(&str) -> bool) -> bool {
    COMPARISONS.iter().any(|comparison| wants(comparison.row.name))
}

/// Runs all clients of the languages through the wanted rows, in turns, and prints their table.
pub(crate) async fn measure(
    runner: &mut Runner,
    commands: &Commands,
    rounds: usize,
    wants: impl Fn(&str) -> bool,
) {
    // Starting an interpreter takes longer than most of what is measured.
    let rounds = rounds.div_ceil(3);
    let comparisons: Vec<_> = COMPARISONS.iter().filter(|it| wants(it.row.name)).collect();
    for round in 0..rounds {
        for comparison in &comparisons {
            run_row(runner, commands, &comparison.row, round).await;
        }
        eprintln!("round {} of {rounds} of the languages done", round + 1);
    }
    print(&comparisons, runner.results.records());
}

async fn run_row(runner: &mut Runner, commands: &Commands, row: &'static Row, round: usize) {
    let mut subjects: Vec<&Subject> = SUBJECTS.iter().collect();
    let first = round % subjects.len();
    subjects.rotate_left(first);
    for Subject { name, language, mode } in subjects {
        match run(runner, commands, row, language, mode).await {
            Ok(sample) => {
                runner.results.add(Record { row: row.name, program: name, round, sample });
            }
            // The other clients' figures are still worth having.
            Err(error) => eprintln!("{name}, {}: {error}", row.name),
        }
    }
}

async fn run(
    runner: &Runner,
    commands: &Commands,
    row: &Row,
    language: &str,
    mode: &str,
) -> Result<hostline_bench::sample::Sample> {
    let words = commands.get(language).map(Vec::as_slice).unwrap_or_default();
    let (program, script) = words.split_first().ok_or("how to start it was not said")?;
    let mut arguments: Vec<_> = script.iter().map(|word| word.clone().into_os_string()).collect();
    arguments.extend(runner.arguments(row, mode));
    runner.sample(program, arguments, row).await
}

fn print(comparisons: &[&Comparison], records: &[Record]) {
    println!("CPU time of the client for one operation in other languages, in µs\n");
    println!(
        "| workload | Python | without a loop | mcp | mcp / Python [least] | Node.js | \
         @modelcontextprotocol/client | it / Node.js [least] |"
    );
    println!("| --- |{}", " ---: |".repeat(7));
    for Comparison { row, python, node } in comparisons {
        let time = |name: &str| {
            let times = of(row.name, name, records).map(|record| record.sample.cpu_us).collect();
            median(times).map_or("-".into(), micros)
        };
        let ratio = |theirs: &str, ours: &str, least: f64| {
            let mark = |ratio: f64| match ratio {
                ratio if ratio < least => format!("**{ratio:.1}** [{least:.0}] short"),
                ratio => format!("{ratio:.1} [{least:.0}]"),
            };
            ratio_of(row.name, records, theirs, ours).map_or("-".into(), mark)
        };
        let [ours, blocking, theirs, our_node, their_node] = SUBJECTS.map(|it| it.name);
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            row.title,
            time(ours),
            time(blocking),
            time(theirs),
            ratio(theirs, ours, *python),
            time(our_node),
            time(their_node),
            ratio(their_node, our_node, *node),
        );
    }
    println!();
}
