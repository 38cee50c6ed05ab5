//! Servers that are killed while others work.

use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{COMMAND, SLOW, Stage, processes};
use crate::{
    process::{Group, said},
    sign_in::expect,
    workspace::{Context, Result},
};

/// How often a server is killed.
const KILLS: u32 = 3;
/// How soon it serves again after the last time.
const BACK: Duration = Duration::from_secs(5);
/// How many seconds the call takes that is under way meanwhile.
const SLOW_SECONDS: u32 = 4;
/// How much longer it may take while another server is killed: what the machine needs to start it.
const SLACK: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(20);
/// How the process ends that is asked to, as shells count it.
const TERMINATED: i32 = 143;

/// A process that owns the configuration, so that its servers stay.
pub(super) struct Owner(Group);

impl Owner {
    /// It listens when this returns.
    pub(super) fn start(command: &mut Command) -> Result<Self> {
        let mut group = Group::start(command.stdout(Stdio::piped()).stderr(Stdio::null()))?;
        let output = group.output().ok_or("the owner has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).context("the owner")?;
        if line.contains("http://") { Ok(Self(group)) } else { Err("the owner has ended".into()) }
    }

    /// The one process of a server.
    pub(super) fn server(&self, command: &[String]) -> Result<u32> {
        match processes::children(self.0.id(), command)[..] {
            [process] => Ok(process),
            [] => Err("it does not run".into()),
            _ => Err("it runs more than once".into()),
        }
    }

    /// Ends it, and all servers with it.
    pub(super) fn end(self) -> Result<()> {
        let status = self.0.end().ok_or("the owner had to be killed")?;
        if status.code() == Some(TERMINATED) { Ok(()) } else { Err(status.to_string().into()) }
    }
}

/// What was measured.
struct Measured {
    /// How soon the server was back.
    back: Duration,
    /// How long a call at another server took while nothing happened, and while this one was killed.
    alone: Duration,
    beside: Duration,
}

impl Measured {
    fn is_good(&self) -> bool {
        self.back <= BACK && self.beside <= self.alone + SLACK
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { back, alone, beside } = self;
        write!(
            f,
            "back after {back:.1?}; a call elsewhere took {beside:.1?} and, alone, {alone:.1?}"
        )
    }
}

impl Stage {
    /// Kills a server again and again. What takes too long is tried once more: others may have kept the
    /// machine busy.
    pub(super) fn kill(&mut self, name: &str) -> Result<()> {
        let first = self.measure(name)?;
        println!("    {first}");
        if first.is_good() {
            return Ok(());
        }
        let second = self.measure(name)?;
        println!("    {second}");
        if second.is_good() { Ok(()) } else { Err("it takes too long, twice".into()) }
    }

    fn measure(&mut self, name: &str) -> Result<Measured> {
        let owner = self.own()?;
        self.call(SLOW.0)?;
        self.call(name)?;
        let alone = self.beside_slow_call(|stage| stage.call(name).map(drop))?;
        for _ in 1..KILLS {
            self.kill_once(&owner, name)?;
        }
        let mut back = Duration::ZERO;
        let beside = self.beside_slow_call(|stage| {
            back = stage.kill_once(&owner, name)?;
            Ok(())
        })?;
        let status = self.json(&["status", name])?;
        if status[0]["failures"] != KILLS || status[0]["activity"] != "ready" {
            return Err(format!("after {KILLS} kills: {}", status[0]).into());
        }
        owner.end()?;
        Ok(Measured { back, alone, beside })
    }

    /// Kills a server, and says how long it took until it served again.
    fn kill_once(&mut self, owner: &Owner, name: &str) -> Result<Duration> {
        let member = self.members.iter().find(|(member, _)| *member == name);
        let (_, server) = member.ok_or("there is no such server")?;
        processes::kill(owner.server(&server.command)?)?;
        let killed = Instant::now();
        loop {
            match self.call(name) {
                Ok(_) => return Ok(killed.elapsed()),
                // What was sent before the end was noticed has not been done.
                Err(_) if killed.elapsed() < BACK => thread::sleep(LOOK),
                Err(error) => return Err(error),
            }
        }
    }

    /// Does something while a call is under way at the slow server, and says how long the call took.
    fn beside_slow_call(
        &mut self,
        meanwhile: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Duration> {
        let arguments = format!("{{\"duration\": {SLOW_SECONDS}, \"steps\": {SLOW_SECONDS}}}");
        let mut call = self.command(&["call", SLOW.0, SLOW.1, "--args", &arguments, "--json"]);
        let (took, said) = thread::scope(|scope| {
            let calling = scope.spawn(move || {
                let began = Instant::now();
                let said = said(&mut call, COMMAND).map_err(|error| error.to_string())?;
                Ok::<_, String>((began.elapsed(), said))
            });
            let done = self.wait_for_slow_call(|| calling.is_finished());
            let done = done.and_then(|()| meanwhile(self));
            let took = calling.join().map_err(|_| "the call has panicked")??;
            done?;
            Ok::<_, Box<dyn std::error::Error>>(took)
        })?;
        expect(said.code == Some(0), "the slow call", &said)?;
        self.note_call(SLOW.0, SLOW.1);
        Ok(took)
    }

    /// Waits until the newest line of the record about the slow server is a call that was allowed,
    /// and not one that has ended.
    fn wait_for_slow_call(&self, is_over: impl Fn() -> bool) -> Result<()> {
        let newest = ["audit", "show", "--server", SLOW.0, "--action", "tools/call", "-n", "1"];
        loop {
            let said = self.output(&[&newest[..], &["--json"]].concat())?;
            let line: Value = serde_json::from_str(said.stdout.trim()).unwrap_or_default();
            if line["decided"]["tool"] == SLOW.1 {
                return Ok(());
            }
            if is_over() {
                return Err("the slow call is over, and was not seen".into());
            }
            thread::sleep(LOOK);
        }
    }
}
