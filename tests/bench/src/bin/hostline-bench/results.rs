//! What was measured: kept for the tables, and written down run by run.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use hostline_bench::{Result, sample::Sample};
use serde::Serialize;

/// One run of one program.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    pub(crate) row: &'static str,
    /// The name of the measured program in its set-up.
    #[serde(rename = "client")]
    pub(crate) program: &'static str,
    pub(crate) round: usize,
    #[serde(flatten)]
    pub(crate) sample: Sample,
}

/// The records so far, and the file that has one line for each run.
pub(crate) struct Results {
    records: Vec<Record>,
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens a file in `bench-results`, beside the folder of the programs.
    pub(crate) fn open(programs: &Path) -> Result<Self> {
        let target = programs.parent().ok_or("the programs are in no target folder")?;
        let folder = target.join("bench-results");
        fs::create_dir_all(&folder)?;
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let path = folder.join(format!("{seconds}.jsonl"));
        Ok(Self { records: Vec::new(), file: File::create(&path)?, path })
    }

    /// What has been measured.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, record: Record) {
        self.keep(&record);
        self.records.push(record);
    }

    /// Appends one line to the file.
    pub(crate) fn keep(&mut self, record: &impl Serialize) {
        let line = serde_json::to_string(record).unwrap_or_default();
        if let Err(error) = writeln!(self.file, "{line}") {
            eprintln!("{}: {error}", self.path.display());
        }
    }
}
