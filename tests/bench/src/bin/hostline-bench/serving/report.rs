//! The tables of the servers: medians of the rounds, and ratios of runs that stood side by side.

use hostline_bench::sample::Sample;

use super::plan::{SERVERS, Server};
use crate::{
    plan::{Role, Row},
    report::{median, micros, of, ratio_of, verdict},
    results::Record,
};

/// Prints our server for each row, beside the one of rmcp's set-ups that needs the least time.
pub(super) fn print(rows: &[&Row], records: &[Record]) {
    println!(
        "CPU time of the server and time on the clock for one operation, in µs; peak memory of"
    );
    println!("the server, in MiB\n");
    println!(
        "| workload | ours | best rmcp | ours / rmcp [limit] | clock, ours | clock, rmcp \
         | memory, ours | memory, rmcp |"
    );
    println!("| --- |{}", " ---: |".repeat(7));
    for row in rows {
        let ours = best(row, records, Role::Ours);
        let rmcp = best(row, records, Role::Rmcp);
        let ratio = ours
            .zip(rmcp)
            .and_then(|(ours, rmcp)| ratio_of(row.name, records, ours.name, rmcp.name));
        let times = |figure: fn(&Sample) -> f64| {
            [ours, rmcp].map(|server| shown(row, records, server, figure, micros))
        };
        let [our_cpu, rmcp_cpu] = times(cpu);
        let [our_clock, rmcp_clock] = times(clock);
        let [our_peak, rmcp_peak] = [ours, rmcp]
            .map(|server| shown(row, records, server, peak_mib, |mib| format!("{mib:.1}")));
        println!(
            "| {} | {our_cpu} | {rmcp_cpu} | {} | {our_clock} | {rmcp_clock} | {our_peak} \
             | {rmcp_peak} |",
            row.title,
            verdict(ratio, row.limit),
        );
    }
    println!();
}

/// Prints the time of every set-up.
pub(super) fn print_other_set_ups(rows: &[&Row], records: &[Record]) {
    let names: Vec<&str> = SERVERS.iter().map(|server| server.name).collect();
    println!("All set-ups, CPU time in µs\n");
    println!("| workload | {} |", names.join(" | "));
    println!("| --- |{}", " ---: |".repeat(names.len()));
    for row in rows {
        let times: Vec<String> =
            SERVERS.iter().map(|server| shown(row, records, Some(server), cpu, micros)).collect();
        println!("| {} | {} |", row.title, times.join(" | "));
    }
    println!();
}

fn cpu(sample: &Sample) -> f64 {
    sample.cpu_us
}

fn clock(sample: &Sample) -> f64 {
    1e6 / sample.per_second
}

#[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
fn peak_mib(sample: &Sample) -> f64 {
    sample.peak_kib as f64 / 1024.0
}

fn middle(
    row: &Row,
    records: &[Record],
    server: &Server,
    figure: fn(&Sample) -> f64,
) -> Option<f64> {
    median(of(row.name, server.name, records).map(|record| figure(&record.sample)).collect())
}

fn shown(
    row: &Row,
    records: &[Record],
    server: Option<&Server>,
    figure: fn(&Sample) -> f64,
    show: fn(f64) -> String,
) -> String {
    server.and_then(|server| middle(row, records, server, figure)).map_or("-".into(), show)
}

fn best(row: &Row, records: &[Record], role: Role) -> Option<&'static Server> {
    SERVERS
        .iter()
        .filter(|server| server.role == role)
        .filter_map(|server| Some((server, middle(row, records, server, cpu)?)))
        .min_by(|(_, left), (_, right)| left.total_cmp(right))
        .map(|(server, _)| server)
}
