//! What is seen of tampering and crashes, and what a disk that fails does to the record.

use std::{fs, io::Write, path::Path};

use super::{
    audit_tests::{TestFolder, at, call, fill},
    files::HEAD,
    *,
};

fn read_lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
}

fn write_lines(file: &Path, lines: &[String]) {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    fs::write(file, text).unwrap();
}

/// A record of some files, closed.
async fn record() -> TestFolder {
    let folder = TestFolder::new();
    fill(&folder.open().await, 40);
    assert_eq!(folder.verify().fault, None);
    folder
}

fn append(audit: &Audit) -> Result<u64> {
    audit.append(AuditEvent::Decided(Box::new(call("files", "read_file"))), at(99))
}

/// Changes one file of a record, and returns where the fault is seen.
async fn fault_of(file: u32, change: impl FnOnce(&mut Vec<String>)) -> (String, u64) {
    let folder = record().await;
    let path = folder.file(file);
    let mut lines = read_lines(&path);
    assert!(lines.len() >= 4, "the file has {} lines", lines.len());
    change(&mut lines);
    write_lines(&path, &lines);
    let fault = folder.verify().fault.expect("the change is seen");
    (fault.file, fault.line)
}

#[tokio::test]
async fn every_kind_of_tampering_is_seen_where_it_was_done() {
    let name = files::file_name;
    let changed = |lines: &mut Vec<String>| lines[1] = lines[1].replace("allow", "deny");
    assert_eq!(fault_of(2, changed).await, (name(2), 3));
    let last = |lines: &mut Vec<String>| {
        let last = lines.last_mut().unwrap();
        *last = last.replace("allow", "deny");
    };
    assert_eq!(fault_of(2, last).await, (name(3), 1));
    let removed = |lines: &mut Vec<String>| drop(lines.remove(1));
    assert_eq!(fault_of(2, removed).await, (name(2), 2));
    assert_eq!(fault_of(1, |lines| drop(lines.remove(0))).await, (name(1), 1));
    let inserted = |lines: &mut Vec<String>| lines.insert(1, lines[1].clone());
    assert_eq!(fault_of(2, inserted).await, (name(2), 3));
    let moved = |lines: &mut Vec<String>| lines.swap(1, 2);
    assert_eq!(fault_of(2, moved).await, (name(2), 2));
    let cut = |lines: &mut Vec<String>| drop(lines.pop());
    assert_eq!(fault_of(2, cut).await, (name(3), 1));
    let emptied = |lines: &mut Vec<String>| lines.clear();
    assert_eq!(fault_of(2, emptied).await, (name(3), 1));
    let garbage = |lines: &mut Vec<String>| lines[2] = "garbage".to_owned();
    assert_eq!(fault_of(2, garbage).await, (name(2), 3));
}

#[tokio::test]
async fn the_head_shows_what_the_chain_alone_does_not() {
    let folder = record().await;
    let newest = u32::try_from(folder.verify().files).unwrap();
    let whole = read_lines(&folder.file(newest));
    write_lines(&folder.file(newest), &whole[..whole.len() - 1]);
    let fault = folder.verify().fault.unwrap();
    assert_eq!(fault.what, "lines are missing at the end: 1");
    let mut changed = whole.clone();
    let last = changed.last_mut().unwrap();
    *last = last.replace("allow", "deny");
    write_lines(&folder.file(newest), &changed);
    assert_eq!(folder.verify().fault.unwrap().line, whole.len() as u64);
    write_lines(&folder.file(newest), &whole);
    assert_eq!(folder.verify().fault, None);
    fs::write(folder.path().join(HEAD), "{").unwrap();
    assert_eq!(folder.verify().fault.unwrap().file, HEAD);
    fs::remove_file(folder.path().join(HEAD)).unwrap();
    assert_eq!(folder.verify().fault.unwrap().file, HEAD);
}

