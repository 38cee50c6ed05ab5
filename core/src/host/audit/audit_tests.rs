//! What is written, and what is read and verified of it.

use std::{
    fs,
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::*;
use crate::{Json, host::ServerName};

/// A folder of one test, which need not exist. It is removed in the end.
pub(super) struct TestFolder(PathBuf);

impl TestFolder {
    pub(super) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("hostline-audit-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn file(&self, number: u32) -> PathBuf {
        self.0.join(files::file_name(number))
    }

    /// The record, with files of some lines.
    pub(super) async fn open(&self) -> Audit {
        self.open_with(AuditSettings { file_bytes: 2 << 10, ..AuditSettings::default() }).await
    }

    pub(super) async fn open_with(&self, settings: AuditSettings) -> Audit {
        Audit::open(self.0.clone(), settings).await.unwrap()
    }

    pub(super) fn verify(&self) -> Report {
        verify(&self.0).unwrap()
    }

    pub(super) fn lines(&self, order: AuditOrder) -> Vec<AuditLine> {
        let filter = AuditFilter { order, ..AuditFilter::default() };
        read(&self.0, filter).unwrap().map(Result::unwrap).collect()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn at(second: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000 + second)
}

pub(super) fn call(server: &str, tool: &str) -> Decided {
    let arguments = Json::parse(r#"{"path": "/home/me/notes.txt"}"#).unwrap();
    Decided {
        server: Some(ServerName::parse(server).unwrap()),
        client: Some("editor".to_owned()),
        tool: Some(tool.to_owned()),
        definition: Some(crate::host::Digest::of(tool.as_bytes())),
        arguments: Some(Arguments::shape(&arguments, &|_, _| false)),
        confinement: Some(Confined::On),
        ..Decided::new(AuditAction::CallTool, AuditVerdict::Allow, "the rule `read`")
    }
}

/// Writes so many lines, the first at a second.
pub(super) fn fill(audit: &Audit, lines: u64) {
    for second in 0..lines {
        let event = AuditEvent::Decided(Box::new(call("files", "read_file")));
        audit.append(event, at(second)).unwrap();
    }
}

#[tokio::test]
async fn a_line_says_what_happened_and_is_bound_to_the_one_before_it() {
    let folder = TestFolder::new();
    let audit = folder.open().await;
    let decided = call("files", "read_file");
    let ended = decided.ended(1, AuditOutcome::Failed(ErrorCode::Cancelled), 12);
    assert_eq!(audit.append(AuditEvent::Decided(Box::new(decided.clone())), at(0)).unwrap(), 1);
    assert_eq!(audit.append(AuditEvent::Ended(ended.clone()), at(1)).unwrap(), 2);
    let text = fs::read_to_string(folder.file(1)).unwrap();
    let (first, second) = text.trim_end().split_once('\n').unwrap();
    let definition = crate::host::Digest::of(b"read_file");
    let expected = format!(
        r#"{{"seq":1,"at":"2026-09-21T14:13:20.000Z","decided":{{"action":"tools/call","verdict":"allow","because":"the rule `read`","client":"editor","server":"files","tool":"read_file","definition":"{definition}","asked":false,"confinement":"on","arguments":{{"shape":{{"path":"string(18)"}}}}}}}}"#
    );
    assert_eq!(first, expected);
    let previous = crate::host::Digest::of(first.as_bytes());
    let expected = format!(
        r#"{{"seq":2,"at":"2026-09-21T14:13:21.000Z","previous":"{previous}","ended":{{"refers":1,"outcome":"cancelled","millis":12,"action":"tools/call","client":"editor","server":"files"}}}}"#
    );
    assert_eq!(second, expected);
    let lines = folder.lines(AuditOrder::OldestFirst);
    assert_eq!(lines[0].event, AuditEvent::Decided(Box::new(decided)));
    assert_eq!(lines[1].event, AuditEvent::Ended(ended));
    assert_eq!(lines[1].previous, Some(previous));
}

#[tokio::test]
async fn the_chain_goes_on_across_files_and_openings() {
    let folder = TestFolder::new();
    for _ in 0..3 {
        fill(&folder.open().await, 20);
    }
    let report = folder.verify();
    assert_eq!((report.lines, report.damaged, &report.fault), (60, 0, &None));
    assert_eq!((report.from, report.to), (Some(at(0)), Some(at(19))));
    assert!(report.files > 5, "{}", report.files);
    let seqs = |order| folder.lines(order).iter().map(|line| line.seq).collect::<Vec<_>>();
    assert_eq!(seqs(AuditOrder::OldestFirst), (1..=60).collect::<Vec<_>>());
    assert_eq!(seqs(AuditOrder::NewestFirst), (1..=60).rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn an_empty_record_is_sound_also_where_there_is_none() {
    let folder = TestFolder::new();
    assert_eq!(folder.verify().fault, None);
    assert!(folder.lines(AuditOrder::NewestFirst).is_empty());
    drop(folder.open().await);
    assert_eq!(folder.verify().fault, None);
    assert_eq!(folder.verify().files, 1);
}

#[tokio::test]
async fn only_the_newest_files_are_kept_where_that_is_wanted() {
    let folder = TestFolder::new();
    let settings = AuditSettings {
        file_bytes: 1 << 10,
        files: NonZeroU32::new(2),
        ..AuditSettings::default()
    };
    let audit = folder.open_with(settings.clone()).await;
    fill(&audit, 30);
    let report = folder.verify();
    assert_eq!((report.files, &report.fault), (2, &None));
    assert!(report.lines < 10, "{}", report.lines);
    assert_eq!(folder.lines(AuditOrder::NewestFirst)[0].seq, 30);
    drop(audit);
    fill(&folder.open_with(settings).await, 30);
    assert_eq!(folder.verify().fault, None);
    // Lines that are missing at the old end were not let go.
    let oldest = files::numbers(&Folder::new(folder.path().to_owned())).unwrap()[0];
    let text = fs::read_to_string(folder.file(oldest)).unwrap();
    fs::write(folder.file(oldest), &text[text.find('\n').unwrap() + 1..]).unwrap();
    assert_eq!(folder.verify().fault.unwrap().line, 1);
}

#[tokio::test]
async fn lines_are_found_by_what_they_tell() {
    let folder = TestFolder::new();
    let audit = folder.open().await;
    let deny = Decided { verdict: AuditVerdict::Deny, ..call("git", "push") };
    let open = Decided { action: AuditAction::Open, client: None, ..call("git", "x") };
    for (second, decided) in (0..).zip([call("files", "read"), deny, open]) {
        let ended = decided.ended(1, AuditOutcome::Ok, 1);
        audit.append(AuditEvent::Decided(Box::new(decided)), at(second)).unwrap();
        audit.append(AuditEvent::Ended(ended), at(second)).unwrap();
    }
    let seqs = |filter| -> Vec<u64> {
        read(folder.path(), filter).unwrap().map(|line| line.unwrap().seq).collect()
    };
    let any = AuditFilter::default;
    let git = ServerName::parse("git").ok();
    assert_eq!(seqs(any()), [6, 5, 4, 3, 2, 1]);
    assert_eq!(seqs(AuditFilter { server: git, ..any() }), [6, 5, 4, 3]);
    assert_eq!(seqs(AuditFilter { verdict: Some(AuditVerdict::Deny), ..any() }), [3]);
    assert_eq!(seqs(AuditFilter { action: Some(AuditAction::Open), ..any() }), [6, 5]);
    assert_eq!(seqs(AuditFilter { client: Some("editor".into()), ..any() }), [4, 3, 2, 1]);
    let (since, until) = (Some(at(1)), Some(at(2)));
    assert_eq!(seqs(AuditFilter { since, until, ..any() }), [4, 3]);
}

#[tokio::test]
async fn one_at_a_time_writes_across_processes_and_threads() {
    let folder = TestFolder::new();
    let audit = folder.open().await;
    let second = Audit::open(folder.path().to_owned(), AuditSettings::default()).await;
    let error = second.err().unwrap();
    assert_eq!(error.code(), ErrorCode::Storage, "{error}");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| fill(&audit, 25));
        }
    });
    assert_eq!(folder.verify().lines, 100);
    assert_eq!(folder.verify().fault, None);
    drop(audit);
    drop(folder.open().await);
}

#[tokio::test]
async fn a_text_that_is_too_long_is_cut_and_the_line_stays_readable() {
    let folder = TestFolder::new();
    let audit = folder.open().await;
    let decided = Decided { because: "ä".repeat(10_000), ..call("files", &"x".repeat(2_000)) };
    audit.append(AuditEvent::Decided(Box::new(decided)), at(0)).unwrap();
    let AuditEvent::Decided(decided) = folder.lines(AuditOrder::NewestFirst).remove(0).event else {
        panic!("it is another line");
    };
    assert_eq!(decided.because, format!("{}…", "ä".repeat(512)));
    assert_eq!(decided.tool.unwrap().chars().count(), 1_025);
    let huge = Json::parse(&format!("\"{}\"", "x".repeat(MAX_LINE_BYTES))).unwrap();
    let decided = Decided { arguments: Some(Arguments::Full(huge)), ..call("files", "x") };
    let refused = audit.append(AuditEvent::Decided(Box::new(decided)), at(0)).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Limit);
    assert_eq!(folder.verify().lines, 1);
}

/// The bound is wide, since the machine may be busy and the build is not optimised: what it keeps
/// away is waiting for the disk, or work that grows with the record.
#[tokio::test]
async fn a_line_costs_little() {
    let folder = TestFolder::new();
    let audit = folder.open_with(AuditSettings::default()).await;
    let event = AuditEvent::Decided(Box::new(call("files", "read_file")));
    let events = vec![event; 2_000];
    let begin = Instant::now();
    for event in events {
        audit.append(event, at(0)).unwrap();
    }
    let each = begin.elapsed() / 2_000;
    println!("a line took {each:?}");
    assert!(each < Duration::from_millis(2), "a line took {each:?}");
}
