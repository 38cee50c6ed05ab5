//! Every hostile file has the outcome that the table says, and costs no more than an icon may.

use std::{collections::HashSet, thread};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use hostline_tests::icons::{Expected, File, all};

use super::child::{Report, draw};

/// How long drawing an icon may compute.
const MAX_CPU_US: u64 = 200_000;
/// How much memory drawing an icon may take.
const MAX_MEMORY_KIB: u64 = 64 << 10;

#[test]
fn files_have_names_of_their_own() {
    let mut names = HashSet::new();
    for file in all() {
        assert!(names.insert(file.name), "there are two files {}", file.name);
    }
    assert!(names.len() >= 60, "{} files", names.len());
}

#[test]
fn hostile_files_are_refused_or_drawn_within_bounds_at_the_largest_size() {
    run_all(512);
}

#[test]
fn hostile_files_are_refused_or_drawn_within_bounds_at_a_small_size() {
    run_all(16);
}

/// All files, or the one that the environment variable `ICON` names.
fn chosen() -> Vec<File> {
    let mut files = all();
    if let Ok(name) = std::env::var("ICON") {
        files.retain(|file| file.name == name);
        assert_eq!(files.len(), 1, "there is no file {name}");
    }
    files
}

/// What is not as it should be.
enum Wrong {
    /// It took longer than it may. Something else may have been in its way.
    Slow(String),
    Other(String),
}

/// Runs the files, some at the same time. What took too long, and nothing else, is run again alone.
fn run_all(size: u32) {
    let files = chosen();
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let length = files.len().div_ceil(workers);
    let wrong: Vec<(&File, Wrong)> = thread::scope(|scope| {
        let run = |part| scope.spawn(move || run(part, size));
        let parts: Vec<_> = files.chunks(length).map(run).collect();
        parts.into_iter().flat_map(|running| running.join().unwrap()).collect()
    });
    let wrong: Vec<String> = wrong
        .into_iter()
        .filter_map(|(file, wrong)| match wrong {
            Wrong::Slow(_) => Some((file, check(file, size).err()?)),
            Wrong::Other(_) => Some((file, wrong)),
        })
        .map(|(file, Wrong::Slow(why) | Wrong::Other(why))| format!("{}: {why}", file.name))
        .collect();
    assert!(wrong.is_empty(), "at {size} pixels:\n{}", wrong.join("\n"));
}

fn run(files: &[File], size: u32) -> Vec<(&File, Wrong)> {
    files.iter().filter_map(|file| Some((file, check(file, size).err()?))).collect()
}

fn check(file: &File, size: u32) -> Result<(), Wrong> {
    let other = |what: String| Err(Wrong::Other(what));
    let report = draw(file, size).map_err(Wrong::Other)?;
    let expected = match file.expected {
        Expected::Refused(reason) => reason,
        Expected::Drawn => "drawn",
    };
    let Report { outcome, sentence, cpu_us, memory_kib, png } = report;
    if outcome != expected {
        return other(format!("{outcome} ({sentence}) instead of {expected}"));
    }
    if memory_kib > MAX_MEMORY_KIB {
        return other(format!("it took {memory_kib} KiB"));
    }
    if outcome == "drawn" && !is_only_pixels(&BASE64_STANDARD.decode(png).unwrap(), size) {
        return other("what was drawn is more than pixels".to_owned());
    }
    if cpu_us > MAX_CPU_US {
        return Err(Wrong::Slow(format!("it took {cpu_us} µs")));
    }
    Ok(())
}

/// Whether a PNG is of this size and consists of a header, data and an end.
fn is_only_pixels(png: &[u8], size: u32) -> bool {
    let Some(mut rest) = png.strip_prefix(b"\x89PNG\r\n\x1a\n") else { return false };
    let mut names = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = usize::try_from(u32::from_be_bytes(*length)).unwrap();
        names.push(&after[..4]);
        rest = &after[4 + length + 4..];
    }
    names.dedup();
    let sides = [size.to_be_bytes(), size.to_be_bytes()].concat();
    names == [b"IHDR", b"IDAT", b"IEND"] && png[16..24] == sides && png[24..26] == [8, 6]
}
