//! A scenario file: where it is, for which runs it stands, and what it says for one of them.
//!
//! The format is described in `tests/scenarios/README.md`.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

/// Every protocol version, oldest first.
pub const VERSIONS: [&str; 5] =
    ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The versions from this one on need no handshake.
pub const FIRST_MODERN: &str = "2026-07-28";

/// The three transports.
pub const TRANSPORTS: [&str; 3] = ["stdio", "http", "sse"];

/// Whether a version belongs to the modern era.
pub fn is_modern(version: &str) -> bool {
    version >= FIRST_MODERN
}

/// Whether the specification of a version knows a transport.
pub fn knows(version: &str, transport: &str) -> bool {
    match transport {
        "stdio" => true,
        "http" => version >= "2025-03-26",
        "sse" => version == "2024-11-05",
        _ => false,
    }
}

/// One version over one transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The version that the peer plays.
    pub version: &'static str,
    /// The transport that joins client and peer.
    pub transport: &'static str,
}

impl Run {
    /// A run, if both names are known.
    pub fn new(version: &str, transport: &str) -> Option<Self> {
        let version = VERSIONS.into_iter().find(|known| *known == version)?;
        let transport = TRANSPORTS.into_iter().find(|known| *known == transport)?;
        Some(Self { version, transport })
    }

    /// The era's name: `legacy` or `modern`.
    pub fn era(self) -> &'static str {
        if is_modern(self.version) { "modern" } else { "legacy" }
    }

    /// The keys of a `$when` that speak of this run, the most particular first.
    fn keys(self) -> [String; 6] {
        let Self { version, transport } = self;
        let era = self.era();
        [
            format!("{version}/{transport}"),
            version.to_owned(),
            format!("{era}/{transport}"),
            transport.to_owned(),
            era.to_owned(),
            "else".to_owned(),
        ]
    }

    /// What a value of the file is in this run: `$when` is decided and `$version` filled in. A
    /// `$when` without a case for this run is nothing at all.
    pub fn resolve(self, value: &Value) -> Option<Value> {
        match value {
            Value::Object(map) if map.len() == 1 && map.contains_key("$when") => {
                let cases = map["$when"].as_object()?;
                let chosen = self.keys().into_iter().find_map(|key| cases.get(&key))?;
                self.resolve(chosen)
            }
            Value::Object(map) => Some(Value::Object(self.resolve_map(map))),
            Value::Array(items) => {
                Some(Value::Array(items.iter().filter_map(|item| self.resolve(item)).collect()))
            }
            Value::String(text) if text == "$version" => Some(self.version.into()),
            Value::String(text) if text == "$transport" => Some(self.transport.into()),
            other => Some(other.clone()),
        }
    }

    fn resolve_map(self, map: &Map<String, Value>) -> Map<String, Value> {
        map.iter().filter_map(|(key, value)| Some((key.clone(), self.resolve(value)?))).collect()
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.version, self.transport)
    }
}

/// One scenario file, as it was read.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub path: PathBuf,
    title: String,
    value: Value,
}

impl Scenario {
    /// Reads one file.
    ///
    /// # Errors
    /// The file cannot be read, is not JSON, or has a member that the format does not know.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let value: Value =
            serde_json::from_str(&text).map_err(|error| fault(path, &error.to_string()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let title = format!("{}/{name}", value["area"].as_str().unwrap_or_default());
        Self::of_value(path, title, value)
    }

    /// A scenario that stands in a file among others.
    ///
    /// # Errors
    /// It has a member that the format does not know, or lacks one.
    pub fn of_value(path: &Path, title: String, value: Value) -> io::Result<Self> {
        check(&value).map_err(|what| fault(path, &what))?;
        Ok(Self { path: path.to_owned(), title, value })
    }

    /// Reads every scenario under a folder, sorted by path.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub fn read_all(folder: &Path) -> io::Result<Vec<Self>> {
        let mut paths = Vec::new();
        collect(folder, &mut paths)?;
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// Its name in reports: area and file.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The file's text, for a peer that reads one of its own.
    pub fn text(&self) -> String {
        self.value.to_string()
    }

    /// What the scenario says, in a sentence.
    pub fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    /// Whether the peer of this scenario breaks the protocol on purpose.
    pub fn hostile(&self) -> bool {
        self.value["hostile"] == true
    }

    /// The features that the scenario shows.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        self.value["features"].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    /// The runs for which the scenario stands.
    pub fn runs(&self) -> Vec<Run> {
        if let Some(cells) = self.value["cells"].as_array() {
            let split = |cell: &Value| {
                let (version, transport) = cell.as_str()?.split_once('/')?;
                Run::new(version, transport)
            };
            return cells.iter().filter_map(split).collect();
        }
        let transports: Vec<&str> = self.value["transports"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut runs = Vec::new();
        for version in versions(&self.value["versions"]) {
            for transport in &transports {
                if knows(version, transport) {
                    runs.extend(Run::new(version, transport));
                }
            }
        }
        runs
    }

    /// What the file says for one run.
    pub fn resolve(&self, run: Run) -> Value {
        run.resolve(&self.value).unwrap_or_default()
    }
}

fn fault(path: &Path, what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}

fn versions(value: &Value) -> Vec<&'static str> {
    let named = |version: &&str| match value {
        Value::String(name) if name == "all" => true,
        Value::String(name) if name == "modern" => is_modern(version),
        Value::String(name) if name == "legacy" => !is_modern(version),
        Value::Array(names) => names.iter().any(|name| name == *version),
        _ => false,
    };
    VERSIONS.into_iter().filter(named).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    Ok(())
}

const MEMBERS: [&str; 12] = [
    "name",
    "area",
    "hostile",
    "features",
    "versions",
    "transports",
    "cells",
    "client",
    "peer",
    "steps",
    "expect",
    "why",
];

/// A misspelt member would make a scenario weaker without a word, so it is refused.
fn check(value: &Value) -> Result<(), String> {
    let map = value.as_object().ok_or("a scenario is an object")?;
    if let Some(unknown) = map.keys().find(|key| !MEMBERS.contains(&key.as_str())) {
        return Err(format!("the member {unknown:?} is unknown"));
    }
    for needed in ["name", "area", "features", "steps"] {
        if !map.contains_key(needed) {
            return Err(format!("the member {needed:?} is missing"));
        }
    }
    let has = |member| map.contains_key(member);
    if !(has("cells") || has("versions") && has("transports")) {
        return Err("either `cells`, or `versions` and `transports`, must be there".to_owned());
    }
    Ok(())
}
