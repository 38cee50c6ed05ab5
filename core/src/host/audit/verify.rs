//! Whether the record is as it was written.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
    time::SystemTime,
};

use serde::Serialize;

use super::{
    MAX_LINE_BYTES,
    files::{HEAD, file_name, numbers},
    head::{Found, Head, Point},
    line::Link,
    stamp,
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::Digest,
};

/// How often a record is looked at that is being written meanwhile.
const LOOKS: usize = 4;

/// What was found of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// How many lines were looked at, up to the fault where there is one.
    pub lines: u64,
    /// How many files there are.
    pub files: u64,
    /// When the first line was written.
    #[serde(serialize_with = "stamp::optional::serialize")]
    pub from: Option<SystemTime>,
    /// When the last one was.
    #[serde(serialize_with = "stamp::optional::serialize")]
    pub to: Option<SystemTime>,
    /// How many of the lines tell of damage that was found at an opening.
    pub damaged: u64,
    /// The first place where the record is not as it was written.
    pub fault: Option<Fault>,
}

/// A place where a record is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The line in it, counted from 1; 0 where it is the file as a whole.
    pub line: u64,
    /// What is wrong, in a sentence.
    pub what: String,
}

/// Looks at the whole record of a folder, which may be written meanwhile. It blocks, and holds one
/// line at a time. What it can see and what not is said in [the module](crate::host::audit).
///
/// # Errors
/// [`ErrorCode::Storage`]: the folder or a file cannot be read. What is wrong with the record is no
/// error but a [`Fault`].
pub fn verify(folder: &Path) -> Result<Report> {
    let folder = Folder::new(folder.to_owned());
    let mut before = snapshot(&folder)?;
    let mut looks = 0;
    loop {
        let report = look(&folder, &before.0, &before.1)?;
        looks += 1;
        let after = snapshot(&folder)?;
        // A fault may be that somebody was just writing.
        if report.fault.is_none() || before == after || looks == LOOKS {
            return Ok(report);
        }
        before = after;
    }
}

/// What changes while a record is written: the head, the files, the length of the newest. The head
/// comes first, so that it is never newer than the lines that are looked at then.
fn snapshot(folder: &Folder) -> Result<(Found, Vec<u32>, u64)> {
    let head = Head::find(folder)?;
    let numbers = numbers(folder)?;
    let newest = match numbers.last() {
        Some(number) => folder.reader(&file_name(*number))?,
        None => None,
    };
    let length = newest.and_then(|file| file.metadata().ok()).map_or(0, |metadata| metadata.len());
    Ok((head, numbers, length))
}

fn look(folder: &Folder, head: &Found, numbers: &[u32]) -> Result<Report> {
    let mut walk = Walk::new(head);
    let fault = walk.all(folder, numbers)?.err();
    let Walk { lines, from, to, damaged, .. } = walk;
    Ok(Report { lines, files: numbers.len() as u64, from, to, damaged, fault })
}

/// The way along the chain.
struct Walk<'a> {
    head: std::result::Result<&'a Head, &'static str>,
    /// The line that was looked at last; none where it is not known what must come first.
    last: Option<Point>,
    lines: u64,
    from: Option<SystemTime>,
    to: Option<SystemTime>,
    damaged: u64,
}

/// Nothing, or the first fault.
type Sound = std::result::Result<(), Fault>;

impl<'a> Walk<'a> {
    fn new(found: &'a Found) -> Self {
        let head = match found {
            Found::Head(head) => Ok(head),
            Found::Missing => Err("it is missing"),
            Found::Unreadable => Err("it cannot be read"),
        };
        let last = head.map(|head| head.before).ok();
        Self { head, last, lines: 0, from: None, to: None, damaged: 0 }
    }

    fn all(&mut self, folder: &Folder, numbers: &[u32]) -> Result<Sound> {
        let (oldest, newest) = match (self.head, numbers.first(), numbers.last()) {
            // What is older was let go and could not be removed yet.
            (Ok(head), _, last) => (head.oldest, head.newest.max(last.copied().unwrap_or(0))),
            (Err(_), Some(first), Some(last)) => (*first, *last),
            (Err(_), ..) => return Ok(Ok(())),
        };
        for number in oldest..=newest {
            let name = file_name(number);
            let Some(file) = folder.reader(&name)? else {
                return Ok(Err(fault(&name, 0, "the file is missing")));
            };
            let sound = self.file(&file, &name).map_err(|error| {
                let path = folder.path().join(&name);
                let message = format!("cannot read {}: {error}", path.display());
                Error::new(ErrorCode::Storage, message).with_source(error)
            })?;
            if sound.is_err() {
                return Ok(sound);
            }
        }
        Ok(self.end())
    }

    fn file(&mut self, file: &File, name: &str) -> io::Result<Sound> {
        let mut reader = BufReader::with_capacity(64 << 10, file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            // One byte for the line break, and one that shows that it is too long.
            let most = MAX_LINE_BYTES as u64 + 2;
            Read::by_ref(&mut reader).take(most).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                break;
            }
            if let Err(what) = self.line(&line) {
                return Ok(Err(fault(name, number, what)));
            }
        }
        Ok(Ok(()))
    }

    /// One line, which must follow the one before it.
    fn line(&mut self, line: &[u8]) -> std::result::Result<(), String> {
        if line.len() > MAX_LINE_BYTES + 1 {
            return Err("the line is too long".to_owned());
        }
        let text = line.strip_suffix(b"\n").ok_or("the line is cut off")?;
        let link: Link = serde_json::from_slice(text).map_err(|_| "the line cannot be read")?;
        if let Some(last) = self.last {
            if link.seq != last.seq + 1 {
                let (wanted, found) = (last.seq + 1, link.seq);
                return Err(format!("line {wanted} of the record was to stand here, not {found}"));
            }
            if link.previous != last.digest {
                return Err("the line before it was changed, or this one".to_owned());
            }
        }
        let here = Point { seq: link.seq, digest: Some(Digest::of(text)) };
        if self.head.is_ok_and(|head| head.last.seq == here.seq && head.last != here) {
            return Err("the line is not the one that the head tells of".to_owned());
        }
        self.last = Some(here);
        self.lines += 1;
        self.damaged += u64::from(link.damaged);
        self.from.get_or_insert(link.at);
        self.to = Some(link.at);
        Ok(())
    }

    /// What the head says of the end.
    fn end(&self) -> Sound {
        let head = self.head.map_err(|what| fault(HEAD, 0, what))?;
        let missing = head.last.seq.saturating_sub(self.last.unwrap_or_default().seq);
        if missing == 0 {
            return Ok(());
        }
        let what = format!("lines are missing at the end: {missing}");
        Err(fault(&file_name(head.newest), 0, what))
    }
}

fn fault(file: &str, line: u64, what: impl Into<String>) -> Fault {
    Fault { file: file.to_owned(), line, what: what.into() }
}
