//! What the operating system tells about a process and the machine.
//!
//! Only Linux is read: the figures are published for one kind of machine, and elsewhere the
//! runner says so instead of measuring something else.

use std::{fs, time::Duration};

use crate::Result;

/// A process that is measured: this one, or another that runs on the same machine.
#[derive(Clone, Copy, Debug)]
pub struct Process(Option<u32>);

impl Process {
    /// This process.
    pub fn own() -> Self {
        Self(None)
    }

    /// The process of this number.
    pub fn other(number: u32) -> Self {
        Self(Some(number))
    }

    /// User and system time of the process so far, all of its threads together.
    ///
    /// # Errors
    /// There is no such process any more.
    #[cfg(target_os = "linux")]
    pub fn cpu_time(self) -> Result<Duration> {
        use nix::{
            time::{ClockId, clock_getcpuclockid, clock_gettime},
            unistd::Pid,
        };

        let clock = match self.0 {
            None => ClockId::CLOCK_PROCESS_CPUTIME_ID,
            Some(number) => clock_getcpuclockid(Pid::from_raw(number.try_into()?))?,
        };
        Ok(clock_gettime(clock)?.into())
    }

    /// Unknown on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn cpu_time(self) -> Result<Duration> {
        Ok(Duration::ZERO)
    }

    /// A size from the process's status in KiB: `VmRSS` is its memory now, `VmHWM` at its peak.
    pub fn memory_kib(self, key: &str) -> u64 {
        let name = self.0.map_or_else(|| "self".to_owned(), |number| number.to_string());
        fs::read_to_string(format!("/proc/{name}/status"))
            .unwrap_or_default()
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
            .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
            .unwrap_or(0)
    }
}

/// Lets this process, and every process that it starts from now on, open as many files as the
/// system allows it at all. A crowd needs one for each connection.
#[cfg(unix)]
pub fn allow_many_files() -> Result<()> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    Ok(setrlimit(Resource::RLIMIT_NOFILE, most, most)?)
}

/// This system has no such limit.
#[cfg(not(unix))]
pub fn allow_many_files() -> Result<()> {
    Ok(())
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
