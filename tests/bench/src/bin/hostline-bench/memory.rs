//! The table of memory: the peak with one stdio server, and what each further one adds.

use crate::{
    plan::{CLIENTS, Client, MANY_SERVERS, ONE_SERVER, ROWS, Role, Row},
    report::{median, of},
    results::Record,
};

const MOST_PEAK_KIB: f64 = 7.0 * 1024.0;
const MOST_FURTHER_KIB: f64 = 24.0;

/// Prints both figures for every stdio client that was measured.
pub(crate) fn print(rows: &[&Row], records: &[Record]) {
    let measured = |name: &str| rows.iter().any(|row| row.name == name);
    if !measured(ONE_SERVER) && !MANY_SERVERS.into_iter().all(measured) {
        return;
    }
    println!("Memory of the client over stdio (limits for ours: 7 MiB, 24 KiB)\n");
    println!("| client | peak with one server, MiB | each further server, KiB |");
    println!("| --- | ---: | ---: |");
    for client in CLIENTS.iter().filter(|client| client.stdio) {
        let (peak, further) = (peak_kib(client, records), further_kib(client, records));
        if peak.is_some() || further.is_some() {
            println!(
                "| {} | {} | {} |",
                client.name,
                marked(client, peak, MOST_PEAK_KIB, |kib| format!("{:.2}", kib / 1024.0)),
                marked(client, further, MOST_FURTHER_KIB, |kib| format!("{kib:.1}")),
            );
        }
    }
    println!();
}

fn marked(
    client: &Client,
    figure: Option<f64>,
    limit: f64,
    show: impl FnOnce(f64) -> String,
) -> String {
    match figure {
        None => "-".into(),
        Some(kib) if client.role == Role::Ours && kib > limit => {
            format!("**{}** over", show(kib))
        }
        Some(kib) => show(kib),
    }
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
fn peak_kib(client: &Client, records: &[Record]) -> Option<f64> {
    median(
        of(ONE_SERVER, client.name, records).map(|record| record.sample.peak_kib as f64).collect(),
    )
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
fn further_kib(client: &Client, records: &[Record]) -> Option<f64> {
    let at = |name: &str| {
        let memory = of(name, client.name, records).map(|record| record.sample.memory_kib as f64);
        let row = ROWS.iter().find(|row| row.name == name)?;
        Some((median(memory.collect())?, row.operations as f64))
    };
    let [(few_kib, few), (many_kib, many)] = [at(MANY_SERVERS[0])?, at(MANY_SERVERS[1])?];
    Some((many_kib - few_kib) / (many - few))
}
