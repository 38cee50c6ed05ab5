//! What the measured servers offer, whichever library they are written with, and the words on
//! their command lines.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use tokio::sync::watch;

use crate::{Result, server};

/// How a measured server was started: `PROGRAM stdio|http [--tools N] [--mode MODE]`.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Whether it speaks over HTTP, and prints its port, or over its standard streams.
    pub http: bool,
    /// How many tools it lists.
    pub tools: usize,
    /// Which of the program's ways to run; each program has its own names.
    pub mode: String,
}

impl Offer {
    /// Reads the options of this process; fails on anything that it does not know.
    pub fn parse() -> Result<Self> {
        let mut words = std::env::args().skip(1);
        let http = match words.next().as_deref() {
            Some("stdio") => false,
            Some("http") => true,
            _ => return Err("usage: stdio|http [--tools N] [--mode MODE]".into()),
        };
        let mut offer = Self { http, tools: 10, mode: String::new() };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--tools" => offer.tools = value.parse()?,
                "--mode" => offer.mode = value,
                _ => return Err(format!("there is no option {name}").into()),
            }
        }
        Ok(offer)
    }

    /// The tools beyond [`NAMED_TOOLS`], which do nothing: their names and descriptions. All have
    /// the input schema of [`generated_schema`].
    pub fn generated(&self) -> impl Iterator<Item = (String, String)> {
        (NAMED_TOOLS..self.tools)
            .map(|number| (format!("tool_{number:05}"), format!("Generated tool number {number}")))
    }
}

/// How many tools do something: `echo`, `forecast`, `blob`, `gather` and `change`.
pub const NAMED_TOOLS: usize = 5;

/// The input schema of the generated tools, some 2.5 KB.
pub fn generated_schema() -> Result<Value> {
    Ok(serde_json::from_str(&server::schema_json())?)
}

/// Large texts, made once.
#[derive(Debug, Default)]
pub struct Blobs(Mutex<Option<String>>);

impl Blobs {
    /// A text of so many bytes; each call gets a copy, as if it had been read from somewhere.
    pub fn text(&self, bytes: usize) -> String {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(text) if text.len() == bytes => text.clone(),
            _ => last.insert(server::text(bytes)).clone(),
        }
    }
}

/// Calls that wait for each other, so that all of them are being served at once.
#[derive(Debug, Default)]
pub struct Gathering(watch::Sender<usize>);

impl Gathering {
    /// Waits until so many calls are here.
    pub async fn join(&self, calls: usize) {
        let mut here = self.0.subscribe();
        self.0.send_modify(|here| *here += 1);
        // The sender lives as long as this is borrowed.
        let _ = here.wait_for(|here| *here >= calls).await;
    }
}
