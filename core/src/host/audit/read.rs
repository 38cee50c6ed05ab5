//! Reading the record, from either end.

use std::{fs::File, path::Path, time::SystemTime, vec};

use super::{
    AuditAction, AuditEvent, AuditLine, AuditVerdict,
    files::{file_name, numbers},
    places::{LinePlace, places},
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::ServerName,
};

/// Which end of the record comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuditOrder {
    /// The newest line.
    #[default]
    NewestFirst,
    /// The oldest.
    OldestFirst,
}

/// Which lines are wanted: those to which everything applies that is named. Lines that tell of
/// damage are always wanted.
#[derive(Clone, Debug, Default)]
pub struct AuditFilter {
    /// Those of this server.
    pub server: Option<ServerName>,
    /// Those of this client.
    pub client: Option<String>,
    /// Those of this action.
    pub action: Option<AuditAction>,
    /// Verdicts such as this one, and no ends.
    pub verdict: Option<AuditVerdict>,
    /// Those written at this time or later.
    pub since: Option<SystemTime>,
    /// Those written before this time.
    pub until: Option<SystemTime>,
    /// Which come first.
    pub order: AuditOrder,
}

impl AuditFilter {
    fn wants(&self, line: &AuditLine) -> bool {
        if self.since.is_some_and(|since| line.at < since)
            || self.until.is_some_and(|until| line.at >= until)
        {
            return false;
        }
        let (server, client, action, verdict) = match &line.event {
            AuditEvent::Decided(it) => (&it.server, &it.client, it.action, Some(it.verdict)),
            AuditEvent::Ended(it) => (&it.server, &it.client, it.action, None),
            AuditEvent::Damaged(_) => return true,
        };
        (self.server.is_none() || self.server == *server)
            && (self.client.is_none() || self.client == *client)
            && self.action.is_none_or(|wanted| wanted == action)
            && (self.verdict.is_none() || self.verdict == verdict)
    }
}

/// Reads the record of a folder, which may be written meanwhile. Reading blocks; one line is held at
/// a time, and where the lines of one file stand.
///
/// # Errors
/// [`ErrorCode::Storage`]: the folder cannot be read. A line or a file that cannot be read is an
/// error in its place among the lines, and the others follow.
pub fn read(folder: &Path, filter: AuditFilter) -> Result<AuditLines> {
    let folder = Folder::new(folder.to_owned());
    let mut numbers = numbers(&folder)?;
    if filter.order == AuditOrder::NewestFirst {
        numbers.reverse();
    }
    Ok(AuditLines { folder, filter, numbers: numbers.into_iter(), open: None })
}

/// The lines of a record.
pub struct AuditLines {
    folder: Folder,
    filter: AuditFilter,
    numbers: vec::IntoIter<u32>,
    open: Option<Open>,
}

/// The file that is being read.
struct Open {
    name: String,
    file: File,
    /// Its lines with their numbers, in the order in which they are read.
    lines: vec::IntoIter<(usize, LinePlace)>,
}

impl Open {
    fn new(folder: &Folder, name: String, order: AuditOrder) -> Result<Option<Self>> {
        let Some(file) = folder.reader(&name)? else { return Ok(None) };
        let found = places(&file).map_err(|error| unreadable(&name, None).with_source(error))?;
        // What has no line break yet is being written.
        let mut lines: Vec<_> = (1..).zip(found.into_iter().filter(|line| line.is_ended)).collect();
        if order == AuditOrder::NewestFirst {
            lines.reverse();
        }
        Ok(Some(Self { name, file, lines: lines.into_iter() }))
    }

    fn next(&mut self) -> Option<Result<AuditLine>> {
        let (number, place) = self.lines.next()?;
        let broken = || unreadable(&self.name, Some(number));
        Some(match place.read(&self.file) {
            Err(error) => Err(broken().with_source(error)),
            Ok(None) => Err(broken()),
            Ok(Some(text)) => {
                serde_json::from_slice(&text).map_err(|error| broken().with_source(error))
            }
        })
    }
}

impl Iterator for AuditLines {
    type Item = Result<AuditLine>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(line) = self.open.as_mut().and_then(Open::next) {
                match line {
                    Ok(line) if !self.filter.wants(&line) => continue,
                    line => return Some(line),
                }
            }
            let name = file_name(self.numbers.next()?);
            match Open::new(&self.folder, name, self.filter.order) {
                Ok(open) => self.open = open,
                Err(error) => {
                    self.open = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

fn unreadable(file: &str, line: Option<usize>) -> Error {
    let place = line.map(|line| format!("line {line} of ")).unwrap_or_default();
    Error::new(ErrorCode::Storage, format!("{place}{file} cannot be read"))
        .with_next_step("verify the audit log to see what has happened to it")
}
