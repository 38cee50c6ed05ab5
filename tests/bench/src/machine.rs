//! What the operating system tells about this process and the machine.
//!
//! Only Linux is read: the figures are published for one kind of machine, and elsewhere the
//! runner says so instead of measuring something else.

use std::{fs, time::Duration};

use crate::Result;

/// User and system time of this process so far, all of its threads together.
#[cfg(target_os = "linux")]
pub fn cpu_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// Unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn cpu_time() -> Duration {
    Duration::ZERO
}

/// Keeps this process, and every process that it starts from now on, on one core, and says which.
///
/// The last core that it may use is taken, since interrupts prefer the first.
#[cfg(target_os = "linux")]
pub fn pin_to_one_core() -> Result<usize> {
    use nix::{
        sched::{CpuSet, sched_getaffinity, sched_setaffinity},
        unistd::Pid,
    };

    let this = Pid::from_raw(0);
    let allowed = sched_getaffinity(this)?;
    let core = (0..CpuSet::count())
        .rev()
        .find(|core| allowed.is_set(*core).unwrap_or(false))
        .ok_or("the system allows this process no core")?;
    let mut one = CpuSet::new();
    one.set(core)?;
    sched_setaffinity(this, &one)?;
    Ok(core)
}

/// Cannot be done on this system.
#[cfg(not(target_os = "linux"))]
pub fn pin_to_one_core() -> Result<usize> {
    Err("the benchmark reads Linux's process figures: run it on Linux".into())
}

/// A size from this process's status in KiB: `VmRSS` is its memory now, `VmHWM` at its peak.
pub fn memory_kib(key: &str) -> u64 {
    fs::read_to_string("/proc/self/status")
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// Time that some of the machine's cores have spent, in ticks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ticks {
    busy: u64,
    all: u64,
}

impl Ticks {
    /// All cores but one, together, since the machine started.
    pub fn without_core(core: usize) -> Self {
        let left_out = format!("cpu{core}");
        let mut sum = Self::default();
        for line in fs::read_to_string("/proc/stat").unwrap_or_default().lines() {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            // The line `cpu` is the sum of the lines `cpu0`, `cpu1` and so on.
            if !name.starts_with("cpu") || name == "cpu" || name == left_out {
                continue;
            }
            let ticks: Vec<u64> = words.take(8).filter_map(|tick| tick.parse().ok()).collect();
            let all: u64 = ticks.iter().sum();
            let idle: u64 = ticks.iter().skip(3).take(2).sum();
            sum.busy += all - idle;
            sum.all += all;
        }
        sum
    }

    /// How much of the time since then was busy, in percent.
    pub fn busy_percent_since(self, then: Self) -> u64 {
        (self.busy - then.busy) * 100 / (self.all - then.all).max(1)
    }
}

/// The processor's name, as the system knows it.
pub fn processor() -> String {
    fs::read_to_string("/proc/cpuinfo")
        .unwrap_or_default()
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or_else(|| "unknown processor".into(), |(_, name)| name.trim().into())
}

/// The kernel's release.
pub fn kernel() -> String {
    fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim().into()
}
