//! The options of a measured client.
//!
//! Parsed by hand: a command line library would add its own pages to every client's memory, which
//! is one of the things measured.

use std::{path::PathBuf, str::FromStr};

use crate::Result;

/// What a client is to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which of the client's ways to run, for example its runtime; each client has its own names.
    pub mode: String,
    /// How to reach the server.
    pub server: Server,
    /// What to measure.
    pub workload: Workload,
    /// How many operations to time.
    pub operations: usize,
    /// How many operations to do first, untimed.
    pub warm_up: usize,
    /// How many calls to keep in flight, where the workload has more than one.
    pub in_flight: usize,
    /// How many bytes of text a call returns.
    pub bytes: usize,
    /// How many tools the server lists.
    pub tools: usize,
    /// In which era to speak, where the client speaks both.
    pub era: Era,
    /// Which of its ways to run a server's program is told, where it has several.
    pub server_mode: String,
    /// Whose time and memory to measure.
    pub measured: Measured,
}

/// How a client opens its connection, and what its requests say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Each request is complete in itself.
    Modern,
    /// A handshake opens a session.
    Legacy,
}

impl Era {
    /// The version of the era that is spoken here.
    pub fn version(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }

    /// Its name on a client's command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Legacy => "legacy",
        }
    }
}

impl FromStr for Era {
    type Err = String;

    fn from_str(name: &str) -> std::result::Result<Self, String> {
        [Self::Modern, Self::Legacy]
            .into_iter()
            .find(|era| era.name() == name)
            .ok_or_else(|| format!("there is no era {name}"))
    }
}

/// Whose time and memory a client measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Its own.
    Client,
    /// Those of the server that it starts.
    Server,
    /// Those of the process of this number.
    Process(u32),
}

impl FromStr for Measured {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "client" => Ok(Self::Client),
            "server" => Ok(Self::Server),
            number => number.parse().map(Self::Process).map_err(|_| {
                format!("what is measured is client, server or a process, not {number}")
            }),
        }
    }
}

/// How to reach the server.
#[derive(Clone, Debug)]
pub enum Server {
    /// The program to start, to be spoken to over its standard streams.
    Program(PathBuf),
    /// The address to post to.
    Address(String),
}

/// What is done over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// One call that echoes a short text, then the next.
    Sequential,
    /// Many such calls at once.
    InFlight,
    /// One call whose result has structured content, then the next.
    Structured,
    /// One call whose result is large, then the next.
    Large,
    /// One listing of all tools, then the next.
    List,
    /// A connection, opened up to its first answer.
    Connect,
    /// A connection, closed up to the end of the server's process.
    Close,
    /// Many servers, connected at once and called once each.
    Many,
}

impl Workload {
    /// Its name on a client's command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::InFlight => "in-flight",
            Self::Structured => "structured",
            Self::Large => "large",
            Self::List => "list",
            Self::Connect => "connect",
            Self::Close => "close",
            Self::Many => "many",
        }
    }
}

impl FromStr for Workload {
    type Err = String;

    fn from_str(name: &str) -> std::result::Result<Self, String> {
        let all = [
            Self::Sequential,
            Self::InFlight,
            Self::Structured,
            Self::Large,
            Self::List,
            Self::Connect,
            Self::Close,
            Self::Many,
        ];
        all.into_iter()
            .find(|workload| workload.name() == name)
            .ok_or_else(|| format!("there is no workload {name}"))
    }
}

impl Options {
    /// Reads the options of this process; fails on anything that it does not know.
    pub fn parse() -> Result<Self> {
        let mut options = Self {
            mode: String::new(),
            server: Server::Address(String::new()),
            workload: Workload::Sequential,
            operations: 1,
            warm_up: 0,
            in_flight: 1,
            bytes: 32,
            tools: 10,
            era: Era::Modern,
            server_mode: String::new(),
            measured: Measured::Client,
        };
        let mut words = std::env::args().skip(1);
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--mode" => options.mode = value,
                "--program" => options.server = Server::Program(value.into()),
                "--address" => options.server = Server::Address(value),
                "--workload" => options.workload = value.parse()?,
                "--operations" => options.operations = value.parse()?,
                "--warm-up" => options.warm_up = value.parse()?,
                "--in-flight" => options.in_flight = value.parse()?,
                "--bytes" => options.bytes = value.parse()?,
                "--tools" => options.tools = value.parse()?,
                "--era" => options.era = value.parse()?,
                "--server-mode" => options.server_mode = value,
                "--measured" => options.measured = value.parse()?,
                _ => return Err(format!("there is no option {name}").into()),
            }
        }
        Ok(options)
    }

    /// The server's address; fails when the client was given a program.
    pub fn address(&self) -> Result<&str> {
        match &self.server {
            Server::Address(address) => Ok(address),
            Server::Program(_) => Err("this client needs --address".into()),
        }
    }

    /// The server's program and its arguments; fails when the client was given an address.
    pub fn command(&self) -> Result<(&PathBuf, Vec<String>)> {
        match &self.server {
            Server::Program(program) => {
                let mut words = vec!["stdio".into(), "--tools".into(), self.tools.to_string()];
                if !self.server_mode.is_empty() {
                    words.extend(["--mode".into(), self.server_mode.clone()]);
                }
                Ok((program, words))
            }
            Server::Address(_) => Err("this client needs --program".into()),
        }
    }

    /// The tool that the workload calls.
    pub fn tool(&self) -> &'static str {
        match self.workload {
            Workload::Large => "blob",
            Workload::Structured => "forecast",
            _ => "echo",
        }
    }

    /// A call's arguments, made anew for each call as a program would.
    pub fn arguments(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut arguments = serde_json::Map::new();
        match self.workload {
            Workload::Large => arguments.insert("bytes".into(), self.bytes.into()),
            Workload::Structured => arguments.insert("city".into(), self.text().into()),
            _ => arguments.insert("text".into(), self.text().into()),
        };
        arguments
    }

    /// A short text, made anew.
    fn text(&self) -> String {
        "x".repeat(self.bytes)
    }

    /// Fails unless a result's text has the length that was asked for.
    pub fn check_text(&self, text: &str) -> Result<()> {
        if text.len() == self.bytes {
            Ok(())
        } else {
            Err(format!("the text has {} bytes, not {}", text.len(), self.bytes).into())
        }
    }

    /// Fails unless all of the server's tools were listed.
    pub fn check_tools(&self, count: usize) -> Result<()> {
        if count == self.tools {
            Ok(())
        } else {
            Err(format!("{count} tools were listed, not {}", self.tools).into())
        }
    }
}