#[tokio::test]
async fn a_file_that_is_missing_is_seen_wherever_it_stood() {
    let newest = u32::try_from(record().await.verify().files).unwrap();
    for missing in [1, 2, newest] {
        let folder = record().await;
        fs::remove_file(folder.file(missing)).unwrap();
        let fault = folder.verify().fault.unwrap();
        assert_eq!((fault.file, fault.line), (files::file_name(missing), 0));
    }
    let folder = record().await;
    for number in 1..=newest {
        fs::remove_file(folder.file(number)).unwrap();
    }
    assert_eq!(folder.verify().fault.unwrap().file, files::file_name(1));
}

/// What stands in the line of an opening that found damage.
async fn damage_told(folder: &TestFolder) -> Damaged {
    let audit = folder.open().await;
    append(&audit).unwrap();
    let mut lines = folder.lines(AuditOrder::NewestFirst);
    match lines.swap_remove(1).event {
        AuditEvent::Damaged(damaged) => damaged,
        other => panic!("no damage was told: {other:?}"),
    }
}

#[tokio::test]
async fn half_a_line_is_moved_aside_and_the_chain_goes_on() {
    for torn in [r#"{"seq":41,"at""#, "\0\0\0\0", "garbage\n\0\0", "{}\n"] {
        let folder = record().await;
        let newest = u32::try_from(folder.verify().files).unwrap();
        let mut file = fs::OpenOptions::new().append(true).open(folder.file(newest)).unwrap();
        file.write_all(torn.as_bytes()).unwrap();
        assert!(folder.verify().fault.is_some());
        let damaged = damage_told(&folder).await;
        assert_eq!((damaged.missing, damaged.bytes), (0, torn.len() as u64));
        let moved = fs::read(folder.path().join(damaged.moved.unwrap())).unwrap();
        assert_eq!(moved, torn.as_bytes());
        let report = folder.verify();
        assert_eq!((report.lines, report.damaged, report.fault), (42, 1, None));
    }
}

#[tokio::test]
async fn lines_that_went_missing_are_told_once_and_for_all() {
    let folder = record().await;
    let newest = u32::try_from(folder.verify().files).unwrap();
    fs::write(folder.file(newest), "").unwrap();
    let left = folder.lines(AuditOrder::NewestFirst)[0].seq;
    assert_eq!(damage_told(&folder).await.missing, 40 - left);
    assert_eq!(folder.verify().fault, None);
    fill(&folder.open().await, 1);
    assert_eq!(folder.verify().damaged, 1);

    let folder = record().await;
    fs::remove_file(folder.path().join(HEAD)).unwrap();
    assert_eq!(damage_told(&folder).await.because, "the head was missing");
    assert_eq!(folder.verify().fault, None);

    let folder = record().await;
    for number in 1..=newest {
        fs::remove_file(folder.file(number)).unwrap();
    }
    assert_eq!(damage_told(&folder).await.missing, 40);
    assert_eq!(folder.lines(AuditOrder::NewestFirst)[0].seq, 42);
    assert_eq!(folder.verify().fault, None);
}

#[tokio::test]
async fn where_nothing_can_be_read_the_chain_goes_on_behind_what_was_let_go() {
    let settings = AuditSettings {
        file_bytes: 1 << 10,
        files: std::num::NonZeroU32::new(2),
        ..AuditSettings::default()
    };
    let folder = TestFolder::new();
    fill(&folder.open_with(settings.clone()).await, 30);
    let kept = folder.verify().lines;
    for number in files::numbers(&Folder::new(folder.path().to_owned())).unwrap() {
        fs::write(folder.file(number), "garbage").unwrap();
    }
    drop(folder.open_with(settings).await);
    let last = folder.lines(AuditOrder::NewestFirst).remove(0);
    let AuditEvent::Damaged(damaged) = last.event else { panic!("no damage was told") };
    assert_eq!((damaged.missing, last.seq), (kept, 30 - kept + 1));
    assert_eq!(folder.verify().fault, None);
}

#[tokio::test]
async fn an_opening_hides_no_tampering_in_the_middle() {
    let folder = record().await;
    let mut lines = read_lines(&folder.file(1));
    lines[1] = lines[1].replace("allow", "deny");
    write_lines(&folder.file(1), &lines);
    append(&folder.open().await).unwrap();
    assert_eq!(folder.verify().fault.unwrap().line, 3);
    let read = read(folder.path(), AuditFilter::default()).unwrap();
    assert_eq!(read.flatten().count(), 41);
}

