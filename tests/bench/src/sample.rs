//! One run's figures: taken in the client, printed as one line of JSON, read by the runner.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::{Result, machine::Process};

/// What was measured of one process: of the client, or of the server that it talked to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// User and system time of the process for one operation, in microseconds.
    pub cpu_us: f64,
    /// Operations in a second.
    pub per_second: f64,
    /// How long half of the operations took at most, in microseconds; zero where operations
    /// overlap.
    pub p50_us: f64,
    /// How long 99 of 100 operations took at most, in microseconds.
    pub p99_us: f64,
    /// The process's memory after the last operation.
    pub memory_kib: u64,
    /// The process's memory at its peak.
    pub peak_kib: u64,
}

/// A timed section of a run.
#[derive(Debug)]
pub struct Section {
    process: Process,
    began: Instant,
    cpu: Duration,
    /// In nanoseconds. They are kept small, since they count as the client's memory.
    latencies: Vec<u32>,
}

impl Section {
    /// Begins to measure a process, with room for the times of so many operations.
    pub fn begin(process: Process, operations: usize) -> Result<Self> {
        let latencies = Vec::with_capacity(operations);
        Ok(Self { process, began: Instant::now(), cpu: process.cpu_time()?, latencies })
    }

    /// Notes how long one operation took.
    pub fn note(&mut self, latency: Duration) {
        self.latencies.push(u32::try_from(latency.as_nanos()).unwrap_or(u32::MAX));
    }

    /// Ends the section and prints its sample.
    pub fn finish(mut self, operations: usize) -> Result<()> {
        let wall = self.began.elapsed().as_secs_f64();
        let cpu = self.process.cpu_time()?.saturating_sub(self.cpu).as_secs_f64();
        self.latencies.sort_unstable();
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let operations = operations as f64;
        let sample = Sample {
            cpu_us: cpu * 1e6 / operations,
            per_second: operations / wall,
            p50_us: self.percentile(50),
            p99_us: self.percentile(99),
            memory_kib: self.process.memory_kib("VmRSS"),
            peak_kib: self.process.memory_kib("VmHWM"),
        };
        println!("{}", serde_json::to_string(&sample)?);
        Ok(())
    }

    fn percentile(&self, percent: usize) -> f64 {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(last * percent / 100).map_or(0.0, |time| f64::from(*time) / 1e3)
    }
}
