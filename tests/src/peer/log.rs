//! Everything that the peer saw, as JSON lines in a file and in memory for actions that wait.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
    sync::Mutex,
};

use serde_json::{Value, json};
use tokio::sync::watch;

use super::lock;
use crate::{clock::now_ms, matching::matches};

/// The record of one peer process.
pub(super) struct Log {
    file: Option<Mutex<File>>,
    records: Mutex<Vec<Value>>,
    count: watch::Sender<usize>,
}

impl Log {
    /// Opens the log and says how many processes have written to it before.
    pub(super) fn open(path: Option<&Path>) -> io::Result<(Self, usize)> {
        let mut before = 0;
        let mut file = None;
        if let Some(path) = path {
            let mut opened = OpenOptions::new().create(true).append(true).read(true).open(path)?;
            let mut text = String::new();
            opened.read_to_string(&mut text)?;
            before = text.lines().filter(|line| line.contains(r#""at":"start""#)).count();
            file = Some(Mutex::new(opened));
        }
        let log = Self { file, records: Mutex::default(), count: watch::Sender::new(0) };
        Ok((log, before))
    }

    /// Adds a record, with its time. One write a line keeps the lines of two processes apart.
    pub(super) fn record(&self, mut record: Value) {
        record["ms"] = now_ms().into();
        if let Some(file) = &self.file {
            let line = format!("{record}\n");
            if let Err(error) = lock(file).write_all(line.as_bytes()) {
                eprintln!("the log cannot be written: {error}");
            }
        }
        let mut records = lock(&self.records);
        records.push(record);
        self.count.send_replace(records.len());
    }

    /// Records that the client broke a rule of the specification.
    pub(super) fn violation(&self, what: impl Into<String>) {
        self.record(json!({"at": "violation", "what": what.into()}));
    }

    /// Waits until so many records match the pattern.
    pub(super) async fn wait(&self, pattern: &Value, times: usize) {
        let mut count = self.count.subscribe();
        loop {
            let seen = lock(&self.records).iter().filter(|r| matches(pattern, r)).count();
            if seen >= times || count.changed().await.is_err() {
                return;
            }
        }
    }
}