#[tokio::test]
async fn what_cannot_be_read_is_an_error_among_the_lines() {
    let folder = record().await;
    let mut lines = read_lines(&folder.file(1));
    lines[1] = "garbage".to_owned();
    write_lines(&folder.file(1), &lines);
    let filter = AuditFilter { order: AuditOrder::OldestFirst, ..AuditFilter::default() };
    let mut read = read(folder.path(), filter).unwrap();
    assert_eq!(read.next().unwrap().unwrap().seq, 1);
    let error = read.next().unwrap().unwrap_err();
    assert_eq!(error.code(), ErrorCode::Storage);
    assert_eq!(error.message(), "line 2 of audit-000001.jsonl cannot be read");
    assert_eq!(read.next().unwrap().unwrap().seq, 3);
}

#[tokio::test]
async fn what_cannot_be_written_is_refused() {
    // The folder is gone.
    let folder = record().await;
    let audit = folder.open().await;
    fs::remove_dir_all(folder.path()).unwrap();
    assert_eq!(append(&audit).unwrap_err().code(), ErrorCode::Storage);
    drop(audit);
    assert!(!folder.path().exists(), "nothing was made again");

    // Another program writes too.
    let folder = record().await;
    let audit = folder.open().await;
    let newest = u32::try_from(folder.verify().files).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(folder.file(newest)).unwrap();
    file.write_all(b"x").unwrap();
    assert_eq!(append(&audit).unwrap_err().code(), ErrorCode::Storage);

    // A folder stands where the next file belongs, and then no more.
    let folder = TestFolder::new();
    let audit = folder.open().await;
    fs::create_dir(folder.file(2)).unwrap();
    let mut written = 0;
    let error = loop {
        match append(&audit) {
            Ok(seq) => written = seq,
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), ErrorCode::Storage, "{error}");
    fs::remove_dir(folder.file(2)).unwrap();
    assert_eq!(append(&audit).unwrap(), written + 1);
    assert_eq!(folder.verify().fault, None);

    // A file stands where the folder belongs.
    let folder = TestFolder::new();
    fs::write(folder.path(), "").unwrap();
    let refused = Audit::open(folder.path().to_owned(), AuditSettings::default()).await;
    assert_eq!(refused.err().unwrap().code(), ErrorCode::Storage);
    fs::remove_file(folder.path()).unwrap();
}

/// A disk that is full takes half a line and then no more, which a limit on the length of files
/// does as well. The limit is one of the whole process, so this runs in one of its own.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_leaves_no_half_line_and_no_gap() {
    use nix::sys::signal::{SigSet, Signal};
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    const CHILD: &str = "HOSTLINE_TEST_FULL_DISK";
    let name = "host::audit::damage_tests::a_full_disk_leaves_no_half_line_and_no_gap";
    if std::env::var_os(CHILD).is_none() {
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture", "--test-threads=1"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stdout).into_owned();
        assert!(child.status.success() && said.contains("it was refused"), "{said}");
        return;
    }
    // The signal that comes with the limit would end the process.
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    signals.thread_block().unwrap();
    let folder = TestFolder::new();
    let audit = folder.open_with(AuditSettings::default()).await;
    let before = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: Some(3_000), ..before }).unwrap();
    let mut written = 0;
    let error = loop {
        match append(&audit) {
            Ok(seq) => written = seq,
            Err(error) => break error,
        }
    };
    let again = append(&audit).unwrap_err();
    setrlimit(Resource::Fsize, before).unwrap();
    assert_eq!((error.code(), again.code()), (ErrorCode::Storage, ErrorCode::Storage));
    assert!(written > 3, "{written}");
    assert_eq!(folder.verify().lines, written);
    assert_eq!(append(&audit).unwrap(), written + 1);
    drop(audit);
    assert_eq!(folder.verify().fault, None);
    println!("it was refused: {error}");
}
