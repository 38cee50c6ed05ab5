//! Measures what `hostline serve` adds to a call: CPU time of its process in front of the server
//! without a library, and time on the clock in front of a server of other authors.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Instant,
};

use hostline::{Client, transport::Command as Target};
use hostline_bench::{
    Result,
    options::{Era, Workload},
    sample::Sample,
};
use serde::Serialize;
use serde_json::json;
use tokio::process::Command;

use crate::{
    Arguments,
    plan::{Row, SMALL},
    report::{median, micros, of},
    results::{Record, Results},
    runner::finish,
};

/// How many µs of CPU time a call may cost the gateway.
const MOST_MICROS: f64 = 40.0;
/// How many times longer a call of a server of other authors may take through the gateway.
const LONGEST: f64 = 1.3;
/// What `--only` calls the second part.
const OTHERS: &str = "everything";
/// How many calls a run of the second part times, after how many.
const CALLS: usize = 500;
const WARM_UP: usize = 50;
const WAYS: [&str; 2] = ["direct", "gateway"];

const MANY: Row = Row { workload: Workload::InFlight, operations: 10_000, in_flight: 64, ..SMALL };
const ROWS: [Row; 4] = [
    Row { name: "gateway-modern-call", title: "modern: one call at a time", ..SMALL },
    Row {
        name: "gateway-legacy-call",
        title: "legacy: one call at a time",
        era: Era::Legacy,
        ..SMALL
    },
    Row { name: "gateway-modern-64", title: "modern: 64 calls in flight", ..MANY },
    Row {
        name: "gateway-legacy-64",
        title: "legacy: 64 calls in flight",
        era: Era::Legacy,
        ..MANY
    },
];

/// Measures and prints.
pub(crate) async fn measure(arguments: &Arguments, programs: PathBuf) -> Result<()> {
    let mut results = Results::open(&programs)?;
    let raw = vec![text(&programs.join("raw-server")), "stdio".to_owned()];
    let gateway = Gateway::new(&programs, "raw", &raw)?;
    let rows: Vec<&Row> = ROWS.iter().filter(|row| arguments.wants(row.name)).collect();
    let rounds = arguments.rounds();
    for round in 0..rounds {
        for row in &rows {
            let sample = gateway.run(row, &programs).await?;
            results.add(Record { row: row.name, program: "gateway", round, sample });
        }
        eprintln!("round {} of {rounds} done", round + 1);
    }
    print(&rows, results.records());
    match &arguments.everything {
        Some(command) if arguments.wants(OTHERS) => {
            others(command, &programs, rounds, &mut results).await?;
        }
        _ => println!("not measured in front of a server of other authors: none was named\n"),
    }
    println!("every run: {}", results.path().display());
    Ok(())
}

