//! Draws an icon in a process that can neither open a file nor reach a network.
//!
//! `icon-sanitizer NAME SIZE [TYPE]` takes the file's bytes from its standard input, and prints what
//! became of it as JSON: the outcome, `drawn` or the name of a reason; the PNG in base64; how much
//! time and memory it took.

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("what a process takes is measured on Linux only");
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::{env, io, io::Read as _};

    let words: Vec<String> = env::args().skip(1).collect();
    let [name, size, declared @ ..] = words.as_slice() else {
        return Err("a name and a size are needed".into());
    };
    let size = size.parse()?;
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let declared = declared.first().map(String::as_str);

    let mut memory = linux::Memory::open()?;
    linux::confine(&mut memory)?;
    linux::check_confined()?;
    let before = memory.kib("VmRSS")?;
    let began = linux::cpu_time();
    let outcome = hostline::icon::sanitize(&bytes, declared, size);
    let took = linux::cpu_time().saturating_sub(began);
    let peak = memory.kib("VmHWM")?;
    let report = linux::report(name, &outcome, took, peak.saturating_sub(before));
    println!("{report}");
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        fs::File,
        io::{self, Read as _, Seek as _},
        net::{TcpListener, UdpSocket},
        process::Command,
        time::Duration,
    };

    use base64::{Engine as _, prelude::BASE64_STANDARD};
    use hostline::icon::{Refused, SafeIcon};
    use rustix::{
        process::{Resource, Rlimit, setrlimit},
        time::{ClockId, clock_gettime},
    };
    use serde_json::{Value, json};

    /// How much more address space the process may take. What it really uses is measured, and must
    /// be less; this only ends what has gone wrong at once.
    const ADDRESS_SPACE_KIB: u64 = 256 << 10;
    /// After how many seconds of computing the process is ended.
    const SECONDS: u64 = 10;

    /// What the kernel says of this process's memory, opened while files can still be opened.
    pub(super) struct Memory(File);

    impl Memory {
        pub(super) fn open() -> io::Result<Self> {
            File::open("/proc/self/status").map(Self)
        }

        /// The figure of this name.
        pub(super) fn kib(&mut self, name: &str) -> io::Result<u64> {
            let mut text = String::new();
            self.0.rewind()?;
            self.0.read_to_string(&mut text)?;
            let figure = text
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .and_then(|figure| figure.split_whitespace().next()?.parse().ok());
            figure.ok_or_else(|| io::Error::other(format!("the kernel does not say {name}")))
        }
    }

    /// Takes from this process what drawing does not need. Where every descriptor that it may have
    /// is in use, whatever needs one more fails: a file, a socket, a pipe to another process. Their
    /// number is not limited, for an SVG is drawn on a thread of its own, and threads count too.
    pub(super) fn confine(memory: &mut Memory) -> io::Result<()> {
        let address_space = (memory.kib("VmSize")? + ADDRESS_SPACE_KIB) << 10;
        // Standard input, output and errors, and what tells of the memory.
        limit(Resource::Nofile, 4)?;
        limit(Resource::Core, 0)?;
        limit(Resource::Fsize, 0)?;
        limit(Resource::Cpu, SECONDS)?;
        limit(Resource::As, address_space)
    }

    fn limit(resource: Resource, most: u64) -> io::Result<()> {
        Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
    }

    /// Fails unless opening a file, a socket and another program all fail.
    pub(super) fn check_confined() -> io::Result<()> {
        let opened = [
            ("a file", File::open("/dev/null").is_ok()),
            ("this file", File::open("/proc/self/exe").is_ok()),
            ("a socket that listens", TcpListener::bind(("127.0.0.1", 0)).is_ok()),
            ("a socket for datagrams", UdpSocket::bind(("127.0.0.1", 0)).is_ok()),
            ("another program", Command::new("/bin/true").output().is_ok()),
        ];
        match opened.iter().find(|(_, opened)| *opened) {
            Some((what, _)) => Err(io::Error::other(format!("{what} could still be opened"))),
            None => Ok(()),
        }
    }

    /// How long this process has computed.
    pub(super) fn cpu_time() -> Duration {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
    }

    pub(super) fn report(
        name: &str,
        outcome: &Result<SafeIcon, Refused>,
        took: Duration,
        memory_kib: u64,
    ) -> Value {
        let (word, sentence, png) = match outcome {
            Ok(icon) => ("drawn", String::new(), BASE64_STANDARD.encode(icon.png())),
            Err(refused) => (refused.reason().name(), refused.to_string(), String::new()),
        };
        json!({
            "name": name,
            "outcome": word,
            "sentence": sentence,
            "cpu_us": u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
            "memory_kib": memory_kib,
            "png": png,
        })
    }
}
