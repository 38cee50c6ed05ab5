//! Opening the record: where its end is, and what a crash has left behind it.

use std::{
    io::{self, BufRead, BufReader, Read},
    time::SystemTime,
};

use super::{
    AuditEvent, Damaged, MAX_LINE_BYTES,
    files::{damaged_name, file_name, numbers},
    head::{Found, Head, Point},
    line::Link,
    log::{Log, Place},
    places::{LinePlace, places},
};
use crate::{
    error::{Error, ErrorCode, Result},
    folder::Folder,
    host::Digest,
};

/// Finds the end of the chain, cuts off what stands behind it, and opens the record there.
pub(super) fn open(place: Place, now: SystemTime) -> Result<Log> {
    place.folder.prepare()?;
    let numbers = numbers(&place.folder)?;
    let found = Head::find(&place.folder)?;
    let mut damage = Damage::default();
    let mut end = None;
    for number in numbers.iter().rev() {
        end = take_end(&place, *number, &mut damage)?;
        if end.is_some() {
            break;
        }
    }
    let head = match found {
        Found::Head(head) => judge(&head, &numbers, end.unwrap_or(head.before), &mut damage),
        Found::Missing if numbers.is_empty() => Head::first(),
        Found::Missing => {
            damage.because("the head was missing");
            without_head(&place, &numbers, end)?
        }
        Found::Unreadable => {
            damage.because("the head could not be read");
            without_head(&place, &numbers, end)?
        }
    };
    let mut log = Log::resume(place, head)?;
    if let Some(damaged) = damage.told() {
        tracing::warn!(target: "hostline::audit", because = %damaged.because, "damage found");
        log.append(AuditEvent::Damaged(damaged), now)?;
    }
    Ok(log)
}

/// Compares the end of the files with what the head says of it, and says where to go on.
fn judge(head: &Head, numbers: &[u32], end: Point, damage: &mut Damage) -> Head {
    let missing = head.last.seq.saturating_sub(end.seq);
    if missing > 0 {
        damage.missing = missing;
        damage.because("lines that were written are missing at the end");
    } else if end.seq == head.last.seq && end.digest != head.last.digest {
        damage.because("the last line is not the one that was written");
    }
    if let Some(newest) = numbers.last() {
        // What is missing at the other end stays missing for whoever verifies.
        return Head { last: end, newest: *newest, ..head.clone() };
    }
    // No file is left to go on from: the numbers go on, so that none is used twice.
    let next = head.newest + 1;
    Head { before: head.last, last: head.last, oldest: next, newest: next }
}

/// What the files alone say.
fn without_head(place: &Place, numbers: &[u32], end: Option<Point>) -> Result<Head> {
    let (Some(oldest), Some(newest)) = (numbers.first(), numbers.last()) else {
        return Ok(Head::first());
    };
    let before = point_before(&place.folder, *oldest)?.unwrap_or_default();
    let last = end.unwrap_or(before);
    Ok(Head { before, last, oldest: *oldest, newest: *newest })
}

/// The line in front of a file, as its first line tells of it; none if it has none that can be read.
pub(super) fn point_before(folder: &Folder, number: u32) -> Result<Option<Point>> {
    let name = file_name(number);
    let Some(file) = folder.reader(&name)? else { return Ok(None) };
    let mut line = Vec::new();
    let read = BufReader::new(file).take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut line);
    read.map_err(|error| unopened(folder, &name, error))?;
    let link = serde_json::from_slice::<Link>(&line).ok();
    Ok(link.map(|link| Point { seq: link.seq.saturating_sub(1), digest: link.previous }))
}

fn unopened(folder: &Folder, file: &str, error: io::Error) -> Error {
    let path = folder.path().join(file);
    let message = format!("the audit log {} cannot be opened: {error}", path.display());
    Error::new(ErrorCode::Storage, message).with_source(error)
}

/// The last line of a file that can be read; none if there is none. What stands behind it is moved
/// into a file of its own.
fn take_end(place: &Place, number: u32, damage: &mut Damage) -> Result<Option<Point>> {
    let name = file_name(number);
    let cannot = |error| unopened(&place.folder, &name, error);
    let Some(file) = place.folder.reader(&name)? else { return Ok(None) };
    let lines = places(&file).map_err(cannot)?;
    let mut end = None;
    let mut good = 0;
    for line in lines.iter().rev().filter(|line| line.is_ended) {
        let Some(text) = line.read(&file).map_err(cannot)? else { continue };
        if let Ok(link) = serde_json::from_slice::<Link>(&text) {
            end = Some(Point { seq: link.seq, digest: Some(Digest::of(&text)) });
            good = line.end();
            break;
        }
    }
    let length = lines.last().map_or(0, LinePlace::end);
    if length > good {
        let moved = damaged_name(number, good);
        let rest = LinePlace { start: good, bytes: length - good, is_ended: false };
        place.folder.write(&moved, &rest.read_all(&file).map_err(cannot)?)?;
        place.folder.append_to(&name)?.set_len(good).map_err(cannot)?;
        damage.because("what stood at the end could not be read");
        damage.bytes += length - good;
        damage.moved.get_or_insert(moved);
    }
    Ok(end)
}

/// What is to be told of the record itself.
#[derive(Default)]
struct Damage {
    reasons: Vec<&'static str>,
    missing: u64,
    moved: Option<String>,
    bytes: u64,
}

impl Damage {
    fn because(&mut self, reason: &'static str) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    fn told(self) -> Option<Damaged> {
        let Self { reasons, missing, moved, bytes } = self;
        let because = reasons.join("; ");
        (!reasons.is_empty()).then_some(Damaged { because, missing, moved, bytes })
    }
}