fn print(rows: &[&'static Row], records: &[Record]) {
    println!("`hostline serve --stdio` in front of the server without a library, over stdio: CPU");
    println!("time of the gateway's process for one call, and time on the clock, in µs; memory at");
    println!("its peak, in MiB\n");
    println!("| client | CPU [{MOST_MICROS}] | clock | memory |\n| --- | ---: | ---: | ---: |");
    for row in rows {
        let figure = |take: fn(&Sample) -> f64| {
            median(of(row.name, "gateway", records).map(|record| take(&record.sample)).collect())
        };
        let cpu = figure(|sample| sample.cpu_us).unwrap_or(f64::NAN);
        let clock = figure(|sample| 1e6 / sample.per_second).unwrap_or(f64::NAN);
        #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 KiB")]
        let memory = figure(|sample| sample.peak_kib as f64 / 1024.0).unwrap_or(f64::NAN);
        let mark = if cpu > MOST_MICROS { "**" } else { "" };
        println!(
            "| {} | {mark}{}{mark} | {} | {memory:.1} |",
            row.title,
            micros(cpu),
            micros(clock)
        );
    }
    println!();
}

/// One run of the second part.
#[derive(Serialize)]
struct Run {
    row: &'static str,
    client: &'static str,
    round: usize,
    clock_us: f64,
}

/// The same calls, made of a server of other authors and through the gateway, in turns.
async fn others(
    command: &str,
    programs: &Path,
    rounds: usize,
    results: &mut Results,
) -> Result<()> {
    let words: Vec<String> = serde_json::from_str(command)?;
    let gateway = Gateway::new(programs, "everything", &words)?;
    let (program, arguments) = words.split_first().ok_or("the command is empty")?;
    let mut runs: Vec<Run> = Vec::new();
    for round in 0..rounds {
        let mut ways = WAYS;
        ways.rotate_left(round % WAYS.len());
        for way in ways {
            let target = match way {
                "direct" => Target::new(program).args(arguments),
                _ => gateway.target(),
            };
            let clock_us = time_calls(target).await?;
            let run = Run { row: OTHERS, client: way, round, clock_us };
            results.keep(&run);
            runs.push(run);
        }
    }
    let clock = |way: &str| {
        let of_way = runs.iter().filter(|run| run.client == way);
        median(of_way.map(|run| run.clock_us).collect()).unwrap_or(f64::NAN)
    };
    // Runs of one round stood side by side.
    let ratios = (0..rounds).filter_map(|round| {
        let of = |way| runs.iter().find(|run| run.round == round && run.client == way);
        Some(of("gateway")?.clock_us / of("direct")?.clock_us)
    });
    println!("Time on the clock of one call of server-everything, in µs\n");
    println!("| direct | through the gateway | ratio [{LONGEST}] |\n| ---: | ---: | ---: |");
    println!(
        "| {} | {} | {:.2} |\n",
        micros(clock("direct")),
        micros(clock("gateway")),
        median(ratios.collect()).unwrap_or(f64::NAN),
    );
    Ok(())
}

/// How long one call takes, in µs.
async fn time_calls(target: Target) -> Result<f64> {
    let client = Client::connect(target).await?;
    let call = async || -> Result<()> {
        let result = client.call_tool("echo", json!({ "message": "as it came" })).await?;
        let said = serde_json::to_string(&result.content)?;
        if said.contains("as it came") { Ok(()) } else { Err("it says something else".into()) }
    };
    for _ in 0..WARM_UP {
        call().await?;
    }
    let began = Instant::now();
    for _ in 0..CALLS {
        call().await?;
    }
    let took = began.elapsed();
    client.close().await?;
    #[expect(clippy::cast_precision_loss, reason = "the count is small")]
    Ok(took.as_secs_f64() * 1e6 / CALLS as f64)
}

/// `hostline serve --stdio` with a configuration of its own: one server, which may do everything.
struct Gateway {
    folder: PathBuf,
    program: PathBuf,
}

impl Gateway {
    fn new(programs: &Path, name: &str, command: &[String]) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("hl-bench-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        let (config, hostline) = (folder.join("hostline.toml"), programs.join("hostline"));
        let environment = [
            ("HOSTLINE_CONFIG", text(&config)),
            ("HOSTLINE_DATA_DIR", text(&folder.join("data"))),
            ("HOSTLINE_STORE", "session".to_owned()),
            ("XDG_RUNTIME_DIR", text(&folder)),
        ];
        // Adding it approves its start, which no rule can.
        let mut add = std::process::Command::new(&hostline);
        add.envs(environment.clone()).args(["add", name, "--yes", "--quiet", "--"]).args(command);
        if !add.status()?.success() {
            return Err("the server could not be added".into());
        }
        let table = format!("[servers.{name}]\n");
        let added = fs::read_to_string(&config)?;
        let unprefixed = added.replace(&table, &format!("{table}prefix = \"\"\n"));
        fs::write(&config, unprefixed + "\n[[policy]]\nname = \"all\"\neffect = \"allow\"\n")?;
        // Who starts it has arguments for a measured server, which it does not know.
        let program = folder.join("gateway");
        let set = environment.map(|(name, value)| format!("export {name}='{value}'\n")).concat();
        let script =
            format!("#!/bin/sh\n{set}exec '{}' serve --stdio --client bench\n", hostline.display());
        fs::write(&program, script)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700))?;
        Ok(Self { folder, program })
    }

    fn target(&self) -> Target {
        Target::new(&self.program)
    }

    async fn run(&self, row: &Row, programs: &Path) -> Result<Sample> {
        let mut client = Command::new(programs.join("bare-client"));
        client.args(["--mode", "sync", "--measured", "server", "--server-mode", "stdio"]);
        client.arg("--program").arg(&self.program);
        client.args(["--era", row.era.name(), "--workload", row.workload.name()]);
        for (name, number) in [
            ("--operations", row.operations),
            ("--warm-up", row.warm_up),
            ("--in-flight", row.in_flight),
            ("--bytes", row.bytes),
            ("--tools", row.tools),
        ] {
            client.args([name, &number.to_string()]);
        }
        Ok(serde_json::from_slice(&finish(client).await?)?)
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // What is left is only in the way of the disk.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
