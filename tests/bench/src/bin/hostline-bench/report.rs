//! The table of the clients' times: medians of the rounds, and ratios of runs that stood side by side.

use crate::{
    plan::{CLIENTS, Client, Role, Row},
    results::Record,
};

/// The versions of what is compared, as they were built.
pub(crate) fn versions() -> String {
    let lock = include_str!("../../../../../Cargo.lock");
    let version = |package: &str| {
        let entry = lock.split_once(&format!("name = \"{package}\"\nversion = \""));
        entry.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("unknown")
    };
    ["hostline", "rmcp", "tokio", "hyper", "serde_json"]
        .map(|package| format!("{package} {}", version(package)))
        .join(", ")
}

/// Prints our time for each row, beside the bare client's and the best of rmcp's.
pub(crate) fn print_cpu(rows: &[&Row], records: &[Record]) {
    println!("CPU time of the client for one operation, in µs\n");
    println!("| workload | ours | bare | best rmcp | ours / bare [limit] | rmcp / ours |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for row in rows {
        let of = |role: Role| best(row, records, role);
        let (ours, bare, rmcp) = (of(Role::Ours), of(Role::Bare), of(Role::Rmcp));
        println!(
            "| {} | {} | {} | {} | {} | {} |",
            row.title,
            time(row, records, ours),
            time(row, records, bare),
            time(row, records, rmcp),
            verdict(ratio(row, records, ours, bare), row.limit),
            ratio(row, records, rmcp, ours).map_or("-".into(), |ratio| format!("{ratio:.1}")),
        );
    }
    println!();
}

/// Prints the set-ups that take part in no ratio.
pub(crate) fn print_other_set_ups(rows: &[&Row], records: &[Record]) {
    let clients: Vec<&Client> = CLIENTS.iter().filter(|client| !client.quick).collect();
    let names: Vec<&str> = clients.iter().map(|client| client.name).collect();
    println!("Other set-ups, in µs\n");
    println!("| workload | {} |", names.join(" | "));
    println!("| --- |{}", " ---: |".repeat(names.len()));
    for row in rows {
        let times: Vec<String> =
            clients.iter().map(|client| time(row, records, Some(client))).collect();
        println!("| {} | {} |", row.title, times.join(" | "));
    }
    println!();
}

/// A ratio beside its limit, marked where it is over.
pub(crate) fn verdict(figure: Option<f64>, limit: Option<f64>) -> String {
    match (figure, limit) {
        (None, _) => "-".into(),
        (Some(figure), None) => format!("{figure:.2}"),
        (Some(figure), Some(limit)) if figure > limit => {
            format!("**{figure:.2}** [{limit:.1}] over")
        }
        (Some(figure), Some(limit)) => format!("{figure:.2} [{limit:.1}]"),
    }
}

/// The middle of some figures; nothing of none.
pub(crate) fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len() % 2 == 1 {
        figures.get(middle).copied()
    } else {
        let below = figures.get(middle.checked_sub(1)?)?;
        Some(f64::midpoint(*below, *figures.get(middle)?))
    }
}

/// The samples of a program in a row, by round.
pub(crate) fn of<'a>(
    row: &'a str,
    program: &'a str,
    records: &'a [Record],
) -> impl Iterator<Item = &'a Record> {
    records.iter().filter(move |record| record.row == row && record.program == program)
}

fn cpu(row: &Row, records: &[Record], client: &Client) -> Option<f64> {
    median(of(row.name, client.name, records).map(|record| record.sample.cpu_us).collect())
}

fn best(row: &Row, records: &[Record], role: Role) -> Option<&'static Client> {
    CLIENTS
        .iter()
        .filter(|client| client.role == role)
        .filter_map(|client| Some((client, cpu(row, records, client)?)))
        .min_by(|(_, left), (_, right)| left.total_cmp(right))
        .map(|(client, _)| client)
}

fn time(row: &Row, records: &[Record], client: Option<&Client>) -> String {
    client.and_then(|client| cpu(row, records, client)).map_or("-".into(), micros)
}

/// A time in microseconds, with as many digits as mean something.
pub(crate) fn micros(time: f64) -> String {
    if time < 100.0 { format!("{time:.2}") } else { thousands(time) }
}

fn ratio(
    row: &Row,
    records: &[Record],
    above: Option<&Client>,
    below: Option<&Client>,
) -> Option<f64> {
    ratio_of(row.name, records, above?.name, below?.name)
}

/// The median of the ratios within each round: a slow phase of the machine meets both.
pub(crate) fn ratio_of(row: &str, records: &[Record], above: &str, below: &str) -> Option<f64> {
    let ratios = of(row, above, records).filter_map(|record| {
        let other = of(row, below, records).find(|other| other.round == record.round)?;
        Some(record.sample.cpu_us / other.sample.cpu_us)
    });
    median(ratios.collect())
}

/// A whole number with commas.
pub(crate) fn thousands(figure: f64) -> String {
    let digits = format!("{figure:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
